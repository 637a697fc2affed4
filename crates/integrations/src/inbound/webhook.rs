//! `POST /api/integrations/webhook`: judges a request and does what its event says.

use std::net::IpAddr;

use axum::extract::{FromRequest, Request, State};
use axum::http::header::ORIGIN;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use kernel::app::iso;
use kernel::http::{Context, JsonBytes, client_user, count_attempt, parse_json};
use kernel::limits::Key;
use kernel::texts::{Language, Message};
use kernel::{App, Envelope, Reply, Result};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::events::{Apply, Handler, Inbound};
use super::log::{KNOW_COPIES, Refusals, Seen};
use crate::registry::{Integration, Registry};
use crate::store::inbound::{self as store, LogRow};
use crate::{WEBHOOK, model, signature, texts};

/// How far the time of a request may be from the server's, in milliseconds, either way.
const WINDOW: i64 = 5 * 60 * 1000;
/// The name of an event that has none.
const DEFAULT_EVENT: &str = "custom.event";

/// Hex digits of a signature that are kept to tell copies.
const SIGNATURE_KEPT: usize = 32;

const SERVICE_TOKEN: HeaderName = HeaderName::from_static("x-service-token");
const SERVICE_SIGNATURE: HeaderName = HeaderName::from_static("x-service-signature");
const SERVICE_TIMESTAMP: HeaderName = HeaderName::from_static("x-service-timestamp");
const SERVICE_EVENT: HeaderName = HeaderName::from_static("x-service-event");
const WEBHOOK_TOKEN: HeaderName = HeaderName::from_static("x-webhook-token");

/// An accepted event.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReceivedEvent {
    /// The name of the event.
    event: String,
    /// When the event was received, ISO 8601. A copy of a signed request is answered with the time of the first one.
    received_at: String,
}

impl ReceivedEvent {
    /// Of its name and the time in milliseconds since the epoch.
    fn of((event, at): (String, i64)) -> Self {
        Self { event, received_at: iso(at) }
    }
}

/// Receives an event of an integration. The body is JSON: what the event says, or `{event, data}`. Signed requests
/// carry `X-Service-Token`, `X-Service-Timestamp`, `X-Service-Signature` and `X-Service-Event`, plain ones
/// `X-Webhook-Token`. The same signed request again gets the same answer and does nothing.
#[utoipa::path(post, path = "/api/integrations/webhook", tag = "integrations", request_body = serde_json::Value,
    params(
        ("X-Service-Token" = Option<String>, Header, description = "The token of the integration, with a signature"),
        ("X-Service-Timestamp" = Option<String>, Header, description = "The time in milliseconds since the epoch"),
        ("X-Service-Signature" = Option<String>, Header, description = "`sha256=` and the HMAC of time, dot and body"),
        ("X-Service-Event" = Option<String>, Header, description = "The name of the event"),
        ("X-Webhook-Token" = Option<String>, Header, description = "The token of the integration, without a signature"),
    ),
    responses((status = 200, body = Envelope<ReceivedEvent>)), security(()))]
pub(crate) async fn receive_webhook(
    State(app): State<App>,
    language: Language,
    request: Request,
) -> Result<Reply<ReceivedEvent>> {
    let credentials = Credentials::of(request.headers())?;
    let found = app.state::<Registry>().by_token(&credentials.token);
    let integration = found.ok_or_else(|| texts::TOKEN_INVALID.err())?;
    let (parts, body) = request.into_parts();
    let address = Context::of(&parts).address();
    let mut seen = Seen::new(&app, integration.client.id, address);
    let limited = count_attempt(&parts, &app, &WEBHOOK, Key::number(integration.client.id.unsigned_abs()));
    let headers = parts.headers.clone();
    let mut signature = None;
    let judged = async {
        limited?;
        admit_form(&app, &integration, &credentials)?;
        let JsonBytes(bytes) = JsonBytes::from_request(Request::from_parts(parts, body), &app).await?;
        seen.note_body(&bytes);
        signature = credentials.verify(&app, &integration, &bytes)?;
        credentials.check_time(&app)?;
        let (event, data) = event_and_data(&headers, &bytes)?;
        seen.note_event(&event);
        admit_origin(&integration, &headers)?;
        let handler = Handler::of(&app, &event);
        if !integration.client.scopes.contains(&handler.scope()) {
            return Err(kernel::texts::SCOPE_MISSING.with("scope", handler.scope().as_str()));
        }
        let owner = client_user(&app, &integration.client).await?;
        let inbound = Inbound { client: integration.client.clone(), owner, event, data };
        let apply = handler.prepare(&app, inbound).await?;
        accept(&app, signature.clone(), apply, seen.row(200, "")).await
    };
    let judged = match (judged.await, signature) {
        // A copy may come when its time has passed or what it says cannot be done again. Accepted ones find it on writing.
        (Err(refusal), Some(signature)) => first_answer(&app, &integration, signature).await.ok_or(refusal),
        (judged, _) => judged,
    };
    match judged {
        Ok(received) => {
            app.state::<Registry>().note_use(integration.client.id, app.clock.now_ms(), address);
            let words = Message::from(&texts::WEBHOOK_RECEIVED).localized(language);
            Ok(Reply::ok(received).with_message(words))
        }
        Err(refusal) => {
            app.state::<Refusals>().note(&seen, refusal.status(), refusal.slug());
            Err(refusal)
        }
    }
}

