//! Health: the kernel's checks and the lines of the features (`interface 2.9`).

use std::collections::BTreeMap;

use axum::extract::State;
use kernel::app::iso;
use kernel::{ApiError, App, Envelope, Reply, Result, feature, tasks};
use serde::Serialize;
use utoipa::ToSchema;

use super::texts;

/// Above this much memory of its own the portal is not itself (`interface 2.9`).
const MEMORY_OK_MB: u64 = 500;
/// The supervised service of the chat socket.
const CHAT: &str = "chat";

/// The health of the portal.
#[derive(Serialize, ToSchema)]
pub(super) struct Health {
    /// The health of the whole portal: `healthy` or `unhealthy`.
    status: &'static str,
    /// The time of the server, ISO 8601.
    timestamp: String,
    /// The number of seconds since the portal started.
    uptime: u64,
    /// The state of each part of the portal.
    checks: HealthChecks,
}

/// The state of each part. `ok`, `warning` and `not_configured` count as healthy.
#[derive(Serialize, ToSchema)]
struct HealthChecks {
    /// The state of the database.
    database: HealthCheck,
    /// The state of the chat socket.
    websocket: HealthSockets,
    /// The memory that the portal uses.
    memory: HealthMemory,
    /// The lines of the features, such as `relay`.
    #[serde(flatten)]
    features: BTreeMap<&'static str, HealthCheck>,
}

/// The state of one part of the portal.
#[derive(Serialize, ToSchema)]
struct HealthCheck {
    /// The state of the part: `ok`, `warning`, `error` or `not_configured`.
    status: &'static str,
    /// A text for the operator; `null` when there is nothing to report.
    details: Option<String>,
}

impl From<feature::Health> for HealthCheck {
    fn from(line: feature::Health) -> Self {
        Self { status: line.status, details: line.details }
    }
}

/// The chat socket.
#[derive(Serialize, ToSchema)]
struct HealthSockets {
    /// The state of the chat socket.
    status: &'static str,
    /// The number of members who are connected.
    online_count: u32,
}

/// The memory of the server process.
#[derive(Serialize, ToSchema)]
struct HealthMemory {
    /// The state of the memory: `ok` or `warning`.
    status: &'static str,
    /// The resident memory that no file backs, in MB.
    heap_used_mb: u64,
    /// The reserved memory in MB; most of it is never used.
    heap_total_mb: u64,
    /// All resident memory, in MB.
    rss_mb: u64,
}

/// Checks the health of the portal: 200 when every part is healthy, else 503 with the same data.
#[utoipa::path(get, path = "/api/system/health", tag = "system",
    responses(
        (status = 200, body = Envelope<Health>),
        (status = 503, description = "A part of the portal is not healthy", body = Envelope<Health>),
    ),
    security(()))]
pub(super) async fn health(State(app): State<App>) -> Result<Reply<Health>> {
    let checks = HealthChecks {
        database: app.db.health().await.into(),
        websocket: sockets(&app),
        memory: memory(),
        features: features(&app).await,
    };
    let healthy = checks.all_healthy();
    let health = Health {
        status: if healthy { "healthy" } else { "unhealthy" },
        timestamp: iso(app.clock.now_ms()),
        uptime: app.clock.monotonic().as_secs(),
        checks,
    };
    if healthy {
        return Ok(Reply::ok(health));
    }
    let data = serde_json::to_value(health).map_err(ApiError::internal)?;
    Err(texts::UNHEALTHY.err().data(data))
}

impl HealthChecks {
    fn all_healthy(&self) -> bool {
        let kernel = [self.database.status, self.websocket.status, self.memory.status];
        let features = self.features.values().map(|check| check.status);
        kernel.into_iter().chain(features).all(|status| matches!(status, "ok" | "warning" | "not_configured"))
    }
}

/// The service behind the chat socket, and who is there by what the chat counts.
fn sockets(app: &App) -> HealthSockets {
    let chat = app.tasks.services().into_iter().find(|service| service.name == CHAT);
    let status = match chat.map(|service| (service.state, service.last_error)) {
        None => "not_configured",
        // Somebody wanted it so.
        Some((tasks::State::Stopped, _)) => "warning",
        // Before its first turn it has failed at nothing.
        Some((tasks::State::Running, _) | (tasks::State::Waiting, None)) => "ok",
        Some((tasks::State::Waiting, Some(_))) => "error",
    };
    let online = app.gauges.online_members.get();
    HealthSockets { status, online_count: online.try_into().unwrap_or(u32::MAX) }
}

async fn features(app: &App) -> BTreeMap<&'static str, HealthCheck> {
    let lines = app.features.iter().filter_map(|feature| feature.health).map(|health| health(app));
    let lines = lines.chain([app.consumers_health().await]);
    let lines = lines.chain([app.nodes.health()]);
    lines.map(|line| (line.name, line.into())).collect()
}

/// Read from the kernel's own account of this process, which never waits for a disk.
fn memory() -> HealthMemory {
    let account = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let heap_used_mb = megabytes(&account, "RssAnon:");
    HealthMemory {
        status: if heap_used_mb < MEMORY_OK_MB { "ok" } else { "warning" },
        heap_used_mb,
        heap_total_mb: megabytes(&account, "VmData:"),
        rss_mb: megabytes(&account, "VmRSS:"),
    }
}

/// A line like `VmRSS:     20480 kB`; 0 where the machine does not say.
fn megabytes(account: &str, name: &str) -> u64 {
    let line = account.lines().find_map(|line| line.strip_prefix(name));
    let kilobytes = line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or_default() / 1024
}
