//! Who is told of a message, and what an inbox says of it.

use super::*;

/// Alice and Bob of class 01, and Carol of class 02.
async fn three(portal: &TestPortal) -> (Client, Client, Client) {
    let (alice, bob) = two(portal).await;
    let carol = portal.register("240201").await;
    portal.settle().await;
    (alice, bob, carol)
}

/// The kinds of what is in an inbox, newest first.
async fn kinds(client: &Client) -> Vec<String> {
    inbox(client).await.iter().map(|item| item["kind"].as_str().unwrap().to_owned()).collect()
}

async fn unread(client: &Client) -> Value {
    client.get("/api/notifications/unread").await.data()["unread"].clone()
}

async fn answer(client: &Client, to: &Value, content: &str) -> Value {
    let body = json!({ "room": to["room_id"], "content": content, "reply_to": to["id"] });
    client.post("/api/chat/messages", &body).await.data()["message"].clone()
}

/// Title, text and link of a notification.
fn words(item: &Value) -> (Value, Value, Value) {
    (item["title"].clone(), item["text"].clone(), item["link"].clone())
}

fn gone() -> (Value, Value, Value) {
    (json!("内容已不可见"), json!(""), Value::Null)
}

#[tokio::test]
async fn whoever_a_message_calls_is_told_what_was_said_where_and_by_whom() {
    let portal = portal().await;
    let (alice, bob, _) = three(&portal).await;
    let sent = send_message(&alice, "class_01", "@net-240102 交作业").await;
    let told = inbox(&bob).await;
    let expected = json!([{
        "id": told[0]["id"], "kind": "mention", "app": "chat", "topic": "class_01", "title": "net-240101 在「01班」提到了你",
        "text": "@net-240102 交作业", "sender_id": "240101", "sender_name": "net-240101",
        "link": { "app": "chat", "path": format!("class_01/{}", sent["seq"]) },
        "silent": true, "read": false, "created_at": "2026-09-01T00:00:00.000Z",
    }]);
    assert_eq!(json!(told), expected);
    let english = bob.clone().with("accept-language", "en");
    let title = inbox(&english).await[0]["title"].clone();
    assert_eq!(title, "net-240101 mentioned you in Class 01");
}

#[tokio::test]
async fn in_every_room_of_many_those_who_are_called_are_told_and_nobody_else() {
    let portal = portal().await;
    let (alice, bob, carol) = three(&portal).await;
    let dave = portal.register("240103").await;
    let id = group(&alice, &["240102", "240103"]).await;
    portal.settle().await;
    let text = "@net-240101 @net-240102 @net-240201 @net-240102";
    for room in ["class_01", &id] {
        send_message(&alice, room, text).await;
    }
    assert_eq!(kinds(&bob).await, ["mention", "mention"]);
    assert_eq!(inbox(&bob).await[0]["title"], "net-240101 在「物理小组」提到了你");
    for other in [&alice, &carol, &dave] {
        assert!(kinds(other).await.is_empty(), "neither the sender, nor outsiders, nor others");
    }
    send_message(&alice, "public", text).await;
    assert_eq!(inbox(&carol).await[0]["title"], "net-240101 在「公共聊天室」提到了你");
    assert_eq!((kinds(&bob).await.len(), kinds(&alice).await.len(), kinds(&dave).await.len()), (3, 0, 0));
}

#[tokio::test]
async fn between_two_nobody_is_called_or_answered() {
    let portal = portal().await;
    let (alice, bob, _) = three(&portal).await;
    let first = send_message(&alice, "private:240101:240102", "@net-240102 在吗").await;
    answer(&bob, &first, "在").await;
    assert!(kinds(&alice).await.is_empty() && kinds(&bob).await.is_empty());
}

#[tokio::test]
async fn an_answer_tells_the_one_who_is_answered_and_a_call_in_it_wins() {
    let portal = portal().await;
    let (alice, bob, carol) = three(&portal).await;
    let first = send_message(&alice, "public", "谁有笔记？").await;
    let reply = answer(&bob, &first, "我有").await;
    let told = inbox(&alice).await;
    assert_eq!((told.len(), &told[0]["kind"], &told[0]["silent"]), (1, &json!("reply"), &json!(true)));
    let link = json!({ "app": "chat", "path": format!("public/{}", reply["seq"]) });
    assert_eq!(words(&told[0]), (json!("net-240102 在「公共聊天室」回复了你"), json!("我有"), link));
    assert!(kinds(&bob).await.is_empty() && kinds(&carol).await.is_empty());

    answer(&bob, &first, "@net-240101 给你").await;
    assert_eq!(kinds(&alice).await, ["mention", "reply"], "one notification of one message");
    answer(&alice, &first, "自己找到了").await;
    assert_eq!(kinds(&alice).await.len(), 2, "nobody answers themselves");
    answer(&bob, &first, "@net-240201 你呢").await;
    assert_eq!((kinds(&alice).await[0].as_str(), kinds(&carol).await), ("reply", vec!["mention".into()]));
}

