//! How much of the time before a day is over; pure.

use jiff::civil::Date;

use super::{Repeat, days_left};

/// The days before a day that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::countdown) struct Period {
    pub(in crate::countdown) from: Date,
    pub(in crate::countdown) until: Date,
}

impl Period {
    /// From the day on which it was begun, or from the occurrence before the next one.
    pub(in crate::countdown) fn of(repeat: Repeat, target: Date, started: Date, next: Date) -> Self {
        Self { from: repeat.previous_date(target, next).unwrap_or(started), until: next }
    }

    /// From 0 to 1, in hundredths; 1 not before the day itself, and at once where there is no day between.
    pub(in crate::countdown) fn progress(self, today: Date) -> f64 {
        let (all, over) = (days_left(self.until, self.from), days_left(today, self.from));
        if all <= 0 {
            return 1.0;
        }
        f64::from(over.clamp(0, all) * 100 / all) / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn progress_grows_from_the_day_on_which_it_was_begun() {
        let period = Period::of(Repeat::None, date(2026, 12, 10), date(2026, 9, 1), date(2026, 12, 10));
        let at = |day| format!("{:.2}", period.progress(day));
        assert_eq!(at(date(2026, 8, 1)), "0.00");
        assert_eq!(at(date(2026, 9, 1)), "0.00");
        assert_eq!(at(date(2026, 10, 21)), "0.50");
        assert_eq!(at(date(2026, 12, 9)), "0.99");
        assert_eq!(at(date(2026, 12, 10)), "1.00");
        assert_eq!(at(date(2027, 1, 1)), "1.00");
        assert_eq!(
            format!("{:.2}", Period { from: period.until, until: period.from }.progress(period.from)),
            "1.00"
        );
    }

    #[test]
    fn one_that_repeats_begins_at_the_occurrence_before() {
        let of = |repeat, target, next| Period::of(repeat, target, date(2020, 1, 1), next).from;
        assert_eq!(of(Repeat::Monthly, date(2026, 1, 31), date(2026, 3, 31)), date(2026, 2, 28));
        assert_eq!(of(Repeat::Yearly, date(2024, 2, 29), date(2028, 2, 29)), date(2027, 2, 28));
        assert_eq!(of(Repeat::Yearly, date(2026, 5, 1), date(2026, 5, 1)), date(2020, 1, 1), "the first one");
        assert_eq!(of(Repeat::None, date(2026, 5, 1), date(2026, 5, 1)), date(2020, 1, 1));
    }
}
