//! A class signing in at once, while the desktops that are open go on asking for a heartbeat.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use serde_json::json;

use super::{Measure, Session};
use crate::baseline::Baseline;
use crate::client::{self, Caller};
use crate::load::{self, Script};
use crate::portal::{Member, PASSWORD};
use crate::report::{Row, Target, per_second};
use crate::stats::{ROUNDS, median, percentile, ratio};

/// Sign-ins under way at any time.
const AT_ONCE: usize = 16;
/// Longer than other cells: at 50 sign-ins a second, three seconds are few.
const DURATION: Duration = Duration::from_secs(5);
/// The prober's pace, 50 a second.
const PACE: Duration = Duration::from_millis(20);

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let (portal, members) = session.portal()?;
    let (mut bare, mut rates, mut cpu, mut p99) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        bare.push(Baseline::Hash.number()?);
        let address = portal.address;
        let scripts = scripts(address, members);
        let (cell, latencies) =
            load::run(address, scripts, DURATION, portal.cpu(), |lasting| probe(address, lasting))?;
        rates.push(cell.rate);
        cpu.push(cell.cpu_us);
        p99.push(percentile(&latencies, 0.99));
    }
    let (bare, rate) = (median(&bare), median(&rates));
    let share = format!("{rate:.1}/s, {:.2} of bare Argon2id ({bare:.1}/s)", ratio(rate, bare));
    Ok(vec![
        Row::new(Measure::Login, "50 members, 16 at once", share).cpu(median(&cpu)).judge(
            rate,
            "/s",
            Target::AtLeast(45.0),
        ),
        Row::new(
            Measure::Login,
            "heartbeat p99 meanwhile",
            format!("at {}", per_second(1.0 / PACE.as_secs_f64())),
        )
        .judge(median(&p99), " ms", Target::AtMost(30.0)),
    ])
}

/// Every connection signs its own share of the members in, so that nobody signs in twice at once.
fn scripts(address: SocketAddr, members: &[Member]) -> Vec<Script> {
    let request = |member: &Member| {
        let form = json!({ "account": member.net_name, "password": PASSWORD });
        client::send(address, "POST", "/api/auth/login", None, &form.to_string())
    };
    let script = |connection: usize| -> Script {
        let own: Vec<_> = members.iter().skip(connection).step_by(AT_ONCE).map(request).collect();
        let mut turn = 0;
        Box::new(move |next| {
            next.extend_from_slice(&own[turn % own.len()]);
            turn += 1;
        })
    };
    (0..AT_ONCE.min(members.len())).map(script).collect()
}

/// Milliseconds of heartbeats, each counted from when it was due: a late answer delays the next
/// one, and that delay must show.
fn probe(address: SocketAddr, lasting: Duration) -> Result<Vec<f64>> {
    let mut caller = Caller::open(address)?;
    let request = client::get(address, "/api/system/heartbeat", &[]);
    let begun = Instant::now();
    let mut latencies = Vec::new();
    let mut due = Duration::ZERO;
    while due < lasting {
        std::thread::sleep(due.saturating_sub(begun.elapsed()));
        let answer = caller.call(&request)?;
        ensure!(answer.status == 200, "heartbeat answers {}", answer.status);
        latencies.push((begun.elapsed() - due).as_secs_f64() * 1e3);
        due += PACE;
    }
    Ok(latencies)
}
