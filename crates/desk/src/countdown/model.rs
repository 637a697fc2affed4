//! What a countdown is, and when its day comes next; pure.

use std::iter;

use jiff::civil::Date;
use jiff::{Span, Unit};
use kernel::Result;
use kernel::dates;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::texts;

pub(super) mod exams;
pub(super) mod progress;
pub(super) mod reminders;

/// Countdowns one member may have.
pub(super) const MAX_ITEMS: i64 = 100;
/// Countdowns one member may pin.
pub(super) const MAX_PINNED: i64 = 3;
/// Countdowns one class may have; as many of them are pinned as of one member.
pub(super) const MAX_OF_CLASS: i64 = 30;
/// Longest note, in characters.
const MAX_NOTE: usize = 500;

/// A text that fulfils a rule: only `parse` makes one of what a client sent.
macro_rules! checked_text {
    ($($(#[$doc:meta])* $name:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(transparent)]
        pub(super) struct $name(String);

        impl $name {
            /// What was checked when it was stored.
            pub(super) fn stored(text: String) -> Self {
                Self(text)
            }

            pub(super) fn as_str(&self) -> &str {
                &self.0
            }
        }
    )* };
}

checked_text! {
    /// 1 to 80 characters, without blanks at its ends and without control characters.
    Title;
    /// At most 500 characters; line breaks are kept.
    Note;
    /// `#rrggbb`, in lower case.
    Color;
}

impl Title {
    /// # Errors
    /// 400.
    pub(super) fn parse(raw: &str) -> Result<Self> {
        let title = raw.trim();
        if !(1..=80).contains(&title.chars().count()) || title.chars().any(char::is_control) {
            return Err(texts::TITLE_INVALID.err());
        }
        Ok(Self(title.to_owned()))
    }
}

impl Note {
    /// # Errors
    /// 400.
    pub(super) fn parse(raw: &str) -> Result<Self> {
        let note = raw.trim();
        let forbidden = |c: char| c.is_control() && c != '\n' && c != '\t';
        if note.chars().count() > MAX_NOTE || note.chars().any(forbidden) {
            return Err(texts::NOTE_INVALID.err());
        }
        Ok(Self(note.to_owned()))
    }
}

impl Color {
    /// # Errors
    /// 400.
    pub(super) fn parse(raw: &str) -> Result<Self> {
        let digits = raw.strip_prefix('#').filter(|digits| digits.len() == 6);
        if digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit())) {
            Ok(Self(raw.to_ascii_lowercase()))
        } else {
            Err(texts::COLOR_INVALID.err())
        }
    }
}

/// Reads `YYYY-MM-DD` between 1900 and 2199.
///
/// # Errors
/// 400.
pub(super) fn parse_date(raw: &str) -> Result<Date> {
    dates::parse_date(raw).ok_or_else(|| texts::DATE_INVALID.err())
}

/// What a countdown is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum CountdownCategory {
    /// An exam.
    Exam,
    /// A holiday.
    Holiday,
    /// A birthday.
    Birthday,
    /// Something that is done together.
    Activity,
    /// Anything else.
    #[default]
    Other,
}

/// How often the day of a countdown repeats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Repeat {
    /// Once.
    #[default]
    None,
    /// On the same day of each month, or its last day.
    Monthly,
    /// On the same day of each year; 29 February is the 28th in other years.
    Yearly,
}

impl Repeat {
    /// The next day that counts, seen from `today`: the first repetition that is not past, or the
    /// date itself when it does not repeat.
    pub(super) fn next_date(self, target: Date, today: Date) -> Date {
        let months = i32::from(today.year() - target.year()) * 12 + i32::from(today.month() - target.month());
        // Counted from the target each time: adding to a clamped day would drift (31 → 28 → 28).
        let (first, step) = match self {
            Self::None => return target,
            Self::Monthly => (months, 1),
            Self::Yearly => (months / 12 * 12, 12),
        };
        (0..3)
            .map(|n| first.max(0) + n * step)
            .filter_map(|months| target.checked_add(Span::new().months(months)).ok())
            .find(|date| *date >= today && *date >= target)
            .unwrap_or(target)
    }

    /// The day before one that counts; `None` for the first.
    pub(super) fn previous_date(self, target: Date, next: Date) -> Option<Date> {
        let step = match self {
            Self::None => return None,
            Self::Monthly => 1,
            Self::Yearly => 12,
        };
        let months = i32::from(next.year() - target.year()) * 12 + i32::from(next.month() - target.month());
        let before = Some(months - step).filter(|months| *months >= 0)?;
        target.checked_add(Span::new().months(before)).ok()
    }

