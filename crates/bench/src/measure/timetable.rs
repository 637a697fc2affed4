//! The timetable: what the school clock costs, and a change of today's lessons from the request that makes it until each
//! open desktop of the class has fetched the day anew.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use futures_util::future::{join_all, try_join};
use jiff::civil::date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use school_clock::{DayChange, DayPlan, SchoolCalendar, Term, Timetable, school_clock};
use serde_json::{Value, json};

use super::{Measure, Session};
use crate::client::{self, Connection};
use crate::portal::{Member, Portal};
use crate::report::{Row, Target};
use crate::socket::{self, Receiver};
use crate::stats::percentile;

/// A class as large as its numbers allow.
const MEMBERS: usize = 99;
const DESKTOPS: usize = 200;
const CHANGES: usize = 50;
/// Questions to the clock, one for each quarter of an hour of nearly four years.
const READINGS: u32 = 140_000;

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    Ok(vec![clock()?, change(session)?])
}

/// Forty lessons a week, of which one in eight is in odd or even weeks alone.
fn week() -> Value {
    const SUBJECTS: [&str; 8] = ["语文", "数学", "英语", "物理", "化学", "体育", "音乐", "班会"];
    let lesson = |day: usize, number: usize| {
        let start = 8 + number;
        json!({ "subject": SUBJECTS[(day + number) % SUBJECTS.len()],
                "start": format!("{start:02}:00"), "end": format!("{start:02}:45") })
    };
    let schedule = |day: usize, weeks: &str, numbers: std::ops::Range<usize>| {
        json!({ "days": [day], "weeks": weeks,
                "lessons": numbers.map(|number| lesson(day, number)).collect::<Vec<_>>() })
    };
    let schedules = (1..=5).flat_map(|day| {
        [schedule(day, "all", 0..7), schedule(day, "odd", 7..8), schedule(day, "even", 8..9)]
    });
    json!({ "subjects": SUBJECTS.map(|name| json!({ "name": name, "teacher": "王老师", "room": "302" })),
            "schedules": schedules.collect::<Vec<_>>() })
}

/// The clock of a class in its fourth year: eight terms, a hundred days that differ.
fn clock() -> Result<Row> {
    let timetable: Timetable = serde_json::from_value(week())?;
    let begins = date(2022, 9, 1);
    let term = |number: i32| -> Result<Term> {
        let from = begins.checked_add(SignedDuration::from_hours(24 * 182 * i64::from(number)))?;
        Ok(Term { from, until: None, first_day: from, timetable: timetable.clone() })
    };
    let terms = (0..8).map(term).collect::<Result<_>>()?;
    let off = |number: i64| {
        let day = begins.checked_add(SignedDuration::from_hours(24 * 13 * number))?;
        Ok((day, DayChange { plan: DayPlan::Off, note: "运动会".to_owned(), from: None, until: None }))
    };
    let changes = (0..100).map(off).collect::<Result<BTreeMap<_, _>, jiff::Error>>()?;
    let calendar = SchoolCalendar::new(terms, Vec::new(), changes, Vec::new());
    let (zone, first) = (TimeZone::get("Asia/Shanghai")?, Timestamp::from_second(1_662_000_000)?);
    let from = Instant::now();
    for quarter in 0..READINGS {
        let instant = first.checked_add(SignedDuration::from_secs(900 * i64::from(quarter)))?;
        black_box(school_clock(&calendar, &zone, black_box(instant)));
    }
    let took = from.elapsed().as_secs_f64() * 1e6 / f64::from(READINGS);
    let figure = format!("{READINGS} instants of four years, eight terms, a hundred days off");
    Ok(Row::new(Measure::Timetable, "school clock", figure).judge(took, " µs", Target::AtMost(5.0)))
}

/// An open desktop: it hears that the timetable changed and asks for the day.
struct Desktop {
    receiver: Receiver,
    connection: Connection,
    token: String,
}

