//! Every SQL text of moderation, by topic.

pub(crate) mod cases;
pub(crate) mod erasure;
pub(crate) mod reports;
pub(crate) mod rules;
pub(crate) mod silences;

use kernel::db::Statement;

const COUNT: usize = cases::STATEMENTS.len()
    + erasure::STATEMENTS.len()
    + reports::STATEMENTS.len()
    + rules::STATEMENTS.len()
    + silences::STATEMENTS.len();

/// All of them, for the test that prepares each on both engines.
pub(crate) static STATEMENTS: [&Statement; COUNT] = kernel::db::joined::<COUNT>(&[
    cases::STATEMENTS,
    erasure::STATEMENTS,
    reports::STATEMENTS,
    rules::STATEMENTS,
    silences::STATEMENTS,
]);
