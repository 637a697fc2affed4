//! Guessing what the rows and columns of a sheet are.

use std::collections::BTreeSet;

use school_clock::{ClockTime, Weeks};

use super::cell::no_lesson;
use super::mapping::{GridDay, GridLine, GridMapping, GridPeriod, lines};
use super::words::{bare_weekday, clock_times, weekday, weeks_mark};
use crate::Sheet;

/// How many rows from the top, or columns from the left, may have the headings.
const HEADINGS: usize = 20;
/// Half a day, in seconds.
const HALF_DAY: i64 = 12 * 3600;

/// What the rows and columns of the sheet that looks most like a timetable are: days are headings such as 周一, 星期一
/// or Monday, in one row or one column, and periods the rows or columns that follow. A period has no times where the
/// sheet does not say any. `None` when no sheet has two weekdays in a line.
#[must_use]
pub fn guess_mapping(sheets: &[Sheet]) -> Option<GridMapping> {
    let guesses = sheets.iter().filter_map(|sheet| {
        let heading = Heading::find(sheet)?;
        Some((heading.score(), sheet, heading))
    });
    // Of equal ones the first.
    let (_, sheet, heading) = guesses.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    Some(heading.mapping(sheet))
}

/// A sheet in which days are columns, whether or not they are.
#[derive(Clone, Copy)]
struct View<'a> {
    sheet: &'a Sheet,
    transposed: bool,
}

impl<'a> View<'a> {
    fn text(self, row: usize, column: usize) -> &'a str {
        if self.transposed { self.sheet.text(column, row) } else { self.sheet.text(row, column) }
    }

    fn size(self) -> (usize, usize) {
        let rows = self.sheet.cells.len();
        let columns = self.sheet.cells.iter().map(Vec::len).max().unwrap_or_default();
        if self.transposed { (columns, rows) } else { (rows, columns) }
    }
}

/// The row of the weekdays.
struct Heading {
    transposed: bool,
    row: usize,
    days: Vec<GridDay>,
    /// Whether the weekdays are single characters, which numbers of periods may be too.
    is_bare: bool,
}

impl Heading {
    fn find(sheet: &Sheet) -> Option<Self> {
        let candidates = [false, true].into_iter().flat_map(|transposed| {
            let (rows, _) = View { sheet, transposed }.size();
            let rows = 0..rows.min(HEADINGS);
            rows.flat_map(move |row| [false, true].map(|is_bare| Self::at(sheet, transposed, row, is_bare)))
        });
        let found = candidates.filter(|heading| heading.score().0 >= if heading.is_bare { 3 } else { 2 });
        found.reduce(|best, next| if next.score() > best.score() { next } else { best })
    }

    fn at(sheet: &Sheet, transposed: bool, row: usize, is_bare: bool) -> Self {
        let view = View { sheet, transposed };
        let mut days = Vec::new();
        for column in 0..view.size().1 {
            let text = view.text(row, column);
            let day = if is_bare { bare_weekday(text) } else { weekday(text) };
            // A heading over two columns may have 单周 and 双周 below it.
            let weeks =
                [text, view.text(row + 1, column)].into_iter().find_map(weeks_mark).map(|(weeks, _)| weeks);
            days.extend(day.map(|day| GridDay { index: column, day, weeks: weeks.unwrap_or_default() }));
        }
        Self { transposed, row, days, is_bare }
    }

    /// The number of different weekdays; of equal ones whole words and rows win.
    fn score(&self) -> (usize, bool, bool) {
        let days: BTreeSet<u16> = self.days.iter().map(|day| day.day).collect();
        (days.len(), !self.is_bare, !self.transposed)
    }

    fn mapping(mut self, sheet: &Sheet) -> GridMapping {
        let view = View { sheet, transposed: self.transposed };
        let below = self.row + 1;
        let is_second_heading = self.days.iter().any(|day| day.weeks != Weeks::All)
            && self.days.iter().all(|day| {
                let text = view.text(below, day.index);
                text.is_empty() || weeks_mark(text).is_some_and(|(_, rest)| rest.is_empty())
            });
        if !is_second_heading {
            // The mark of a lesson in the first period is none of its day.
            for day in &mut self.days {
                day.weeks = weeks_mark(view.text(self.row, day.index)).map_or(Weeks::All, |(weeks, _)| weeks);
            }
        }
        let first = if is_second_heading { below + 1 } else { below };
        let periods = self.periods(view, first);
        let mut mapping = GridMapping {
            sheet: sheet.name.clone(),
            transposed: self.transposed,
            days: self.days,
            periods,
            lines: vec![GridLine::Subject],
        };
        mapping.lines = guess_lines(sheet, &mapping);
        mapping
    }

