//! From exec to the first healthy answer on a database in use; memory when idle; the binary's size.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use kernel::user::UserId;

use super::{Measure, Session};
use crate::message_seed;
use crate::portal::{Portal, start_timed};
use crate::report::{Row, Target};
use crate::seed;
use crate::stats::{ROUNDS, median};

/// Members of the seeded portal.
const MEMBERS: usize = 2000;
/// Each is a row of the chat and one of the event log.
const MESSAGES: usize = 50_000;
/// When an idle server has given back what its start took.
const IDLE: Duration = Duration::from_secs(10);

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let seeded = session.subfolder("seeded")?;
    let portal = Portal::start(&session.binary, &seeded, &[])?;
    let list = portal.set_up(MEMBERS)?;
    portal.process.stop()?;
    let database = seeded.join("data/classportal.db");
    let senders = list.iter().filter_map(|(_, user_id)| UserId::parse(user_id)).collect();
    seed::fill(&database, list)?;
    message_seed::fill(&message_seed::sqlite(&database), senders, MESSAGES)?;

    // Not counted: reads the binary and the database from the disk.
    start_timed(&session.binary, &seeded)?.0.process.stop()?;
    let (mut running, mut times) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let copy = session.subfolder(&format!("seeded-{round}/data"))?;
        copy_files(&seeded.join("data"), &copy)?;
        let (portal, took) = start_timed(&session.binary, copy.parent().unwrap_or(&copy))?;
        times.push(took.as_secs_f64() * 1e3);
        running.push(portal);
    }
    std::thread::sleep(IDLE);
    let memory = running.iter().map(|portal| portal.process.resident_mb()).collect::<Result<Vec<_>>>()?;
    let size = session.binary.metadata()?.len() as f64 / 1e6;
    let row = |what: &str, figure: &str| Row::new(Measure::Start, what, figure.to_owned());
    Ok(vec![
        row("exec to healthy", "2,000 members, 50,000 messages, 60,000 log rows").judge(
            median(&times),
            " ms",
            Target::AtMost(75.0),
        ),
        row("idle memory (RSS)", "10 s after the start").judge(median(&memory), " MB", Target::AtMost(25.0)),
        row("release binary", "with the web desktop").judge(size, " MB", Target::AtMost(40.0)),
    ])
}

fn copy_files(from: &Path, to: &Path) -> Result<()> {
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}
