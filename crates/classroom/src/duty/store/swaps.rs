//! Swaps.

use jiff::civil::Date;
use kernel::db::{DbResult, FromRow, Read, Row, Tx};
use kernel::user::UserId;
use kernel::{p, statements, text_column};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::changes::Change;
use super::rosters::date;

/// How a swap stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DutySwapState {
    /// Nobody has answered.
    Open,
    /// The other agreed.
    Accepted,
    /// The other did not agree.
    Declined,
    /// Who asked took it back.
    Cancelled,
    /// Nobody answered before the earlier day began.
    Expired,
    /// It was accepted, but the turns are on other days now.
    Void,
}

text_column!(DutySwapState);

macro_rules! columns {
    () => {
        "id, class, roster_id, asker, asked, day, with_day, message, status, expires_at, created_at, updated_at"
    };
}

statements! {
    /// One.
    FIND = concat!("select ", columns!(), " from duty_swaps where id = $1");
    /// Those of a member: open, or changed since a time in milliseconds.
    OF_MEMBER = concat!("select ", columns!(), " from duty_swaps
                        where (asker = $1 or asked = $1) and (status = 'open' or updated_at >= $2)
                        order by created_at desc, id limit 200");
    /// All of a member.
    ALL_OF = concat!("select ", columns!(), " from duty_swaps where asker = $1 or asked = $1
                     order by created_at, id limit 1000");
    /// How many a member has asked for that are open.
    COUNT_OPEN = "select count(*) from duty_swaps where asker = $1 and status = 'open' and expires_at > $2";
    /// How many a member has asked for since a moment.
    COUNT_ASKED = "select count(*) from duty_swaps where asker = $1 and created_at > $2";
    /// Adds one.
    INSERT = "insert into duty_swaps (id, class, roster_id, asker, asked, day, with_day, message, status, expires_at,
                  created_at, updated_at)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    /// Sets how an open one stands.
    SET_STATUS = "update duty_swaps set status = $2, updated_at = $3 where id = $1 and status = 'open'";
    /// Accepted ones of a class with a turn from a day on.
    ACCEPTED = concat!("select ", columns!(), " from duty_swaps
                       where class = $1 and status = 'accepted' and (day >= $2 or with_day >= $2) order by created_at, id");
    /// An accepted one does not hold any more.
    END_ACCEPTED = "update duty_swaps set status = 'void', updated_at = $2 where id = $1 and status = 'accepted'";
    /// Open ones whose time is over.
    OVERDUE = concat!("select ", columns!(), " from duty_swaps where status = 'open' and expires_at <= $1
                      order by expires_at, id limit $2");
    /// Forgets old ones of a class.
    PURGE = "delete from duty_swaps where class = $1 and created_at < $2 and status <> 'open'";
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Swap {
    pub(crate) id: String,
    pub(crate) class: String,
    pub(crate) roster_id: String,
    pub(crate) asker: UserId,
    pub(crate) asked: UserId,
    pub(crate) date: Date,
    /// The turn that the asker takes in exchange.
    pub(crate) with_date: Option<Date>,
    pub(crate) message: String,
    pub(crate) status: DutySwapState,
    pub(crate) expires_at: i64,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
}

impl Swap {
    /// How it stands at a time: an open one whose time is over has expired, whether that is stored or not.
    pub(crate) fn state(&self, now: i64) -> DutySwapState {
        match self.status {
            DutySwapState::Open if self.expires_at <= now => DutySwapState::Expired,
            status => status,
        }
    }

    /// The later of its two days.
    pub(crate) fn last_day(&self) -> Date {
        self.with_date.map_or(self.date, |with| with.max(self.date))
    }

    /// Whether a change is what it has made of one of its turns.
    pub(crate) fn has_made(&self, change: &Change) -> bool {
        let by = change.by();
        let is_given = change.date == self.date && by == Some(self.asked);
        let is_taken = Some(change.date) == self.with_date && by == Some(self.asker);
        change.roster_id == self.roster_id && (is_given || is_taken)
    }

    /// The other of the two.
    pub(crate) fn other(&self, member: UserId) -> UserId {
        if self.asker == member { self.asked } else { self.asker }
    }
}

impl FromRow for Swap {
    fn from_row(row: &Row<'_>) -> DbResult<Self> {
        let with_date: Option<String> = row.get(6)?;
        Ok(Self {
            id: row.get(0)?,
            class: row.get(1)?,
            roster_id: row.get(2)?,
            asker: row.get(3)?,
            asked: row.get(4)?,
            date: row.get(5)?,
            with_date: with_date.map(|with| date(&with)).transpose()?,
            message: row.get(7)?,
            status: row.get(8)?,
            expires_at: row.get(9)?,
            created_at: row.get(10)?,
            updated_at: row.get(11)?,
        })
    }
}

pub(crate) fn find(read: &mut Read, id: &str) -> DbResult<Option<Swap>> {
    read.opt(&FIND, p![id])
}

/// Those of a member that are open, or changed since a time in milliseconds.
pub(crate) fn of_member(read: &mut Read, member: UserId, since: i64) -> DbResult<Vec<Swap>> {
    read.all(&OF_MEMBER, p![member, since])
}

pub(crate) fn all_of(read: &mut Read, member: UserId) -> DbResult<Vec<Swap>> {
    read.all(&ALL_OF, p![member])
}

pub(crate) fn count_open(read: &mut Read, asker: UserId, now: i64) -> DbResult<i64> {
    read.one(&COUNT_OPEN, p![asker, now])
}

pub(crate) fn count_asked(read: &mut Read, asker: UserId, since: i64) -> DbResult<i64> {
    read.one(&COUNT_ASKED, p![asker, since])
}

pub(crate) fn insert(tx: &mut Tx, swap: &Swap) -> DbResult<()> {
    let params = p![
        &swap.id,
        &swap.class,
        &swap.roster_id,
        swap.asker,
        swap.asked,
        swap.date,
        swap.with_date,
        &swap.message,
        swap.status,
        swap.expires_at,
        swap.created_at,
        swap.updated_at
    ];
    tx.exec(&INSERT, params)?;
    Ok(())
}

/// False when it is not open.
pub(crate) fn set_status(tx: &mut Tx, id: &str, status: DutySwapState, now: i64) -> DbResult<bool> {
    Ok(tx.exec(&SET_STATUS, p![id, status, now])? == 1)
}

/// The accepted ones of a class with a turn from a day on.
pub(crate) fn accepted(read: &mut Read, class: &str, from: Date) -> DbResult<Vec<Swap>> {
    read.all(&ACCEPTED, p![class, from])
}

/// Notes that an accepted one does not hold any more.
pub(crate) fn end_accepted(tx: &mut Tx, id: &str, now: i64) -> DbResult<()> {
    tx.exec(&END_ACCEPTED, p![id, now])?;
    Ok(())
}

/// Open ones whose time is over.
pub(crate) fn overdue(read: &mut Read, now: i64, limit: i64) -> DbResult<Vec<Swap>> {
    read.all(&OVERDUE, p![now, limit])
}

pub(crate) fn purge(tx: &mut Tx, class: &str, before: i64) -> DbResult<()> {
    tx.exec(&PURGE, p![class, before])?;
    Ok(())
}
