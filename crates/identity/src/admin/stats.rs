//! `/api/admin/server-stats`: the machine and the portal in figures. Each comes from `/proc`, the
//! file system, the database or a clock; none is made up.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use kernel::app::iso;
use kernel::config::PORT;
use kernel::http::Admin;
use kernel::{App, Envelope, Reply, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::proc::{self, Ticks};
use crate::user::directory;

/// Two looks at the processors that are nearer say nothing.
const APART: Duration = Duration::from_secs(1);

/// Figures about the machine and the portal.
#[derive(Serialize, ToSchema)]
pub(super) struct ServerStats {
    /// The load of the processors.
    cpu: CpuStats,
    /// The memory of the machine.
    memory: MemoryStats,
    /// The disk that holds the data folder.
    disk: DiskStats,
    /// The number of seconds since the portal started.
    uptime: u64,
    /// The operating system, such as `linux`.
    platform: &'static str,
    /// The number of registered members.
    total_users: i64,
    /// The newest sign-in, ISO 8601.
    last_user_login: Option<String>,
    /// The number of chat groups.
    group_count: u64,
    /// The version of the portal.
    version: &'static str,
    /// The open connections of the portal.
    connections: ConnectionStats,
    /// The time of the server, in milliseconds since the epoch.
    timestamp: i64,
}

/// The processors of the machine.
#[derive(Serialize, ToSchema)]
struct CpuStats {
    /// The number of processor cores.
    cores: usize,
    /// The model of the processor.
    model: String,
    /// The load of the processors in percent since the last look; at the first look, since the machine started.
    usage: f64,
    /// The load averages over one, five and fifteen minutes.
    #[serde(rename = "loadAvg")]
    load_avg: [f64; 3],
}

/// The machine's memory, in bytes.
#[derive(Serialize, ToSchema)]
struct MemoryStats {
    /// The memory of the machine, in bytes.
    total: u64,
    /// The memory that programs can still get.
    free: u64,
    /// The memory that is in use, in bytes.
    used: u64,
    /// The part of the memory that is in use, in percent.
    #[serde(rename = "usagePercent")]
    usage_percent: f64,
}

/// The disk that holds the data.
#[derive(Serialize, ToSchema)]
struct DiskStats {
    /// The part of the disk that is in use, in percent.
    #[serde(rename = "usagePercent")]
    usage_percent: f64,
}

/// Open connections of this node, by port.
#[derive(Serialize, ToSchema)]
struct ConnectionStats {
    /// The number of connections to the port of the API.
    http: u64,
    /// The number of connections of the chat socket.
    websocket: u64,
}

/// Returns figures about the machine and the portal.
#[utoipa::path(get, path = "/api/admin/server-stats", tag = "admin",
    responses((status = 200, body = Envelope<ServerStats>)))]
pub(super) async fn server_stats(State(app): State<App>, _: Admin) -> Result<Reply<ServerStats>> {
    let (total_users, last_login) = app.db.read(|read| Ok(directory::totals(read)?)).await?;
    let (total, free) = proc::memory();
    let used = total.saturating_sub(free);
    let (http, websocket) = open_connections(&app);
    Ok(Reply::ok(ServerStats {
        cpu: CpuStats {
            cores: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            model: proc::model(),
            usage: app.state::<Processor>().usage(proc::ticks(), app.clock.monotonic()),
            load_avg: proc::load(),
        },
        memory: MemoryStats { total, free, used, usage_percent: percent(used, total) },
        disk: DiskStats { usage_percent: disk_usage(&app) },
        uptime: app.clock.monotonic().as_secs(),
        platform: std::env::consts::OS,
        total_users,
        last_user_login: last_login.map(iso),
        group_count: app.groups.count(),
        version: env!("CARGO_PKG_VERSION"),
        connections: ConnectionStats { http, websocket },
        timestamp: app.clock.now_ms(),
    }))
}

/// Connections to PORT, and open sockets.
pub(super) fn open_connections(app: &App) -> (u64, u64) {
    let http = proc::connections().get(PORT.of(&app.config)).copied().unwrap_or_default();
    (http, app.gauges.sockets.get())
}

/// Of the file system that holds the data folder, as `df` counts: what only root may fill is full.
pub(super) fn disk_usage(app: &App) -> f64 {
    let Ok(disk) = rustix::fs::statvfs(&app.config.data_dir) else { return 0.0 };
    let used = disk.f_blocks.saturating_sub(disk.f_bfree);
    percent(used, used + disk.f_bavail)
}

/// With one decimal.
fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { (part as f64 * 1000.0 / whole as f64).round() / 10.0 }
}

/// The last look at the processors, and what came of it.
#[derive(Default)]
pub(super) struct Processor(Mutex<CpuReading>);

#[derive(Clone, Copy, Default)]
struct CpuReading {
    at: Option<Duration>,
    ticks: Ticks,
    usage: f64,
}

impl Processor {
    /// Percent busy since the last look. Whoever asks again at once gets the same answer: two
    /// watching consoles must not shorten each other's time.
    fn usage(&self, ticks: Ticks, now: Duration) -> f64 {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let due = last.at.is_none_or(|at| now.saturating_sub(at) >= APART);
        if due && ticks.all > last.ticks.all {
            let usage = percent(ticks.busy.saturating_sub(last.ticks.busy), ticks.all - last.ticks.all);
            *last = CpuReading { at: Some(now), ticks, usage };
        }
        last.usage
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processors_are_watched_between_two_looks() {
        let processor = Processor::default();
        let look = |busy, all, seconds| processor.usage(Ticks { busy, all }, Duration::from_secs(seconds));
        assert!((look(250, 1000, 0) - 25.0).abs() < 0.01, "since the machine started");
        assert!((look(999, 1001, 0) - 25.0).abs() < 0.01, "asked again at once");
        assert!((look(350, 1200, 5) - 50.0).abs() < 0.01);
        assert!((look(0, 0, 10) - 50.0).abs() < 0.01, "a machine that says nothing");
    }
}
