//! The list of posts out of 100,000, of which each reader sees a part: beside bare hyper.
//!
//! Of two readers one is of a class with many posts and in groups and sees nearly half, the other is of a class with none
//! and in no group and sees a third. One page of the other's passes over two thousand posts that are for others.

use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::morning::token;
use super::{CELL, Measure, Session};
use crate::baseline::Baseline;
use crate::client::{self, Caller};
use crate::load::{self, Cell, Script};
use crate::portal::Portal;
use crate::post_seed::{self, Class};
use crate::report::{Row, Target, per_second};
use crate::seed;
use crate::stats::{ROUNDS, median, percentile, ratio};

/// Four classes of 99, and one of three.
const MEMBERS: usize = 4 * 99 + 3;
const POSTS: u64 = 100_000;
/// Posts on a page.
const PAGE: usize = 20;
/// Requests of each kind, one after another.
const REQUESTS: usize = 1000;
/// As in the load of plain reads.
const CONNECTIONS: usize = 64;

/// The path of a list at a turn.
type ListPath = fn(usize) -> String;

/// The lists that are measured; the last with another place at each turn.
const LISTS: [(&str, ListPath); 4] = [
    ("the newest", |_| format!("/api/community?limit={PAGE}")),
    ("hot", |_| format!("/api/community?limit={PAGE}&sort=hot")),
    ("food", |_| format!("/api/community?limit={PAGE}&type=food")),
    ("a late page", |turn| format!("/api/community?limit={PAGE}&before={}", 1_000 + turn * 7_919 % 10_000)),
];

/// After what is for others.
const AFTER_OTHERS: (&str, ListPath) = ("past 2,000 posts for others", |_| {
    format!("/api/community?limit={PAGE}&before={}", post_seed::FOR_OTHERS.end)
});

/// One list of one reader.
struct Subject<'a> {
    portal: &'a Portal,
    /// What it is called.
    name: String,
    authorization: String,
    path: ListPath,
    /// Of the CPU time, compared with hyper.
    target: Target,
    times: Vec<f64>,
    cells: Vec<Cell>,
}

impl Subject<'_> {
    fn request(&self, turn: usize) -> Vec<u8> {
        client::get(self.portal.address, &(self.path)(turn), &[("Authorization", &self.authorization)])
    }

    /// Milliseconds of requests, one after another.
    fn time(&mut self) -> Result<()> {
        let mut caller = Caller::open(self.portal.address)?;
        let posts = caller.call(&self.request(0))?.data()?["posts"].as_array().map_or(0, Vec::len);
        ensure!(posts >= PAGE, "{posts} posts on a page");
        for turn in 0..REQUESTS {
            let request = self.request(turn);
            let begun = Instant::now();
            let answer = caller.call(&request)?;
            self.times.push(begun.elapsed().as_secs_f64() * 1e3);
            ensure!(answer.status == 200, "{} to {}", answer.status, (self.path)(turn));
        }
        Ok(())
    }

    /// All connections at once.
    fn load(&mut self) -> Result<()> {
        let script = |connection: usize| -> Script {
            let (address, authorization, path) = (self.portal.address, self.authorization.clone(), self.path);
            let mut turn = connection * 1_000;
            Box::new(move |next| {
                turn += 1;
                next.extend(client::get(address, &path(turn), &[("Authorization", &authorization)]));
            })
        };
        let scripts = (0..CONNECTIONS).map(script).collect();
        self.cells.push(load::rate(self.portal.address, scripts, CELL, self.portal.cpu())?);
        Ok(())
    }

    fn rows(&self, hello_us: f64) -> [Row; 2] {
        let row = |what: String, figure: String| Row::new(Measure::Community, &what, figure);
        let p50 = format!("{} requests, p50 {:.2} ms", self.times.len(), percentile(&self.times, 0.5));
        let rate = median(&self.cells.iter().map(|cell| cell.rate).collect::<Vec<_>>());
        let (rate, cpu) = (format!("{}; hyper {hello_us:.1} µs", per_second(rate)), cpu(&self.cells));
        [
            row(format!("{}, p99", self.name), p50).judge(
                percentile(&self.times, 0.99),
                " ms",
                Target::AtMost(15.0),
            ),
            row(format!("{} : hyper", self.name), rate).cpu(cpu).judge(
                ratio(cpu, hello_us),
                "× CPU",
                self.target,
            ),
        ]
    }
}

fn cpu(cells: &[Cell]) -> f64 {
    median(&cells.iter().map(|cell| cell.cpu_us).collect::<Vec<_>>())
}

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let folder = session.subfolder("community")?;
    let portal = Portal::start(&session.binary, &folder, &[])?;
    let list = portal.set_up(MEMBERS)?;
    portal.process.stop()?;
    let database = folder.join("data/classportal.db");
    seed::add_members(&database, list.clone())?;
    let (one, other) = (list.first().context("a member")?, list.last().context("a member")?);
    let authors = list.iter().map(|(_, id)| id.clone()).filter(|id| id[2..4] != other.1[2..4]);
    let readers = vec![one.1.clone(), other.1.clone()];
    post_seed::fill(&database, Class { authors: authors.collect(), readers }, POSTS)?;

    let portal = Portal::start(&session.binary, &folder, &[])?;
    let mut subjects = Vec::new();
    for (who, reader) in [("with groups", one), ("without", other)] {
        let authorization = format!("Bearer {}", token(reader)?);
        let after_others = Some((AFTER_OTHERS, Target::None)).filter(|_| reader == other);
        let lists = LISTS.map(|list| (list, Target::AtMost(25.0)));
        subjects.extend(lists.into_iter().chain(after_others).map(|((what, path), target)| Subject {
            portal: &portal,
            name: format!("{what}, a member {who}"),
            authorization: authorization.clone(),
            path,
            target,
            times: Vec::new(),
            cells: Vec::new(),
        }));
    }
    let (hello, mut hellos) = (Baseline::Hello.start()?, Vec::new());
    let bare = client::get(hello.address, "/", &[]);
    for _ in 0..ROUNDS {
        let readers = load::readers(&bare);
        hellos.push(load::rate(hello.address, readers, CELL, || hello.process.cpu_seconds())?);
        for subject in &mut subjects {
            subject.time()?;
            subject.load()?;
        }
    }
    Ok(subjects.iter().flat_map(|subject| subject.rows(cpu(&hellos))).collect())
}
