//! What is on at an instant.

use jiff::civil::{Date, date, datetime};
use jiff::tz::TimeZone;
use school_clock::{SchoolCalendar, State, school_clock};

use crate::{calendar, off, schedule, term, timetable, weekly};

fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap()
}

/// State, lesson that is on, lesson to come with its date, minutes left.
fn at(calendar: &SchoolCalendar, zone: &TimeZone, day: Date, time: &str) -> (State, String, String, i64) {
    let time: jiff::civil::Time = time.parse().unwrap();
    let now = zone.to_timestamp(day.to_datetime(time)).unwrap();
    let reading = school_clock(calendar, zone, now);
    let current = reading.current.map(|index| reading.day.lessons[index].subject.to_owned());
    let next = reading.next.map(|next| format!("{} {}", next.date, next.lesson.subject));
    (reading.state, current.unwrap_or_default(), next.unwrap_or_default(), reading.minutes_left.unwrap_or(-1))
}

#[test]
fn a_day_goes_from_before_over_lessons_and_breaks_to_after() {
    let calendar = calendar(vec![term(weekly())], [], vec![off(date(2026, 9, 3), "校庆")]);
    let china = zone("Asia/Shanghai");
    let at = |time| at(&calendar, &china, date(2026, 9, 2), time);
    let said = |state, current: &str, next: &str, left| (state, current.to_owned(), next.to_owned(), left);
    assert_eq!(at("07:00:30"), said(State::Before, "", "2026-09-02 语文", 60), "minutes are rounded up");
    assert_eq!(
        at("08:00"),
        said(State::Lesson, "语文", "2026-09-02 数学", 40),
        "it is on from its first second"
    );
    assert_eq!(at("08:39:59"), said(State::Lesson, "语文", "2026-09-02 数学", 1));
    assert_eq!(at("08:40"), said(State::Break, "", "2026-09-02 数学", 10), "and no longer in its last");
    assert_eq!(at("09:00"), said(State::Lesson, "数学", "2026-09-04 语文", 30), "the next day is off");
    assert_eq!(at("09:30"), said(State::After, "", "2026-09-04 语文", -1));
}

#[test]
fn a_day_without_lessons_names_the_next_one() {
    let calendar = calendar(vec![term(weekly())], [], vec![]);
    let said = at(&calendar, &zone("Asia/Shanghai"), date(2026, 9, 5), "10:00");
    assert_eq!(said, (State::NoLessons, String::new(), "2026-09-07 语文".into(), -1));
}

#[test]
fn the_same_instant_is_another_lesson_in_another_zone() {
    let calendar = calendar(vec![term(weekly())], [], vec![]);
    let now = zone("Asia/Shanghai").to_timestamp(datetime(2026, 9, 2, 8, 10, 0, 0)).unwrap();
    assert_eq!(school_clock(&calendar, &zone("Asia/Shanghai"), now).state, State::Lesson);
    assert_eq!(
        school_clock(&calendar, &zone("Asia/Urumqi"), now).state,
        State::Before,
        "it is ten past six there"
    );
}

#[test]
fn when_the_clocks_go_back_a_lesson_is_on_once_and_later() {
    // In New York the hour from 1 to 2 occurs twice on 1 November 2026.
    let table = timetable(
        school_clock::Cycle::Weekly,
        vec![schedule(&[7], school_clock::Weeks::All, &["观星 01:10-01:50"])],
    );
    let calendar = calendar(vec![term(table)], [], vec![]);
    let new_york = zone("America/New_York");
    let local = new_york.to_ambiguous_zoned(datetime(2026, 11, 1, 1, 20, 0, 0));
    let (first, second) = (local.clone().earlier().unwrap(), local.later().unwrap());
    assert_eq!(school_clock(&calendar, &new_york, first.timestamp()).state, State::Before);
    let reading = school_clock(&calendar, &new_york, second.timestamp());
    assert_eq!((reading.state, reading.minutes_left), (State::Lesson, Some(30)));
}

#[test]
fn when_the_clocks_go_forward_a_lesson_in_the_gap_begins_after_it() {
    // There is no time from 2 to 3 on 8 March 2026 in New York: 02:30 is 03:30.
    let mut spring = term(timetable(
        school_clock::Cycle::Weekly,
        vec![schedule(&[7], school_clock::Weeks::All, &["观星 02:30-04:00"])],
    ));
    (spring.from, spring.first_day) = (date(2026, 3, 2), date(2026, 3, 2));
    let calendar = calendar(vec![spring], [], vec![]);
    let new_york = zone("America/New_York");
    assert_eq!(at(&calendar, &new_york, date(2026, 3, 8), "03:10").0, State::Before);
    assert_eq!(at(&calendar, &new_york, date(2026, 3, 8), "03:30").0, State::Lesson);
}
