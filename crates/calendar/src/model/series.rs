//! One occurrence of a series, and a series in two parts.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::Fault;
use super::content::Content;
use super::expand::{ExpandError, among, count_before};
use super::moment::Moment;
use super::rule::{Rule, RuleEnd, months_between};
use super::walk::Steps;

/// The rule of a series that has its beginning alone.
const ONCE: &str = "FREQ=DAILY;COUNT=1";

/// One occurrence of a series as an event of its own.
pub(crate) fn single(series: &Content, at: Moment) -> Content {
    let length = series.ends.minutes_since(series.starts);
    let (starts, ends) = (at, at.plus_minutes(length));
    Content { starts, ends, rule: String::new(), exdates: Vec::new(), ..series.clone() }
}

/// A series without one of its occurrences.
pub(crate) fn without(series: &Content, at: Moment) -> Content {
    let mut left = series.clone();
    if let Err(place) = left.exdates.binary_search(&at) {
        left.exdates.insert(place, at);
    }
    left
}

/// What a series is before one of its occurrences, which is not the first one.
///
/// # Errors
/// For a rule that cannot be read, which is none that was checked.
pub(crate) fn head(series: &Content, at: Moment) -> Result<Content, Fault> {
    let zone = series.time_zone()?;
    let rule = Rule::read(&series.rule, series, &zone)?;
    let last = if series.all_day { at.plus_days(-1) } else { at.plus_minutes(-1) };
    let exdates: Vec<_> = series.exdates.iter().copied().filter(|left_out| *left_out < at).collect();
    // The beginning need not be one of the rule's times, and then the rule may have none before.
    let yields = rule.walk(series.starts, &mut Steps::default())?.next().is_some_and(|first| first < at);
    let rule = if yields {
        rule.ending(RuleEnd::Until(last), series.all_day, &zone)
    } else if exdates.is_empty() {
        String::new()
    } else {
        // The beginning is left out: only a series can say so.
        ONCE.to_owned()
    };
    Content { rule, exdates, ..series.clone() }.checked()
}

/// What a series is from one of its occurrences on.
///
/// # Errors
/// For a rule that cannot be read, which is none that was checked.
pub(crate) fn tail(series: &Content, at: Moment) -> Result<Content, Fault> {
    let zone = series.time_zone()?;
    let rule = Rule::read(&series.rule, series, &zone)?;
    let left = count_before(series, at).and_then(|before| rule.count_after(before));
    let text = match left {
        Some(left) => rule.ending(RuleEnd::Count(left.max(1)), series.all_day, &zone),
        None => series.rule.clone(),
    };
    let exdates = series.exdates.iter().copied().filter(|left_out| *left_out >= at).collect();
    Content { rule: text, exdates, ..single(series, at) }.checked()
}

/// A series after a change, with what was left out of it before: each time that is left out is left out where the change
/// has put it.
///
/// # Errors
/// For a rule that takes too many steps.
pub(crate) fn moved(before: &Content, after: Content) -> Result<Content, ExpandError> {
    let mut exdates: Vec<_> = moved_times(before, &after, &before.exdates)?.into_iter().flatten().collect();
    exdates.sort_unstable();
    exdates.dedup();
    Ok(Content { exdates, ..after })
}

/// Where a change of a series has put each of some of its times; `None` for one that the series does not have any more.
///
/// # Errors
/// For a rule that takes too many steps.
pub(crate) fn moved_times(
    before: &Content,
    after: &Content,
    times: &[Moment],
) -> Result<Vec<Option<Moment>>, ExpandError> {
    if after.rule.is_empty() || before.rule.is_empty() {
        return Ok(vec![None; times.len()]);
    }
    if (before.starts, before.all_day) == (after.starts, after.all_day) {
        return Ok(times.iter().copied().map(Some).collect());
    }
    let way = Way::of(before, after)?;
    let places: Vec<Vec<Moment>> = times.iter().map(|at| way.places(*at)).collect();
    let kept = among(after, &places.iter().flatten().copied().collect::<BTreeSet<_>>())?;
    Ok(places.into_iter().map(|places| places.into_iter().find(|at| kept.contains(at))).collect())
}

/// How the times of a series move when its beginning does.
struct Way<'a> {
    before: &'a Content,
    after: &'a Content,
    /// Whether they may stay on their days, as when a daily series begins a day later.
    stays: bool,
    /// Whether they may move as far as the beginning.
    moves: bool,
    /// Whether they move by months and not by days.
    by_months: bool,
    /// Whether the rule names the days of the months, and not its beginning.
    names_days: bool,
}

impl<'a> Way<'a> {
    fn of(before: &'a Content, after: &'a Content) -> Result<Self, Fault> {
        let old = Rule::read(&before.rule, before, &before.time_zone()?)?;
        let new = Rule::read(&after.rule, after, &after.time_zone()?)?;
        let (from, to) = (before.starts.date(), after.starts.date());
        let keeps_days = new.is_like(&old) && old.keeps_days(from, to);
        let is_shifted = new.is_like(&old.shifted(i64::from((to - from).get_days())));
        // Of a rule that has nothing to do with the one before, both are tried.
        Ok(Self {
            before,
            after,
            stays: keeps_days || !is_shifted,
            moves: !keeps_days,
            by_months: new.is_by_months(),
            names_days: new.names_days(),
        })
    }

    /// The places of a time, the likeliest first.
    fn places(&self, at: Moment) -> Vec<Moment> {
        let (from, to) = (self.before.starts, self.after.starts);
        let on_clock = to.minutes_since(from.on(to.date()));
        let mut places = Vec::new();
        if self.stays {
            // A rule may name its hours, which stay then.
            places.extend([at.plus_minutes(on_clock), at]);
        }
        if self.moves && self.by_months {
            let months = months_between(from.date(), to.date());
            let first = Moment::of_day(at.date().first_of_month()).plus_months(months).date();
            let day = if self.names_days { at.date().day() } else { to.date().day() };
            let date = Date::new(first.year(), first.month(), day).ok();
            places.extend(date.map(|date| at.on(date).plus_minutes(on_clock)));
        } else if self.moves {
            places.push(at.plus_minutes(to.minutes_since(from)));
        }
        if self.after.all_day {
            places = places.into_iter().map(|at| Moment::of_day(at.date())).collect();
        }
        places
    }
}
