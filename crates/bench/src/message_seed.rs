//! What members have said in a portal that has been in use.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Result, anyhow};
use kernel::app::{App, AppParts};
use kernel::clock::Clock;
use kernel::random::Random;
use kernel::user::UserId;
use social::chat::{Draft, DraftFields, RoomId};

/// Callers at once, so that many messages share a commit.
const WRITERS: usize = 512;
/// What is said is made of these, three at a time.
pub const WORDS: [&str; 40] = [
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

/// How fast a portal was filled.
#[derive(Clone, Copy, Debug)]
pub struct Filled {
    /// Messages a second.
    pub sent: f64,
    /// Messages a second that the search has taken in, afterwards.
    pub indexed: f64,
}

/// Where the messages go, as the variable of the portal that says so.
pub fn sqlite(file: &Path) -> (&'static str, String) {
    ("DB_PATH", file.to_string_lossy().into_owned())
}

/// Sends so many messages to the public room of a portal that is not running, through the product's own
/// send function and without HTTP, and then lets the search take them in.
pub fn fill(database: &(&str, String), senders: Vec<UserId>, messages: usize) -> Result<Filled> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let app = open(database).await.map_err(|error| anyhow!("{error:?}"))?;
        let (begun, next, senders) = (Instant::now(), Arc::<AtomicUsize>::default(), Arc::new(senders));
        let writers: Vec<_> = (0..WRITERS)
            .map(|_| tokio::spawn(send_messages(app.clone(), next.clone(), senders.clone(), messages)))
            .collect();
        for writer in writers {
            writer.await??;
        }
        let sent = messages as f64 / begun.elapsed().as_secs_f64();
        let begun = Instant::now();
        search::catch_up(&app).await;
        let indexed = messages as f64 / begun.elapsed().as_secs_f64();
        app.tasks.stop(&app.clock).await;
        app.db.close();
        Ok(Filled { sent, indexed })
    })
}

async fn open(database: &(&str, String)) -> kernel::db::DbResult<App> {
    let variables = [
        ("JWT_SECRET", "only the writer of this folder uses it"),
        (database.0, database.1.as_str()),
        ("RATE_LIMIT_CHAT", "0"),
    ];
    let variables: BTreeMap<String, String> =
        variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let features: Vec<_> =
        [identity::FEATURES, search::FEATURES, moderation::FEATURES, social::FEATURES].concat();
    App::build(AppParts {
        config: kernel::feature::config(&variables, &features).expect("these variables are good"),
        clock: Clock::system(),
        random: Random::system(),
        features,
        accounts: identity::accounts,
    })
    .await
}

async fn send_messages(
    app: App,
    next: Arc<AtomicUsize>,
    senders: Arc<Vec<UserId>>,
    messages: usize,
) -> Result<()> {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= messages {
            return Ok(());
        }
        let word = |step: usize| WORDS[number.wrapping_mul(step) / 7 % WORDS.len()];
        let content = format!("{}{}{} {number}", word(11), word(101), word(1009));
        let wording = DraftFields { content: &content, ..DraftFields::default() };
        let failed = |error: kernel::ApiError| anyhow!("{error:?}");
        let draft = Draft::parse(&wording).map_err(failed)?;
        let sender = senders[number % senders.len()];
        social::chat::send(&app, sender, &RoomId::Public, &draft).await.map_err(failed)?;
    }
}
