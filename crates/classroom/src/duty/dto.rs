//! Duty as it is answered.

use identity::user::Names;
use jiff::civil::Date;
use kernel::app::iso;
use kernel::user::UserId;
use serde::Serialize;
use utoipa::ToSchema;

use super::board::{Board, BoardTurn, Noted, Place};
use super::model::{DutyTurnLength, Plan};
use super::store::rosters::{Roster, as_i64};
use super::store::swaps::{DutySwapState, Swap};
use crate::people::{ClassPerson, People};

/// Somebody by number and name.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct NamedNumber {
    /// The number on the class list.
    #[schema(value_type = String)]
    pub(crate) number: UserId,
    /// The real name.
    pub(crate) name: String,
}

impl NamedNumber {
    pub(crate) fn new(number: UserId, people: &People) -> Self {
        Self { number, name: people.name(number) }
    }
}

/// Somebody on duty.
#[derive(Serialize, ToSchema)]
pub(crate) struct DutyPerson {
    /// Who it is.
    #[serde(flatten)]
    person: ClassPerson,
    /// The task; null for none.
    #[schema(required)]
    task: Option<String>,
    /// In whose place the person is on duty; null for the person whom the roster has.
    #[schema(required)]
    stands_in_for: Option<NamedNumber>,
    /// The id of the change that made it so; null for none.
    #[schema(required)]
    change_id: Option<String>,
}

/// Somebody who is excused, without anybody who stands in.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExcusedPerson {
    /// The number on the class list.
    #[schema(value_type = String)]
    number: UserId,
    /// The real name.
    name: String,
    /// The id of the change that excuses them.
    change_id: String,
}

/// The turn of a roster on a day.
#[derive(Serialize, ToSchema)]
pub(crate) struct DutyTurn {
    /// The id of the roster.
    roster_id: String,
    /// The name of the roster.
    roster: String,
    /// The day of the turn, `YYYY-MM-DD`.
    date: String,
    /// The name of the group.
    group: String,
    /// The people on duty.
    people: Vec<DutyPerson>,
    /// The members of the group who are excused.
    excused: Vec<ExcusedPerson>,
    /// Whether there is no duty on this day: nobody is on duty, and the next turn is the next group's.
    off: bool,
    /// The id of the change that calls the duty off; null while there is duty.
    #[schema(required)]
    off_change_id: Option<String>,
    /// When the turn was ticked, ISO 8601; null for not yet.
    #[schema(required)]
    done_at: Option<String>,
    /// The real name of whoever ticked it; null for nobody, and when that account is gone.
    #[schema(required)]
    done_by_name: Option<String>,
    /// The note on the turn; may be empty.
    note: String,
    /// Whether the day is over.
    past: bool,
}

impl DutyTurn {
    pub(crate) fn new(turn: &BoardTurn, people: &People, names: &Names, today: Date) -> Self {
        let noted = turn.noted.clone().unwrap_or_default();
        let Noted { done_at, done_by, note, .. } = noted;
        let excused = turn.places.iter().filter(|place| place.number.is_none()).filter_map(|place| {
            let change_id = place.change.clone()?;
            Some(ExcusedPerson { number: place.slot, name: people.name(place.slot), change_id })
        });
        Self {
            roster_id: turn.roster_id.clone(),
            roster: turn.roster.clone(),
            date: turn.date.to_string(),
            group: turn.group.clone(),
            people: turn.places.iter().filter_map(|place| person(place, people)).collect(),
            excused: excused.collect(),
            off: turn.off.is_some(),
            off_change_id: turn.off.clone(),
            done_at: done_at.map(iso),
            done_by_name: (!done_by.is_empty()).then(|| names.real(&done_by)),
            note,
            past: turn.date < today,
        }
    }
}

fn person(place: &Place, people: &People) -> Option<DutyPerson> {
    let number = place.number?;
    let stands_in_for = (number != place.slot).then(|| NamedNumber::new(place.slot, people));
    Some(DutyPerson {
        person: people.person(number),
        task: place.task.clone(),
        stands_in_for,
        change_id: place.change.clone(),
    })
}

/// A day.
#[derive(Serialize, ToSchema)]
pub(crate) struct DutyDay {
    /// The date of the day, `YYYY-MM-DD`.
    date: String,
    /// Whether the class has school.
    is_school_day: bool,
    /// The reason why there is no school, such as the name of a holiday; null on school days and without one.
    #[schema(required)]
    reason: Option<String>,
    /// The turns of the day, in the order in which the rosters were made.
    turns: Vec<DutyTurn>,
}

