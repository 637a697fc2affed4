//! What was changed at once, for undo.

use kernel::db::{DbResult, Read, Tx};
use kernel::{p, record, statements, text_column};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

statements! {
    /// One.
    FIND = "select id, owner, kind, made_by, made_at from calendar_changes where id = $1";
    /// Its events, in the order in which they were changed.
    ROWS = "select event_id, before, revision from calendar_change_rows where change_id = $1 order by position";
    /// The ids of its events.
    EVENTS = "select distinct event_id from calendar_change_rows where change_id = $1";
    /// Adds one.
    INSERT = "insert into calendar_changes (id, owner, kind, made_by, made_at, bytes) values ($1, $2, $3, $4, $5, 0)";
    /// Notes how much is kept of one.
    SET_BYTES = "update calendar_changes set bytes = $2 where id = $1";
    /// Those of a calendar, the latest first.
    SIZES = "select id, made_at, bytes from calendar_changes where owner = $1 order by made_at desc, id desc";
    /// Forgets the events of one.
    FORGET_ROWS = "delete from calendar_change_rows where change_id = $1";
    /// Forgets one.
    FORGET = "delete from calendar_changes where id = $1";
    /// Adds an event to one.
    INSERT_ROW = "insert into calendar_change_rows (change_id, position, event_id, before, revision)
                  values ($1, $2, $3, $4, $5)";
    /// Forgets the events of those made before a time.
    PURGE_ROWS = "delete from calendar_change_rows
                  where change_id in (select id from calendar_changes where made_at < $1)";
    /// Forgets those made before a time.
    PURGE = "delete from calendar_changes where made_at < $1";
}

/// What a change did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ChangeKind {
    /// It made an event.
    Created,
    /// It changed an event, a series or a part of one.
    Updated,
    /// It deleted an event, a series or a part of one.
    Deleted,
    /// It read a file.
    Imported,
    /// It undid another change.
    Undone,
}

text_column!(ChangeKind);

record! {
    /// A change.
    #[derive(Clone, Debug)]
    pub(crate) struct Change {
        pub(crate) id: String,
        pub(crate) owner: String,
        pub(crate) kind: ChangeKind,
        pub(crate) made_by: String,
        pub(crate) made_at: i64,
    }
}

record! {
    /// An event of a change.
    #[derive(Clone, Debug)]
    pub(crate) struct ChangedEvent {
        pub(crate) event_id: String,
        /// JSON; `None` for one that was made.
        pub(crate) before: Option<String>,
        /// That of the event after the change.
        pub(crate) revision: i64,
    }
}

record! {
    /// How much is kept of a change.
    #[derive(Clone, Debug)]
    pub(crate) struct ChangeSize {
        pub(crate) id: String,
        pub(crate) made_at: i64,
        pub(crate) bytes: i64,
    }
}

pub(crate) fn find(read: &mut Read, id: &str) -> DbResult<Option<Change>> {
    read.opt(&FIND, p![id])
}

/// The events of a change, in the order in which they were changed.
pub(crate) fn rows(read: &mut Read, id: &str) -> DbResult<Vec<ChangedEvent>> {
    read.all(&ROWS, p![id])
}

/// The ids of the events of a change.
pub(crate) fn events(read: &mut Read, id: &str) -> DbResult<Vec<String>> {
    read.all(&EVENTS, p![id])
}

pub(crate) fn insert(tx: &mut Tx, change: &Change) -> DbResult<()> {
    let Change { id, owner, kind, made_by, made_at } = change;
    tx.exec(&INSERT, p![id, owner, *kind, made_by, *made_at])?;
    Ok(())
}

pub(crate) fn insert_row(tx: &mut Tx, change: &str, position: i64, row: &ChangedEvent) -> DbResult<()> {
    tx.exec(&INSERT_ROW, p![change, position, &row.event_id, row.before.as_deref(), row.revision])?;
    Ok(())
}

/// Notes how much is kept of a change, in bytes.
pub(crate) fn set_bytes(tx: &mut Tx, id: &str, bytes: i64) -> DbResult<()> {
    tx.exec(&SET_BYTES, p![id, bytes])?;
    Ok(())
}

/// The changes of a calendar, the latest first.
pub(crate) fn sizes(read: &mut Read, owner: &str) -> DbResult<Vec<ChangeSize>> {
    read.all(&SIZES, p![owner])
}

/// Forgets a change.
pub(crate) fn forget(tx: &mut Tx, id: &str) -> DbResult<()> {
    tx.exec(&FORGET_ROWS, p![id])?;
    tx.exec(&FORGET, p![id])?;
    Ok(())
}

/// Forgets those that were made before a time in milliseconds.
pub(crate) fn purge(tx: &mut Tx, before: i64) -> DbResult<()> {
    tx.exec(&PURGE_ROWS, p![before])?;
    tx.exec(&PURGE, p![before])?;
    Ok(())
}
