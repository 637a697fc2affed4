//! Our own workbook: one sheet with a column for each schedule, one with the subjects, one with the rest. It keeps
//! everything of a timetable, and people can fill it in.

mod labels;
mod read;
mod write;

pub use read::read_template;
pub use write::{template, write_xlsx};
