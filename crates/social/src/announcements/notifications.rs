//! What members are told of announcements: that there is a new one, or that one waits for them.

use identity::notifications::{
    self, Content, Importance, Link, NewNotification, Notification, NotificationKind, Reader,
};
use identity::user::{self, directory};
use kernel::db::{DbResult, Read};
use kernel::user::UserId;
use kernel::{AppTx, Result};

use super::model::AnnouncementType;
use super::store::marks;
use super::store::rows::{self, Row};
use super::{access, texts};
use crate::target;

/// A new announcement, or a reminder of one.
pub(crate) static ANNOUNCEMENT: NotificationKind = NotificationKind {
    name: "announcement",
    label: &texts::APP,
    app: "announcements",
    importance: Importance::General,
    shown_by_app: false,
    describe,
};

/// The topic of reminders.
const REMINDER: &str = "reminder";

/// Tells everyone for whom a new announcement is.
pub(super) fn notify_of_announcement(tx: &mut AppTx, row: &Row, event_seq: i64) -> DbResult<()> {
    let people = target::people(tx)?;
    let now = tx.now();
    let members: Vec<UserId> = row.target().among(&people, now).collect();
    notify(tx, row, "", event_seq, members)
}

/// Tells those who have not read an announcement that it is there again, unless its time is over. Whoever came after
/// it asked was not spoken to.
pub(super) fn notify_who_has_not_read(tx: &mut AppTx, row: &Row, event_seq: i64) -> DbResult<()> {
    let now = tx.now();
    if !row.is_shown(now) {
        return Ok(());
    }
    let marks = marks::of(tx, row.id)?;
    let has_read = |user: &UserId| {
        marks.iter().any(|mark| mark.user_id == *user && mark.read_revision >= row.asked_revision)
    };
    let people = target::people(tx)?;
    let asked_at = rows::asked_at(tx, row)?.unwrap_or(now);
    let mut members: Vec<UserId> = row.target().among(&people, asked_at).collect();
    members.retain(|user| !has_read(user));
    notify(tx, row, "", event_seq, members)
}

/// Reminds these members.
pub(super) fn notify_missing(tx: &mut AppTx, row: &Row, event_seq: i64, missing: &[UserId]) -> DbResult<()> {
    notify(tx, row, REMINDER, event_seq, missing.to_vec())
}

fn notify(tx: &mut AppTx, row: &Row, topic: &str, event_seq: i64, members: Vec<UserId>) -> DbResult<()> {
    let id = row.id.to_string();
    let sender = UserId::parse(&row.author_id);
    let new = NewNotification { kind: &ANNOUNCEMENT, topic, subject: &id, event_seq, sender, content: "" };
    notifications::notify(tx, &new, members).map(drop)
}

/// The member has read an announcement.
pub(super) fn mark_notifications_read(tx: &mut AppTx, user: UserId, id: i64) -> DbResult<()> {
    notifications::mark_subject_read(tx, user, &ANNOUNCEMENT, &id.to_string())
}

/// An announcement was taken away.
pub(super) fn withdraw_announcement(tx: &mut AppTx, id: i64) -> DbResult<()> {
    notifications::withdraw(tx, &[&ANNOUNCEMENT], &id.to_string())
}

/// The app in which the reader looks at one: at homework in the app of homework, unless that is turned off.
fn app_of(reader: &Reader<'_>, kind: AnnouncementType) -> &'static str {
    let is_homework = kind == AnnouncementType::Homework;
    let class = reader.facts.user_id.class();
    if is_homework && reader.app.apps.is_enabled("homework", class) { "homework" } else { "announcements" }
}

fn describe(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let now = reader.app.clock.now_ms();
    let row = about.subject.parse().ok().map(|id| rows::find(read, id)).transpose()?.flatten();
    let row = row.filter(|row| row.is_shown(now) && access::sees(reader.facts, row));
    let Some(row) = row else { return Ok(None) };
    let title = match row.kind {
        _ if about.topic == REMINDER => &texts::REMINDER,
        AnnouncementType::Homework => &texts::NEW_HOMEWORK,
        AnnouncementType::Notice => &texts::NEW_NOTICE,
    };
    let author =
        UserId::parse(&row.author_id).map(|user| directory::member_of(read, user)).transpose()?.flatten();
    Ok(Some(Content {
        title: reader.say(title),
        text: row.title,
        sender_name: author.map_or_else(|| reader.say(user::deleted_name()), |author| author.facts.real_name),
        link: Some(Link::app(app_of(reader, row.kind), row.id.to_string())),
    }))
}
