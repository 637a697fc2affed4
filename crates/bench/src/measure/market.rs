//! Back ends of installed apps beside a native route, and what installing costs.
//!
//! All of it goes through the door that members use: the release binary, one catalog in a folder, calls over HTTP. A call
//! is judged by what it takes longer than a native route that answers a row too, asked in turn over the same connection.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::{Measure, Session};
use crate::client::{self, Caller};
use crate::portal::{Member, Portal};
use crate::report::{Row, Target};
use crate::stats::{ROUNDS, median, percentile};

/// Calls of each kind in a round.
const CALLS: usize = 1000;
/// Back ends that are installed for the memory of one.
const MANY: usize = 20;
/// Files of the large package.
const FILES: usize = 300;
/// What a turn of a back end may take.
const SLICE_MS: f64 = 300.0;
/// Endless loops in a round: a fifth stops the back end.
const LOOPS: usize = 4;

const THREAD: &str = "bench-thread";
const PROCESS: &str = "bench-process";
const LARGE: &str = "bench-large";

const ROUTES: &str = r"'use strict';
const router = require('express').Router();
const db = require('../../../server/src/utils/db');
const { requireAuth } = require('../../../server/src/middleware/auth');
db.exec('CREATE TABLE IF NOT EXISTS boards (code TEXT PRIMARY KEY, board TEXT)');
db.prepare('INSERT OR IGNORE INTO boards VALUES (?, ?)').run('A', JSON.stringify(new Array(225).fill(0)));
const one = db.prepare('SELECT * FROM boards WHERE code = ?');
router.use(requireAuth);
router.get('/row', (req, res) => {
  const row = one.get('A');
  res.json({ code: 200, message: 'ok', data: { code: row.code, board: JSON.parse(row.board) } });
});
router.get('/loop', () => { for (;;) {} });
module.exports = router;
";

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let (folder, catalog) = (session.subfolder("market")?, session.subfolder("market-catalog")?);
    write_catalog(&catalog)?;
    let admin = Path::new("250101");
    let zero = Path::new("0");
    let variables = [("MARKET_SOURCES", &*catalog), ("ADMIN_USER_IDS", admin), ("RATE_LIMIT_MARKET", zero)];
    let portal = Portal::start(&session.binary, &folder, &variables)?;
    let members = portal.register(1)?;
    let [member] = &members[..] else { anyhow::bail!("one member") };
    let door = Door { address: portal.address, member };
    door.post("/api/countdown", &json!({ "title": "Exam", "target_date": "2027-06-07" }))?;

    let mut rows = vec![large(&door)?];
    let before = portal.process.resident_mb()?;
    for number in 0..MANY {
        door.install(&many(number))?;
    }
    let each = (portal.process.resident_mb()? - before) / MANY as f64;
    let row = Row::new(Measure::Market, "memory of a back end at rest", format!("{each:.2} MB"));
    rows.push(row.judge(each, " MB", Target::AtMost(3.15)));
    door.install(THREAD)?;
    door.install(PROCESS)?;
    rows.extend(calls(&door)?);
    rows.push(starts(&door)?);
    rows.extend(loops(&door)?);
    rows.push(memory_of_process(&portal)?);
    Ok(rows)
}

/// The member's way in.
struct Door<'a> {
    address: SocketAddr,
    member: &'a Member,
}

impl Door<'_> {
    fn get(&self, path: &str) -> Vec<u8> {
        client::get(self.address, path, &[("Authorization", &format!("Bearer {}", self.member.token))])
    }

    fn post(&self, path: &str, body: &Value) -> Result<Value> {
        let request = client::send(self.address, "POST", path, Some(&self.member.token), &body.to_string());
        Caller::open(self.address)?.call(&request)?.data().with_context(|| format!("POST {path}"))
    }

    fn install(&self, name: &str) -> Result<Duration> {
        let begun = Instant::now();
        self.post("/api/market/install", &json!({ "name": name }))?;
        Ok(begun.elapsed())
    }
}

