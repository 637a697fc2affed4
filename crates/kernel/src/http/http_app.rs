//! `HttpApp`: the one piece of middleware, around the finished router.
//!
//! Every request of the listener, of tests and of features calling each other passes here, so that
//! request id, panic guard, CORS, rate headers, envelope and log line hold everywhere. One piece,
//! because five stacked layers were measured to cost half a request.

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::header::{
    ACCEPT_LANGUAGE, ALLOW, CACHE_CONTROL, CONTENT_TYPE, ORIGIN, REFERRER_POLICY, RETRY_AFTER, UPGRADE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode, Uri};
use axum::response::IntoResponse;
use futures_util::FutureExt;
use tower::Service;

use super::admission::Connection;
use super::batch::BATCH_PATH;
use super::client_stream::HeadFault;
use super::context::{Context, client_address};
use super::metrics::LongPolled;
use super::session::{self, Caller};
use super::{cors, extract};
use crate::app::App;
use crate::config::{TRUSTED_PROXIES, VERBOSE_LOG};
use crate::error::{ApiError, Result};
use crate::texts;
use crate::texts::Language;
use crate::user::UserFacts;

/// Longest request target; browsers stop earlier.
const MAX_TARGET: usize = 8 * 1024;

/// The finished application.
#[derive(Clone)]
pub struct HttpApp {
    app: App,
    router: Router,
    /// What front ends of other origins may send.
    request_headers: HeaderValue,
}

/// A call by the server itself, in a user's name.
pub struct InProcess {
    /// The method.
    pub method: Method,
    /// Path and query.
    pub target: String,
    /// In whose name; tiers and rights are theirs.
    pub facts: Arc<UserFacts>,
    /// JSON, when the route takes a body.
    pub body: Option<serde_json::Value>,
}

impl HttpApp {
    /// Closes the router: wrong methods answer in the envelope. Unknown paths are the business of
    /// the router's own fallback, which also serves the pages.
    #[must_use]
    pub fn new(app: App, router: Router<App>) -> Self {
        let router = router
            .method_not_allowed_fallback(|| async { texts::WRONG_METHOD.err() })
            .with_state(app.clone());
        let request_headers = cors::request_headers(&app.features);
        Self { app, router, request_headers }
    }

    /// The application behind it.
    #[must_use]
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Answers one request from `peer`.
    pub async fn handle(&self, request: Request<Body>, peer: IpAddr) -> Response<Body> {
        let started = self.app.clock.monotonic();
        let address = client_address(peer, request.headers(), TRUSTED_PROXIES.of(&self.app.config));
        let connection = request.extensions().get::<Arc<Connection>>().cloned();
        let context = Context::new(self.app.random.hex::<8>(), address, connection);
        let path = request.uri().path();
        let api = path == "/api" || path.starts_with("/api/");
        let seen = RequestMeta::of(&request, api);

        let mut response = if cors::is_preflight(request.method(), request.headers()) {
            let mut response = StatusCode::NO_CONTENT.into_response();
            let (origins, allowed) = (&self.app.config.origins, &self.request_headers);
            cors::preflight(seen.origin.as_ref(), response.headers_mut(), origins, allowed);
            response
        } else {
            let mut response = self.route(request, &context).await;
            if api {
                cors::decorate(seen.origin.as_ref(), response.headers_mut(), &self.app.config.origins);
            }
            response
        };
        finish(&mut response, &seen, &context);
        let took = self.app.clock.monotonic().saturating_sub(started);
        let held = response.extensions().get::<LongPolled>().is_some();
        self.app.http_metrics.note(response.status().as_u16(), (!held).then_some(took));
        self.log(&seen, &response, &context, took);
        write_failure(response, seen.language)
    }

    /// Calls a route in process; tiers, audit and envelope hold as for anyone else.
    pub async fn call(&self, call: InProcess) -> Response<Body> {
        let local = IpAddr::from(std::net::Ipv4Addr::LOCALHOST);
        let context = Context::new(self.app.random.hex::<8>(), local, None);
        let body = call.body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let caller = Caller {
            facts: call.facts,
            claims: None,
            client: None,
            address: local,
            request_id: context.request_id().to_owned(),
        };
        let request = Request::builder()
            .method(call.method)
            .uri(call.target)
            .header(CONTENT_TYPE, "application/json")
            .extension(caller)
            .body(body);
        match request {
            Ok(request) => self.route_logged(request, &context).await,
            Err(error) => write_failure(ApiError::internal(error).into_response(), Language::Chinese),
        }
    }

    /// Reads a route for a request that is being answered: for the same caller and in the same language, and drawing from no
    /// limit, because that request has drawn.
    pub async fn read(&self, parts: &Parts, caller: Caller, target: &str) -> Response<Body> {
        let context = Context::new(caller.request_id.clone(), caller.address, None);
        let mut request = Request::builder().uri(target).extension(caller);
        if let Some(language) = parts.headers.get(ACCEPT_LANGUAGE) {
            request = request.header(ACCEPT_LANGUAGE, language);
        }
        match request.body(Body::empty()) {
            Ok(request) => self.route_logged(request, &context).await,
            Err(_) => write_failure(ApiError::invalid("path").into_response(), Language::Chinese),
        }
    }

    /// A refusal as a client is sent it, in the language of this request.
    pub fn refusal(&self, parts: &Parts, refusal: ApiError) -> Response<Body> {
        write_failure(refusal.into_response(), Language::of(&parts.headers))
    }

