//! Swaps: accepting, declining and taking them back.

use axum::extract::State;
use jiff::civil::Date;
use kernel::http::{Caller, Path};
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};

use super::swaps::check_swap;
use crate::duty::change::Changing;
use crate::duty::dto::DutySwap;
use crate::duty::events::emit_changed;
use crate::duty::store::rosters;
use crate::duty::store::rosters::Roster;
use crate::duty::store::swaps::{self, DutySwapState, Swap};
use crate::duty::{keeper, notifications, texts};
use crate::people::People;

/// Accepts a swap: each of the two is on duty in the other's place. 409 when one of the turns has changed meanwhile.
#[utoipa::path(post, path = "/api/duty/swaps/{id}/accept", tag = "duty",
    params(("id" = String, Path, description = "The id of the swap")),
    responses((status = 200, body = Envelope<DutySwap>)))]
pub(crate) async fn accept_duty_swap(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<DutySwap>> {
    answer(app, caller, id, DutySwapState::Accepted).await
}

/// Declines a swap.
#[utoipa::path(post, path = "/api/duty/swaps/{id}/decline", tag = "duty",
    params(("id" = String, Path, description = "The id of the swap")),
    responses((status = 200, body = Envelope<DutySwap>)))]
pub(crate) async fn decline_duty_swap(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<DutySwap>> {
    answer(app, caller, id, DutySwapState::Declined).await
}

/// Takes a swap back that the caller asked for.
#[utoipa::path(post, path = "/api/duty/swaps/{id}/cancel", tag = "duty",
    params(("id" = String, Path, description = "The id of the swap")),
    responses((status = 200, body = Envelope<DutySwap>)))]
pub(crate) async fn cancel_duty_swap(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<DutySwap>> {
    answer(app, caller, id, DutySwapState::Cancelled).await
}

async fn answer(app: App, caller: Caller, id: String, state: DutySwapState) -> Result<Reply<DutySwap>> {
    let me = caller.facts.user_id;
    let today = app.today();
    let answered = app.write(move |tx| {
        tx.lock_log()?;
        let swap = swaps::find(tx, &id)?.ok_or_else(ApiError::not_found)?;
        let may = if state == DutySwapState::Cancelled { swap.asker } else { swap.asked };
        // Who may not answer in this way sees no such swap to answer.
        if may != me {
            return Err(ApiError::not_found());
        }
        let now = tx.now();
        if swap.state(now) != DutySwapState::Open {
            return Err(texts::SWAP_CLOSED.err());
        }
        keeper::settle(tx, &swap.class, today)?;
        let roster = rosters::find(tx, &swap.roster_id)?;
        if state == DutySwapState::Accepted {
            let live = roster.as_ref().filter(|roster| roster.deleted_at.is_none());
            exchange(tx, live.ok_or_else(|| texts::SWAP_CHANGED.err())?, &swap, today)?;
        }
        swaps::set_status(tx, &swap.id, state, now)?;
        notifications::tell_of_swap(tx, &swap, state, Some(me), swap.other(me))?;
        let people = People::of_class(tx, &swap.class)?;
        let swap = Swap { status: state, ..swap };
        Ok(DutySwap::new(&swap, roster.map(|roster| roster.plan.name), &people, me, now))
    });
    Ok(Reply::ok(answered.await?))
}

/// Lets both be on duty in each other's place.
///
/// # Errors
/// 409 when one of the turns is not as it was.
fn exchange(tx: &mut AppTx, roster: &Roster, swap: &Swap, today: Date) -> Result<()> {
    // Whatever is otherwise now, the two must agree anew.
    let as_changed = |error: ApiError| {
        if error.is_unavailable() || error.status().is_server_error() {
            error
        } else {
            texts::SWAP_CHANGED.err()
        }
    };
    check_swap(tx, roster, swap, today).map_err(as_changed)?;
    let given = Changing::of(tx, roster, today, swap.date, swap.asked).map_err(as_changed)?;
    given.replace(tx, swap.asker, Some(swap.asked)).map_err(as_changed)?;
    if let Some(with_date) = swap.with_date {
        let taken = Changing::of(tx, roster, today, with_date, swap.asked).map_err(as_changed)?;
        taken.replace(tx, swap.asked, Some(swap.asker)).map_err(as_changed)?;
    }
    emit_changed(tx, &roster.class, Some(swap.asked))
}