/// The milliseconds that each of so many calls takes, one after the other.
fn timed(caller: &mut Caller, request: &[u8], calls: usize) -> Result<Vec<f64>> {
    let one = |_| {
        let begun = Instant::now();
        let answer = caller.call(request)?;
        ensure!(answer.status == 200, "{} {}", answer.status, String::from_utf8_lossy(&answer.body));
        Ok(begun.elapsed().as_secs_f64() * 1e3)
    };
    (0..calls).map(one).collect()
}

fn calls(door: &Door<'_>) -> Result<Vec<Row>> {
    let mut caller = Caller::open(door.address)?;
    let native = door.get("/api/countdown");
    let back_ends = [THREAD, PROCESS].map(|name| door.get(&format!("/api/{name}/row")));
    for request in back_ends.iter().chain([&native]) {
        timed(&mut caller, request, CALLS / 4)?;
    }
    let mut medians = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (request, found) in back_ends.iter().chain([&native]).zip(&mut medians) {
            found.push(median(&timed(&mut caller, request, CALLS)?));
        }
    }
    let [thread, process, native] = medians.map(|found| median(&found) * 1e3);
    let row = |what: &str, time: f64, most: f64| {
        let figure = format!("{time:.0} µs; the native route {native:.0} µs");
        Row::new(Measure::Market, what, figure).judge(time - native, " µs more", Target::AtMost(most))
    };
    Ok(vec![
        row("a call of a back end that answers a row", thread, 100.0),
        row("the same over the process mode", process, 1000.0),
    ])
}

/// A restart: the audit row, the stored pages, the engine and the files.
fn starts(door: &Door<'_>) -> Result<Row> {
    let mut times = Vec::new();
    for _ in 0..ROUNDS * 10 {
        let begun = Instant::now();
        door.post(&format!("/api/market/backends/{THREAD}/restart"), &Value::Null)?;
        times.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    let time = median(&times);
    let row = Row::new(
        Measure::Market,
        "a restart of a back end, over HTTP and with its log row",
        format!("{time:.1} ms"),
    );
    Ok(row.judge(time, " ms", Target::AtMost(3.0)))
}

/// Loops that never end, and what others notice of them.
fn loops(door: &Door<'_>) -> Result<Vec<Row>> {
    let native = door.get("/api/countdown");
    let (mut overtime, mut ratios) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let mut prober = Caller::open(door.address)?;
        let quiet = while_running(&mut prober, &native, || {
            std::thread::sleep(Duration::from_millis(1200));
            Ok(())
        })?;
        let busy = while_running(&mut prober, &native, || {
            let mut caller = Caller::open(door.address)?;
            for _ in 0..LOOPS {
                let begun = Instant::now();
                let answer = caller.call(&door.get(&format!("/api/{THREAD}/loop")))?;
                ensure!(answer.status == 500, "an endless loop was answered {}", answer.status);
                overtime.push(begun.elapsed().as_secs_f64() * 1e3 - SLICE_MS);
            }
            Ok(())
        })?;
        ratios.push(percentile(&busy, 0.99) / percentile(&quiet, 0.99));
        door.post(&format!("/api/market/backends/{THREAD}/restart"), &Value::Null)?;
    }
    let (late, ratio) = (overtime.iter().copied().fold(0.0, f64::max), median(&ratios));
    let ended = Row::new(
        Measure::Market,
        "an endless loop ends after its slice",
        format!("{late:.0} ms late at most"),
    );
    let others = Row::new(Measure::Market, "p99 of others beside endless loops", format!("{ratio:.2}×"));
    Ok(vec![ended.judge(late, " ms", Target::AtMost(100.0)), others.judge(ratio, "×", Target::AtMost(1.2))])
}

