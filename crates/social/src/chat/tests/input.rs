//! What is refused, by name, and leaves nothing behind.

use serde_json::json;

use super::{events, history, portal, send_message, two};

#[tokio::test]
async fn bad_messages_are_refused_and_nothing_is_written() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let unknown = "0198f2b4-3c1d-7e55-8a11-1b2c3d4e5f60";
    let big = format!("[\"{}\"]", "x".repeat(32 * 1024));
    for (change, refusal) in [
        (json!({ "content": "  \n" }), "400 消息须为 1–4000 个字符"),
        (json!({ "content": "长".repeat(4001) }), "400 消息须为 1–4000 个字符"),
        (json!({ "content": "a\u{7}b" }), "400 消息须为 1–4000 个字符"),
        (json!({ "content": 5 }), "400 字段“content”的格式不正确"),
        (json!({ "content": "x", "msg_type": "ai_forward" }), "400 转发内容须为 JSON"),
        (json!({ "content": big, "msg_type": "ai_batch" }), "400 转发内容最多 32768 字节"),
        (json!({ "content": "x", "msg_type": "image" }), "400 图片或文件消息须包含已上传文件的地址"),
        (
            json!({ "content": format!("/api/cloud/files/{}.png", "a".repeat(64)), "msg_type": "file" }),
            "404 文件不存在",
        ),
        (json!({ "msg_type": "file" }), "400 缺少字段“content”"),
        (
            json!({ "msg_type": "file", "file": { "hash": "../x" } }),
            "400 图片或文件消息须包含已上传文件的地址",
        ),
        (json!({ "msg_type": "video", "file": { "hash": "a".repeat(64) } }), "404 文件不存在"),
        (json!({ "content": "x", "reply_to": "1" }), "400 只能回复同一聊天室中的消息"),
        (json!({ "content": "x", "reply_to": unknown }), "400 只能回复同一聊天室中的消息"),
        (json!({ "content": "x", "temp_id": "t".repeat(65) }), "400 字段“temp_id”的格式不正确"),
        (json!({ "content": "x", "room": "" }), "400 请指定聊天室、用户或群组"),
        (json!({ "content": "x", "room": "lobby" }), "404 聊天室不存在"),
        (json!({ "content": "x", "room": "class_00" }), "404 聊天室不存在"),
        (json!({ "content": "x", "room": "private:240102:240101" }), "404 聊天室不存在"),
        (json!({ "content": "x", "room": null, "target_user_id": "240101" }), "400 不能给自己发私信"),
        (json!({ "content": "x", "room": null, "target_user_id": "240199" }), "404 用户不存在"),
        (json!({ "content": "x", "room": null, "target_user_id": "nobody" }), "404 用户不存在"),
        (
            json!({ "content": "x", "room": null, "group_id": format!("group_{unknown}") }),
            "403 你不是该聊天室的成员",
        ),
    ] {
        let mut body = json!({ "room": "public" });
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        assert_eq!(alice.post("/api/chat/messages", &body).await.refusal(), refusal, "{change}");
    }
    assert_eq!(
        alice.post("/api/chat/messages", &json!({ "room": "public" })).await.refusal(),
        "400 缺少字段“content”"
    );
    assert!(history(&alice, "public").await.is_empty());
    assert!(events(&portal).await.is_empty());
}

#[tokio::test]
async fn the_longest_text_and_what_is_no_known_type_are_taken() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let long = "长".repeat(4000);
    assert_eq!(send_message(&alice, "public", &long).await["content"], long);
    for (kind, stored) in [
        ("script", "text"),
        ("emoji", "emoji"),
        ("ai_forward", "ai_forward"),
        ("gomoku_invite", "gomoku_invite"),
    ] {
        let body = json!({ "room": "public", "content": "{\"a\":1}", "msg_type": kind });
        assert_eq!(alice.post("/api/chat/messages", &body).await.data()["message"]["type"], stored);
    }
}

#[tokio::test]
async fn bad_settings_groups_and_searches_are_refused() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    for (body, refusal) in [
        (json!({ "quiet_from": "24:00", "quiet_to": "07:00" }), "400 时间须为 HH:MM"),
        (json!({ "quiet_from": "7:00", "quiet_to": "07:00" }), "400 时间须为 HH:MM"),
        (json!({ "quiet_from": "22:00" }), "400 请同时填写免打扰的开始和结束时间"),
        (json!({ "muted": "yes" }), "400 字段“muted”的格式不正确"),
    ] {
        assert_eq!(alice.put("/api/chat/rooms/public/settings", &body).await.refusal(), refusal);
    }
    assert_eq!(alice.put("/api/chat/rooms/0/settings", &json!({})).await.refusal(), "404 聊天室不存在");
    for (body, refusal) in [
        (json!({ "group_name": " ", "member_ids": ["240102"] }), "400 群名须为 1–30 个字符"),
        (json!({ "group_name": "长".repeat(31), "member_ids": ["240102"] }), "400 群名须为 1–30 个字符"),
        (json!({ "group_name": "x", "member_ids": ["240101"] }), "400 群组至少需要 2 名成员"),
        (json!({ "group_name": "x", "member_ids": ["240199"] }), "404 用户不存在"),
        (json!({ "group_name": "x" }), "400 缺少字段“member_ids”"),
    ] {
        assert_eq!(alice.post("/api/chat/groups", &body).await.refusal(), refusal);
    }
    for q in ["", "%3F%21", &"x".repeat(51)] {
        assert_eq!(
            alice.get(&format!("/api/chat/search?q={q}")).await.refusal(),
            "400 请输入 1–50 个字符的搜索内容"
        );
    }
    assert!(events(&portal).await.is_empty());
}
