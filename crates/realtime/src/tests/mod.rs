//! The realtime feature through `HttpApp`.

mod cursors;
mod ends;
mod many;
mod nodes;
mod polls;
mod publish;
mod streams;

use std::sync::Arc;

use identity::testing::TestPortal;
use kernel::testing::{Answer, Client};
use serde_json::{Value, json};

use super::{FEATURE, Hub};

async fn portal() -> TestPortal {
    TestPortal::new(&[FEATURE]).await
}

/// A registration as its client holds it.
#[derive(Clone)]
struct Tab {
    client: Client,
    poll_id: String,
    seq: i64,
    server_time: i64,
}

async fn register(client: &Client) -> Tab {
    let made = client.post_empty("/api/realtime/poll/register").await.data();
    assert_eq!(made["transport"], "poll");
    Tab {
        client: client.clone(),
        poll_id: made["poll_id"].as_str().unwrap().to_owned(),
        seq: made["seq"].as_i64().unwrap(),
        server_time: made["server_time"].as_i64().unwrap(),
    }
}

impl Tab {
    /// The address of a poll of this registration.
    fn at(&self, query: &str) -> String {
        format!("/api/realtime/poll?poll_id={}&{query}", self.poll_id)
    }

    /// A poll, whatever comes of it.
    async fn ask(&self, query: &str) -> Answer {
        self.client.get(&self.at(query)).await
    }

    /// A poll that does not say where it stands.
    async fn poll(&self) -> Value {
        self.ask("").await.data()
    }

    async fn poll_after(&self, seq: i64) -> Value {
        self.ask(&format!("since_seq={seq}")).await.data()
    }

    async fn poll_since(&self, ts: i64) -> Value {
        self.ask(&format!("since={ts}")).await.data()
    }
}

async fn publish(client: &Client, event: &str) -> i64 {
    publish_to(client, event, "all").await
}

async fn publish_to(client: &Client, event: &str, audience: &str) -> i64 {
    let body = json!({ "event": event, "audience": audience });
    client.post("/api/realtime/publish", &body).await.data()["seq"].as_i64().unwrap()
}

/// The names of the events of an answer.
fn names(answer: &Value) -> Vec<&str> {
    let name = |event: &'_ Value| event["event"]["event"].as_str().map(str::to_owned);
    let events = answer["events"].as_array().unwrap();
    assert!(events.iter().all(|event| name(event).is_some()), "{answer}");
    events.iter().map(|event| event["event"]["event"].as_str().unwrap()).collect()
}

fn last_seq(answer: &Value) -> i64 {
    answer["last_seq"].as_i64().unwrap()
}

fn hub(portal: &TestPortal) -> Arc<Hub> {
    portal.app.state::<Hub>()
}

/// Waits until polls see this event.
async fn shown(portal: &TestPortal, seq: i64) {
    until(|| hub(portal).feed.shown().seq >= seq).await;
}

/// Waits until so many polls are parked.
async fn parked(portal: &TestPortal, polls: usize) {
    until(|| hub(portal).polls.count().1 == polls).await;
}

/// The runner's own time limit ends a test in which it never comes.
async fn until(holds: impl Fn() -> bool) {
    while !holds() {
        tokio::task::yield_now().await;
    }
}
