//! The numbers of levels, rewards and streaks, and what follows from them; pure.

use std::collections::BTreeSet;

use jiff::Unit;
use jiff::civil::Date;
use kernel::texts::Text;
use strum::{EnumString, IntoStaticStr, VariantArray};

use super::texts;

/// Experience at which each level begins, Lv0 first.
pub(super) const THRESHOLDS: [i64; 7] = [0, 50, 200, 600, 1500, 3500, 9900];
/// What all actions but the check-in earn on one day at most.
pub(super) const DAILY_CAP: i64 = 100;
/// From how many days in a row a check-in earns how much more.
pub(super) const STREAK_BONUSES: [(i64, i64); 6] = [(3, 5), (7, 10), (14, 15), (30, 20), (60, 25), (99, 30)];
/// A claim that names nothing counts again after this many milliseconds.
const CLAIM_PAUSE: i64 = 60_000;

/// What earns experience; its identifier on the wire and in the table is the variant's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Action {
    /// The daily check-in.
    DailyLogin,
    /// A chat message.
    SendMessage,
    /// A post.
    CreatePost,
    /// A post passed on.
    SharePost,
    /// A comment.
    AddComment,
    /// A like on something of one's own.
    ReceiveLike,
}

impl Action {
    /// What it earns once.
    pub(super) fn exp(self) -> i64 {
        match self {
            Self::DailyLogin => 20,
            Self::SendMessage => 1,
            Self::CreatePost => 5,
            Self::SharePost | Self::AddComment => 3,
            Self::ReceiveLike => 2,
        }
    }

    /// How often a day it earns that.
    pub(super) fn daily_limit(self) -> i64 {
        match self {
            Self::DailyLogin => 1,
            Self::SendMessage => 20,
            Self::CreatePost | Self::SharePost => 3,
            Self::AddComment => 5,
            Self::ReceiveLike => 10,
        }
    }

    /// Why one got it, in words.
    pub(super) fn reason(self) -> &'static Text {
        match self {
            Self::DailyLogin => &texts::DAILY_LOGIN,
            Self::SendMessage => &texts::SEND_MESSAGE,
            Self::CreatePost => &texts::CREATE_POST,
            Self::SharePost => &texts::SHARE_POST,
            Self::AddComment => &texts::ADD_COMMENT,
            Self::ReceiveLike => &texts::RECEIVE_LIKE,
        }
    }
}

/// Lv0 … Lv6.
pub(super) fn level_of(exp: i64) -> usize {
    THRESHOLDS.iter().skip(1).take_while(|threshold| exp >= **threshold).count()
}

/// How far one is between two levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Progress {
    /// Since the level began.
    pub(super) current: i64,
    /// From its beginning to the next; 0 on the last level.
    pub(super) needed: i64,
    /// 0–100; 100 only on the last level.
    pub(super) percentage: i64,
    /// Where the next level begins.
    pub(super) next: Option<i64>,
}

impl Progress {
    pub(super) fn of(exp: i64) -> Self {
        let level = level_of(exp);
        let current = exp.max(0) - THRESHOLDS[level];
        match THRESHOLDS.get(level + 1) {
            Some(next) => {
                let needed = next - THRESHOLDS[level];
                Self { current, needed, percentage: current * 100 / needed, next: Some(*next) }
            }
            None => Self { current, needed: 0, percentage: 100, next: None },
        }
    }
}

/// What a check-in earns beyond its own, on the n-th day in a row.
pub(super) fn streak_bonus(streak: i64) -> i64 {
    STREAK_BONUSES.iter().rev().find(|(days, _)| streak >= *days).map_or(0, |(_, bonus)| *bonus)
}

/// Whether the check-in of `today` is done. Tomorrow's counts as well: the clock or the zone was set
/// back, and the day that seems to come again is not paid again.
pub(super) fn is_claimed(last: Option<Date>, today: Date) -> bool {
    last.is_some_and(|last| matches!(days(last, today), 0 | -1))
}

/// The streak after signing in today; `None` when that is done.
pub(super) fn next_streak(last: Option<Date>, streak: i64, today: Date) -> Option<i64> {
    match last.map(|last| days(last, today)) {
        Some(0 | -1) => None,
        Some(1) => Some(streak + 1),
        _ => Some(1),
    }
}

