//! The back ends in the console: whether they run, what they use, and what they have written.

use axum::extract::State;
use kernel::audit::Actor;
use kernel::http::Path;
use kernel::{App, Envelope, Reply, Result};
use serde::Serialize;
use serde_json::json;
use std::collections::HashMap;
use utoipa::ToSchema;

use super::AppManager;
use crate::backend::{self, BackEnds, LogLine, QUOTA};
use crate::installed::Installed;
use crate::rights::Rights;
use crate::store::backends as store;
use crate::texts;

/// Bytes of a page of a database.
const PAGE_BYTES: u64 = 4096;

/// A back end of this node.
#[derive(Serialize, ToSchema)]
pub(crate) struct MarketBackEnd {
    /// The name of the app or plugin.
    name: String,
    /// What people call the app or plugin.
    label: String,
    /// Where its API begins.
    mount_path: String,
    /// `running`; `stopped` until its next call; `failed` when its code does not start; `disabled` when it broke its
    /// limits too often, until somebody restarts it.
    state: &'static str,
    /// Why it does not start, for its author; `null` otherwise.
    error: Option<String>,
    /// How often it was called since the portal started.
    calls: u64,
    /// How many of these calls it did not answer, or answered with a status of 500 and more.
    failed: u64,
    /// How often it broke its limits in the last minutes.
    strikes: usize,
    /// The processor time that it has used since the portal started, in milliseconds.
    cpu_ms: u64,
    /// The size of its heap, in bytes; of one in a process of its own, the memory of that process.
    memory_bytes: u64,
    /// Whether it runs in a process of its own, as back ends that may reach other hosts do.
    own_process: bool,
    /// The size of its database, in bytes.
    storage_bytes: u64,
    /// The largest size of its database, in bytes.
    storage_quota_bytes: u64,
    /// When it was last called, in milliseconds since the epoch; `null` when it was not.
    last_call_at: Option<i64>,
}

/// Lists the back ends of those installed apps and plugins that the caller may change, with what they use on this node.
#[utoipa::path(get, path = "/api/market/backends", tag = "market",
    responses((status = 200, body = Envelope<Vec<MarketBackEnd>>)))]
pub(crate) async fn list_market_backends(
    State(app): State<App>,
    AppManager(caller): AppManager,
) -> Result<Reply<Vec<MarketBackEnd>>> {
    let facts = caller.facts.clone();
    let changeable = app.db.read(move |read| Rights::changeable(read, &facts)).await?;
    let pages: HashMap<String, i64> =
        app.db.read(|read| Ok(store::page_counts(read)?)).await?.into_iter().collect();
    let mut shown = Vec::new();
    for package in app.state::<Installed>().all().values() {
        let Some(manifest) = package.manifest.backend().filter(|_| changeable.contains(package.name()))
        else {
            continue;
        };
        let slot = app.state::<BackEnds>().slot(package.name());
        let status = slot.status(&app).await;
        let page_count = pages.get(package.name()).copied().unwrap_or_default();
        shown.push(MarketBackEnd {
            name: package.app.name.clone(),
            label: package.manifest.about().label.clone(),
            mount_path: manifest.mount_path.clone(),
            state: status.state,
            error: status.error,
            calls: status.calls,
            failed: status.failed,
            strikes: status.strikes,
            cpu_ms: status.cpu_ms,
            memory_bytes: status.memory_bytes,
            own_process: status.is_process,
            storage_bytes: u64::try_from(page_count).unwrap_or_default() * PAGE_BYTES,
            storage_quota_bytes: QUOTA,
            last_call_at: status.last_call_at,
        });
    }
    Ok(Reply::ok(shown))
}

/// Returns the newest lines of the log of a back end, the oldest first: what it has written, and what happened to it
/// on this node since the portal started.
#[utoipa::path(get, path = "/api/market/backends/{name}/logs", tag = "market",
    params(("name" = String, Path, description = "The name of the app or plugin")),
    responses((status = 200, body = Envelope<Vec<LogLine>>)))]
pub(crate) async fn market_backend_log(
    State(app): State<App>,
    AppManager(caller): AppManager,
    Path(name): Path<String>,
) -> Result<Reply<Vec<LogLine>>> {
    refuse_without(&app, &name)?;
    let (facts, owned) = (caller.facts.clone(), name.clone());
    app.db.read(move |read| Rights::require(read, &facts, &owned, None)).await?;
    Ok(Reply::ok(app.state::<BackEnds>().slot(&name).log.all()))
}

/// What a restart came to.
#[derive(Serialize, ToSchema)]
pub(crate) struct RestartedBackEnd {
    /// Why the back end did not start, for its author; `null` when it did, and for one that waits for its first call.
    backend_error: Option<String>,
}

/// Restarts a back end, also one that was stopped because it broke its limits too often.
#[utoipa::path(post, path = "/api/market/backends/{name}/restart", tag = "market",
    params(("name" = String, Path, description = "The name of the app or plugin")),
    responses((status = 200, body = Envelope<RestartedBackEnd>)))]
pub(crate) async fn restart_market_backend(
    State(app): State<App>,
    AppManager(caller): AppManager,
    Path(name): Path<String>,
) -> Result<Reply<RestartedBackEnd>> {
    refuse_without(&app, &name)?;
    let owned = name.clone();
    let written = app.write(move |tx| {
        Rights::require(tx, &caller.facts, &owned, None)?;
        Ok(tx.audit(&Actor::from(&caller), &texts::RESTART, &owned, &json!({}))?)
    });
    written.await?;
    Ok(Reply::ok(RestartedBackEnd { backend_error: backend::restart(&app, &name).await }))
}

fn refuse_without(app: &App, name: &str) -> Result<()> {
    let known = app.state::<Installed>().required(name)?;
    known.manifest.backend().map(drop).ok_or_else(|| texts::NO_BACKEND.with("name", name))
}
