//! Durable single-row writes: how many acknowledged commits one `fdatasync` of this disk pays for.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use kernel::db::Db;
use kernel::p;
use serde_json::json;

use super::{CELL, Measure, Session};
use crate::client;
use crate::load::{self, Cell, Script};
use crate::machine::syncs_per_second;
use crate::portal::Member;
use crate::process::own_cpu_seconds;
use crate::report::{Row, Target, per_second};
use crate::seed::{self, COUNTDOWN, countdown_id};
use crate::stats::{ROUNDS, median, ratio};

/// Callers over HTTP, each a member of its own.
const CALLERS: usize = 16;
/// Callers in this process.
const TASKS: usize = 64;
/// How long the disk alone is measured before each cell.
const BARE: Duration = Duration::from_secs(2);

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let folder = session.folder().to_owned();
    let (portal, members) = session.portal()?;
    let (mut http, mut inside) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let syncs = syncs_per_second(&folder, BARE)?;
        let scripts = scripts(portal.address, members, round);
        http.push((syncs, load::rate(portal.address, scripts, CELL, portal.cpu())?));
        let syncs = syncs_per_second(&folder, BARE)?;
        inside.push((syncs, in_process(&folder.join(format!("inside-{round}.db")))?));
    }
    Ok(vec![row("16 callers over HTTP", &http, 0.75), row("64 callers in process", &inside, 3.0)])
}

fn row(what: &str, rounds: &[(f64, Cell)], limit: f64) -> Row {
    let of = |value: fn(&(f64, Cell)) -> f64| median(&rounds.iter().map(value).collect::<Vec<_>>());
    // Each round against the disk as it was just before: disks drift more than anything else here.
    let judged = of(|(syncs, cell)| ratio(cell.rate, *syncs));
    let figure =
        format!("{}, disk {}", per_second(of(|(_, cell)| cell.rate)), per_second(of(|(syncs, _)| *syncs)));
    Row::new(Measure::Writes, what, figure).cpu(of(|(_, cell)| cell.cpu_us)).judge(
        judged,
        " commits per fdatasync",
        Target::AtLeast(limit),
    )
}

/// Each caller creates and deletes in turn: both are durable, and nobody ever has too many.
fn scripts(address: SocketAddr, members: &[Member], round: usize) -> Vec<Script> {
    let script = |(caller, member): (usize, &Member)| -> Script {
        let token = member.token.clone();
        let mut turn = 0_i64;
        Box::new(move |next| {
            let id = countdown_id(caller + round * CALLERS, turn / 2);
            let request = if turn % 2 == 0 {
                let body = json!({ "id": id, "title": "Exam", "target_date": "2027-06-07" }).to_string();
                client::send(address, "POST", "/api/countdown", Some(&token), &body)
            } else {
                client::send(address, "DELETE", &format!("/api/countdown/{id}"), Some(&token), "")
            };
            next.extend_from_slice(&request);
            turn += 1;
        })
    };
    members.iter().take(CALLERS).enumerate().map(script).collect()
}

/// The same durability without HTTP: callers on the product's write queue.
fn in_process(path: &Path) -> Result<Cell> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let db = seed::open(path).await?;
        let done = Arc::new(AtomicU64::new(0));
        let tasks: Vec<_> =
            (0..TASKS).map(|task| tokio::spawn(insert(db.clone(), task, done.clone()))).collect();
        tokio::time::sleep(Duration::from_secs(1)).await;
        let (begun, before, spent) = (Instant::now(), done.load(Ordering::Relaxed), own_cpu_seconds());
        tokio::time::sleep(CELL).await;
        let written = (done.load(Ordering::Relaxed) - before) as f64;
        let cell = Cell {
            rate: written / begun.elapsed().as_secs_f64(),
            cpu_us: (own_cpu_seconds() - spent) * 1e6 / written.max(1.0),
        };
        db.close();
        for task in tasks {
            task.await?;
        }
        if written == 0.0 { Err(anyhow!("nothing was written")) } else { Ok(cell) }
    })
}

/// Writes one row after another until the database is closed.
async fn insert(db: Db, task: usize, done: Arc<AtomicU64>) {
    let mut turn = 0;
    loop {
        let row = p![countdown_id(task, turn), "250101", 1_790_000_000_000_i64];
        if db.exec(&COUNTDOWN, row).await.is_err() {
            return;
        }
        done.fetch_add(1, Ordering::Relaxed);
        turn += 1;
    }
}