/// The streak as it stands: one that yesterday did not continue has ended.
pub(super) fn current_streak(last: Option<Date>, streak: i64, today: Date) -> i64 {
    if last.is_some_and(|last| (-1..=1).contains(&days(last, today))) { streak } else { 0 }
}

/// The number of school days in a row that have a check-in, counted back from today. A day without lessons neither
/// counts nor ends it; today ends nothing, because it is not over.
pub(super) fn school_day_streak(
    checked_in: &BTreeSet<Date>,
    school_days: &BTreeSet<Date>,
    today: Date,
) -> i64 {
    let back =
        school_days.range(..=today).rev().skip_while(|day| **day == today && !checked_in.contains(day));
    back.take_while(|day| checked_in.contains(day)).map(|_| 1).sum()
}

fn days(from: Date, to: Date) -> i32 {
    from.until((Unit::Day, to)).map_or(i32::MAX, |span| span.get_days())
}

/// What is left of an amount under the daily cap.
pub(super) fn trimmed(amount: i64, earned_today: i64) -> i64 {
    amount.min(DAILY_CAP - earned_today).max(0)
}

/// Whether a claim that names nothing comes too soon after the last one. A last one from the
/// future means that the clock was set back.
pub(super) fn is_too_soon(last: i64, now: i64) -> bool {
    now.abs_diff(last) < CLAIM_PAUSE.unsigned_abs()
}

/// Who says that something happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum Source {
    /// The member, by signing in.
    SignIn,
    /// A client.
    Claim,
    /// The event log.
    Event,
}

/// How often an action was claimed and seen on one day. A claim and an event tell of the same
/// thing, in whichever order they come, so the larger number counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) claims: i64,
    pub(super) events: i64,
}

/// What one more claim or event is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClaimOutcome {
    /// It earns.
    Earns,
    /// The other source has told of it, and it was paid then.
    Known,
    /// The day's limit is reached; it need not be remembered.
    BeyondLimit,
}

