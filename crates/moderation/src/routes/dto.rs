//! Cases and silences as the API shows them.

use std::collections::{BTreeSet, HashMap};

use identity::user::Names;
use kernel::app::iso;
use kernel::db::DbResult;
use kernel::http::Caller;
use kernel::user::{Tier, UserId};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use crate::cases::decide::may_reopen;
use crate::cases::view::ShownCase;
use crate::content::Quote;
use crate::store::cases::CaseRow;
use crate::store::silences::SilenceRow;

/// What an author says against a removal.
#[derive(Serialize, ToSchema)]
pub(crate) struct Appeal {
    /// The words of the author.
    text: String,
    /// When the author has appealed, ISO 8601.
    created_at: String,
    /// The state of the appeal: `open`, `upheld` (the content stays removed) or `granted`.
    status: String,
    /// What the moderator says to the author.
    note: String,
    /// When it was decided on, ISO 8601; null while it is open.
    decided_at: Option<String>,
}

impl Appeal {
    pub(crate) fn of(case: &CaseRow) -> Option<Self> {
        Some(Self {
            text: case.appeal.clone(),
            created_at: iso(case.appealed_at?),
            status: case.appeal_status.clone(),
            note: case.appeal_note.clone(),
            decided_at: case.appeal_at.map(iso),
        })
    }
}

/// A content that was reported or removed, as moderators see it.
#[derive(Serialize, ToSchema)]
pub(crate) struct ModerationCase {
    /// The id of the case, a UUID.
    id: String,
    /// What was reported: `message`, `post` or `comment`.
    kind: String,
    /// The id of the message, post or comment.
    content_id: String,
    /// Where it stands: the id of a room, or the number of a post.
    place: String,
    /// What the post is called that it is or stands below; empty for a message, where the caller does not see the place,
    /// and once the post is gone.
    title: String,
    /// The type of the message or post.
    r#type: String,
    /// The words when it was reported first, or when it was removed; of a shared post without words its number, as `#7`;
    /// null once it was settled seven days ago, and where they are left out.
    words: Option<String>,
    /// Whether the words are left out: the caller does not see the place. Opening the case shows them, and the operation
    /// log records that.
    words_hidden: bool,
    /// Whether the author is hidden.
    anonymous: bool,
    /// The user ID of the author; empty when it is anonymous, and when the author was erased.
    author_id: String,
    /// The net name of the author; empty when it is anonymous.
    author_name: String,
    /// The real name of the author; empty when it is anonymous.
    author_real_name: String,
    /// What opened it: `report`, `removal` (a moderator has removed it unasked), `rule` (a word rule fits it) or
    /// `first_post`.
    origin: String,
    /// Whether it was never published: it waits for a moderator, or was not let through.
    held: bool,
    /// The state of the case: `open`, `kept`, `removed` or `restored`.
    status: String,
    /// The number of members who have reported it.
    reporters: i64,
    /// The user ID of the moderator who decided last; null while it is open.
    decided_by: Option<String>,
    /// The net name of that moderator.
    decider_name: Option<String>,
    /// The real name of that moderator.
    decider_real_name: Option<String>,
    /// When that was, ISO 8601.
    decided_at: Option<String>,
    /// What the moderator says to the author.
    reason: String,
    /// What the moderator says to those who have reported it.
    note: String,
    /// What the author says against the removal; null when they have not appealed.
    appeal: Option<Appeal>,
    /// Whether it is removed and can be restored.
    may_restore: bool,
    /// Whether it was kept and can be opened again.
    may_reopen: bool,
    /// When the case was opened, ISO 8601.
    created_at: String,
}

impl ModerationCase {
    fn new(ShownCase { case, title, words_hidden }: ShownCase, names: &Names, now: i64) -> Self {
        let is_hidden = case.anonymous;
        let author_id = if is_hidden { String::new() } else { case.author_id.clone() };
        Self {
            author_name: if is_hidden { String::new() } else { names.get(&author_id) },
            author_real_name: if is_hidden { String::new() } else { names.real(&author_id) },
            decider_real_name: case.decided_by.as_deref().map(|id| names.real(id)),
            decider_name: case.decided_by.as_deref().map(|id| names.get(id)),
            appeal: Appeal::of(&case),
            may_reopen: may_reopen(&case, now),
            may_restore: case.status == "removed" && case.restorable.is_some(),
            decided_at: case.decided_at.map(iso),
            created_at: iso(case.created_at),
            id: case.id,
            kind: case.kind,
            content_id: case.content_id,
            place: case.place,
            title,
            r#type: case.content_type,
            words: Some(case.words).filter(|_| !case.forgotten && !words_hidden),
            words_hidden,
            anonymous: case.anonymous,
            author_id,
            origin: case.origin,
            held: case.held,
            status: case.status,
            reporters: case.reporters,
            decided_by: case.decided_by,
            reason: case.reason,
            note: case.note,
        }
    }

    /// Several with their names.
    pub(crate) async fn of(app: &App, cases: Vec<ShownCase>) -> Result<Vec<Self>> {
        let rows = cases.iter().map(|listed| &listed.case);
        let ids = rows.flat_map(|case| [Some(case.author_id.clone()), case.decided_by.clone()]);
        let names = Names::of(app, ids.flatten().collect()).await?;
        Ok(cases.into_iter().map(|listed| Self::new(listed, &names, app.clock.now_ms())).collect())
    }
}

