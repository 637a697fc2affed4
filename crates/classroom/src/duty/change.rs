//! Setting who stands in for whom, for the staff and for swaps alike.

use jiff::civil::Date;
use kernel::user::UserId;
use kernel::{AppTx, Result};

use super::board::{self, BoardTurn};
use super::model::MAX_CHANGES;
use super::store::changes::{self, Change};
use super::store::rosters::Roster;
use super::texts;
use crate::people::People;

/// A turn that is about to be changed.
pub(crate) struct Changing<'a> {
    roster: &'a Roster,
    pub(crate) turn: BoardTurn,
    pub(crate) people: People,
    by: UserId,
}

impl<'a> Changing<'a> {
    /// The turn of a roster on a day. The caller has taken the log's counter.
    ///
    /// # Errors
    /// 409 when there is none, or the day is over.
    pub(crate) fn of(
        tx: &mut AppTx,
        roster: &'a Roster,
        today: Date,
        date: Date,
        by: UserId,
    ) -> Result<Self> {
        if date < today {
            return Err(texts::PAST.with("date", date));
        }
        let (turn, people) = board::turn_on(tx, roster, today, date)?;
        let turn = turn.ok_or_else(|| texts::NO_TURN.with("date", date))?;
        Ok(Self { roster, turn, people, by })
    }

    /// # Errors
    /// 409 for a turn that is called off, and for who is not on duty in it.
    pub(crate) fn check_on_duty(&self, number: UserId) -> Result<UserId> {
        let date = self.turn.date;
        if self.turn.off.is_some() {
            return Err(texts::NO_TURN.with("date", date));
        }
        let place = self.turn.place_of(number);
        let missing = || texts::NOT_ON_DUTY.with("number", number).with("date", date);
        place.map(|place| place.slot).ok_or_else(missing)
    }

    /// # Errors
    /// 409 for who is on duty in the turn.
    pub(crate) fn check_free(&self, number: UserId) -> Result<()> {
        if self.turn.place_of(number).is_some() {
            return Err(texts::ON_DUTY_ALREADY.with("number", number).with("date", self.turn.date));
        }
        Ok(())
    }

    /// Lets somebody stand in for who is on duty, or excuses them; answers what is stored.
    ///
    /// # Errors
    /// 409 for who is not on duty, and for a stand-in who is.
    pub(crate) fn replace(&self, tx: &mut AppTx, number: UserId, by: Option<UserId>) -> Result<Change> {
        let slot = self.check_on_duty(number)?;
        if let Some(by) = by {
            self.people.check(by)?;
            self.check_free(by)?;
        }
        let stand_in = by.map(|by| by.to_string()).unwrap_or_default();
        self.store(tx, slot.to_string(), stand_in)
    }

    /// Calls the turn off; answers what is stored.
    ///
    /// # Errors
    /// When a statement fails.
    pub(crate) fn call_off(&self, tx: &mut AppTx) -> Result<Change> {
        self.store(tx, String::new(), String::new())
    }

    fn store(&self, tx: &mut AppTx, number: String, stand_in: String) -> Result<Change> {
        let change = Change {
            id: tx.app().random.id(&tx.app().clock),
            roster_id: self.roster.id.clone(),
            class: self.roster.class.clone(),
            date: self.turn.date,
            number,
            stand_in,
            made_by: self.by.to_string(),
            made_at: tx.now(),
        };
        changes::set(tx, &change)?;
        let today = tx.app().today();
        if changes::count(tx, &self.roster.id, today)? > MAX_CHANGES {
            return Err(texts::TOO_MANY_CHANGES.with("max", MAX_CHANGES));
        }
        Ok(change)
    }
}
