//! The sender: one task for each integration that something waits for, so a sink that hangs delays no other.
//!
//! A task sends the deliveries of its integration one after the other, and waits for the one that fails: the order of
//! the log is kept. What a few of them came to is written together. After a crash those are sent again.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kernel::tasks::{Need, Stop};
use kernel::{App, AppTx, Result};
use serde_json::json;
use tokio::sync::{Semaphore, watch};

use super::DeliveryStatus;
use super::attempt::{Outcome, attempt};
use super::retry::{FAILING_FOR, wait_after};
use crate::events::{IntegrationEvent, append_by_system};
use crate::registry::{Integration, Registry, remember_on_commit};
use crate::store::deliveries::{self as store, DeliveryRow};
use crate::store::integrations;
use crate::texts;

/// Deliveries that are sent before their results are written.
const BATCH: i64 = 50;
/// Attempts at the same time, of all integrations.
const AT_ONCE: usize = 64;
/// How long a node is the sender of an integration without saying so again, in milliseconds.
const LEASE: i64 = 60_000;
/// A batch that takes longer ends, so that it ends before the lease: an attempt adds ten seconds at most.
const LONGEST_BATCH: Duration = Duration::from_secs(20);
/// How often a node looks for what another one has left, and whether a lease has ended.
const LOOK: Duration = Duration::from_secs(30);
/// A delivery that has waited for so long is given up: the integration was switched off meanwhile.
const TOO_OLD: i64 = 48 * 60 * 60 * 1000;

/// The sender's memory.
pub(crate) struct Sender {
    /// Grows when there may be something to send.
    wakes: watch::Sender<u64>,
    /// The integrations that have a task.
    running: Mutex<HashSet<i64>>,
    attempts: Arc<Semaphore>,
}

impl Default for Sender {
    fn default() -> Self {
        let attempts = Arc::new(Semaphore::new(AT_ONCE));
        Self { wakes: watch::Sender::new(0), running: Mutex::default(), attempts }
    }
}

/// There may be something to send.
pub(super) fn wake(app: &App) {
    app.state::<Sender>().wakes.send_modify(|wakes| *wakes = wakes.wrapping_add(1));
}

/// Starts the sender. On SQLite no other process sends, so nobody is waited for after a crash.
///
/// # Errors
/// When the database is away.
pub(crate) async fn start(app: &App) -> Result<()> {
    if app.db.engine_name() == "sqlite" {
        app.write(|tx| Ok(store::end_all_leases(tx)?)).await?;
    }
    app.tasks.service(app, "webhook-sender", Need::Optional, run);
    Ok(())
}

async fn run(app: App, mut stop: Stop) -> Result<()> {
    let sender = app.state::<Sender>();
    let mut wakes = sender.wakes.subscribe();
    loop {
        wakes.mark_unchanged();
        for id in app.db.read(|read| Ok(store::waiting(read)?)).await? {
            let is_new = sender.running.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
            if is_new {
                let (worker, ending) = (app.clone(), stop.clone());
                app.tasks.spawn("webhook-delivery", |_| async move {
                    let worked = work(&worker, id, ending).await;
                    worker
                        .state::<Sender>()
                        .running
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .remove(&id);
                    match worked {
                        Ok(true) => wake(&worker),
                        Ok(false) => {}
                        Err(error) => {
                            tracing::warn!(integration = id, %error, "deliveries not sent, will retry")
                        }
                    }
                });
            }
        }
        tokio::select! {
            _ = wakes.changed() => {}
            () = app.clock.sleep(LOOK) => {}
            () = stop.asked() => return Ok(()),
        }
    }
}

/// Sends what waits for an integration until nothing does; true when more may have come since.
async fn work(app: &App, id: i64, mut stop: Stop) -> Result<bool> {
    let sender = app.state::<Sender>();
    let mut wakes = sender.wakes.subscribe();
    let node = app.nodes.id().to_string();
    let mut leased_until = 0;
    loop {
        wakes.mark_unchanged();
        if *stop.signal().borrow() {
            return Ok(false);
        }
        let now = app.clock.now_ms();
        if leased_until - now < LEASE / 2 {
            if !take_lease(app, id, &node, now).await? {
                return Ok(false);
            }
            leased_until = now + LEASE;
        }
        let rows = app.db.read(move |read| Ok(store::pending(read, id, BATCH)?)).await?;
        let Some(first) = rows.first() else {
            let node = node.clone();
            app.write(move |tx| Ok(store::end_lease(tx, id, &node)?)).await?;
            // What was added between the two is found by whoever comes next.
            return Ok(wakes.has_changed().unwrap_or(false));
        };
        let wait = first.next_at - app.clock.now_ms();
        if wait > 0 {
            let wait = Duration::from_millis(wait.unsigned_abs()).min(LOOK);
            tokio::select! {
                () = app.clock.sleep(wait) => {}
                _ = wakes.changed() => {}
                () = stop.asked() => return Ok(false),
            }
            continue;
        }
        let integration = app.state::<Registry>().by_id(id);
        let integration = integration.filter(|integration| !integration.webhook_url.is_empty());
        match integration.filter(|integration| integration.holds(app.clock.now_ms())) {
            Some(integration) => send(app, &integration, rows, &stop).await?,
            None => {
                drop_old(app, rows).await?;
                tokio::select! {
                    () = app.clock.sleep(LOOK) => {}
                    _ = wakes.changed() => {}
                    () = stop.asked() => return Ok(false),
                }
            }
        }
    }
}

