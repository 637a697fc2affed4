//! Sending, editing, recalling, reacting.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use futures_util::future::join_all;
use identity::testing::TestPortal;
use kernel::testing::Client;
use kernel::user::Ban;
use serde_json::{Value, json};

use super::super::FEATURE;
use super::{contents, events, group, history, path, portal, send_message, try_send_message, two};

#[tokio::test]
async fn a_message_is_what_the_wire_says_it_is() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let sent = alice
        .post(
            "/api/chat/messages",
            &json!({ "target_user_id": "240102", "content": "你好", "temp_id": "t1" }),
        )
        .await
        .data();
    assert_eq!(
        (&sent["success"], &sent["temp_id"], &sent["message_id"]),
        (&json!(true), &json!("t1"), &sent["message"]["id"])
    );

    let expected = json!({
        "id": sent["message_id"], "seq": sent["message"]["seq"], "room_id": "private:240101:240102", "type": "text",
        "content": "你好", "sender_id": "240101", "sender_name": sent["message"]["sender_name"],
        "from_user_id": "240101", "to_user_id": "240102", "reply_to": null, "reply": null, "temp_id": "t1",
        "mentions": [], "reactions": [], "recalled": false, "edited_at": null, "file": null,
        "created_at": "2026-09-01T00:00:00.000Z",
    });
    assert_eq!(sent["message"], expected);
    assert_eq!(history(&bob, "private:240101:240102").await, [expected]);
    assert_eq!(
        bob.get("/api/chat/messages?target_user_id=240101").await.data()["room_id"],
        "private:240101:240102"
    );
}

#[tokio::test]
async fn who_sends_when_and_as_which_id_is_the_servers_to_say() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let spoofed = json!({
        "room": "public", "content": "x", "sender_id": "240102", "from_user_id": "240102", "sender_name": "bob", "id": "1",
        "message_id": "1", "created_at": "2020-01-01T00:00:00.000Z", "seq": 1, "room_id": "class_02", "recalled": true,
    });
    let message = alice.post("/api/chat/messages", &spoofed).await.data()["message"].clone();
    assert_eq!((&message["sender_id"], &message["room_id"]), (&json!("240101"), &json!("public")));
    assert_eq!(
        (&message["created_at"], &message["recalled"]),
        (&json!("2026-09-01T00:00:00.000Z"), &json!(false))
    );
    assert_ne!(message["id"], "1");
}

#[tokio::test]
async fn fifty_at_once_with_one_temp_id_are_one_message_with_one_event() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let body = json!({ "room": "public", "content": "x", "temp_id": "same" });
    let answers = join_all((0..50).map(|_| alice.post("/api/chat/messages", &body))).await;
    let ids: BTreeSet<String> =
        answers.iter().map(|answer| answer.data()["message_id"].to_string()).collect();
    assert_eq!(ids.len(), 1);

    // Another device, other words: still the first one. Another member: another message.
    let other = json!({ "room": "class_01", "content": "y", "temp_id": "same" });
    assert_eq!(alice.post("/api/chat/messages", &other).await.data()["message"]["content"], "x");
    assert_eq!(bob.post("/api/chat/messages", &body).await.data()["message"]["sender_id"], "240102");
    assert_eq!(history(&alice, "public").await.len(), 2);
    assert_eq!(events(&portal).await.len(), 2);
}

#[tokio::test]
async fn events_say_ids_alone_and_a_messages_place_is_its_events_number() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let public = send_message(&alice, "public", "秘密").await;
    let class = send_message(&alice, "class_01", "秘密").await;
    let pair = send_message(&alice, "private:240101:240102", "秘密").await;
    let group = group(&alice, &["240102"]).await;
    let told = events(&portal).await;
    for (event, message) in told.iter().zip([&public, &class, &pair]) {
        assert_eq!((event.name().as_str(), &json!(event.seq)), ("chat.message_created", &message["seq"]));
        assert_eq!(event.subject_id, message["id"].as_str().unwrap());
    }
    let audiences: Vec<_> = told.iter().map(|event| event.audience.clone()).collect();
    let of_group = group.replace("group_", "group:");
    assert_eq!(audiences, ["all", "class:01", "pair:240101:240102", of_group.as_str()]);
    assert!(told.iter().all(|event| !event.data.contains("秘密") && !event.data.contains("物理")));
}

