//! The sender: one task for each integration that something waits for. A sink that hangs delays no other, as long as
//! fewer than [`AT_ONCE`] hang.
//!
//! A task sends the deliveries of its integration one after the other, and waits for the one that fails: the order of
//! the log is kept. What a few of them came to is written together. After a crash those are sent again.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kernel::http::client_user;
use kernel::tasks::{Need, Stop};
use kernel::{App, AppTx, Result, feature};
use serde_json::json;
use tokio::sync::{Semaphore, watch};

use super::DeliveryStatus;
use super::attempt::{Outcome, attempt};
use super::history;
use super::retry::{FAILING_FOR, wait_for_next};
use crate::OutboundEvent;
use crate::events::{IntegrationEvent, append_by_system};
use crate::model::IntegrationStatus;
use crate::notifications::notify_webhook_off;
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
/// A delivery that is so late is given up.
const TOO_OLD: i64 = 48 * 60 * 60 * 1000;

/// The sender's memory.
pub(crate) struct Sender {
    /// Grows when there may be something to send.
    wakes: watch::Sender<u64>,
    /// The integrations that have a task.
    running: Mutex<HashSet<i64>>,
    /// Those whose task has sent something.
    worked: Mutex<HashSet<i64>>,
    attempts: Arc<Semaphore>,
}

impl Default for Sender {
    fn default() -> Self {
        let attempts = Arc::new(Semaphore::new(AT_ONCE));
        Self { wakes: watch::Sender::new(0), running: Mutex::default(), worked: Mutex::default(), attempts }
    }
}

/// There may be something to send.
pub(super) fn wake(app: &App) {
    app.state::<Sender>().wakes.send_modify(|wakes| *wakes = wakes.wrapping_add(1));
}

/// Whether an attempt is under way: a test must not move the time past its end.
#[cfg(test)]
pub(crate) fn is_sending(app: &App) -> bool {
    app.state::<Sender>().attempts.available_permits() < AT_ONCE
}

