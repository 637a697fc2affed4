//! Messages that moderators have removed say so to everybody; what its author takes back does not.

use super::reports::{Reported, decide, first, reported};
use super::*;

/// What everybody sees of who removed the messages of a room.
async fn removed_by(client: &Client, room: &str) -> Vec<Value> {
    history(client, room).await.iter().map(|message| message["removed_by"].clone()).collect()
}

#[tokio::test]
async fn a_removed_message_and_its_quotes_say_that_a_moderator_did_it_until_it_is_restored() {
    let portal = portal().await;
    let Reported { alice, bob, lead, message, case } = reported(&portal, "骂人的话").await;
    let answer = |words: &str| json!({ "room": "class_01", "content": words, "reply_to": message["id"] });
    alice.post("/api/chat/messages", &answer("？")).await.data();
    assert_eq!(removed_by(&bob, "class_01").await, [Value::Null, Value::Null]);
    decide(&lead, &case, "remove").await.data();
    for reader in [&alice, &bob] {
        let shown = history(reader, "class_01").await;
        assert_eq!((&shown[0]["recalled"], &shown[0]["removed_by"]), (&json!(true), &json!("moderator")));
        assert_eq!(shown[1]["reply"]["removed_by"], "moderator");
        assert!(shown[1].get("removed_by").is_none(), "{shown:?}");
    }
    let late = alice.post("/api/chat/messages", &answer("！")).await.data()["message"].clone();
    assert_eq!(late["reply"]["removed_by"], "moderator");
    decide(&lead, &case, "restore").await.data();
    let shown = history(&alice, "class_01").await;
    assert_eq!(removed_by(&alice, "class_01").await, [Value::Null, Value::Null, Value::Null]);
    assert!(shown[1]["reply"].get("removed_by").is_none(), "{shown:?}");
}

#[tokio::test]
async fn whoever_removes_it_and_however_the_list_of_rooms_says_who_it_was() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    let last = async |room: &str| room_of(&alice, room).await["last_message"]["removed_by"].clone();
    let unasked = send_message(&bob, "class_01", "一").await;
    let body = json!({ "kind": "message", "id": unasked["id"], "reason": "伤人" });
    lead.post("/api/moderation/removals", &body).await.data();
    assert_eq!(last("class_01").await, "moderator");
    lead.post_empty(&path(&send_message(&bob, "class_01", "二").await, "/recall")).await.data();
    assert_eq!(last("class_01").await, "moderator");
    bob.post_empty(&path(&send_message(&bob, "class_01", "三").await, "/recall")).await.data();
    assert_eq!(last("class_01").await, Value::Null, "its author took it back");
    lead.post_empty(&path(&send_message(&lead, "class_01", "四").await, "/recall")).await.data();
    assert_eq!(last("class_01").await, Value::Null, "also when its author moderates");
    let id = group(&alice, &["240102"]).await;
    alice.post_empty(&path(&send_message(&bob, &id, "五").await, "/recall")).await.data();
    assert_eq!(last(&id).await, "owner");
}

#[tokio::test]
async fn what_its_author_took_back_before_it_was_removed_stays_taken_back() {
    let portal = portal().await;
    let Reported { alice, bob, lead, message, .. } = reported(&portal, "骂人的话").await;
    bob.post_empty(&path(&message, "/recall")).await.data();
    decide(&lead, &first(&lead, "open").await, "remove").await.data();
    let shown = history(&alice, "class_01").await[0].clone();
    assert_eq!((&shown["recalled"], &shown["removed_by"]), (&json!(true), &Value::Null));
}
