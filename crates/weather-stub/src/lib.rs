//! A made-up QWeather server: what tests and the demo class have in place of the provider.
//!
//! It answers the paths that the portal asks, in the shapes of the provider, and takes every key. How it answers can be
//! changed while it runs: [`Stub::set`], or from another process `POST /stub` with
//! `{"path": "/v7/weather/now", "status": 500}`, `{"path": …}` to have it right again, and `{"warnings": […]}`.
//!
//! It runs on the machine's clock unless it is given another: to its clients it is another server.

mod data;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use jiff::Timestamp;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;

/// How a path is answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Behaviour {
    /// With this status, and `Retry-After` in seconds.
    Status(u16, Option<u64>),
    /// Never.
    Hang,
    /// Not before the behaviour is changed, and then as it says.
    Hold,
    /// With 200 and this body.
    Body(String),
    /// With 200 and so many bytes.
    Huge(usize),
}

/// A request that came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// The path.
    pub path: String,
    /// The query, decoded, by name.
    pub query: HashMap<String, String>,
    /// The key of the header `X-QW-Api-Key`; empty for none.
    pub key: String,
}

type Now = dyn Fn() -> Timestamp + Send + Sync;

/// The server's memory; cheap to clone.
#[derive(Clone)]
pub struct Stub(Arc<Inner>);

struct Inner {
    now: Box<Now>,
    state: Mutex<StubState>,
    /// Wakes those who are held.
    changes: watch::Sender<()>,
}

#[derive(Default)]
struct StubState {
    received: Vec<Received>,
    behaviours: HashMap<String, Behaviour>,
    warnings: Vec<Value>,
}

/// Requests that are remembered.
const REMEMBERED: usize = 1000;

impl Default for Stub {
    /// On the machine's clock.
    #[expect(clippy::disallowed_methods, reason = "it stands for another server, which has its own clock")]
    fn default() -> Self {
        Self::at(Timestamp::now)
    }
}

impl Stub {
    /// On this clock, without warnings.
    pub fn at(now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self(Arc::new(Inner {
            now: Box::new(now),
            state: Mutex::default(),
            changes: watch::Sender::default(),
        }))
    }

    /// For the demo: a warning is in force.
    #[must_use]
    pub fn demo() -> Self {
        let stub = Self::default();
        stub.set_warnings(vec![data::warning("demo-gale", "blue", (stub.0.now)())]);
        stub
    }

    fn with<T>(&self, work: impl FnOnce(&mut StubState) -> T) -> T {
        work(&mut self.0.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The requests that came, at most the first thousand.
    #[must_use]
    pub fn received(&self) -> Vec<Received> {
        self.with(|state| state.received.clone())
    }

    /// How many requests for paths with this beginning came.
    #[must_use]
    pub fn count(&self, path: &str) -> usize {
        self.with(|state| state.received.iter().filter(|received| received.path.starts_with(path)).count())
    }

    /// From now on, paths with this beginning are answered so; `None` is right again.
    pub fn set(&self, path: &str, behaviour: Option<Behaviour>) {
        self.with(|state| match behaviour {
            Some(behaviour) => drop(state.behaviours.insert(path.to_owned(), behaviour)),
            None => drop(state.behaviours.remove(path)),
        });
        self.0.changes.send_replace(());
    }

    /// The warnings in force, as `/weatheralert/v1/current` has them; see [`Stub::warning`].
    pub fn set_warnings(&self, warnings: Vec<Value>) {
        self.with(|state| state.warnings = warnings);
    }

    /// A warning of a gale that was published now, with this id and colour.
    #[must_use]
    pub fn warning(&self, id: &str, color: &str) -> Value {
        data::warning(id, color, (self.0.now)())
    }

    /// How a path is answered, once it is.
    async fn behaviour_of(&self, path: &str) -> Option<Behaviour> {
        let mut changes = self.0.changes.subscribe();
        loop {
            let found = self.with(|state| {
                let mut behaviours = state.behaviours.iter();
                behaviours
                    .find(|(beginning, _)| path.starts_with(beginning.as_str()))
                    .map(|(_, found)| found.clone())
            });
            if found != Some(Behaviour::Hold) || changes.changed().await.is_err() {
                return found;
            }
        }
    }

    /// Its routes.
    pub fn router(&self) -> Router {
        Router::new().route("/stub", post(change)).fallback(answer).with_state(self.clone())
    }

    /// Serves until the future ends.
    ///
    /// # Errors
    /// When the listener fails.
    pub async fn serve(
        self,
        listener: TcpListener,
        ended: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        axum::serve(listener, self.router()).with_graceful_shutdown(ended).await
    }
}

/// Changes how the stub answers, from another process.
async fn change(State(stub): State<Stub>, body: Bytes) -> Response {
    let Ok(change) = serde_json::from_slice::<Value>(&body) else {
        return (StatusCode::BAD_REQUEST, "the body is no JSON").into_response();
    };
    if let Some(path) = change["path"].as_str() {
        let status = change["status"].as_u64().and_then(|status| u16::try_from(status).ok());
        stub.set(path, status.map(|status| Behaviour::Status(status, None)));
    }
    if let Some(warnings) = change["warnings"].as_array() {
        let warning = |wanted: &Value| match (wanted["id"].as_str(), wanted["color"].as_str()) {
            (Some(id), Some(color)) => Some(stub.warning(id, color)),
            _ => None,
        };
        stub.set_warnings(warnings.iter().filter_map(warning).collect());
    }
    StatusCode::NO_CONTENT.into_response()
}

async fn answer(State(stub): State<Stub>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().to_owned();
    let query: HashMap<String, String> =
        form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).into_owned().collect();
    let key = headers.get("x-qw-api-key").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let received = Received { path: path.clone(), query: query.clone(), key: key.to_owned() };
    stub.with(|state| {
        if state.received.len() < REMEMBERED {
            state.received.push(received);
        }
    });
    match stub.behaviour_of(&path).await {
        None if key.is_empty() => refusal(401, None, key),
        None => match data::answer(&path, &query, (stub.0.now)(), &stub.with(|state| state.warnings.clone()))
        {
            Some(body) => Json(body).into_response(),
            None => refusal(404, None, key),
        },
        Some(Behaviour::Status(status, retry_after)) => refusal(status, retry_after, key),
        Some(Behaviour::Hang | Behaviour::Hold) => std::future::pending().await,
        Some(Behaviour::Body(body)) => body.into_response(),
        Some(Behaviour::Huge(bytes)) => Body::from(vec![b' '; bytes]).into_response(),
    }
}

/// A refusal that repeats the key, as some providers do.
fn refusal(status: u16, retry_after: Option<u64>, key: &str) -> Response {
    let code = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let body =
        json!({ "error": { "status": status, "title": "Refused", "detail": format!("the key is {key}") } });
    let mut response = (code, Json(body)).into_response();
    if let Some(seconds) = retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    }
    response
}