#[tokio::test]
async fn a_message_earns_its_sender_one_point_of_experience_and_a_change_of_it_none() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let exp = async |client: &Client| client.get("/api/level/info").await.data()["exp"].clone();
    let message = send_message(&alice, "public", "早").await;
    assert_eq!((exp(&alice).await, exp(&bob).await), (json!(1), json!(0)));
    alice.patch(&path(&message, ""), &json!({ "content": "早上好" })).await.data();
    bob.send(axum::http::Method::PUT, &path(&message, "/reactions/%E2%9D%A4"), None).await.data();
    assert_eq!((exp(&alice).await, exp(&bob).await), (json!(1), json!(0)));
    send_message(&bob, "public", "早").await;
    assert_eq!((exp(&alice).await, exp(&bob).await), (json!(1), json!(1)));
}

#[tokio::test]
async fn more_than_the_limit_over_all_rooms_is_refused_with_a_time_to_wait() {
    let portal =
        TestPortal::with(&[realtime::FEATURE, moderation::FEATURE, FEATURE], &[("RATE_LIMIT_CHAT", "3/60")])
            .await;
    let (alice, bob) = two(&portal).await;
    for room in ["public", "class_01", "private:240101:240102"] {
        send_message(&alice, room, "x").await;
    }
    let refused = try_send_message(&alice, "public", "x").await;
    assert_eq!(
        (refused.status, refused.header("retry-after").as_str()),
        (StatusCode::TOO_MANY_REQUESTS, "20")
    );
    assert_eq!(refused.header("x-ratelimit-limit"), "3");
    send_message(&bob, "public", "y").await;
    portal.advance(20);
    send_message(&alice, "public", "z").await;

    // The other way in counts in the same bucket.
    let user = kernel::user::UserId::parse("240101").unwrap();
    let draft =
        crate::chat::Draft::parse(&crate::chat::DraftFields { content: "x", ..Default::default() }).unwrap();
    let error = crate::chat::send(&portal.app, user, &crate::chat::RoomId::Public, &draft).await.unwrap_err();
    assert_eq!((error.status(), error.retry_after_seconds()), (StatusCode::TOO_MANY_REQUESTS, Some(20)));
}

#[tokio::test]
async fn the_disabled_do_not_speak_by_any_way() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    portal.ban("240101", Some(Ban::default())).await;
    assert_eq!(try_send_message(&alice, "public", "x").await.refusal(), "403 该账号已被禁用");
    let user = kernel::user::UserId::parse("240101").unwrap();
    let draft =
        crate::chat::Draft::parse(&crate::chat::DraftFields { content: "x", ..Default::default() }).unwrap();
    let error = crate::chat::send(&portal.app, user, &crate::chat::RoomId::Public, &draft).await.unwrap_err();
    assert_eq!(error.slug(), "account_disabled");
}

#[tokio::test]
async fn a_reply_answers_a_message_of_the_same_room_and_shows_it() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let first = send_message(&alice, "public", "问题").await;
    let body = |room: &str| json!({ "room": room, "content": "回答", "reply_to": first["id"] });
    let reply = bob.post("/api/chat/messages", &body("public")).await.data()["message"].clone();
    assert_eq!(
        (&reply["reply_to"], &reply["reply"]["content"], &reply["reply"]["sender_id"]),
        (&first["id"], &json!("问题"), &json!("240101"))
    );
    assert_eq!(history(&alice, "public").await[1], reply);
    assert_eq!(
        bob.post("/api/chat/messages", &body("class_01")).await.refusal(),
        "400 只能回复同一聊天室中的消息"
    );
}

#[tokio::test]
async fn names_after_an_at_are_the_members_of_the_room() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let stranger = portal.register("240201").await;
    portal.settle().await;
    let own = stranger.get("/api/user/profile").await.data()["net_name"].as_str().unwrap().to_owned();
    let text = format!("@{own} 你好");
    assert_eq!(send_message(&alice, "public", &text).await["mentions"], json!(["240201"]));
    assert_eq!(send_message(&alice, "class_01", &text).await["mentions"], json!([]));
    let unread = super::room_of(&stranger, "public").await;
    assert_eq!((&unread["unread"], &unread["unread_mentions"]), (&json!(1), &json!(1)));
}

