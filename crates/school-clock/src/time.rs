//! A time of day as timetables write it.

use std::fmt;
use std::str::FromStr;

use jiff::civil::{Time, time};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A time of day, in whole seconds, from 00:00 to 23:59:59. It is written `HH:MM`, or `HH:MM:SS` when it has seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClockTime(Time);

impl ClockTime {
    /// A time of day; `None` when there is none of that hour, minute and second.
    #[must_use]
    pub fn new(hour: i8, minute: i8, second: i8) -> Option<Self> {
        Time::new(hour, minute, second, 0).ok().map(Self)
    }

    /// The time of day without the date.
    #[must_use]
    pub fn time(self) -> Time {
        self.0
    }

    /// The seconds since midnight.
    #[must_use]
    pub fn seconds(self) -> i64 {
        i64::from(self.0.hour()) * 3600 + i64::from(self.0.minute()) * 60 + i64::from(self.0.second())
    }

    /// The time that many seconds after midnight; the last second of the day for what lies behind it.
    #[must_use]
    pub fn from_seconds(seconds: i64) -> Self {
        let seconds = seconds.clamp(0, 86_399);
        let part = |value: i64| i8::try_from(value).unwrap_or_default();
        Self(time(part(seconds / 3600), part(seconds / 60 % 60), part(seconds % 60), 0))
    }
}

impl fmt::Display for ClockTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0.hour(), self.0.minute())?;
        if self.0.second() > 0 {
            write!(f, ":{:02}", self.0.second())?;
        }
        Ok(())
    }
}

/// What is no time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotATime;

impl fmt::Display for NotATime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a time of day such as 08:00")
    }
}

impl FromStr for ClockTime {
    type Err = NotATime;

    /// Reads `8:00`, `08:00` and `08:00:30`; a full-width colon is a colon too, as people type it.
    fn from_str(raw: &str) -> Result<Self, NotATime> {
        let mut parts = raw.trim().split([':', '：']);
        let mut part = || parts.next().map(digits);
        let (Some(Some(hour)), Some(Some(minute))) = (part(), part()) else { return Err(NotATime) };
        let second = part().unwrap_or(Some(0)).ok_or(NotATime)?;
        if parts.next().is_some() {
            return Err(NotATime);
        }
        Self::new(hour, minute, second).ok_or(NotATime)
    }
}

fn digits(part: &str) -> Option<i8> {
    let fits = (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    if fits { part.parse().ok() } else { None }
}

impl Serialize for ClockTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ClockTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        raw.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn times_are_read_as_people_and_programs_write_them() {
        for (raw, written) in
            [("8:00", "08:00"), ("08:00:00", "08:00"), ("23：59：59", "23:59:59"), (" 07:05 ", "07:05")]
        {
            assert_eq!(raw.parse::<ClockTime>().unwrap().to_string(), written);
        }
        for raw in ["24:00", "8", "8:60", "-1:00", "08:00:00:00", "", "8:", "８:00", "008:00", "1e1:00"] {
            assert_eq!(raw.parse::<ClockTime>(), Err(NotATime), "{raw}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_reads_as_the_same_time(seconds in 0_i64..86_400) {
            let time = ClockTime::from_seconds(seconds);
            prop_assert_eq!(time.seconds(), seconds);
            prop_assert_eq!(time.to_string().parse::<ClockTime>().unwrap(), time);
        }

        #[test]
        fn reading_a_time_never_panics(raw in ".{0,20}") {
            let _ = raw.parse::<ClockTime>();
        }
    }
}
