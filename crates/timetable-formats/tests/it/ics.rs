//! Calendars, read back by the parser of the library.

use icalendar::{Calendar, Component};
use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use timetable_formats::{IcsLesson, write_ics};

fn lesson<'a>(date: Date, start: &str, end: &str, subject: &'a str) -> IcsLesson<'a> {
    let (start, end) = (start.parse().unwrap(), end.parse().unwrap());
    IcsLesson { date, start, end, subject, teacher: None, room: None }
}

fn written(lessons: &[IcsLesson<'_>], zone: &str) -> String {
    let zone = TimeZone::get(zone).unwrap();
    write_ics("t1", "高一（1）班", lessons.iter().copied(), &zone, "2026-09-01T00:00:00Z".parse().unwrap())
}

fn values(text: &str, key: &str) -> Vec<String> {
    let calendar: Calendar = text.parse().unwrap();
    calendar.events().map(|event| event.property_value(key).unwrap_or_default().to_owned()).collect()
}

#[test]
fn every_lesson_is_an_event_with_its_words_and_times() {
    let subject =
        "语文; 作文, 第一节\\课：写一篇很长很长的文章，题目自拟，要求不少于八百字，诗歌除外，不得抄袭";
    let mut first = lesson(date(2026, 9, 7), "08:00", "08:40", subject);
    first.teacher = Some("李梅");
    first.room = Some("教学楼 101, 东");
    let text = written(&[first, lesson(date(2026, 9, 7), "08:50", "09:30", "数学")], "Asia/Shanghai");
    assert_eq!(values(&text, "SUMMARY"), [subject, "数学"]);
    assert_eq!(values(&text, "DTSTART"), ["20260907T000000Z", "20260907T005000Z"]);
    assert_eq!(values(&text, "DTEND"), ["20260907T004000Z", "20260907T013000Z"]);
    assert_eq!(values(&text, "LOCATION"), ["教学楼 101, 东", ""]);
    assert_eq!(values(&text, "DESCRIPTION"), ["李梅", ""]);
    assert_eq!(values(&text, "DTSTAMP"), ["20260901T000000Z"; 2]);
    assert!(text.lines().all(|line| line.len() <= 75), "long lines are folded");
    assert!(text.split_inclusive('\n').all(|line| line.ends_with("\r\n")));
    assert_eq!(text.parse::<Calendar>().unwrap().get_name(), Some("高一（1）班"));
}

#[test]
fn an_event_keeps_its_identity_when_the_lesson_changes() {
    let uids = |subject| {
        let at = |start, end| lesson(date(2026, 9, 7), start, end, subject);
        values(
            &written(&[at("08:00", "08:40"), at("08:00", "08:30"), at("09:00", "09:40")], "Asia/Shanghai"),
            "UID",
        )
    };
    assert_eq!(uids("语文"), uids("数学"));
    let mut different = uids("语文");
    different.dedup();
    assert_eq!(different.len(), 3, "two lessons of one time are two events");
}

#[test]
fn a_change_of_clocks_moves_the_instants() {
    let days = [date(2026, 10, 23), date(2026, 10, 26)].map(|day| lesson(day, "08:00", "08:40", "Deutsch"));
    let text = written(&days, "Europe/Berlin");
    assert_eq!(values(&text, "DTSTART"), ["20261023T060000Z", "20261026T070000Z"]);
}

#[test]
fn a_calendar_without_lessons_is_a_calendar() {
    assert_eq!(written(&[], "UTC").parse::<Calendar>().unwrap().events().count(), 0);
}
