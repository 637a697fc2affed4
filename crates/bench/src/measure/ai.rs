//! Answers of a model, piece by piece: what the portal adds to the first token beside a minimal proxy in Express, what a
//! token costs, what a stream keeps in memory, and how soon the provider hears that a reader has left.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{Measure, Session};
use crate::client::{self, Caller};
use crate::portal::{Member, Portal};
use crate::process::{Process, installed};
use crate::repo;
use crate::report::{Row, Target};
use crate::stats::{ROUNDS, median, percentile, ratio};

/// Streams at once.
const STREAMS: usize = 100;
/// The most that a portal serves.
const MAX_STREAMS: usize = 200;
/// Tokens of an answer: three seconds of it.
const TOKENS: usize = 150;
/// Tokens a second.
const RATE: usize = 50;
/// Answers that each stream reads in a round.
const ANSWERS: usize = 2;
/// Answers that members may have at once.
const PER_MEMBER: usize = 2;
/// Tokens of the answers whose cost and memory counts: twelve seconds of them.
const LONG: usize = 600;

/// A server that streams, and how it is asked.
struct Streamer {
    address: SocketAddr,
    /// The request of each stream.
    requests: Vec<Vec<u8>>,
}

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let stub = Stub::start(&session.binary)?;
    let variables = ["250101", "127.0.0.0/8", "0"].map(Path::new);
    let variables = ["ADMIN_USER_IDS", "EGRESS_ALLOW", "RATE_LIMIT_AI"].into_iter().zip(variables);
    let variables: Vec<_> = variables.collect();
    let portal = Portal::start(&session.binary, &session.subfolder("ai")?, &variables)?;
    let members = portal.register(MAX_STREAMS / PER_MEMBER)?;
    add_models(&portal, &members[0], &stub)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut rows = vec![runtime.block_on(first_token(session, &stub, &portal, &members))?];
    rows.extend(runtime.block_on(cost(&stub, &portal, &members))?);
    Ok(rows)
}

/// Adds a model for short answers and one for long ones.
fn add_models(portal: &Portal, admin: &Member, stub: &Stub) -> Result<()> {
    for (id, tokens) in [("short", TOKENS), ("long", LONG)] {
        let model = json!({ "id": id, "api_url": format!("http://{}/v1", stub.address), "api_key": "none",
                            "model": model(tokens) });
        call(portal, admin, "POST", "/api/ai-chat/admin/models", &model)?;
    }
    Ok(())
}

fn model(tokens: usize) -> String {
    format!("stub?tokens={tokens}&rate={RATE}&usage=none")
}

fn call(portal: &Portal, member: &Member, method: &str, path: &str, body: &Value) -> Result<Value> {
    let request = client::send(portal.address, method, path, Some(&member.token), &body.to_string());
    Caller::open(portal.address)?.call(&request)?.data()
}

/// Conversations of the members, so many in all, and a question for each.
fn questions(portal: &Portal, members: &[Member], count: usize, model: &str) -> Result<Streamer> {
    let asking = (0..count).map(|n| {
        let member = &members[n / PER_MEMBER];
        let made = call(portal, member, "POST", "/api/ai-chat/conversations", &json!({}))?;
        let question = json!({ "conversation_id": made["id"], "message": "hello", "model": model });
        let path = "/api/ai-chat/chat/stream";
        Ok(client::send(portal.address, "POST", path, Some(&member.token), &question.to_string()))
    });
    Ok(Streamer { address: portal.address, requests: asking.collect::<Result<_>>()? })
}

/// The 99th percentile of the time to the first token, in turn: from the stub itself, through the proxy, through the
/// portal.
async fn first_token(session: &Session, stub: &Stub, portal: &Portal, members: &[Member]) -> Result<Row> {
    let proxy = ExpressProxy::start(session, stub)?;
    let body = json!({ "model": model(TOKENS), "stream": true, "messages": [{ "role": "user", "content": "hello" }] });
    let direct = client::send(stub.address, "POST", "/v1/chat/completions", None, &body.to_string());
    let body = json!({ "model": model(TOKENS), "message": "hello" });
    let proxied = client::send(proxy.address, "POST", "/api/ai-chat/chat/stream", None, &body.to_string());
    let (mut added, mut added_by_proxy, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let streamers = [
            Streamer { address: stub.address, requests: vec![direct.clone(); STREAMS] },
            Streamer { address: proxy.address, requests: vec![proxied.clone(); STREAMS] },
            questions(portal, members, STREAMS, "short")?,
        ];
        let mut times = Vec::new();
        for streamer in streamers {
            times.push(percentile(&read_all(streamer, ANSWERS, TOKENS).await?, 0.99));
        }
        let (by_proxy, by_portal) = (times[1] - times[0], times[2] - times[0]);
        ratios.push(ratio(by_portal, by_proxy));
        added.push(by_portal);
        added_by_proxy.push(by_proxy);
    }
    let figure = format!("portal {:.2} ms, Express {:.2} ms (p99)", median(&added), median(&added_by_proxy));
    let what = format!("added to the first token, {STREAMS} streams of {RATE} tokens/s : Express");
    Ok(Row::new(Measure::Ai, &what, figure).judge(median(&ratios), "×", Target::AtMost(0.5)))
}

