//! The homework feature through `HttpApp`. It is Tuesday, 1 September 2026, 8 in the morning.

mod board;
mod cards;
mod erasure;
mod lists;
mod one_row;
mod privacy;
mod progress;
mod submissions;
mod ticks;

use identity::testing::TestPortal;
use kernel::events::Event;
use kernel::testing::Client;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::FEATURE;

const STAFF: &str = "/api/admin/homework";
const ANNOUNCEMENTS: &str = "/api/admin/announcements";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n0000000000000000";

async fn portal() -> TestPortal {
    let features =
        [search::FEATURE, realtime::FEATURE, crate::chat::FEATURE, crate::announcements::FEATURE, FEATURE];
    TestPortal::with(&features, &[("TIMEZONE", "Asia/Shanghai")]).await
}

fn homework(more: Value) -> Value {
    let mut body = json!({ "subject": "数学", "content": "练习册第 12 页" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

/// Homework; `more` says what is special about it.
async fn write(client: &Client, more: Value) -> Value {
    client.post(STAFF, &homework(more)).await.data()
}

fn staff(made: &Value, rest: &str) -> String {
    format!("{STAFF}/{}{rest}", made["id"])
}

fn member(made: &Value, rest: &str) -> String {
    format!("/api/homework/{}{rest}", made["id"])
}

fn announced(made: &Value, rest: &str) -> String {
    format!("{ANNOUNCEMENTS}/{}{rest}", made["id"])
}

async fn tick(client: &Client, made: &Value, done: bool) -> Value {
    client.put(&member(made, "/done"), &json!({ "done": done })).await.data()
}

/// The subjects of a list.
fn subjects(list: &Value) -> Vec<&str> {
    list["homework"].as_array().unwrap().iter().map(|card| card["subject"].as_str().unwrap()).collect()
}

/// The events of one kind of a feature.
async fn events(portal: &TestPortal, feature: &str, kind: &str) -> Vec<Event> {
    let all = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 1000)?)).await.unwrap();
    all.into_iter().filter(|event| event.feature == feature && event.kind == kind).collect()
}

fn id(user: &str) -> UserId {
    UserId::parse(user).unwrap()
}

/// The hash of a file that a member has uploaded.
async fn upload(portal: &TestPortal, user: &str, bytes: &[u8]) -> String {
    let mut upload = portal.app.files.begin(&portal.app.random, 1 << 20).await.unwrap();
    upload.write(bytes).await.unwrap();
    upload.finish(&portal.app, id(user), "", |_, _, _| Ok(())).await.unwrap().hash
}

/// A picture that differs from others.
async fn picture(portal: &TestPortal, user: &str, number: u8) -> String {
    upload(portal, user, &[PNG, &[number]].concat()).await
}

/// Whether a member may read a file.
async fn reads(portal: &TestPortal, user: &str, hash: &str) -> bool {
    let facts = portal.app.accounts().load(id(user)).await.unwrap().unwrap();
    let (app, reader, hash) = (portal.app.clone(), portal.app.file_reader(&facts), hash.to_owned());
    portal.app.db.read(move |read| Ok(app.files.may_read(read, &hash, &reader)?)).await.unwrap()
}

/// The titles of the notifications of a member, newest first.
async fn headlines(client: &Client) -> Vec<String> {
    let inbox = client.get("/api/notifications").await.data();
    let all = inbox["notifications"].as_array().unwrap();
    all.iter().map(|item| item["title"].as_str().unwrap().to_owned()).collect()
}

/// Moves the clock by this many days; whoever was signed in signs in again.
async fn days_later(portal: &TestPortal, days: u64, user: &str) -> Client {
    portal.advance(days * 24 * 3600);
    portal.client_of(id(user)).await
}
