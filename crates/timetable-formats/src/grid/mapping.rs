//! What the rows and columns of a grid are.

use school_clock::{ClockTime, Weeks};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most lines of a lesson in a cell.
pub(super) const MAX_LINES: usize = 8;

/// What the rows, columns and lines of a grid are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GridMapping {
    /// The name of the sheet.
    pub sheet: String,
    /// Whether days are rows and periods columns.
    #[serde(default)]
    pub transposed: bool,
    /// The columns (rows when transposed) that are days, each once.
    pub days: Vec<GridDay>,
    /// The rows (columns when transposed) that are periods, each once. Two of the same times in a row are one period, and the
    /// texts of the second are further lines of its cells.
    pub periods: Vec<GridPeriod>,
    /// What the lines of one cell are, from the first; lines beyond are left out. At most 8.
    pub lines: Vec<GridLine>,
}

/// A column or row that is a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GridDay {
    /// Its number, from 0.
    pub index: usize,
    /// The weekday, 1 (Monday) to 7 (Sunday).
    pub day: u16,
    /// In which weeks its lessons are.
    #[serde(default)]
    pub weeks: Weeks,
}

/// A row or column that is a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GridPeriod {
    /// Its number, from 0.
    pub index: usize,
    /// When it begins, `HH:MM`; `null` where the sheet does not say.
    #[schema(value_type = Option<String>)]
    pub start: Option<ClockTime>,
    /// When it ends.
    #[schema(value_type = Option<String>)]
    pub end: Option<ClockTime>,
}

/// What a line of a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GridLine {
    /// The subject.
    Subject,
    /// Who teaches it.
    Teacher,
    /// Where it is.
    Room,
    /// Something else.
    Skip,
}

impl GridMapping {
    /// The row and column of a day and period.
    pub(super) fn position(&self, day: usize, period: usize) -> (usize, usize) {
        if self.transposed { (day, period) } else { (period, day) }
    }

    /// The periods with the rows or columns of each: those of the same times in a row are one.
    pub(super) fn joined_periods(&self) -> Vec<(GridPeriod, Vec<usize>)> {
        let mut joined: Vec<(GridPeriod, Vec<usize>)> = Vec::new();
        for period in &self.periods {
            match joined.last_mut() {
                Some((last, indexes))
                    if period.start.is_some() && (last.start, last.end) == (period.start, period.end) =>
                {
                    indexes.push(period.index);
                }
                _ => joined.push((*period, vec![period.index])),
            }
        }
        joined
    }
}

/// The lines of the cells of one day that belong to one period. A text that a merged range repeats is there once. A cell
/// has two lessons at most, and lines beyond those of two are left out.
pub(super) fn lines(texts: &[&str]) -> Vec<String> {
    let mut texts = texts.to_vec();
    texts.dedup();
    let lines = texts.iter().flat_map(|text| text.lines()).take(2 * MAX_LINES);
    let mut lines: Vec<String> = lines.map(|line| line.trim().to_owned()).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}
