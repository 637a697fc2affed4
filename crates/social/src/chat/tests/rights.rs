//! Who may do what: member, outsider, moderator; pins.

use kernel::testing::Client;
use serde_json::{Value, json};

use super::{events, group, path, portal, send_message, try_send_message, two};
use identity::admin::MANAGE_POSTS;

/// The status of each verb on a message that someone else sent a while ago.
async fn verbs(client: &Client, message: &Value) -> [u16; 6] {
    let room = message["room_id"].as_str().unwrap();
    let status = |answer: kernel::testing::Answer| answer.status.as_u16();
    let thumb = path(message, "/reactions/%F0%9F%91%8D");
    [
        status(client.get(&format!("/api/chat/messages?room={room}")).await),
        status(try_send_message(client, room, "x").await),
        status(client.send(axum::http::Method::PUT, &thumb, None).await),
        status(client.patch(&path(message, ""), &json!({ "content": "x" })).await),
        status(client.post_empty(&path(message, "/pin")).await),
        status(client.post_empty(&path(message, "/recall")).await),
    ]
}

#[tokio::test]
async fn during_an_exam_members_read_the_chat_and_teachers_write_in_it() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let head = portal.class_admin().await;
    let message = send_message(&bob, "class_01", "早").await;
    let own = send_message(&alice, "class_01", "早").await;
    let first = json!({ "room": "class_01", "content": "早", "temp_id": "t1" });
    alice.post("/api/chat/messages", &first).await.data();
    let until = kernel::app::iso(portal.now().as_millisecond() + 3_600_000);
    head.put("/api/admin/exam-mode", &json!({ "until": until })).await.data();
    assert_eq!(verbs(&alice, &message).await, [200, 403, 403, 403, 403, 403]);
    let refused = try_send_message(&alice, "private:240101:240102", "x").await;
    assert_eq!(refused.json()["slug"], "exam_mode");
    alice.post("/api/chat/messages", &first).await.data();
    alice.post_empty(&path(&own, "/recall")).await.data();
    send_message(&head, "class_01", "考试加油").await;
    head.put("/api/admin/exam-mode", &json!({ "until": null })).await.data();
    send_message(&alice, "class_01", "考完了").await;
}

#[tokio::test]
async fn the_histories_of_groups_and_pairs_have_addresses_of_their_own() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let stranger = portal.register("240201").await;
    let id = group(&alice, &["240102"]).await;
    let pair = "private:240101:240102";
    for n in 0..3 {
        send_message(&alice, &id, &format!("组 {n}")).await;
        send_message(&bob, pair, &format!("私 {n}")).await;
    }
    for (path, room, key, value) in [
        (format!("/api/chat/groups/{id}/messages"), id.as_str(), "group_id", id.as_str()),
        ("/api/chat/private/240102".into(), pair, "target_user_id", "240102"),
    ] {
        let whole = alice.get(&path).await.data();
        assert_eq!(
            (&whole[key], &whole["room_id"], &whole["has_more"]),
            (&json!(value), &json!(room), &json!(false))
        );
        let known = alice.get(&format!("/api/chat/messages?room={room}")).await.data();
        assert_eq!(whole["messages"], known["messages"]);
        let newest = &whole["messages"][2];
        let (seq, message_id) = (newest["seq"].as_i64().unwrap(), newest["id"].as_str().unwrap());
        for query in [format!("?limit=1&before={seq}"), format!("?limit=1&before_id={message_id}")] {
            let piece = alice.get(&format!("{path}{query}")).await.data();
            assert_eq!(
                (&piece["messages"], &piece["has_more"]),
                (&json!([whole["messages"][1]]), &json!(true))
            );
        }
        let after = alice.get(&format!("{path}?after={seq}")).await.data();
        assert_eq!(after["messages"], json!([]));
    }
    // The other one of the pair has the same, under the first one's number.
    let theirs = bob.get("/api/chat/private/240101").await.data();
    assert_eq!((theirs["messages"].as_array().unwrap().len(), &theirs["room_id"]), (3, &json!(pair)));

    let refused = async |client: &Client, path: &str| client.get(path).await.status.as_u16();
    assert_eq!(refused(&stranger, &format!("/api/chat/groups/{id}/messages")).await, 403);
    assert_eq!(refused(&stranger, "/api/chat/groups/class_01/messages").await, 403);
    assert_eq!(refused(&bob, "/api/chat/groups/class_01/messages").await, 200);
    assert_eq!(
        refused(&stranger, "/api/chat/groups/nothing/messages").await,
        refused(&stranger, "/api/chat/messages?group_id=nothing").await
    );
    for other in ["240101", "24010", "x"] {
        let same = refused(&alice, &format!("/api/chat/messages?target_user_id={other}")).await;
        assert_eq!((refused(&alice, &format!("/api/chat/private/{other}")).await, same >= 400), (same, true));
    }
    let same = refused(&alice, "/api/chat/messages?target_user_id=249999").await;
    assert_eq!(refused(&alice, "/api/chat/private/249999").await, same);
}

