//! `/api/integrations/tokens/:id/deliveries` and `/ping`: what integrations were sent.

use axum::extract::State;
use kernel::app::iso;
use kernel::http::{Caller, Path, Query};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

use super::DeliveryStatus;
use super::attempt::headers;
use super::history::{self, IntegrationAttempt};
use super::outbox::{body, new_id, wake_on_commit};
use crate::events::{IntegrationEvent, append};
use crate::manage::find;
use crate::registry::Registry;
use crate::store::deliveries::{self as store, DeliveryRow, NewDelivery};
use crate::store::integrations::{self, IntegrationRow};
use crate::texts;

/// The name of the event of a test.
const PING: &str = "webhook.ping";

/// A delivery of an event to an integration.
#[derive(Serialize, ToSchema)]
pub(crate) struct IntegrationDelivery {
    /// The id of the delivery, which the header `webhook-id` carries.
    id: String,
    /// The number of the event in the event log, used as the cursor of the list.
    seq: i64,
    /// The name of the event.
    event: String,
    /// Whether the delivery waits, was delivered, has failed or was given up.
    status: DeliveryStatus,
    /// The number of attempts so far.
    attempts: i64,
    /// How many attempts may follow: 8 at first, 1 after sending again.
    attempts_left: i64,
    /// When the next attempt is made, ISO 8601; null when there is none.
    next_at: Option<String>,
    /// The HTTP status of the last answer; null when none came.
    last_status: Option<i64>,
    /// Why the last attempt failed: `status`, `refused` (the address is not allowed), `timeout` or `unreachable`; empty
    /// for a success.
    last_error: String,
    /// How long the last attempt took, in milliseconds.
    took_ms: Option<i64>,
    /// The body that is sent, JSON.
    body: String,
    /// When the delivery was made, ISO 8601: a second after its cause.
    created_at: String,
    /// When the delivery was done, ISO 8601; null while it waits.
    done_at: Option<String>,
}

impl From<DeliveryRow> for IntegrationDelivery {
    fn from(row: DeliveryRow) -> Self {
        let is_pending = row.status == DeliveryStatus::Pending;
        Self {
            id: row.id,
            seq: row.seq,
            event: row.event,
            status: row.status,
            attempts: row.attempts,
            attempts_left: if is_pending { row.attempts_left } else { 0 },
            next_at: is_pending.then(|| iso(row.next_at)),
            last_status: row.last_status,
            last_error: row.last_error,
            took_ms: row.took,
            body: row.body,
            created_at: iso(row.created_at),
            done_at: row.done_at.map(iso),
        }
    }
}

/// A piece of the deliveries to an integration.
#[derive(Serialize, ToSchema)]
pub(crate) struct IntegrationDeliveries {
    /// The deliveries, the newest first.
    deliveries: Vec<IntegrationDelivery>,
    /// Whether there are older ones.
    has_more: bool,
}

/// A delivery with a request that sends it once more by hand.
#[derive(Serialize, ToSchema)]
pub(crate) struct IntegrationDeliveryRequest {
    /// The delivery.
    #[serde(flatten)]
    delivery: IntegrationDelivery,
    /// Where the delivery is sent to.
    url: String,
    /// The headers of an attempt, signed now: receivers accept the time for five minutes.
    headers: BTreeMap<&'static str, String>,
    /// The attempts that were made, oldest first; the last 20 of them.
    history: Vec<IntegrationAttempt>,
}

/// Which piece of the deliveries.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DeliveriesQuery {
    /// Only deliveries before this `seq`; by default the newest ones.
    before: Option<i64>,
    /// Only those that were not delivered.
    #[serde(default)]
    failed: bool,
    /// The number of items to return: 1–100, default 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
}

/// An integration that the caller owns or has asked for.
async fn of_caller(app: &App, caller: &Caller, id: &str) -> Result<IntegrationRow> {
    let row = find(app, id).await?;
    let user = caller.facts.user_id;
    let is_theirs = [&row.owner_id, &row.requested_by].into_iter().any(|id| id == user.as_str());
    if is_theirs { Ok(row) } else { Err(ApiError::not_found()) }
}

/// Lists the deliveries to an integration, for its owner and for the member who asked for it.
#[utoipa::path(get, path = "/api/integrations/tokens/{id}/deliveries", tag = "integrations",
    params(("id" = String, Path, description = "The number of the integration"), DeliveriesQuery),
    responses((status = 200, body = Envelope<IntegrationDeliveries>)))]
