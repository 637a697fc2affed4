//! Every SQL text of the homework feature, by topic.

pub(super) mod cards;
pub(super) mod erasure;
pub(super) mod pictures;
pub(super) mod submissions;
pub(super) mod ticks;

use kernel::db::Statement;

const COUNT: usize = cards::STATEMENTS.len()
    + erasure::STATEMENTS.len()
    + pictures::STATEMENTS.len()
    + submissions::STATEMENTS.len()
    + ticks::STATEMENTS.len();

/// All of them, for the test that prepares each on both engines.
pub(super) static STATEMENTS: [&Statement; COUNT] = kernel::db::joined::<COUNT>(&[
    cards::STATEMENTS,
    erasure::STATEMENTS,
    pictures::STATEMENTS,
    submissions::STATEMENTS,
    ticks::STATEMENTS,
]);

/// A list of numbers as statements read it.
fn list(ids: &[i64]) -> String {
    serde_json::json!(ids).to_string()
}
