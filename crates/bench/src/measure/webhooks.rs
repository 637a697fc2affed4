//! Webhooks: what a signed inbound one costs beside a request that reads no row, what outbound ones add to the message
//! that causes them, and how fast they reach a sink that answers at once.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{CELL, Measure, Session};
use crate::client::{self, Caller};
use crate::load::{self, Cell, Script};
use crate::portal::{Member, Portal};
use crate::report::{Row, Target, per_second};
use crate::stats::{ROUNDS, median, ratio};

/// Callers that write, each a member of its own.
const CALLERS: usize = 16;
/// Deliveries whose time counts.
const DELIVERIES: u64 = 10_000;
/// How long they may take.
const PATIENCE: Duration = Duration::from_secs(120);
/// Messages of each of them that are paid for together.
const MESSAGES: usize = 1000;
/// Times that messages are sent with deliveries and without.
const PAIRS: usize = 6;
/// Deliveries are made a second after their cause.
const BEHIND: Duration = Duration::from_secs(3);

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let variables = ["250101", "127.0.0.0/8", "0"].map(Path::new);
    let variables = ["ADMIN_USER_IDS", "EGRESS_ALLOW", "RATE_LIMIT_WEBHOOK"].into_iter().zip(variables);
    let variables: Vec<_> = variables.collect();
    let portal = Portal::start(&session.binary, &session.subfolder("webhooks")?, &variables)?;
    let members = portal.register(CALLERS + 1)?;
    let (owner, speakers) = members.split_first().context("no owner")?;
    let sink = Sink::start()?;
    let mut rows = inbound(&portal, owner)?;
    rows.extend(outbound(&portal, owner, speakers, &sink)?);
    Ok(rows)
}

/// A request of the owner's.
fn call(portal: &Portal, owner: &Member, method: &str, path: &str, body: &Value) -> Result<Value> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let request = client::send(portal.address, method, path, Some(&owner.token), &body);
    Caller::open(portal.address)?.call(&request)?.data()
}

fn of(cells: &[Cell], value: fn(&Cell) -> f64) -> f64 {
    median(&cells.iter().map(value).collect::<Vec<_>>())
}

fn inbound(portal: &Portal, owner: &Member) -> Result<Vec<Row>> {
    let wanted = json!({ "name": "bench", "scopes": ["data:write"] });
    let issued = call(portal, owner, "POST", "/api/integrations/tokens", &wanted)?;
    let bearer = format!("Bearer {}", owner.token);
    let status = client::get(portal.address, "/api/auth/check-status", &[("Authorization", &bearer)]);
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        reads.push(load::rate(portal.address, load::readers(&status), CELL, portal.cpu())?);
        let scripts = (0..CALLERS).map(|caller| signed(portal.address, &issued, caller)).collect();
        writes.push(load::rate(portal.address, scripts, CELL, portal.cpu())?);
    }
    let cpu = of(&writes, |cell| cell.cpu_us);
    let figure = format!(
        "{}, check-status {:.0} µs",
        per_second(of(&writes, |cell| cell.rate)),
        of(&reads, |cell| cell.cpu_us)
    );
    let judged = ratio(cpu, of(&reads, |cell| cell.cpu_us));
    let row = Row::new(Measure::Webhooks, "signed data.set, durable : check-status", figure);
    Ok(vec![row.cpu(cpu).judge(judged, "× CPU", Target::AtMost(3.0))])
}

/// Each request is signed at a time of its own, so none is a copy.
fn signed(address: SocketAddr, issued: &Value, caller: usize) -> Script {
    let text = |name: &str| issued[name].as_str().unwrap_or_default().to_owned();
    let (token, key) = (text("token"), hex::encode(Sha256::digest(text("secret"))));
    let mut turn = 0_u64;
    Box::new(move |next| {
        turn += 1;
        let body = json!({ "key": format!("{caller}"), "value": turn }).to_string();
        let now =
            SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis()).to_string();
        let mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("a key of any length");
        let signature = mac.chain_update(format!("{now}.{body}")).finalize().into_bytes();
        let head = format!(
            "POST /api/integrations/webhook HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
             X-Service-Token: {token}\r\nX-Service-Timestamp: {now}\r\nX-Service-Event: data.set\r\n\
             X-Service-Signature: sha256={}\r\nContent-Length: {}\r\n\r\n{body}",
            hex::encode(signature),
            body.len()
        );
        next.extend_from_slice(head.as_bytes());
    })
}

