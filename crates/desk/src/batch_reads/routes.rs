//! `GET /api/batch`.

use std::time::Duration;

use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{Response, StatusCode};
use futures_util::future::join_all;
use kernel::http::{BatchRead, Caller, HttpApp, Query, count_attempt};
use kernel::limits::{Key, USER};
use kernel::{App, Envelope, Reply, Result, feature};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use super::texts;

/// Reads of one request.
const MAX_READS: usize = 16;
/// So many reads draw from the limit like one request.
const READS_PER_REQUEST: usize = 4;
/// Longest answer of one read, in bytes.
const MAX_ANSWER: usize = 512 * 1024;
/// How long one read may take. Those that wait on purpose, such as a long poll, take longer and are refused.
const READ_TIMEOUT: Duration = Duration::from_secs(10);

/// What is read.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct BatchPaths {
    /// The paths with their queries, 1–16, as a JSON array of strings: `["/api/countdown?limit=5","/api/level/info"]`.
    paths: String,
}

/// The answer of one read.
#[derive(Serialize, ToSchema)]
pub(super) struct BatchAnswer {
    /// The path, as it was asked.
    path: String,
    /// The HTTP status of the answer.
    status: u16,
    /// The body of the answer: the envelope that the path answers by itself.
    #[schema(value_type = Object)]
    body: Box<RawValue>,
}

/// The answers of all reads.
#[derive(Serialize, ToSchema)]
pub(super) struct BatchAnswers {
    /// The answers, in the order of the paths.
    answers: Vec<BatchAnswer>,
}

/// Reads several paths with GET, each as the caller may read it; one that fails does not touch the others. Every four
/// paths count as one request. 400 for a path that cannot be read in a batch: only those that a desktop asks for at its
/// start can.
#[utoipa::path(get, path = "/api/batch", tag = "batch_reads", params(BatchPaths),
    responses((status = 200, body = Envelope<BatchAnswers>)))]
pub(super) async fn read_batch(
    State(app): State<App>,
    caller: Caller,
    Extension(http): Extension<HttpApp>,
    Query(BatchPaths { paths }): Query<BatchPaths>,
    parts: Parts,
) -> Result<Reply<BatchAnswers>> {
    let paths = check(&app, &paths)?;
    // The caller has drawn once by being let in.
    for _ in 1..paths.len().div_ceil(READS_PER_REQUEST) {
        count_attempt(&parts, &app, &USER, Key::user(caller.facts.user_id))?;
    }
    let reads = paths.into_iter().map(|path| read(&http, &parts, caller.clone(), path));
    Ok(Reply::ok(BatchAnswers { answers: join_all(reads).await }))
}

fn check(app: &App, raw: &str) -> Result<Vec<String>> {
    let paths = serde_json::from_str::<Vec<String>>(raw).ok();
    let paths = paths.filter(|paths| (1..=MAX_READS).contains(&paths.len()));
    let paths = paths.ok_or_else(|| texts::PATHS_INVALID.with("max", MAX_READS))?;
    let is_refused = |path: &&String| {
        let (path, _) = path.split_once('?').unwrap_or((path, ""));
        !feature::provided::<BatchRead>(&app.features).any(|read| read.0 == path)
    };
    if let Some(path) = paths.iter().find(is_refused) {
        let shown: String = path.chars().filter(|c| !c.is_control()).take(80).collect();
        return Err(texts::PATH_REFUSED.with("path", shown));
    }
    Ok(paths)
}

async fn read(http: &HttpApp, parts: &Parts, caller: Caller, path: String) -> BatchAnswer {
    let reading = async {
        let response = http.read(parts, caller, &path).await;
        let status = response.status().as_u16();
        body(response).await.map(|body| (status, body))
    };
    let read = http.app().clock.timeout(READ_TIMEOUT, reading).await.ok().flatten();
    let (status, body) = match read {
        Some(read) => read,
        None => refused(http, parts).await,
    };
    BatchAnswer { path, status, body }
}

/// `None` for what is no JSON, or is too long.
async fn body(response: Response<Body>) -> Option<Box<RawValue>> {
    let kind = response.headers().get(CONTENT_TYPE)?.to_str().ok()?;
    if !kind.starts_with("application/json") {
        return None;
    }
    let bytes = to_bytes(response.into_body(), MAX_ANSWER).await.ok()?;
    serde_json::from_slice(&bytes).ok()
}

async fn refused(http: &HttpApp, parts: &Parts) -> (u16, Box<RawValue>) {
    let refusal = http.refusal(parts, texts::NOT_FOR_BATCH.err());
    let body = body(refusal).await.unwrap_or_else(|| RawValue::NULL.to_owned());
    (StatusCode::BAD_REQUEST.as_u16(), body)
}
