//! `/api/duty`.

pub(crate) mod changes;
pub(crate) mod days;
pub(crate) mod history;
pub(crate) mod rosters;
pub(crate) mod swap_answers;
pub(crate) mod swaps;
pub(crate) mod turns;

use std::collections::BTreeSet;

use identity::user::Names;
use jiff::civil::Date;
use kernel::http::Caller;
use kernel::{ApiError, App, AppTx, Result, Routes, routes};

use super::board::BoardTurn;
use super::keeper;
use super::store::rosters::{self as roster_rows, Roster};
use crate::access::check_seen;

/// The routes of duty.
pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(days::list_duty))
        .routes(routes!(days::duty_today))
        .routes(routes!(rosters::list_duty_rosters, rosters::create_duty_roster))
        .routes(routes!(rosters::preview_duty_roster))
        .routes(routes!(rosters::get_duty_roster, rosters::update_duty_roster, rosters::delete_duty_roster))
        .routes(routes!(turns::tick_duty_turn))
        .routes(routes!(changes::create_duty_change))
        .routes(routes!(changes::delete_duty_change))
        .routes(routes!(swaps::list_duty_swaps, swaps::create_duty_swap))
        .routes(routes!(swap_answers::accept_duty_swap))
        .routes(routes!(swap_answers::decline_duty_swap))
        .routes(routes!(swap_answers::cancel_duty_swap))
        .routes(routes!(history::duty_history))
        .routes(routes!(history::duty_counts))
}

/// A roster that is there and that the caller sees, with the turns of its class stored up to today. Takes the log's
/// counter first: what is read here stays so until the transaction ends, on any node.
///
/// # Errors
/// 404.
fn find_live(tx: &mut AppTx, caller: &Caller, id: &str, today: Date) -> Result<Roster> {
    tx.lock_log()?;
    let row = roster_rows::find(tx, id)?.filter(|row| row.deleted_at.is_none());
    let row = row.ok_or_else(ApiError::not_found)?;
    check_seen(&caller.facts, &row.class)?;
    keeper::settle(tx, &row.class, today)?;
    // Its turns may have been stored just now.
    roster_rows::find(tx, id)?.ok_or_else(ApiError::not_found)
}

/// The names of those who ticked turns.
async fn tickers(app: &App, turns: &[BoardTurn]) -> Result<Names> {
    let ids = turns.iter().filter_map(|turn| turn.noted.as_ref()).map(|noted| noted.done_by.clone());
    Names::of(app, ids.filter(|id| !id.is_empty()).collect::<BTreeSet<_>>()).await
}
