//! The timetable feature through `HttpApp`.

mod access;
mod days;
mod files;
mod public_days;
mod timetables;

use identity::testing::TestPortal;
use kernel::testing::Client;
use serde_json::{Value, json};

use crate::FEATURE;

async fn portal() -> TestPortal {
    TestPortal::new(&[FEATURE]).await
}

/// A week: 语文 and 数学 from Monday to Friday.
fn week() -> Value {
    json!({
        "subjects": [
            { "name": "语文", "short_name": "语", "teacher": "王老师" },
            { "name": "数学", "room": "302", "color": "#2f63d6" },
        ],
        "schedules": [{ "days": [1, 2, 3, 4, 5], "lessons": [
            { "subject": "语文", "start": "08:00", "end": "08:40" },
            { "subject": "数学", "start": "08:50", "end": "09:30" },
        ]}],
    })
}

fn new(owner: &str) -> Value {
    json!({ "owner": owner, "name": "高一上", "from": "2026-09-01", "until": "2027-01-22", "timetable": week() })
}

async fn create(client: &Client, body: Value) -> Value {
    client.post("/api/timetable", &body).await.data()
}

fn id(timetable: &Value) -> &str {
    timetable["id"].as_str().unwrap()
}

async fn day(client: &Client, date: &str) -> Value {
    client.get(&format!("/api/timetable/days?from={date}&until={date}")).await.data()["days"][0].clone()
}

fn subjects(day: &Value) -> Vec<&str> {
    day["lessons"].as_array().unwrap().iter().map(|lesson| lesson["subject"].as_str().unwrap()).collect()
}