#[tokio::test]
async fn an_edit_is_ones_own_within_a_quarter_of_an_hour_and_keeps_what_was_said() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let first = send_message(&alice, "public", "第一").await;
    portal.advance(15 * 60);
    let edited = alice.patch(&path(&first, ""), &json!({ "content": "第二" })).await.data();
    assert_eq!(
        (&edited["content"], &edited["edited_at"]),
        (&json!("第二"), &json!("2026-09-01T00:15:00.000Z"))
    );
    assert_eq!(history(&bob, "public").await, [edited]);
    assert_eq!(bob.get(&path(&first, "/edits")).await.data()[0]["content"], "第一");
    assert_eq!(
        bob.patch(&path(&first, ""), &json!({ "content": "x" })).await.refusal(),
        "403 只能修改自己的消息"
    );

    portal.advance(1);
    assert_eq!(
        alice.patch(&path(&first, ""), &json!({ "content": "x" })).await.refusal(),
        "403 发送超过 15 分钟的消息不能修改"
    );
    assert_eq!(contents(&alice, "public").await, ["第二"]);
}

#[tokio::test]
async fn a_recall_leaves_no_word_anywhere() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let first = send_message(&alice, "public", "绝密内容").await;
    alice.patch(&path(&first, ""), &json!({ "content": "绝密内容二" })).await.data();
    bob.send(axum::http::Method::PUT, &path(&first, "/reactions/%F0%9F%91%8D"), None).await.data();
    let reply = bob
        .post("/api/chat/messages", &json!({ "room": "public", "content": "哦", "reply_to": first["id"] }))
        .await
        .data();
    portal.advance(120);
    alice.post_empty(&path(&first, "/recall")).await.data();
    alice.post_empty(&path(&first, "/recall")).await.data();

    let shown = history(&bob, "public").await;
    assert_eq!(
        (&shown[0]["content"], &shown[0]["recalled"], &shown[0]["reactions"]),
        (&json!(""), &json!(true), &json!([]))
    );
    assert_eq!((&shown[1]["reply"]["content"], &shown[1]["reply"]["recalled"]), (&json!(""), &json!(true)));
    assert_eq!(bob.get("/api/chat/search?q=绝密").await.data()["messages"], json!([]));
    assert_eq!(bob.get(&path(&first, "/edits")).await.refusal(), "409 消息已撤回");
    let again = json!({ "room": "public", "content": "哦", "reply_to": first["id"], "temp_id": "n" });
    let told = [
        json!(shown),
        bob.get("/api/chat/rooms").await.data(),
        bob.get("/api/chat/contacts").await.data(),
        bob.post("/api/chat/messages", &again).await.data(),
        reply,
    ];
    assert!(told[..4].iter().all(|answer| !answer.to_string().contains("绝密")));
    let events = events(&portal).await;
    assert_eq!(events.iter().filter(|event| event.name() == "chat.message_recalled").count(), 1);
    assert!(events.iter().all(|event| !event.data.contains("绝密")));
    assert_eq!(bob.post_empty(&path(&first, "/pin")).await.refusal(), "409 消息已撤回");
    assert_eq!(alice.patch(&path(&first, ""), &json!({ "content": "x" })).await.refusal(), "409 消息已撤回");
}

#[tokio::test]
async fn what_search_never_knew_is_recalled_as_well() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let body = json!({ "room": "public", "content": "😀", "msg_type": "emoji" });
    let sticker = alice.post("/api/chat/messages", &body).await.data()["message"].clone();
    let dots = send_message(&alice, "public", "……").await;
    alice.patch(&path(&dots, ""), &json!({ "content": "有字了" })).await.data();
    alice.post_empty(&path(&sticker, "/recall")).await.data();
    assert_eq!(contents(&bob, "public").await, ["", "有字了"]);
    assert_eq!(bob.get("/api/chat/search?q=有字").await.data()["messages"][0]["id"], dots["id"]);
}

#[tokio::test]
async fn after_two_minutes_one_takes_nothing_back_even_when_the_clock_was_set_back() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let first = send_message(&alice, "public", "x").await;
    portal.advance(121);
    assert_eq!(
        alice.post_empty(&path(&first, "/recall")).await.refusal(),
        "403 发送超过 2 分钟的消息不能撤回"
    );
    portal.app.clock.set_wall("2026-08-31T23:00:00Z".parse().unwrap());
    assert_eq!(
        alice.post_empty(&path(&first, "/recall")).await.refusal(),
        "403 发送超过 2 分钟的消息不能撤回"
    );
    // Order follows the log and not the clock.
    send_message(&alice, "public", "y").await;
    assert_eq!(contents(&alice, "public").await, ["x", "y"]);
}

