//! Reading a grid by its mapping.

use std::collections::BTreeSet;

use school_clock::{Timetable, Weeks};

use super::build::{Entry, build};
use super::cell::parse_cell;
use super::mapping::{GridLine, GridMapping, GridPeriod, MAX_LINES, lines};
use crate::problem::Problems;
use crate::{FileProblem, FileRule, MAX_COLUMNS, MAX_ROWS, Sheet};

/// The longest text of a cell that is read, in bytes.
const MAX_TEXT: usize = 4000;

/// The most lessons that a grid may have.
const MAX_LESSONS: usize = 4000;

/// Reads the lessons of a grid. The timetable repeats weekly and breaks no rule of [`Timetable::problems`]; there is
/// none when a problem is fatal. Cells beyond [`MAX_ROWS`] and [`MAX_COLUMNS`] are refused as `TooManyCells`.
#[must_use]
pub fn read_grid(cells: &[Vec<String>], mapping: &GridMapping) -> (Option<Timetable>, Vec<FileProblem>) {
    let mut problems = Problems::default();
    if cells.len() > MAX_ROWS || cells.iter().any(|row| row.len() > MAX_COLUMNS) {
        let problem = FileProblem::of_file(FileRule::TooManyCells);
        problems.push(FileProblem { name: crate::problem::shown(&mapping.sheet), ..problem });
        return (None, problems.into_vec());
    }
    check_mapping(mapping, &mut problems);
    if problems.is_fatal() {
        return (None, problems.into_vec());
    }
    let entries = entries(cells, mapping, &mut problems);
    if entries.len() > MAX_LESSONS {
        problems.push(FileProblem::of_file(FileRule::TooMany));
        return (None, problems.into_vec());
    }
    if entries.is_empty() && !problems.is_fatal() {
        problems.push(FileProblem::of_file(FileRule::NoLessons));
    }
    let timetable = build(&mapping.sheet, entries, &mut problems);
    ((!problems.is_fatal()).then_some(timetable), problems.into_vec())
}

fn check_mapping(mapping: &GridMapping, problems: &mut Problems) {
    let (most_days, most_periods) =
        if mapping.transposed { (MAX_ROWS, MAX_COLUMNS) } else { (MAX_COLUMNS, MAX_ROWS) };
    let mut wrong = |name: String| {
        problems.push(FileProblem { name, ..FileProblem::of_file(FileRule::Mapping) });
    };
    if mapping.days.len() > most_days || mapping.periods.len() > most_periods {
        return wrong("days, periods".to_owned());
    }
    let mut indexes = BTreeSet::new();
    for day in &mapping.days {
        if !indexes.insert(day.index) || day.index >= most_days || !(1..=7).contains(&day.day) {
            wrong(format!("{}: {}", day.index, day.day));
        }
    }
    let mut indexes = BTreeSet::new();
    for period in &mapping.periods {
        if !indexes.insert(period.index) || period.index >= most_periods {
            wrong(period.index.to_string());
        }
    }
    if mapping.lines.len() > MAX_LINES {
        wrong("lines".to_owned());
    }
    if !mapping.lines.contains(&GridLine::Subject) {
        wrong("subject".to_owned());
    }
}

/// The lessons of the cells; a few more than [`MAX_LESSONS`] where there are too many.
fn entries(cells: &[Vec<String>], mapping: &GridMapping, problems: &mut Problems) -> Vec<Entry> {
    let sheet = Sheet { name: mapping.sheet.clone(), cells: Vec::new() };
    let text = |(row, column): (usize, usize)| {
        let text = cells.get(row).and_then(|cells| cells.get(column)).map_or("", String::as_str);
        &text[..text.floor_char_boundary(MAX_TEXT)]
    };
    let mut found = Vec::new();
    for (period, indexes) in mapping.joined_periods() {
        let mut timeless = None;
        for day in &mapping.days {
            let places: Vec<_> = indexes.iter().map(|index| mapping.position(day.index, *index)).collect();
            let texts: Vec<_> = places.iter().map(|place| text(*place).trim()).collect();
            let cell = places[0];
            for lesson in parse_cell(&lines(&texts), &mapping.lines, day.weeks) {
                if lesson.assumed && lesson.weeks == Weeks::Odd {
                    let problem =
                        FileProblem::of_cell(&sheet.name, cell.0, cell.1, FileRule::WeeksAssumed, texts[0]);
                    problems.push(problem.harmless());
                }
                match period {
                    GridPeriod { start: Some(start), end: Some(end), .. } => {
                        found.push(Entry { day: day.day, start, end, lesson, cell });
                    }
                    _ => timeless = timeless.or(Some(cell)),
                }
            }
            if found.len() > MAX_LESSONS {
                return found;
            }
        }
        if let Some((row, column)) = timeless {
            problems.push(FileProblem::of_cell(&sheet.name, row, column, FileRule::PeriodWithoutTimes, ""));
        }
    }
    found
}
