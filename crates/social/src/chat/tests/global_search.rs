//! What the search of all features finds of the chat.

use super::*;

/// Ids and titles: rooms, then messages, then files.
async fn found(portal: &TestPortal, client: &Client, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for kind in ["room", "message", "file"] {
        found.extend(search::testing::hits(&portal.app, client, kind, text).await);
    }
    let shown = |hit: Value| format!("{} {}", hit["id"].as_str().unwrap(), hit["title"].as_str().unwrap());
    found.into_iter().map(shown).collect()
}

#[tokio::test]
async fn messages_and_files_are_found_after_rooms_by_whoever_may_read_them() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let stranger = portal.register("240201").await;
    let said = send_message(&alice, "class_01", "物理：牛顿第二定律\n明天讲").await;
    let body = json!({ "room": "private:240101:240102", "msg_type": "image",
        "file": { "hash": picture(&portal, UserId::parse("240101").unwrap()).await.hash, "name": "牛顿的苹果.png" } });
    let file = alice.post("/api/chat/messages", &body).await.data();
    let id = group(&alice, &["240102"]).await;
    let (said, file) = (&said["seq"], &file["message"]["seq"]);
    let words = format!("class_01/{said} 物理：牛顿第二定律 明天讲");
    let picture = format!("private:240101:240102/{file} 牛顿的苹果.png");
    assert_eq!(found(&portal, &bob, "牛顿").await, [words.clone(), picture.clone()]);
    assert_eq!(found(&portal, &alice, "物理").await, [format!("{id} 物理小组"), words]);
    assert_eq!(found(&portal, &bob, "苹果").await, std::slice::from_ref(&picture));
    assert_eq!(found(&portal, &bob, "nddpg").await, [picture], "the name of a file by its sound");
    assert!(found(&portal, &stranger, "牛顿").await.is_empty());
}

#[tokio::test]
async fn rooms_are_found_by_their_names_in_either_language_by_whoever_is_in_them() {
    let portal = portal().await;
    portal.list_classes(&["01", "02"]).await;
    let (alice, bob) = two(&portal).await;
    let stranger = portal.register("240201").await;
    let id = group(&alice, &["240102"]).await;
    portal.settle().await;
    assert_eq!(found(&portal, &alice, "公共").await, ["public 公共聊天室"]);
    assert_eq!(found(&portal, &alice, "everyone").await, ["public 公共聊天室"]);
    assert_eq!(found(&portal, &alice, "01班").await, ["class_01 01班"]);
    assert_eq!(found(&portal, &stranger, "class").await, ["class_02 02班"]);
    assert_eq!(found(&portal, &bob, "物理").await, [format!("{id} 物理小组")]);
    assert!(found(&portal, &stranger, "物理").await.is_empty(), "not by outsiders");

    alice.post(&format!("/api/chat/groups/{id}/kick"), &json!({ "target_user_id": "240102" })).await.data();
    assert!(found(&portal, &bob, "物理").await.is_empty(), "nor by whoever was taken out");
    alice.delete(&format!("/api/chat/groups/{id}")).await.data();
    assert!(found(&portal, &alice, "物理").await.is_empty(), "nor when it has ended");
}

#[tokio::test]
async fn a_message_that_was_found_says_where_it_was_said_and_who_said_it() {
    let portal = portal().await;
    portal.list_classes(&["01"]).await;
    let (alice, bob) = two(&portal).await;
    let teacher = portal.class_admin().await;
    let id = group(&alice, &["240102", "240100"]).await;
    send_message(&alice, "public", "牛顿 一").await;
    send_message(&alice, "class_01", "牛顿 二").await;
    send_message(&alice, &id, "牛顿 三").await;
    send_message(&alice, "private:240100:240101", "牛顿 四").await;
    let details = async |reader: &Client, language: &str| -> Vec<String> {
        let reader = reader.clone().with("accept-language", language);
        let hits = search::testing::hits(&portal.app, &reader, "message", "牛顿").await;
        let detail = |hit: Value| hit["detail"].as_str().unwrap().rsplit_once(" · ").unwrap().0.to_owned();
        hits.into_iter().map(detail).collect()
    };
    let own = details(&alice, "zh").await;
    assert_eq!(own, ["私聊 net-240100 · 我", "群聊 物理小组 · 我", "01班 · 我", "公共聊天室 · 我"]);
    let staff = details(&teacher, "zh").await;
    assert_eq!(staff[..2], ["私聊 net-240101（实名240101）", "群聊 物理小组 · net-240101（实名240101）"]);
    let classmate = details(&bob, "en").await;
    assert_eq!(classmate, ["group 物理小组 · net-240101", "Class 01 · net-240101", "Everyone · net-240101"]);
    let named = json!({ "settings": { "class_names": { "01": "高一（1）班" } } });
    portal.admin().await.patch("/api/admin/settings", &named).await.data();
    assert_eq!(details(&bob, "en").await[1], "高一（1）班 · net-240101");
    assert_eq!(found(&portal, &alice, "高一").await, ["class_01 高一（1）班"]);
    let erased = UserId::parse("240100").unwrap();
    portal.app.write(move |tx| Ok((identity::user::FEATURE.erase_user)(tx, &erased)?)).await.unwrap();
    assert_eq!(details(&alice, "en").await[0], "private, Deleted user · you");
}
