//! A scripted OpenAI-compatible server: what tests and the demo class have in place of a provider.
//!
//! What it does is written into the name of the model, like a query: `stub?tokens=100&rate=50` answers with a hundred
//! tokens, fifty a second, and `stub?status=429&first=2` refuses two requests. [`Script`] says what there is. It answers
//! `/v1/chat/completions`, `/v1/models`, `/search` and `/open` (how many answers are being written), and takes every key.
//!
//! It runs on the machine's clock: to its clients it is another server.

mod answer;
mod script;
mod search;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::serve::ListenerExt as _;
use serde_json::{Value, json};
use tokio::net::TcpListener;

pub use script::Script;

/// A request to the stub.
#[derive(Clone, Debug)]
pub struct Received {
    /// The key behind `Bearer`; empty for none.
    pub key: String,
    /// The body.
    pub body: Value,
}

/// The server's memory; cheap to clone.
#[derive(Clone, Default)]
pub struct Stub(Arc<Inner>);

#[derive(Default)]
struct Inner {
    received: Mutex<Vec<Received>>,
    /// How often each model was asked.
    counts: Mutex<HashMap<String, u32>>,
    /// Streams that are being written.
    open: AtomicUsize,
}

/// Requests that are remembered.
const REMEMBERED: usize = 1000;

impl Stub {
    /// The chat requests that came, at most the first thousand.
    #[must_use]
    pub fn received(&self) -> Vec<Received> {
        self.0.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Answers that are being written now. One whose client has gone is not among them.
    #[must_use]
    pub fn open(&self) -> usize {
        self.0.open.load(Ordering::SeqCst)
    }

    /// Notes a request, and answers how many of its model came before.
    fn note(&self, received: Received) -> u32 {
        let model = received.body["model"].as_str().unwrap_or_default().to_owned();
        let mut all = self.0.received.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() < REMEMBERED {
            all.push(received);
        }
        let mut counts = self.0.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(model).or_default();
        let before = *count;
        *count = before.saturating_add(1);
        before
    }

    fn opened(&self) -> Open {
        self.0.open.fetch_add(1, Ordering::SeqCst);
        Open(self.clone())
    }

    /// Its routes.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/v1/chat/completions", post(complete))
            .route("/v1/models", get(models))
            .route("/search", post(search::search))
            .route("/open", get(open_answers))
            .with_state(self.clone())
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
        // Else the kernel holds a token back until the one before it is acknowledged, which can take 40 ms.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        axum::serve(listener, self.router()).with_graceful_shutdown(ended).await
    }
}

/// An answer that is being written; dropped when it ends or its client leaves.
struct Open(Stub);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.0.open.fetch_sub(1, Ordering::SeqCst);
    }
}

async fn complete(State(stub): State<Stub>, headers: HeaderMap, body: Bytes) -> Response {
    let Ok(body) = serde_json::from_slice::<Value>(&body) else {
        return answer::refusal(400, "the body is no JSON", None);
    };
    let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let key = authorization.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default().to_owned();
    let script = match body["model"].as_str().map(Script::parse) {
        Some(Ok(script)) => script,
        Some(Err(error)) => return answer::refusal(404, &error, None),
        None => return answer::refusal(400, "model is missing", None),
    };
    if body["messages"].as_array().is_none_or(Vec::is_empty) {
        return answer::refusal(400, "messages is missing", None);
    }
    let before = stub.note(Received { key: key.clone(), body: body.clone() });
    answer::answer(&stub, script, before, &key, &body).await
}

/// How many answers are being written, for measurements.
async fn open_answers(State(stub): State<Stub>) -> Response {
    axum::Json(json!({ "open": stub.open() })).into_response()
}

/// Models that answer in different ways, for whoever looks around.
const MODELS: [&str; 4] = ["stub", "stub?thinking=40", "stub?search=once", "stub?tokens=2000&rate=200"];

async fn models() -> Response {
    let models =
        MODELS.map(|id| json!({ "id": id, "object": "model", "created": 0, "owned_by": "classportal" }));
    axum::Json(json!({ "object": "list", "data": models })).into_response()
}
