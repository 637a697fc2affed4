//! The next turns that a roster would have.

use jiff::civil::Date;
use kernel::Result;
use kernel::db::Read;
use serde::Serialize;
use timetable::calendar::{SchoolDays, school_days};
use utoipa::ToSchema;

use super::dto::NamedNumber;
use super::model::{AHEAD_DAYS, DutyTurnLength, Plan};
use super::rotation::{self, LastTurn, monday};
use super::store::rosters::{self, Roster};
use super::store::turns;
use crate::access::plus;
use crate::people::People;

/// Turns that are shown.
const TURNS: usize = 20;
/// Days without school that are named.
const SKIPPED: usize = 60;

/// A turn to come.
#[derive(Serialize, ToSchema)]
pub(crate) struct DutyPreviewTurn {
    /// The first day of the turn, `YYYY-MM-DD`.
    date: String,
    /// The last day of the turn; the same one where a turn is a day.
    until: String,
    /// The name of the group.
    group: String,
    /// The place of the group, from 0.
    group_index: i64,
    /// The people on duty.
    people: Vec<NamedNumber>,
}

/// A day that has no duty for want of school.
#[derive(Serialize, ToSchema)]
pub(crate) struct SkippedDutyDay {
    /// The date of the day, `YYYY-MM-DD`.
    date: String,
    /// The reason, such as the name of a holiday; null for none.
    #[schema(required)]
    reason: Option<String>,
}

/// The next turns of a roster.
#[derive(Serialize, ToSchema)]
pub(crate) struct DutyPreview {
    /// The next turns, at most 20.
    turns: Vec<DutyPreviewTurn>,
    /// The days between them on which duty falls out, since there is no school.
    skipped: Vec<SkippedDutyDay>,
}

/// The next turns of a plan. The rotation of a saved roster goes on, unless it begins anew.
///
/// # Errors
/// When the database is away, or a row cannot be read.
pub(crate) fn of(
    read: &mut Read,
    class: &str,
    plan: &Plan,
    saved: Option<&Roster>,
    today: Date,
) -> Result<DutyPreview> {
    let (people, school) = (People::of_class(read, class)?, school_days(read, class)?);
    let mut last = None;
    let mut from = plan.starts_on;
    let mut shown_from = today;
    if let Some(row) = saved {
        from = from.max(plus(row.settled_until, 1));
        shown_from = shown_from.max(from);
        if (row.plan.starts_on, row.plan.first_group) == (plan.starts_on, plan.first_group) {
            last = turns::last(read, &row.id, row.counts_from)?;
        }
    }
    Ok(preview(plan, last.as_ref(), &people, &school, from, shown_from))
}

fn preview(
    plan: &Plan,
    last: Option<&LastTurn>,
    people: &People,
    school: &SchoolDays,
    from: Date,
    shown_from: Date,
) -> DutyPreview {
    let until = plus(from.max(shown_from), AHEAD_DAYS);
    let mut turns: Vec<DutyPreviewTurn> = Vec::new();
    let mut last_shown = None;
    for turn in rotation::turns(plan, last, |date| school.contains(date), from, until) {
        let is_same = |date: Date| plan.turn == DutyTurnLength::Week && monday(date) == monday(turn.date);
        if last_shown.is_some_and(is_same) {
            last_shown = Some(turn.date);
            if let Some(shown) = turns.last_mut() {
                shown.until = turn.date.to_string();
            }
            continue;
        }
        if turn.date < shown_from {
            continue;
        }
        if turns.len() == TURNS {
            break;
        }
        last_shown = Some(turn.date);
        let group = &plan.groups[turn.group];
        let listed = group.members.iter().map(|member| member.number).filter(|number| people.has(*number));
        turns.push(DutyPreviewTurn {
            date: turn.date.to_string(),
            until: turn.date.to_string(),
            group: group.name.clone(),
            group_index: rosters::as_i64(turn.group),
            people: listed.map(|number| NamedNumber::new(number, people)).collect(),
        });
    }
    let end = last_shown.unwrap_or(shown_from);
    DutyPreview { turns, skipped: skipped(plan, school, from.max(shown_from), end) }
}

/// The usual days of duty without school.
fn skipped(plan: &Plan, school: &SchoolDays, from: Date, until: Date) -> Vec<SkippedDutyDay> {
    let dates = from.series(jiff::Span::new().days(1)).take_while(|date| *date <= until);
    let is_usual = |date: &Date| {
        let is_weekday = date.weekday().to_monday_one_offset() <= 5;
        plan.covers(*date) && (plan.turn == DutyTurnLength::Day || is_weekday)
    };
    let without = dates.filter(|date| is_usual(date) && !school.contains(*date)).take(SKIPPED);
    let day = |date: Date| SkippedDutyDay {
        date: date.to_string(),
        reason: Some(school.note(date)).filter(|note| !note.is_empty()),
    };
    without.map(day).collect()
}
