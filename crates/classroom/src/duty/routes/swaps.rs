//! Swaps: asking for one, and which there are.

use std::collections::BTreeMap;

use axum::extract::State;
use jiff::civil::Date;
use kernel::dates::begin_of;
use kernel::http::{Caller, Json};
use kernel::user::UserId;
use kernel::{App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::find_live;
use crate::access::{checked_line, class_of, parse_date, plus};
use crate::duty::change::Changing;
use crate::duty::dto::DutySwap;
use crate::duty::model::{AHEAD_DAYS, MAX_MESSAGE, MAX_OPEN_SWAPS};
use crate::duty::store::rosters;
use crate::duty::store::rosters::Roster;
use crate::duty::store::swaps::{self, DutySwapState, Swap};
use crate::duty::{notifications, texts};
use crate::people::People;

/// How long answered swaps are listed, in milliseconds: 30 days.
const LISTED_MS: i64 = 30 * 86_400_000;

/// Requests of a member in a day, answered or not: whoever asks and cancels again and again pesters.
const MAX_ASKED_A_DAY: i64 = 20;
/// A day, in milliseconds.
const DAY_MS: i64 = 86_400_000;

/// What a member asks another for.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct NewDutySwap {
    /// The id of the roster.
    roster_id: String,
    /// The day of the caller's turn, `YYYY-MM-DD`; tomorrow or later.
    #[schema(format = Date)]
    date: String,
    /// The number of who is asked to take it; they have an account.
    #[schema(value_type = String)]
    with_number: UserId,
    /// The day of their turn that the caller takes in exchange; null for a favour.
    #[schema(format = Date)]
    with_date: Option<String>,
    /// What the caller says to them, at most 100 characters.
    #[serde(default)]
    message: String,
}

/// Asks another member to take a turn of the caller, in exchange for one of theirs or as a favour.
#[utoipa::path(post, path = "/api/duty/swaps", tag = "duty", request_body = NewDutySwap,
    responses((status = 200, body = Envelope<DutySwap>)))]
pub(crate) async fn create_duty_swap(
    State(app): State<App>,
    caller: Caller,
    Json(new): Json<NewDutySwap>,
) -> Result<Reply<DutySwap>> {
    let me = caller.facts.user_id;
    let class = class_of(&caller, None)?;
    let (today, swap) = (app.today(), new.checked(&app, me, &class)?);
    let asked = app.write(move |tx| {
        let roster = find_live(tx, &caller, &swap.roster_id, today)?;
        // An admin of all classes sees other classes, and is on duty in none of them.
        if roster.class != swap.class {
            return Err(kernel::ApiError::not_found());
        }
        let now = tx.now();
        if swaps::count_open(tx, me, now)? >= MAX_OPEN_SWAPS {
            return Err(texts::SWAP_TOO_MANY.with("max", MAX_OPEN_SWAPS));
        }
        if swaps::count_asked(tx, me, now - DAY_MS)? >= MAX_ASKED_A_DAY {
            return Err(texts::SWAP_TOO_OFTEN.with("max", MAX_ASKED_A_DAY));
        }
        let people = check_swap(tx, &roster, &swap, today)?;
        if !people.has_account(swap.asked) {
            people.check(swap.asked)?;
            return Err(texts::SWAP_NO_ACCOUNT.with("number", swap.asked));
        }
        swaps::insert(tx, &swap)?;
        notifications::tell_of_swap(tx, &swap, DutySwapState::Open, Some(me), swap.asked)?;
        Ok(DutySwap::new(&swap, Some(roster.plan.name.clone()), &people, me, now))
    });
    Ok(Reply::ok(asked.await?))
}

impl NewDutySwap {
    fn checked(&self, app: &App, me: UserId, class: &str) -> Result<Swap> {
        let date = parse_date("date", &self.date)?;
        let with_date = self.with_date.as_deref().map(|with| parse_date("with_date", with)).transpose()?;
        let message = checked_line("message", &self.message, MAX_MESSAGE)?;
        if self.with_number == me {
            return Err(texts::SWAP_SELF.err());
        }
        if with_date == Some(date) {
            return Err(texts::SWAP_SAME_DAY.err());
        }
        let (first, last) = (with_date.unwrap_or(date).min(date), with_date.unwrap_or(date).max(date));
        if first <= app.today() {
            return Err(texts::SWAP_LATE.err());
        }
        if last > plus(app.today(), AHEAD_DAYS) {
            return Err(texts::TOO_FAR.with("max", AHEAD_DAYS));
        }
        let now = app.clock.now_ms();
        Ok(Swap {
            id: app.random.id(&app.clock),
            class: class.to_owned(),
            roster_id: self.roster_id.clone(),
            asker: me,
            asked: self.with_number,
            date,
            with_date,
            message,
            status: DutySwapState::Open,
            expires_at: begin_of(first, &app.timezone()),
            created_at: now,
            updated_at: now,
        })
    }
}

/// Checks that both are on duty as the swap says, and could take each other's turn; answers the pupils of the class.
///
/// # Errors
/// 409 naming what is otherwise.
pub(super) fn check_swap(tx: &mut AppTx, roster: &Roster, swap: &Swap, today: Date) -> Result<People> {
    let given = Changing::of(tx, roster, today, swap.date, swap.asker)?;
    given.check_on_duty(swap.asker)?;
    given.check_free(swap.asked)?;
    if let Some(with_date) = swap.with_date {
        let taken = Changing::of(tx, roster, today, with_date, swap.asker)?;
        taken.check_on_duty(swap.asked)?;
        taken.check_free(swap.asker)?;
    }
    Ok(given.people)
}

/// Swaps.
#[derive(Serialize, ToSchema)]
pub(crate) struct DutySwapList {
    /// The swaps, the newest first: open ones, and those that ended in the last 30 days.
    swaps: Vec<DutySwap>,
}

/// Lists the swaps that the caller asked for and was asked for.
#[utoipa::path(get, path = "/api/duty/swaps", tag = "duty",
    responses((status = 200, body = Envelope<DutySwapList>)))]
pub(crate) async fn list_duty_swaps(State(app): State<App>, caller: Caller) -> Result<Reply<DutySwapList>> {
    let me = caller.facts.user_id;
    let now = app.clock.now_ms();
    let listed = app.db.read(move |read| {
        let rows = swaps::of_member(read, me, now - LISTED_MS)?;
        let people = People::of_class(read, me.class())?;
        let mut names = BTreeMap::new();
        for row in &rows {
            if !names.contains_key(&row.roster_id) {
                let roster = rosters::find(read, &row.roster_id)?;
                names.insert(row.roster_id.clone(), roster.map(|roster| roster.plan.name));
            }
        }
        let name = |row: &Swap| names.get(&row.roster_id).cloned().flatten();
        Ok(rows.iter().map(|row| DutySwap::new(row, name(row), &people, me, now)).collect())
    });
    Ok(Reply::ok(DutySwapList { swaps: listed.await? }))
}
