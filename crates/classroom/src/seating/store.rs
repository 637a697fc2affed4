//! Every SQL text of the seats.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

statements! {
    /// That of a class.
    FIND = "select class, content, revision, updated_at, updated_by from seating_plans where class = $1";
    /// Sets that of a class.
    SET = "insert into seating_plans (class, content, revision, updated_at, updated_by) values ($1, $2, $3, $4, $5)
           on conflict (class) do update set content = excluded.content, revision = excluded.revision,
               updated_at = excluded.updated_at, updated_by = excluded.updated_by";
    /// Keeps a revision.
    KEEP = "insert into seating_revisions (class, revision, content, saved_at, saved_by) values ($1, $2, $3, $4, $5)";
    /// Forgets old revisions.
    FORGET = "delete from seating_revisions where class = $1 and revision <= $2";
    /// Those of a class, the newest first.
    REVISIONS = "select class, content, revision, saved_at, saved_by from seating_revisions where class = $1
                 order by revision desc";
    /// One.
    REVISION = "select class, content, revision, saved_at, saved_by from seating_revisions
                where class = $1 and revision = $2";
    /// Who changed a plan.
    ERASE_EDITOR = "update seating_plans set updated_by = '' where updated_by = $1";
    /// Who saved a revision.
    ERASE_SAVER = "update seating_revisions set saved_by = '' where saved_by = $1";
}

record! {
    /// A plan, or one of its revisions.
    #[derive(Clone, Debug)]
    pub(super) struct Row {
        pub(super) class: String,
        /// JSON.
        pub(super) content: String,
        pub(super) revision: i64,
        pub(super) saved_at: i64,
        pub(super) saved_by: String,
    }
}

pub(super) fn find(read: &mut Read, class: &str) -> DbResult<Option<Row>> {
    read.opt(&FIND, p![class])
}

/// Sets the plan of a class and keeps it as a revision, of which the last ones stay.
pub(super) fn save(tx: &mut Tx, row: &Row, kept: i64) -> DbResult<()> {
    let params = p![&row.class, &row.content, row.revision, row.saved_at, &row.saved_by];
    tx.exec(&SET, params)?;
    tx.exec(&KEEP, p![&row.class, row.revision, &row.content, row.saved_at, &row.saved_by])?;
    tx.exec(&FORGET, p![&row.class, row.revision - kept])?;
    Ok(())
}

pub(super) fn revisions(read: &mut Read, class: &str) -> DbResult<Vec<Row>> {
    read.all(&REVISIONS, p![class])
}

pub(super) fn revision(read: &mut Read, class: &str, revision: i64) -> DbResult<Option<Row>> {
    read.opt(&REVISION, p![class, revision])
}

/// Forgets who changed what. Numbers belong to the class list and stay.
pub(super) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    tx.exec(&ERASE_EDITOR, p![user])?;
    tx.exec(&ERASE_SAVER, p![user])?;
    Ok(())
}
