//! The level feature through `HttpApp`.

mod claims;
mod recorded;
mod sign_in;

use jiff::civil::Date;
use kernel::Feature;
use kernel::events::FeatureEvent;
use kernel::testing::Client;
use kernel::user::UserId;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::model::{Action, Source};
use super::rewards::{Earned, Reward};
use super::store::{self, NewEntry};
use crate::testing::TestPortal;

/// A feature whose events earn: a level knows of no other feature.
const POSTS: Feature = Feature { name: "posts", provides: &[&REWARD], ..Feature::EMPTY };

static REWARD: Reward = Reward(|event| match PostEvent::read(event)? {
    PostEvent::MessageSent => Earned::by_actor(event, Action::SendMessage),
    PostEvent::PostCreated => Earned::by_actor(event, Action::CreatePost),
    PostEvent::PostShared => Earned::by_actor(event, Action::SharePost),
    PostEvent::CommentAdded => Earned::by_actor(event, Action::AddComment),
    PostEvent::PostLiked { owner_id } => Earned::by_owner(event, Action::ReceiveLike, owner_id),
});

/// What happens in that feature. The subject is what was written.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
enum PostEvent {
    MessageSent,
    PostCreated,
    PostShared,
    CommentAdded,
    PostLiked { owner_id: UserId },
}

impl FeatureEvent for PostEvent {
    const FEATURE: &'static str = "posts";
}

/// Tokens outlive the years that these tests move the clock.
async fn portal() -> TestPortal {
    TestPortal::with(&[POSTS], &[("JWT_EXPIRES_IN", "3650d")]).await
}

async fn info(client: &Client) -> Value {
    client.get("/api/level/info").await.data()
}

async fn claim(client: &Client, body: Value) -> (String, i64) {
    let answer = client.post("/api/level/log", &body).await;
    let gained = answer.data()["exp_gained"].as_i64().unwrap();
    (answer.json()["message"].as_str().unwrap().to_owned(), gained)
}

/// `claim` for a test that asks only what it earned.
async fn earned(client: &Client, body: Value) -> i64 {
    claim(client, body).await.1
}

fn today() -> Date {
    "2026-09-01".parse().unwrap()
}

/// The kinds and data of what the feature told the event log.
async fn logged(portal: &TestPortal) -> Vec<(String, Value)> {
    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 500)?)).await.unwrap();
    let own = events.into_iter().filter(|event| event.feature == "level");
    own.map(|event| (event.audience, serde_json::from_str(&event.data).unwrap())).collect()
}

#[tokio::test]
async fn a_new_member_stands_at_zero_and_sees_what_there_is_to_earn() {
    let portal = portal().await;
    let alice = portal.member().await;

    let info = info(&alice).await;

    assert_eq!(
        info,
        json!({
            "user_id": "240111", "exp": 0, "level": 0, "last_login": null, "streak": 0, "login_streak": 0,
            "max_login_streak": 0, "school_day_streak": 0, "streak_bonus": 0,
            "streak_bonuses": [
                { "days": 3, "exp": 5 }, { "days": 7, "exp": 10 }, { "days": 14, "exp": 15 },
                { "days": 30, "exp": 20 }, { "days": 60, "exp": 25 }, { "days": 99, "exp": 30 },
            ],
            "exp_progress": { "current": 0, "needed": 50, "percentage": 0 }, "next_level_exp": 50,
            "level_thresholds": [0, 50, 200, 600, 1500, 3500, 9900],
            "daily_login_claimed": false, "daily_exp_earned": 0, "daily_exp_cap": 100,
            "exp_rewards": {
                "add_comment": 3, "create_post": 5, "daily_login": 20, "receive_like": 2, "send_message": 1, "share_post": 3,
            },
            "daily_limits": {
                "add_comment": 5, "create_post": 3, "daily_login": 1, "receive_like": 10, "send_message": 20, "share_post": 3,
            },
        })
    );
    assert_eq!(alice.get("/api/level/log").await.data(), json!([]));
    assert_eq!(portal.anonymous().get("/api/level/info").await.refusal(), "401 未登录");
}