impl Desktop {
    async fn open(portal: &Portal, member: &Member) -> Result<Self> {
        let (_, mut receiver) = socket::open(portal.address, &portal.socket(member)).await?;
        receiver.until(|text| is_of(text, "\"connected\"")).await?;
        let connection = Connection::open(portal.address).await?;
        Ok(Self { receiver, connection, token: member.token.clone() })
    }

    /// Waits for the change with this note; answers after how many milliseconds the day was there.
    async fn hear(&mut self, portal: &Portal, from: Instant, day: &str, note: &str) -> Result<f64> {
        self.receiver.until(|text| is_of(text, "\"timetable_changed\"")).await?;
        let path = format!("/api/timetable/days?from={day}&until={day}");
        let token = format!("Bearer {}", self.token);
        let request = client::get(portal.address, &path, &[("Authorization", &token)]);
        let status = self.connection.call(&request).await?;
        let took = from.elapsed().as_secs_f64() * 1e3;
        ensure!(status == 200, "a day is answered {status}");
        let answer: Value = serde_json::from_slice(self.connection.body().context("a day")?)?;
        ensure!(answer["data"]["days"][0]["note"] == note, "a day as it was before its change");
        Ok(took)
    }
}

fn is_of(text: &[u8], kind: &str) -> bool {
    text.windows(kind.len()).any(|piece| piece == kind.as_bytes())
}

fn change(session: &mut Session) -> Result<Row> {
    let admin = [("ADMIN_USER_IDS", "250101".as_ref())];
    let portal = Portal::start(&session.binary, &session.subfolder("timetable")?, &admin)?;
    let members = portal.register(MEMBERS)?;
    let author = members.first().context("no member")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut staff = Connection::open(portal.address).await?;
        let token = Some(author.token.as_str());
        let new = json!({ "owner": "class", "class": "01", "name": "高一上", "from": "2026-09-01", "timetable": week() });
        let request = client::send(portal.address, "POST", "/api/timetable", token, &new.to_string());
        ensure!(staff.call(&request).await? == 200, "no timetable was made");
        let mut desktops = Vec::with_capacity(DESKTOPS);
        for member in members.iter().cycle().take(DESKTOPS) {
            desktops.push(Desktop::open(&portal, member).await?);
        }
        let (mut all, mut last) = (Vec::new(), Vec::new());
        let spent = portal.process.cpu_seconds();
        for number in 0..CHANGES {
            let (day, note) = (format!("2026-10-{:02}", number % 28 + 1), format!("调课 {number}"));
            let plan = json!({ "plan": "as_day", "day": 1, "note": note });
            let body = json!({ "class": "01", "days": [{ "date": day, "change": plan }] }).to_string();
            let request = client::send(portal.address, "PUT", "/api/timetable/days", token, &body);
            let from = Instant::now();
            let save = async {
                let status = staff.call(&request).await?;
                ensure!(status == 200, "a change is answered {status}");
                Ok(())
            };
            let hear = async {
                let heard = desktops.iter_mut().map(|desktop| desktop.hear(&portal, from, &day, &note));
                join_all(heard).await.into_iter().collect::<Result<Vec<f64>>>()
            };
            let ((), heard) = try_join(save, hear).await?;
            last.push(heard.iter().copied().fold(0.0, f64::max));
            all.extend(heard);
        }
        let cpu_us = (portal.process.cpu_seconds() - spent) * 1e6 / (CHANGES * DESKTOPS) as f64;
        let figure = format!(
            "{CHANGES} changes to {DESKTOPS} desktops, p50 {:.1} ms, the last of {DESKTOPS} {:.1} ms",
            percentile(&all, 0.5),
            percentile(&last, 0.5)
        );
        let row = Row::new(Measure::Timetable, "changed to fetched, p99", figure).cpu(cpu_us);
        Ok(row.judge(percentile(&all, 0.99), " ms", Target::AtMost(300.0)))
    })
}
