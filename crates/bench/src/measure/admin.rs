//! The administration of a school of 10,000: pages of the list, searches in it, a ban of everyone.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::{Measure, Session};
use crate::client::{self, Caller};
use crate::portal::Portal;
use crate::report::{Row, Target};
use crate::seed;
use crate::stats::{median, percentile};

const MEMBERS: usize = 10_000;
/// Requests of each kind.
const REQUESTS: usize = 400;
/// Bans of everyone.
const BANS: usize = 5;
const SURNAMES: [&str; 40] = [
    "王", "李", "张", "刘", "陈", "杨", "黄", "赵", "吴", "周", "徐", "孙", "马", "朱", "胡", "郭", "何",
    "高", "林", "罗", "郑", "梁", "谢", "宋", "唐", "许", "韩", "冯", "邓", "曹", "彭", "曾", "萧", "田",
    "董", "袁", "潘", "欧阳", "上官", "司徒",
];
const GIVEN: [&str; 16] =
    ["子", "梓", "雨", "一", "思", "佳", "浩", "宇", "欣", "诗", "嘉", "俊", "文", "晨", "涵", "明"];
/// What people look for: names whole and in part, numbers, other widths and cases, nobody.
const SEARCHES: [&str; 10] =
    ["王", "涵", "欧阳子", "司徒明涵", "2507", "０７０１", "MEMBER2", "member259", "诗雨", "nobody"];

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let folder = session.subfolder("admin")?;
    let admin = [("ADMIN_USER_IDS", Path::new("250101"))];
    let portal = Portal::start(&session.binary, &folder, &admin)?;
    let token = portal.register(1)?.pop().context("no member")?.token;
    portal.process.stop()?;
    seed::add_members(&folder.join("data/classportal.db"), people())?;

    let portal = Portal::start(&session.binary, &folder, &admin)?;
    let mut staff = Staff { caller: Caller::open(portal.address)?, portal: &portal, token };
    let total = staff.get("/api/admin/users?limit=1")?["total"].as_u64();
    ensure!(total == Some(MEMBERS as u64 + 1), "{total:?} members are listed");
    ensure!(
        staff.get("/api/admin/users?search=%E6%AC%A7%E9%98%B3")?["total"] == 250,
        "a search that misses some"
    );
    let searches = staff.times(|turn| {
        let wanted: String =
            SEARCHES[turn % SEARCHES.len()].bytes().map(|byte| format!("%{byte:02X}")).collect();
        format!("/api/admin/users?search={wanted}&page={}&limit=50", 1 + turn % 3)
    })?;
    let pages = staff.times(|turn| format!("/api/admin/users?page={}&limit=50", 200 - turn % 100))?;
    let mut bans = Vec::new();
    for _ in 0..BANS {
        bans.push(staff.bulk("disabled")?);
        bans.push(staff.bulk("active")?);
    }
    let row = |what: &str, figure: String| Row::new(Measure::Admin, what, figure);
    let list = |what: &str, times: &[f64]| {
        let figure = format!("{REQUESTS} requests, p50 {:.1} ms", percentile(times, 0.5));
        row(what, figure).judge(percentile(times, 0.99), " ms", Target::AtMost(20.0))
    };
    let slowest = bans.iter().copied().fold(0.0, f64::max);
    Ok(vec![
        list("a search among 10,000 members, p99", &searches),
        list("a page deep in their list, p99", &pages),
        row(
            "all disabled or let in again, the slowest",
            format!("{} times, p50 {:.2} s", bans.len(), median(&bans)),
        )
        .judge(slowest, " s", Target::AtMost(1.0)),
    ])
}

/// Real names, all different, with numbers of two years.
fn people() -> Vec<(String, String)> {
    let pick = |words: &[&'static str], n: usize| words[n % words.len()];
    let person = |n: usize| {
        let name = [pick(&SURNAMES, n), pick(&GIVEN, n / 40), pick(&GIVEN, n / 640)].concat();
        // After the class that registers; a year has 99 classes of 99.
        let place = n + 99;
        let (year, place) = if place < 9801 { (25, place) } else { (24, place - 9801) };
        (name, format!("{year}{:02}{:02}", place / 99 + 1, place % 99 + 1))
    };
    (0..MEMBERS).map(person).collect()
}

/// An admin with a connection.
struct Staff<'a> {
    caller: Caller,
    portal: &'a Portal,
    token: String,
}

impl Staff<'_> {
    fn get(&mut self, path: &str) -> Result<Value> {
        let authorization = format!("Bearer {}", self.token);
        let request = client::get(self.portal.address, path, &[("Authorization", &authorization)]);
        self.caller.call(&request)?.data().with_context(|| path.to_owned())
    }

    /// Milliseconds of one request after the other.
    fn times(&mut self, path: impl Fn(usize) -> String) -> Result<Vec<f64>> {
        let authorization = format!("Bearer {}", self.token);
        let mut time = |turn: usize| {
            let request = client::get(self.portal.address, &path(turn), &[("Authorization", &authorization)]);
            let begun = Instant::now();
            let answer = self.caller.call(&request)?;
            let took = begun.elapsed().as_secs_f64() * 1e3;
            ensure!(answer.status == 200, "{} to {}", answer.status, path(turn));
            Ok(took)
        };
        // The first ones warm up what a school has warm all day.
        (0..REQUESTS / 10).try_for_each(|turn| time(turn).map(drop))?;
        (0..REQUESTS).map(time).collect()
    }

    /// Seconds of a change of all but the admin.
    fn bulk(&mut self, status: &str) -> Result<f64> {
        let body = json!({ "user_ids": "all", "status": status }).to_string();
        let path = "/api/admin/users/bulk-status";
        let request = client::send(self.portal.address, "POST", path, Some(&self.token), &body);
        let begun = Instant::now();
        let data = self.caller.call(&request)?.data()?;
        let took = begun.elapsed().as_secs_f64();
        ensure!(data["affected"] == MEMBERS, "{} changed", data["affected"]);
        Ok(took)
    }
}
