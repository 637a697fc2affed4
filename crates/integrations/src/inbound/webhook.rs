//! `POST /api/integrations/webhook`: judges a request and does what its event says.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRequest, Request, State};
use axum::http::header::ORIGIN;
use axum::http::{HeaderMap, HeaderName};
use identity::user::facts_of;
use kernel::app::iso;
use kernel::http::{Context, JsonBytes, admit_unless_banned, count_attempt, parse_json};
use kernel::limits::Key;
use kernel::texts::{Language, Message};
use kernel::user::UserFacts;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::events::{Handler, Inbound};
use super::log::{Refusals, Seen};
use crate::registry::{Integration, Registry};
use crate::store::inbound as store;
use crate::store::integrations::set_used;
use crate::{WEBHOOK, model, signature, texts};

/// How far the time of a request may be from the server's, in milliseconds, either way.
const WINDOW: i64 = 5 * 60 * 1000;
/// The name of an event that has none.
const DEFAULT_EVENT: &str = "custom.event";

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
    let mut seen = Seen::new(&app, integration.client.id, Context::of(&parts).address());
    let limited = count_attempt(&parts, &app, &WEBHOOK, Key::number(integration.client.id.unsigned_abs()));
    let headers = parts.headers.clone();
    seen.note_event(headers.get(SERVICE_EVENT).and_then(|event| event.to_str().ok()).unwrap_or_default());
    let judged = async {
        limited?;
        if !integration.holds(app.clock.now_ms()) {
            return Err(texts::TOKEN_INVALID.err());
        }
        let JsonBytes(bytes) = JsonBytes::from_request(Request::from_parts(parts, body), &app).await?;
        seen.note_body(&bytes);
        let signature = credentials.verify(&app, &integration, &bytes)?;
        let (event, data) = event_and_data(&headers, &bytes)?;
        seen.note_event(&event);
        admit_origin(&integration, &headers)?;
        let handler = Handler::of(&app, &event)?;
        if !integration.client.scopes.contains(&handler.scope()) {
            return Err(kernel::texts::SCOPE_MISSING.with("scope", handler.scope().as_str()));
        }
        let owner = owner(&app, &integration).await?;
        let inbound = Inbound { client: integration.client.clone(), owner, event: event.clone(), data };
        let apply = handler.prepare(&app, inbound).await?;
        let row = seen.row(200, "");
        let accept = app.write(move |tx| {
            if let Some(signature) = &signature
                && let Some((event, at)) =
                    store::remember(tx, row.integration_id, signature, &row.event, row.created_at)?
            {
                return Ok(ReceivedEvent { event, received_at: iso(at) });
            }
            apply(tx)?;
            store::log(tx, &row)?;
            set_used(tx, row.integration_id, row.created_at, &row.address)?;
            Ok(ReceivedEvent { event: row.event.clone(), received_at: iso(row.created_at) })
        });
        accept.await
    };
    match judged.await {
        Ok(received) => {
            let words = Message::from(&texts::WEBHOOK_RECEIVED).localized(language);
            Ok(Reply::ok(received).with_message(words))
        }
        Err(refusal) => {
            app.state::<Refusals>().note(seen, &refusal);
            Err(refusal)
        }
    }
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
            (Some(_), None) => {
                Some((single(headers, &SERVICE_TIMESTAMP)?, single(headers, &SERVICE_SIGNATURE)?))
            }
            (None, Some(_)) => None,
            _ => return Err(invalid()),
        };
        let token = service.or(plain).ok_or_else(invalid)?;
        Ok(Self { token, signed })
    }

    /// Checks time and signature of the signed form, and answers the signature.
    ///
    /// # Errors
    /// 401 saying what is wrong.
    fn verify(&self, app: &App, integration: &Integration, body: &[u8]) -> Result<Option<String>> {
        let Some((timestamp, signature)) = &self.signed else { return Ok(None) };
        let now = app.clock.now_ms();
        let timestamp = timestamp.as_deref().unwrap_or_default();
        let is_number =
            (1..=15).contains(&timestamp.len()) && timestamp.bytes().all(|byte| byte.is_ascii_digit());
        let at: i64 =
            timestamp.parse().ok().filter(|_| is_number).ok_or_else(|| texts::TIMESTAMP_INVALID.err())?;
        if (now - at).abs() > WINDOW {
            return Err(texts::TIMESTAMP_FAR.err());
        }
        let signature = signature.as_deref().and_then(|signature| signature.strip_prefix("sha256="));
        let is_signed = |signature: &&str| {
            let mut keys = integration.signing_keys(now);
            keys.any(|key| signature::verify(key, timestamp, body, signature))
        };
        let signature = signature.filter(is_signed).ok_or_else(|| texts::SIGNATURE_INVALID.err())?;
        Ok(Some(signature.to_owned()))
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
    let named = single(headers, &SERVICE_EVENT)?.filter(|name| !name.is_empty());
    let body: Value = if body.is_empty() { Value::Null } else { parse_json(body)? };
    let inner = body.get("event").and_then(Value::as_str).filter(|_| body.get("data").is_some());
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

/// A request without `Origin` comes from no browser and passes.
///
/// # Errors
/// 403.
fn admit_origin(integration: &Integration, headers: &HeaderMap) -> Result<()> {
    let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    if integration.origins.iter().any(|known| known == origin) {
        return Ok(());
    }
    let shown: String = origin.chars().take(100).collect();
    Err(texts::ORIGIN_REFUSED.with("origin", shown))
}

/// The facts of the owner now.
///
/// # Errors
/// 401 when the account is gone, 403 while it is disabled.
async fn owner(app: &App, integration: &Integration) -> Result<Arc<UserFacts>> {
    let gone = || -> ApiError { texts::TOKEN_INVALID.err() };
    let facts = facts_of(app, integration.client.owner).await?.ok_or_else(gone)?;
    admit_unless_banned(app, facts).await?.ok_or_else(gone)
}

/// The address of a client as the log holds it.
pub(super) fn shown_address(address: IpAddr) -> String {
    address.to_canonical().to_string()
}
