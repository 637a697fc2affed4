//! The sheets of a workbook as texts.

mod archive;

use std::io::Cursor;
use std::panic::AssertUnwindSafe;

use calamine::{DataRef, ExcelDateTime, Reader, SheetType, Xlsx, XlsxError};
use school_clock::ClockTime;

use crate::problem::Problems;
use crate::{FileProblem, FileRule, MAX_FILE};

/// The most rows of a sheet that are read.
pub const MAX_ROWS: usize = 500;
/// The most columns of a sheet that are read: those of our own workbook with as many schedules as there may be.
pub const MAX_COLUMNS: usize = 202;
/// The most sheets that are read.
const MAX_SHEETS: usize = 30;
/// The longest text of a cell that is kept, in bytes.
const MAX_TEXT: usize = 4000;
/// The most bytes of all texts of a workbook: many cells may have one long text.
const MAX_TEXTS: usize = 4 * 1024 * 1024;
/// The most cells of a workbook that are looked at, those beyond the limits of a sheet included.
const MAX_VISITED: usize = 4_000_000;
/// The most merged ranges of a sheet.
const MAX_MERGED: usize = 5000;

/// The sheets of a workbook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workbook {
    /// The sheets with cells, in their order; at most 30.
    pub sheets: Vec<Sheet>,
    /// What people should look at; none of them is fatal.
    pub problems: Vec<FileProblem>,
}

/// A sheet of a workbook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The name.
    pub name: String,
    /// The texts of the cells by rows, from the first cell of the sheet; at most [`MAX_ROWS`] rows of at most
    /// [`MAX_COLUMNS`] cells, all rows of the same length. A merged range has its text in each cell. Times are
    /// `HH:MM` or `HH:MM:SS`, dates `YYYY-MM-DD`.
    pub cells: Vec<Vec<String>>,
}

impl Sheet {
    /// The text of a cell without blanks around it; empty where there is none.
    pub(crate) fn text(&self, row: usize, column: usize) -> &str {
        self.cells.get(row).and_then(|cells| cells.get(column)).map_or("", |text| text.trim())
    }
}

/// Whether the bytes are those of a workbook, old ones and broken ones included, and not of a text.
#[must_use]
pub fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK") || archive::is_compound(bytes)
}

/// Reads the sheets of an XLSX file. Formulas have the values that the file keeps for them. What lies beyond the
/// limits of [`Sheet`] is left out, which is told.
///
/// # Errors
/// When the file is no XLSX file, is damaged, or unpacks to more than 16 MiB.
pub fn read_workbook(bytes: &[u8]) -> Result<Workbook, FileProblem> {
    if bytes.is_empty() {
        return Err(FileProblem::of_file(FileRule::Empty));
    }
    if bytes.len() > MAX_FILE {
        return Err(FileProblem::of_file(FileRule::TooBig));
    }
    archive::check(bytes).map_err(FileProblem::of_file)?;
    // The library computes with numbers of the file, which may overflow in a damaged one.
    let read = std::panic::catch_unwind(AssertUnwindSafe(|| read(bytes)));
    read.unwrap_or_else(|_| Err(FileProblem::of_file(FileRule::NotAWorkbook)))
}

fn read(bytes: &[u8]) -> Result<Workbook, FileProblem> {
    let mut file = Xlsx::new(Cursor::new(bytes)).map_err(|error| {
        let encrypted = matches!(error, XlsxError::Password);
        FileProblem::of_file(if encrypted { FileRule::OldWorkbook } else { FileRule::NotAWorkbook })
    })?;
    let sheets = file.sheets_metadata().iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let names: Vec<String> = sheets.take(MAX_SHEETS).map(|sheet| sheet.name.clone()).collect();
    let mut workbook = Workbook::default();
    let mut problems = Problems::default();
    let mut left = Left { texts: MAX_TEXTS, cells: MAX_VISITED };
    for name in names {
        match read_sheet(&mut file, &name, &mut problems, &mut left) {
            Ok(sheet) if sheet.cells.is_empty() => {}
            Ok(sheet) => workbook.sheets.push(sheet),
            Err(_) => problems.push(of_sheet(FileRule::SheetUnreadable, &name)),
        }
    }
    workbook.problems = problems.into_vec();
    match workbook.problems.iter().find(|problem| problem.rule == FileRule::SheetUnreadable) {
        Some(problem) if workbook.sheets.is_empty() => Err(FileProblem { fatal: true, ..problem.clone() }),
        // What was left out of the cells says more than that nothing is there.
        _ if workbook.sheets.is_empty() => Err(match workbook.problems.first() {
            Some(problem) => FileProblem { fatal: true, ..problem.clone() },
            None => FileProblem::of_file(FileRule::Empty),
        }),
        _ => Ok(workbook),
    }
}

/// A problem of a whole sheet that leaves the others.
fn of_sheet(rule: FileRule, sheet: &str) -> FileProblem {
    FileProblem { name: crate::problem::shown(sheet), ..FileProblem::of_file(rule).harmless() }
}

/// What may still be read of a workbook.
struct Left {
    /// Bytes of texts.
    texts: usize,
    /// Cells to look at.
    cells: usize,
}

/// The cells of a sheet while they are read.
#[derive(Default)]
struct Cells {
    rows: Vec<Vec<String>>,
    /// Whether some cells with values lie beyond the limits.
    is_cut: bool,
}

impl Cells {
    fn put(&mut self, row: usize, column: usize, text: String, left: &mut Left) {
        if row >= MAX_ROWS || column >= MAX_COLUMNS || text.len() > left.texts {
            self.is_cut = true;
            return;
        }
        left.texts -= text.len();
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let cells = &mut self.rows[row];
        if cells.len() <= column {
            cells.resize(column + 1, String::new());
        }
        cells[column] = text;
    }