#[tokio::test]
async fn each_may_what_their_place_in_the_room_allows() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let carol = portal.register("240103").await;
    let stranger = portal.register("240201").await;
    let (lead, other_lead, admin) =
        (portal.class_admin().await, portal.register("240200").await, portal.admin().await);
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let id = group(&alice, &["240102"]).await;
    portal.settle().await;

    // history, send, react, edit, pin, recall
    let member = [200, 200, 200, 403, 403, 403];
    let outside = [403, 403, 404, 404, 404, 404];
    let moderator = [200, 200, 200, 403, 200, 200];
    let office = [403, 403, 403, 403, 200, 200];
    let cases: [(&str, &str, &Client, [u16; 6]); 14] = [
        ("public", "a member", &carol, member),
        ("public", "another class's admin", &other_lead, [200, 200, 200, 403, 200, 403]),
        ("public", "the class admin", &lead, moderator),
        ("public", "an officer for posts", &officer, [200, 200, 200, 403, 403, 200]),
        ("public", "an admin", &admin, moderator),
        ("class_01", "a member", &carol, member),
        ("class_01", "a stranger", &stranger, outside),
        ("class_01", "another class's admin", &other_lead, outside),
        ("class_01", "the class admin", &lead, moderator),
        ("class_01", "an officer for posts", &officer, moderator),
        ("class_01", "an admin", &admin, office),
        ("private:240101:240102", "an admin", &admin, outside),
        ("private:240101:240102", "the other one", &alice, [200, 200, 200, 403, 200, 403]),
        (&id, "the owner", &alice, moderator),
    ];
    for (room, who, client, expected) in cases {
        let message = send_message(&bob, room, "说了什么").await;
        portal.advance(121);
        assert_eq!(verbs(client, &message).await, expected, "{who} in {room}");
    }
    let message = send_message(&bob, &id, "说了什么").await;
    assert_eq!(verbs(&lead, &message).await, outside);
}

#[tokio::test]
async fn a_room_has_twenty_pins_at_most_even_at_once() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let room = "private:240101:240102";
    let mut all = Vec::new();
    for n in 0..25 {
        all.push(send_message(&alice, room, &n.to_string()).await);
    }
    let answers = futures_util::future::join_all(all.iter().map(|message| {
        let (alice, at) = (alice.clone(), path(message, "/pin"));
        async move { alice.post_empty(&at).await.status.as_u16() }
    }))
    .await;
    assert_eq!(answers.iter().filter(|status| **status == 200).count(), 20);
    let pins = alice.get(&format!("/api/chat/rooms/{room}/pins")).await.data();
    assert_eq!(pins.as_array().unwrap().len(), 20);
    let first = pins[0].clone();
    alice.delete(&path(&first, "/pin")).await.data();
    assert_eq!(alice.get(&format!("/api/chat/rooms/{room}/pins")).await.data().as_array().unwrap().len(), 19);
}

#[tokio::test]
async fn a_pin_by_office_stands_in_the_log_and_one_among_friends_does_not() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let (lead, admin) = (portal.class_admin().await, portal.admin().await);
    let (class, pair) = (
        send_message(&alice, "class_01", "a").await,
        send_message(&alice, "private:240101:240102", "b").await,
    );
    lead.post_empty(&path(&class, "/pin")).await.data();
    lead.delete(&path(&class, "/pin")).await.data();
    alice.post_empty(&path(&pair, "/pin")).await.data();
    let log = admin.get("/api/admin/logs?limit=10").await.data();
    let all = log["logs"].as_array().unwrap().iter().map(|row| row["action"].as_str().unwrap());
    let pins: Vec<_> = all.filter(|action| action.ends_with("pin_message")).collect();
    assert_eq!(pins, ["unpin_message", "pin_message"]);
}

#[tokio::test]
async fn to_pin_again_or_at_once_is_one_pin_one_event_and_one_line_in_the_log() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let (lead, admin) = (portal.class_admin().await, portal.admin().await);
    let message = send_message(&alice, "class_01", "a").await;
    assert_eq!(lead.delete(&path(&message, "/pin")).await.status, 200, "nothing to take down");
    let at = path(&message, "/pin");
    let told = async |kind: &str| events(&portal).await.iter().filter(|event| event.kind == kind).count();
    let logged = async || {
        let log = admin.get("/api/admin/logs?limit=100").await.data();
        let all = log["logs"].as_array().unwrap().iter();
        all.filter(|row| row["action"].as_str().unwrap().ends_with("pin_message")).count()
    };
    assert_eq!((told("message_unpinned").await, logged().await), (0, 0));
    let pins = futures_util::future::join_all((0..50).map(|_| lead.post_empty(&at))).await;
    assert!(pins.iter().all(|answer| answer.status == 200));
    assert_eq!((told("message_pinned").await, logged().await), (1, 1));
    let unpins = futures_util::future::join_all((0..50).map(|_| lead.delete(&at))).await;
    assert!(unpins.iter().all(|answer| answer.status == 200));
    assert_eq!((told("message_unpinned").await, logged().await), (1, 2));
}
