//! Rosters.

use jiff::civil::Date;
use kernel::db::{DbError, DbResult, FromRow, Read, Row, Tx};
use kernel::{p, statements, text_column};

use super::{from_json, to_json};
use crate::duty::model::{DutyTurnLength, Plan};

text_column!(DutyTurnLength);

macro_rules! columns {
    () => {
        "id, class, name, group_list, turn, weekdays, starts_on, first_group, ends_on, counts_from, settled_until,
         revision, deleted_at, created_at, updated_at, updated_by"
    };
}

statements! {
    /// Those of a class, the oldest first.
    LIST = concat!("select ", columns!(), " from duty_rosters where class = $1 and deleted_at is null
                   order by created_at, id");
    /// One, deleted or not.
    FIND = concat!("select ", columns!(), " from duty_rosters where id = $1");
    /// How many there are.
    COUNT_OF = "select count(*) from duty_rosters where class = $1 and deleted_at is null";
    /// Adds one.
    INSERT = "insert into duty_rosters (id, class, name, group_list, turn, weekdays, starts_on, first_group, ends_on,
                  counts_from, settled_until, revision, deleted_at, created_at, updated_at, updated_by)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)";
    /// Replaces what may change.
    UPDATE = "update duty_rosters set name = $2, group_list = $3, turn = $4, weekdays = $5, starts_on = $6,
                  first_group = $7, ends_on = $8, counts_from = $9, settled_until = $10, revision = $11,
                  deleted_at = $12, updated_at = $13, updated_by = $14 where id = $1";
    /// Notes up to which day the turns are stored.
    SETTLE = "update duty_rosters set settled_until = $2 where id = $1";
    /// The classes with a roster whose turns are not stored up to a day.
    BEHIND = "select distinct class from duty_rosters where deleted_at is null and settled_until < $1 order by class";
    /// The classes that have rosters.
    CLASSES = "select distinct class from duty_rosters where deleted_at is null order by class";
    /// Those of a class that were deleted, the last one first.
    DELETED = "select id from duty_rosters where class = $1 and deleted_at is not null
               order by deleted_at desc, id limit 100";
    /// Forgets one.
    FORGET = "delete from duty_rosters where id = $1 and deleted_at is not null";
}

/// A row.
#[derive(Clone, Debug)]
pub(crate) struct Roster {
    pub(crate) id: String,
    pub(crate) class: String,
    pub(crate) plan: Plan,
    /// Turns before this day do not matter for the rotation.
    pub(crate) counts_from: Date,
    /// Up to this day the turns are stored.
    pub(crate) settled_until: Date,
    pub(crate) revision: i64,
    pub(crate) deleted_at: Option<i64>,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
    pub(crate) updated_by: String,
}

impl FromRow for Roster {
    fn from_row(row: &Row<'_>) -> DbResult<Self> {
        let ends_on: Option<String> = row.get(8)?;
        let plan = Plan {
            name: row.get(2)?,
            groups: from_json(&row.get::<String>(3)?)?,
            turn: row.get(4)?,
            weekdays: from_json(&row.get::<String>(5)?)?,
            starts_on: row.get(6)?,
            first_group: usize::try_from(row.get::<i64>(7)?).unwrap_or_default(),
            ends_on: ends_on.map(|end| date(&end)).transpose()?,
        };
        Ok(Self {
            id: row.get(0)?,
            class: row.get(1)?,
            plan,
            counts_from: row.get(9)?,
            settled_until: row.get(10)?,
            revision: row.get(11)?,
            deleted_at: row.get(12)?,
            created_at: row.get(13)?,
            updated_at: row.get(14)?,
            updated_by: row.get(15)?,
        })
    }
}

/// Reads a stored day.
///
/// # Errors
/// For what is none.
pub(crate) fn date(stored: &str) -> DbResult<Date> {
    stored.parse().map_err(|_| DbError::Internal(format!("“{stored}” is not a date")))
}

/// A number that came from the length of a list.
pub(crate) fn as_i64(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

pub(crate) fn list(read: &mut Read, class: &str) -> DbResult<Vec<Roster>> {
    read.all(&LIST, p![class])
}

/// One, deleted or not.
pub(crate) fn find(read: &mut Read, id: &str) -> DbResult<Option<Roster>> {
    read.opt(&FIND, p![id])
}

pub(crate) fn count(read: &mut Read, class: &str) -> DbResult<i64> {
    read.one(&COUNT_OF, p![class])
}

pub(crate) fn insert(tx: &mut Tx, row: &Roster) -> DbResult<()> {
    let plan = &row.plan;
    let params = p![
        &row.id,
        &row.class,
        &plan.name,
        to_json(&plan.groups),
        plan.turn,
        to_json(&plan.weekdays),
        plan.starts_on,
        as_i64(plan.first_group),
        plan.ends_on,
        row.counts_from,
        row.settled_until,
        row.revision,
        row.deleted_at,
        row.created_at,
        row.updated_at,
        &row.updated_by
    ];
    tx.exec(&INSERT, params)?;
    Ok(())
}

pub(crate) fn update(tx: &mut Tx, row: &Roster) -> DbResult<()> {
    let plan = &row.plan;
    let params = p![
        &row.id,
        &plan.name,
        to_json(&plan.groups),
        plan.turn,
        to_json(&plan.weekdays),
        plan.starts_on,
        as_i64(plan.first_group),
        plan.ends_on,
        row.counts_from,
        row.settled_until,
        row.revision,
        row.deleted_at,
        row.updated_at,
        &row.updated_by
    ];
    tx.exec(&UPDATE, params)?;
    Ok(())
}

pub(crate) fn settle(tx: &mut Tx, id: &str, until: Date) -> DbResult<()> {
    tx.exec(&SETTLE, p![id, until])?;
    Ok(())
}

/// The classes with a roster whose turns are not stored up to a day.
pub(crate) fn behind(read: &mut Read, today: Date) -> DbResult<Vec<String>> {
    read.all(&BEHIND, p![today])
}

/// The classes that have rosters.
pub(crate) fn classes(read: &mut Read) -> DbResult<Vec<String>> {
    read.all(&CLASSES, p![])
}

/// Forgets the deleted ones of a class but for the last ones.
pub(crate) fn forget_deleted(tx: &mut Tx, class: &str, kept: i64) -> DbResult<()> {
    let deleted: Vec<String> = tx.all(&DELETED, p![class])?;
    for id in deleted.iter().skip(usize::try_from(kept).unwrap_or_default()) {
        tx.exec(&FORGET, p![id])?;
    }
    Ok(())
}
