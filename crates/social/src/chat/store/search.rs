//! The search index. One text for both engines: `chat_search` is a full-text table that can be asked
//! like a function on SQLite, and a function over a table on PostgreSQL (see the migration). It is
//! behind the messages by what the consumer `chat-search` has not handled yet.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

use super::messages::{MessageRow, select};

statements! {
    /// Messages that have what is wanted, newest first; what a member has cleared is hidden.
    FIND = select!("join chat_search($1) s on s.rowid = m.seq
                    left join chat_marks k on k.room_id = m.room_id and k.user_id = $2
                    where m.recalled = 0 and s.rowid < $3 and m.seq > coalesce(k.cleared_seq, 0)
                    order by s.rowid desc limit $4");
    /// A message that is to be in it.
    MESSAGE = "select room_id, kind, content, extra from chat_messages where seq = $1 and recalled = 0";
    /// Adds a message. One that is in it stays as it is: its event was set aside and comes late, and
    /// someone has edited the message since.
    ADD = "insert into chat_search (rowid, words) select cast($1 as bigint), $2
           where not exists (select 1 from chat_search where rowid = $1)";
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

record! {
    /// What the index reads of a message.
    pub(crate) struct SearchedRow {
        pub(crate) room_id: String,
        pub(crate) kind: String,
        pub(crate) content: String,
        pub(crate) extra: Option<String>,
    }
}

/// A message that was not recalled.
pub(crate) fn message(read: &mut Read, seq: i64) -> DbResult<Option<SearchedRow>> {
    read.opt(&MESSAGE, p![seq])
}

pub(crate) fn add(tx: &mut Tx, seq: i64, words: &str) -> DbResult<()> {
    tx.exec(&ADD, p![seq, words]).map(drop)
}

pub(crate) fn remove(tx: &mut Tx, seq: i64) -> DbResult<()> {
    tx.exec(&REMOVE, p![seq]).map(drop)
}
