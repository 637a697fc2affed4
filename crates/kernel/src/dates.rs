//! Dates of requests and days of moments.

use std::ops::Range;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

/// The years that the portal knows.
pub const YEARS: Range<i16> = 1900..2200;

/// Reads `YYYY-MM-DD` of a year that the portal knows.
#[must_use]
pub fn parse_date(raw: &str) -> Option<Date> {
    let date = (raw.len() == 10).then(|| raw.parse::<Date>().ok()).flatten();
    date.filter(|date| YEARS.contains(&date.year()))
}

/// The day in a zone of a moment in milliseconds.
#[must_use]
pub fn day_of(ms: i64, zone: &TimeZone) -> Date {
    let at = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH);
    zone.to_datetime(at).date()
}

/// The moment of a local time in a zone, in milliseconds. A time that a change of clocks leaves out or repeats is the later
/// one, as everywhere in the portal.
#[must_use]
pub fn moment_of(local: DateTime, zone: &TimeZone) -> i64 {
    let moment = zone.to_ambiguous_timestamp(local).later();
    moment.unwrap_or(Timestamp::MAX).as_millisecond()
}

/// When a day begins in a zone, in milliseconds; where its midnight is skipped by a change of the clock, with the first
/// moment after.
#[must_use]
pub fn begin_of(day: Date, zone: &TimeZone) -> i64 {
    let begin = day.to_zoned(zone.clone()).map(|begin| begin.timestamp());
    begin.unwrap_or(Timestamp::MAX).as_millisecond()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_ten_characters_of_a_known_year() {
        for good in ["1900-01-01", "2026-02-28", "2024-02-29", "2199-12-31"] {
            assert_eq!(parse_date(good).map(|date| date.to_string()).as_deref(), Some(good));
        }
        for bad in [
            "",
            "2026-2-8",
            "2026-02-30",
            "1899-12-31",
            "2200-01-01",
            "20260208",
            "2026-02-08T00:00",
            "二〇二六年",
        ] {
            assert_eq!(parse_date(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_day_begins_where_its_zone_says() {
        let zone = TimeZone::get("Asia/Shanghai").unwrap();
        let day = parse_date("2026-09-01").unwrap();
        let begin = begin_of(day, &zone);
        assert_eq!(Timestamp::from_millisecond(begin).unwrap().to_string(), "2026-08-31T16:00:00Z");
        assert_eq!((day_of(begin, &zone), day_of(begin - 1, &zone)), (day, day.yesterday().unwrap()));
    }

    #[test]
    fn a_time_that_is_repeated_or_left_out_is_the_later_one() {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let at = |local: &str| Timestamp::from_millisecond(moment_of(local.parse().unwrap(), &zone)).unwrap();
        assert_eq!(at("2026-10-25T02:30:00").to_string(), "2026-10-25T01:30:00Z");
        assert_eq!(at("2026-03-29T02:30:00").to_string(), "2026-03-29T01:30:00Z");
        assert_eq!(at("2026-06-01T08:00:00").to_string(), "2026-06-01T06:00:00Z");
    }

    #[test]
    fn a_day_whose_midnight_is_skipped_begins_an_hour_later() {
        // Clocks in Beirut went from 24:00 to 01:00.
        let zone = TimeZone::get("Asia/Beirut").unwrap();
        let begin = begin_of(parse_date("2021-03-28").unwrap(), &zone);
        assert_eq!(Timestamp::from_millisecond(begin).unwrap().to_string(), "2021-03-27T22:00:00Z");
    }
}
