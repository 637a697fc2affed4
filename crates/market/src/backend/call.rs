//! A request for a back end, on its way there and back.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Response, StatusCode};
use bytes::BytesMut;
use kernel::http::{BodyChunks, Caller, Context, count_attempt, note_attempt};
use kernel::limits::Key;
use kernel::user::Tier;
use kernel::{ApiError, App, Result};
use plugin_host::{Answer, Call, CallError, User};
use url::form_urlencoded;

use super::members::{Copied, class_of};
use super::rate::{CALLS, Counted};
use super::slot::Slot;
use super::supervision::look_after;
use super::{BackEnds, lifecycle, mount};
use crate::installed::InstalledPackage;
use crate::texts;

/// Largest body of JSON, of a form, and of anything without a session; and of anything else, in bytes.
const MAX_PARSED: usize = 1 << 20;
const MAX_RAW: usize = 8 << 20;
/// What a back end answers is data: opened as a page, nothing in it runs.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/// Hands a request to the back end that is mounted above its path; 404 when there is none. Whether the caller has to
/// be signed in is for the back end to say.
pub(crate) async fn call(State(app): State<App>, request: Request) -> Result<Response<Body>> {
    let path = request.uri().path().to_owned();
    let (package, rest) = mount::find(&app, &path).ok_or_else(|| kernel::texts::UNKNOWN_PATH.err())?;
    let (mut parts, body) = request.into_parts();
    let caller =
        <Option<Caller> as axum::extract::FromRequestParts<App>>::from_request_parts(&mut parts, &app)
            .await?;
    let slot = app.state::<BackEnds>().slot(package.name());
    count_call(&app, &parts, &package, &slot, caller.as_ref())?;
    let most = largest_body(&parts, caller.is_some());
    let _memory = app.state::<BackEnds>().bodies.reserve(&parts, most)?;
    let body = read_body(&app, body, most).await?;
    if let Some(caller) = &caller {
        caller.recheck(&app).await?;
    }
    let members = app.state::<BackEnds>().members.newest(&app).await?;
    let call = call_of(&parts, rest, body, caller.as_ref());
    slot.count_call(app.clock.now_ms());
    let answer = answer(&app, &slot, call, members).await;
    if answer.as_ref().map_or(true, |answer| answer.status >= 500) {
        slot.count_failure();
    }
    answer.map(response_of)
}

async fn answer(app: &App, slot: &Slot, call: Call, members: Copied) -> Result<Answer> {
    let running = lifecycle::ensure_running(app, slot).await?;
    match running.call(call, members).await {
        Ok(answer) => Ok(answer),
        Err(error) => {
            look_after(app, slot, &running).await;
            Err(error_of(&error))
        }
    }
}

/// Draws from the limit of the manifest, else from that of all back ends.
fn count_call(
    app: &App,
    parts: &Parts,
    package: &InstalledPackage,
    slot: &Slot,
    caller: Option<&Caller>,
) -> Result<()> {
    let own = package.manifest.backend().and_then(|backend| backend.rate_limit.as_ref());
    let Some(own) = own else {
        let key = caller.map_or_else(
            || Key::address(Context::of(parts).address()),
            |caller| Key::user(caller.facts.user_id),
        );
        return count_attempt(parts, app, &CALLS, key.within(package.name()));
    };
    let who = caller.map_or_else(
        || Counted::Address(Key::address(Context::of(parts).address())),
        |caller| Counted::Member(caller.facts.user_id),
    );
    let attempt = slot.windows.count(who, own, app.clock.monotonic());
    note_attempt(parts, attempt);
    match (attempt.wait, &own.message) {
        (Some(wait), Some(message)) => {
            Err(texts::BACKEND_RATE_LIMITED.with("message", message).retry_after(wait))
        }
        _ => attempt.check(),
    }
}

/// The largest body that a call may have.
fn largest_body(parts: &Parts, has_session: bool) -> usize {
    let kind = parts.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_parsed = kind.is_empty() || kind.contains("json") || kind.contains("urlencoded");
    if is_parsed || !has_session { MAX_PARSED } else { MAX_RAW }
}

/// The body as it came.
async fn read_body(app: &App, body: Body, most: usize) -> Result<Vec<u8>> {
    let mut chunks = BodyChunks::new(body, &app.clock);
    let mut whole = BytesMut::new();
    while let Some(bytes) = chunks.next().await? {
        if whole.len() + bytes.len() > most {
            return Err(kernel::texts::TOO_LARGE.err());
        }
        whole.extend_from_slice(&bytes);
    }
    Ok(whole.to_vec())
}

fn call_of(parts: &Parts, rest: &str, body: Vec<u8>, caller: Option<&Caller>) -> Call {
    let query = parts.uri.query().map(without_token).filter(|query| !query.is_empty());
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    let path = if rest.is_empty() { "/" } else { rest };
    let headers = parts
        .headers
        .iter()
        .filter_map(|(name, value)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned())));
    Call {
        method: parts.method.to_string(),
        url: format!("{path}{query}"),
        original_url: format!("{}{query}", parts.uri.path()),
        headers: headers.collect(),
        body,
        user: caller.map(user_of),
        ip: Context::of(parts).address().to_string(),
    }
}

/// A query without what may carry the session of the member.
fn without_token(query: &str) -> String {
    let is_token = |pair: &&str| form_urlencoded::parse(pair.as_bytes()).any(|(name, _)| name == "token");
    query.split('&').filter(|pair| !is_token(pair)).collect::<Vec<_>>().join("&")
}

fn user_of(caller: &Caller) -> User {
    let facts = &caller.facts;
    User {
        user_id: facts.user_id.to_string(),
        net_name: facts.net_name.clone(),
        real_name: facts.real_name.clone(),
        is_admin: facts.is_admin,
        class_admin: facts.tier() == Tier::ClassAdmin,
        is_officer: facts.is_officer,
        class: class_of(facts),
    }
}

fn response_of(answer: Answer) -> Response<Body> {
    let mut response = Response::new(Body::from(answer.body));
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in answer.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().append(name, value);
        }
    }
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}

/// What the caller is told.
fn error_of(error: &CallError) -> ApiError {
    match error {
        CallError::Busy => texts::BACKEND_BUSY.err().retry_after(Duration::from_secs(1)),
        CallError::TimedOut => texts::BACKEND_TOO_SLOW.err(),
        CallError::Stopped | CallError::NotStored => ApiError::unavailable(error),
        CallError::OverBudget | CallError::OutOfMemory | CallError::Failed(_) => {
            texts::BACKEND_FAILED.err().because(error)
        }
    }
}
