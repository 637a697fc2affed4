//! Birthdays in the calendar.

use identity::testing::TestPortal;
use kernel::testing::Client;
use serde_json::{Value, json};

use super::FEATURE;

async fn birthdays(client: &Client) -> Vec<Value> {
    let range = client.get("/api/calendar?from=2026-09-01&until=2026-09-30").await.data();
    let all = range["entries"].as_array().unwrap().iter().filter(|entry| entry["kind"] == "birthday");
    all.map(|entry| json!([entry["date"], entry["title"], entry["id"]])).collect()
}

async fn born(client: &Client, on: &str, seen_by: &str) {
    client.patch("/api/user/profile", &json!({ "info": { "birthday": on } })).await.data();
    client.put("/api/community/profile", &json!({ "fields": { "birthday": seen_by } })).await.data();
}

#[tokio::test]
async fn the_calendar_shows_the_birthdays_that_classmates_let_be_seen_without_their_years() {
    let portal = TestPortal::new(&[
        search::FEATURE,
        realtime::FEATURE,
        integrations::FEATURE,
        moderation::FEATURE,
        calendar::FEATURE,
        FEATURE,
    ]);
    let portal = portal.await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let (carol, other) = (portal.register("240103").await, portal.register("240201").await);
    born(&alice, "2008-09-09", "nobody").await;
    born(&bob, "2008-09-10", "class").await;
    born(&carol, "2008-09-11", "everyone").await;
    born(&other, "2008-09-12", "everyone").await;
    let seen = json!([["2026-09-10", "net-240102", "240102"], ["2026-09-11", "net-240103", "240103"]]);
    let own = json!(["2026-09-09", "net-240101", "240101"]);
    let mut alices = vec![own];
    alices.extend(seen.as_array().unwrap().clone());
    assert_eq!(birthdays(&alice).await, alices);
    assert_eq!(json!(birthdays(&bob).await), seen);
    assert_eq!(birthdays(&other).await.len(), 1, "of other classes nothing, whoever may see it");
    let range = bob.get("/api/calendar?from=2026-09-01&until=2026-09-30").await.text();
    assert!(!range.contains("2008"));

    portal.ban("240103", Some(kernel::user::Ban::default())).await;
    assert_eq!(birthdays(&bob).await.len(), 1);
}
