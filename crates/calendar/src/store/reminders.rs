//! The next reminder of each event.

use kernel::db::{DbResult, Read, Tx};
use kernel::{p, record, statements};

statements! {
    /// Of an event.
    FIND = "select event_id, due_at, starts_at from calendar_reminders where event_id = $1";
    /// Those that are due, the earliest first.
    DUE = "select event_id, due_at, starts_at from calendar_reminders where due_at <= $1 order by due_at, event_id limit $2";
    /// Sets that of an event.
    SET = "insert into calendar_reminders (event_id, due_at, starts_at) values ($1, $2, $3)
           on conflict (event_id) do update set due_at = excluded.due_at, starts_at = excluded.starts_at";
    /// Forgets that of an event.
    REMOVE = "delete from calendar_reminders where event_id = $1";
}

record! {
    /// A row.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct Reminder {
        pub(crate) event_id: String,
        /// When it is told, in milliseconds.
        pub(crate) due_at: i64,
        /// When the event begins that it reminds of.
        pub(crate) starts_at: i64,
    }
}

pub(crate) fn find(read: &mut Read, event: &str) -> DbResult<Option<Reminder>> {
    read.opt(&FIND, p![event])
}

/// Some that are due at an instant in milliseconds, the earliest first.
pub(crate) fn due(read: &mut Read, now: i64, limit: i64) -> DbResult<Vec<Reminder>> {
    read.all(&DUE, p![now, limit])
}

pub(crate) fn set(tx: &mut Tx, reminder: &Reminder) -> DbResult<()> {
    tx.exec(&SET, p![&reminder.event_id, reminder.due_at, reminder.starts_at])?;
    Ok(())
}

pub(crate) fn remove(tx: &mut Tx, event: &str) -> DbResult<()> {
    tx.exec(&REMOVE, p![event])?;
    Ok(())
}
