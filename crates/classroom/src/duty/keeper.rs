//! What happens by itself: each day's turns are stored when the day begins, those on duty are told in the morning, swaps
//! that nobody answered expire, and what a changed school day or roster brings with it.
//!
//! Everything is noted in the transaction that does it, under the log's counter: it happens once, over restarts and
//! nodes. Turns of days on which nothing ran are stored late; of these days nobody is told.

use std::time::Duration;

use jiff::civil::Date;
use kernel::events::{Audience, NewEvent};
use kernel::tasks::Stop;
use kernel::user::UserId;
use kernel::{App, AppTx, Result};
use timetable::calendar::school_days;

use super::board::{self, BoardTurn};
use super::events::{self, DutyEvent};
use super::model::{SWAP_KEPT_DAYS, TURN_KEPT_DAYS};
use super::store::swaps::DutySwapState;
use super::store::{changes, rosters, swaps, turns};
use super::{notifications, reconcile};
use crate::access::plus;
use crate::people::People;

/// How exactly times are kept.
const TICK: Duration = Duration::from_secs(15);
/// From this hour on those on duty are told.
const HOUR: i8 = 7;
/// Swaps that expire in one transaction.
const PAGE: i64 = 100;
/// A day, in milliseconds.
const DAY_MS: i64 = 86_400_000;

/// Starts the task.
pub(super) fn start(app: App) {
    let keeper = app.clone();
    app.tasks.spawn("duty-days", |stop| keep(keeper, stop));
}

async fn keep(app: App, mut stop: Stop) {
    loop {
        if let Err(error) = keep_up(&app).await {
            tracing::warn!(%error, "duty of the day not kept, will retry");
        }
        if !stop.sleep(&app.clock, TICK).await {
            return;
        }
    }
}

/// Does all that is due. Every node looks; the transaction decides who does it.
async fn keep_up(app: &App) -> Result<()> {
    let today = app.today();
    let behind = app.db.read(move |read| Ok(rosters::behind(read, today)?)).await?;
    for class in behind {
        let of_class = class.clone();
        let settled = app.write(move |tx| {
            tx.lock_log()?;
            settle(tx, &of_class, today)
        });
        skip_unreadable(&class, settled.await)?;
    }
    reconcile::follow_up(app, today).await?;
    if is_morning(app) {
        let untold = app.db.read(move |read| Ok(turns::untold(read, today)?)).await?;
        for class in untold {
            let of_class = class.clone();
            let told = app.write(move |tx| tell(tx, &of_class, today));
            skip_unreadable(&class, told.await)?;
        }
    }
    expire(app).await
}

/// One class that cannot be read does not keep the others back.
fn skip_unreadable(class: &str, done: Result<()>) -> Result<()> {
    match done {
        Err(error) if error.is_unavailable() => Err(error),
        Err(error) => {
            tracing::error!(%class, %error, cause = error.cause(), "duty of a class not kept, will retry");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

fn is_morning(app: &App) -> bool {
    app.clock.now().to_zoned((*app.timezone()).clone()).hour() >= HOUR
}

/// Stores the turns of a class up to today. The caller has taken the log's counter.
///
/// # Errors
/// When the database is away, or a row cannot be read.
pub(crate) fn settle(tx: &mut AppTx, class: &str, today: Date) -> Result<()> {
    let rosters = rosters::list(tx, class)?;
    let behind: Vec<_> = rosters.into_iter().filter(|roster| roster.settled_until < today).collect();
    if behind.is_empty() {
        return Ok(());
    }
    let (people, school) = (People::of_class(tx, class)?, school_days(tx, class)?);
    let mut stored = false;
    for roster in behind {
        for turn in board::planned(tx, &roster, &school, today)? {
            stored |= turns::insert(tx, &board::planned_row(&roster, turn, &people))?;
        }
        rosters::settle(tx, &roster.id, today)?;
    }
    turns::purge(tx, class, plus(today, -TURN_KEPT_DAYS))?;
    changes::purge(tx, class, plus(today, -TURN_KEPT_DAYS))?;
    let now = tx.now();
    swaps::purge(tx, class, now - SWAP_KEPT_DAYS * DAY_MS)?;
    if stored { events::emit_changed(tx, class, None) } else { Ok(()) }
}

/// Tells those on duty today who have an account; each turn once.
fn tell(tx: &mut AppTx, class: &str, today: Date) -> Result<()> {
    tx.lock_log()?;
    let untold = turns::untold_of(tx, today, class)?;
    let is_silent = tx.app().apps.admit_to("duty", class).is_err();
    let people = People::of_class(tx, class)?;
    for turn in untold {
        let now = tx.now();
        turns::set_told(tx, &turn, now)?;
        let is_deleted = rosters::find(tx, &turn.roster_id)?.is_none_or(|roster| roster.deleted_at.is_some());
        if is_silent || is_deleted {
            continue;
        }
        let changes = changes::of_turn(tx, &turn.roster_id, turn.date)?;
        let turn = BoardTurn::stored(turn, &changes);
        let whom: Vec<UserId> = turn.on_duty().filter(|number| people.has_account(*number)).collect();
        tell_of(tx, class, &turn, whom)?;
    }
    Ok(())
}

/// Tells these members that they are on duty in a turn.
///
/// # Errors
/// When a statement fails.
pub(crate) fn tell_of(tx: &mut AppTx, class: &str, turn: &BoardTurn, whom: Vec<UserId>) -> Result<()> {
    if whom.is_empty() {
        return Ok(());
    }
    let event = DutyEvent::Told { class: class.to_owned(), date: turn.date.to_string() };
    let audience = Audience::Any(whom.iter().copied().map(Audience::User).collect());
    let seq = tx.emit(NewEvent::new(&event, audience).about(&turn.roster_id))?;
    notifications::tell_today(tx, &turn.roster_id, turn.date, seq, whom)
}

/// Lets swaps expire whose earlier day has begun.
async fn expire(app: &App) -> Result<()> {
    let now = app.clock.now_ms();
    let overdue = app.db.read(move |read| Ok(swaps::overdue(read, now, PAGE)?)).await?;
    if overdue.is_empty() {
        return Ok(());
    }
    let expired = app.write(move |tx| {
        tx.lock_log()?;
        let now = tx.now();
        for swap in &overdue {
            if swaps::set_status(tx, &swap.id, DutySwapState::Expired, now)? {
                notifications::tell_of_swap(tx, swap, DutySwapState::Expired, None, swap.asker)?;
            }
        }
        Ok(())
    });
    expired.await
}
