//! `/api/timetable`.

pub(crate) mod days;
pub(crate) mod exports;
pub(crate) mod files;
pub(crate) mod public_years;
pub(crate) mod revisions;
pub(crate) mod timetables;
