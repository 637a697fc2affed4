//! What members are told of moderation. No notification has a sender: who has reported and who has decided is not told.

use identity::notifications::{
    self, Content, Importance, Link, NewNotification, Notification, NotificationKind, Reader,
};
use kernel::db::Read;
use kernel::user::UserId;
use kernel::{AppTx, Result};

use crate::cases::moderates;
use crate::content::kind;
use crate::store::cases::{self, CaseRow};
use crate::store::silences;
use crate::texts;

/// Longest beginning of removed words that an inbox shows, in characters.
const EXCERPT: usize = 120;
/// The app in which moderators decide.
const CONSOLE: &str = "admin";
/// The app in which members see what was decided on their reports and their content.
const SETTINGS: &str = "settings";
/// The page there.
const OWN: &str = "moderation";
/// The topic of what was held and is published.
pub(crate) const TOPIC_PUBLISHED: &str = "";
/// The topic of what was removed and is there again.
pub(crate) const TOPIC_RESTORED: &str = "restored";
/// The topic of a case whose author has appealed.
const TOPIC_APPEALED: &str = "appealed";

/// A case waits for whoever moderates it.
pub(crate) static CASE: NotificationKind = NotificationKind {
    name: "report",
    label: &texts::CASE,
    app: CONSOLE,
    importance: Importance::Task,
    shown_by_app: false,
    describe: case,
};

/// A report of the member is settled.
pub(crate) static DECISION: NotificationKind = NotificationKind {
    name: "report_decision",
    label: &texts::DECISION,
    app: SETTINGS,
    importance: Importance::General,
    shown_by_app: false,
    describe: decision,
};

/// A moderator has removed something of the member.
pub(crate) static REMOVAL: NotificationKind = NotificationKind {
    name: "content_removed",
    label: &texts::REMOVAL,
    app: SETTINGS,
    importance: Importance::General,
    shown_by_app: false,
    describe: removal,
};

/// An appeal of the member is decided on.
pub(crate) static APPEAL_DECISION: NotificationKind = NotificationKind {
    name: "appeal_decision",
    label: &texts::APPEAL_DECISION,
    app: SETTINGS,
    importance: Importance::General,
    shown_by_app: false,
    describe: appeal_decision,
};

/// A moderator has let something of the member through.
pub(crate) static PUBLICATION: NotificationKind = NotificationKind {
    name: "content_published",
    label: &texts::PUBLICATION,
    app: SETTINGS,
    importance: Importance::General,
    shown_by_app: false,
    describe: publication,
};

/// The member may write nothing for a time.
pub(crate) static SILENCE: NotificationKind = NotificationKind {
    name: "silenced",
    label: &texts::SILENCE,
    app: SETTINGS,
    importance: Importance::General,
    shown_by_app: false,
    describe: silence,
};

fn about<'a>(
    kind: &'a NotificationKind,
    topic: &'a str,
    subject: &'a str,
    event_seq: i64,
) -> NewNotification<'a> {
    NewNotification { kind, topic, subject, event_seq, sender: None, content: "" }
}

/// Tells these moderators that a case waits: it was reported, or its author has appealed.
///
/// # Errors
/// When a statement fails.
pub(crate) fn notify_of_case(
    tx: &mut AppTx,
    case: &CaseRow,
    event_seq: i64,
    moderators: Vec<UserId>,
) -> Result<()> {
    let topic = if case.status == "open" { "opened" } else { TOPIC_APPEALED };
    notifications::notify(tx, &about(&CASE, topic, &case.id, event_seq), moderators)?;
    Ok(())
}

/// Nobody has to look at a case any more.
///
/// # Errors
/// When a statement fails.
pub(crate) fn withdraw_case(tx: &mut AppTx, case: &CaseRow) -> Result<()> {
    Ok(notifications::withdraw(tx, &[&CASE], &case.id)?)
}

/// Tells those who have reported a content what came of it.
///
/// # Errors
/// When a statement fails.
pub(crate) fn notify_of_decision(
    tx: &mut AppTx,
    case: &CaseRow,
    event_seq: i64,
    reporters: impl Iterator<Item = UserId>,
) -> Result<()> {
    notifications::notify(tx, &about(&DECISION, "", &case.id, event_seq), reporters)?;
    Ok(())
}

/// A decision was taken back.
///
/// # Errors
/// When a statement fails.
pub(crate) fn withdraw_decision(tx: &mut AppTx, case: &CaseRow) -> Result<()> {
    Ok(notifications::withdraw(tx, &[&DECISION], &case.id)?)
}

/// Tells an author that a moderator has removed what they wrote.
///
/// # Errors
/// When a statement fails.
pub(crate) fn notify_of_removal(tx: &mut AppTx, case: &CaseRow, event_seq: i64) -> Result<()> {
    notifications::notify(tx, &about(&REMOVAL, "", &case.id, event_seq), case.author())?;
    Ok(())
}

/// What was removed is there again.
///
/// # Errors
/// When a statement fails.
pub(crate) fn withdraw_removal(tx: &mut AppTx, case: &CaseRow) -> Result<()> {
    Ok(notifications::withdraw(tx, &[&REMOVAL], &case.id)?)
}

