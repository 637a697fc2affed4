//! The reminder of homework. Of a new card the notification of its announcement tells.

use identity::exam_digest::DigestCount;
use identity::notifications::{
    self, Content, Importance, Link, NewNotification, Notification, NotificationKind, Reader,
};
use identity::user::{self, directory};
use kernel::db::{DbResult, Read};
use kernel::user::UserId;
use kernel::{AppTx, Result};

use super::store::cards as store;
use super::texts;
use crate::announcements::cards::{self, Row};

/// A reminder of homework that is still open.
pub(super) static HOMEWORK: NotificationKind = NotificationKind {
    name: "homework",
    label: &texts::REMINDERS,
    app: "homework",
    importance: Importance::General,
    shown_by_app: false,
    describe,
};

/// New homework, which the notifications of announcements tell of.
pub(super) static NEW_HOMEWORK: DigestCount = DigestCount {
    name: "new_homework",
    label: &texts::APP,
    part_of: Some(&cards::ANNOUNCEMENT),
    app: "homework",
    count: |read, facts, since| {
        let subjects = notifications::unread_subjects(read, facts.user_id, &cards::ANNOUNCEMENT, since)?;
        let mut count = 0;
        for id in subjects.iter().filter_map(|id| id.parse().ok()) {
            count += i64::from(cards::find(read, id)?.is_some_and(|row| cards::is_homework(&row)));
        }
        Ok(count)
    },
};

/// The topic of reminders.
const REMINDER: &str = "reminder";

/// Reminds these members.
pub(super) fn notify_missing(tx: &mut AppTx, row: &Row, by: UserId, missing: &[UserId]) -> DbResult<()> {
    let id = row.id.to_string();
    let new = NewNotification {
        kind: &HOMEWORK,
        topic: REMINDER,
        subject: &id,
        event_seq: 0,
        sender: Some(by),
        content: "",
    };
    notifications::notify(tx, &new, missing.to_vec()).map(drop)
}

/// The member has done it: nothing that asks for it is unread any more.
pub(super) fn mark_done(tx: &mut AppTx, user: UserId, id: i64) -> DbResult<()> {
    cards::mark_notifications_read(tx, user, id)?;
    notifications::mark_subject_read(tx, user, &HOMEWORK, &id.to_string())
}

/// The card was taken away.
pub(super) fn withdraw(tx: &mut AppTx, id: i64) -> DbResult<()> {
    notifications::withdraw(tx, &[&HOMEWORK], &id.to_string())
}

fn describe(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let now = reader.app.clock.now_ms();
    let row = about.subject.parse().ok().map(|id| cards::find(read, id)).transpose()?.flatten();
    let row =
        row.filter(|row| row.is_shown(now) && cards::is_homework(row) && cards::sees(reader.facts, row));
    let Some(row) = row else { return Ok(None) };
    let hand_in = store::find(read, row.id)?.is_some_and(|card| card.hand_in);
    let sender = UserId::parse(&about.sender_id).map(|user| directory::member_of(read, user));
    let sender = sender.transpose()?.flatten();
    Ok(Some(Content {
        title: reader.say(if hand_in { &texts::HAND_IN_REMINDER } else { &texts::REMINDER }),
        text: row.title,
        sender_name: sender.map_or_else(|| reader.say(user::deleted_name()), |sender| sender.facts.real_name),
        link: Some(Link::app("homework", row.id.to_string())),
    }))
}
