//! A room of 200: how fast everyone hears what one says, at a lively pace and at the most the
//! server sustains, beside sockets that know no store.

use std::time::Duration;

use anyhow::Result;
use serde_json::json;

use super::{Measure, Session};
use crate::baseline::Baseline;
use crate::deliveries::{Deliveries, SocketGroup};
use crate::portal::Portal;
use crate::process::Process;
use crate::report::{Row, Target, per_second};
use crate::stats::{ROUNDS, median, percentile};

/// Members in the room, all of them on a socket.
const MEMBERS: usize = 200;
/// Messages a second in a lively room.
const LIVELY: f64 = 50.0;
/// How long a pace is held.
const DURATION: Duration = Duration::from_secs(6);
/// Paces tried, messages a second, until one is too much.
const PACES: [f64; 6] = [1000.0, 2000.0, 3000.0, 3500.0, 4000.0, 5000.0];
/// A pace is sustained while the 99th of 100 hears within this, milliseconds.
const SUSTAINED: f64 = 100.0;

/// One pace: what it cost and how late it was.
struct Pace {
    p99: f64,
    cpu_us: f64,
    sent_per_second: f64,
}

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let portal = Portal::start(&session.binary, &session.subfolder("room")?, &[])?;
    let paths: Vec<_> = portal.register(MEMBERS)?.iter().map(|member| portal.socket(member)).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut members =
            SocketGroup::connect(portal.address, paths, "\"connected\"", "\"new_message\"").await?;
        let bare = Baseline::Socket.start()?;
        let strangers = vec!["/".to_owned(); MEMBERS];
        let mut strangers = SocketGroup::connect(bare.address, strangers, "", "").await?;
        let (mut lively, mut beside) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            beside.push(pace(&mut strangers, &bare.process, LIVELY).await?);
            lively.push(pace(&mut members, &portal.process, LIVELY).await?);
        }
        drop((strangers, bare));
        let mut most = None;
        for wanted in PACES {
            // One that is too much may also not be heard in time.
            let Ok(found) = pace(&mut members, &portal.process, wanted).await else { break };
            eprintln!("  {wanted}/s: p99 {:.1} ms", found.p99);
            if found.p99 >= SUSTAINED {
                break;
            }
            most = Some(found);
        }
        Ok(rows(&lively, &beside, most))
    })
}

async fn pace(sockets: &mut SocketGroup, server: &Process, per_second: f64) -> Result<Pace> {
    let receivers = sockets.len() as u64;
    let before = server.cpu_seconds();
    let deliveries: Deliveries = sockets.send_and_wait(per_second, DURATION, receivers, frame).await?;
    let spent = server.cpu_seconds() - before;
    Ok(Pace {
        p99: percentile(&deliveries.latencies(), 0.99),
        cpu_us: spent * 1e6 / (deliveries.sent * receivers) as f64,
        sent_per_second: deliveries.sent as f64 / deliveries.seconds,
    })
}

fn frame(_: usize, words: &str) -> String {
    json!({ "type": "text", "content": words }).to_string()
}

fn rows(lively: &[Pace], beside: &[Pace], most: Option<Pace>) -> Vec<Row> {
    let of = |paces: &[Pace], value: fn(&Pace) -> f64| median(&paces.iter().map(value).collect::<Vec<_>>());
    let row = |what: &str, figure: String| Row::new(Measure::Room, what, figure);
    let at = format!("{MEMBERS} members, {}", per_second(LIVELY));
    let bare = format!("{at}; bare sockets {:.2} ms", of(beside, |pace| pace.p99));
    let cost = format!("bare sockets {:.1} µs", of(beside, |pace| pace.cpu_us));
    let cpu = of(lively, |pace| pace.cpu_us);
    let sent = most.as_ref().map_or(0.0, |pace| pace.sent_per_second);
    let deliveries = per_second(sent * MEMBERS as f64);
    let heard =
        most.as_ref().map_or(String::new(), |pace| format!("p99 {:.1} ms, {deliveries} heard", pace.p99));
    vec![
        row("send to receive, p99", bare).judge(of(lively, |pace| pace.p99), " ms", Target::AtMost(3.0)),
        row("per delivery", cost).cpu(cpu).judge(cpu, " µs CPU", Target::AtMost(4.5)),
        row("most sustained", heard).cpu(most.map_or(0.0, |pace| pace.cpu_us)).judge(
            sent,
            " messages/s",
            Target::AtLeast(3500.0),
        ),
    ]
}