/// Starts the sender.
pub(crate) fn start(app: &App) {
    app.tasks.service(app, "webhook-sender", Need::Optional, run);
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
                    let _running = Running { app: worker.clone(), id };
                    if let Err(error) = work(&worker, id, ending).await {
                        tracing::warn!(integration = id, %error, "deliveries not sent, will retry");
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

/// The mark of an integration that has a task. However the task ends, the next one may begin; and because something may
/// have come while it ended, the sender looks again.
struct Running {
    app: App,
    id: i64,
}

impl Drop for Running {
    fn drop(&mut self) {
        let sender = self.app.state::<Sender>();
        let mut running = sender.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.remove(&self.id);
        // Only a task that has sent something may have missed a call; one that found nothing to do would call itself.
        if sender.worked.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id) {
            wake(&self.app);
        }
    }
}

/// Sends what waits for an integration until nothing does, as long as this node is its sender.
async fn work(app: &App, id: i64, stop: Stop) -> Result<()> {
    let node = app.nodes.id().to_string();
    let worked = deliver_all(app, id, &node, stop).await;
    if needs_lease(app) {
        app.write(move |tx| Ok(store::end_lease(tx, id, &node)?)).await?;
    }
    worked
}

async fn deliver_all(app: &App, id: i64, node: &str, mut stop: Stop) -> Result<()> {
    let sender = app.state::<Sender>();
    let mut wakes = sender.wakes.subscribe();
    let mut leased_until = 0;
    loop {
        wakes.mark_unchanged();
        let now = app.clock.now_ms();
        if *stop.signal().borrow() {
            return Ok(());
        }
        if needs_lease(app) && leased_until - now < LEASE / 2 {
            if !take_lease(app, id, node, now).await? {
                return Ok(());
            }
            leased_until = now + LEASE;
        }
        let rows = app.db.read(move |read| Ok(store::pending(read, id, BATCH)?)).await?;
        let Some(first) = rows.first() else { return Ok(()) };
        let mut wait = Duration::from_millis((first.next_at - now).max(0).unsigned_abs());
        if wait.is_zero() {
            if send(app, id, rows, &stop).await? {
                sender.worked.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
                continue;
            }
            // The integration is off for now.
            wait = LOOK;
        }
        tokio::select! {
            () = app.clock.sleep(wait.min(LOOK)) => {}
            _ = wakes.changed() => {}
            () = stop.asked() => return Ok(()),
        }
    }
}

/// On SQLite there is one process.
fn needs_lease(app: &App) -> bool {
    app.db.engine_name() != "sqlite"
}

async fn take_lease(app: &App, id: i64, node: &str, now: i64) -> Result<bool> {
    let node = node.to_owned();
    app.write(move |tx| Ok(store::take_lease(tx, id, &node, now + LEASE, now)?)).await
}

/// What happens to a delivery at its turn.
enum Turn {
    /// It is sent.
    Send(Arc<Integration>),
    /// It waits: the integration is off for now.
    Wait,
    /// It is given up: it has waited for too long, or the integration may not hear of it any more.
    Drop,
}

/// Asked for each delivery anew: scopes, switch, address and people may have changed since it was made.
async fn turn(app: &App, id: i64, row: &DeliveryRow) -> Result<Turn> {
    let now = app.clock.now_ms();
    let integration = app.state::<Registry>().by_id(id);
    let Some(integration) = integration.filter(|_| now - row.next_at < TOO_OLD) else {
        return Ok(Turn::Drop);
    };
    let mut known = feature::provided::<OutboundEvent>(&app.features);
    let event = known.find(|event| event.name == row.event);
    if event.is_some_and(|event| !integration.client.scopes.contains(&event.scope)) {
        return Ok(Turn::Drop);
    }
    if integration.webhook_url.is_empty() || !integration.holds(now) {
        return Ok(Turn::Wait);
    }
    match client_user(app, &integration.client).await {
        Ok(_) => Ok(Turn::Send(integration)),
        Err(error) if error.is_unavailable() => Err(error),
        Err(_) => Ok(Turn::Drop),
    }
}

/// Sends these until one fails, and writes what they came to; false when the first one waits for its integration.
async fn send(app: &App, id: i64, rows: Vec<DeliveryRow>, stop: &Stop) -> Result<bool> {
    let attempts = app.state::<Sender>().attempts.clone();
    let started = app.clock.monotonic();
    let mut results: Vec<DeliveryRow> = Vec::new();
    let mut last = None;
    for row in rows {
        let _permit = attempts.acquire().await;
        let took = app.clock.monotonic().saturating_sub(started);
        if *stop.signal().borrow() || (took > LONGEST_BATCH && !results.is_empty()) {
            break;
        }
        let now = app.clock.now_ms();
        match turn(app, id, &row).await? {
            Turn::Drop => {
                results.push(DeliveryRow { status: DeliveryStatus::Dropped, done_at: Some(now), ..row });
            }
            Turn::Wait => break,
            Turn::Send(integration) => {
                let outcome = attempt(app, &integration, &row).await;
                let (is_success, is_gone) = (outcome.is_success(), outcome.is_gone());
                let row = result(app, row, outcome);
                last = Some((integration.webhook_url.clone(), row.status, is_gone));
                results.push(row);
                if !is_success {
                    break;
                }
            }
        }
    }
    if results.is_empty() {
        return Ok(false);
    }
    let written = app.write(move |tx| {
        tx.lock_log()?;
        for row in &results {
            store::set_result(tx, row)?;
        }
        let Some((url, status, is_gone)) = &last else { return Ok(()) };
        note_health(tx, id, url, *status, *is_gone)
    });
    written.await.map(|()| true)
}

/// A delivery after an attempt.
fn result(app: &App, row: DeliveryRow, outcome: Outcome) -> DeliveryRow {
    let now = app.clock.now_ms();
    let attempts_left = (row.attempts_left - 1).max(0);
    let next = wait_for_next(attempts_left, app.random.bytes::<1>()[0]).filter(|_| !outcome.is_gone());
    let (status, next_at) = match next {
        _ if outcome.is_success() => (DeliveryStatus::Delivered, now),
        Some(wait) => (DeliveryStatus::Pending, now + wait),
        None => (DeliveryStatus::Failed, now),
    };
    let (last_status, took) = (outcome.status.map(i64::from), i64::try_from(outcome.took.as_millis()).ok());
    DeliveryRow {
        status,
        attempts: row.attempts + 1,
        attempts_left,
        history: history::with(&row.history, now, last_status, outcome.error, took),
        next_at,
        last_status,
        last_error: outcome.error.to_owned(),
        took,
        done_at: (status != DeliveryStatus::Pending).then_some(now),
        ..row
    }
}

/// Notes since when deliveries fail, and switches the webhook off when it is gone or has failed for a week.
fn note_health(tx: &mut AppTx, id: i64, url: &str, last: DeliveryStatus, is_gone: bool) -> Result<()> {
    let row = integrations::find(tx, id)?.filter(|row| row.status == IntegrationStatus::Approved);
    // What became of an address that was replaced meanwhile says nothing of the new one.
    let Some(mut row) = row.filter(|row| row.webhook_url == url) else { return Ok(()) };
    let now = tx.now();
    if last == DeliveryStatus::Delivered {
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
    let seq = append_by_system(tx, &row, &IntegrationEvent::WebhookSwitchedOff)?;
    store::drop_pending(tx, id, now)?;
    integrations::update(tx, &row)?;
    notify_webhook_off(tx, &row, seq)?;
    remember_on_commit(tx, &row)?;
    let actor = kernel::audit::Actor::system();
    Ok(tx.audit(&actor, &texts::SWITCH_WEBHOOK_OFF, &id.to_string(), &json!({ "reason": off }))?)
}
