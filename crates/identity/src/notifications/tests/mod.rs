//! The notifications feature through `HttpApp`.

mod found;
mod inbox;
mod keeping;
mod let_in;
mod preferences;

use kernel::events::{Event, FeatureEvent as _};
use kernel::testing::Client;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::account::ACCOUNT;
use super::{NewNotification, NotificationEvent, notify};
use crate::testing::TestPortal;

const INBOX: &str = "/api/notifications";

async fn portal() -> TestPortal {
    TestPortal::new(&[]).await
}

/// Two members of class 01.
async fn two(portal: &TestPortal) -> (Client, Client) {
    (portal.register("240101").await, portal.register("240102").await)
}

fn id(raw: &str) -> UserId {
    UserId::parse(raw).unwrap()
}

/// Tells these members something about this subject; answers how many got it.
async fn tell(portal: &TestPortal, subject: &'static str, members: &[&str]) -> usize {
    tell_from(portal, subject, None, members).await
}

/// The same, caused by a member.
async fn tell_from(
    portal: &TestPortal,
    subject: &'static str,
    sender: Option<UserId>,
    members: &[&str],
) -> usize {
    let members: Vec<UserId> = members.iter().map(|member| id(member)).collect();
    let told = portal.app.write(move |tx| {
        let new = NewNotification { kind: &ACCOUNT, topic: "", subject, event_seq: 0, sender, content: "" };
        Ok(notify(tx, &new, members.iter().copied())?)
    });
    told.await.unwrap().len()
}

/// An inbox, or a piece of it.
async fn inbox(client: &Client, piece: &str) -> Value {
    client.get(&format!("{INBOX}{piece}")).await.data()
}

fn items(inbox: &Value) -> &Vec<Value> {
    inbox["notifications"].as_array().unwrap()
}

/// The ids of the notifications of a piece, in its order.
async fn ids(client: &Client, piece: &str) -> Vec<i64> {
    items(&inbox(client, piece).await).iter().map(|item| item["id"].as_i64().unwrap()).collect()
}

async fn unread(client: &Client) -> Value {
    let counted = client.get(&format!("{INBOX}/unread")).await.data()["unread"].clone();
    assert_eq!(inbox(client, "").await["unread"], counted, "both ways to ask answer the same");
    counted
}

async fn read(client: &Client, ids: &[i64]) -> Value {
    client.post(&format!("{INBOX}/read"), &json!({ "ids": ids })).await.data()["unread"].clone()
}

/// What the log has of inboxes.
async fn events(portal: &TestPortal) -> Vec<Event> {
    let all = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 500)?)).await.unwrap();
    all.into_iter().filter(|event| event.feature == NotificationEvent::FEATURE).collect()
}

/// The names and audiences of what the log has of inboxes.
async fn told(portal: &TestPortal) -> Vec<(String, String)> {
    events(portal).await.into_iter().map(|event| (event.name(), event.audience)).collect()
}

fn event(name: &str, audience: &str) -> (String, String) {
    (format!("notifications.{name}"), audience.to_owned())
}
