//! What integrations do in the chat, and what they are told of it.

use identity::testing::TestPortal;
use kernel::testing::Client;
use serde_json::{Value, json};

use super::{history, send_message};

async fn portal() -> TestPortal {
    let features = [realtime::FEATURE, integrations::FEATURE, moderation::FEATURE, super::FEATURE];
    let variables = [("RATE_LIMIT_CHAT", "3/60"), ("RATE_LIMIT_WEBHOOK", "0")];
    TestPortal::with(&features, &variables).await
}

/// Issues an integration with a webhook that no one may call: what it would be sent waits.
async fn issue(owner: &Client, scopes: &[&str]) -> Value {
    let wanted = json!({ "name": "作业助手", "scopes": scopes, "webhookUrl": "http://localhost:9999/hook" });
    owner.post("/api/integrations/tokens", &wanted).await.data()
}

async fn send_event(portal: &TestPortal, issued: &Value, data: Value) -> (u16, String) {
    let client = portal.anonymous().with("x-webhook-token", issued["token"].as_str().unwrap());
    let answer =
        client.with("x-service-event", "message.send").post("/api/integrations/webhook", &data).await;
    (answer.status.as_u16(), answer.json()["slug"].as_str().unwrap_or_default().to_owned())
}

/// The events that an integration would be sent, oldest first.
async fn told(portal: &TestPortal, owner: &Client, issued: &Value) -> Vec<Value> {
    portal.settle().await;
    portal.app.catch_up("integrations-outbox").await;
    let list = owner.get(&format!("/api/integrations/tokens/{}/deliveries", issued["id"])).await.data();
    let bodies = list["deliveries"].as_array().unwrap().iter().rev().map(|one| one["body"].as_str().unwrap());
    bodies.map(|body| serde_json::from_str::<Value>(body).unwrap()["data"].clone()).collect()
}

#[tokio::test]
async fn an_integration_speaks_as_its_owner_where_the_owner_may_and_says_so() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let issued = issue(&head, &["message:write"]).await;
    let said = json!({ "room": "class_01", "content": "今天的作业：第 3 题" });
    assert_eq!(send_event(&portal, &issued, said).await.0, 200);
    let message = history(&head, "class_01").await[0].clone();
    assert_eq!(
        (&message["sender_id"], &message["content"]),
        (&json!("240100"), &json!("今天的作业：第 3 题"))
    );
    assert_eq!(message["via"], json!({ "id": issued["id"], "name": "作业助手" }));

    let other = json!({ "room": "class_02", "content": "x" });
    assert_eq!(send_event(&portal, &issued, other).await.0, 403, "not a room of the owner");
    let own = send_message(&head, "class_01", "我自己说的").await;
    assert_eq!(own["via"], Value::Null);
    let fourth = send_event(&portal, &issued, json!({ "room": "class_01", "content": "x" })).await;
    assert_eq!(fourth, (429, "rate_limited".into()), "the chat limit of the owner");
}

#[tokio::test]
async fn a_call_with_the_secret_shows_the_integration_too() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let issued = issue(&head, &["message:write", "message:read"]).await;
    let client = portal.anonymous().bearing(issued["secret"].as_str().unwrap());
    let message = send_message(&client, "class_01", "大家好").await;
    assert_eq!(message["via"]["name"], "作业助手");
    assert_eq!(history(&client, "class_01").await, [message]);
}

#[tokio::test]
async fn an_integration_hears_of_messages_in_rooms_of_its_owner_but_not_of_the_owners_own() {
    let portal = portal().await;
    let (head, alice, bob) =
        (portal.class_admin().await, portal.register("240101").await, portal.register("240201").await);
    let issued = issue(&head, &["message:read", "message:write"]).await;
    send_message(&alice, "class_01", "谁有答案？").await;
    send_message(&bob, "class_02", "别的班").await;
    send_message(&alice, "private:240101:240201", "悄悄话").await;
    send_message(&alice, "private:240100:240101", "老师好").await;
    send_message(&head, "class_01", "自己的").await;
    send_event(&portal, &issued, json!({ "room": "class_01", "content": "机器人" })).await;
    let recalled = send_message(&bob, "public", "说错了").await;
    bob.post_empty(&super::path(&recalled, "/recall")).await.data();

    let told = told(&portal, &head, &issued).await;
    let heard: Vec<_> = told.iter().map(|data| data["content"].as_str().unwrap()).collect();
    assert_eq!(heard, ["谁有答案？", "老师好"]);
    assert_eq!((&told[0]["sender_id"], &told[0]["room_id"]), (&json!("240101"), &json!("class_01")));
}

#[tokio::test]
async fn a_members_program_reads_and_hears_nothing_where_the_member_is_not() {
    let portal = portal().await;
    let (head, alice, bob) =
        (portal.class_admin().await, portal.register("240101").await, portal.register("240102").await);
    let wanted = json!({ "name": "a", "scopes": ["message:read", "message:write"], "webhookUrl": "http://localhost:9999/" });
    let asked = alice.post("/api/integrations/requests", &wanted).await.data();
    let request = format!("/api/integrations/requests/{}", asked["id"]);
    head.post_empty(&format!("{request}/approve")).await.data();
    let made = alice.post_empty(&format!("{request}/secret")).await.data();
    send_message(&bob, "private:240100:240102", "老师，只和您说").await;
    send_message(&bob, "class_01", "大家好").await;

    let heard = told(&portal, &head, &asked).await;
    assert_eq!(heard.iter().map(|data| data["content"].as_str().unwrap()).collect::<Vec<_>>(), ["大家好"]);
    let program = portal.anonymous().bearing(made["secret"].as_str().unwrap());
    assert_eq!(program.get("/api/chat/messages?room=class_01").await.status, 200);
    let private = "/api/chat/messages?room=private:240100:240102";
    assert_eq!(
        (head.get(private).await.status.as_u16(), program.get(private).await.status.as_u16()),
        (200, 403)
    );
    let said = json!({ "room": "private:240100:240102", "content": "x" });
    assert_eq!(program.post("/api/chat/messages", &said).await.status, 403);
}
