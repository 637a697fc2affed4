//! Who of the staff asked who wrote something anonymous, and why.

use kernel::db::{DbResult, Read, Tx};
use kernel::{p, record, statements};

statements! {
    /// Adds one.
    INSERT = "insert into community_reveals (id, post_id, comment_id, asked_by, reason, created_at)
              values ($1, $2, $3, $4, $5, $6)";
    /// One.
    FIND = "select id, post_id, comment_id, asked_by, reason, created_at from community_reveals where id = $1";
}

record! {
    /// A question of the staff, which was answered.
    #[derive(Clone, Debug)]
    pub(crate) struct RevealRow {
        pub(crate) id: i64,
        pub(crate) post_id: i64,
        /// None for the post itself.
        pub(crate) comment_id: Option<i64>,
        pub(crate) asked_by: String,
        pub(crate) reason: String,
        pub(crate) created_at: i64,
    }
}

pub(crate) fn insert(tx: &mut Tx, row: &RevealRow) -> DbResult<()> {
    let RevealRow { id, post_id, comment_id, asked_by, reason, created_at } = row;
    tx.exec(&INSERT, p![*id, *post_id, *comment_id, asked_by, reason, *created_at]).map(drop)
}

pub(crate) fn find(read: &mut Read, id: i64) -> DbResult<Option<RevealRow>> {
    read.opt(&FIND, p![id])
}
