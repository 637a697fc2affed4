//! Every SQL text of the notifications feature.

use kernel::app::iso;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements, text_column};
use serde_json::{Value, json};

use super::NewNotification;
use super::model::{Mode, QuietHours};
use super::retention::MAX_KEPT;

text_column!(Mode);

macro_rules! columns {
    () => {
        "select id, kind, topic, subject, sender_id, content, created_at, read_at from notifications where user_id = $1"
    };
}

statements! {
    /// Adds one to an inbox.
    INSERT = "insert into notifications
                  (user_id, id, kind, topic, subject, event_seq, sender_id, content, created_at, read_at)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, null)";
    /// Some before an id, from the newest.
    BEFORE = concat!(columns!(), " and id < $2 order by id desc limit $3");
    /// The unread ones of those.
    UNREAD_BEFORE = concat!(columns!(), " and id < $2 and read_at is null order by id desc limit $3");
    /// Some after an id, from the newest.
    AFTER = concat!(columns!(), " and id > $2 order by id desc limit $3");
    /// The unread ones of those.
    UNREAD_AFTER = concat!(columns!(), " and id > $2 and read_at is null order by id desc limit $3");
    /// All of one member.
    ALL = concat!(columns!(), " order by id");
    /// One of a member.
    FIND = concat!(columns!(), " and id = $2");
    /// One in whoever's inbox.
    WITH_ID = "select id, kind, topic, subject, sender_id, content, created_at, read_at from notifications
               where id = $1 limit 1";
    /// In whose inboxes it is.
    READERS_OF = "select user_id from notifications where id = $1";
    /// The ids of those that a member has caused.
    IDS_FROM = "select distinct id from notifications where sender_id = $1 order by id";
    /// The ids after one.
    IDS_AFTER = "select distinct id from notifications where id > $1 order by id limit $2";
    /// How many nobody has looked at.
    UNREAD = "select count(*) from notifications where user_id = $1 and read_at is null";
    /// One was read.
    MARK_READ = "update notifications set read_at = $3 where user_id = $1 and id = $2 and read_at is null";
    /// All up to an id were.
    MARK_ALL_READ = "update notifications set read_at = $3 where user_id = $1 and id <= $2 and read_at is null";
    /// Those of a kind about a topic were, up to the event that they tell of.
    MARK_TOPIC_READ = "update notifications set read_at = $5
                       where user_id = $1 and kind = $2 and topic = $3 and event_seq <= $4 and read_at is null";
    /// Those of a kind about a subject were.
    MARK_SUBJECT_READ = "update notifications set read_at = $4
                         where user_id = $1 and kind = $2 and subject = $3 and read_at is null";
    /// In whose inboxes those of a kind about a subject are.
    USERS_OF = "select distinct user_id from notifications where subject = $2 and kind = $1";
    /// Takes them out.
    REMOVE = "delete from notifications where subject = $2 and kind = $1";
    /// In whose inboxes those of a kind about a topic are. No index has it: what asks is rare.
    USERS_ABOUT = "select distinct user_id from notifications where topic = $2 and kind = $1";
    /// Takes them out of one inbox.
    REMOVE_TOPIC = "delete from notifications where user_id = $1 and kind = $2 and topic = $3";
    /// What is too old.
    FORGET_OLD = "delete from notifications where created_at < $1";
    /// Inboxes with more than so many.
    FULL = "select user_id from notifications group by user_id having count(*) > $1";
    /// The newest one that is too much for an inbox.
    FIRST_TOO_MUCH = "select id from notifications where user_id = $1 order by id desc limit 1 offset $2";
    /// It, and all before it.
    FORGET_UP_TO = "delete from notifications where user_id = $1 and id <= $2";
    /// Who wants to hear nothing of a kind.
    WITHOUT = "select user_id from notifications_modes where kind = $1 and mode = 'off'";
    /// What a member has chosen.
    MODES = "select kind, mode from notifications_modes where user_id = $1";
    /// Chooses.
    SET_MODE = "insert into notifications_modes (user_id, kind, mode) values ($1, $2, $3)
                on conflict (user_id, kind) do update set mode = excluded.mode";
    /// Goes back to the default.
    CLEAR_MODE = "delete from notifications_modes where user_id = $1 and kind = $2";
    /// The quiet hours of a member.
    QUIET_HOURS = "select quiet_from, quiet_to from notifications_quiet_hours where user_id = $1";
    /// Sets them.
    SET_QUIET_HOURS = "insert into notifications_quiet_hours (user_id, quiet_from, quiet_to) values ($1, $2, $3)
                       on conflict (user_id) do update set quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to";
    /// Has none any more.
    CLEAR_QUIET_HOURS = "delete from notifications_quiet_hours where user_id = $1";
    /// Whether a member wants it quiet during lessons.
    QUIET_IN_LESSONS = "select count(*) from notifications_quiet_in_lessons where user_id = $1";
    /// Wants it.
    SET_QUIET_IN_LESSONS = "insert into notifications_quiet_in_lessons (user_id) values ($1) on conflict (user_id) do nothing";
    /// Wants it no more.
    CLEAR_QUIET_IN_LESSONS = "delete from notifications_quiet_in_lessons where user_id = $1";
    /// How many of each kind have come since a time and were not read.
    UNREAD_SINCE = "select kind, count(*) from notifications
                    where user_id = $1 and read_at is null and created_at >= $2 group by kind order by kind";
    /// What those of one kind are about that have come since a time and were not read.
    UNREAD_SUBJECTS = "select subject from notifications
                       where user_id = $1 and kind = $2 and read_at is null and created_at >= $3";
    /// Erases an inbox.
    ERASE = "delete from notifications where user_id = $1";
    /// Erases what a member has chosen.
    ERASE_MODES = "delete from notifications_modes where user_id = $1";
    /// Whoever caused it is nobody any more.
    ERASE_SENDER = "update notifications set sender_id = '' where sender_id = $1";
}

