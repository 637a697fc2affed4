//! The search over half a million messages, on both engines: how long an answer takes, and how far the index is behind
//! while 500 messages come in a second.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use kernel::user::UserId;
use serde_json::json;

use super::history::times;
use super::{Measure, Session};
use crate::client::{self, Caller};
use crate::message_seed::{self, Filled};
use crate::portal::{Member, Portal};
use crate::process::installed;
use crate::report::{Row, Target, per_second};
use crate::schema::Schema;
use crate::stats::percentile;

const MEMBERS: usize = 50;
const MESSAGES: usize = 500_000;
/// Searched for, common and rare ones, two characters and more, one that nothing has.
const SEARCHES: [&str; 8] = ["作业", "运动会", "图书", "雨伞", "春游 相册", "明天 数学", "校车", "学作"];
/// Messages a second while the index is followed.
const RATE: u32 = 500;
/// How long.
const SECONDS: u32 = 5;
/// What the index has not taken in by then it never does.
const TIMEOUT: Duration = Duration::from_secs(60);

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let file = session.subfolder("search-sqlite")?.join("data/classportal.db");
    let mut rows = on_engine(session, "SQLite", message_seed::sqlite(&file))?;
    let server = std::env::var("TEST_DATABASE_URL").ok();
    if let (Some(server), Some(psql)) = (server, installed("psql")) {
        let schema = Schema::new(psql.as_path(), &server)?;
        rows.extend(on_engine(session, "PostgreSQL", ("DATABASE_URL", schema.url.clone()))?);
    } else {
        let why = "TEST_DATABASE_URL is not set, or psql is not installed";
        rows.push(Row::new(Measure::Search, "skipped on PostgreSQL", why.to_owned()));
    }
    Ok(rows)
}

fn on_engine(session: &mut Session, engine: &str, database: (&'static str, String)) -> Result<Vec<Row>> {
    let folder = session.subfolder(&format!("search-{}", engine.to_lowercase()))?;
    let variables = [
        (database.0, Path::new(&database.1)),
        ("DATA_KEY", "a key of these minutes, of thirty-two bytes".as_ref()),
    ];
    let portal = Portal::start(&session.binary, &folder, &variables)?;
    let members = portal.register(MEMBERS)?;
    portal.process.stop()?;
    let senders: Vec<UserId> = members.iter().filter_map(|member| UserId::parse(&member.user_id)).collect();
    let Filled { indexed, .. } = message_seed::fill(&database, senders, MESSAGES)?;

    let portal = Portal::start(&session.binary, &folder, &variables)?;
    let authorization = format!("Bearer {}", members[0].token);
    let of_all = times(&portal, &authorization, |turn| {
        format!("/api/search?q={}", url(SEARCHES[turn % SEARCHES.len()]))
    })?;
    let of_chat = times(&portal, &authorization, |turn| {
        format!("/api/chat/search?q={}", url(SEARCHES[turn % SEARCHES.len()]))
    })?;
    let behind = behind(&portal, &members, &authorization)?;
    portal.process.stop()?;
    let row = |what: &str, figure: String| Row::new(Measure::Search, &format!("{what}, {engine}"), figure);
    let p50 = |values: &[f64]| format!("p50 {:.1} ms", percentile(values, 0.5));
    Ok(vec![
        row("taken into the index", per_second(indexed)),
        row("a search in everything, p95", p50(&of_all)).judge(
            percentile(&of_all, 0.95),
            " ms",
            Target::AtMost(50.0),
        ),
        row("a search in the chat, p95", p50(&of_chat)).judge(
            percentile(&of_chat, 0.95),
            " ms",
            Target::AtMost(50.0),
        ),
        row("until the last of 500 messages a second is found", format!("{behind:.2} s")).judge(
            behind,
            " s",
            Target::AtMost(2.0),
        ),
    ])
}

/// Seconds from the answer to the last of many messages until the search of everything finds it.
fn behind(portal: &Portal, members: &[Member], authorization: &str) -> Result<f64> {
    let (begun, every) = (Instant::now(), Duration::from_secs(1) / RATE);
    let mut callers = members
        .iter()
        .map(|member| Ok((Caller::open(portal.address)?, member)))
        .collect::<Result<Vec<_>>>()?;
    let mut last = String::new();
    for number in 0..RATE * SECONDS {
        let due = begun + every * number;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        last = format!("newest{number}");
        let (caller, member) = &mut callers[number as usize % MEMBERS];
        let body = json!({ "room": "public", "content": format!("明天交作业 {last}") }).to_string();
        let request = client::send(portal.address, "POST", "/api/chat/messages", Some(&member.token), &body);
        caller.call(&request)?.data()?;
    }
    let (sent, mut caller) = (Instant::now(), Caller::open(portal.address)?);
    let path = format!("/api/search?q={last}&kind=message");
    let request = client::get(portal.address, &path, &[("Authorization", authorization)]);
    while caller.call(&request)?.data()?["kinds"].as_array().is_none_or(Vec::is_empty) {
        ensure!(sent.elapsed() < TIMEOUT, "the index does not follow");
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(sent.elapsed().as_secs_f64())
}

fn url(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}