/// CPU and memory of the most streams that there may be, and how soon they end upstream when all readers leave.
async fn cost(stub: &Stub, portal: &Portal, members: &[Member]) -> Result<Vec<Row>> {
    let streamer = questions(portal, members, MAX_STREAMS, "long")?;
    let (address, requests) = (streamer.address, streamer.requests.clone());
    let before = portal.process.resident_mb()?;
    let (cpu, begun) = (portal.process.cpu_seconds(), Instant::now());
    let reading = tokio::spawn(read_all(streamer, 1, LONG));
    tokio::time::sleep(Duration::from_secs(LONG as u64 / RATE as u64 - 2)).await;
    let resident = portal.process.resident_mb()?;
    reading.await??;
    let (spent, took) = (portal.process.cpu_seconds() - cpu, begun.elapsed().as_secs_f64());
    let tokens = (MAX_STREAMS * LONG) as f64;
    let each = (resident - before) * 1e6 / 1024.0 / MAX_STREAMS as f64;
    let what = format!("a token to its reader, {MAX_STREAMS} streams of {RATE} tokens/s");
    let cores = spent / took;
    let token = Row::new(Measure::Ai, &what, format!("{:.2} cores", cores)).cpu(spent * 1e6 / tokens);
    let token = token.judge(spent * 1e6 / tokens, " µs", Target::AtMost(15.0));
    let memory = Row::new(Measure::Ai, "memory of a stream", format!("{before:.0} → {resident:.0} MB"));
    let memory = memory.judge(each, " KiB", Target::AtMost(64.0));

    let mut readers = Vec::new();
    for request in &requests {
        let mut stream = TcpStream::connect(address).await?;
        stream.write_all(request).await?;
        readers.push(stream);
    }
    stub.wait_for(MAX_STREAMS)?;
    drop(readers);
    let left = Instant::now();
    stub.wait_for(0)?;
    let ended = left.elapsed().as_secs_f64() * 1000.0;
    let what = format!("{MAX_STREAMS} readers leave, until the provider is asked for nothing");
    let cancelled = Row::new(Measure::Ai, &what, String::new()).judge(ended, " ms", Target::AtMost(1000.0));
    Ok(vec![token, memory, cancelled])
}

/// Milliseconds from each question to its first token. The streams begin one after the other, spread over an answer.
async fn read_all(streamer: Streamer, answers: usize, tokens: usize) -> Result<Vec<f64>> {
    let apart = Duration::from_secs_f64(1.0 / streamer.requests.len() as f64);
    let readers = streamer.requests.into_iter().enumerate().map(|(n, request)| {
        let address = streamer.address;
        tokio::spawn(async move {
            tokio::time::sleep(apart * n as u32).await;
            let mut times = Vec::new();
            for _ in 0..answers {
                times.push(read(address, &request, tokens).await?);
            }
            anyhow::Ok(times)
        })
    });
    let readers: Vec<_> = readers.collect();
    let mut times = Vec::new();
    for reader in readers {
        times.extend(reader.await??);
    }
    Ok(times)
}

/// Reads one answer to its end, and answers how long its first token took. A connection of its own is ready before.
async fn read(address: SocketAddr, request: &[u8], tokens: usize) -> Result<f64> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let asked = Instant::now();
    stream.write_all(request).await?;
    let (mut buffer, mut first, mut tail) = (vec![0; 16 * 1024], None, Vec::new());
    let last = format!("t{} ", tokens - 1);
    loop {
        let length = stream.read(&mut buffer).await?;
        ensure!(length > 0, "an answer broke off: {}", String::from_utf8_lossy(&tail));
        tail.extend_from_slice(&buffer[..length]);
        if first.is_none() && memchr::memmem::find(&tail, b"t0 ").is_some() {
            first = Some(asked.elapsed().as_secs_f64() * 1000.0);
        }
        if memchr::memmem::find(&tail, last.as_bytes()).is_some()
            && memchr::memmem::find(&tail, b"\r\n0\r\n").is_some()
        {
            return first.context("no first token");
        }
        if tail.len() > 64 * 1024 {
            tail.drain(..32 * 1024);
        }
    }
}

/// `classportal ai-stub` in a process of its own.
struct Stub {
    address: SocketAddr,
    _process: Process,
}

impl Stub {
    fn start(binary: &Path) -> Result<Self> {
        let mut command = Command::new(binary);
        command.args(["ai-stub", "--listen", "127.0.0.1:0"]);
        let (process, address) = started(&mut command)?;
        Ok(Self { address, _process: process })
    }

    /// Waits until so many answers are being written.
    fn wait_for(&self, count: usize) -> Result<()> {
        let begun = Instant::now();
        let mut caller = Caller::open(self.address)?;
        loop {
            let answer: Value = serde_json::from_slice(&caller.get("/open")?.body)?;
            if answer["open"] == count {
                return Ok(());
            }
            ensure!(begun.elapsed() < Duration::from_secs(20), "{} answers are open", answer["open"]);
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The proxy in Express, which the packages of the web bring.
struct ExpressProxy {
    address: SocketAddr,
    _process: Process,
}

impl ExpressProxy {
    fn start(session: &Session, stub: &Stub) -> Result<Self> {
        let folder = session.subfolder("express-proxy")?;
        let script = folder.join("express-proxy.mjs");
        std::fs::write(&script, include_str!("../baseline/express-proxy.mjs"))?;
        std::os::unix::fs::symlink(repo::root().join("web/node_modules"), folder.join("node_modules"))?;
        let mut command = Command::new(installed("node").context("node is not installed")?);
        command.arg(&script).arg(format!("http://{}/v1", stub.address)).env("NODE_ENV", "production");
        let (process, address) = started(&mut command)?;
        Ok(Self { address, _process: process })
    }
}

/// Starts what prints `listening on http://…`.
fn started(command: &mut Command) -> Result<(Process, SocketAddr)> {
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut process = Process::start(command)?;
    let mut line = String::new();
    BufReader::new(process.child().stdout.take().context("no output")?).read_line(&mut line)?;
    let address =
        line.trim().strip_prefix("listening on http://").with_context(|| format!("it says {line:?}"))?;
    Ok((process, address.trim_end_matches("/v1").parse()?))
}