    /// Whether a day counts.
    pub(super) fn falls_on(self, target: Date, day: Date) -> bool {
        self.next_date(target, day) == day
    }

    /// The days that count, from one to another.
    pub(super) fn days(self, target: Date, from: Date, until: Date) -> impl Iterator<Item = Date> {
        let first = Some(self.next_date(target, from)).filter(|first| *first >= from);
        let after = move |day: &Date| {
            let next = self.next_date(target, day.tomorrow().ok()?);
            Some(next).filter(|next| next > day)
        };
        iter::successors(first, after).take_while(move |day| *day <= until)
    }
}

/// Whole days from `today`; negative when the day is past.
pub(super) fn days_left(next: Date, today: Date) -> i32 {
    today.until((Unit::Day, next)).map_or(0, |span| span.get_days())
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    #[test]
    fn a_monthly_31st_falls_on_the_last_day_of_short_months_and_never_drifts() {
        let target = date(2026, 1, 31);
        assert_eq!(Repeat::Monthly.next_date(target, date(2026, 2, 1)), date(2026, 2, 28));
        assert_eq!(Repeat::Monthly.next_date(target, date(2026, 3, 1)), date(2026, 3, 31));
        assert_eq!(Repeat::Monthly.next_date(target, date(2026, 4, 30)), date(2026, 4, 30));
    }

    #[test]
    fn a_leap_day_is_kept_on_the_28th_in_other_years() {
        let target = date(2024, 2, 29);
        assert_eq!(Repeat::Yearly.next_date(target, date(2026, 1, 1)), date(2026, 2, 28));
        assert_eq!(Repeat::Yearly.next_date(target, date(2028, 2, 29)), date(2028, 2, 29));
        assert_eq!(Repeat::Yearly.next_date(target, date(2026, 3, 1)), date(2027, 2, 28));
    }

    #[test]
    fn a_day_that_does_not_repeat_stays_when_it_is_past() {
        assert_eq!(Repeat::None.next_date(date(2020, 6, 7), date(2026, 9, 1)), date(2020, 6, 7));
        assert_eq!(days_left(date(2026, 8, 31), date(2026, 9, 1)), -1);
        assert_eq!(days_left(date(2027, 6, 7), date(2026, 9, 1)), 279);
    }

    #[test]
    fn days_are_those_of_a_range_from_the_first_one_on() {
        let days = |repeat: Repeat, target, from, until| repeat.days(target, from, until).collect::<Vec<_>>();
        let (january, april) = (date(2026, 1, 1), date(2026, 4, 30));
        let all = [date(2026, 1, 31), date(2026, 2, 28), date(2026, 3, 31), date(2026, 4, 30)];
        assert_eq!(days(Repeat::Monthly, date(2025, 8, 31), january, april), all);
        assert_eq!(
            days(Repeat::Monthly, date(2026, 3, 31), january, april),
            all[2..],
            "none before the first"
        );
        assert_eq!(days(Repeat::Yearly, date(2024, 2, 29), january, april), [date(2026, 2, 28)]);
        assert_eq!(days(Repeat::None, date(2026, 4, 30), january, april), [april]);
        assert!(days(Repeat::None, date(2025, 12, 31), january, april).is_empty());
        assert!(days(Repeat::Yearly, date(2026, 5, 1), january, april).is_empty());
    }

    fn any_date() -> impl Strategy<Value = Date> {
        (1900_i16..2200, 1_i8..=12, 1_i8..=28).prop_map(|(y, m, d)| date(y, m, d))
    }

    proptest! {
        #[test]
        fn the_next_repetition_is_never_past_and_less_than_a_period_away(target in any_date(), today in any_date()) {
            for (repeat, days) in [(Repeat::Monthly, 31), (Repeat::Yearly, 366)] {
                let next = repeat.next_date(target, today);
                prop_assert!(next >= today && next >= target);
                prop_assert!(days_left(next, today.max(target)) <= days);
            }
        }

        #[test]
        fn reading_a_title_date_or_color_never_panics(raw in ".{0,100}") {
            let _ = (Title::parse(&raw), parse_date(&raw), Color::parse(&raw), Note::parse(&raw));
        }
    }
}