#[tokio::test]
async fn whoever_has_left_the_room_is_not_told_of_answers() {
    let portal = portal().await;
    let (alice, bob, _) = three(&portal).await;
    let id = group(&alice, &["240102"]).await;
    let of_bob = send_message(&bob, &id, "再见").await;
    bob.post_empty(&format!("/api/chat/groups/{id}/leave")).await.data();
    portal.settle().await;
    answer(&alice, &of_bob, "@net-240102 再见").await;
    assert!(kinds(&bob).await.is_empty());
}

#[tokio::test]
async fn the_same_message_sent_again_tells_once() {
    let portal = portal().await;
    let (alice, bob, _) = three(&portal).await;
    let body = json!({ "room": "public", "content": "@net-240102", "temp_id": "t1" });
    for _ in 0..3 {
        alice.post("/api/chat/messages", &body).await.data();
    }
    assert_eq!(kinds(&bob).await, ["mention"]);
}

#[tokio::test]
async fn reading_a_room_up_to_a_message_reads_what_tells_of_those_before_it() {
    let portal = portal().await;
    let (alice, bob, _) = three(&portal).await;
    let own = send_message(&bob, "public", "问题").await;
    let first = send_message(&alice, "public", "@net-240102 一").await;
    answer(&alice, &own, "二").await;
    send_message(&alice, "class_01", "@net-240102 三").await;
    assert_eq!(unread(&bob).await, 3);

    bob.post("/api/chat/read", &json!({ "room": "public", "message_id": first["id"] })).await.data();
    let read: Vec<_> = inbox(&bob).await.iter().map(|item| item["read"] == true).collect();
    assert_eq!(read, [false, false, true], "neither a later one nor that of another room");
    bob.post("/api/chat/read", &json!({ "room": "public" })).await.data();
    let read: Vec<_> = inbox(&bob).await.iter().map(|item| item["read"] == true).collect();
    assert_eq!(read, [false, true, true]);
    alice.post("/api/chat/read", &json!({ "room": "class_01" })).await.data();
    assert_eq!(unread(&bob).await, 1, "each reads for themselves");
}

#[tokio::test]
async fn a_message_that_is_taken_back_leaves_all_inboxes() {
    let portal = portal().await;
    let (alice, bob, carol) = three(&portal).await;
    let own = send_message(&bob, "public", "问题").await;
    let body = json!({ "room": "public", "content": "@net-240201 看", "reply_to": own["id"] });
    let sent = alice.post("/api/chat/messages", &body).await.data()["message"].clone();
    send_message(&alice, "public", "@net-240102 @net-240201").await;
    assert_eq!((kinds(&bob).await.len(), kinds(&carol).await.len()), (2, 2));
    alice.post_empty(&path(&sent, "/recall")).await.data();
    assert_eq!(
        (kinds(&bob).await, kinds(&carol).await),
        (vec!["mention".into()], vec!["mention".to_owned()])
    );
}

#[tokio::test]
async fn whoever_left_a_group_reads_nothing_of_it_in_the_inbox_either() {
    let portal = portal().await;
    let (alice, bob, _) = three(&portal).await;
    let id = group(&alice, &["240102"]).await;
    portal.settle().await;
    send_message(&alice, &id, "@net-240102 秘密").await;
    assert_eq!(inbox(&bob).await[0]["text"], "@net-240102 秘密");
    bob.post_empty(&format!("/api/chat/groups/{id}/leave")).await.data();
    let told = inbox(&bob).await[0].clone();
    assert_eq!(words(&told), gone());
    assert_eq!((&told["sender_id"], &told["sender_name"]), (&json!(""), &json!("")));
    let english = bob.clone().with("accept-language", "en");
    assert_eq!(inbox(&english).await[0]["title"], "No longer available");

    alice.post(&format!("/api/chat/groups/{id}/invite"), &json!({ "invite_user_id": "240102" })).await.data();
    assert_eq!(inbox(&bob).await[0]["text"], "@net-240102 秘密", "who is in again sees it again");
    alice.delete(&format!("/api/chat/groups/{id}")).await.data();
    assert_eq!(words(&inbox(&bob).await[0]), gone(), "of a group that ended nothing is left");
}

