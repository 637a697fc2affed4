//! What is written is read as the same.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::{Date, date};
use proptest::prelude::*;
use school_clock::{Activity, Cycle, Lesson, Schedule, SchoolCalendar, Subject, Term, Timetable};
use timetable_formats::{
    CannotWrite, Format, Imported, read_template, read_workbook, read_yaml, write_cses_1, write_cses_2,
    write_xlsx,
};

use crate::strategies::{days, name, weekly, weeks_of_days};

/// A Monday.
const MONDAY: Date = date(2026, 9, 7);

/// The lessons of each of 60 days from the first one.
fn meaning(timetable: &Timetable, first_day: Date) -> Vec<Vec<String>> {
    let term = Term { from: first_day, until: None, first_day, timetable: timetable.clone() };
    let calendar = SchoolCalendar::new(vec![term], Vec::new(), BTreeMap::new(), Vec::new());
    let day = |number: i32| {
        let day = calendar.day(first_day + number.days());
        let lesson = |lesson: &school_clock::DayLesson<'_>| {
            format!(
                "{} {} {} {:?} {:?}",
                lesson.start, lesson.end, lesson.subject, lesson.teacher, lesson.room
            )
        };
        day.lessons.iter().map(lesson).collect()
    };
    (0..60).map(day).collect()
}

/// The timetable without what CSES has no fields for.
fn plain(timetable: &Timetable) -> Timetable {
    let mut plain = timetable.clone();
    plain.subjects.iter_mut().for_each(|subject| subject.color = None);
    for lesson in plain.schedules.iter_mut().flat_map(|schedule| &mut schedule.lessons) {
        lesson.teacher = None;
        lesson.room = None;
    }
    if let Cycle::Days { pauses_on_days_off, .. } = &mut plain.cycle {
        *pauses_on_days_off = false;
    }
    plain
}

fn subjects(timetable: &Timetable) -> Vec<Subject> {
    plain(timetable).subjects
}

fn counts(timetable: &Timetable) -> (usize, usize) {
    let Cycle::Days { spans, .. } = &timetable.cycle else { panic!("a cycle of days") };
    let count = |activity| {
        let spans = spans.iter().filter(|span| span.activity == activity);
        spans.map(|span| usize::from(span.count)).sum()
    };
    (count(Activity::Work), count(Activity::Rest))
}

fn from_xlsx(bytes: &[u8]) -> Imported {
    let workbook = read_workbook(bytes).unwrap();
    read_template(&workbook).expect("our own workbook").unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_timetable_survives_a_workbook(timetable in prop_oneof![weekly(), days()], name in name()) {
        prop_assert_eq!(timetable.problems(), [], "the strategy gives valid timetables");
        let read = from_xlsx(&write_xlsx(&name, &timetable));
        prop_assert_eq!(read.name, Some(name));
        prop_assert_eq!(read.timetable, timetable);
        prop_assert_eq!(read.problems, []);
    }

    #[test]
    fn a_timetable_of_weeks_means_the_same_after_cses_2(timetable in weekly(), name in name()) {
        let text = match write_cses_2(&name, &timetable) {
            Err(CannotWrite::NoRest) => {
                let named: std::collections::BTreeSet<_> = timetable.schedules.iter().flat_map(|s| &s.days).collect();
                prop_assert_eq!(named.len(), 7, "a week without rest");
                return Ok(());
            }
            other => other.unwrap(),
        };
        let read = read_yaml(text.as_bytes()).unwrap();
        prop_assert_eq!((read.format, read.name), (Format::Cses2, Some(name)));
        prop_assert_eq!(&read.timetable.description, &timetable.description);
        prop_assert_eq!(&read.timetable.subjects, &subjects(&timetable));
        prop_assert_eq!(meaning(&read.timetable, MONDAY), meaning(&plain(&timetable), MONDAY));
        let (work, rest) = counts(&read.timetable);
        prop_assert!(work > 1 && rest > 1, "as the standard asks");
    }

    #[test]
    fn a_cycle_of_days_survives_cses_2(timetable in days()) {
        let (work, rest) = counts(&timetable);
        let text = match write_cses_2("周期", &timetable) {
            Err(CannotWrite::NoRest | CannotWrite::NoCses) => {
                prop_assert_eq!(rest, 0);
                return Ok(());
            }
            other => other.unwrap(),
        };
        let mut read = read_yaml(text.as_bytes()).unwrap().timetable;
        let expected = plain(&timetable);
        if work > 1 && rest > 1 {
            for (schedule, expected) in read.schedules.iter_mut().zip(&expected.schedules) {
                prop_assert!(!schedule.name.is_empty(), "the standard asks for a name");
                schedule.name.clone_from(&expected.name);
            }
            prop_assert_eq!(read, expected);
        } else {
            prop_assert_eq!(meaning(&read, MONDAY), meaning(&expected, MONDAY));
        }
    }

    #[test]
    fn a_timetable_of_weeks_survives_cses_1(
        (timetable, first) in prop_oneof![(weekly(), 0..1_i32), (weeks_of_days(), 0..14_i32)]
    ) {
        let first_day = MONDAY + first.days();
        let text = write_cses_1(&timetable, first_day).unwrap();
        let read = read_yaml(text.as_bytes()).unwrap();
        prop_assert_eq!(read.format, Format::Cses1);
        prop_assert_eq!(&read.timetable.subjects, &subjects(&timetable));
        prop_assert_eq!(meaning(&read.timetable, first_day), meaning(&plain(&timetable), first_day));
    }
}

