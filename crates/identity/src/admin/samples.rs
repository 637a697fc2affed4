//! A look at the machine and the portal once a minute, kept for two days, and the plots of it.

use std::time::Duration;

use axum::extract::State;
use kernel::config::PORT;
use kernel::http::{Admin, Query};
use kernel::tasks::{Need, Stop};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::proc::{self, Ticks};
use super::stats;
use super::store::{self, Sample};

/// Between two samples.
const EVERY: Duration = Duration::from_secs(60);
/// For how long they are kept.
const KEPT_HOURS: i64 = 48;
const HOUR: i64 = 3_600_000;

/// Declares the sampler.
pub(super) fn spawn(app: &App) {
    app.tasks.service(app, "stat-sampler", Need::Optional, run);
}

/// What the sample before left.
struct Before {
    ticks: Ticks,
    own: u64,
    seq: i64,
}

impl Before {
    fn now(app: &App) -> Self {
        Self { ticks: proc::ticks(), own: proc::own_ticks(), seq: app.events.followed() }
    }
}

async fn run(app: App, mut stop: Stop) -> Result<()> {
    let node = node(&app);
    let mut before = Before::now(&app);
    // What was counted while nobody sampled belongs to no minute.
    let _ = (app.http_metrics.take(), app.db.take_load());
    while stop.sleep(&app.clock, EVERY).await {
        let now = Before::now(&app);
        let sample = sample(&app, &before, &now);
        before = now;
        let (node, oldest) = (node.clone(), sample.at - KEPT_HOURS * HOUR);
        let stored = app.write(move |tx| Ok(store::add_sample(tx, &node, &sample, oldest)?)).await;
        if let Err(error) = stored {
            tracing::warn!(%error, "figures of this minute not stored");
        }
    }
    Ok(())
}

/// Machine and port.
fn node(app: &App) -> String {
    format!("{}:{}", proc::host(), PORT.of(&app.config))
}

fn sample(app: &App, before: &Before, now: &Before) -> Sample {
    let all = now.ticks.all.saturating_sub(before.ticks.all);
    let (total, free) = proc::memory();
    let (answered, writes) = (app.http_metrics.take(), app.db.take_load());
    let (http, websocket) = stats::open_connections(app);
    let signed = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    Sample {
        at: app.clock.now_ms(),
        cpu: per_mille(now.ticks.busy.saturating_sub(before.ticks.busy), all),
        process_cpu: per_mille(now.own.saturating_sub(before.own), all),
        memory: signed(total.saturating_sub(free)),
        rss: signed(proc::rss()),
        load: (proc::load()[0] * 100.0).round() as i64,
        disk: (stats::disk_usage(app) * 10.0).round() as i64,
        requests: signed(answered.requests),
        failures: signed(answered.failures),
        p50: signed(answered.p50),
        p99: signed(answered.p99),
        http: signed(http),
        websocket: signed(websocket),
        held: signed(app.connections.len() as u64),
        events: now.seq - before.seq,
        commits: signed(writes.commits),
        commit_time: signed(writes.commit_micros),
        queue: signed(writes.depth),
    }
}

fn per_mille(part: u64, whole: u64) -> i64 {
    i64::try_from((part * 1000).checked_div(whole).unwrap_or_default().min(1000)).unwrap_or_default()
}

/// How far back.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Span {
    /// The number of hours to look back: 1–48, default 24.
    #[param(minimum = 1, maximum = 48)]
    hours: Option<i64>,
}

/// The samples of this node, oldest first: one array per figure, all of one length. A minute that
/// is missing was not sampled; `at` tells.
#[derive(Default, Serialize, ToSchema)]
pub(super) struct StatsHistory {
    /// The number of seconds between two samples.
    interval: u64,
    /// The times of the samples, in milliseconds since the epoch.
    at: Vec<i64>,
    /// Percent of the machine's processors.
    cpu: Vec<f64>,
    /// The portal's part of them, in percent of all.
    process_cpu: Vec<f64>,
    /// The machine's used memory, in bytes.
    memory: Vec<i64>,
    /// The memory of the portal in bytes.
    rss: Vec<i64>,
    /// The load average over one minute.
    load: Vec<f64>,
    /// Percent of the disk that holds the data.
    disk: Vec<f64>,
    /// The number of requests per second.
    requests: Vec<f64>,
    /// Answers with 5xx within the minute.
    failures: Vec<i64>,
    /// Half of the requests took at most this, in milliseconds; polls do not count.
    p50: Vec<f64>,
    /// 99 of 100 took at most this, in milliseconds.
    p99: Vec<f64>,
    /// The number of connections to PORT.
    http: Vec<i64>,
    /// The number of connections of the chat socket.
    websocket: Vec<i64>,
    /// Sockets, polls and streams that are held open in a member's name.
    held: Vec<i64>,
    /// The number of events per second.
    events: Vec<f64>,
    /// The number of commits within the minute.
    commits: Vec<i64>,
    /// Mean time of a commit, in milliseconds.
    commit_time: Vec<f64>,
    /// The largest number of writes that waited at once.
    queue: Vec<i64>,
}

impl StatsHistory {
    fn push(&mut self, sample: &Sample) {
        let per_second = |count: i64| (count as f64 * 100.0 / EVERY.as_secs_f64()).round() / 100.0;
        let tenth = |per_mille: i64| per_mille as f64 / 10.0;
        let ms = |micros: i64| micros as f64 / 1000.0;
        self.at.push(sample.at);
        self.cpu.push(tenth(sample.cpu));
        self.process_cpu.push(tenth(sample.process_cpu));
        self.memory.push(sample.memory);
        self.rss.push(sample.rss);
        self.load.push(sample.load as f64 / 100.0);
        self.disk.push(tenth(sample.disk));
        self.requests.push(per_second(sample.requests));
        self.failures.push(sample.failures);
        self.p50.push(ms(sample.p50));
        self.p99.push(ms(sample.p99));
        self.http.push(sample.http);
        self.websocket.push(sample.websocket);
        self.held.push(sample.held);
        self.events.push(per_second(sample.events));
        self.commits.push(sample.commits);
        self.commit_time.push(ms(sample.commit_time));
        self.queue.push(sample.queue);
    }
}

/// Returns the figures of the last hours, one sample for each minute.
#[utoipa::path(get, path = "/api/admin/server-stats/history", tag = "admin", params(Span),
    responses((status = 200, body = Envelope<StatsHistory>)))]
pub(super) async fn stats_history(
    State(app): State<App>,
    _: Admin,
    Query(span): Query<Span>,
) -> Result<Reply<StatsHistory>> {
    let hours = span.hours.unwrap_or(24);
    if !(1..=KEPT_HOURS).contains(&hours) {
        return Err(ApiError::invalid("hours"));
    }
    let samples = store::samples(&app, &node(&app), app.clock.now_ms() - hours * HOUR).await?;
    let mut history = StatsHistory { interval: EVERY.as_secs(), ..StatsHistory::default() };
    samples.iter().for_each(|sample| history.push(sample));
    Ok(Reply::ok(history))
}
