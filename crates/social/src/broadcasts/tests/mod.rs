//! The broadcasts feature through `HttpApp`.

mod live;
mod recipients;
mod rights;
mod sending;

use identity::testing::TestPortal;
use kernel::testing::Client;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::FEATURE;

async fn portal() -> TestPortal {
    TestPortal::new(&[realtime::FEATURE, crate::chat::FEATURE, FEATURE]).await
}

async fn send(client: &Client, body: Value) -> Value {
    client.post("/api/admin/broadcasts", &body).await.data()
}

async fn newest(client: &Client) -> Vec<Value> {
    client.get("/api/assets/broadcasts").await.data().as_array().unwrap().clone()
}

fn seen(sent: &Value) -> String {
    format!("/api/broadcasts/{}/seen", sent["id"].as_str().unwrap())
}

fn id(user: &str) -> UserId {
    UserId::parse(user).unwrap()
}

/// What the operation log has of this feature.
async fn audited(portal: &TestPortal) -> Vec<(String, String)> {
    let admin = portal.client_of(id("240000")).await;
    let logs = admin.get("/api/admin/logs?limit=100").await.data();
    let row = |log: &Value| {
        (log["action"].as_str().unwrap().to_owned(), log["detail"].as_str().unwrap().to_owned())
    };
    logs["logs"]
        .as_array()
        .unwrap()
        .iter()
        .map(row)
        .filter(|(action, _)| action.contains("broadcast"))
        .collect()
}
