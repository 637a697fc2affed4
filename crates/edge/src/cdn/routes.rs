//! `/api/cdn`.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use identity::admin::MANAGE_APP_CONTROL;
use kernel::audit::Actor;
use kernel::events::{Audience, Event, FeatureEvent as _, NewEvent};
use kernel::http::{Officer, Query, Requires, UnlimitedCaller, count_attempt};
use kernel::limits::{Key as LimitKey, USER};
use kernel::user::Permission;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::address::{Address, Key, Refusal};
use super::cache::CachedBody;
use super::events::CdnEvent;
use super::fetch::{self, Found, Source};
use super::response::ResponseHead;
use super::{Cdn, texts};

/// Longest `ttl`, in seconds.
const MAX_TTL: u64 = 86_400;

/// What is wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Wanted {
    /// The HTTPS address of the file, on a listed host.
    url: Option<String>,
    /// How many seconds old a cached body may be, 0–86400; by default what the upstream host says.
    #[param(value_type = Option<u32>, minimum = 0, maximum = 86400)]
    ttl: Option<String>,
}

/// Returns a file of a listed host, from the cache when it is stored. `X-Cache` is `HIT`, `MISS`,
/// `REVALIDATED`, or `STALE` when the host does not answer.
#[utoipa::path(get, path = "/api/cdn/proxy", tag = "cdn", params(Wanted),
    responses((status = 200, description = "The bytes of the file", content_type = "*/*", body = [u8])))]
pub(super) async fn proxy(
    State(app): State<App>,
    UnlimitedCaller(caller): UnlimitedCaller,
    Query(wanted): Query<Wanted>,
    request: Request,
) -> Result<Response<Body>> {
    let cdn = app.state::<Cdn>();
    let raw = wanted.url.unwrap_or_default();
    let address = Address::parse(&raw, &cdn.rules).map_err(|refusal| match refusal {
        Refusal::Malformed => texts::CDN_ADDRESS.err(),
        Refusal::Unlisted => texts::CDN_UNLISTED.err(),
    })?;
    let ttl = wanted.ttl.map(|ttl| ttl.parse().ok().filter(|ttl| *ttl <= MAX_TTL));
    let ttl: Option<u64> = ttl.map(|ttl| ttl.ok_or_else(|| texts::CDN_TTL.err())).transpose()?;
    let (parts, _) = request.into_parts();
    let head = |fresh| ResponseHead { request: &parts.headers, runs: may_run(&cdn, &address), fresh };

    let cached = find(&cdn, &address).await?;
    if let Some(cached) = &cached
        && let Some(left) = time_left(&app, cached, ttl)
    {
        return Ok(head(left).stored(cached.clone(), Source::Hit));
    }
    // Stored bodies cost nothing; asking another server does.
    count_attempt(&parts, &app, &USER, LimitKey::user(caller.facts.user_id))?;
    let seen = cached.map(|cached| cached.meta.checked_at);
    let starter = (app.clone(), address.clone());
    let mut progress =
        cdn.fetches.join(address.key(), |progress| fetch::start(&starter.0, starter.1, seen, progress));
    let found = match progress.wait_for(|now| now.found.is_some()).await {
        Ok(now) => now.found.clone(),
        Err(gone) => return Err(ApiError::internal(gone)),
    };
    match found {
        Some(Ok(Found::Stored(cached, source))) => {
            let left = if source == Source::Stale { 0 } else { ttl.unwrap_or(cached.meta.lifetime) };
            Ok(head(left).stored(*cached, source))
        }
        Some(Ok(Found::Arriving(body))) => {
            let left = body.lifetime.map_or(0, |lifetime| ttl.unwrap_or(lifetime));
            Ok(head(left).arriving(&body, progress))
        }
        Some(Err(failure)) => Err(failure.into()),
        None => Err(ApiError::internal("a fetch found nothing and did not fail")),
    }
}

/// From memory without leaving this thread, else from the disk.
async fn find(cdn: &Arc<Cdn>, address: &Address) -> Result<Option<CachedBody>> {
    let key: Key = address.key();
    if let Some(cached) = cdn.cache.in_memory(&key) {
        return Ok(Some(cached));
    }
    let (cdn, address) = (cdn.clone(), address.clone());
    let find = move || cdn.cache.find(&key, address.as_str());
    tokio::task::spawn_blocking(find).await.map_err(ApiError::internal)
}

/// Seconds for which a stored body is still good; `None` when it is too old.
fn time_left(app: &App, cached: &CachedBody, ttl: Option<u64>) -> Option<u64> {
    // A clock that was set back makes nothing fresh again.
    let age = u64::try_from(app.clock.now_ms() - cached.meta.checked_at).ok()? / 1000;
    ttl.unwrap_or(cached.meta.lifetime).checked_sub(age).filter(|left| *left > 0)
}

/// Whether the operator lets scripts of this address run.
fn may_run(cdn: &Cdn, address: &Address) -> bool {
    cdn.scripts.iter().any(|start| address.as_str().starts_with(start.as_str()))
}

/// Who may: manage_app_control.
#[derive(Clone, Debug)]
pub(super) struct ManageAppControl;

impl Requires for ManageAppControl {
    fn permission() -> &'static Permission {
        &MANAGE_APP_CONTROL
    }
}

/// The result of clearing the cache.
#[derive(Serialize, ToSchema)]
pub(super) struct Cleared {
    /// The number of files that were removed from the cache.
    cleared: u64,
}

/// Deletes all cached bodies on every node; `cleared` counts those of this node.
#[utoipa::path(post, path = "/api/cdn/clear-cache", tag = "cdn",
    responses((status = 200, body = Envelope<Cleared>)))]
pub(super) async fn clear_cache(
    State(app): State<App>,
    officer: Officer<ManageAppControl>,
) -> Result<Reply<Cleared>> {
    let caller = officer.0;
    app.write(move |tx| {
        let cleared = CdnEvent::Cleared { node: tx.app().nodes.id().to_string() };
        tx.emit(NewEvent::new(&cleared, Audience::Admins).by(caller.facts.user_id))?;
        Ok(tx.audit(&Actor::from(&caller), &texts::CLEAR_CDN_CACHE, "cdn", &json!({}))?)
    })
    .await?;
    let cleared = clear(&app).await?;
    Ok(Reply::ok(Cleared { cleared }))
}

async fn clear(app: &App) -> Result<u64> {
    let cdn = app.state::<Cdn>();
    tokio::task::spawn_blocking(move || cdn.cache.clear()).await.map_err(ApiError::internal)
}

/// Another node was asked to clear.
pub(super) fn follow(app: &App, event: &Event) {
    let Some(CdnEvent::Cleared { node }) = CdnEvent::read(event) else { return };
    if node == app.nodes.id().to_string() {
        return;
    }
    let follower = app.clone();
    app.tasks.spawn("cdn-follow", |_| async move {
        if let Err(error) = clear(&follower).await {
            tracing::warn!(%error, "cache not cleared after a request on another node");
        }
    });
}