record! {
    /// A notification, but for whose inbox it is in.
    #[derive(Clone, Debug)]
    pub(super) struct Row {
        pub(super) id: i64,
        pub(super) kind: String,
        pub(super) topic: String,
        pub(super) subject: String,
        pub(super) sender_id: String,
        pub(super) content: String,
        pub(super) created_at: i64,
        pub(super) read_at: Option<i64>,
    }
}

pub(super) fn insert(
    tx: &mut Tx,
    user: UserId,
    id: i64,
    new: &NewNotification<'_>,
    now: i64,
) -> DbResult<()> {
    let sender = new.sender.map(|sender| sender.to_string()).unwrap_or_default();
    let NewNotification { kind, topic, subject, event_seq, content, .. } = new;
    tx.exec(&INSERT, p![user, id, kind.name, *topic, *subject, *event_seq, sender, *content, now]).map(drop)
}

/// Some before an id, from the newest; unread ones alone where only those are wanted.
pub(super) fn before(
    read: &mut Read,
    user: UserId,
    before: i64,
    unread_only: bool,
    limit: i64,
) -> DbResult<Vec<Row>> {
    read.all(if unread_only { &UNREAD_BEFORE } else { &BEFORE }, p![user, before, limit])
}

/// The newest after an id, from the newest; unread ones alone where only those are wanted.
pub(super) fn after(
    read: &mut Read,
    user: UserId,
    after: i64,
    unread_only: bool,
    limit: i64,
) -> DbResult<Vec<Row>> {
    read.all(if unread_only { &UNREAD_AFTER } else { &AFTER }, p![user, after, limit])
}

pub(super) fn find(read: &mut Read, user: UserId, id: i64) -> DbResult<Option<Row>> {
    read.opt(&FIND, p![user, id])
}

/// One in whoever's inbox.
pub(super) fn with_id(read: &mut Read, id: i64) -> DbResult<Option<Row>> {
    read.opt(&WITH_ID, p![id])
}

/// In whose inboxes one is.
pub(super) fn readers_of(read: &mut Read, id: i64) -> DbResult<Vec<UserId>> {
    users(read.all(&READERS_OF, p![id])?)
}

/// The ids of those that a member has caused.
pub(super) fn ids_from(read: &mut Read, sender: &str) -> DbResult<Vec<i64>> {
    read.all(&IDS_FROM, p![sender])
}

/// Some ids after one, in their order.
pub(super) fn ids_after(read: &mut Read, after: i64, limit: i64) -> DbResult<Vec<i64>> {
    read.all(&IDS_AFTER, p![after, limit])
}

pub(super) fn unread(read: &mut Read, user: UserId) -> DbResult<i64> {
    read.one(&UNREAD, p![user])
}

/// False when it was read before, or is not there.
pub(super) fn mark_read(tx: &mut Tx, user: UserId, id: i64, now: i64) -> DbResult<bool> {
    Ok(tx.exec(&MARK_READ, p![user, id, now])? > 0)
}

/// How many were not read before.
pub(super) fn mark_all_read(tx: &mut Tx, user: UserId, up_to: i64, now: i64) -> DbResult<u64> {
    tx.exec(&MARK_ALL_READ, p![user, up_to, now])
}

pub(super) fn mark_topic_read(
    tx: &mut Tx,
    user: UserId,
    kind: &str,
    topic: &str,
    up_to: i64,
    now: i64,
) -> DbResult<u64> {
    tx.exec(&MARK_TOPIC_READ, p![user, kind, topic, up_to, now])
}

pub(super) fn mark_subject_read(
    tx: &mut Tx,
    user: UserId,
    kind: &str,
    subject: &str,
    now: i64,
) -> DbResult<u64> {
    tx.exec(&MARK_SUBJECT_READ, p![user, kind, subject, now])
}

pub(super) fn users_of(read: &mut Read, kind: &str, subject: &str) -> DbResult<Vec<UserId>> {
    users(read.all(&USERS_OF, p![kind, subject])?)
}

pub(super) fn remove(tx: &mut Tx, kind: &str, subject: &str) -> DbResult<()> {
    tx.exec(&REMOVE, p![kind, subject]).map(drop)
}