async fn take_lease(app: &App, id: i64, node: &str, now: i64) -> Result<bool> {
    let node = node.to_owned();
    app.write(move |tx| Ok(store::take_lease(tx, id, &node, now + LEASE, now)?)).await
}

/// Sends these until one fails, and writes what they came to.
async fn send(app: &App, integration: &Arc<Integration>, rows: Vec<DeliveryRow>, stop: &Stop) -> Result<()> {
    let attempts = app.state::<Sender>().attempts.clone();
    let started = app.clock.monotonic();
    let mut results = Vec::new();
    for row in rows {
        let took = app.clock.monotonic().saturating_sub(started);
        if *stop.signal().borrow() || took > LONGEST_BATCH {
            break;
        }
        let outcome = {
            let _permit = attempts.acquire().await;
            attempt(app, integration, &row).await
        };
        let is_success = outcome.is_success();
        results.push(result(app, row, outcome));
        if !is_success {
            break;
        }
    }
    let id = integration.client.id;
    app.write(move |tx| {
        for (row, _) in &results {
            store::set_result(tx, row)?;
        }
        let Some((row, is_gone)) = results.last() else { return Ok(()) };
        note_health(tx, id, row, *is_gone)
    })
    .await
}

/// A delivery after an attempt, and whether its sink is gone for good.
fn result(app: &App, row: DeliveryRow, outcome: Outcome) -> (DeliveryRow, bool) {
    let now = app.clock.now_ms();
    let attempts = row.attempts + 1;
    let next = wait_after(attempts, app.random.bytes::<1>()[0]).filter(|_| !outcome.is_gone());
    let (status, next_at) = match next {
        _ if outcome.is_success() => (DeliveryStatus::Delivered, now),
        Some(wait) => (DeliveryStatus::Pending, now + wait),
        None => (DeliveryStatus::Failed, now),
    };
    let done = DeliveryRow {
        status,
        attempts,
        next_at,
        last_status: outcome.status.map(i64::from),
        last_error: outcome.error.to_owned(),
        took: i64::try_from(outcome.took.as_millis()).ok(),
        done_at: (status != DeliveryStatus::Pending).then_some(now),
        ..row
    };
    (done, outcome.is_gone())
}

/// Notes since when deliveries fail, and switches the webhook off when it is gone or has failed for a week.
fn note_health(tx: &mut AppTx, id: i64, last: &DeliveryRow, is_gone: bool) -> Result<()> {
    let Some(mut row) = integrations::find(tx, id)? else { return Ok(()) };
    let now = tx.now();
    if last.status == DeliveryStatus::Delivered {
        if row.failing_since.is_some() {
            integrations::set_failing(tx, id, None)?;
        }
        return Ok(());
    }
    let since = row.failing_since.unwrap_or(now);
    let off = if is_gone {
        "gone"
    } else if now - since >= FAILING_FOR {
        "failing"
    } else {
        return Ok(integrations::set_failing(tx, id, Some(since))?);
    };
    row.webhook_off = off.to_owned();
    row.failing_since = Some(since);
    append_by_system(tx, &row, &IntegrationEvent::WebhookSwitchedOff)?;
    store::drop_pending(tx, id, now)?;
    integrations::update(tx, &row)?;
    remember_on_commit(tx, &row)?;
    let actor = kernel::audit::Actor::system();
    Ok(tx.audit(&actor, &texts::SWITCH_WEBHOOK_OFF, &id.to_string(), &json!({ "reason": off }))?)
}

/// Gives up what has waited for too long for an integration that is off.
async fn drop_old(app: &App, rows: Vec<DeliveryRow>) -> Result<()> {
    let now = app.clock.now_ms();
    let old: Vec<DeliveryRow> = rows.into_iter().filter(|row| now - row.created_at >= TOO_OLD).collect();
    if old.is_empty() {
        return Ok(());
    }
    app.write(move |tx| {
        for row in &old {
            let dropped = DeliveryRow { status: DeliveryStatus::Dropped, done_at: Some(now), ..row.clone() };
            store::set_result(tx, &dropped)?;
        }
        Ok(())
    })
    .await
}
