//! Lessons as a calendar.

use icalendar::{Calendar, Component, Event, EventLike};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use school_clock::{ClockTime, instant};

/// A lesson on a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IcsLesson<'a> {
    /// The date.
    pub date: Date,
    /// When it begins, in the time zone of the school.
    pub start: ClockTime,
    /// When it ends, on the same date.
    pub end: ClockTime,
    /// The subject.
    pub subject: &'a str,
    /// Who teaches it.
    pub teacher: Option<&'a str>,
    /// Where it is.
    pub room: Option<&'a str>,
}

/// Writes a calendar with one event for each lesson, in the order given. Times are in UTC, so that a program needs no
/// rules of time zones. An event is known by `id`, which is that of the timetable, and by the date and start of its
/// lesson: a program that reads a later file replaces the event of each lesson that is still at its time. The event of
/// a lesson that was moved or cancelled stays in that program, for nothing in the later file names it. `stamp` is when
/// the file is made.
#[must_use]
pub fn write_ics<'a>(
    id: &str,
    name: &str,
    lessons: impl IntoIterator<Item = IcsLesson<'a>>,
    zone: &TimeZone,
    stamp: Timestamp,
) -> String {
    let mut calendar = Calendar::new();
    calendar.name(name);
    let mut before = None;
    let mut number = 0;
    for lesson in lessons {
        let key = (lesson.date, lesson.start);
        number = if before == Some(key) { number + 1 } else { 0 };
        before = Some(key);
        let start = lesson.date.to_datetime(lesson.start.time()).strftime("%Y%m%dT%H%M%S").to_string();
        let suffix = if number > 0 { format!("-{number}") } else { String::new() };
        let mut event = Event::with_uid(&format!("{start}{suffix}-{id}@timetable"));
        event.summary(lesson.subject);
        event.add_property("DTSTAMP", utc(stamp));
        event.add_property("DTSTART", utc(instant(lesson.date, lesson.start, zone)));
        event.add_property("DTEND", utc(instant(lesson.date, lesson.end, zone)));
        if let Some(room) = lesson.room {
            event.location(room);
        }
        if let Some(teacher) = lesson.teacher {
            event.description(teacher);
        }
        calendar.push(event);
    }
    calendar.to_string()
}

fn utc(instant: Timestamp) -> String {
    instant.strftime("%Y%m%dT%H%M%SZ").to_string()
}