#[tokio::test]
async fn the_history_says_why_newest_first_and_piece_by_piece() {
    let portal = portal().await;
    let alice = portal.member().await;
    for day in 0..3 {
        portal.advance(if day == 0 { 0 } else { 86_400 });
        alice.post_empty("/api/level/daily-login").await.data();
    }
    claim(&alice, json!({ "action": "create_post", "ref": "post-1" })).await;
    claim(&alice, json!({ "action": "create_post", "ref": "post-1" })).await;

    let all = alice.get("/api/level/log").await.data();

    let line = |entry: &Value| {
        format!("{} {} {}", entry["exp_gained"], entry["reason"].as_str().unwrap(), entry["ref"])
    };
    let lines: Vec<_> = all.as_array().unwrap().iter().map(line).collect();
    assert_eq!(
        lines,
        [
            "5 发布帖子 \"post-1\"",
            "25 每日签到（含连续签到奖励 5） \"2026-09-03\"",
            "20 每日签到 \"2026-09-02\"",
            "20 每日签到 \"2026-09-01\"",
        ]
    );
    assert_eq!(all[0]["created_at"], "2026-09-03T00:00:00.000Z");
    let first = alice.get("/api/level/log?limit=2").await.data();
    let rest = alice.get(&format!("/api/level/log?limit=2&before={}", first[1]["id"])).await.data();
    assert_eq!(
        [first.as_array().unwrap().as_slice(), rest.as_array().unwrap()].concat(),
        *all.as_array().unwrap()
    );
    assert_eq!(alice.get("/api/level/log?before=x").await.refusal(), "400 查询参数格式不正确");
}

#[tokio::test]
async fn a_level_up_is_told_to_its_member_alone() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    give(&portal, "240101", 45).await;

    alice.post_empty("/api/level/daily-login").await.data();

    assert_eq!(
        logged(&portal).await,
        [(
            "user:240101".to_owned(),
            json!({ "action": "daily_login", "exp_gained": 20, "exp": 65, "level": 1, "previous_level": 0, "leveled_up": true })
        )]
    );
    let info = info(&alice).await;
    assert_eq!((&info["level"], &info["next_level_exp"]), (&json!(1), &json!(200)));
    assert_eq!(info["exp_progress"], json!({ "current": 15, "needed": 150, "percentage": 10 }));
    assert_eq!(super::tests::info(&bob).await["exp"], 0);
}

/// Puts experience there that today's cap does not see.
async fn give(portal: &TestPortal, id: &str, exp: i64) {
    let user = UserId::parse(id).unwrap();
    portal.app.write(move |tx| Ok(store::add(tx, user, exp)?)).await.unwrap();
}

/// Pretends that today earned this much under the cap already.
async fn earn_today(portal: &TestPortal, id: &str, exp: i64) {
    let user = UserId::parse(id).unwrap();
    let past = NewEntry {
        user,
        action: Action::ReceiveLike,
        source: Source::Event,
        reference: Some("past"),
        day: today(),
        created_at: 0,
    };
    portal.app.write(move |tx| Ok(store::remember(tx, past, exp)?)).await.unwrap();
}

#[tokio::test]
async fn an_award_across_the_cap_is_trimmed_and_the_sign_in_stands_outside_it() {
    let portal = portal().await;
    let alice = portal.member().await;
    earn_today(&portal, "240111", 97).await;

    assert_eq!(claim(&alice, json!({ "action": "create_post", "ref": "1" })).await, ("ok".into(), 3));
    assert_eq!(
        claim(&alice, json!({ "action": "create_post", "ref": "2" })).await,
        ("今日经验已达上限".into(), 0)
    );
    assert_eq!(alice.post_empty("/api/level/daily-login").await.data()["exp_gained"], 20);

    let info = info(&alice).await;
    assert_eq!((&info["daily_exp_earned"], &info["exp"]), (&json!(100), &json!(23)));
    portal.advance(86_400);
    assert_eq!(earned(&alice, json!({ "action": "create_post", "ref": "3" })).await, 5);
}

#[tokio::test]
async fn what_one_has_survives_a_restart() {
    let portal = portal().await;
    let alice = portal.member().await;
    alice.post_empty("/api/level/daily-login").await.data();
    let before = info(&alice).await;
    let portal = portal.restart(&[]).await;

    let alice = portal.client_of(UserId::parse("240111").unwrap()).await;

    assert_eq!(info(&alice).await, before);
    assert_eq!(alice.post_empty("/api/level/daily-login").await.json()["message"], "今日已签到");
}

#[tokio::test]
async fn erasing_a_member_leaves_none_of_theirs_and_all_of_others() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let id = UserId::parse("240101").unwrap();
    let export = || portal.app.db.read(move |read| Ok((super::FEATURE.export_user)(read, &id)?));
    assert!(export().await.unwrap().is_none());
    for client in [&alice, &bob] {
        client.post_empty("/api/level/daily-login").await.data();
    }

    let exported = export().await.unwrap().unwrap();
    assert_eq!((&exported["exp"], &exported["last_sign_in"]), (&json!(20), &json!("2026-09-01")));
    assert_eq!(exported["history"][0]["action"], "daily_login");
    portal.app.write(move |tx| Ok((super::FEATURE.erase_user)(tx, &id)?)).await.unwrap();

    assert!(export().await.unwrap().is_none());
    assert_eq!(info(&alice).await["exp"], 0);
    assert_eq!(info(&bob).await["exp"], 20);
}
