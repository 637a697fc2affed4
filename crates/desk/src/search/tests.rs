//! One question to all features.

use identity::testing::TestPortal;
use kernel::apps::Apps;
use kernel::http::Caller;
use kernel::scope::Scope;
use kernel::testing::Client;
use serde_json::{Value, json};

async fn portal() -> TestPortal {
    TestPortal::new(&[crate::countdown::FEATURE, super::FEATURE]).await
}

async fn countdown(client: &Client, title: &str, date: &str, note: &str) {
    let body = json!({ "title": title, "target_date": date, "note": note });
    client.post("/api/countdown", &body).await.data();
}

/// Titles by feature.
async fn found(client: &Client, query: &str) -> Value {
    let encoded: String = query.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let data = client.get(&format!("/api/search?q={encoded}")).await.data();
    let titles = |feature: &Value| -> Value {
        feature["hits"].as_array().unwrap().iter().map(|hit| hit["title"].clone()).collect()
    };
    let features = data["features"].as_array().unwrap().iter();
    Value::Object(
        features.map(|feature| (feature["feature"].as_str().unwrap().to_owned(), titles(feature))).collect(),
    )
}

#[tokio::test]
async fn a_question_finds_ones_own_countdowns_by_every_word_the_nearest_first() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    countdown(&alice, "期末考试", "2199-06-30", "带 Ruler").await;
    countdown(&alice, "期中考试", "2190-04-20", "").await;
    countdown(&alice, "春游", "2190-04-01", "").await;
    countdown(&bob, "月考", "2190-01-01", "").await;
    assert_eq!(found(&alice, "考试").await, json!({ "countdown": ["期中考试", "期末考试"] }));
    assert_eq!(found(&alice, " 期末  ruler ").await, json!({ "countdown": ["期末考试"] }));
    assert_eq!(found(&alice, "期末 没有").await, json!({}));
    assert_eq!(found(&alice, "月考").await, json!({}), "nobody finds another's");
    let hit = alice.get("/api/search?q=ruler").await.data()["features"][0]["hits"][0].clone();
    assert_eq!(hit["detail"], "2199年6月30日");
    assert!(hit["id"].as_str().unwrap().len() == 36);
}

#[tokio::test]
async fn members_are_found_by_their_names_but_not_those_who_are_disabled() {
    let portal = portal().await;
    let alice = portal.register("240101").await;
    for id in ["240102", "240201", "240103"] {
        portal.register(id).await;
    }
    portal.ban("240103", Some(kernel::user::Ban { expires_at: None, reason: None })).await;
    assert_eq!(found(&alice, "NET-2402").await, json!({ "user": ["net-240201"] }));
    assert_eq!(found(&alice, "net-2401").await, json!({ "user": ["net-240101", "net-240102"] }));
    assert_eq!(found(&alice, "%").await, json!({}), "a wildcard means itself");
}

#[tokio::test]
async fn a_feature_answers_with_few_and_a_bad_question_is_refused() {
    let portal = portal().await;
    let alice = portal.member().await;
    for n in 0..12 {
        countdown(&alice, &format!("考试 {n}"), "2190-04-20", "").await;
    }
    assert_eq!(found(&alice, "考试").await["countdown"].as_array().unwrap().len(), 8);
    let long = "x".repeat(81);
    for query in ["", "%20", "a%0Ab", long.as_str()] {
        let refusal = alice.get(&format!("/api/search?q={query}")).await.refusal();
        assert_eq!(refusal, "400 搜索内容须为 1–80 个字符，且不能包含控制字符");
    }
    assert_eq!(alice.get("/api/search").await.refusal(), "400 查询参数格式不正确");
    assert_eq!(portal.anonymous().get("/api/search?q=a").await.refusal(), "401 未登录");
}

#[tokio::test]
async fn a_feature_whose_app_is_switched_off_is_not_asked() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.register("240101").await);
    countdown(&alice, "期末考试", "2190-04-20", "").await;
    let (app, token) = (portal.app.clone(), admin.token().unwrap());
    let caller = Caller::of_token(&app, &token, &kernel::testing::origin()).await.unwrap();
    let off = portal.app.write(move |tx| Apps::set(tx, &caller, &Scope::Portal, "countdown", false));
    assert!(off.await.unwrap());
    assert_eq!(found(&alice, "考试").await, json!({}));
    assert_eq!(found(&alice, "net-240101").await, json!({ "user": ["net-240101"] }), "others are");
}
