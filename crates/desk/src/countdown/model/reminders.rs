//! On which days before its day a countdown reminds its members; pure.

use jiff::Span;
use jiff::civil::Date;
use kernel::Result;

use super::Repeat;
use crate::countdown::texts;

/// Reminders of one countdown.
const MAX_REMINDERS: usize = 5;
/// Days before.
const MAX_DAYS: i64 = 365;

/// Whole days before the day of a countdown, the fewest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::countdown) struct Reminders(String);

impl Reminders {
    /// What was checked when it was stored.
    pub(in crate::countdown) fn stored(text: String) -> Self {
        Self(text)
    }

    /// As the column has it: `0,1,7`; empty for none.
    pub(in crate::countdown) fn as_str(&self) -> &str {
        &self.0
    }

    /// The days, in order and each once.
    ///
    /// # Errors
    /// 400 for too many, and for days that are too far away.
    pub(in crate::countdown) fn parse(days: &[i64]) -> Result<Self> {
        let mut days = days.to_vec();
        days.sort_unstable();
        days.dedup();
        if days.len() > MAX_REMINDERS || days.iter().any(|days| !(0..=MAX_DAYS).contains(days)) {
            return Err(texts::REMINDERS_INVALID.with("max", MAX_REMINDERS));
        }
        Ok(Self(days.iter().map(i64::to_string).collect::<Vec<_>>().join(",")))
    }

    pub(in crate::countdown) fn days(&self) -> impl Iterator<Item = i64> {
        self.0.split(',').filter_map(|days| days.parse().ok())
    }

    /// The days of a countdown of which one is reminded today.
    pub(in crate::countdown) fn due(&self, repeat: Repeat, target: Date, today: Date) -> Vec<Date> {
        let day = |days: i64| today.checked_add(Span::new().days(days)).ok();
        self.days().filter_map(day).filter(|day| repeat.falls_on(target, *day)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn reminders_are_put_in_order_and_each_counts_once() {
        assert_eq!(Reminders::parse(&[7, 0, 7, 30]).unwrap().as_str(), "0,7,30");
        assert_eq!(Reminders::parse(&[]).unwrap().days().count(), 0);
        for wrong in [&[-1_i64][..], &[366], &[0, 1, 2, 3, 4, 5]] {
            assert!(Reminders::parse(wrong).is_err());
        }
    }

    #[test]
    fn a_day_reminds_of_each_occurrence_that_is_as_far_away() {
        let reminders = Reminders::parse(&[0, 30]).unwrap();
        let due = |repeat, today| reminders.due(repeat, date(2026, 9, 1), today);
        assert_eq!(due(Repeat::Monthly, date(2026, 9, 1)), [date(2026, 9, 1), date(2026, 10, 1)]);
        assert_eq!(due(Repeat::None, date(2026, 9, 1)), [date(2026, 9, 1)]);
        assert_eq!(due(Repeat::None, date(2026, 8, 2)), [date(2026, 9, 1)]);
        assert!(due(Repeat::None, date(2026, 9, 2)).is_empty());
        assert!(due(Repeat::Yearly, date(2027, 8, 1)).is_empty());
        assert_eq!(due(Repeat::Yearly, date(2027, 8, 2)), [date(2027, 9, 1)]);
    }
}
