//! Thousands of parked polls: how soon all have what one publishes, at which cost, and that each of
//! them gets each event exactly once.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use memchr::memmem;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{Measure, Session};
use crate::baseline::Baseline;
use crate::client::{self, Connection};
use crate::portal::{Member, Portal};
use crate::process::Process;
use crate::report::{Row, Target};
use crate::stats::percentile;

const MEMBERS: usize = 250;
/// Stands before an event's number, which ends with `-` and the moment of its publication.
const MARK: &str = "event-";

/// A load, and what it may cost.
struct Load {
    polls: usize,
    per_second: u64,
    seconds: u64,
    /// Milliseconds of the 99th of 100, and cores of the server.
    within: Option<(f64, f64)>,
}

const LOADS: [Load; 3] = [
    Load { polls: 2000, per_second: 1, seconds: 20, within: Some((50.0, 0.05)) },
    Load { polls: 2000, per_second: 20, seconds: 15, within: Some((160.0, 0.6)) },
    Load { polls: 5000, per_second: 100, seconds: 10, within: None },
];

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let portal = Portal::start(&session.binary, &session.subfolder("polls")?, &[])?;
    let members = portal.register(MEMBERS)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let bare = Baseline::Poll.start()?;
    let bare = Server { address: bare.address, process: &bare.process, members: &members };
    let floor = runtime.block_on(run(&bare, &LOADS[0]))?;
    let mut rows = vec![Row::new(
        Measure::Polls,
        "baseline, axum and token, 2000 parked, 1/s",
        format!("p99 {:.1} ms, {:.3} cores", floor.percentile(0.99), floor.cores),
    )];
    let server = Server { address: portal.address, process: &portal.process, members: &members };
    for load in &LOADS {
        rows.extend(rows_of(load, &runtime.block_on(run(&server, load))?));
    }
    Ok(rows)
}

/// Who is polled.
struct Server<'a> {
    address: SocketAddr,
    process: &'a Process,
    members: &'a [Member],
}

/// What one load took.
struct Taken {
    latencies: Vec<f64>,
    cores: f64,
}

impl Taken {
    fn percentile(&self, share: f64) -> f64 {
        percentile(&self.latencies, share)
    }
}

async fn run(server: &Server<'_>, load: &Load) -> Result<Taken> {
    let (begun, parked, events) =
        (Instant::now(), Arc::<AtomicUsize>::default(), load.per_second * load.seconds);
    let mut polls = JoinSet::new();
    for member in server.members.iter().cycle().take(load.polls) {
        let poll = Poll::register(server.address, member).await?;
        polls.spawn(poll.follow(events, begun, parked.clone()));
    }
    while parked.load(Ordering::Relaxed) < load.polls {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // What was just asked for has arrived by then.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (from, spent) = (Instant::now(), server.process.cpu_seconds());
    publish(server, load, begun).await?;
    let mut latencies = Vec::new();
    while let Some(followed) = polls.join_next().await {
        latencies.extend(followed??);
    }
    let cores = (server.process.cpu_seconds() - spent) / from.elapsed().as_secs_f64();
    Ok(Taken { latencies, cores })
}

fn rows_of(load: &Load, taken: &Taken) -> Vec<Row> {
    let what = format!("{} parked, {}/s", load.polls, load.per_second);
    let cores = taken.cores;
    let figure = format!("p50 {:.1} ms, {cores:.3} cores", taken.percentile(0.5));
    let row = |what: &str, figure: &str| Row::new(Measure::Polls, what, figure.to_owned());
    let p99 = taken.percentile(0.99);
    match load.within {
        Some((latest, most)) => vec![
            row(&format!("{what}, p99"), &figure).judge(p99, " ms", Target::AtMost(latest)),
            row(&format!("{what}, cost"), "").judge(cores, " cores", Target::AtMost(most)),
        ],
        // Anything lost or doubled has failed the run before.
        None => vec![row(&format!("{what}, lost or doubled"), &format!("{figure}, p99 {p99:.1} ms")).judge(
            0.0,
            " events",
            Target::AtMost(0.0),
        )],
    }
}

async fn publish(server: &Server<'_>, load: &Load, begun: Instant) -> Result<()> {
    let mut connection = Connection::open(server.address).await?;
    let mut publishers = server.members.iter().cycle();
    let from = Instant::now();
    for number in 0..load.per_second * load.seconds {
        let due = Duration::from_micros(number * 1_000_000 / load.per_second);
        tokio::time::sleep(due.saturating_sub(from.elapsed())).await;
        let payload = format!("{MARK}{number}-{}", begun.elapsed().as_micros());
        let body = json!({ "event": "bench.tick", "payload": payload }).to_string();
        let token = publishers.next().map(|member| member.token.as_str());
        let request = client::send(server.address, "POST", "/api/realtime/publish", token, &body);
        let status = connection.call(&request).await?;
        ensure!(status == 200, "publish answers {status}");
    }
    Ok(())
}

/// One registration on a connection of its own.
struct Poll {
    connection: Connection,
    address: SocketAddr,
    token: String,
    id: String,
    seq: u64,
}

impl Poll {
    async fn register(address: SocketAddr, member: &Member) -> Result<Self> {
        let token = member.token.clone();
        let mut connection = Connection::open(address).await?;
        let request = client::send(address, "POST", "/api/realtime/poll/register", Some(&token), "");
        ensure!(connection.call(&request).await? == 200, "a poll is not registered");
        let answer: Value = serde_json::from_slice(connection.body().context("a long answer")?)?;
        let id = answer["data"]["poll_id"].as_str().context("no poll_id")?.to_owned();
        let seq = answer["data"]["seq"].as_u64().context("no seq")?;
        Ok(Self { connection, address, token, id, seq })
    }

    /// Polls until all events have come, in order and once; answers each one's milliseconds.
    async fn follow(mut self, events: u64, begun: Instant, parked: Arc<AtomicUsize>) -> Result<Vec<f64>> {
        let authorization = format!("Bearer {}", self.token);
        let mut latencies = Vec::new();
        parked.fetch_add(1, Ordering::Relaxed);
        while (latencies.len() as u64) < events {
            let path = format!("/api/realtime/poll?poll_id={}&since_seq={}", self.id, self.seq);
            let request = client::get(self.address, &path, &[("Authorization", &authorization)]);
            ensure!(self.connection.call(&request).await? == 200, "a poll is refused");
            let now = begun.elapsed().as_micros() as u64;
            let body = self.connection.body().context("an answer longer than the buffer")?;
            for at in memmem::find_iter(body, MARK) {
                let (number, rest) = number(&body[at + MARK.len()..]);
                let expected = latencies.len() as u64;
                ensure!(number == expected, "event {number} came where {expected} was due");
                let (sent, _) = self::number(rest.get(1..).unwrap_or_default());
                latencies.push(now.saturating_sub(sent) as f64 / 1e3);
            }
            let last = memmem::rfind(body, b"\"last_seq\":").context("no last_seq")?;
            (self.seq, _) = number(&body[last + "\"last_seq\":".len()..]);
        }
        Ok(latencies)
    }
}

/// The number that the text begins with, and what follows.
fn number(text: &[u8]) -> (u64, &[u8]) {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value = text[..digits].iter().fold(0, |all, digit| all * 10 + u64::from(digit - b'0'));
    (value, &text[digits..])
}
