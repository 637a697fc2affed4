//! The log of an integration: what came from it, and why it was refused.
//!
//! A request that is accepted is logged in the transaction that does what it says. Refusals wait in memory for a
//! moment, those of one kind as one row: a program that runs wild must not fill the database.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use kernel::app::iso;
use kernel::db::DbResult;
use kernel::http::{Caller, Path, Query};
use kernel::random::Random;
use kernel::tasks::{Need, Stop};
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::webhook::shown_address;
use crate::manage::find;
use crate::registry::Registry;
use crate::store::inbound::{self as store, LogRow};
use crate::store::{deliveries, integrations};

/// Between two writes of refusals and uses.
const EVERY: Duration = Duration::from_secs(5);
/// How often old rows are forgotten, in writes.
const TIDY_EVERY: u32 = 120;
/// How long a row is kept, in milliseconds.
const KEEP: i64 = 30 * 24 * 60 * 60 * 1000;
/// How long a delivery is kept, in milliseconds: its body holds what people wrote.
const KEEP_DELIVERIES: i64 = 7 * 24 * 60 * 60 * 1000;
/// Rows that the log of one integration keeps, and more of the last minutes: they tell copies.
const KEEP_ROWS: i64 = 2000;
/// For how long a copy of a signed request is known, in milliseconds: twice as long as its time is accepted.
pub(super) const KNOW_COPIES: i64 = 10 * 60 * 1000;
/// The beginning of a body that the log shows, in characters.
const EXCERPT: usize = 500;
/// Longest name of an event in the log, in characters.
const MAX_EVENT: usize = 80;
/// Kinds of refusals of one integration that wait in memory.
const MAX_WAITING: usize = 20;
/// Above every id.
const NEWEST: &str = "g";

/// A request on its way through the checks, as far as it has come.
pub(crate) struct Seen {
    row: LogRow,
}

impl Seen {
    pub(crate) fn new(app: &App, integration_id: i64, address: IpAddr) -> Self {
        Self {
            row: LogRow {
                id: app.random.id(&app.clock),
                integration_id,
                event: String::new(),
                status: 0,
                reason: String::new(),
                address: shown_address(address),
                count: 1,
                excerpt: String::new(),
                created_at: app.clock.now_ms(),
            },
        }
    }

    pub(super) fn note_body(&mut self, bytes: &[u8]) {
        // NUL, which PostgreSQL cannot store, does not occur in JSON.
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(EXCERPT * 4)]);
        self.row.excerpt = text.chars().filter(|c| *c != '\0').take(EXCERPT).collect();
    }

    /// The name of the event, as it was sent or as far as it fits the log.
    pub(crate) fn note_event(&mut self, event: &str) {
        // Control characters cannot be read in a log, and PostgreSQL does not store NUL.
        self.row.event = event.chars().filter(|c| !c.is_control()).take(MAX_EVENT).collect();
    }

    /// The row of the log.
    pub(super) fn row(&self, status: i64, reason: &str) -> LogRow {
        LogRow { status, reason: reason.to_owned(), ..self.row.clone() }
    }
}

/// Refusals that are not stored yet: by integration, event and reason.
#[derive(Default)]
pub(crate) struct Refusals(Mutex<HashMap<(i64, String, String), LogRow>>);

impl Refusals {
    /// Notes a refused request.
    pub(crate) fn note(&self, seen: &Seen, status: StatusCode, reason: &str) {
        let row = seen.row(status.as_u16().into(), reason);
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (row.integration_id, row.event.clone(), row.reason.clone());
        if let Some(known) = waiting.get_mut(&key) {
            *known = LogRow { count: known.count + 1, ..row };
        } else if waiting.keys().filter(|(id, ..)| *id == key.0).count() < MAX_WAITING {
            waiting.insert(key, row);
        }
    }

    fn take(&self) -> Vec<LogRow> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_values().collect()
    }
}

/// Starts what stores refusals and uses, and forgets old rows.
pub(crate) fn spawn(app: &App) {
    app.tasks.service(app, "integration-log", Need::Optional, keep);
}

async fn keep(app: App, mut stop: Stop) -> Result<()> {
    let mut turns = 0;
    loop {
        let more = stop.sleep(&app.clock, EVERY).await;
        if let Err(error) = store_waiting(&app).await {
            tracing::warn!(%error, "refused webhooks and uses of integrations not stored");
        }
        if turns % TIDY_EVERY == 0
            && let Err(error) = forget_old(&app).await
        {
            tracing::warn!(%error, "old rows of the logs of integrations not forgotten, will retry");
        }
        turns = turns.wrapping_add(1);
        if !more {
            return Ok(());
        }
    }
}