    async fn route_logged(&self, request: Request<Body>, context: &Context) -> Response<Body> {
        let started = self.app.clock.monotonic();
        let seen = RequestMeta::of(&request, true);
        let response = self.route(request, context).await;
        let took = self.app.clock.monotonic().saturating_sub(started);
        self.log(&seen, &response, context, took);
        write_failure(response, seen.language)
    }

    /// Checks what every request must satisfy, then hands over to the features. A panic costs this
    /// request and nothing else.
    async fn route(&self, request: Request<Body>, context: &Context) -> Response<Body> {
        let (mut parts, body) = request.into_parts();
        parts.extensions.insert(context.clone());
        if parts.uri.path() == BATCH_PATH {
            parts.extensions.insert(self.clone());
        }
        let caller = || session::named(&parts, &self.app);
        let checked = check_head(&parts)
            .and_then(|()| context.attribute())
            .and_then(|()| self.app.apps.admit(parts.uri.path(), caller));
        if let Err(refusal) = checked {
            return refusal.into_response();
        }
        let request = Request::from_parts(parts, body);
        let mut router = self.router.clone();
        // A `Router` with its state is always ready.
        let answered = AssertUnwindSafe(router.call(request)).catch_unwind().await;
        match answered {
            Ok(Ok(response)) => response,
            Ok(Err(never)) => match never {},
            Err(panic) => {
                let words = panic.downcast_ref::<&str>().map(ToString::to_string);
                let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
                ApiError::internal(format!("panic: {}", words.unwrap_or_default())).into_response()
            }
        }
    }

    fn log(
        &self,
        seen: &RequestMeta,
        response: &Response<Body>,
        context: &Context,
        took: std::time::Duration,
    ) {
        let status = response.status().as_u16();
        let failure = response.extensions().get::<ApiError>();
        let cause = failure.and_then(ApiError::cause).unwrap_or_default();
        let slug = failure.map_or("", ApiError::slug);
        let notes = context.notes();
        let user = notes.user.filter(|_| !notes.hides_user).map(tracing::field::display);
        // The path without its query: a query may carry a token.
        let (id, method, path, us) = (context.request_id(), &seen.method, seen.uri.path(), took.as_micros());
        if status >= 500 && status != 503 {
            tracing::error!(id, %method, path, status, us, user, slug, cause, "request failed");
        } else if matches!(status, 401 | 403 | 429) {
            tracing::info!(target: "security", id, %method, path, status, user, slug, address = %context.address(), "request refused");
        } else if *VERBOSE_LOG.of(&self.app.config) {
            tracing::info!(id, %method, path, status, us, user, slug, cause, "request");
        } else {
            tracing::debug!(id, %method, path, status, us, user, slug, cause, "request");
        }
    }
}

/// What the answer needs of a request after the features have consumed it.
struct RequestMeta {
    method: Method,
    /// Shares the request's own bytes.
    uri: Uri,
    api: bool,
    language: Language,
    origin: Option<HeaderValue>,
}

impl RequestMeta {
    fn of(request: &Request<Body>, api: bool) -> Self {
        Self {
            method: request.method().clone(),
            uri: request.uri().clone(),
            api,
            language: Language::of(request.headers()),
            origin: request.headers().get(ORIGIN).cloned(),
        }
    }
}

fn check_head(parts: &Parts) -> Result<()> {
    match parts.extensions.get::<HeadFault>() {
        Some(HeadFault::TwoLengths) => return Err(texts::TWO_LENGTHS.err()),
        Some(HeadFault::Host) => return Err(texts::WRONG_HOST.err()),
        None => {}
    }
    let target = parts.uri.path_and_query().map_or(0, |target| target.as_str().len());
    if target > MAX_TARGET {
        return Err(texts::ADDRESS_TOO_LONG.err());
    }
    // NUL, which PostgreSQL cannot store and no name contains.
    if parts.uri.path().contains("%00") {
        return Err(texts::BAD_CHARACTER.err());
    }
    parts.uri.query().map_or(Ok(()), extract::check_query)
}

const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const LIMIT_NAME: HeaderName = HeaderName::from_static("x-ratelimit-name");
const LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");

/// Headers that every answer carries.
fn finish(response: &mut Response<Body>, seen: &RequestMeta, context: &Context) {
    let retry_after = response.extensions().get::<ApiError>().and_then(ApiError::retry_after_seconds);
    let needs_upgrade = response.status() == StatusCode::UPGRADE_REQUIRED;
    let headers = response.headers_mut();
    if needs_upgrade {
        headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    }
    if let Ok(id) = HeaderValue::from_str(context.request_id()) {
        headers.insert(X_REQUEST_ID, id);
    }
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    if seen.api && !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if let Some(attempt) = context.notes().attempt {
        headers.insert(LIMIT_NAME, HeaderValue::from_static(attempt.name));
        headers.insert(LIMIT, attempt.limit.into());
        headers.insert(REMAINING, attempt.remaining.into());
    }
    if let Some(seconds) = retry_after {
        headers.insert(RETRY_AFTER, seconds.into());
    }
}

/// Writes the envelope of a failure, in the caller's language.
fn write_failure(mut response: Response<Body>, language: Language) -> Response<Body> {
    let Some(failure) = response.extensions_mut().remove::<ApiError>() else { return response };
    let body = failure.envelope(language).to_string();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    // axum puts the length of its own empty body there on 405.
    headers.remove(axum::http::header::CONTENT_LENGTH);
    debug_assert!(failure.status() != StatusCode::METHOD_NOT_ALLOWED || headers.contains_key(ALLOW));
    *response.body_mut() = Body::from(body);
    response
}
