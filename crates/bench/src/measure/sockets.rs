//! Ten thousand open sockets: what each costs while nothing happens, and how soon all of them have
//! heard something.

use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::json;

use super::{Measure, Session};
use crate::deliveries::SocketGroup;
use crate::portal::Portal;
use crate::report::{Row, Target};
use crate::stats::percentile;

/// Open at once; each member has 25 devices, fewer than the server lets one have.
const SOCKETS: usize = 10_000;
const MEMBERS: usize = 400;
/// Said to all of them, this far apart.
const MESSAGES: f64 = 100.0;
const PER_SECOND: f64 = 4.0;

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let hold = session.hold;
    let portal = Portal::start(&session.binary, &session.subfolder("sockets")?, &[])?;
    let members = portal.register(MEMBERS)?;
    let paths: Vec<_> = members.iter().cycle().take(SOCKETS).map(|member| portal.socket(member)).collect();
    let before = portal.process.resident_mb()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut sockets =
            SocketGroup::connect(portal.address, paths, "\"connected\"", "\"new_message\"").await?;
        let (begun, spent) = (Instant::now(), portal.process.cpu_seconds());
        tokio::time::sleep(hold).await;
        let idle = (portal.process.cpu_seconds() - spent) / begun.elapsed().as_secs_f64();
        let full = portal.process.resident_mb()?;
        let lasting = Duration::from_secs_f64(MESSAGES / PER_SECOND);
        let frame = |_: usize, words: &str| json!({ "type": "text", "content": words }).to_string();
        // Fails when one was dropped: every message is waited for at every socket.
        let deliveries = sockets.send_and_wait(PER_SECOND, lasting, SOCKETS as u64, frame).await?;
        let each = (full - before) * 1e6 / 1024.0 / SOCKETS as f64;
        let row = |what: &str, figure: String| Row::new(Measure::Sockets, what, figure);
        let held = format!("10,000 sockets held {} s, {idle:.3} cores", hold.as_secs());
        let broadcasts = format!("{MESSAGES} messages to 10,000 sockets");
        Ok(vec![
            row("idle memory of one", held).judge(each, " KiB", Target::AtMost(8.0)),
            row("memory of all (RSS)", format!("{before:.1} MB without")).judge(
                full,
                " MB",
                Target::AtMost(110.0),
            ),
            row("last arrival, p99", broadcasts).judge(
                percentile(&deliveries.last_arrivals(), 0.99),
                " ms",
                Target::AtMost(65.0),
            ),
        ])
    })
}
