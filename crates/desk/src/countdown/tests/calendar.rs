//! Countdowns in the calendar, and events of the calendar among the countdowns.

use axum::http::StatusCode;
use identity::testing::TestPortal;
use kernel::testing::Client;
use serde_json::{Value, json};

use super::{create, exam, switch_off};
use crate::countdown::FEATURE;

async fn portal() -> TestPortal {
    TestPortal::new(&[search::FEATURE, ::calendar::FEATURE, FEATURE]).await
}

/// The titles and days that the calendar shows of countdowns.
async fn entries(client: &Client, from: &str, until: &str) -> Vec<(String, String)> {
    let range = client.get(&format!("/api/calendar?from={from}&until={until}")).await.data();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let entries = range["entries"].as_array().unwrap().iter();
    entries.map(|entry| (text(&entry["title"]), text(&entry["date"]))).collect()
}

/// Makes an event of a whole day that the countdowns show.
async fn event(client: &Client, title: &str, starts: &str, more: Value) -> Value {
    let mut body = json!({ "title": title, "all_day": true, "starts": starts, "show_in_countdown": true });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    client.post("/api/calendar", &body).await.data()["event"].clone()
}

/// The titles, days and days left of the list.
async fn list(client: &Client) -> Vec<(String, String, i64)> {
    let data = client.get("/api/countdown").await.data();
    let all = data["countdowns"].as_array().unwrap();
    assert_eq!(data["total"], all.len());
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let shown =
        |one: &Value| (text(&one["title"]), text(&one["next_date"]), one["days_left"].as_i64().unwrap());
    all.iter().map(shown).collect()
}

fn shown(title: &str, date: &str, days: i64) -> (String, String, i64) {
    (title.to_owned(), date.to_owned(), days)
}

#[tokio::test]
async fn the_calendar_shows_each_day_of_ones_own_countdowns() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let monthly = json!({ "title": "交水费", "target_date": "2026-09-30", "repeat_type": "monthly", "color": "#C5303C" });
    let made = create(&alice, monthly).await;
    assert_eq!(made["show_in_calendar"], true);
    create(&alice, exam()).await;

    let days = |dates: &[&str]| dates.iter().map(|date| ("交水费".to_owned(), (*date).to_owned())).collect();
    let expected: Vec<_> = days(&["2027-01-30", "2027-02-28"]);
    assert_eq!(entries(&alice, "2027-01-01", "2027-02-28").await, expected);
    let entry = json!([{ "kind": "countdown", "date": "2027-06-07", "title": "高考", "color": "#c5303c" }]);
    let mut range = alice.get("/api/calendar?from=2027-06-07&until=2027-06-07").await.data();
    range["entries"][0].as_object_mut().unwrap().remove("id");
    assert_eq!(range["entries"], entry);
    assert!(entries(&bob, "2027-01-01", "2027-02-28").await.is_empty(), "nobody else's");

    let path = format!("/api/countdown/{}", made["id"].as_str().unwrap());
    let changed = alice.patch(&path, &json!({ "show_in_calendar": false })).await.data();
    assert_eq!(changed["show_in_calendar"], false);
    assert_eq!(alice.patch(&path, &json!({ "note": "x" })).await.data()["show_in_calendar"], false);
    assert!(entries(&alice, "2027-01-01", "2027-02-28").await.is_empty());
    let hidden = json!({ "title": "x", "target_date": "2027-01-05", "show_in_calendar": false });
    assert_eq!(create(&alice, hidden).await["show_in_calendar"], false);
    assert!(entries(&alice, "2027-01-01", "2027-02-28").await.is_empty());
}

#[tokio::test]
async fn the_calendar_shows_no_countdowns_where_their_app_is_off() {
    let portal = portal().await;
    let alice = portal.register("240101").await;
    create(&alice, exam()).await;
    assert_eq!(entries(&alice, "2027-06-01", "2027-06-30").await.len(), 1);
    switch_off(&portal, "countdown").await;
    assert!(entries(&alice, "2027-06-01", "2027-06-30").await.is_empty());
}