pub(crate) async fn list_deliveries(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<DeliveriesQuery>,
) -> Result<Reply<IntegrationDeliveries>> {
    let row = of_caller(&app, &caller, &id).await?;
    let limit = query.limit.unwrap_or(50).clamp(1, 100);
    let before = query.before.unwrap_or(i64::MAX);
    let rows =
        app.db.read(move |read| Ok(store::list(read, row.id, before, limit + 1, query.failed)?)).await?;
    let limit = usize::try_from(limit).unwrap_or_default();
    let has_more = rows.len() > limit;
    let deliveries = rows.into_iter().take(limit).map(IntegrationDelivery::from).collect();
    Ok(Reply::ok(IntegrationDeliveries { deliveries, has_more }))
}

/// Returns a delivery with the request that an attempt would make now.
#[utoipa::path(get, path = "/api/integrations/tokens/{id}/deliveries/{delivery}", tag = "integrations",
    params(
        ("id" = String, Path, description = "The number of the integration"),
        ("delivery" = String, Path, description = "The id of the delivery"),
    ),
    responses((status = 200, body = Envelope<IntegrationDeliveryRequest>)))]
pub(crate) async fn get_delivery(
    State(app): State<App>,
    caller: Caller,
    Path((id, delivery)): Path<(String, String)>,
) -> Result<Reply<IntegrationDeliveryRequest>> {
    let row = of_caller(&app, &caller, &id).await?;
    let found = app.db.read(move |read| Ok(store::find(read, row.id, &delivery)?)).await?;
    let found = found.ok_or_else(ApiError::not_found)?;
    let integration = app.state::<Registry>().by_id(row.id);
    let headers = integration.map(|integration| headers(&app, &integration, &found)).unwrap_or_default();
    let headers = headers.into_iter().collect();
    let history = history::attempts(&found.history);
    let delivery = found.into();
    Ok(Reply::ok(IntegrationDeliveryRequest { delivery, url: row.webhook_url, headers, history }))
}

/// Refuses an integration that nothing is sent to: without a secret, off, expired, or without a webhook.
fn require_webhook(app: &App, row: &IntegrationRow) -> Result<()> {
    let holds = app.state::<Registry>().by_id(row.id).is_some_and(|known| known.holds(app.clock.now_ms()));
    if holds && !row.webhook_url.is_empty() && row.webhook_off.is_empty() {
        Ok(())
    } else {
        Err(texts::NO_WEBHOOK.err())
    }
}

/// Sends a delivery once more, under the same id: with one attempt, or at once if it waits for its next one.
#[utoipa::path(post, path = "/api/integrations/tokens/{id}/deliveries/{delivery}/resend", tag = "integrations",
    params(
        ("id" = String, Path, description = "The number of the integration"),
        ("delivery" = String, Path, description = "The id of the delivery"),
    ),
    responses((status = 200, body = Envelope<IntegrationDelivery>)))]
pub(crate) async fn resend_delivery(
    State(app): State<App>,
    caller: Caller,
    Path((id, delivery)): Path<(String, String)>,
) -> Result<Reply<IntegrationDelivery>> {
    let row = of_caller(&app, &caller, &id).await?;
    require_webhook(&app, &row)?;
    let resend = app.write(move |tx| {
        let now = tx.now();
        store::find(tx, row.id, &delivery)?.ok_or_else(ApiError::not_found)?;
        // One attempt for what is done: what waits behind it must not wait for a day.
        store::resend(tx, &delivery, now)?;
        wake_on_commit(tx);
        store::find(tx, row.id, &delivery)?.ok_or_else(ApiError::not_found)
    });
    Ok(Reply::ok(resend.await?.into()))
}

/// Sends the event `webhook.ping` to an integration, to see whether it arrives.
#[utoipa::path(post, path = "/api/integrations/tokens/{id}/ping", tag = "integrations",
    params(("id" = String, Path, description = "The number of the integration")),
    responses((status = 200, body = Envelope<IntegrationDelivery>)))]
pub(crate) async fn ping(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<IntegrationDelivery>> {
    let row = of_caller(&app, &caller, &id).await?;
    require_webhook(&app, &row)?;
    let user = caller.facts.user_id;
    let ping = app.write(move |tx| {
        let row = integrations::find(tx, row.id)?.ok_or_else(ApiError::not_found)?;
        let seq = append(tx, user, &row, &IntegrationEvent::Pinged)?;
        let body = body(PING, &json!({ "integration": row.name, "sent_by": user }), tx.now());
        let delivery = new_id(tx);
        let now = tx.now();
        let new = NewDelivery {
            id: &delivery,
            integration_id: row.id,
            seq,
            event: PING,
            about: user.as_str(),
            body: &body,
        };
        store::insert(tx, &new, now)?;
        wake_on_commit(tx);
        store::find(tx, row.id, &delivery)?.ok_or_else(ApiError::not_found)
    });
    Ok(Reply::ok(ping.await?.into()))
}
