//! Integer ids, for the few tables whose rows the interface numbers (`interface 2.17`).

use crate::db::{DbResult, Tx};
use crate::{p, statements};

statements! {
    /// Counts on, from 1.
    NEXT = "insert into sequences (name, value) values ($1, 1)
            on conflict (name) do update set value = sequences.value + 1 returning value";
}

/// The next number of a sequence. Counted inside the transaction: no number is given out twice,
/// and one that was rolled back is given out again.
///
/// # Errors
/// When the statement fails.
pub fn next(tx: &mut Tx, name: &str) -> DbResult<i64> {
    tx.one(&NEXT, p![name])
}
