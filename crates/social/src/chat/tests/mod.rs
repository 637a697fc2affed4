//! The chat feature through `HttpApp`.

mod appeals;
mod case_facts;
mod erasure;
mod exam_digest;
mod global_search;
mod groups;
mod input;
mod integrations;
mod message_search;
mod notifications;
mod notifications_of_cases;
mod pictures_of_cases;
mod read_markers;
mod removals;
mod removed_messages;
mod repeated_reports;
mod reports;
mod rights;
mod sending;
mod socket;
mod word_rules;
mod word_rules_of_kinds;

use identity::testing::TestPortal;
use kernel::events::Event;
use kernel::files::StoredFile;
use kernel::testing::{Answer, Client};
use kernel::user::UserId;
use serde_json::{Value, json};

use super::FEATURE;

/// A portal where one may speak as often as one likes.
async fn portal() -> TestPortal {
    let features = [search::FEATURE, realtime::FEATURE, moderation::FEATURE, FEATURE];
    TestPortal::with(&features, &[("RATE_LIMIT_CHAT", "0")]).await
}

/// Two members of class 01.
async fn two(portal: &TestPortal) -> (Client, Client) {
    (portal.register("240101").await, portal.register("240102").await)
}

async fn try_send_message(client: &Client, room: &str, content: &str) -> Answer {
    client.post("/api/chat/messages", &json!({ "room": room, "content": content })).await
}

async fn send_message(client: &Client, room: &str, content: &str) -> Value {
    try_send_message(client, room, content).await.data()["message"].clone()
}

fn path(message: &Value, verb: &str) -> String {
    format!("/api/chat/messages/{}{verb}", message["id"].as_str().unwrap())
}

async fn history(client: &Client, room: &str) -> Vec<Value> {
    client.get(&format!("/api/chat/messages?room={room}")).await.data()["messages"]
        .as_array()
        .unwrap()
        .clone()
}

async fn contents(client: &Client, room: &str) -> Vec<String> {
    history(client, room)
        .await
        .iter()
        .map(|message| message["content"].as_str().unwrap().to_owned())
        .collect()
}

async fn events(portal: &TestPortal) -> Vec<Event> {
    let all = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 500)?)).await.unwrap();
    all.into_iter().filter(|event| event.feature == "chat").collect()
}

/// An uploaded picture of a member.
async fn picture(portal: &TestPortal, owner: UserId) -> StoredFile {
    let mut upload = portal.app.files.begin(&portal.app.random, 1000).await.unwrap();
    upload.write(b"\x89PNG\r\n\x1a\n0000000000000000").await.unwrap();
    upload.finish(&portal.app, owner, "", |_, _, _| Ok(())).await.unwrap()
}

/// The notifications in the inbox of a member, newest first.
async fn inbox(client: &Client) -> Vec<Value> {
    client.get("/api/notifications").await.data()["notifications"].as_array().unwrap().clone()
}

/// A room as a member's list shows it.
async fn room_of(client: &Client, room: &str) -> Value {
    let rooms = client.get("/api/chat/rooms").await.data()["rooms"].as_array().unwrap().clone();
    rooms.into_iter().find(|known| known["room_id"] == room).unwrap_or_default()
}

/// A group of these, made by the first.
async fn group(owner: &Client, others: &[&str]) -> String {
    let made = owner
        .post("/api/chat/groups", &json!({ "group_name": "物理小组", "member_ids": others }))
        .await
        .data();
    made["group_id"].as_str().unwrap().to_owned()
}
