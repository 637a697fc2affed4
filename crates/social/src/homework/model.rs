//! What a card has beyond an announcement; pure.

use jiff::Span;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use kernel::Result;
use kernel::dates::{self, begin_of, moment_of};
use kernel::files::Kind;

use super::texts;

/// Longest subject, in characters.
const MAX_SUBJECT: usize = 20;
/// Pictures of a card.
const MAX_PICTURES: usize = 9;
/// Longest text of a submission, in characters.
const MAX_TEXT: usize = 10_000;
/// Files of a submission.
const MAX_FILES: usize = 9;
/// Days in one list.
const MAX_DAYS: i32 = 62;
/// How long after it was due something is handed in, and is listed as open, in days.
pub(super) const OPEN_AFTER: i64 = 14;
/// How long something without a day is listed as open, in days.
pub(super) const OPEN_WITHOUT_DAY: i64 = 30;
/// A day in milliseconds.
pub(super) const DAY: i64 = 86_400_000;

/// Some days, each of them with its beginning and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Days {
    first: Date,
    last: Date,
}

impl Days {
    /// Those that were asked for; by default the week of `today`, from Monday to Sunday.
    ///
    /// # Errors
    /// 400.
    pub(super) fn parse(from: Option<&str>, until: Option<&str>, today: Date) -> Result<Self> {
        let refused = || texts::RANGE_INVALID.with("max", MAX_DAYS);
        let given = |raw: Option<&str>| raw.map(|raw| parse_date(raw).ok_or_else(refused)).transpose();
        let days = match (given(from)?, given(until)?) {
            (None, None) => Self::week_of(today),
            (Some(first), None) => Self { first, last: after(first, 6) },
            (None, Some(last)) => Self { first: after(last, -6), last },
            (Some(first), Some(last)) => Self { first, last },
        };
        let length = (days.last - days.first).get_days() + 1;
        if (1..=MAX_DAYS).contains(&length) { Ok(days) } else { Err(refused()) }
    }

    fn week_of(day: Date) -> Self {
        let first = after(day, -i64::from(day.weekday().to_monday_zero_offset()));
        Self { first, last: after(first, 6) }
    }

    /// One day.
    pub(super) fn one(day: Date) -> Self {
        Self { first: day, last: day }
    }

    /// From when until before when, in milliseconds.
    pub(super) fn times(self, zone: &TimeZone) -> (i64, i64) {
        (begin_of(self.first, zone), begin_of(after(self.last, 1), zone))
    }
}

fn parse_date(raw: &str) -> Option<Date> {
    dates::parse_date(raw).filter(|date| date.year() >= 2000)
}

/// So many days later; negative for earlier.
pub(super) fn after(day: Date, days: i64) -> Date {
    day.saturating_add(Span::new().days(days))
}

/// When something is due, in milliseconds: at its time, or with the last millisecond of its day.
pub(super) fn due_at(day: Option<&str>, time: Option<&str>, zone: &TimeZone) -> Option<i64> {
    let day = parse_date(day?)?;
    Some(match time.and_then(clock_time) {
        Some(time) => moment_of(day.to_datetime(time), zone),
        None => begin_of(after(day, 1), zone) - 1,
    })
}

fn clock_time(raw: &str) -> Option<Time> {
    let (hour, minute) = raw.split_once(':')?;
    let digits = |part: &str| part.len() == 2 && part.bytes().all(|digit| digit.is_ascii_digit());
    if !digits(hour) || !digits(minute) {
        return None;
    }
    Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
}

/// At most 20 characters on one line; empty for none.
///
/// # Errors
/// 400.
pub(super) fn parse_subject(raw: &str) -> Result<String> {
    let subject = raw.trim();
    if subject.chars().count() > MAX_SUBJECT || subject.chars().any(char::is_control) {
        return Err(texts::SUBJECT_INVALID.with("max", MAX_SUBJECT));
    }
    Ok(subject.to_owned())
}

