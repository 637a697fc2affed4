//! What is on at an instant.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{ClockTime, DayLesson, SchoolCalendar, SchoolDay};

/// What is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// A lesson.
    Lesson,
    /// The time between two lessons.
    Break,
    /// The day has lessons, and none has begun.
    Before,
    /// The day had lessons, and all are over.
    After,
    /// The day has no lessons.
    NoLessons,
}

/// What the school clock says at an instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading<'a> {
    /// What is on.
    pub state: State,
    /// The day that it is.
    pub day: SchoolDay<'a>,
    /// The lesson that is on, by its number in the day.
    pub current: Option<usize>,
    /// The lesson that comes next, today or on a later day.
    pub next: Option<NextLesson<'a>>,
    /// When the state changes: the lesson ends, or the next one of today begins.
    pub ends_at: Option<Timestamp>,
    /// The minutes until then, rounded up.
    pub minutes_left: Option<i64>,
}

/// A lesson to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextLesson<'a> {
    /// The day on which it is.
    pub date: Date,
    /// The lesson.
    pub lesson: DayLesson<'a>,
    /// When it begins.
    pub starts_at: Timestamp,
}

/// Says what is on at an instant in a time zone. A lesson is on from the moment it begins until the moment it ends, the
/// latter excluded. A time of day that a change of clocks makes occur twice, or never, is the later of the two instants.
#[must_use]
pub fn school_clock<'a>(calendar: &'a SchoolCalendar, zone: &TimeZone, now: Timestamp) -> Reading<'a> {
    let date = zone.to_datetime(now).date();
    let day = calendar.day(date);
    let times = Times::of(date, zone);
    let current =
        day.lessons.iter().position(|lesson| times.at(lesson.start) <= now && now < times.at(lesson.end));
    let upcoming = day.lessons.iter().position(|lesson| now < times.at(lesson.start));
    let state = match (current, upcoming) {
        _ if day.lessons.is_empty() => State::NoLessons,
        (Some(_), _) => State::Lesson,
        (None, Some(0)) => State::Before,
        (None, Some(_)) => State::Break,
        (None, None) => State::After,
    };
    let next = match upcoming {
        Some(index) => Some(NextLesson {
            date,
            starts_at: times.at(day.lessons[index].start),
            lesson: day.lessons[index].clone(),
        }),
        None => next_after(calendar, zone, date),
    };
    let ends_at = match (current, upcoming) {
        (Some(index), _) => Some(times.at(day.lessons[index].end)),
        (None, Some(index)) => Some(times.at(day.lessons[index].start)),
        (None, None) => None,
    };
    let minutes_left = ends_at.map(|at| minutes_up(at.duration_since(now)));
    Reading { state, day, current, next, ends_at, minutes_left }
}

/// The first lesson of a later day.
fn next_after<'a>(calendar: &'a SchoolCalendar, zone: &TimeZone, date: Date) -> Option<NextLesson<'a>> {
    let mut day = calendar.next_day(date.tomorrow().ok()?)?;
    let lesson = day.lessons.swap_remove(0);
    Some(NextLesson { date: day.date, starts_at: Times::of(day.date, zone).at(lesson.start), lesson })
}

fn minutes_up(left: SignedDuration) -> i64 {
    (left.as_millis().max(0) as i64 + 59_999) / 60_000
}

/// The instants of the times of a day. Most days have one offset, and then an instant is one addition.
enum Times<'a> {
    OneOffset(Timestamp),
    ClockChange(Date, &'a TimeZone),
}

impl<'a> Times<'a> {
    fn of(date: Date, zone: &'a TimeZone) -> Self {
        let ends = [ClockTime::from_seconds(0), ClockTime::from_seconds(86_399)];
        let [first, last] = ends.map(|time| instant(date, time, zone));
        if last.as_second() - first.as_second() == 86_399 {
            Self::OneOffset(first)
        } else {
            Self::ClockChange(date, zone)
        }
    }

    fn at(&self, time: ClockTime) -> Timestamp {
        match self {
            Self::OneOffset(midnight) => *midnight + SignedDuration::from_secs(time.seconds()),
            Self::ClockChange(date, zone) => instant(*date, time, zone),
        }
    }
}

/// The instant of a time of day. One that a change of clocks makes occur twice, or never, is the later of the two
/// instants.
#[must_use]
pub fn instant(date: Date, time: ClockTime, zone: &TimeZone) -> Timestamp {
    // Only dates near the ends of what the calendar can say have none.
    zone.to_ambiguous_zoned(date.to_datetime(time.time()))
        .later()
        .map_or(Timestamp::MAX, |zoned| zoned.timestamp())
}
