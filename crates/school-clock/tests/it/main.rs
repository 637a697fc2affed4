//! The school clock as those see it who ask.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on may say so anywhere")]

mod cases;
mod clock;
mod days;
mod properties;

use std::collections::BTreeMap;

use jiff::civil::{Date, date};
use school_clock::{
    Cycle, DayChange, DayPlan, Lesson, PublicDay, Schedule, SchoolCalendar, Subject, Term, Timetable, Weeks,
};

/// A lesson from a text such as `语文 08:00-08:40`.
pub(crate) fn lesson(text: &str) -> Lesson {
    let (subject, times) = text.split_once(' ').unwrap();
    let (start, end) = times.split_once('-').unwrap();
    let (start, end) = (start.parse().unwrap(), end.parse().unwrap());
    Lesson { subject: subject.into(), start, end, teacher: None, room: None }
}

pub(crate) fn lessons(texts: &[&str]) -> Vec<Lesson> {
    texts.iter().map(|text| lesson(text)).collect()
}

pub(crate) fn schedule(days: &[u16], weeks: Weeks, texts: &[&str]) -> Schedule {
    Schedule { name: String::new(), days: days.to_vec(), weeks, lessons: lessons(texts) }
}

pub(crate) fn timetable(cycle: Cycle, schedules: Vec<Schedule>) -> Timetable {
    let names: std::collections::BTreeSet<&str> = schedules
        .iter()
        .flat_map(|schedule| &schedule.lessons)
        .map(|lesson| lesson.subject.as_str())
        .collect();
    let subjects =
        names.into_iter().map(|name| Subject { name: name.into(), ..Subject::default() }).collect();
    Timetable { description: None, cycle, subjects, schedules }
}

/// A term from Tuesday, 1 September 2026, whose first week that is.
pub(crate) fn term(timetable: Timetable) -> Term {
    Term { from: date(2026, 9, 1), until: Some(date(2027, 1, 22)), first_day: date(2026, 9, 1), timetable }
}

/// Monday to Friday the same two lessons, and on Wednesdays of even weeks a third.
pub(crate) fn weekly() -> Timetable {
    let schedules = vec![
        schedule(&[1, 2, 3, 4, 5], Weeks::All, &["语文 08:00-08:40", "数学 08:50-09:30"]),
        schedule(&[3], Weeks::Even, &["音乐 14:00-14:40"]),
    ];
    timetable(Cycle::Weekly, schedules)
}

pub(crate) fn change(plan: DayPlan, note: &str) -> DayChange {
    DayChange { plan, note: note.into(), from: None, until: None }
}

pub(crate) fn off(date: Date, name: &str) -> PublicDay {
    PublicDay { date, name: name.into(), off: true }
}

pub(crate) fn calendar(
    class: Vec<Term>,
    changes: impl IntoIterator<Item = (Date, DayChange)>,
    public: Vec<PublicDay>,
) -> SchoolCalendar {
    SchoolCalendar::new(class, Vec::new(), BTreeMap::from_iter(changes), public)
}

/// The subjects of a day, in their order.
pub(crate) fn subjects(calendar: &SchoolCalendar, date: Date) -> Vec<String> {
    calendar.day(date).lessons.iter().map(|lesson| lesson.subject.to_owned()).collect()
}
