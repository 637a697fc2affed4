//! Every SQL text of the announcements feature, by topic.

pub(super) mod erasure;
pub(super) mod homework;
pub(super) mod lists;
pub(super) mod marks;
pub(super) mod rows;

use kernel::db::Statement;

const COUNT: usize = erasure::STATEMENTS.len()
    + homework::STATEMENTS.len()
    + lists::STATEMENTS.len()
    + marks::STATEMENTS.len()
    + rows::STATEMENTS.len();

/// All of them, for the test that prepares each on both engines.
pub(super) static STATEMENTS: [&Statement; COUNT] = kernel::db::joined::<COUNT>(&[
    erasure::STATEMENTS,
    homework::STATEMENTS,
    lists::STATEMENTS,
    marks::STATEMENTS,
    rows::STATEMENTS,
]);
