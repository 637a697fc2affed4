//! What the staff change on single days.

use axum::extract::State;
use jiff::civil::Date;
use kernel::audit::Actor;
use kernel::http::{Caller, Json, Officer, Path};
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::find_live;
use crate::access::{ManageDuty, check_seen, parse_date, plus};
use crate::duty::board::BoardTurn;
use crate::duty::change::Changing;
use crate::duty::events::emit_changed;
use crate::duty::model::AHEAD_DAYS;
use crate::duty::store::changes::{self, Change};
use crate::duty::store::rosters::{self, Roster};
use crate::duty::store::turns;
use crate::duty::{keeper, notifications, texts};
use crate::people::People;

/// What differs on a day.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct NewDutyChange {
    /// The id of the roster.
    roster_id: String,
    /// The day, `YYYY-MM-DD`; today or later.
    #[schema(format = Date)]
    date: String,
    /// The number of who is on duty and is replaced or excused.
    #[schema(value_type = Option<String>)]
    number: Option<UserId>,
    /// The number of who stands in; null for nobody: the person is excused.
    #[schema(value_type = Option<String>)]
    by: Option<UserId>,
    /// Whether there is no duty on this day at all; the next turn is the next group's all the same.
    #[serde(default)]
    off: bool,
}

/// A change of a day.
#[derive(Serialize, ToSchema)]
pub(crate) struct DutyChangeInfo {
    /// The id of the change, by which it is undone.
    id: String,
    /// The id of the roster.
    roster_id: String,
    /// The date of the change, `YYYY-MM-DD`.
    date: String,
    /// The number of whom the roster has; null where there is no duty at all.
    #[schema(required, value_type = Option<String>)]
    number: Option<UserId>,
    /// The number of who stands in; null for nobody.
    #[schema(required, value_type = Option<String>)]
    by: Option<UserId>,
    /// Whether there is no duty at all.
    off: bool,
}

impl From<Change> for DutyChangeInfo {
    fn from(change: Change) -> Self {
        Self {
            number: change.slot(),
            by: change.by(),
            off: change.is_off(),
            date: change.date.to_string(),
            id: change.id,
            roster_id: change.roster_id,
        }
    }
}

/// Lets somebody stand in on a day, excuses somebody, or calls a turn off.
#[utoipa::path(post, path = "/api/duty/changes", tag = "duty", request_body = NewDutyChange,
    responses((status = 200, body = Envelope<DutyChangeInfo>)))]
pub(crate) async fn create_duty_change(
    State(app): State<App>,
    officer: Officer<ManageDuty>,
    Json(new): Json<NewDutyChange>,
) -> Result<Reply<DutyChangeInfo>> {
    let caller = Caller::from(officer);
    let date = parse_date("date", &new.date)?;
    let today = app.today();
    if date > plus(today, AHEAD_DAYS) {
        return Err(texts::TOO_FAR.with("max", AHEAD_DAYS));
    }
    if new.off == new.number.is_some() {
        return Err(texts::CHANGE_INVALID.err());
    }
    let made = app.write(move |tx| {
        let roster = find_live(tx, &caller, &new.roster_id, today)?;
        let me = caller.facts.user_id;
        let changing = Changing::of(tx, &roster, today, date, me)?;
        let change = match new.number {
            Some(number) => changing.replace(tx, number, new.by)?,
            None => changing.call_off(tx)?,
        };
        match (date == today, new.number) {
            (true, Some(number)) => {
                notifications::take_back_from(tx, &roster.id, date, &[number])?;
                tell_late(tx, &roster, date, |other| change.by() == Some(other))?;
            }
            (true, None) => notifications::take_back(tx, &roster.id, date)?,
            (false, _) => {}
        }
        emit_changed(tx, &roster.class, Some(me))?;
        let detail = json!({ "class": roster.class, "date": date.to_string(), "number": change.number,
                             "stand_in": change.stand_in, "off": change.is_off() });
        tx.audit(&Actor::from(&caller), &texts::CHANGE_DUTY, &roster.id, &detail)?;
        Ok(change)
    });
    Ok(Reply::ok(made.await?.into()))
}

/// Tells those of a turn of today whom `is_new` names that they are on duty, when the others were told already.
///
/// # Errors
/// When a statement fails.
fn tell_late(tx: &mut AppTx, roster: &Roster, today: Date, is_new: impl Fn(UserId) -> bool) -> Result<()> {
    let Some(turn) = turns::find(tx, &roster.id, today)?.filter(|turn| turn.told_at.is_some()) else {
        return Ok(());
    };
    let people = People::of_class(tx, &roster.class)?;
    let changes = changes::of_turn(tx, &roster.id, today)?;
    let turn = BoardTurn::stored(turn, &changes);
    let whom = turn.on_duty().filter(|number| is_new(*number) && people.has_account(*number)).collect();
    keeper::tell_of(tx, &roster.class, &turn, whom)
}

/// Undoes a change of today or a later day: the turn is as the roster has it.
#[utoipa::path(delete, path = "/api/duty/changes/{id}", tag = "duty",
    params(("id" = String, Path, description = "The id of the change")),
    responses((status = 200, body = Envelope<DutyChangeInfo>)))]
pub(crate) async fn delete_duty_change(
    State(app): State<App>,
    officer: Officer<ManageDuty>,
    Path(id): Path<String>,
) -> Result<Reply<DutyChangeInfo>> {
    let caller = Caller::from(officer);
    let today = app.today();
    let removed = app.write(move |tx| {
        tx.lock_log()?;
        let change = changes::find(tx, &id)?.ok_or_else(ApiError::not_found)?;
        check_seen(&caller.facts, &change.class)?;
        if change.date < today {
            return Err(texts::PAST.with("date", change.date));
        }
        keeper::settle(tx, &change.class, today)?;
        check_returns(tx, &change, today)?;
        changes::remove(tx, &change.id)?;
        tell_of_undone(tx, &change, today)?;
        emit_changed(tx, &change.class, Some(caller.facts.user_id))?;
        let detail = json!({ "class": change.class, "date": change.date.to_string() });
        tx.audit(&Actor::from(&caller), &texts::UNDO_CHANGE, &change.roster_id, &detail)?;
        Ok(change)
    });
    Ok(Reply::ok(removed.await?.into()))
}

/// Tells those who are on duty today again since a change was undone, and takes it back from who stood in.
///
/// # Errors
/// When a statement fails.
fn tell_of_undone(tx: &mut AppTx, change: &Change, today: Date) -> Result<()> {
    if change.date != today {
        return Ok(());
    }
    let roster = rosters::find(tx, &change.roster_id)?.filter(|roster| roster.deleted_at.is_none());
    let Some(roster) = roster else { return Ok(()) };
    if let Some(by) = change.by() {
        notifications::take_back_from(tx, &roster.id, today, &[by])?;
    }
    tell_late(tx, &roster, today, |number| change.slot().is_none_or(|slot| slot == number))
}

/// # Errors
/// 409 when whom the roster has stands in for somebody else of the same turn meanwhile.
fn check_returns(tx: &mut AppTx, change: &Change, today: Date) -> Result<()> {
    let Some(slot) = change.slot() else { return Ok(()) };
    let Some(roster) = rosters::find(tx, &change.roster_id)? else { return Ok(()) };
    let (turn, _) = crate::duty::board::turn_on(tx, &roster, today, change.date)?;
    let place = turn.as_ref().and_then(|turn| turn.place_of(slot));
    if place.is_some_and(|place| place.slot != slot) {
        return Err(texts::ON_DUTY_ALREADY.with("number", slot).with("date", change.date));
    }
    Ok(())
}