/// Stores what waits in memory.
///
/// # Errors
/// When the database is away; what waited is lost then: refusals, and when integrations were last used.
async fn store_waiting(app: &App) -> Result<()> {
    let (refusals, uses) = (app.state::<Refusals>().take(), app.state::<Registry>().take_uses());
    if refusals.is_empty() && uses.is_empty() {
        return Ok(());
    }
    app.write(move |tx| {
        for (id, (at, address)) in &uses {
            integrations::set_used(tx, *id, *at, &shown_address(*address))?;
        }
        for row in &refusals {
            store::log_refused(tx, row)?;
        }
        Ok(())
    })
    .await
}

pub(crate) async fn forget_old(app: &App) -> Result<()> {
    let now = app.clock.now_ms();
    let [kept, copies, sent] = [KEEP, KNOW_COPIES, KEEP_DELIVERIES].map(|time| Random::first_id(now - time));
    // Each piece in a transaction of its own, so that other writes go between.
    for id in app.db.read(|read| Ok(store::with_log(read)?)).await? {
        while write_with(app, &kept, move |tx, kept| store::forget_before(tx, id, kept)).await? > 0 {}
        write_with(app, &copies, move |tx, copies| store::trim(tx, id, KEEP_ROWS, copies)).await?;
    }
    while write_with(app, &sent, |tx, sent| deliveries::forget_before(tx, sent)).await? > 0 {}
    for id in app.db.read(|read| Ok(deliveries::with_deliveries(read)?)).await? {
        app.write(move |tx| Ok(deliveries::trim(tx, id, KEEP_ROWS)?)).await?;
    }
    Ok(())
}

/// A transaction that needs the id of a row.
async fn write_with<T: Send + 'static>(
    app: &App,
    id: &str,
    work: impl Fn(&mut AppTx, &str) -> DbResult<T> + Send + 'static,
) -> Result<T> {
    let id = id.to_owned();
    app.write(move |tx| Ok(work(tx, &id)?)).await
}

/// Which piece of a log.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LogQuery {
    /// Only entries before the one with this id; by default the newest ones.
    before: Option<String>,
    /// Only refused requests.
    #[serde(default)]
    refused: bool,
    /// The number of items to return: 1–100, default 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
}

/// A request of an integration.
#[derive(Serialize, ToSchema)]
pub(crate) struct IntegrationLogEntry {
    /// The id of the entry.
    id: String,
    /// The name of the event; empty when no header names one and the request was refused before its body was read.
    event: String,
    /// The HTTP status of the answer.
    status: i64,
    /// The name of the refusal, such as `webhook_signature_invalid`; empty for an accepted request.
    reason: String,
    /// The address that the request came from.
    address: String,
    /// The number of requests that the entry stands for: refusals of one kind within a few seconds are one entry.
    count: i64,
    /// The first 500 characters of the body.
    excerpt: String,
    /// When the request came, ISO 8601.
    created_at: String,
}

/// A piece of the log of an integration.
#[derive(Serialize, ToSchema)]
pub(crate) struct IntegrationLog {
    /// The entries, the newest first.
    entries: Vec<IntegrationLogEntry>,
    /// Whether there are older entries.
    has_more: bool,
}

/// Lists the requests that came from an integration, for its owner and for the member who asked for it.
#[utoipa::path(get, path = "/api/integrations/tokens/{id}/log", tag = "integrations",
    params(("id" = String, Path, description = "The number of the integration"), LogQuery),
    responses((status = 200, body = Envelope<IntegrationLog>)))]
pub(crate) async fn list_log(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<LogQuery>,
) -> Result<Reply<IntegrationLog>> {
    let row = find(&app, &id).await?;
    let user = caller.facts.user_id;
    if ![&row.owner_id, &row.requested_by].contains(&&user.to_string()) {
        return Err(ApiError::not_found());
    }
    store_waiting(&app).await?;
    let limit = query.limit.unwrap_or(50).clamp(1, 100);
    let before = query.before.unwrap_or_else(|| NEWEST.to_owned());
    let rows =
        app.db.read(move |read| Ok(store::list(read, row.id, &before, limit + 1, query.refused)?)).await?;
    let limit = usize::try_from(limit).unwrap_or_default();
    let has_more = rows.len() > limit;
    let entries = rows.into_iter().take(limit).map(IntegrationLogEntry::from).collect();
    Ok(Reply::ok(IntegrationLog { entries, has_more }))
}

impl From<LogRow> for IntegrationLogEntry {
    fn from(row: LogRow) -> Self {
        let LogRow { id, event, status, reason, address, count, excerpt, created_at, .. } = row;
        Self { id, event, status, reason, address, count, excerpt, created_at: iso(created_at) }
    }
}