/// Whether an integration takes events, and in this form.
///
/// # Errors
/// 401.
fn admit_form(app: &App, integration: &Integration, credentials: &Credentials) -> Result<()> {
    if !integration.holds(app.clock.now_ms()) {
        return Err(texts::TOKEN_INVALID.err());
    }
    if integration.signed_only && credentials.signed.is_none() {
        return Err(texts::SIGNATURE_NEEDED.err());
    }
    Ok(())
}

/// Does what an event says, unless it is a copy, with the row of the log that later copies find.
///
/// # Errors
/// Those of the event's feature; nothing of it is stored then.
async fn accept(app: &App, signature: Option<String>, apply: Apply, row: LogRow) -> Result<ReceivedEvent> {
    let accept = app.write(move |tx| {
        // Before the row that a copy on another node would wait for: what an event does may append to the event log.
        tx.lock_log()?;
        let first = store::log_accepted(tx, &row, signature.as_deref())?;
        if first.is_none() {
            apply(tx)?;
        }
        Ok(first.unwrap_or_else(|| (row.event.clone(), row.created_at)))
    });
    accept.await.map(ReceivedEvent::of)
}

/// Who a request says it is from (`interface 5.5`).
struct Credentials {
    token: String,
    /// Time and signature, as they came, of the signed form.
    signed: Option<(Option<String>, Option<String>)>,
}

impl Credentials {
    /// # Errors
    /// 401 without one token, or when a header comes twice.
    fn of(headers: &HeaderMap) -> Result<Self> {
        let invalid = || texts::TOKEN_MISSING.err();
        let (service, plain) = (single(headers, &SERVICE_TOKEN)?, single(headers, &WEBHOOK_TOKEN)?);
        let signed = match (&service, &plain) {
            // One that comes twice is wrong, as one that is missing; the owner finds it in the log.
            (Some(_), None) => Some((
                single(headers, &SERVICE_TIMESTAMP).unwrap_or_default(),
                single(headers, &SERVICE_SIGNATURE).unwrap_or_default(),
            )),
            (None, Some(_)) => None,
            _ => return Err(invalid()),
        };
        let token = service.or(plain).ok_or_else(invalid)?;
        Ok(Self { token, signed })
    }

    /// The time of the signed form, in milliseconds and as it came.
    ///
    /// # Errors
    /// 401 for what is no time.
    fn time(&self) -> Result<Option<(i64, &str)>> {
        let Some((timestamp, _)) = &self.signed else { return Ok(None) };
        let timestamp = timestamp.as_deref().unwrap_or_default();
        let is_number =
            (1..=15).contains(&timestamp.len()) && timestamp.bytes().all(|byte| byte.is_ascii_digit());
        let at = timestamp.parse().ok().filter(|_| is_number);
        Ok(Some((at.ok_or_else(|| texts::TIMESTAMP_INVALID.err())?, timestamp)))
    }

    /// Checks the time of the signed form, after the signature.
    ///
    /// # Errors
    /// 401 for a time too far from now.
    fn check_time(&self, app: &App) -> Result<()> {
        match self.time()? {
            Some((at, _)) if (app.clock.now_ms() - at).abs() > WINDOW => Err(texts::TIMESTAMP_FAR.err()),
            _ => Ok(()),
        }
    }

