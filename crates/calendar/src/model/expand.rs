//! When an event happens.

use std::collections::BTreeSet;

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::Fault;
use super::content::Content;
use super::moment::Moment;
use super::rule::Rule;
use super::walk::Steps;
use crate::texts;
use kernel::dates::day_of;

/// Occurrences that are made at once, so that nothing can fill the memory.
const MAX: usize = 10_000;
/// The milliseconds of a day.
const DAY_MS: i64 = 86_400_000;

/// One time at which an event happens.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Occurrence {
    /// When it begins, in the zone of the event.
    pub(crate) starts: Moment,
    /// The same in milliseconds since the epoch; of whole days when the first one begins in the portal's zone.
    pub(crate) starts_at: i64,
    /// When it ends; of whole days when the last one is over.
    pub(crate) ends_at: i64,
    /// The first day that it is on, in the portal's zone.
    pub(crate) first_day: Date,
    /// The last one.
    pub(crate) last_day: Date,
}

/// What an event yields in some days.
#[derive(Clone, Debug)]
pub(crate) struct Expanded {
    /// The occurrences that are on one of the days, in order.
    pub(crate) occurrences: Vec<Occurrence>,
    /// Whether there are none before these days.
    pub(crate) from_start: bool,
    /// Whether there are none after these days.
    pub(crate) to_end: bool,
}

/// Why it is not known when an event happens.
#[derive(Clone, Debug)]
pub(crate) enum ExpandError {
    /// Its rule or its zone cannot be read, which is none that was checked.
    Fault(Fault),
    /// The steps are spent.
    TooLong,
}

impl From<Fault> for ExpandError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<ExpandError> for kernel::ApiError {
    fn from(error: ExpandError) -> Self {
        match error {
            ExpandError::Fault(fault) => fault.into(),
            ExpandError::TooLong => texts::RULES_TOO_LONG.err(),
        }
    }
}

/// The occurrences of an event that are on one of the days from `from` to `until` in the portal's zone. The time at which
/// a series begins is always one of them, as programs that read iCalendar files take it, even if its rule would not
/// yield it. One event after another may be given the same steps.
///
/// # Errors
/// When the steps are spent.
pub(crate) fn expand(
    content: &Content,
    from: Date,
    until: Date,
    portal: &TimeZone,
    steps: &mut Steps,
) -> Result<Expanded, ExpandError> {
    let zone = content.time_zone()?;
    let one = |starts: Moment| occurrence(content, starts, &zone, portal);
    if content.rule.is_empty() {
        let only = one(content.starts);
        return Ok(Expanded { occurrences: vec![only], from_start: true, to_end: true });
    }
    let rule = Rule::read(&content.rule, content, &zone)?;
    // Zones are at most a day apart.
    let margin = content.span_days() + 2;
    let earliest = Moment::of_day(from).plus_days(-margin);
    let latest = Moment::of_day(until).plus_days(2);
    let anchor = rule.anchor(content.starts, earliest.date());
    let mut starts = vec![content.starts];
    let (mut from_start, mut to_end) = (anchor == content.starts, true);
    // Of a rule that ended before these days nothing is walked. The beginning, which lies before them too, shows it.
    let anchor = Some(anchor).filter(|_| !rule.ends_before(earliest));
    for at in anchor.map(|anchor| rule.walk(anchor, steps)).transpose()?.into_iter().flatten() {
        if at > latest || starts.len() >= MAX {
            to_end = false;
            break;
        }
        if at < earliest {
            from_start = false;
        } else {
            starts.push(at);
        }
    }
    if steps.are_spent() {
        return Err(ExpandError::TooLong);
    }
    starts.sort_unstable();
    starts.dedup();
    let is_left_out = |at: &Moment| content.exdates.binary_search(at).is_ok();
    let all = starts.into_iter().filter(|at| !is_left_out(at)).map(one);
    let mut occurrences: Vec<_> = all.collect();
    let all = occurrences.len();
    occurrences.retain(|one| one.last_day >= from);
    let left = occurrences.len();
    occurrences.retain(|one| one.first_day <= until);
    from_start &= left == all;
    to_end &= occurrences.len() == left;
    Ok(Expanded { occurrences, from_start, to_end })
}

/// Whether a series has an occurrence that begins then, left out or not.
pub(crate) fn has(content: &Content, at: Moment) -> bool {
    count_before(content, at).is_some()
}

/// How many times the rule of a series yields before one of its times, counted only where the rule counts them itself;
/// `None` for a time that is none of the series.
pub(crate) fn count_before(content: &Content, at: Moment) -> Option<usize> {
    let zone = content.time_zone().ok()?;
    if content.rule.is_empty() {
        return (at == content.starts).then_some(0);
    }
    let rule = Rule::read(&content.rule, content, &zone).ok()?;
    // A rule with a count is walked from its beginning; of others a walk from nearby tells whether the time is one.
    let anchor = rule.anchor(content.starts, at.date());
    for (before, one) in rule.walk(anchor, &mut Steps::default()).ok()?.enumerate() {
        if one >= at {
            return (one == at || at == content.starts).then_some(before);
        }
    }
    (at == content.starts).then_some(0)
}

/// Those of some times that are times of a series, left out or not.
///
/// # Errors
/// For a rule that takes too many steps.
pub(crate) fn among(content: &Content, times: &BTreeSet<Moment>) -> Result<BTreeSet<Moment>, ExpandError> {
    let (Some(first), Some(last)) = (times.first(), times.last()) else { return Ok(BTreeSet::new()) };
    let mut found = BTreeSet::from([content.starts]);
    let mut steps = Steps::default();
    if !content.rule.is_empty() {
        let rule = Rule::read(&content.rule, content, &content.time_zone()?)?;
        let anchor = rule.anchor(content.starts, first.date());
        found.extend(rule.walk(anchor, &mut steps)?.take_while(|at| at <= last));
    }
    if steps.are_spent() {
        return Err(ExpandError::TooLong);
    }
    found.retain(|at| times.contains(at));
    Ok(found)
}

fn occurrence(content: &Content, starts: Moment, zone: &TimeZone, portal: &TimeZone) -> Occurrence {
    if content.all_day {
        let (first_day, last_day) = (starts.date(), starts.plus_days(content.span_days()).date());
        let starts_at = Moment::of_day(first_day).instant(portal);
        let ends_at = Moment::of_day(last_day).plus_days(1).instant(portal);
        return Occurrence { starts, starts_at, ends_at, first_day, last_day };
    }
    let starts_at = starts.instant(zone);
    // RFC 5545: all occurrences last equally long, whatever the clocks do meanwhile.
    let ends_at = starts_at + content.duration_ms(zone).min(DAY_MS * 400);
    let first_day = day_of(starts_at, portal);
    // What ends at midnight is not on the next day.
    let last_day = day_of((ends_at - 1).max(starts_at), portal);
    Occurrence { starts, starts_at, ends_at, first_day, last_day }
}
