//! Who is on duty on which days: the stored turns of days that have begun, the computed ones of days to come, and what
//! differs on single days.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use kernel::Result;
use kernel::db::Read;
use kernel::user::UserId;
use timetable::calendar::{SchoolDays, school_days};

use super::model::DutyMember;
use super::rotation::{self, PlannedTurn};
use super::store::changes::{self, Change};
use super::store::rosters::{self, Roster, as_i64};
use super::store::turns::{self, Turn};
use crate::access::plus;
use crate::people::People;

/// Somebody on duty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Whom the roster has.
    pub(crate) slot: UserId,
    /// Who is on duty; `None` when who was is excused and nobody stands in.
    pub(crate) number: Option<UserId>,
    pub(crate) task: Option<String>,
    /// The id of what differs.
    pub(crate) change: Option<String>,
}

/// What was noted on a turn whose day has begun.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Noted {
    pub(crate) done_at: Option<i64>,
    pub(crate) done_by: String,
    pub(crate) note: String,
    pub(crate) told_at: Option<i64>,
}

/// The turn of a roster on a day, with what differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoardTurn {
    pub(crate) roster_id: String,
    pub(crate) roster: String,
    pub(crate) date: Date,
    pub(crate) group: String,
    pub(crate) places: Vec<Place>,
    /// The id of the change that leaves the turn out.
    pub(crate) off: Option<String>,
    /// `None` for days to come.
    pub(crate) noted: Option<Noted>,
}

impl BoardTurn {
    /// A turn whose day has begun.
    pub(crate) fn stored(turn: Turn, changes: &[Change]) -> Self {
        let noted =
            Noted { done_at: turn.done_at, done_by: turn.done_by, note: turn.note, told_at: turn.told_at };
        let new = Self {
            roster_id: turn.roster_id,
            roster: turn.roster_name,
            date: turn.date,
            group: turn.group_name,
            places: turn.people.into_iter().map(place).collect(),
            off: None,
            noted: Some(noted),
        };
        new.with(changes)
    }

    /// A turn to come. Who has left the class list is not part of it.
    fn planned(roster: &Roster, turn: PlannedTurn, people: &People, changes: &[Change]) -> Self {
        let row = planned_row(roster, turn, people);
        Self { noted: None, ..Self::stored(row, changes) }
    }

    fn with(mut self, changes: &[Change]) -> Self {
        for change in changes {
            let Some(slot) = change.slot() else {
                self.off = Some(change.id.clone());
                continue;
            };
            if let Some(place) = self.places.iter_mut().find(|place| place.slot == slot) {
                place.number = change.by();
                place.change = Some(change.id.clone());
            }
        }
        self
    }

    /// Who is on duty; nobody when the turn is left out.
    pub(crate) fn on_duty(&self) -> impl Iterator<Item = UserId> {
        self.places.iter().filter(|_| self.off.is_none()).filter_map(|place| place.number)
    }

    /// Where somebody is on duty.
    pub(crate) fn place_of(&self, number: UserId) -> Option<&Place> {
        self.places.iter().find(|place| self.off.is_none() && place.number == Some(number))
    }
}

fn place(member: DutyMember) -> Place {
    Place { slot: member.number, number: Some(member.number), task: member.task, change: None }
}

/// A planned turn as it is stored when its day begins.
pub(crate) fn planned_row(roster: &Roster, turn: PlannedTurn, people: &People) -> Turn {
    let group = &roster.plan.groups[turn.group];
    Turn {
        roster_id: roster.id.clone(),
        date: turn.date,
        class: roster.class.clone(),
        roster_name: roster.plan.name.clone(),
        group_index: as_i64(turn.group),
        group_name: group.name.clone(),
        people: group.members.iter().filter(|member| people.has(member.number)).cloned().collect(),
        done_at: None,
        done_by: String::new(),
        note: String::new(),
        told_at: None,
    }
}