/// The milliseconds of calls one after the other while something runs.
fn while_running(
    caller: &mut Caller,
    request: &[u8],
    run: impl FnOnce() -> Result<()> + Send,
) -> Result<Vec<f64>> {
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let running = scope.spawn(|| {
            let outcome = run();
            is_over.store(true, Ordering::Relaxed);
            outcome
        });
        let mut times = Vec::new();
        while !is_over.load(Ordering::Relaxed) {
            times.extend(timed(caller, request, 10)?);
            // Others are members of a class, not a load.
            std::thread::sleep(Duration::from_millis(2));
        }
        running.join().map_err(|_| anyhow::anyhow!("a thread ended"))??;
        Ok(times)
    })
}

fn large(door: &Door<'_>) -> Result<Row> {
    let seconds = door.install(LARGE)?.as_secs_f64();
    let row = Row::new(Measure::Market, &format!("installing {FILES} files"), format!("{seconds:.2} s"));
    Ok(row.judge(seconds, " s", Target::AtMost(2.0)))
}

/// The proportional memory of the process of a back end, which it shares the binary with.
fn memory_of_process(portal: &Portal) -> Result<Row> {
    let id = portal.process.id();
    let mut found = None;
    for task in std::fs::read_dir(format!("/proc/{id}/task"))? {
        let children = std::fs::read_to_string(task?.path().join("children")).unwrap_or_default();
        for child in children.split_whitespace() {
            let rollup = std::fs::read_to_string(format!("/proc/{child}/smaps_rollup"))?;
            let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:")).context("no Pss")?;
            let kib: f64 = line.trim().trim_end_matches(" kB").parse()?;
            found = Some(kib * 1024.0 / 1e6);
        }
    }
    let mb = found.context("the back end has no process of its own")?;
    let row = Row::new(Measure::Market, "memory of the process of a back end (PSS)", format!("{mb:.1} MB"));
    Ok(row.judge(mb, " MB", Target::AtMost(12.58)))
}

fn many(number: usize) -> String {
    format!("bench-many-{number}")
}

/// A catalog with the packages of this measure.
fn write_catalog(catalog: &Path) -> Result<()> {
    let mut entries = Vec::new();
    for name in (0..MANY).map(many).chain([THREAD.to_owned()]) {
        entries.push(write_app(catalog, &name, &[], &[])?);
    }
    entries.push(write_app(catalog, PROCESS, &["api.example.org"], &[])?);
    let script = "(function () { 'use strict'; var a = { b: [1, 2, 3] }; a.b.forEach(function (c) { a.c = c; }); })();\n";
    let files: Vec<(String, String)> =
        (4..FILES).map(|number| (format!("frontend/part-{number}.js"), script.repeat(60))).collect();
    entries.push(write_app(catalog, LARGE, &[], &files)?);
    let index = json!({ "version": 3, "updated_at": "2026-09-01", "apps": entries, "plugins": [] });
    Ok(std::fs::write(catalog.join("index.json"), index.to_string())?)
}

fn write_app(catalog: &Path, name: &str, hosts: &[&str], more: &[(String, String)]) -> Result<Value> {
    let manifest = json!({
        "type": "app", "name": name, "label": name, "version": "1.0.0", "sdk": "1",
        "frontend": { "route": format!("/{name}"), "entry": "./frontend/entry.js" },
        "backend": { "mountPath": format!("/api/{name}"), "entry": "./backend/routes.js", "hosts": hosts },
    });
    let entry = format!("ServiceMarket.define({{ name: '{name}', mount: function () {{}} }});\n");
    let mut files = vec![
        ("manifest.json".to_owned(), manifest.to_string()),
        ("frontend/entry.js".to_owned(), entry),
        ("backend/routes.js".to_owned(), ROUTES.to_owned()),
    ];
    files.extend(more.iter().cloned());
    for (path, content) in &files {
        let path = catalog.join("apps").join(name).join(path);
        std::fs::create_dir_all(path.parent().context("a folder")?)?;
        std::fs::write(path, content)?;
    }
    let paths: Vec<String> = files.iter().map(|(path, _)| format!("apps/{name}/{path}")).collect();
    Ok(json!({ "name": name, "label": name, "version": "1.0.0", "description": "", "author": "", "icon": "",
               "files": paths }))
}
