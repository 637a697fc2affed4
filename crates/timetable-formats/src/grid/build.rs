//! A weekly timetable from single lessons, each with the cell that it came from.

use std::collections::BTreeMap;

use school_clock::{ClockTime, Lesson, Problem, Schedule, Subject, Timetable, Weeks};

use super::cell::CellLesson;
use crate::problem::Problems;
use crate::{FileProblem, FileRule};

/// A lesson of a cell.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) day: u16,
    pub(super) start: ClockTime,
    pub(super) end: ClockTime,
    pub(super) lesson: CellLesson,
    /// The row and column of the cell, from 0.
    pub(super) cell: (usize, usize),
}

/// Puts the lessons together: a schedule for each weekday, and one more for its odd and even weeks. Subjects are in the
/// order of the entries; what all lessons of a subject have as teacher or room becomes that of the subject.
pub(super) fn build(sheet: &str, entries: Vec<Entry>, problems: &mut Problems) -> Timetable {
    let mut subjects: Vec<Subject> = Vec::new();
    for entry in &entries {
        if !subjects.iter().any(|subject| subject.name == entry.lesson.subject) {
            let mine = || entries.iter().filter(|other| other.lesson.subject == entry.lesson.subject);
            subjects.push(Subject {
                name: entry.lesson.subject.clone(),
                teacher: common(mine().map(|entry| entry.lesson.teacher.as_deref())),
                room: common(mine().map(|entry| entry.lesson.room.as_deref())),
                ..Subject::default()
            });
        }
    }
    let mut days: BTreeMap<(u16, u8), Vec<Entry>> = BTreeMap::new();
    for entry in entries {
        days.entry((entry.day, order(entry.lesson.weeks))).or_default().push(entry);
    }
    let mut schedules = Vec::new();
    let mut cells = Vec::new();
    for ((day, _), mut entries) in days {
        entries.sort_by_key(|entry| entry.start);
        // A heading that is merged over two columns gives each lesson twice.
        entries.dedup_by(|a, b| (a.start, a.end, &a.lesson) == (b.start, b.end, &b.lesson));
        let weeks = entries[0].lesson.weeks;
        cells.push(entries.iter().map(|entry| entry.cell).collect::<Vec<_>>());
        let lessons = entries.into_iter().map(|entry| lesson(entry, &subjects)).collect();
        schedules.push(Schedule { name: String::new(), days: vec![day], weeks, lessons });
    }
    let timetable = Timetable { subjects, schedules, ..Timetable::default() };
    for problem in timetable.problems() {
        problems.push(placed(sheet, &problem, &cells, &timetable));
    }
    timetable
}

fn order(weeks: Weeks) -> u8 {
    match weeks {
        Weeks::All => 0,
        Weeks::Odd => 1,
        Weeks::Even => 2,
    }
}

/// What all of them have.
fn common<'a>(mut texts: impl Iterator<Item = Option<&'a str>>) -> Option<String> {
    let first = texts.next()??;
    texts.all(|text| text == Some(first)).then(|| first.to_owned())
}

fn lesson(entry: Entry, subjects: &[Subject]) -> Lesson {
    let subject = subjects.iter().find(|subject| subject.name == entry.lesson.subject);
    let own = |text: Option<String>, of: fn(&Subject) -> &Option<String>| {
        text.filter(|text| subject.and_then(|subject| of(subject).as_ref()) != Some(text))
    };
    Lesson {
        start: entry.start,
        end: entry.end,
        teacher: own(entry.lesson.teacher, |subject| &subject.teacher),
        room: own(entry.lesson.room, |subject| &subject.room),
        subject: entry.lesson.subject,
    }
}

/// The problem with the cell that it is about: of a subject the first lesson of it.
fn placed(
    sheet: &str,
    problem: &Problem,
    cells: &[Vec<(usize, usize)>],
    timetable: &Timetable,
) -> FileProblem {
    let rule = FileRule::from(problem.rule);
    let of_subject = || {
        let lessons = timetable.schedules.iter().zip(cells);
        let mut lessons = lessons.flat_map(|(schedule, cells)| schedule.lessons.iter().zip(cells));
        lessons.find(|(lesson, _)| lesson.subject == problem.name).map(|(_, cell)| *cell)
    };
    let cell = match (problem.schedule, problem.lesson) {
        (Some(schedule), lesson) => cells[schedule].get(lesson.unwrap_or_default()).copied(),
        _ => of_subject(),
    };
    match cell {
        Some((row, column)) => FileProblem::of_cell(sheet, row, column, rule, &problem.name),
        None => FileProblem::of_file(rule),
    }
}
