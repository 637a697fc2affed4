//! Every SQL text of the timetable feature.

pub(crate) mod days;
pub(crate) mod revisions;
pub(crate) mod timetables;

use kernel::db::Statement;

const COUNT: usize = days::STATEMENTS.len() + revisions::STATEMENTS.len() + timetables::STATEMENTS.len();

/// All of them, for the test that prepares each on both engines.
pub(crate) static STATEMENTS: [&Statement; COUNT] =
    kernel::db::joined::<COUNT>(&[days::STATEMENTS, revisions::STATEMENTS, timetables::STATEMENTS]);
