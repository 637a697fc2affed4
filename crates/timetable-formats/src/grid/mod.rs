//! Timetables that somebody else put into a sheet as a grid of days and periods.

mod build;
mod cell;
mod guess;
mod mapping;
mod read;
mod words;

pub(crate) use cell::{no_lesson, parse_alternatives};
pub use guess::guess_mapping;
pub use mapping::{GridDay, GridLine, GridMapping, GridPeriod};
pub use read::read_grid;
pub(crate) use words::{weekday, weeks_mark};