fn outbound(portal: &Portal, owner: &Member, speakers: &[Member], sink: &Sink) -> Result<Vec<Row>> {
    let service = |act: &str| {
        call(portal, owner, "POST", &format!("/api/admin/process/webhook-sender/{act}"), &Value::Null)
    };
    service("stop")?;
    let wanted = json!({ "name": "bench", "scopes": ["message:read"], "webhookUrl": format!("http://{}/", sink.address) });
    let issued = call(portal, owner, "POST", "/api/integrations/tokens", &wanted)?;
    let path = format!("/api/integrations/tokens/{}", issued["id"]);
    let (mut without, mut with, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for pair in 0..PAIRS {
        // A message costs more with each one before it, because the index of the search grows: neither may always be last.
        for active in if pair % 2 == 0 { [false, true] } else { [true, false] } {
            call(portal, owner, "PUT", &path, &json!({ "active": active }))?;
            if active { &mut with } else { &mut without }.push(cost_of_messages(portal, speakers)?);
        }
        ratios.push(ratio(with[pair], without[pair]));
    }
    let figure = format!("{PAIRS} pairs, without {:.0} µs", median(&without));
    let added = Row::new(Measure::Webhooks, "a message with a delivery made of it : without", figure);
    let added = added.cpu(median(&with)).judge(median(&ratios), "× CPU", Target::AtMost(1.1));

    call(portal, owner, "PUT", &path, &json!({ "active": true }))?;
    let (begun, before) = (Instant::now(), portal.process.cpu_seconds());
    service("start")?;
    while sink.received() < DELIVERIES {
        ensure!(begun.elapsed() < PATIENCE, "{} of {DELIVERIES} deliveries", sink.received());
        std::thread::sleep(Duration::from_millis(2));
    }
    let (took, received) = (begun.elapsed(), sink.received() as f64);
    let spent = portal.process.cpu_seconds() - before;
    ensure!(!sink.is_disordered.load(Ordering::Relaxed), "deliveries came out of their order");
    let rate = received / took.as_secs_f64();
    let sent = Row::new(Measure::Webhooks, "deliveries of one integration, in order", per_second(rate));
    let sent = sent.cpu(spent * 1e6 / received).judge(rate, " deliveries/s", Target::AtLeast(1000.0));
    Ok(vec![added, sent])
}

/// CPU microseconds of the server for a message, with all that follows it a second later.
fn cost_of_messages(portal: &Portal, speakers: &[Member]) -> Result<f64> {
    let before = portal.process.cpu_seconds();
    std::thread::scope(|scope| {
        let speakers: Vec<_> =
            speakers.iter().map(|speaker| scope.spawn(|| speak(portal.address, speaker))).collect();
        speakers.into_iter().try_for_each(|speaker| speaker.join().expect("a speaker panicked"))
    })?;
    std::thread::sleep(BEHIND);
    let spent = portal.process.cpu_seconds() - before;
    Ok(spent * 1e6 / (speakers.len() * MESSAGES) as f64)
}

fn speak(address: SocketAddr, speaker: &Member) -> Result<()> {
    let body = json!({ "room": "public", "content": "What does the third exercise ask for?" }).to_string();
    let request = client::send(address, "POST", "/api/chat/messages", Some(&speaker.token), &body);
    let mut caller = Caller::open(address)?;
    for _ in 0..MESSAGES {
        caller.call(&request)?.data()?;
    }
    Ok(())
}

/// Answers every webhook at once, and looks at the order of their events.
struct Sink {
    address: SocketAddr,
    received: Arc<AtomicU64>,
    is_disordered: Arc<AtomicBool>,
}

impl Sink {
    fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let sink =
            Self { address: listener.local_addr()?, received: Arc::default(), is_disordered: Arc::default() };
        let (received, is_disordered) = (sink.received.clone(), sink.is_disordered.clone());
        std::thread::Builder::new().spawn(move || {
            let mut last = 0;
            for stream in listener.incoming().map_while(Result::ok) {
                // One after the other, as the deliveries of one integration come.
                let _ = serve(stream, &received, &is_disordered, &mut last);
            }
        })?;
        Ok(sink)
    }

    fn received(&self) -> u64 {
        self.received.load(Ordering::Relaxed)
    }
}

fn serve(
    mut stream: TcpStream,
    received: &AtomicU64,
    is_disordered: &AtomicBool,
    last: &mut u64,
) -> Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            ensure!(reader.read_line(&mut line)? > 0, "closed");
            match line.trim_end().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.parse()?
                }
                None if line.trim_end().is_empty() => break,
                // Another header, or the request line.
                _ => {}
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        let event: Value = serde_json::from_slice(&body)?;
        let at: u64 = event["timestamp"].as_str().context("no time")?.parse()?;
        if at < *last {
            is_disordered.store(true, Ordering::Relaxed);
        }
        *last = at;
        received.fetch_add(1, Ordering::Relaxed);
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")?;
    }
}
