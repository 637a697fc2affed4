//! Ticking a turn.

use axum::extract::State;
use kernel::http::{Caller, Json, Path};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{find_live, tickers};
use crate::access::{checked_line, may_manage, parse_date, plus};
use crate::duty::board::BoardTurn;
use crate::duty::dto::DutyTurn;
use crate::duty::events::emit_changed;
use crate::duty::model::{MAX_NOTE, TICK_DAYS};
use crate::duty::store::{changes, turns};
use crate::duty::texts;
use crate::people::People;

/// What is noted on a turn; absent fields stay.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct DutyTick {
    /// Whether it is done.
    done: Option<bool>,
    /// The note, at most 200 characters.
    note: Option<String>,
}

/// Ticks a turn of today or the last seven days, or sets its note: those on duty, and the staff.
#[utoipa::path(put, path = "/api/duty/turns/{roster_id}/{date}", tag = "duty",
    params(("roster_id" = String, Path, description = "The id of the roster"),
           ("date" = String, Path, description = "The day of the turn, `YYYY-MM-DD`")),
    request_body = DutyTick, responses((status = 200, body = Envelope<DutyTurn>)))]
pub(crate) async fn tick_duty_turn(
    State(app): State<App>,
    caller: Caller,
    Path((roster_id, date)): Path<(String, String)>,
    Json(tick): Json<DutyTick>,
) -> Result<Reply<DutyTurn>> {
    let date = parse_date("date", &date).map_err(|_| ApiError::not_found())?;
    let note = tick.note.as_deref().map(|note| checked_line("note", note, MAX_NOTE)).transpose()?;
    let today = app.today();
    let ticked = app.write(move |tx| {
        let roster = find_live(tx, &caller, &roster_id, today)?;
        if date > today || date < plus(today, -TICK_DAYS) {
            return Err(texts::NOT_NOW.with("days", TICK_DAYS));
        }
        let mut row = turns::find(tx, &roster.id, date)?.ok_or_else(ApiError::not_found)?;
        let changes = changes::of_turn(tx, &roster.id, date)?;
        let turn = BoardTurn::stored(row.clone(), &changes);
        let me = caller.facts.user_id;
        if turn.place_of(me).is_none() && !may_manage(&caller.facts, &roster.class) {
            return Err(texts::NOT_YOURS.err());
        }
        if turn.off.is_some() {
            return Err(texts::NO_TURN.with("date", date));
        }
        // A second tick does not take the first one's place.
        if tick.done.is_some_and(|done| done != row.done_at.is_some()) {
            row.done_at = row.done_at.is_none().then(|| tx.now());
            row.done_by = row.done_at.map(|_| me.to_string()).unwrap_or_default();
        }
        if let Some(note) = &note {
            row.note.clone_from(note);
        }
        turns::set_done(tx, &row)?;
        emit_changed(tx, &roster.class, Some(me))?;
        Ok((BoardTurn::stored(row, &changes), People::of_class(tx, &roster.class)?))
    });
    let (turn, people) = ticked.await?;
    let names = tickers(&app, std::slice::from_ref(&turn)).await?;
    Ok(Reply::ok(DutyTurn::new(&turn, &people, &names, today)))
}
