//! Members who may not write for a time.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

macro_rules! select {
    () => {
        "select user_id, ends_at, reason, silenced_by, created_at from moderation_silences "
    };
}

statements! {
    /// Of a member.
    FIND = concat!(select!(), "where user_id = $1");
    /// Those that last at a time.
    LASTING = concat!(select!(), "where ends_at > $1 order by ends_at, user_id");
    /// Sets one, in place of another.
    SET = "insert into moderation_silences (user_id, ends_at, reason, silenced_by, created_at)
           values ($1, $2, $3, $4, $5)
           on conflict (user_id) do update set ends_at = excluded.ends_at, reason = excluded.reason,
               silenced_by = excluded.silenced_by, created_at = excluded.created_at";
    /// Ends one.
    END = "delete from moderation_silences where user_id = $1";
}

record! {
    /// A member who may not write for a time.
    #[derive(Clone, Debug)]
    pub(crate) struct SilenceRow {
        pub(crate) user_id: String,
        pub(crate) ends_at: i64,
        pub(crate) reason: String,
        /// Empty when erased.
        pub(crate) silenced_by: String,
        pub(crate) created_at: i64,
    }
}

pub(crate) fn find(read: &mut Read, user: UserId) -> DbResult<Option<SilenceRow>> {
    read.opt(&FIND, p![user])
}

pub(crate) fn lasting(read: &mut Read, now: i64) -> DbResult<Vec<SilenceRow>> {
    read.all(&LASTING, p![now])
}

pub(crate) fn set(tx: &mut Tx, row: &SilenceRow) -> DbResult<()> {
    let SilenceRow { user_id, ends_at, reason, silenced_by, created_at } = row;
    tx.exec(&SET, p![user_id, *ends_at, reason, silenced_by, *created_at]).map(drop)
}

/// False when there was none.
pub(crate) fn end(tx: &mut Tx, user: UserId) -> DbResult<bool> {
    Ok(tx.exec(&END, p![user])? == 1)
}