    /// Writes the text of the first cell of a merged range into its other cells. In a well-formed file ranges do not
    /// overlap, and all of them together have no more cells than a sheet. In any other file they may, so that `most`
    /// counts the cells of all ranges down.
    fn fill(&mut self, range: [(u32, u32); 2], most: &mut usize, left: &mut Left) {
        let [(top, first), (bottom, last)] = range.map(|(row, column)| (row as usize, column as usize));
        let text = self.rows.get(top).and_then(|row| row.get(first)).cloned().unwrap_or_default();
        if text.is_empty() {
            return;
        }
        for row in top..=bottom.min(MAX_ROWS - 1) {
            for column in first..=last.min(MAX_COLUMNS - 1) {
                if (row, column) == (top, first) {
                    continue;
                }
                if *most == 0 {
                    return;
                }
                *most -= 1;
                self.put(row, column, text.clone(), left);
            }
        }
    }
}

fn read_sheet(
    file: &mut Xlsx<Cursor<&[u8]>>,
    name: &str,
    problems: &mut Problems,
    left: &mut Left,
) -> Result<Sheet, XlsxError> {
    let mut cells = Cells::default();
    read_cells(file, name, &mut cells, problems, left)?;
    if left.cells > 0 {
        let merged = file.merge_cells_by_sheet_name(name)?;
        cells.is_cut |= merged.len() > MAX_MERGED;
        let mut most = MAX_ROWS * MAX_COLUMNS;
        for range in merged.iter().take(MAX_MERGED) {
            cells.fill([range.start, range.end], &mut most, left);
        }
    }
    if cells.is_cut {
        problems.push(of_sheet(FileRule::TooManyCells, name));
    }
    let width = cells.rows.iter().map(Vec::len).max().unwrap_or_default();
    cells.rows.iter_mut().for_each(|row| row.resize(width, String::new()));
    Ok(Sheet { name: name.to_owned(), cells: cells.rows })
}

/// Reads the cells one by one and never as a range: a file of a few bytes can name the last cell that a sheet may have.
fn read_cells(
    file: &mut Xlsx<Cursor<&[u8]>>,
    name: &str,
    cells: &mut Cells,
    problems: &mut Problems,
    left: &mut Left,
) -> Result<(), XlsxError> {
    if left.cells == 0 {
        cells.is_cut = true;
        return Ok(());
    }
    let mut reader = file.worksheet_cells_reader(name)?;
    // The other ways to read formulas enlarge a list to the number (`si`) that a shared formula has in the file, and an
    // allocation that fails ends the process. This one leaves shared formulas as they are.
    while let Some(record) = reader.next_cell_with_formula_metadata()? {
        left.cells = left.cells.saturating_sub(1);
        if left.cells == 0 {
            cells.is_cut = true;
            return Ok(());
        }
        let (row, column) = (record.pos.0 as usize, record.pos.1 as usize);
        let is_missing = record.formula.is_some() && matches!(record.value, DataRef::Empty);
        let is_inside = row < MAX_ROWS && column < MAX_COLUMNS;
        if is_inside && (is_missing || matches!(record.value, DataRef::Error(_))) {
            problems
                .push(FileProblem::of_cell(name, row, column, FileRule::FormulaWithoutValue, "").harmless());
        }
        let text = text(&record.value);
        if !text.is_empty() {
            cells.put(row, column, text, left);
        }
    }
    Ok(())
}

fn text(value: &DataRef<'_>) -> String {
    match value {
        DataRef::String(text) => cut(text),
        DataRef::SharedString(text) => cut(text),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::Bool(value) => value.to_string(),
        DataRef::DateTime(time) => date_or_time(time),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => cut(text),
        DataRef::Error(_) | DataRef::Empty => String::new(),
    }
}

fn cut(text: &str) -> String {
    let end = text.floor_char_boundary(MAX_TEXT);
    text[..end].replace("\r\n", "\n").replace('\r', "\n")
}

/// Spreadsheets keep a time of day as a part of a day, and a date as a number of days.
fn date_or_time(time: &ExcelDateTime) -> String {
    let days = time.as_f64();
    if (0.0..1.0).contains(&days) {
        // The product is below a day, so that the conversion keeps it.
        return ClockTime::from_seconds((days * 86_400.0).round() as i64).to_string();
    }
    let (year, month, day, hour, minute, _, _) = time.to_ymd_hms_milli();
    let date = format!("{year:04}-{month:02}-{day:02}");
    if hour == 0 && minute == 0 { date } else { format!("{date} {hour:02}:{minute:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_merged_range_has_its_text_in_every_cell_within_the_limits() {
        let rows = vec![vec![String::new(), "周一".to_owned()]];
        let mut cells = Cells { rows, is_cut: false };
        let mut left = Left { texts: MAX_TEXTS, cells: 0 };
        cells.fill([(0, 1), (1, 2)], &mut 100, &mut left);
        assert_eq!(cells.rows[0][1..], ["周一", "周一"]);
        assert_eq!(cells.rows[1][1..], ["周一", "周一"]);
        cells.fill([(0, 1), (u32::MAX, u32::MAX)], &mut (MAX_ROWS * MAX_COLUMNS), &mut left);
        assert_eq!((cells.rows.len(), cells.rows[0].len()), (MAX_ROWS, MAX_COLUMNS));
        let mut most = 3;
        cells.fill([(0, 1), (9, 9)], &mut most, &mut left);
        assert_eq!((most, cells.is_cut), (0, false));
        left.texts = 5;
        cells.fill([(0, 1), (9, 9)], &mut 100, &mut left);
        assert!(cells.is_cut, "there is room for no further text");
    }
}
