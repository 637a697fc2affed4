//! Batches through `HttpApp`.

use axum::http::StatusCode;
use identity::testing::TestPortal;
use kernel::testing::{Answer, Client};
use serde_json::json;

use crate::countdown;

async fn portal() -> TestPortal {
    TestPortal::new(&[search::FEATURE, super::FEATURE, countdown::FEATURE]).await
}

async fn batch(client: &Client, paths: &[&str]) -> Answer {
    let paths = serde_json::to_string(paths).unwrap();
    let encoded: String = paths.bytes().map(|byte| format!("%{byte:02x}")).collect();
    client.get(&format!("/api/batch?paths={encoded}")).await
}

#[tokio::test]
async fn each_path_is_answered_as_by_itself_and_one_that_fails_leaves_the_others_alone() {
    let portal = portal().await;
    let alice = portal.member().await;
    alice.post("/api/countdown", &json!({ "title": "高考", "target_date": "2027-06-07" })).await.data();
    let paths = ["/api/countdown?limit=5", "/api/level/info", "/api/countdown?page=none"];

    let answers = batch(&alice, &paths).await.data()["answers"].clone();
    for (at, path) in paths.iter().enumerate() {
        let alone = alice.get(path).await;
        assert_eq!(answers[at]["path"], *path);
        assert_eq!(answers[at]["status"], alone.status.as_u16());
        assert_eq!(answers[at]["body"], alone.json(), "{path}");
    }
    assert_eq!(answers[0]["body"]["data"]["countdowns"][0]["title"], "高考");
}

#[tokio::test]
async fn a_batch_needs_a_login_and_reads_as_the_caller_may() {
    let portal = portal().await;
    let (alice, bob) = (portal.member().await, portal.register("240101").await);
    bob.post("/api/countdown", &json!({ "title": "高考", "target_date": "2027-06-07" })).await.data();
    assert_eq!(batch(&portal.anonymous(), &["/api/level/info"]).await.status, StatusCode::UNAUTHORIZED);
    let answers = batch(&alice, &["/api/countdown"]).await.data();
    assert_eq!(answers["answers"][0]["body"]["data"]["total"], 0);
}

#[tokio::test]
async fn what_no_feature_names_is_refused() {
    let portal = portal().await;
    let alice = portal.member().await;
    let refusal = |answer: Answer| answer.refusal();
    let invalid = "400 paths 须为 1–16 个路径的 JSON 数组";
    assert_eq!(refusal(batch(&alice, &[]).await), invalid);
    assert_eq!(refusal(batch(&alice, &["/api/level/info"; 17]).await), invalid);
    assert_eq!(refusal(alice.get("/api/batch?paths=5").await), invalid);
    for path in [
        "/api/batch",
        "/api/admin/users",
        "/api/user/export",
        "/api/countdown/x",
        "/index.html",
        "api/level/info",
        "",
    ] {
        assert!(refusal(batch(&alice, &[path]).await).starts_with("400 不能批量读取这个路径"), "{path}");
    }
}

#[tokio::test]
async fn four_paths_draw_from_the_limit_like_one_request() {
    let portal = TestPortal::with(
        &[search::FEATURE, super::FEATURE, countdown::FEATURE],
        &[("RATE_LIMIT_USER", "60/60")],
    )
    .await;
    let alice = portal.member().await;
    let left = |answer: &Answer| answer.header("X-RateLimit-Remaining").parse::<i64>().unwrap();
    let before = left(&alice.get("/api/level/info").await);
    let eight = batch(&alice, &["/api/level/info"; 8]).await;
    assert_eq!(before - left(&eight), 2);
    let five = batch(&alice, &["/api/level/info"; 5]).await;
    assert_eq!(left(&eight) - left(&five), 2);
    while left(&batch(&alice, &["/api/level/info"; 16]).await) >= 4 {}
    let refused = batch(&alice, &["/api/level/info"; 16]).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS, "a batch that does not fit reads nothing");
}
