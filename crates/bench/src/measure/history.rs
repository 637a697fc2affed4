//! A room with a million messages: a page of its history, and a search over all of it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Result, anyhow, ensure};
use kernel::app::{App, Ingredients};
use kernel::clock::Clock;
use kernel::config::Config;
use kernel::random::Random;
use kernel::user::UserId;
use social::chat::{Draft, RoomId, Wording};

use super::{Measure, Session};
use crate::client::{self, Caller};
use crate::portal::Portal;
use crate::report::{Row, Target, per_second};
use crate::stats::percentile;

const MEMBERS: usize = 50;
const MESSAGES: usize = 1_000_000;
/// Callers that fill the room, so that many messages share a commit.
const WRITERS: usize = 512;
/// Requests of each kind.
const REQUESTS: usize = 400;
/// What is said is made of these, three at a time.
const WORDS: [&str; 40] = [
    "明天",
    "数学",
    "作业",
    "写完",
    "操场",
    "食堂",
    "班长",
    "老师",
    "考试",
    "周末",
    "运动会",
    "图书馆",
    "英语",
    "背诵",
    "物理",
    "实验",
    "迟到",
    "请假",
    "值日",
    "黑板",
    "足球",
    "篮球",
    "合唱",
    "社团",
    "天气",
    "下雨",
    "雨伞",
    "午休",
    "宿舍",
    "校车",
    "试卷",
    "订正",
    "笔记",
    "课间",
    "广播",
    "体操",
    "颁奖",
    "春游",
    "相册",
    "录像",
];
/// Searched for, common and rare ones, two characters and more.
const SEARCHES: [&str; 8] = ["作业", "运动会", "图书", "雨伞", "春游 相册", "明天 数学", "校车", "学作"];

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let folder = session.subfolder("history")?;
    let portal = Portal::start(&session.binary, &folder, &[])?;
    let members = portal.register(MEMBERS)?;
    portal.process.stop()?;
    let senders: Vec<UserId> = members.iter().filter_map(|member| UserId::parse(&member.user_id)).collect();
    let filled = fill(&folder.join("data/classportal.db"), senders)?;

    let portal = Portal::start(&session.binary, &folder, &[])?;
    let token = members.first().map(|member| member.token.as_str());
    let authorization = format!("Bearer {}", token.unwrap_or_default());
    let pages = times(&portal, &authorization, |turn| {
        // Everywhere in the room, as people scroll and jump.
        let before = 1000 + (turn * 7_919 * 131) % (MESSAGES - 1000);
        format!("/api/chat/messages?room=public&limit=100&before={before}")
    })?;
    let searches = times(&portal, &authorization, |turn| {
        let wanted: String = url(SEARCHES[turn % SEARCHES.len()]);
        format!("/api/chat/search?q={wanted}")
    })?;
    let row = |what: &str, figure: String| Row::new(Measure::History, what, figure);
    let p50 = |values: &[f64]| format!("p50 {:.1} ms", percentile(values, 0.5));
    Ok(vec![
        row("filled with a million messages", per_second(filled)),
        row("a page of 100, p99", p50(&pages)).judge(percentile(&pages, 0.99), " ms", Target::AtMost(20.0)),
        row("a search, p95", p50(&searches)).judge(percentile(&searches, 0.95), " ms", Target::AtMost(50.0)),
    ])
}

/// Milliseconds of each request, one after another.
fn times(portal: &Portal, authorization: &str, path: impl Fn(usize) -> String) -> Result<Vec<f64>> {
    let mut caller = Caller::open(portal.address)?;
    let time = |turn| {
        let request = client::get(portal.address, &path(turn), &[("Authorization", authorization)]);
        let begun = Instant::now();
        let answer = caller.call(&request)?;
        ensure!(answer.status == 200, "{} to {}", answer.status, path(turn));
        Ok(begun.elapsed().as_secs_f64() * 1e3)
    };
    (0..REQUESTS).map(time).collect()
}

/// Says the million through the product's own door, without HTTP; answers messages a second.
fn fill(database: &Path, senders: Vec<UserId>) -> Result<f64> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let app = open(database).await.map_err(|error| anyhow!("{error:?}"))?;
        let (begun, next, senders) = (Instant::now(), Arc::<AtomicUsize>::default(), Arc::new(senders));
        let writers: Vec<_> =
            (0..WRITERS).map(|_| tokio::spawn(say(app.clone(), next.clone(), senders.clone()))).collect();
        for writer in writers {
            writer.await??;
        }
        let rate = MESSAGES as f64 / begun.elapsed().as_secs_f64();
        app.tasks.stop(&app.clock).await;
        app.db.close();
        Ok(rate)
    })
}

async fn open(database: &Path) -> kernel::db::DbResult<App> {
    let database = database.to_string_lossy().into_owned();
    let variables = [
        ("JWT_SECRET", "only the writer of this folder uses it"),
        ("DB_PATH", database.as_str()),
        ("RATE_LIMIT_CHAT", "0"),
    ];
    let variables: BTreeMap<String, String> =
        variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    App::build(Ingredients {
        config: Config::from_variables(variables).expect("these variables are good"),
        clock: Clock::system(),
        random: Random::system(),
        rooms: identity::ROOMS.iter().chain(social::ROOMS).copied().collect(),
        accounts: identity::accounts,
    })
    .await
}

async fn say(app: App, next: Arc<AtomicUsize>, senders: Arc<Vec<UserId>>) -> Result<()> {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= MESSAGES {
            return Ok(());
        }
        let word = |step: usize| WORDS[number.wrapping_mul(step) / 7 % WORDS.len()];
        let content = format!("{}{}{} {number}", word(11), word(101), word(1009));
        let wording = Wording { content: &content, ..Wording::default() };
        let failed = |error: kernel::ApiError| anyhow!("{error:?}");
        let draft = Draft::parse(&wording).map_err(failed)?;
        let sender = senders[number % senders.len()];
        social::chat::send(&app, sender, &RoomId::Public, &draft).await.map_err(failed)?;
    }
}

fn url(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}