#[test]
fn a_cycle_that_is_no_week_is_refused_by_cses_1() {
    let span = |activity, count| school_clock::Span { activity, count };
    let mut timetable = Timetable {
        cycle: Cycle::Days {
            spans: vec![span(Activity::Work, 6), span(Activity::Rest, 2)],
            pauses_on_days_off: false,
        },
        ..Timetable::default()
    };
    assert_eq!(write_cses_1(&timetable, MONDAY), Err(CannotWrite::NotAWeek));
    timetable.cycle = Cycle::Days {
        spans: vec![span(Activity::Work, 5), span(Activity::Rest, 2)],
        pauses_on_days_off: true,
    };
    assert_eq!(write_cses_1(&timetable, MONDAY), Err(CannotWrite::NotAWeek), "it moves against the weeks");
    let mut without_rest = |count, pauses_on_days_off| {
        timetable.cycle = Cycle::Days { spans: vec![span(Activity::Work, count)], pauses_on_days_off };
        (write_cses_1(&timetable, MONDAY).err(), write_cses_2("", &timetable).err())
    };
    assert_eq!(without_rest(7, false), (None, Some(CannotWrite::NoRest)));
    let neither = (Some(CannotWrite::NoCses), Some(CannotWrite::NoCses));
    assert_eq!(without_rest(8, false), neither, "a workbook is left");
    assert_eq!(without_rest(7, true), neither);
}

#[test]
fn a_timetable_with_as_many_schedules_as_there_may_be_survives_a_workbook() {
    let spans = vec![school_clock::Span { activity: Activity::Work, count: 200 }];
    let (start, end) = ("08:00".parse().unwrap(), "08:40".parse().unwrap());
    let lesson = Lesson { subject: "语文".into(), start, end, teacher: None, room: None };
    let schedule = |day| Schedule { days: vec![day], lessons: vec![lesson.clone()], ..Schedule::default() };
    let timetable = Timetable {
        description: None,
        cycle: Cycle::Days { spans, pauses_on_days_off: true },
        subjects: vec![Subject { name: "语文".into(), ..Subject::default() }],
        schedules: (1..=200).map(schedule).collect(),
    };
    assert_eq!(from_xlsx(&write_xlsx("长", &timetable)).timetable, timetable);
}

#[test]
fn equal_timetables_give_equal_workbooks() {
    let timetable = Timetable::default();
    assert_eq!(write_xlsx("a", &timetable), write_xlsx("a", &timetable));
}
