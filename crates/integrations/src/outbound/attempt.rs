//! One attempt of a delivery.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, Method, header};
use bytes::Bytes;
use kernel::App;
use kernel::egress::{EgressError, Request, Rules};
use url::Url;

use crate::registry::Integration;
use crate::signature::{sign, standard_sign};
use crate::store::deliveries::DeliveryRow;

/// A sink has so long to answer.
const TIMEOUT: Duration = Duration::from_secs(10);

/// What an attempt came to.
pub(super) struct Outcome {
    /// The HTTP status; `None` without an answer.
    pub(super) status: Option<u16>,
    /// Why there was none.
    pub(super) error: &'static str,
    /// How long it took.
    pub(super) took: Duration,
}

impl Outcome {
    pub(super) fn is_success(&self) -> bool {
        self.status.is_some_and(|status| (200..300).contains(&status))
    }

    /// The sink says that it is gone for good.
    pub(super) fn is_gone(&self) -> bool {
        self.status == Some(410)
    }
}

/// What may be reached at the address of a sink.
pub(crate) fn rules(url: &str) -> Rules {
    Rules { max_body: 64 * 1024, timeout: TIMEOUT, ..Rules::for_user_url(Url::parse(url).ok().as_ref()) }
}

/// The headers of a delivery, signed now (`interface 5.5`) and as Standard Webhooks has it.
pub(super) fn headers(
    app: &App,
    integration: &Integration,
    row: &DeliveryRow,
) -> Vec<(&'static str, String)> {
    let (now, body) = (app.clock.now_ms(), row.body.as_bytes());
    let (timestamp, seconds) = (now.to_string(), now / 1000);
    let keys: Vec<&str> = integration.signing_keys(now).collect();
    // An integration that holds has one.
    let newest = keys.first().copied().unwrap_or_default();
    let standard: Vec<String> = keys.iter().map(|key| standard_sign(key, &row.id, seconds, body)).collect();
    vec![
        ("content-type", "application/json".to_owned()),
        ("x-service-token", integration.token.clone()),
        ("x-service-timestamp", timestamp.clone()),
        ("x-service-signature", format!("sha256={}", sign(newest, &timestamp, body))),
        ("x-service-event", row.event.clone()),
        ("webhook-id", row.id.clone()),
        ("webhook-timestamp", seconds.to_string()),
        ("webhook-signature", standard.join(" ")),
    ]
}

/// Sends a delivery once.
pub(super) async fn attempt(app: &App, integration: &Integration, row: &DeliveryRow) -> Outcome {
    let started = app.clock.monotonic();
    let signed = headers(app, integration, row).into_iter();
    let signed =
        signed.filter_map(|(name, value)| Some((name.parse().ok()?, HeaderValue::from_str(&value).ok()?)));
    let mut headers: HeaderMap = signed.collect();
    headers.insert(header::ACCEPT, HeaderValue::from_static("*/*"));
    let url = integration.webhook_url.clone();
    let rules = rules(&url);
    let request = Request { method: Method::POST, url, headers, body: Bytes::from(row.body.clone()) };
    let answer = app.egress.fetch(request, &rules).await;
    let (status, error) = match answer {
        Ok(answer) => {
            let status = answer.status.as_u16();
            // Read to its end, so that the connection serves the next delivery.
            drop(answer.bytes().await);
            (Some(status), if (200..300).contains(&status) { "" } else { "status" })
        }
        Err(EgressError::Refused(_)) => (None, "refused"),
        Err(EgressError::Timeout) => (None, "timeout"),
        Err(EgressError::TooLarge | EgressError::Unresolved(_) | EgressError::Upstream(_)) => {
            (None, "unreachable")
        }
    };
    Outcome { status, error, took: app.clock.monotonic().saturating_sub(started) }
}