#[tokio::test]
async fn each_reaction_counts_once_per_member() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let first = send_message(&alice, "public", "x").await;
    let heart = path(&first, "/reactions/%E2%9D%A4");
    let put = || bob.send(axum::http::Method::PUT, &heart, None);
    put().await.data();
    let shown = put().await.data();
    assert_eq!(shown["reactions"], json!([{ "emoji": "❤️", "count": 1, "user_ids": ["240102"] }]));
    let thumb = path(&first, "/reactions/%F0%9F%91%8D");
    let both = alice.send(axum::http::Method::PUT, &thumb, None).await.data();
    assert_eq!(both["reactions"].as_array().unwrap().len(), 2);
    bob.delete(&heart).await.data();
    assert_eq!(
        history(&bob, "public").await[0]["reactions"],
        json!([{ "emoji": "👍", "count": 1, "user_ids": ["240101"] }])
    );
    assert_eq!(bob.delete(&path(&first, "/reactions/x")).await.refusal(), "400 不支持该表情");
    let kinds = events(&portal).await.iter().filter(|event| event.kind.starts_with("reaction_")).count();
    assert_eq!(kinds, 3, "what changes nothing is not told");
}

#[tokio::test]
async fn the_history_of_no_room_in_particular_is_the_public_one() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    for (room, words) in [("public", "a"), ("class_01", "b"), ("public", "c")] {
        send_message(&alice, room, words).await;
    }
    let public = bob.get("/api/chat/messages?room=public").await.data();
    for query in ["", "?room=", "?limit=2", "?target_user_id=&group_id="] {
        assert_eq!(bob.get(&format!("/api/chat/messages{query}")).await.data(), public, "{query}");
    }
    let newest = public["messages"][1]["id"].as_str().unwrap();
    let older = bob.get(&format!("/api/chat/messages?limit=1&before_id={newest}")).await.data();
    assert_eq!((&older["room_id"], &older["messages"][0]["content"]), (&json!("public"), &json!("a")));
    let refused = bob.get("/api/chat/messages?target_user_id=240102").await.refusal();
    assert_eq!(refused, "400 不能给自己发私信");
}

#[tokio::test]
async fn a_page_of_history_goes_by_its_cursor_in_both_directions() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    for n in 0..7 {
        send_message(&alice, if n == 3 { "class_01" } else { "public" }, &n.to_string()).await;
    }
    let page = |query: String| {
        let bob = bob.clone();
        async move { bob.get(&format!("/api/chat/messages?room=public&{query}")).await.data() }
    };
    let words = |page: &Value| {
        page["messages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m["content"].as_str().unwrap().to_owned())
            .collect::<String>()
    };
    let newest = page("limit=2".into()).await;
    assert_eq!((words(&newest).as_str(), &newest["has_more"]), ("56", &json!(true)));
    let before = page(format!("limit=4&before={}", newest["messages"][0]["seq"])).await;
    assert_eq!((words(&before).as_str(), &before["has_more"]), ("0124", &json!(false)));
    let by_id = page(format!("limit=4&before_id={}", newest["messages"][0]["id"].as_str().unwrap())).await;
    assert_eq!(by_id, before);
    let after = page(format!("limit=2&after={}", before["messages"][0]["seq"])).await;
    assert_eq!((words(&after).as_str(), &after["has_more"]), ("12", &json!(true)));

    // A place that is none of this room's has no page before it; the newest would begin all over.
    let elsewhere = alice.get("/api/chat/messages?room=class_01").await.data()["messages"][0]["id"].clone();
    for id in [elsewhere.as_str().unwrap(), "01990c2e-7c1a-7000-8000-000000000000", "x"] {
        let refused = bob.get(&format!("/api/chat/messages?room=public&before_id={id}")).await.refusal();
        assert_eq!(refused, "404 消息不存在");
    }
}

#[tokio::test]
async fn a_page_of_long_forwards_is_short_and_paging_finds_them_all() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    for n in 0..6 {
        let content = json!({ "number": n, "words": "长".repeat(10_000) }).to_string();
        let body = json!({ "room": "public", "content": content, "msg_type": "ai_forward" });
        alice.post("/api/chat/messages", &body).await.data();
    }
    let (mut found, mut before) = (Vec::new(), i64::MAX);
    loop {
        let page =
            alice.get(&format!("/api/chat/messages?room=public&limit=100&before={before}")).await.data();
        let messages = page["messages"].as_array().unwrap();
        assert!(!messages.is_empty() && messages.len() <= 2, "{}", messages.len());
        found.extend(messages.iter().rev().map(|one| one["seq"].as_i64().unwrap()));
        before = messages[0]["seq"].as_i64().unwrap();
        if page["has_more"] == false {
            break;
        }
    }
    assert_eq!(found.len(), 6);
    assert!(found.is_sorted_by(|a, b| a > b));
}