/// The turns of a roster that are not stored, up to a day.
///
/// # Errors
/// When a statement fails.
pub(crate) fn planned(
    read: &mut Read,
    roster: &Roster,
    school: &SchoolDays,
    until: Date,
) -> Result<Vec<PlannedTurn>> {
    let from = plus(roster.settled_until, 1).max(roster.plan.starts_on);
    let last = turns::last(read, &roster.id, roster.counts_from)?;
    Ok(rotation::turns(&roster.plan, last.as_ref(), |date| school.contains(date), from, until))
}

/// The duty of a class on some days.
pub(crate) struct Board {
    pub(crate) people: People,
    pub(crate) school: SchoolDays,
    /// In the order of their days.
    pub(crate) turns: Vec<BoardTurn>,
}

impl Board {
    /// What the class has from one day to another. Of deleted rosters what is over is there.
    ///
    /// # Errors
    /// When the database is away, or a row cannot be read.
    pub(crate) fn load(read: &mut Read, class: &str, today: Date, from: Date, until: Date) -> Result<Self> {
        let people = People::of_class(read, class)?;
        let school = school_days(read, class)?;
        let rosters = rosters::list(read, class)?;
        let live: BTreeSet<&str> = rosters.iter().map(|roster| roster.id.as_str()).collect();
        let mut changed = BTreeMap::<(String, Date), Vec<Change>>::new();
        for change in changes::on_days(read, class, from, until)? {
            changed.entry((change.roster_id.clone(), change.date)).or_default().push(change);
        }
        let of = |roster: &str, date: Date| {
            changed.get(&(roster.to_owned(), date)).map(Vec::as_slice).unwrap_or_default()
        };
        let stored = turns::on_days(read, class, from, until)?;
        let mut turns: Vec<BoardTurn> = stored
            .into_iter()
            .filter(|turn| turn.date < today || live.contains(turn.roster_id.as_str()))
            // A day that is no school day after all has no duty, unless it was done.
            .filter(|turn| turn.date != today || turn.is_touched() || school.contains(today))
            .map(|turn| {
                let changes = of(&turn.roster_id, turn.date);
                BoardTurn::stored(turn, changes)
            })
            .collect();
        for roster in rosters.iter().filter(|roster| roster.settled_until < until) {
            let planned = planned(read, roster, &school, until)?.into_iter();
            turns.extend(
                planned
                    .filter(|turn| turn.date >= from)
                    .map(|turn| BoardTurn::planned(roster, turn, &people, of(&roster.id, turn.date))),
            );
        }
        // Rosters of a day in the order in which they were made.
        let place = |turn: &BoardTurn| rosters.iter().position(|roster| roster.id == turn.roster_id);
        turns.sort_by_key(|turn| (turn.date, place(turn).unwrap_or(usize::MAX)));
        Ok(Self { people, school, turns })
    }

    /// The turns of one day.
    pub(crate) fn on(&self, date: Date) -> impl Iterator<Item = &BoardTurn> {
        self.turns.iter().filter(move |turn| turn.date == date)
    }

    /// The turn of a roster on a day.
    pub(crate) fn turn(&self, roster: &str, date: Date) -> Option<&BoardTurn> {
        self.on(date).find(|turn| turn.roster_id == roster)
    }

    /// The turns in which somebody is on duty.
    pub(crate) fn of_person(&self, number: UserId) -> impl Iterator<Item = &BoardTurn> {
        self.turns.iter().filter(move |turn| turn.place_of(number).is_some())
    }
}

/// The turn of a roster of a class on a day, whether it is stored or to come; and the pupils of the class.
///
/// # Errors
/// When the database is away, or a row cannot be read.
pub(crate) fn turn_on(
    read: &mut Read,
    roster: &Roster,
    today: Date,
    date: Date,
) -> Result<(Option<BoardTurn>, People)> {
    let board = Board::load(read, &roster.class, today, date, date)?;
    let turn = board.turn(&roster.id, date).cloned();
    Ok((turn, board.people))
}
