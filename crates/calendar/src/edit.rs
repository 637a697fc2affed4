//! Changing all of a series, one time of it, or one and those after it, as RFC 5545 has it: a time that differs is an
//! event of its own which names its series (RECURRENCE-ID) and is left out of it (EXDATE).

use kernel::{AppTx, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::change::{Change, NewEventRow};
use crate::model::content::Content;
use crate::model::expand;
use crate::model::moment::Moment;
use crate::model::series;
use crate::store::events::{self, Event};
use crate::texts;

/// Which times of a series are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeriesScope {
    /// One.
    This,
    /// One and those after it.
    Following,
    /// All.
    #[default]
    All,
}

/// What is changed of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All of it.
    Whole,
    /// One time of a series.
    One(Moment),
    /// A time of a series, which is not the first one, and those after it.
    From(Moment),
}

/// The ids that a change may need.
#[derive(Clone)]
pub(crate) struct Ids {
    /// That of the change.
    pub(crate) change: String,
    /// That of an event that comes of it.
    pub(crate) event: String,
}

/// The part of an event that a request names.
///
/// # Errors
/// 400 for a time that the event does not have.
pub(crate) fn occurrence(event: &Event, scope: SeriesScope, raw: Option<&str>) -> Result<Part> {
    // A time that differs stands alone.
    if scope == SeriesScope::All || (scope == SeriesScope::This && event.series_id.is_some()) {
        return Ok(Part::Whole);
    }
    let content = &event.content;
    if content.rule.is_empty() {
        return Err(texts::NOT_REPEATING.err());
    }
    let raw = raw.ok_or_else(|| texts::OCCURRENCE_MISSING.err())?;
    let at = Moment::parse("occurrence", raw, content.all_day)?;
    let is_left_out = content.exdates.binary_search(&at).is_ok();
    if !expand::has(content, at) || (is_left_out && scope == SeriesScope::This) {
        return Err(texts::OCCURRENCE_UNKNOWN.with("at", at.wire(content.all_day)));
    }
    Ok(match scope {
        SeriesScope::Following if at == content.starts => Part::Whole,
        SeriesScope::Following => Part::From(at),
        _ => Part::One(at),
    })
}

/// Changes a part of an event, and answers the event that has the changes.
///
/// # Errors
/// 400 for changes that break a rule.
pub(crate) fn update(
    tx: &mut AppTx,
    change: &mut Change<'_>,
    event: &Event,
    part: Part,
    ids: &Ids,
    rule_given: bool,
    apply: &impl Fn(&Content) -> Result<Content>,
) -> Result<Event> {
    let is_one = event.series_id.is_some() || matches!(part, Part::One(_));
    if rule_given && is_one {
        return Err(texts::RULE_OF_ONE.err());
    }
    match part {
        Part::Whole => {
            let content = series::moved(&event.content, apply(&event.content)?)?;
            let after = change.update(tx, event, content)?;
            follow(tx, change, (event, &event.content), &after, None)?;
            Ok(after)
        }
        Part::One(at) => {
            let differing = apply(&series::single(&event.content, at))?;
            let series = change.update(tx, event, series::without(&event.content, at).checked()?)?;
            change.create(tx, NewEventRow::occurrence(ids.event.clone(), &series, at, differing))
        }
        Part::From(at) => {
            let tail = series::tail(&event.content, at)?;
            let rest = series::moved(&tail, apply(&tail)?)?;
            change.update(tx, event, series::head(&event.content, at)?)?;
            let rest = change.create(tx, NewEventRow::own(ids.event.clone(), rest))?;
            follow(tx, change, (event, &tail), &rest, Some(at))?;
            Ok(rest)
        }
    }
}

/// Lets the times of a series that differ follow it: to another beginning, or to the series that goes on from a time.
/// `before` is the series, and what it was from that time on. One whose place the series does not have any more stands
/// alone then; where the series does not repeat any more, all are deleted.
fn follow(
    tx: &mut AppTx,
    change: &mut Change<'_>,
    (series, before): (&Event, &Content),
    after: &Event,
    from: Option<Moment>,
) -> Result<()> {
    let now = &after.content;
    let goes_on = !now.rule.is_empty();
    let is_same = from.is_none() && (before.starts, before.all_day) == (now.starts, now.all_day);
    if is_same && goes_on {
        return Ok(());
    }
    let mut differing = events::of_series(tx, &series.id)?;
    differing.retain(|one| one.recurrence_id.is_some_and(|at| from.is_none_or(|from| at >= from)));
    let times: Vec<_> = differing.iter().filter_map(|one| one.recurrence_id).collect();
    for (one, at) in differing.iter().zip(series::moved_times(before, now, &times)?) {
        match at {
            _ if !goes_on => change.delete(tx, one)?,
            Some(at) => change.move_to(tx, one, after, at).map(drop)?,
            None => change.detach(tx, one).map(drop)?,
        }
    }
    Ok(())
}

/// Deletes a part of an event, and answers what is left of it.
///
/// # Errors
/// 400 when too much of a series would be left out.
pub(crate) fn delete(
    tx: &mut AppTx,
    change: &mut Change<'_>,
    event: &Event,
    part: Part,
) -> Result<Option<Event>> {
    let left = match part {
        Part::Whole => None,
        Part::One(at) => Some(series::without(&event.content, at).checked()?),
        Part::From(at) => Some(series::head(&event.content, at)?),
    };
    let from = match part {
        Part::Whole => Some(None),
        Part::From(at) => Some(Some(at)),
        Part::One(_) => None,
    };
    if let Some(from) = from {
        for differing in events::of_series(tx, &event.id)? {
            if differing.recurrence_id.is_none_or(|at| from.is_none_or(|from| at >= from)) {
                change.delete(tx, &differing)?;
            }
        }
    }
    match left {
        Some(content) => change.update(tx, event, content).map(Some),
        None => change.delete(tx, event).map(|()| None),
    }
}
