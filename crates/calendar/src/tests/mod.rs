//! The calendar through `HttpApp`.

mod access;
mod events;
mod expansion;
mod feeds;
mod files;
mod integrations;
mod limits;
mod moving;
mod range;
mod reading;
mod reminders;
mod series;
mod year;

use identity::testing::TestPortal;
use kernel::testing::Client;
use serde_json::{Value, json};

use crate::FEATURE;

async fn portal() -> TestPortal {
    TestPortal::new(&[::search::FEATURE, FEATURE]).await
}

/// A lesson of an hour on the evening of the second day of a test.
fn rehearsal() -> Value {
    json!({ "title": "合唱排练", "starts": "2026-09-02T18:30", "ends": "2026-09-02T19:30", "location": "音乐室" })
}

/// The same every week.
fn weekly() -> Value {
    with(rehearsal(), json!({ "rule": "FREQ=WEEKLY" }))
}

/// With other fields.
fn with(mut body: Value, more: Value) -> Value {
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn create(client: &Client, body: Value) -> Value {
    client.post("/api/calendar", &body).await.data()["event"].clone()
}

fn path(event: &Value) -> String {
    format!("/api/calendar/{}", event["id"].as_str().unwrap())
}

async fn range(client: &Client, from: &str, until: &str) -> Value {
    client.get(&format!("/api/calendar?from={from}&until={until}")).await.data()
}

/// The titles and first days of what is on.
async fn on(client: &Client, from: &str, until: &str) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let range = range(client, from, until).await;
    range["occurrences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (text(&one["title"]), text(&one["first_day"])))
        .collect()
}

/// The first days of what is on.
async fn days(client: &Client, from: &str, until: &str) -> Vec<String> {
    on(client, from, until).await.into_iter().map(|(_, day)| day).collect()
}

async fn undo(client: &Client, answer: &Value) -> Value {
    let change = answer["change_id"].as_str().unwrap();
    client.post_empty(&format!("/api/calendar/changes/{change}/undo")).await.data()
}
