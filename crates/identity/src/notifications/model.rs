//! How members want to be told; pure.

use kernel::Result;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::texts;

/// How a member wants to be told of a kind.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(as = NotificationMode)]
pub(super) enum Mode {
    /// In the inbox, and in the island of open desktops.
    #[default]
    On,
    /// In the inbox alone.
    Quiet,
    /// Not at all.
    Off,
}

/// The hours of a day in which no island shows anything; they may pass midnight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct QuietHours {
    pub(super) from: String,
    pub(super) to: String,
}

impl QuietHours {
    /// # Errors
    /// 400 for one end alone, for what is no time, and for an end that is the beginning.
    pub(super) fn parse(from: Option<&str>, to: Option<&str>) -> Result<Option<Self>> {
        let (from, to) = match (from, to) {
            (None, None) => return Ok(None),
            (Some(from), Some(to)) => (from, to),
            _ => return Err(texts::QUIET_INCOMPLETE.err()),
        };
        if !is_time(from) || !is_time(to) || from == to {
            return Err(texts::QUIET_INVALID.err());
        }
        Ok(Some(Self { from: from.to_owned(), to: to.to_owned() }))
    }
}

/// `HH:MM`.
fn is_time(raw: &str) -> bool {
    let number = |digits: &str, end: u32| {
        digits.len() == 2
            && digits.bytes().all(|digit| digit.is_ascii_digit())
            && digits.parse::<u32>().is_ok_and(|number| number < end)
    };
    raw.split_once(':').is_some_and(|(hour, minute)| number(hour, 24) && number(minute, 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_hours_have_two_ends_that_are_times_and_differ() {
        let parse = |from, to| QuietHours::parse(from, to).map_err(|error| error.slug());
        assert_eq!(parse(None, None), Ok(None));
        let night = QuietHours { from: "22:00".into(), to: "06:30".into() };
        assert_eq!(parse(Some("22:00"), Some("06:30")), Ok(Some(night)));
        for (from, to) in [(Some("22:00"), None), (None, Some("06:30"))] {
            assert_eq!(parse(from, to), Err("notification_quiet_incomplete"));
        }
        for raw in ["", "7:00", "24:00", "07:60", "07:0", "+7:00", "七点", "07:000", "22:00"] {
            assert_eq!(parse(Some(raw), Some("22:00")), Err("notification_quiet_invalid"), "{raw}");
        }
    }
}
