//! The search index. One text for both engines: `chat_search` is a full-text table that can be asked
//! like a function on SQLite, and a function over a table on PostgreSQL (see the migration). It is
//! behind the messages by what `chat_search_cursor` says.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, statements};

use super::messages::{MessageRow, select};

statements! {
    /// Messages that have what is wanted, newest first; what a member has cleared is hidden.
    FIND = select!("join chat_search($1) s on s.rowid = m.seq
                    left join chat_marks k on k.room_id = m.room_id and k.user_id = $2
                    where m.recalled = 0 and s.rowid < $3 and m.seq > coalesce(k.cleared_seq, 0)
                    order by s.rowid desc limit $4");
    /// How far the index is: the number of the last message that is in it.
    CURSOR = "select seq from chat_search_cursor";
    /// Moves that.
    MOVE_CURSOR = "update chat_search_cursor set seq = $1";
    /// The number of the newest message.
    NEWEST = "select coalesce(max(seq), 0) from chat_messages";
    /// Messages that are not in it yet, oldest first.
    UNINDEXED = "select seq, room_id, kind, content from chat_messages where seq > $1 order by seq limit $2";
    /// Adds a message.
    ADD = "insert into chat_search (rowid, words) values ($1, $2)";
    /// Takes one out.
    REMOVE = "delete from chat_search where rowid = $1";
}

pub(crate) fn find(
    read: &mut Read,
    wanted: &str,
    user: UserId,
    before: i64,
    limit: i64,
) -> DbResult<Vec<MessageRow>> {
    read.all(&FIND, p![wanted, user, before, limit])
}

pub(crate) fn cursor(read: &mut Read) -> DbResult<i64> {
    read.one(&CURSOR, p![])
}

pub(crate) fn move_cursor(tx: &mut Tx, seq: i64) -> DbResult<()> {
    tx.exec(&MOVE_CURSOR, p![seq]).map(drop)
}

/// 0 when nothing was ever said.
pub(crate) fn newest(read: &mut Read) -> DbResult<i64> {
    read.one(&NEWEST, p![])
}

/// Number, room, kind and content of what is not in the index yet.
pub(crate) fn unindexed(
    read: &mut Read,
    after: i64,
    limit: i64,
) -> DbResult<Vec<(i64, String, String, String)>> {
    read.all(&UNINDEXED, p![after, limit])
}

pub(crate) fn add(tx: &mut Tx, seq: i64, words: &str) -> DbResult<()> {
    tx.exec(&ADD, p![seq, words]).map(drop)
}

pub(crate) fn remove(tx: &mut Tx, seq: i64) -> DbResult<()> {
    tx.exec(&REMOVE, p![seq]).map(drop)
}
