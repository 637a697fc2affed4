//! The announcements feature through `HttpApp`.

mod acks;
mod board;
mod found;
mod input;
mod integrations;
mod life;
mod nodes;
mod notifications;
mod rights;
mod schedule;

use identity::testing::TestPortal;
use kernel::events::Event;
use kernel::testing::Client;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::FEATURE;

const STAFF: &str = "/api/admin/announcements";

async fn portal() -> TestPortal {
    TestPortal::new(&[search::FEATURE, realtime::FEATURE, crate::chat::FEATURE, FEATURE]).await
}

/// A notice; `more` says what is special about it.
async fn write(client: &Client, more: Value) -> Value {
    client.post(STAFF, &notice(more)).await.data()
}

fn notice(more: Value) -> Value {
    let mut body = json!({ "title": "春游", "content": "周五 **八点** 校门口集合" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

fn staff(made: &Value, rest: &str) -> String {
    format!("{STAFF}/{}{rest}", made["id"])
}

fn member(made: &Value, rest: &str) -> String {
    format!("/api/announcements/{}{rest}", made["id"])
}

/// The titles in a member's list.
async fn titles(client: &Client) -> Vec<String> {
    let list = client.get("/api/announcements").await.data();
    let all = list["announcements"].as_array().unwrap();
    assert_eq!(list["total"], all.len());
    all.iter().map(|one| one["title"].as_str().unwrap().to_owned()).collect()
}

async fn waiting(client: &Client) -> (i64, i64) {
    let counted = client.get("/api/announcements/unread").await.data();
    (counted["unread"].as_i64().unwrap(), counted["unacknowledged"].as_i64().unwrap())
}

/// The events of announcements of one kind.
async fn events(portal: &TestPortal, kind: &str) -> Vec<Event> {
    let all = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 500)?)).await.unwrap();
    all.into_iter().filter(|event| event.feature == "announcements" && event.kind == kind).collect()
}

fn id(user: &str) -> UserId {
    UserId::parse(user).unwrap()
}

/// Moves the clock until this many have been published.
async fn until_published(portal: &TestPortal, number: usize) {
    while events(portal, "published").await.len() < number {
        portal.app.clock.advance(std::time::Duration::from_millis(500));
        tokio::task::yield_now().await;
    }
}
