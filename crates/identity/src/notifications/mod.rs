//! Notifications: the inbox of each member.
//!
//! Owns the tables `notifications*` and the paths `/api/notifications*`. A feature declares a [`NotificationKind`] and
//! calls [`notify`] in the transaction of whatever it tells of; the kind says in words, when somebody reads the inbox,
//! what a notification tells of, so that nobody reads there what they may not read elsewhere any more. Members choose
//! for each kind whether they hear of it.
//!
//! Lies in this crate because features of all others notify, and because those that let members in again do.
//!
//! Absent on purpose: what a device shows for a moment (the island of the desktop) and messages that nobody was called
//! by, which the rooms of the chat count.

mod account;
mod dto;
mod events;
mod frames;
mod inbox;
mod kinds;
mod model;
mod preferences;
mod retention;
mod routes;
mod search;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use std::collections::BTreeSet;

use kernel::db::{DbResult, Read};
use kernel::events::{Audience, NewEvent};
use kernel::http::BatchRead;
use kernel::user::UserId;
use kernel::{App, AppTx, Feature, Routes, routes};

pub(crate) use account::notify_let_in;
pub use events::NotificationEvent;
pub use kinds::{Content, Importance, Link, Notification, NotificationKind, Reader};

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "notifications",
    router,
    statements: store::STATEMENTS,
    start: |app| Box::pin(retention::start(app)),
    frames: frames::FRAMES,
    render: Some(frames::render),
    provides: &[&account::ACCOUNT, &search::NOTIFICATIONS, &BatchRead("/api/notifications/preferences")],
    erase_user: store::erase,
    export_user: store::export,
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(routes::list_notifications))
        .routes(routes!(routes::count_unread_notifications))
        .routes(routes!(routes::mark_notifications_read))
        .routes(routes!(routes::mark_all_notifications_read))
        .routes(routes!(preferences::get_notification_preferences, preferences::put_notification_preferences))
}

/// What members are told.
#[derive(Clone, Copy, Debug)]
pub struct NewNotification<'a> {
    /// The kind.
    pub kind: &'a NotificationKind,
    /// What those of the kind that belong together have in common, like a room; empty for nothing.
    pub topic: &'a str,
    /// What it tells of, like the id of a message.
    pub subject: &'a str,
    /// The number of the event that it tells of; 0 for none.
    pub event_seq: i64,
    /// The member who caused it, who is never among those that are told.
    pub sender: Option<UserId>,
    /// JSON of the kind, for what no other table has; empty for nothing.
    pub content: &'a str,
}

/// Puts a notification into the inboxes of these members, but for those who want to hear nothing of its kind, and tells
/// their devices. Answers who got it.
///
/// # Errors
/// When a statement fails.
pub fn notify(
    tx: &mut AppTx,
    new: &NewNotification<'_>,
    members: impl IntoIterator<Item = UserId>,
) -> DbResult<BTreeSet<UserId>> {
    let mut members: BTreeSet<UserId> = members.into_iter().collect();
    if let Some(sender) = new.sender {
        members.remove(&sender);
    }
    if members.is_empty() {
        return Ok(members);
    }
    for user in store::without(tx, new.kind.name)? {
        members.remove(&user);
    }
    if members.is_empty() {
        return Ok(members);
    }
    let added = NotificationEvent::Added { kind_of: new.kind.name.to_owned() };
    let audience = Audience::Any(members.iter().copied().map(Audience::User).collect());
    let id = tx.emit(NewEvent::new(&added, audience).by(new.sender).about(new.subject))?;
    let now = tx.now();
    for user in &members {
        store::insert(tx, *user, id, new, now)?;
    }
    Ok(members)
}