impl DutyDay {
    pub(crate) fn new(board: &Board, date: Date, names: &Names, today: Date) -> Self {
        let is_school_day = board.school.contains(date);
        let turns = board.on(date).map(|turn| DutyTurn::new(turn, &board.people, names, today));
        Self {
            date: date.to_string(),
            is_school_day,
            reason: Some(board.school.note(date)).filter(|note| !is_school_day && !note.is_empty()),
            turns: turns.collect(),
        }
    }
}

/// A member of a group, with the name.
#[derive(Serialize, ToSchema)]
pub(crate) struct DutyMemberDetails {
    /// Who it is.
    #[serde(flatten)]
    person: ClassPerson,
    /// The task; null for none.
    #[schema(required)]
    task: Option<String>,
}

/// A group of a roster, with names.
#[derive(Serialize, ToSchema)]
pub(crate) struct DutyGroupDetails {
    /// The name of the group.
    name: String,
    /// The members of the group.
    members: Vec<DutyMemberDetails>,
}

/// A roster.
#[derive(Serialize, ToSchema)]
pub(crate) struct DutyRoster {
    /// The id of the roster, a UUID.
    pub(crate) id: String,
    /// The class, two digits.
    class: String,
    /// The name of the roster.
    name: String,
    /// The groups in the order of their turns.
    groups: Vec<DutyGroupDetails>,
    /// How long a turn is.
    turn: DutyTurnLength,
    /// The weekdays with duty, 1 to 7, where a turn is a day.
    weekdays: Vec<i8>,
    /// The first day, `YYYY-MM-DD`.
    starts_on: String,
    /// The place of the group that had the first turn, from 0.
    first_group: i64,
    /// The last day; null while no end is set.
    #[schema(required)]
    ends_on: Option<String>,
    /// The number of the revision, which grows with each save.
    revision: i64,
    /// When the roster was last changed, ISO 8601.
    updated_at: String,
    /// The real name of whoever changed it last; null when that account is gone.
    #[schema(required)]
    updated_by_name: Option<String>,
}

impl DutyRoster {
    pub(crate) fn new(row: &Roster, people: &People, names: &Names) -> Self {
        let Plan { name, groups, turn, weekdays, starts_on, first_group, ends_on } = row.plan.clone();
        let group = |group: super::model::DutyGroup| DutyGroupDetails {
            name: group.name,
            members: group
                .members
                .into_iter()
                .map(|member| DutyMemberDetails { person: people.person(member.number), task: member.task })
                .collect(),
        };
        Self {
            id: row.id.clone(),
            class: row.class.clone(),
            name,
            groups: groups.into_iter().map(group).collect(),
            turn,
            weekdays,
            starts_on: starts_on.to_string(),
            first_group: as_i64(first_group),
            ends_on: ends_on.map(|end| end.to_string()),
            revision: row.revision,
            updated_at: iso(row.updated_at),
            updated_by_name: (!row.updated_by.is_empty()).then(|| names.real(&row.updated_by)),
        }
    }
}

/// A swap that the caller asked for, or was asked for.
#[derive(Serialize, ToSchema)]
pub(crate) struct DutySwap {
    /// The id of the swap.
    pub(crate) id: String,
    /// The id of the roster.
    roster_id: String,
    /// The name of the roster; null when it is gone.
    #[schema(required)]
    roster: Option<String>,
    /// The day of the turn that is to be taken, `YYYY-MM-DD`.
    date: String,
    /// The day of the turn that is taken in exchange; null for a favour.
    #[schema(required)]
    with_date: Option<String>,
    /// The person who asks.
    from: ClassPerson,
    /// The person who is asked.
    to: ClassPerson,
    /// What the one says to the other; may be empty.
    message: String,
    /// How the swap stands.
    state: DutySwapState,
    /// Whether the caller is the one who asks.
    mine: bool,
    /// When the swap ends if nobody answers, ISO 8601.
    expires_at: String,
    /// When it was asked for, ISO 8601.
    created_at: String,
}

impl DutySwap {
    pub(crate) fn new(
        swap: &Swap,
        roster: Option<String>,
        people: &People,
        caller: UserId,
        now: i64,
    ) -> Self {
        Self {
            id: swap.id.clone(),
            roster_id: swap.roster_id.clone(),
            roster,
            date: swap.date.to_string(),
            with_date: swap.with_date.map(|date| date.to_string()),
            from: people.person(swap.asker),
            to: people.person(swap.asked),
            message: swap.message.clone(),
            state: swap.state(now),
            mine: swap.asker == caller,
            expires_at: iso(swap.expires_at),
            created_at: iso(swap.created_at),
        }
    }
}
