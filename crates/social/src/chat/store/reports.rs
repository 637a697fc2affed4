//! Messages that someone has reported.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

macro_rules! columns {
    () => {
        "id, message_id, room_id, sender_id, class, reporter_id, reason, kind, content, status, resolved_by, resolved_at, \
         note, created_at"
    };
}

/// The newest report of each message in a moderator's scope.
macro_rules! scope {
    () => {
        "where status = $1 and ($2 = '' or class = $2) and sender_id <> $3 and sender_id not like $4 \
         and not exists (select 1 from chat_reports n where n.message_id = c.message_id and n.status = c.status \
             and (n.created_at > c.created_at or (n.created_at = c.created_at and n.id > c.id)))"
    };
}

statements! {
    /// One report.
    FIND = concat!("select ", columns!(), " from chat_reports where id = $1");
    /// Adds one; a second of the same member on the same message changes nothing.
    INSERT = "insert into chat_reports (id, message_id, room_id, sender_id, class, reporter_id, reason, kind, content,
                  status, note, created_at)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'open', '', $10)
              on conflict (message_id, reporter_id) do nothing";
    /// A page for a moderator, the newest report of each message: $2 is the class or empty for all, $3
    /// the moderator, $4 what an officer does not see, or nothing.
    LIST = concat!("select ", columns!(), " from chat_reports c ", scope!(),
                   " order by created_at desc, id desc limit $5 offset $6");
    /// How many messages that are.
    COUNT = concat!("select count(*) from chat_reports c ", scope!());
    /// Everyone's reports of a message that are settled as this one is, or open as it is; oldest first.
    OF_MESSAGE = concat!("select ", columns!(), " from chat_reports where message_id = $1 and status = $2
                         and coalesce(resolved_at, 0) = $3 order by created_at, id");
    /// What one reported oneself, with the words as long as they stand.
    OWN = "select c.id, c.message_id, c.room_id, c.sender_id, c.class, c.reporter_id, c.reason, c.kind,
               case when m.recalled = 0 then c.content else '' end, c.status, c.resolved_by, c.resolved_at, c.note, c.created_at
           from chat_reports c left join chat_messages m on m.id = c.message_id
           where c.reporter_id = $1 order by c.created_at desc, c.id desc limit 100";
    /// Settles every open report of a message.
    SETTLE = "update chat_reports set status = $2, resolved_by = $3, resolved_at = $4, note = $5
              where message_id = $1 and status = 'open'";
    /// Opens again what was dismissed at once.
    REOPEN = "update chat_reports set status = 'open', resolved_by = null, resolved_at = null, note = ''
              where message_id = $1 and status = 'dismissed' and resolved_at = $2";
}

record! {
    /// A report.
    #[derive(Clone, Debug)]
    pub(crate) struct ReportRow {
        pub(crate) id: String,
        pub(crate) message_id: String,
        pub(crate) room_id: String,
        pub(crate) sender_id: String,
        pub(crate) class: String,
        pub(crate) reporter_id: String,
        pub(crate) reason: String,
        pub(crate) kind: String,
        pub(crate) content: String,
        pub(crate) status: String,
        pub(crate) resolved_by: Option<String>,
        pub(crate) resolved_at: Option<i64>,
        pub(crate) note: String,
        pub(crate) created_at: i64,
    }
}

/// Which reports a moderator sees.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    pub(crate) status: &'static str,
    /// Empty for all classes.
    pub(crate) class: String,
    pub(crate) moderator: UserId,
    /// A pattern of user IDs that are not shown; empty for none.
    pub(crate) hidden: &'static str,
}

pub(crate) fn find(read: &mut Read, id: &str) -> DbResult<Option<ReportRow>> {
    read.opt(&FIND, p![id])
}

/// False when this member has reported this message before.
pub(crate) fn insert(tx: &mut Tx, row: &ReportRow) -> DbResult<bool> {
    let ReportRow {
        id,
        message_id,
        room_id,
        sender_id,
        class,
        reporter_id,
        reason,
        kind,
        content,
        created_at,
        ..
    } = row;
    let params =
        p![id, message_id, room_id, sender_id, class, reporter_id, reason, kind, content, *created_at];
    Ok(tx.exec(&INSERT, params)? == 1)
}

pub(crate) fn list(read: &mut Read, scope: &Scope, limit: i64, offset: i64) -> DbResult<Vec<ReportRow>> {
    let Scope { status, class, moderator, hidden } = scope;
    read.all(&LIST, p![*status, class, *moderator, *hidden, limit, offset])
}

pub(crate) fn count(read: &mut Read, scope: &Scope) -> DbResult<i64> {
    let Scope { status, class, moderator, hidden } = scope;
    read.one(&COUNT, p![*status, class, *moderator, *hidden])
}

pub(crate) fn own(read: &mut Read, reporter: UserId) -> DbResult<Vec<ReportRow>> {
    read.all(&OWN, p![reporter])
}

/// What was said of a message together with this report, and settled together with it.
pub(crate) fn together(read: &mut Read, with: &ReportRow) -> DbResult<Vec<ReportRow>> {
    let ReportRow { message_id, status, resolved_at, .. } = with;
    read.all(&OF_MESSAGE, p![message_id, status, resolved_at.unwrap_or_default()])
}

/// False when it is not dismissed any more.
pub(crate) fn reopen(tx: &mut Tx, report: &ReportRow) -> DbResult<bool> {
    let ReportRow { message_id, resolved_at, .. } = report;
    Ok(tx.exec(&REOPEN, p![message_id, *resolved_at])? > 0)
}

/// False when none was open.
pub(crate) fn settle(
    tx: &mut Tx,
    message: &str,
    status: &str,
    by: UserId,
    now: i64,
    note: &str,
) -> DbResult<bool> {
    Ok(tx.exec(&SETTLE, p![message, status, by, now, note])? > 0)
}