    /// Checks the signature of the signed form. Answers what tells a copy: its time, and as much of the signature as no
    /// two requests share.
    ///
    /// # Errors
    /// 401 saying what is wrong.
    fn verify(&self, app: &App, integration: &Integration, body: &[u8]) -> Result<Option<String>> {
        let Some((_, signature)) = &self.signed else { return Ok(None) };
        let Some((_, timestamp)) = self.time()? else { return Ok(None) };
        let now = app.clock.now_ms();
        let signature = signature.as_deref().and_then(|signature| signature.strip_prefix("sha256="));
        let is_signed = |signature: &&str| {
            let mut keys = integration.signing_keys(now);
            keys.any(|key| signature::verify(key, timestamp, body, signature))
        };
        let signature = signature.filter(is_signed).ok_or_else(|| texts::SIGNATURE_INVALID.err())?;
        Ok(Some(format!("{timestamp}.{}", &signature[..SIGNATURE_KEPT])))
    }
}

/// A header that may come once.
///
/// # Errors
/// 401 when it comes twice: two readers could take different ones for true.
fn single(headers: &HeaderMap, name: &HeaderName) -> Result<Option<String>> {
    let mut values = headers.get_all(name).iter();
    let first = values.next().and_then(|value| value.to_str().ok()).map(ToOwned::to_owned);
    if values.next().is_some() { Err(texts::TOKEN_MISSING.err()) } else { Ok(first) }
}

/// The event that header or body name, and what it says: the body, or its `data` where it is `{event, data}`.
///
/// # Errors
/// 400.
fn event_and_data(headers: &HeaderMap, body: &[u8]) -> Result<(String, Value)> {
    let named = single(headers, &SERVICE_EVENT).map_err(|_| texts::EVENT_INVALID.err())?;
    let named = named.filter(|name| !name.is_empty());
    let body: Value = if body.is_empty() { Value::Null } else { parse_json(body)? };
    let inner = match body.get("event") {
        Some(Value::String(inner)) if named.is_none() || body.get("data").is_some() => Some(inner.as_str()),
        Some(_) if named.is_none() => return Err(texts::EVENT_INVALID.err()),
        _ => None,
    };
    let event = match (named, inner) {
        (Some(named), Some(inner)) if named != inner => return Err(texts::EVENT_DIFFERS.err()),
        (Some(named), _) => named,
        (None, Some(inner)) => inner.to_owned(),
        (None, None) => DEFAULT_EVENT.to_owned(),
    };
    if !model::is_event_name(&event) {
        return Err(texts::EVENT_INVALID.err());
    }
    let is_wrapped = inner.is_some();
    let data = if is_wrapped { body.get("data").cloned().unwrap_or_default() } else { body };
    Ok((event, data))
}

/// What the first request with this signature was answered, within the time in which copies are known; `None` also when
/// the database is away: the refusal stands then.
async fn first_answer(app: &App, integration: &Integration, signature: String) -> Option<ReceivedEvent> {
    let (id, since) = (integration.client.id, app.clock.now_ms() - KNOW_COPIES);
    let first = app.db.read(move |read| Ok(store::first(read, id, &signature)?)).await;
    let first = first.inspect_err(|error| tracing::warn!(%error, "first request of a copy not looked for"));
    first.ok()?.filter(|(_, at)| *at >= since).map(ReceivedEvent::of)
}

/// A request without `Origin` comes from no browser and passes.
///
/// # Errors
/// 403.
fn admit_origin(integration: &Integration, headers: &HeaderMap) -> Result<()> {
    let is_listed = |origin: &HeaderValue| integration.origins.iter().any(|known| origin == known.as_str());
    let Some(refused) = headers.get_all(ORIGIN).iter().find(|origin| !is_listed(origin)) else {
        return Ok(());
    };
    let origin = refused.to_str().unwrap_or_default();
    let shown: String = origin.chars().take(100).collect();
    Err(texts::ORIGIN_REFUSED.with("origin", shown))
}

/// The address of a client as the log holds it.
pub(super) fn shown_address(address: IpAddr) -> String {
    address.to_canonical().to_string()
}
