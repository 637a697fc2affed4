//! Whose turn it is: a pure function of a roster, the school days, and the last turn that is stored.

use jiff::civil::Date;

use super::model::{DutyTurnLength, Plan};
use crate::access::plus;

/// The last turn that is stored, from which the rotation goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LastTurn {
    pub(crate) date: Date,
    /// The place that the group had then.
    pub(crate) group: usize,
    /// The name that it had.
    pub(crate) name: String,
}

/// A turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlannedTurn {
    pub(crate) date: Date,
    /// The place of the group in the roster.
    pub(crate) group: usize,
}

/// The turns from one date to another. Without a stored turn the first group is that of the roster; with one it is the
/// group after that one, which is known by its name, since groups come, go and change places. Days without school use
/// up no group.
pub(crate) fn turns(
    plan: &Plan,
    last: Option<&LastTurn>,
    is_school_day: impl Fn(Date) -> bool,
    from: Date,
    until: Date,
) -> Vec<PlannedTurn> {
    let count = plan.groups.len();
    let mut next = plan.first_group;
    let mut week = None;
    if let Some(last) = last {
        let place = plan.groups.iter().position(|group| group.name == last.name);
        // A group that is gone has left its place to the one after it.
        next = place.map_or(last.group, |place| place + 1) % count;
        week = place.map(|place| (monday(last.date), place));
    }
    let mut found = Vec::new();
    let dates = from.series(jiff::Span::new().days(1)).take_while(|date| *date <= until);
    for date in dates.filter(|date| plan.covers(*date) && is_school_day(*date)) {
        let current = week.filter(|(begins, _)| plan.turn == DutyTurnLength::Week && *begins == monday(date));
        let group = current.map_or(next, |(_, group)| group);
        if current.is_none() {
            next = (next + 1) % count;
            week = Some((monday(date), group));
        }
        found.push(PlannedTurn { date, group });
    }
    found
}

/// The Monday of the week of a date.
pub(crate) fn monday(date: Date) -> Date {
    plus(date, -i64::from(date.weekday().to_monday_zero_offset()))
}
