//! Whatever a frame says of sender, room, time and id beside its fields is not read, and what cannot
//! be read costs an `error` frame, not the socket.

use super::*;

#[tokio::test]
async fn sender_time_and_id_are_the_servers() {
    let server = chat_server().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let (mut a, mut b) = (server.connect(&one).await, server.connect(&two).await);
    let forged = json!({
        "type": "text", "content": "我是谁", "sender_id": "240102", "user_id": "240102", "from_user_id": "240102",
        "id": "x", "seq": 1, "created_at": "2020-01-01T00:00:00.000Z", "recalled": true, "room_id": "class_02",
    });
    a.send(forged).await;
    let heard = b.next_of("new_message").await["message"].clone();
    assert_eq!((&heard["sender_id"], &heard["room_id"]), (&json!("240101"), &json!("public")));
    assert_eq!(heard["created_at"], "2026-09-01T00:00:00.000Z");
    assert!(heard["id"] != "x" && heard["recalled"] == false);
}

#[tokio::test]
async fn other_peoples_rooms_and_messages_are_closed() {
    let server = chat_server().await;
    let (one, two) = (server.register("240101").await, server.register("240201").await);
    let (mut a, mut b) = (server.connect(&one).await, server.connect(&two).await);
    let id = a.ask(json!({ "type": "group_message", "group_id": "class_01", "content": "内部" })).await["message_id"].clone();
    for (frame, code) in [
        (json!({ "type": "group_message", "group_id": "class_01", "content": "x" }), 403),
        (json!({ "type": "text", "room": "private:240101:240102", "content": "x" }), 403),
        (json!({ "type": "get_group_history", "group_id": "class_01" }), 403),
        (json!({ "type": "recall_message", "message_id": id }), 404),
        (json!({ "type": "edit_message", "message_id": id, "content": "x" }), 404),
        (json!({ "type": "add_reaction", "message_id": id, "emoji": "👍" }), 404),
        (json!({ "type": "mark_read", "chat_id": "class_01" }), 403),
        (json!({ "type": "typing", "is_typing": true, "group_id": "class_01" }), 403),
        (json!({ "type": "private_message", "target_user_id": "249999", "content": "x" }), 404),
        (json!({ "type": "private_message", "target_user_id": "240201", "content": "x" }), 400),
    ] {
        let refused = b.ask(frame.clone()).await;
        assert_eq!(
            (&refused["type"], &refused["code"]),
            (&json!("error"), &json!(code)),
            "{frame} {refused}"
        );
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_named_and_the_socket_lives() {
    let server = chat_server().await;
    let one = server.register("240101").await;
    let mut a = server.connect(&one).await;
    for (raw, slug, named) in [
        ("", "malformed_json", ""),
        ("[1]", "malformed_json", ""),
        ("{\"type\":", "malformed_json", ""),
        ("{\"type\":\"text\",\"type\":\"text\"}", "duplicate_key", "type"),
        ("{}", "field_missing", "type"),
        ("{\"type\":7}", "field_invalid", "type"),
        ("{\"type\":\"gomoku_move\"}", "realtime_frame_unknown", "gomoku_move"),
        ("{\"type\":\"text\"}", "field_missing", "content"),
        ("{\"type\":\"text\",\"content\":7}", "field_invalid", "content"),
        ("{\"type\":\"text\",\"content\":\"  \"}", "chat_content_invalid", ""),
        ("{\"type\":\"recall_message\"}", "field_missing", "message_id"),
        ("{\"type\":\"status_update\",\"status\":\"gone\"}", "chat_status_invalid", ""),
        ("{\"type\":\"connect\",\"token\":\"x\"}", "realtime_connected_already", ""),
    ] {
        a.raw(1, raw.as_bytes()).await;
        let error = a.next_of("error").await;
        let told = error["slug"] == slug || (slug == "malformed_json" && error["code"] == 400);
        assert!(told && error["message"].as_str().unwrap().contains(named), "{raw}: {error}");
    }
    assert_eq!(a.ask(json!({ "type": "text", "content": "还在" })).await["success"], true);
}

#[tokio::test]
async fn a_chat_that_is_switched_off_takes_no_frames_and_shows_nothing() {
    let server = chat_server().await;
    let (admin, one) = (server.admin().await, server.register("240101").await);
    let mut a = server.connect(&one).await;
    let said = json!({ "type": "text", "content": "之前" });
    assert_eq!(a.ask(said.clone()).await["success"], true);
    server.switch(&admin, "chat", false).await;
    for frame in [
        said.clone(),
        json!({ "type": "load_more" }),
        json!({ "type": "get_groups" }),
        json!({ "type": "typing", "is_typing": true }),
    ] {
        let refused = a.ask(frame.clone()).await;
        assert_eq!((&refused["slug"], &refused["code"]), (&json!("app_disabled"), &json!(404)), "{frame}");
    }
    assert_eq!(a.ask(json!({ "type": "ping" })).await["type"], "pong", "other rooms are heard over it");
    let (_, greeting) = server.connect_at(&one, "").await;
    assert_eq!((&greeting["history"], &greeting["groups"]), (&json!([]), &json!([])));
    server.switch(&admin, "chat", true).await;
    assert_eq!(a.ask(said).await["success"], true);
}
