//! Read marks, unread counts, what one does not want to see or hear.

use serde_json::json;

use super::{contents, events, group, path, portal, room_of, send_message, two};

#[tokio::test]
async fn what_one_device_has_read_is_read_on_all() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let tablet = portal.client_of(kernel::user::UserId::parse("240102").unwrap()).await;
    let first = send_message(&alice, "public", "1").await;
    send_message(&alice, "public", "2").await;
    send_message(&bob, "public", "3").await;
    assert_eq!(room_of(&bob, "public").await["unread"], 2, "one's own words are not unread");

    bob.post("/api/chat/read", &json!({ "room": "public", "message_id": first["id"] })).await.data();
    assert_eq!(
        (&room_of(&tablet, "public").await["unread"], &room_of(&tablet, "public").await["read_seq"]),
        (&json!(1), &first["seq"])
    );
    tablet.post("/api/chat/read", &json!({ "room": "public" })).await.data();
    assert_eq!(room_of(&bob, "public").await["unread"], 0);
    bob.post("/api/chat/read", &json!({ "room": "public", "message_id": first["id"] })).await.data();
    assert_eq!(room_of(&bob, "public").await["unread"], 0, "a mark never goes back");

    let told: Vec<_> =
        events(&portal).await.into_iter().filter(|event| event.name() == "chat.message_read").collect();
    assert_eq!(told.len(), 2);
    assert!(told.iter().all(|event| event.audience == "user:240102"));
    assert_eq!(
        bob.post("/api/chat/read", &json!({ "room": "class_01", "message_id": first["id"] })).await.refusal(),
        "404 消息不存在"
    );
}

#[tokio::test]
async fn unread_is_counted_to_a_hundred_and_recalled_words_do_not_count() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let first = send_message(&alice, "class_01", "0").await;
    for n in 1..105 {
        send_message(&alice, "class_01", &n.to_string()).await;
    }
    assert_eq!(room_of(&bob, "class_01").await["unread"], 100);
    let last = super::history(&bob, "class_01").await.last().unwrap().clone();
    bob.post("/api/chat/read", &json!({ "room": "class_01" })).await.data();
    let next = send_message(&alice, "class_01", "x").await;
    alice.post_empty(&path(&next, "/recall")).await.data();
    assert_eq!(room_of(&bob, "class_01").await["unread"], 0);
    assert!(last["seq"].as_i64() > first["seq"].as_i64());
}

#[tokio::test]
async fn someone_new_finds_nothing_unread_that_was_said_before() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    send_message(&alice, "public", "旧").await;
    let carol = portal.register("240103").await;
    send_message(&alice, "public", "新").await;
    portal.settle().await;
    for _ in 0..200 {
        if room_of(&carol, "public").await["unread"] == 1 {
            break;
        }
    }
    assert_eq!(room_of(&carol, "public").await["unread"], 1);
    assert_eq!(contents(&carol, "public").await, ["旧", "新"]);
}

#[tokio::test]
async fn the_other_one_of_a_pair_sees_how_far_one_has_read_unless_one_does_not_want_it() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let room = "private:240101:240102";
    let first = send_message(&alice, room, "1").await;
    assert_eq!(room_of(&alice, room).await["peer_read_seq"], json!(null));
    bob.post("/api/chat/read", &json!({ "target_user_id": "240101" })).await.data();
    assert_eq!(room_of(&alice, room).await["peer_read_seq"], first["seq"]);

    bob.put(&format!("/api/chat/rooms/{room}/settings"), &json!({ "receipts": false })).await.data();
    assert_eq!(room_of(&alice, room).await["peer_read_seq"], json!(null));
    send_message(&alice, room, "2").await;
    bob.post("/api/chat/read", &json!({ "room": room })).await.data();
    let last = events(&portal).await.into_iter().next_back().unwrap();
    assert_eq!((last.name().as_str(), last.audience.as_str()), ("chat.message_read", "user:240102"));
}

#[tokio::test]
async fn a_room_is_muted_and_quiet_as_one_wishes_on_all_devices() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let id = group(&alice, &["240102"]).await;
    let at = format!("/api/chat/rooms/{id}/settings");
    bob.put(&at, &json!({ "muted": true })).await.data();
    let set = bob.put(&at, &json!({ "quiet_from": "22:00", "quiet_to": "06:30" })).await.data();
    assert_eq!(
        set,
        json!({ "room_id": id, "muted": true, "quiet_from": "22:00", "quiet_to": "06:30", "receipts": true })
    );
    let shown = room_of(&bob, &id).await;
    assert_eq!((&shown["muted"], &shown["quiet_to"]), (&json!(true), &json!("06:30")));
    assert_eq!(room_of(&alice, &id).await["muted"], false);
    let cleared = bob.put(&at, &json!({ "quiet_from": null, "quiet_to": null })).await.data();
    assert_eq!((&cleared["quiet_from"], &cleared["muted"]), (&json!(null), &json!(true)));
}

#[tokio::test]
async fn clearing_history_clears_it_for_oneself_alone() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let room = "private:240101:240102";
    let old = send_message(&alice, room, "旧事").await;
    bob.delete("/api/chat/history?target_user_id=240101").await.data();
    assert!(contents(&bob, room).await.is_empty());
    assert_eq!(room_of(&bob, room).await["last_message"], json!(null));
    assert_eq!(bob.get("/api/chat/search?q=旧事").await.data()["messages"], json!([]));
    assert_eq!(bob.post_empty(&path(&old, "/pin")).await.refusal(), "404 消息不存在");
    assert_eq!(contents(&alice, room).await, ["旧事"]);
    send_message(&alice, room, "新事").await;
    assert_eq!(contents(&bob, room).await, ["新事"]);
    assert_eq!(room_of(&bob, room).await["unread"], 1);
}

#[tokio::test]
async fn rooms_and_contacts_stand_by_the_latest_word() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    portal.register("240103").await;
    send_message(&alice, "public", "1").await;
    send_message(&bob, "private:240101:240102", "2").await;
    let rooms = alice.get("/api/chat/rooms").await.data();
    let ids: Vec<_> =
        rooms["rooms"].as_array().unwrap().iter().map(|room| room["room_id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["private:240101:240102", "public", "class_01"]);
    assert_eq!(
        (&rooms["rooms"][0]["user_id"], &rooms["rooms"][0]["members_count"]),
        (&json!("240102"), &json!(2))
    );
    assert_eq!(rooms["rooms"][1]["members_count"], 3);
    let contacts = alice.get("/api/chat/contacts").await.data()["contacts"].as_array().unwrap().clone();
    assert_eq!((&contacts[0]["user_id"], &contacts[0]["unread"]), (&json!("240102"), &json!(1)));
    assert_eq!((contacts.len(), &contacts[1]["last_message"]), (2, &json!(null)));
    assert!(contacts[0].get("phone").is_none() && contacts[0].get("info").is_none());
}
