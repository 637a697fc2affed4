//! Who of the staff asked who wrote something anonymous, and why.

use kernel::app::iso;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};
use serde_json::{Value, json};

macro_rules! select {
    () => {
        "select id, post_id, comment_id, author_id, asked_by, reason, created_at from community_reveals "
    };
}

statements! {
    /// Adds one.
    INSERT = "insert into community_reveals (id, post_id, comment_id, author_id, asked_by, reason, created_at)
              values ($1, $2, $3, $4, $5, $6, $7)";
    /// One.
    FIND = concat!(select!(), "where id = $1");
    /// Those that told who one is.
    OF_AUTHOR = concat!(select!(), "where author_id = $1 order by id");
    /// Forgets them with their author.
    DROP_OF_AUTHOR = "delete from community_reveals where author_id = $1";
    /// Who asked stays without a name.
    UNSIGN = "update community_reveals set asked_by = '' where asked_by = $1";
}

record! {
    /// A question of the staff, which was answered.
    #[derive(Clone, Debug)]
    pub(crate) struct RevealRow {
        pub(crate) id: i64,
        pub(crate) post_id: i64,
        /// None for the post itself.
        pub(crate) comment_id: Option<i64>,
        pub(crate) author_id: String,
        pub(crate) asked_by: String,
        pub(crate) reason: String,
        pub(crate) created_at: i64,
    }
}

pub(crate) fn insert(tx: &mut Tx, row: &RevealRow) -> DbResult<()> {
    let RevealRow { id, post_id, comment_id, author_id, asked_by, reason, created_at } = row;
    tx.exec(&INSERT, p![*id, *post_id, *comment_id, author_id, asked_by, reason, *created_at]).map(drop)
}

pub(crate) fn find(read: &mut Read, id: i64) -> DbResult<Option<RevealRow>> {
    read.opt(&FIND, p![id])
}

/// Who has asked for a member, when and why.
pub(crate) fn export(read: &mut Read, author: &UserId) -> DbResult<Vec<Value>> {
    let found: Vec<RevealRow> = read.all(&OF_AUTHOR, p![author])?;
    let plain = |row: RevealRow| {
        json!({ "post_id": row.post_id, "comment_id": row.comment_id, "asked_by": row.asked_by,
                "reason": row.reason, "created_at": iso(row.created_at) })
    };
    Ok(found.into_iter().map(plain).collect())
}

/// Forgets who asked for a member; what the member asked stays without their name.
pub(crate) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    [&DROP_OF_AUTHOR, &UNSIGN].into_iter().try_for_each(|statement| tx.exec(statement, p![user]).map(drop))
}
