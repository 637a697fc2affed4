//! Timetables as files.
//!
//! [`read_yaml`] reads CSES 1 and 2 and the older YAML without a version, [`read_workbook`] reads the sheets of an
//! XLSX file, [`read_template`] recognises our own workbook among them, and [`guess_mapping`] with [`read_grid`]
//! reads a grid that somebody else made. [`write_cses_1`], [`write_cses_2`], [`write_xlsx`], [`template`] and
//! [`write_ics`] write.
//!
//! Everything here is a pure function of its arguments. Files come from people, so each size is limited before
//! memory is used for it, and a problem names the line or cell where it is ([`FileProblem`]).

mod cycle;
mod grid;
mod ics;
mod imported;
mod problem;
mod template;
mod texts;
mod workbook;
mod yaml;

pub use grid::{GridDay, GridLine, GridMapping, GridPeriod, guess_mapping, read_grid};
pub use ics::{IcsLesson, write_ics};
pub use imported::{Format, Imported};
pub use problem::{CannotWrite, FileProblem, FileRule, Place};
pub use template::{read_template, template, write_xlsx};
pub use workbook::{MAX_COLUMNS, MAX_ROWS, Sheet, Workbook, is_workbook, read_workbook};
pub use yaml::{read_yaml, write_cses_1, write_cses_2};

/// The most bytes that a file may have: 2 MiB.
pub const MAX_FILE: usize = 2 * 1024 * 1024;
