//! Local times, to the minute.

use std::fmt;

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Span, Timestamp};
use kernel::dates::moment_of;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Fault, is_known};
use crate::texts;

/// A local time between 1900 and 2199, to the minute. Whole days are the midnights at which they begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Moment(DateTime);

impl Moment {
    /// Seconds are left out.
    pub(crate) fn new(at: DateTime) -> Self {
        let time = at.time();
        Self(at.date().to_datetime(Time::constant(time.hour(), time.minute(), 0, 0)))
    }

    /// The beginning of a day.
    pub(crate) fn of_day(date: Date) -> Self {
        Self(date.to_datetime(Time::midnight()))
    }

    /// Reads what clients send: `YYYY-MM-DD` of whole days, `YYYY-MM-DDTHH:MM` of others.
    ///
    /// # Errors
    /// Naming the field.
    pub(crate) fn parse(field: &'static str, raw: &str, all_day: bool) -> Result<Self, Fault> {
        let at = match all_day {
            true => raw.parse::<Date>().ok().filter(|_| raw.len() == 10).map(Self::of_day),
            false => (raw.len() == 16).then(|| raw.parse().ok()).flatten().map(Self),
        };
        let text = if all_day { &texts::DAY_INVALID } else { &texts::TIME_INVALID };
        at.filter(|at| is_known(at.date())).ok_or_else(|| Fault::new(field, text.with("field", field)))
    }

    pub(crate) fn date(self) -> Date {
        self.0.date()
    }

    pub(crate) fn civil(self) -> DateTime {
        self.0
    }

    /// As clients get it.
    pub(crate) fn wire(self, all_day: bool) -> String {
        if all_day { self.date().to_string() } else { self.to_string() }
    }

    /// The same time some days later.
    pub(crate) fn plus_days(self, days: i64) -> Self {
        Self(self.0.saturating_add(Span::new().days(days)))
    }

    /// The same day and time some months later; of a shorter month its last day.
    pub(crate) fn plus_months(self, months: i64) -> Self {
        Self(self.0.saturating_add(Span::new().months(months)))
    }

    pub(crate) fn plus_minutes(self, minutes: i64) -> Self {
        Self(self.0.saturating_add(SignedDuration::from_mins(minutes)))
    }

    /// The same time on another day.
    pub(crate) fn on(self, date: Date) -> Self {
        Self(date.to_datetime(self.0.time()))
    }

    /// Minutes on the clock from another time to this one.
    pub(crate) fn minutes_since(self, other: Self) -> i64 {
        other.0.duration_until(self.0).as_mins()
    }

    /// The instant in milliseconds.
    pub(crate) fn instant(self, zone: &TimeZone) -> i64 {
        moment_of(self.0, zone)
    }

    /// The local time of an instant.
    pub(crate) fn at(instant: Timestamp, zone: &TimeZone) -> Self {
        Self::new(zone.to_datetime(instant))
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.strftime("%Y-%m-%dT%H:%M"))
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        raw.parse().map(Self).map_err(serde::de::Error::custom)
    }
}

impl std::str::FromStr for Moment {
    type Err = jiff::Error;

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(raw: &str) -> Result<Self, Self::Err> {
        raw.parse().map(Self)
    }
}