/// The time of a day; empty is none.
///
/// # Errors
/// 400.
pub(super) fn parse_time(raw: &str) -> Result<Option<String>> {
    match raw {
        "" => Ok(None),
        raw if clock_time(raw).is_some() => Ok(Some(raw.to_owned())),
        _ => Err(texts::TIME_INVALID.err()),
    }
}

/// Hashes of pictures, each of them once.
///
/// # Errors
/// 400.
pub(super) fn check_pictures(hashes: &[String]) -> Result<()> {
    if hashes.len() > MAX_PICTURES || repeats(hashes.iter()) {
        return Err(texts::PICTURES_INVALID.with("max", MAX_PICTURES));
    }
    Ok(())
}

/// Hashes of handed in files, each of them once.
///
/// # Errors
/// 400.
pub(super) fn check_files<'a>(hashes: impl ExactSizeIterator<Item = &'a String> + Clone) -> Result<()> {
    if hashes.len() > MAX_FILES || repeats(hashes) {
        return Err(texts::SUBMISSION_FILES_INVALID.with("max", MAX_FILES));
    }
    Ok(())
}

fn repeats<'a>(mut hashes: impl Iterator<Item = &'a String>) -> bool {
    let mut seen = std::collections::HashSet::new();
    !hashes.all(|hash| seen.insert(hash))
}

/// What a member writes when they hand something in.
///
/// # Errors
/// 400.
pub(super) fn parse_text(raw: &str) -> Result<String> {
    let text = raw.replace("\r\n", "\n");
    let text = text.trim_end();
    let forbidden = |c: char| c.is_control() && c != '\n' && c != '\t';
    if text.chars().count() > MAX_TEXT || text.chars().any(forbidden) {
        return Err(texts::SUBMISSION_TEXT_INVALID.with("max", MAX_TEXT));
    }
    Ok(text.to_owned())
}

/// The address of a stored file.
pub(super) fn file_url(hash: &str, mime: &str) -> String {
    format!("/api/cloud/files/{hash}.{}", Kind::extension(mime))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    fn shanghai() -> TimeZone {
        TimeZone::get("Asia/Shanghai").unwrap()
    }

    proptest! {
        #[test]
        fn reading_any_text_never_panics(raw in ".{0,40}") {
            let today = date(2026, 9, 1);
            let _ = (parse_subject(&raw), parse_time(&raw), parse_text(&raw), Days::parse(Some(&raw), None, today));
            let _ = due_at(Some(&raw), Some(&raw), &shanghai());
        }
    }

    #[test]
    fn it_is_due_at_its_time_or_with_the_end_of_its_day() {
        let at = |time: Option<&str>| {
            let at = due_at(Some("2026-09-02"), time, &shanghai()).unwrap();
            jiff::Timestamp::from_millisecond(at).unwrap().to_string()
        };
        assert_eq!(at(Some("21:00")), "2026-09-02T13:00:00Z");
        assert_eq!(at(None), "2026-09-02T15:59:59.999Z");
        assert_eq!(due_at(None, Some("21:00"), &shanghai()), None);
    }

    #[test]
    fn days_are_this_week_unless_others_are_named() {
        let today = date(2026, 9, 6);
        let days = |from, until| Days::parse(from, until, today);
        let week = Days { first: date(2026, 8, 31), last: date(2026, 9, 6) };
        assert_eq!(days(None, None).unwrap(), week, "a Sunday belongs to the week before it");
        assert_eq!(days(Some("2026-08-31"), None).unwrap(), week);
        assert!(days(Some("2026-08-01"), Some("2026-10-01")).is_ok(), "62 days");
        for (from, until) in
            [("2026-08-01", "2026-10-02"), ("2026-09-02", "2026-09-01"), ("2026-9-1", "2026-09-02")]
        {
            assert!(days(Some(from), Some(until)).is_err(), "{from} {until}");
        }
    }

    #[test]
    fn a_time_is_two_digits_each() {
        for (raw, holds) in
            [("08:05", true), ("23:59", true), ("24:00", false), ("8:05", false), ("08:5", false)]
        {
            assert_eq!(parse_time(raw).is_ok(), holds, "{raw}");
        }
        assert_eq!(parse_time("").unwrap(), None);
    }
}
