//! What a file gave.

use jiff::civil::Date;
use school_clock::{DayChange, Timetable};
use serde::Serialize;
use utoipa::ToSchema;

use crate::FileProblem;

/// What was read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// What kind of file it is.
    pub format: Format,
    /// What the file calls the timetable, at most 40 characters.
    pub name: Option<String>,
    /// The timetable, which breaks no rule of [`Timetable::problems`].
    pub timetable: Timetable,
    /// What is different on single dates, each date once, in the order of the file.
    pub days: Vec<(Date, DayChange)>,
    /// What people should look at; none of them is fatal.
    pub problems: Vec<FileProblem>,
}

/// What kind of file a timetable was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub enum Format {
    /// CSES version 1.
    #[serde(rename = "cses_1")]
    Cses1,
    /// CSES version 2.
    #[serde(rename = "cses_2")]
    Cses2,
    /// YAML without a version, which may also have holidays and adjustments.
    #[serde(rename = "plain_yaml")]
    PlainYaml,
    /// A workbook in the form of [`template`](crate::template).
    #[serde(rename = "sheet_template")]
    SheetTemplate,
    /// Any other workbook.
    #[serde(rename = "sheet")]
    Sheet,
}
