//! Turns as they were when their days began.

use jiff::civil::Date;
use kernel::db::{DbResult, FromRow, Read, Row, Tx};
use kernel::{p, statements};

use super::{from_json, rosters, to_json};
use crate::duty::model::DutyMember;
use crate::duty::rotation::LastTurn;

macro_rules! columns {
    () => {
        "roster_id, day, class, roster_name, group_index, group_name, people, done_at, done_by, note, told_at"
    };
}

statements! {
    /// Those of a class on some days.
    ON_DAYS = concat!("select ", columns!(), " from duty_turns where class = $1 and day >= $2 and day <= $3
                      order by day, roster_name, roster_id");
    /// One.
    FIND = concat!("select ", columns!(), " from duty_turns where roster_id = $1 and day = $2");
    /// The last one of a roster from a day on.
    LAST = "select day, group_index, group_name from duty_turns where roster_id = $1 and day >= $2
            order by day desc limit 1";
    /// Adds one; nothing happens when it is there.
    INSERT = "insert into duty_turns (roster_id, day, class, roster_name, group_index, group_name, people, done_at,
                  done_by, note, told_at)
              values ($1, $2, $3, $4, $5, $6, $7, null, '', '', null) on conflict (roster_id, day) do nothing";
    /// Ticks one, or takes the tick back, and sets its note.
    SET_DONE = "update duty_turns set done_at = $3, done_by = $4, note = $5 where roster_id = $1 and day = $2";
    /// Those of a day that nobody was told of.
    UNTOLD = "select class from duty_turns where day = $1 and told_at is null group by class order by class";
    /// Those of a class and day that nobody was told of.
    UNTOLD_OF = concat!("select ", columns!(), " from duty_turns where day = $1 and class = $2 and told_at is null
                        order by roster_id");
    /// Removes one.
    REMOVE = "delete from duty_turns where roster_id = $1 and day = $2";
    /// Notes that those on duty were told.
    SET_TOLD = "update duty_turns set told_at = $3 where roster_id = $1 and day = $2 and told_at is null";
    /// The newest ones of a class before a day; of one roster where it is named.
    HISTORY = concat!("select ", columns!(), " from duty_turns
                      where class = $1 and day < $2 and ($3 = '' or roster_id = $3)
                      order by day desc, roster_name, roster_id limit $4 offset $5");
    /// How many those are.
    HISTORY_COUNT = "select count(*) from duty_turns where class = $1 and day < $2 and ($3 = '' or roster_id = $3)";
    /// Forgets old ones of a class.
    PURGE = "delete from duty_turns where class = $1 and day < $2";
}

/// A row.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) roster_id: String,
    pub(crate) date: Date,
    pub(crate) class: String,
    pub(crate) roster_name: String,
    pub(crate) group_index: i64,
    pub(crate) group_name: String,
    pub(crate) people: Vec<DutyMember>,
    pub(crate) done_at: Option<i64>,
    pub(crate) done_by: String,
    pub(crate) note: String,
    pub(crate) told_at: Option<i64>,
}

impl Turn {
    /// Whether somebody has ticked it or noted something.
    pub(crate) fn is_touched(&self) -> bool {
        self.done_at.is_some() || !self.note.is_empty()
    }
}

impl FromRow for Turn {
    fn from_row(row: &Row<'_>) -> DbResult<Self> {
        Ok(Self {
            roster_id: row.get(0)?,
            date: row.get(1)?,
            class: row.get(2)?,
            roster_name: row.get(3)?,
            group_index: row.get(4)?,
            group_name: row.get(5)?,
            people: from_json(&row.get::<String>(6)?)?,
            done_at: row.get(7)?,
            done_by: row.get(8)?,
            note: row.get(9)?,
            told_at: row.get(10)?,
        })
    }
}

pub(crate) fn on_days(read: &mut Read, class: &str, from: Date, until: Date) -> DbResult<Vec<Turn>> {
    read.all(&ON_DAYS, p![class, from, until])
}

pub(crate) fn find(read: &mut Read, roster: &str, date: Date) -> DbResult<Option<Turn>> {
    read.opt(&FIND, p![roster, date])
}

/// The last turn of a roster from a day on.
pub(crate) fn last(read: &mut Read, roster: &str, from: Date) -> DbResult<Option<LastTurn>> {
    let row: Option<(String, i64, String)> = read.opt(&LAST, p![roster, from])?;
    row.map(|(day, group, name)| {
        let group = usize::try_from(group).unwrap_or_default();
        Ok(LastTurn { date: rosters::date(&day)?, group, name })
    })
    .transpose()
}

/// False when it is there.
pub(crate) fn insert(tx: &mut Tx, turn: &Turn) -> DbResult<bool> {
    let params = p![
        &turn.roster_id,
        turn.date,
        &turn.class,
        &turn.roster_name,
        turn.group_index,
        &turn.group_name,
        to_json(&turn.people)
    ];
    Ok(tx.exec(&INSERT, params)? == 1)
}

pub(crate) fn set_done(tx: &mut Tx, turn: &Turn) -> DbResult<()> {
    tx.exec(&SET_DONE, p![&turn.roster_id, turn.date, turn.done_at, &turn.done_by, &turn.note])?;
    Ok(())
}

pub(crate) fn remove(tx: &mut Tx, roster: &str, date: Date) -> DbResult<()> {
    tx.exec(&REMOVE, p![roster, date])?;
    Ok(())
}

/// The classes with turns on a day that nobody was told of.
pub(crate) fn untold(read: &mut Read, date: Date) -> DbResult<Vec<String>> {
    read.all(&UNTOLD, p![date])
}

pub(crate) fn untold_of(read: &mut Read, date: Date, class: &str) -> DbResult<Vec<Turn>> {
    read.all(&UNTOLD_OF, p![date, class])
}

pub(crate) fn set_told(tx: &mut Tx, turn: &Turn, now: i64) -> DbResult<()> {
    tx.exec(&SET_TOLD, p![&turn.roster_id, turn.date, now])?;
    Ok(())
}

/// The newest turns of a class before a day, and how many there are; of all rosters where none is named.
pub(crate) fn history(
    read: &mut Read,
    class: &str,
    before: Date,
    roster: &str,
    limit: i64,
    offset: i64,
) -> DbResult<(Vec<Turn>, i64)> {
    let total = read.one(&HISTORY_COUNT, p![class, before, roster])?;
    Ok((read.all(&HISTORY, p![class, before, roster, limit, offset])?, total))
}

pub(crate) fn purge(tx: &mut Tx, class: &str, before: Date) -> DbResult<()> {
    tx.exec(&PURGE, p![class, before])?;
    Ok(())
}