#[tokio::test]
async fn the_list_has_the_next_time_of_events_of_the_class_and_of_ones_own() {
    let portal = portal().await;
    let (head, alice) = (portal.class_admin().await, portal.register("240101").await);
    let mock = json!({ "owner": "class", "rule": "FREQ=MONTHLY" });
    let mock = event(&head, "月考", "2026-08-20", mock).await;
    event(&head, "校长的", "2026-09-02", json!({})).await;
    event(&alice, "钢琴考级", "2026-09-10", json!({ "color": "#0d7a53" })).await;
    event(&alice, "不提醒", "2026-09-10", json!({ "show_in_countdown": false })).await;
    event(&alice, "已过去", "2026-08-31", json!({})).await;
    create(&alice, json!({ "title": "开学", "target_date": "2026-09-05", "pinned": true })).await;
    create(&alice, json!({ "title": "春游", "target_date": "2026-09-12" })).await;
    let all = [
        shown("开学", "2026-09-05", 4),
        shown("钢琴考级", "2026-09-10", 9),
        shown("春游", "2026-09-12", 11),
        shown("月考", "2026-09-20", 19),
    ];
    assert_eq!(list(&alice).await, all);

    let data = alice.get("/api/countdown").await.data();
    let marks = |at: usize, field: &str| data["countdowns"][at][field].clone();
    assert_eq!((marks(2, "source"), marks(2, "class")), (json!("own"), Value::Null));
    assert_eq!((marks(1, "source"), marks(1, "class")), (json!("calendar"), Value::Null));
    assert_eq!((marks(3, "source"), marks(3, "class")), (json!("calendar"), json!("01")));
    assert_eq!((marks(1, "color"), marks(3, "color")), (json!("#0d7a53"), json!("#2f63d6")));
    assert_eq!(marks(3, "id"), mock["id"]);

    let path = format!("/api/countdown/{}", mock["id"].as_str().unwrap());
    assert_eq!(head.get(&path).await.status, StatusCode::NOT_FOUND, "an event is read in the calendar");
    assert_eq!(head.patch(&path, &json!({ "pinned": true })).await.status, StatusCode::NOT_FOUND);
    assert_eq!(head.delete(&path).await.status, StatusCode::NOT_FOUND);

    switch_off(&portal, "calendar").await;
    assert_eq!(list(&alice).await, [shown("开学", "2026-09-05", 4), shown("春游", "2026-09-12", 11)]);
}

#[tokio::test]
async fn an_event_that_is_on_is_today_and_a_series_is_one_countdown() {
    let portal = portal().await;
    let alice = portal.member().await;
    event(&alice, "运动会", "2026-08-31", json!({ "ends": "2026-09-02" })).await;
    event(&alice, "毕业", "2031-06-20", json!({ "rule": "FREQ=YEARLY" })).await;
    let exam = event(&alice, "周测", "2026-09-04", json!({ "rule": "FREQ=WEEKLY" })).await;
    let path = format!("/api/calendar/{}", exam["id"].as_str().unwrap());
    let earlier = json!({ "revision": exam["revision"], "scope": "this", "occurrence": "2026-09-04",
                          "starts": "2026-09-03", "ends": "2026-09-03", "title": "周测（提前）" });
    alice.patch(&path, &earlier).await.data();
    let first = [shown("运动会", "2026-09-01", 0), shown("周测（提前）", "2026-09-03", 2)];
    let last = shown("毕业", "2031-06-20", 1753);
    assert_eq!(list(&alice).await, [&first[..], std::slice::from_ref(&last)].concat());

    portal.advance(3 * 24 * 60 * 60);
    let alice = portal.client_of(kernel::user::UserId::parse("240111").unwrap()).await;
    let last = shown("毕业", "2031-06-20", last.2 - 3);
    assert_eq!(list(&alice).await, [shown("周测", "2026-09-11", 7), last]);
}

#[tokio::test]
async fn an_integration_that_reads_countdowns_reads_no_events() {
    let features = [realtime::FEATURE, integrations::FEATURE, search::FEATURE, ::calendar::FEATURE, FEATURE];
    let portal = TestPortal::with(&features, &[]).await;
    let head = portal.class_admin().await;
    event(&head, "月考", "2026-09-20", json!({ "owner": "class" })).await;
    create(&head, exam()).await;
    assert_eq!(list(&head).await.len(), 2);
    let wanted = json!({ "name": "a", "scopes": ["countdown:read"] });
    let issued = head.post("/api/integrations/tokens", &wanted).await.data();
    let reader = portal.anonymous().bearing(issued["secret"].as_str().unwrap());
    assert_eq!(list(&reader).await, [shown("高考", "2027-06-07", 279)]);
}