#[tokio::test]
async fn clearing_history_reads_what_tells_of_it_and_hides_its_words() {
    let portal = portal().await;
    let (alice, bob, _) = three(&portal).await;
    send_message(&alice, "public", "@net-240102 旧事").await;
    send_message(&alice, "class_01", "@net-240102 别处").await;
    bob.delete("/api/chat/history?room=public").await.data();
    let told = inbox(&bob).await;
    assert_eq!((&told[0]["read"], &told[1]["read"]), (&json!(false), &json!(true)));
    assert_eq!((&told[0]["text"], words(&told[1])), (&json!("@net-240102 别处"), gone()));
    send_message(&alice, "public", "@net-240102 新事").await;
    assert_eq!(unread(&bob).await, 2);
}

#[tokio::test]
async fn an_edited_message_shows_its_newest_words() {
    let portal = portal().await;
    let (alice, bob, carol) = three(&portal).await;
    let sent = send_message(&alice, "public", "@net-240102 七点").await;
    let change = json!({ "content": "@net-240102 @net-240201 八点" });
    alice.patch(&path(&sent, ""), &change).await.data();
    assert_eq!(inbox(&bob).await[0]["text"], "@net-240102 @net-240201 八点");
    assert_eq!(kinds(&bob).await.len(), 1);
    assert!(kinds(&carol).await.is_empty(), "an edit calls nobody");
}

#[tokio::test]
async fn long_words_are_cut_and_pictures_are_named() {
    let portal = portal().await;
    let (alice, bob, _) = three(&portal).await;
    send_message(&alice, "public", &format!("@net-240102 {}", "长".repeat(300))).await;
    let text = inbox(&bob).await[0]["text"].as_str().unwrap().to_owned();
    assert_eq!((text.chars().count(), text.ends_with('长')), (120, true));

    let first = send_message(&bob, "public", "照片？").await;
    let file = picture(&portal, UserId::parse("240101").unwrap()).await;
    let content = format!("/api/cloud/files/{}.png", file.hash);
    let body = json!({ "room": "public", "msg_type": "image", "content": content, "reply_to": first["id"] });
    alice.post("/api/chat/messages", &body).await.data();
    assert_eq!(inbox(&bob).await[0]["text"], "[图片]");
}

#[tokio::test]
async fn whoever_wants_to_hear_of_no_calls_is_not_told_of_them() {
    let portal = portal().await;
    let (alice, bob, _) = three(&portal).await;
    let kinds_of_chat = bob.get("/api/notifications/preferences").await.data()["kinds"].clone();
    let names: Vec<_> = kinds_of_chat.as_array().unwrap().iter().map(|kind| kind["kind"].clone()).collect();
    assert_eq!(
        names,
        [
            "mention",
            "reply",
            "account",
            "exam_digest",
            "report_decision",
            "content_removed",
            "appeal_decision",
            "content_published",
            "silenced",
            "report",
        ]
    );
    bob.put("/api/notifications/preferences", &json!({ "modes": { "mention": "off" } })).await.data();
    let first = send_message(&bob, "public", "问题").await;
    send_message(&alice, "public", "@net-240102").await;
    answer(&alice, &first, "回答").await;
    assert_eq!(kinds(&bob).await, ["reply"]);
    answer(&alice, &first, "@net-240102 再回答").await;
    assert_eq!(kinds(&bob).await, ["reply", "reply"], "an answer that calls is still an answer");
}

#[tokio::test]
async fn of_somebody_who_is_erased_no_word_and_no_name_is_left_in_an_inbox() {
    let portal = portal().await;
    let (alice, bob, _) = three(&portal).await;
    send_message(&alice, "public", "@net-240102 再见").await;
    let admin = portal.admin().await;
    admin.delete("/api/admin/users/240101").await.data();
    let told = inbox(&bob).await;
    assert_eq!(
        (words(&told[0]), &told[0]["sender_id"], &told[0]["sender_name"]),
        (gone(), &json!(""), &json!(""))
    );
}