impl Tally {
    pub(super) fn judge(self, source: Source, limit: i64) -> ClaimOutcome {
        let (same, other) = match source {
            Source::Event => (self.events, self.claims),
            Source::Claim | Source::SignIn => (self.claims, self.events),
        };
        if same >= limit {
            ClaimOutcome::BeyondLimit
        } else if same < other {
            ClaimOutcome::Known
        } else {
            ClaimOutcome::Earns
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::{Span, civil::date};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn levels_begin_at_their_thresholds() {
        for (exp, level) in [
            (0, 0),
            (49, 0),
            (50, 1),
            (199, 1),
            (200, 2),
            (600, 3),
            (1500, 4),
            (3500, 5),
            (9899, 5),
            (9900, 6),
            (1_000_000, 6),
        ] {
            assert_eq!(level_of(exp), level, "{exp}");
        }
        assert_eq!(Progress::of(125), Progress { current: 75, needed: 150, percentage: 50, next: Some(200) });
        assert_eq!(Progress::of(10_000), Progress { current: 100, needed: 0, percentage: 100, next: None });
    }

    #[test]
    fn the_bonus_grows_with_the_streak() {
        let days = [1, 2, 3, 6, 7, 13, 14, 29, 30, 59, 60, 98, 99, 5000];
        assert_eq!(days.map(streak_bonus), [0, 0, 5, 5, 10, 10, 15, 15, 20, 20, 25, 25, 30, 30]);
    }

    #[test]
    fn a_clock_set_back_a_day_pays_nothing_twice_and_breaks_no_streak() {
        let (yesterday, today, tomorrow) = (date(2026, 9, 1), date(2026, 9, 2), date(2026, 9, 3));
        assert_eq!(next_streak(Some(tomorrow), 5, today), None);
        assert_eq!(current_streak(Some(tomorrow), 5, today), 5);
        assert!(
            is_claimed(Some(tomorrow), today)
                && is_claimed(Some(today), today)
                && !is_claimed(Some(yesterday), today)
        );
        // Off by more than a day: that check-in was never one.
        assert_eq!(next_streak(Some(date(2027, 9, 2)), 5, today), Some(1));
        assert_eq!(current_streak(Some(date(2027, 9, 2)), 5, today), 0);
    }

    #[test]
    fn days_without_lessons_neither_count_nor_end_a_streak_of_school_days() {
        let days = |days: &[i8]| days.iter().map(|day| date(2026, 9, *day)).collect::<BTreeSet<_>>();
        // 5 and 6 September are a weekend.
        let school = days(&[1, 2, 3, 4, 7, 8]);
        let streak =
            |checked_in: &[i8], today| school_day_streak(&days(checked_in), &school, date(2026, 9, today));
        assert_eq!(streak(&[2, 3, 4, 7], 8), 4, "today is not over");
        assert_eq!(streak(&[2, 3, 4, 7, 8], 8), 5);
        assert_eq!(streak(&[2, 3, 4, 5], 6), 3, "a Saturday adds nothing");
        assert_eq!(streak(&[1, 2, 4, 7, 8], 8), 3, "a missed school day ends it");
        assert_eq!(streak(&[4], 8), 0);
    }

    #[test]
    fn a_claim_and_an_event_of_the_same_thing_count_once_in_either_order() {
        let (once, none) = (Tally { claims: 1, events: 0 }, Tally::default());
        assert_eq!(none.judge(Source::Claim, 3), ClaimOutcome::Earns);
        assert_eq!(once.judge(Source::Event, 3), ClaimOutcome::Known);
        assert_eq!(Tally { claims: 1, events: 1 }.judge(Source::Event, 3), ClaimOutcome::Earns);
        assert_eq!(Tally { claims: 0, events: 2 }.judge(Source::Claim, 3), ClaimOutcome::Known);
        assert_eq!(Tally { claims: 3, events: 0 }.judge(Source::Claim, 3), ClaimOutcome::BeyondLimit);
    }

    proptest! {
        #[test]
        fn a_level_never_falls_and_its_progress_adds_up(exp in 0_i64..20_000, more in 0_i64..500) {
            prop_assert!(level_of(exp + more) >= level_of(exp));
            let progress = Progress::of(exp);
            prop_assert_eq!(THRESHOLDS[level_of(exp)] + progress.current, exp);
            prop_assert!((0..=100).contains(&progress.percentage));
            prop_assert_eq!(progress.next.map(|next| next - exp), (progress.needed > 0).then(|| progress.needed - progress.current));
        }

        #[test]
        fn a_streak_is_the_number_of_days_since_the_last_gap(gaps in prop::collection::vec(1_i64..4, 1..60)) {
            let (mut day, mut streak, mut last) = (date(2026, 9, 1), 0, None);
            let mut expected = 0;
            for gap in gaps {
                day = day.checked_add(Span::new().days(gap)).unwrap();
                expected = if last.is_some() && gap == 1 { expected + 1 } else { 1 };
                streak = next_streak(last, streak, day).unwrap();
                last = Some(day);
                prop_assert_eq!(streak, expected);
                prop_assert_eq!(next_streak(last, streak, day), None);
                prop_assert_eq!(current_streak(last, streak, day), streak);
                prop_assert!((0..=30).contains(&streak_bonus(streak)) && streak_bonus(streak) <= streak_bonus(streak + 1));
            }
        }

        #[test]
        fn awards_never_cross_the_cap_and_are_whole_below_it(amounts in prop::collection::vec(0_i64..40, 0..40)) {
            let mut earned = 0;
            for amount in amounts {
                let gained = trimmed(amount, earned);
                prop_assert!(gained == amount || earned + gained == DAILY_CAP);
                earned += gained;
            }
            prop_assert!(earned <= DAILY_CAP);
        }

        #[test]
        fn what_is_paid_is_the_larger_number_up_to_the_limit(told in prop::collection::vec(any::<bool>(), 0..60), limit in 1_i64..20) {
            let (mut tally, mut paid) = (Tally::default(), 0);
            for claim in told {
                let source = if claim { Source::Claim } else { Source::Event };
                let outcome = tally.judge(source, limit);
                paid += i64::from(outcome == ClaimOutcome::Earns);
                if outcome != ClaimOutcome::BeyondLimit {
                    if claim { tally.claims += 1 } else { tally.events += 1 }
                }
                prop_assert_eq!(paid, tally.claims.max(tally.events));
            }
            prop_assert!(paid <= limit);
        }
    }
}