pub(super) fn users_about(read: &mut Read, kind: &str, topic: &str) -> DbResult<Vec<UserId>> {
    users(read.all(&USERS_ABOUT, p![kind, topic])?)
}

pub(super) fn remove_topic(tx: &mut Tx, user: UserId, kind: &str, topic: &str) -> DbResult<()> {
    tx.exec(&REMOVE_TOPIC, p![user, kind, topic]).map(drop)
}

/// Forgets what came before this time, in milliseconds, and what is too much for an inbox.
pub(super) fn forget(tx: &mut Tx, before: i64) -> DbResult<()> {
    tx.exec(&FORGET_OLD, p![before])?;
    let full: Vec<(UserId,)> = tx.all(&FULL, p![MAX_KEPT])?;
    for (user,) in full {
        if let Some(id) = tx.opt::<i64>(&FIRST_TOO_MUCH, p![user, MAX_KEPT])? {
            tx.exec(&FORGET_UP_TO, p![user, id])?;
        }
    }
    Ok(())
}

fn users(rows: Vec<(UserId,)>) -> DbResult<Vec<UserId>> {
    Ok(rows.into_iter().map(|(user,)| user).collect())
}

/// Who wants to hear nothing of a kind.
pub(super) fn without(read: &mut Read, kind: &str) -> DbResult<Vec<UserId>> {
    users(read.all(&WITHOUT, p![kind])?)
}

/// What a member has chosen, by kind; kinds with the default are absent.
pub(super) fn modes(read: &mut Read, user: UserId) -> DbResult<Vec<(String, Mode)>> {
    read.all(&MODES, p![user])
}

pub(super) fn set_mode(tx: &mut Tx, user: UserId, kind: &str, mode: Mode) -> DbResult<()> {
    match mode {
        Mode::On => tx.exec(&CLEAR_MODE, p![user, kind]),
        Mode::Quiet | Mode::Off => tx.exec(&SET_MODE, p![user, kind, mode]),
    }
    .map(drop)
}

pub(super) fn quiet_hours(read: &mut Read, user: UserId) -> DbResult<Option<QuietHours>> {
    let found: Option<(String, String)> = read.opt(&QUIET_HOURS, p![user])?;
    Ok(found.map(|(from, to)| QuietHours { from, to }))
}

pub(super) fn set_quiet_hours(tx: &mut Tx, user: UserId, hours: Option<&QuietHours>) -> DbResult<()> {
    match hours {
        Some(QuietHours { from, to }) => tx.exec(&SET_QUIET_HOURS, p![user, from, to]),
        None => tx.exec(&CLEAR_QUIET_HOURS, p![user]),
    }
    .map(drop)
}

pub(super) fn is_quiet_in_lessons(read: &mut Read, user: UserId) -> DbResult<bool> {
    Ok(read.one::<i64>(&QUIET_IN_LESSONS, p![user])? > 0)
}

pub(super) fn set_quiet_in_lessons(tx: &mut Tx, user: UserId, quiet: bool) -> DbResult<()> {
    tx.exec(if quiet { &SET_QUIET_IN_LESSONS } else { &CLEAR_QUIET_IN_LESSONS }, p![user]).map(drop)
}

/// How many of each kind have come since a time, in milliseconds, and were not read.
pub(super) fn unread_since(read: &mut Read, user: UserId, since: i64) -> DbResult<Vec<(String, i64)>> {
    read.all(&UNREAD_SINCE, p![user, since])
}

/// What those of one kind are about that have come since a time, in milliseconds, and were not read.
pub(super) fn unread_subjects(
    read: &mut Read,
    user: UserId,
    kind: &str,
    since: i64,
) -> DbResult<Vec<String>> {
    read.all(&UNREAD_SUBJECTS, p![user, kind, since])
}

pub(super) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    for statement in [&ERASE, &ERASE_MODES, &CLEAR_QUIET_HOURS, &CLEAR_QUIET_IN_LESSONS, &ERASE_SENDER] {
        tx.exec(statement, p![*user])?;
    }
    Ok(())
}

pub(super) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let rows: Vec<Row> = read.all(&ALL, p![*user])?;
    let plain = |row: Row| {
        let content: Value = serde_json::from_str(&row.content).unwrap_or_default();
        json!({ "kind": row.kind, "subject": row.subject, "content": content, "created_at": iso(row.created_at),
                "read_at": row.read_at.map(iso) })
    };
    let modes: serde_json::Map<_, _> =
        modes(read, *user)?.into_iter().map(|(kind, mode)| (kind, json!(mode))).collect();
    let quiet = quiet_hours(read, *user)?.map(|hours| json!({ "from": hours.from, "to": hours.to }));
    let in_lessons = is_quiet_in_lessons(read, *user)?;
    let is_empty = rows.is_empty() && modes.is_empty() && quiet.is_none() && !in_lessons;
    let inbox: Vec<_> = rows.into_iter().map(plain).collect();
    Ok((!is_empty).then(
        || json!({ "inbox": inbox, "modes": modes, "quiet_hours": quiet, "quiet_in_lessons": in_lessons }),
    ))
}
