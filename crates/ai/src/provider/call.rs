//! One request to a provider. Every one of them goes through `kernel::egress`; none follows a redirect.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, Method, header};
use bytes::Bytes;
use kernel::App;
use kernel::egress::{Request, Response, Rules};
use serde_json::Value;
use url::Url;

use super::endpoint::Endpoint;
use super::error::ProviderError;

/// A connection test has so long (`interface 8.2`).
pub(crate) const TEST_TIMEOUT: Duration = Duration::from_secs(15);
/// Largest answer that comes at once, in bytes: a list of models can be long.
const MAX_JSON: u64 = 4 << 20;
/// How much of a refusal is read, in bytes.
const MAX_REFUSAL: usize = 16 * 1024;

/// Where a request goes, and with which key.
pub(crate) struct Call<'a> {
    pub(crate) endpoint: &'a Endpoint,
    pub(crate) url: Url,
}

/// What may be reached at a provider's address.
pub(crate) fn rules(endpoint: &Endpoint, timeout: Duration) -> Rules {
    let url = &endpoint.api_url;
    let rules = if endpoint.is_operator_configured {
        Rules::for_operator_url(url)
    } else {
        Rules::for_user_url(Some(url))
    };
    Rules { max_body: MAX_JSON, timeout, ..rules }
}

/// Sends the request, and answers as soon as the provider accepts it.
///
/// # Errors
/// Any status but 2xx is one.
pub(crate) async fn send(
    app: &App,
    call: &Call<'_>,
    method: Method,
    body: Bytes,
    rules: &Rules,
) -> Result<Response, ProviderError> {
    let mut headers = HeaderMap::new();
    if !body.is_empty() {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    if let Some(key) = &call.endpoint.key {
        let mut bearer = HeaderValue::try_from(format!("Bearer {}", key.expose()))
            .map_err(|_| ProviderError::KeyRejected(String::new()))?;
        bearer.set_sensitive(true);
        headers.insert(header::AUTHORIZATION, bearer);
    }
    let request = Request { method, url: call.url.to_string(), headers, body };
    let response = app.egress.fetch(request, rules).await.map_err(ProviderError::from)?;
    if response.status.is_success() {
        return Ok(response);
    }
    let (status, retry_after) = (response.status, retry_after(&response.headers));
    let body = beginning(response).await;
    Err(ProviderError::of_status(status, retry_after, &body, call.endpoint.key.as_ref()))
}

/// Asks for JSON.
///
/// # Errors
/// See [`send`]; also for an answer that is no JSON.
pub(crate) async fn get_json(app: &App, call: &Call<'_>, timeout: Duration) -> Result<Value, ProviderError> {
    read_json(app, call, Method::GET, Bytes::new(), timeout).await
}

/// Sends JSON and asks for JSON.
///
/// # Errors
/// See [`get_json`].
pub(crate) async fn post_json(
    app: &App,
    call: &Call<'_>,
    body: &Value,
    timeout: Duration,
) -> Result<Value, ProviderError> {
    read_json(app, call, Method::POST, body.to_string().into(), timeout).await
}

async fn read_json(
    app: &App,
    call: &Call<'_>,
    method: Method,
    body: Bytes,
    timeout: Duration,
) -> Result<Value, ProviderError> {
    let rules = rules(call.endpoint, timeout);
    let bytes = send(app, call, method, body, &rules).await?.bytes().await.map_err(ProviderError::from)?;
    let json: Value = serde_json::from_slice(&bytes).map_err(|_| ProviderError::Broken)?;
    match ProviderError::in_body(&json, call.endpoint.key.as_ref()) {
        Some(error) => Err(error),
        None => Ok(json),
    }
}

/// The wait that a provider asks for, in seconds. A date is not read: nobody sends one here.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// The beginning of a refusal; what breaks off or never ends is as good as what came of it.
async fn beginning(mut response: Response) -> Vec<u8> {
    let mut body = Vec::new();
    while body.len() < MAX_REFUSAL {
        match response.chunk().await {
            Ok(Some(bytes)) => body.extend_from_slice(&bytes),
            Ok(None) | Err(_) => break,
        }
    }
    body.truncate(MAX_REFUSAL);
    body
}
