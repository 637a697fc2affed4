//! Every SQL text of the calendar.

pub(crate) mod changes;
pub(crate) mod erasure;
pub(crate) mod events;
pub(crate) mod feeds;
pub(crate) mod occurrences;
pub(crate) mod reminders;

use kernel::db::Statement;

const COUNT: usize = changes::STATEMENTS.len()
    + erasure::STATEMENTS.len()
    + events::STATEMENTS.len()
    + feeds::STATEMENTS.len()
    + occurrences::STATEMENTS.len()
    + occurrences::OWN_TEXTS.len()
    + reminders::STATEMENTS.len();

/// All of them, for the test that prepares each on both engines.
pub(crate) static STATEMENTS: [&Statement; COUNT] = kernel::db::joined::<COUNT>(&[
    changes::STATEMENTS,
    erasure::STATEMENTS,
    events::STATEMENTS,
    feeds::STATEMENTS,
    occurrences::STATEMENTS,
    occurrences::OWN_TEXTS,
    reminders::STATEMENTS,
]);