    /// The rows with lessons.
    fn periods(&self, view: View<'_>, first: usize) -> Vec<GridPeriod> {
        let (rows, columns) = view.size();
        let is_day = |column: usize| self.days.iter().any(|day| day.index == column);
        let leading: Vec<usize> = (0..columns).take_while(|column| !is_day(*column)).collect();
        let others: Vec<usize> = (0..columns).filter(|column| !is_day(*column)).collect();
        let mut periods = Vec::new();
        let mut before = None;
        for row in first..rows {
            let is_lesson = |text: &str| text.lines().any(|line| !no_lesson(line));
            let has_lesson = self.days.iter().any(|day| is_lesson(view.text(row, day.index)));
            // A remark below the grid is merged over all columns.
            let is_remark = leading.first().is_some_and(|column| {
                let text = view.text(row, *column);
                self.days.iter().all(|day| view.text(row, day.index) == text)
            });
            if !has_lesson || is_remark {
                continue;
            }
            let times = [&leading, &others].map(|columns| {
                let times = columns.iter().flat_map(|column| clock_times(view.text(row, *column)));
                times.collect::<Vec<_>>()
            });
            let times = times.iter().find(|times| !times.is_empty());
            let Some(&(start, zero)) = times.and_then(|times| times.first()) else {
                periods.push(GridPeriod { index: row, start: None, end: None });
                continue;
            };
            let as_typed = (start, times.and_then(|times| times.get(1)).map(|(time, _)| *time));
            let meant = afternoon_times(as_typed, zero, before);
            before = Some((as_typed, meant));
            periods.push(GridPeriod { index: row, start: Some(meant.0), end: meant.1 });
        }
        periods
    }
}

/// The start and end of a period.
type Times = (ClockTime, Option<ClockTime>);

/// The times that a period means. Times that go back against the period before are of the afternoon: 2:00 after 11:40
/// is 14:00. A leading zero says that the morning is meant. `before` is the period before, as typed and as meant.
fn afternoon_times(as_typed: Times, zero: bool, before: Option<(Times, Times)>) -> Times {
    let later = |time: ClockTime| ClockTime::from_seconds(time.seconds() + HALF_DAY);
    let is_morning = |time: ClockTime| time.seconds() < HALF_DAY;
    // The second of two rows of one period.
    if let Some((_, meant)) = before.filter(|(other, _)| *other == as_typed) {
        return meant;
    }
    let goes_back = before.is_some_and(|(_, (start, _))| as_typed.0 < start && later(as_typed.0) > start);
    let start = if goes_back && !zero && is_morning(as_typed.0) { later(as_typed.0) } else { as_typed.0 };
    (start, as_typed.1.map(|end| if end < start && is_morning(end) { later(end) } else { end }))
}

/// What most of the second and third lines look like.
fn guess_lines(sheet: &Sheet, mapping: &GridMapping) -> Vec<GridLine> {
    let mut counts: [(usize, usize); 2] = [(0, 0); 2];
    let mut cells = 0;
    for (_, indexes) in mapping.joined_periods() {
        for day in &mapping.days {
            let places = indexes.iter().map(|index| mapping.position(day.index, *index));
            let texts: Vec<&str> = places.map(|(row, column)| sheet.text(row, column)).collect();
            let lines = lines(&texts);
            if lines.first().is_none_or(|line| no_lesson(line)) {
                continue;
            }
            cells += 1;
            for (line, count) in lines.iter().skip(1).zip(&mut counts) {
                let is_lesson = line.is_empty() || weeks_mark(line).is_some();
                count.0 += usize::from(!is_lesson && is_room(line));
                count.1 += usize::from(!is_lesson && !is_room(line));
            }
        }
    }
    let mut lines = vec![GridLine::Subject];
    for (rooms, others) in counts {
        // A second line in one cell of ten is a remark.
        if rooms + others == 0 || (rooms + others) * 10 < cells {
            break;
        }
        let line = if rooms > others { GridLine::Room } else { GridLine::Teacher };
        lines.push(if lines.contains(&line) { GridLine::Skip } else { line });
    }
    lines
}

/// Whether a text names a room rather than a person.
fn is_room(text: &str) -> bool {
    const PARTS: &[char] = &['室', '楼', '房', '场', '馆', '厅', '栋', '座', '号'];
    text.chars().any(|c| c.is_ascii_digit()) || text.contains(PARTS)
}