/// Notes that a member has seen what these notifications tell of: those of the kinds about a topic, up to an event.
///
/// # Errors
/// When a statement fails.
pub fn mark_topic_read(
    tx: &mut AppTx,
    user: UserId,
    kinds: &[&NotificationKind],
    topic: &str,
    up_to: i64,
) -> DbResult<()> {
    // The counter before the rows, as everywhere: else two nodes wait for each other until one gives up.
    tx.lock_log()?;
    let now = tx.now();
    let mut read = 0;
    for kind in kinds {
        read += store::mark_topic_read(tx, user, kind.name, topic, up_to, now)?;
    }
    if read > 0 { events::append_changed(tx, &[user]) } else { Ok(()) }
}

/// Notes that a member has seen what the notifications of a kind about a subject tell of.
///
/// # Errors
/// When a statement fails.
pub fn mark_subject_read(
    tx: &mut AppTx,
    user: UserId,
    kind: &NotificationKind,
    subject: &str,
) -> DbResult<()> {
    tx.lock_log()?;
    let now = tx.now();
    let read = store::mark_subject_read(tx, user, kind.name, subject, now)?;
    if read > 0 { events::append_changed(tx, &[user]) } else { Ok(()) }
}

/// How many notifications have come to a member since a time, in milliseconds, and were not read: by kind, what concerns
/// the member most first.
///
/// # Errors
/// When the statement fails.
pub fn unread_since(
    read: &mut Read,
    app: &App,
    user: UserId,
    since: i64,
) -> DbResult<Vec<(&'static NotificationKind, i64)>> {
    let counts = store::unread_since(read, user, since)?;
    let known = |(name, count): (String, i64)| Some((kind_named(app, &name)?, count));
    let mut counts: Vec<_> = counts.into_iter().filter_map(known).collect();
    counts.sort_by_key(|(kind, _)| kind.importance);
    Ok(counts)
}

/// What the notifications of a kind are about that have come to a member since a time, in milliseconds, and were not read.
///
/// # Errors
/// When the statement fails.
pub fn unread_subjects(
    read: &mut Read,
    user: UserId,
    kind: &NotificationKind,
    since: i64,
) -> DbResult<Vec<String>> {
    store::unread_subjects(read, user, kind.name, since)
}

/// The kind of this name, of any feature of this portal.
#[must_use]
pub fn kind_named(app: &App, name: &str) -> Option<&'static NotificationKind> {
    inbox::kinds(app).find(|kind| kind.name == name)
}

/// Takes the notifications of the kinds about a subject out of all inboxes: it is there no more.
///
/// # Errors
/// When a statement fails.
pub fn withdraw(tx: &mut AppTx, kinds: &[&NotificationKind], subject: &str) -> DbResult<()> {
    tx.lock_log()?;
    let mut had = BTreeSet::new();
    for kind in kinds {
        had.extend(store::users_of(tx, kind.name, subject)?);
        store::remove(tx, kind.name, subject)?;
    }
    let had: Vec<UserId> = had.into_iter().collect();
    if had.is_empty() { Ok(()) } else { events::append_changed(tx, &had) }
}

/// The members whose inboxes have notifications of the kinds about a topic.
///
/// # Errors
/// When a statement fails.
pub fn told_about(read: &mut Read, kinds: &[&NotificationKind], topic: &str) -> DbResult<BTreeSet<UserId>> {
    let mut told = BTreeSet::new();
    for kind in kinds {
        told.extend(store::users_about(read, kind.name, topic)?);
    }
    Ok(told)
}

/// Takes the notifications of the kinds about a topic out of the inboxes of members for whom it is not there any more.
///
/// # Errors
/// When a statement fails.
pub fn withdraw_from(
    tx: &mut AppTx,
    members: &[UserId],
    kinds: &[&NotificationKind],
    topic: &str,
) -> DbResult<()> {
    if members.is_empty() {
        return Ok(());
    }
    tx.lock_log()?;
    for user in members {
        for kind in kinds {
            store::remove_topic(tx, *user, kind.name, topic)?;
        }
    }
    events::append_changed(tx, members)
}
