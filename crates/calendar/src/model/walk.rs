//! Walking a rule: what it yields, one time after the other, and how far anybody may walk.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use rrule::RRuleSetIter;

use super::is_known;
use super::moment::Moment;

/// How many of the days, weeks, months or years between two times that a rule yields cost a step: to look at one that
/// yields nothing takes a fraction of the time that a yielded one takes.
const PASSED_PER_STEP: i64 = 8;
/// What it costs when the library finds nothing any more: it looks at 100,000 days, weeks, months or years.
const ENDLESS: u64 = 100_000 / PASSED_PER_STEP.unsigned_abs();

/// How far rules are still walked. A rule of a file may yield a lot that nobody looks at, or look through centuries for a
/// time that never comes; so whatever walks rules has a number of steps.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    left: u64,
    are_spent: bool,
}

impl Default for Steps {
    /// As many as one change of a calendar may take, and one look at a series.
    fn default() -> Self {
        Self::of(200_000)
    }
}

impl Steps {
    pub(crate) fn of(left: u64) -> Self {
        Self { left, are_spent: false }
    }

    fn spend(&mut self, steps: u64) {
        match self.left.checked_sub(steps) {
            Some(left) => self.left = left,
            None => (self.left, self.are_spent) = (0, true),
        }
    }

    /// Whether a walk ended because there were too few.
    pub(crate) fn are_spent(&self) -> bool {
        self.are_spent
    }
}

/// What a rule yields, in order. It ends early when the steps are spent.
pub(crate) struct Walk<'a> {
    /// What the library yields; `None` when nothing comes any more.
    pub(super) times: Option<RRuleSetIter>,
    /// The time that was yielded last, or the beginning.
    pub(super) before: Moment,
    /// The minutes between two times at which the library looks, at least.
    pub(super) period: i64,
    /// The last local time that may be yielded.
    pub(super) until: Option<Moment>,
    /// How many times may still be yielded.
    pub(super) count: Option<u32>,
    pub(super) steps: &'a mut Steps,
}

impl Walk<'_> {
    /// Whether the rule itself has ended.
    pub(super) fn is_over(&self) -> bool {
        self.times.is_none()
    }
}

impl Iterator for Walk<'_> {
    type Item = Moment;

    fn next(&mut self) -> Option<Moment> {
        if self.steps.are_spent || self.count == Some(0) {
            return None;
        }
        let found = self.times.as_mut()?.next();
        let Some(found) = found.and_then(|found| Timestamp::from_second(found.timestamp()).ok()) else {
            self.steps.spend(ENDLESS);
            self.times = None;
            return None;
        };
        let at = Moment::at(found, &TimeZone::UTC);
        let passed = at.minutes_since(self.before) / self.period / PASSED_PER_STEP;
        self.steps.spend(1 + passed.unsigned_abs());
        if !is_known(at.date()) || self.until.is_some_and(|until| until < at) {
            self.times = None;
            return None;
        }
        self.before = at;
        self.count = self.count.map(|count| count - 1);
        (!self.steps.are_spent).then_some(at)
    }
}