/// Tells an author what came of their appeal.
///
/// # Errors
/// When a statement fails.
pub(crate) fn notify_of_appeal_decision(tx: &mut AppTx, case: &CaseRow, event_seq: i64) -> Result<()> {
    notifications::notify(tx, &about(&APPEAL_DECISION, "", &case.id, event_seq), case.author())?;
    Ok(())
}

/// Tells an author that what was held is published ([`TOPIC_PUBLISHED`]), or that what was removed is there again
/// ([`TOPIC_RESTORED`]).
///
/// # Errors
/// When a statement fails.
pub(crate) fn notify_of_publication(
    tx: &mut AppTx,
    case: &CaseRow,
    topic: &str,
    event_seq: i64,
) -> Result<()> {
    notifications::notify(tx, &about(&PUBLICATION, topic, &case.id, event_seq), case.author())?;
    Ok(())
}

/// Tells a member that they may write nothing for a time, in place of what they were told before.
///
/// # Errors
/// When a statement fails.
pub(crate) fn notify_of_silence(tx: &mut AppTx, user: UserId, event_seq: i64) -> Result<()> {
    withdraw_silence(tx, user)?;
    notifications::notify(tx, &about(&SILENCE, "", user.as_str(), event_seq), [user])?;
    Ok(())
}

/// The member may write again.
///
/// # Errors
/// When a statement fails.
pub(crate) fn withdraw_silence(tx: &mut AppTx, user: UserId) -> Result<()> {
    Ok(notifications::withdraw(tx, &[&SILENCE], user.as_str())?)
}

fn case(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let found = cases::find(read, &about.subject)?.filter(|case| moderates(reader.facts, case));
    let Some(case) = found else { return Ok(None) };
    let title = match case.origin.as_str() {
        _ if about.topic == TOPIC_APPEALED => &texts::APPEALED,
        "first_post" => &texts::CASE_FIRST_POST,
        "rule" if case.held => &texts::CASE_HELD,
        "rule" => &texts::CASE_FLAGGED,
        _ => &texts::CASE_OPENED,
    };
    let text = texts::CASE_TEXT.with("kind", kind_name(reader, &case));
    let link = Link::app(CONSOLE, format!("moderation/{}", case.id));
    Ok(Some(Content {
        title: reader.say(title),
        text: capitalized(&reader.say(text)),
        link: Some(link),
        ..Content::default()
    }))
}

/// English sentences that begin with a filled place.
fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// What people call it; nothing for a kind that no feature has any more.
fn kind_name(reader: &Reader<'_>, case: &CaseRow) -> String {
    kind(reader.app, &case.kind).map(|kind| reader.say(kind.label)).unwrap_or_default()
}

fn decision(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let Some(case) = cases::find(read, &about.subject)? else { return Ok(None) };
    let outcome = match case.status.as_str() {
        "kept" => &texts::DECIDED_KEPT,
        "restored" => &texts::DECIDED_RESTORED,
        _ => &texts::DECIDED_REMOVED,
    };
    Ok(Some(own(reader.say(&texts::DECIDED), reader.say(outcome))))
}

/// Why it was removed, else its words.
fn removal(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let Some(case) = own_case(read, reader, about)? else { return Ok(None) };
    let title = if case.held { &texts::REJECTED } else { &texts::REMOVED };
    let title = reader.say(title.with("kind", kind_name(reader, &case)));
    let text = if case.reason.is_empty() {
        excerpt(&case.words)
    } else {
        reader.say(texts::REASON.with("reason", excerpt(&case.reason)))
    };
    Ok(Some(own(title, text)))
}

fn publication(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let Some(case) = own_case(read, reader, about)? else { return Ok(None) };
    let title = if about.topic == TOPIC_RESTORED { &texts::RESTORED } else { &texts::PUBLISHED };
    let title = reader.say(title.with("kind", kind_name(reader, &case)));
    Ok(Some(own(title, excerpt(&case.words))))
}

fn appeal_decision(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let Some(case) = own_case(read, reader, about)? else { return Ok(None) };
    let title = if case.appeal_status == "granted" {
        reader.say(texts::GRANTED.with("kind", kind_name(reader, &case)))
    } else {
        reader.say(&texts::UPHELD)
    };
    Ok(Some(own(title, excerpt(&case.appeal_note))))
}

fn own_case(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<CaseRow>> {
    let user = Some(reader.facts.user_id);
    Ok(cases::find(read, &about.subject)?.filter(|case| case.author() == user))
}

fn silence(read: &mut Read, reader: &Reader<'_>, _: &Notification) -> Result<Option<Content>> {
    let Some(row) = silences::find(read, reader.facts.user_id)? else { return Ok(None) };
    let title = texts::SILENCED_UNTIL.with("until", reader.app.clock_time(row.ends_at));
    let text = reader.say(texts::REASON.with("reason", excerpt(&row.reason)));
    Ok(Some(own(reader.say(title), text)))
}

fn own(title: String, text: String) -> Content {
    Content { title, text, link: Some(Link::app(SETTINGS, OWN)), ..Content::default() }
}

fn excerpt(text: &str) -> String {
    text.chars().take(EXCERPT).collect()
}