/// The report of one member.
#[derive(Serialize, ToSchema)]
pub(crate) struct MemberReport {
    /// The user ID of the member; shown to class admins and admins alone, and empty when they were erased.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reporter_id: Option<String>,
    /// The net name of the member, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reporter_name: Option<String>,
    /// The real name of the member, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reporter_real_name: Option<String>,
    /// The reason in the words of the member.
    pub(crate) reason: String,
    /// What it said when this member reported it, where that is not what the case says; null otherwise.
    pub(crate) words: Option<String>,
    /// When it was reported, ISO 8601.
    pub(crate) created_at: String,
}

/// Whether a moderator is told who has reported: officers, who are classmates, are not.
pub(crate) fn sees_reporters(caller: &Caller) -> bool {
    caller.facts.tier() >= Tier::ClassAdmin
}

/// A file of what somebody wrote.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct QuoteFile {
    /// The hash of the file.
    hash: String,
    /// The media type; empty when the file is gone.
    mime: String,
}

/// Something that somebody wrote.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct CaseQuote {
    /// The id of the message, post or comment.
    id: String,
    /// The user ID of the author; empty when it is anonymous or its author was erased.
    author_id: String,
    /// The net name of the author; empty when it is anonymous.
    author_name: String,
    /// The real name of the author; empty when it is anonymous.
    author_real_name: String,
    /// Whether the author is hidden.
    anonymous: bool,
    /// The number of an anonymous voice below its post; null otherwise.
    alias: Option<i64>,
    /// The type of the message or post.
    r#type: String,
    /// The words.
    text: String,
    /// Its files. Those of what stands beside it the caller may not be allowed to read.
    files: Vec<QuoteFile>,
    /// Whether it was deleted or recalled.
    removed: bool,
    /// Whether it is what the case is about.
    reported: bool,
    /// When it was written, ISO 8601.
    created_at: String,
}

impl CaseQuote {
    fn new(quote: Quote, names: &Names, mimes: &HashMap<String, String>) -> Self {
        let file = |hash: String| QuoteFile { mime: mimes.get(&hash).cloned().unwrap_or_default(), hash };
        Self {
            author_name: if quote.anonymous { String::new() } else { names.get(&quote.author_id) },
            author_real_name: if quote.anonymous { String::new() } else { names.real(&quote.author_id) },
            files: quote.files.into_iter().map(file).collect(),
            id: quote.id,
            author_id: quote.author_id,
            anonymous: quote.anonymous,
            alias: quote.alias,
            r#type: quote.r#type,
            text: quote.text,
            removed: quote.removed,
            reported: quote.reported,
            created_at: quote.created_at,
        }
    }

    /// Several with the names of their authors and the types of their files.
    pub(crate) async fn of(app: &App, quotes: Vec<Quote>) -> Result<Vec<Self>> {
        let ids: BTreeSet<String> = quotes.iter().map(|quote| quote.author_id.clone()).collect();
        let names = Names::of(app, ids).await?;
        let hashes: BTreeSet<String> = quotes.iter().flat_map(|quote| quote.files.clone()).collect();
        let files = app.files.clone();
        let found = app.db.read(move |read| {
            let found = hashes.iter().map(|hash| files.find(read, hash));
            Ok(found.collect::<DbResult<Vec<_>>>()?)
        });
        let mimes = found.await?.into_iter().flatten().map(|file| (file.hash, file.mime)).collect();
        Ok(quotes.into_iter().map(|quote| Self::new(quote, &names, &mimes)).collect())
    }
}

/// A member who may write nothing for a time.
#[derive(Serialize, ToSchema)]
pub(crate) struct Silence {
    /// The user ID of the member.
    user_id: String,
    /// The net name of the member.
    user_name: String,
    /// The real name of the member.
    real_name: String,
    /// When the member may write again, ISO 8601.
    ends_at: String,
    /// The reason, which the member is told.
    reason: String,
    /// The user ID of the moderator; empty when they were erased.
    silenced_by: String,
    /// The net name of the moderator.
    silencer_name: String,
    /// The real name of the moderator.
    silencer_real_name: String,
    /// When the member was silenced, ISO 8601.
    created_at: String,
}

impl Silence {
    /// Several with their names.
    pub(crate) async fn of(app: &App, rows: Vec<SilenceRow>) -> Result<Vec<Self>> {
        let ids = rows.iter().flat_map(|row| [row.user_id.clone(), row.silenced_by.clone()]);
        let names = Names::of(app, ids.collect()).await?;
        let shown = |row: SilenceRow| Self {
            user_name: names.get(&row.user_id),
            real_name: names.real(&row.user_id),
            silencer_name: names.get(&row.silenced_by),
            silencer_real_name: names.real(&row.silenced_by),
            user_id: row.user_id,
            ends_at: iso(row.ends_at),
            reason: row.reason,
            silenced_by: row.silenced_by,
            created_at: iso(row.created_at),
        };
        Ok(rows.into_iter().map(shown).collect())
    }
}

/// Whether a text is the ID of a member who is there: the reports of whoever was erased have their own ids instead.
pub(crate) fn is_member(id: &str) -> bool {
    UserId::parse(id).is_some()
}
