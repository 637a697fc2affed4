//! A file's way through the portal: uploaded, sent in the chat, read by those who are in the room.

use axum::http::{Method, StatusCode};
use identity::testing::TestPortal;
use kernel::testing::Client;
use serde_json::{Value, json};

const TEXT: &str = "物理作业";

async fn portal() -> TestPortal {
    let features =
        [realtime::FEATURES, moderation::FEATURES, social::FEATURES, &[desk::cloud::FEATURE]].concat();
    TestPortal::with(&features, &[("RATE_LIMIT_CHAT", "0")]).await
}

async fn upload(client: &Client) -> Value {
    let body = Some((TEXT.as_bytes().to_vec(), "text/plain"));
    client.send_raw(Method::POST, "/api/cloud/files", body).await.data()
}

async fn show(client: &Client, room: &str, file: &Value) -> Value {
    let named = json!({ "hash": file["hash"], "name": "作业.txt" });
    let body = json!({ "room": room, "msg_type": "file", "file": named });
    client.post("/api/chat/messages", &body).await.data()["message"].clone()
}

async fn reads(client: &Client, message: &Value) -> bool {
    let answer = client.get(message["file"]["url"].as_str().unwrap()).await;
    match answer.status {
        StatusCode::OK => answer.text() == TEXT,
        status => {
            assert_eq!(status, StatusCode::NOT_FOUND);
            false
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn those_in_the_room_read_a_file_until_it_is_recalled_or_they_leave() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let other_class = portal.register("240201").await;
    let file = upload(&alice).await;

    let in_class = show(&alice, "class_01", &file).await;
    assert!(reads(&bob, &in_class).await && !reads(&other_class, &in_class).await);
    let downloaded = bob.get(in_class["file"]["url"].as_str().unwrap()).await;
    assert!(downloaded.header("content-disposition").ends_with("filename*=UTF-8''%E4%BD%9C%E4%B8%9A.txt"));
    // Taking the upload back takes nothing from the message.
    alice.delete(file["url"].as_str().unwrap()).await.data();
    assert!(reads(&bob, &in_class).await && reads(&alice, &in_class).await);
    // Whoever may read it may show it on.
    let passed_on = show(&bob, "private:240102:240201", &file).await;
    assert!(reads(&other_class, &passed_on).await);
    bob.post_empty(&format!("/api/chat/messages/{}/recall", passed_on["id"].as_str().unwrap())).await.data();
    assert!(!reads(&other_class, &passed_on).await && reads(&bob, &in_class).await);

    let made = json!({ "group_name": "物理小组", "member_ids": ["240102", "240201"] });
    let group = alice.post("/api/chat/groups", &made).await.data()["group_id"].as_str().unwrap().to_owned();
    portal.settle().await;
    let in_group = show(&alice, &group, &file).await;
    assert!(reads(&other_class, &in_group).await);
    other_class.post_empty(&format!("/api/chat/groups/{group}/leave")).await.data();
    portal.settle().await;
    assert!(!reads(&other_class, &in_group).await);

    for message in [&in_class, &in_group] {
        alice
            .post_empty(&format!("/api/chat/messages/{}/recall", message["id"].as_str().unwrap()))
            .await
            .data();
    }
    assert!(!reads(&bob, &in_class).await && !reads(&alice, &in_class).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_shows_the_room_what_its_words_name_and_takes_back_what_they_name_no_more() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let other = portal.register("240201").await;
    let file = upload(&alice).await;
    let address = file["url"].as_str().unwrap();
    let sees = async |client: &Client| client.get(address).await.status == StatusCode::OK;
    let said = alice.post("/api/chat/messages", &json!({ "room": "class_01", "content": "看这里" })).await;
    let at = format!("/api/chat/messages/{}", said.data()["message_id"].as_str().unwrap());
    let edit = async |words: &str| {
        alice.patch(&at, &json!({ "content": words })).await.data();
    };
    assert!(!sees(&bob).await);
    edit(&format!("看这里：{address}")).await;
    assert!(sees(&bob).await && !sees(&other).await);
    // It is this message alone by which anyone reads the file, and the link stays in it.
    alice.delete(address).await.data();
    edit(&format!("请看这里：{address} 谢谢")).await;
    assert!(sees(&bob).await && sees(&alice).await);
    edit("没有了").await;
    assert!(!sees(&bob).await && !sees(&alice).await);
    // A link to what one may not read shows it to nobody.
    edit(&format!("看这里：{address}")).await;
    assert!(!sees(&bob).await && !sees(&alice).await);

    // What the class sees by another message it goes on seeing.
    let again = upload(&alice).await;
    let shown = show(&alice, "class_01", &again).await;
    edit(&format!("看这里：{address}")).await;
    edit("没有了").await;
    assert!(reads(&bob, &shown).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_later_a_file_that_was_shown_is_there_and_another_is_not() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let shown = show(&alice, "public", &upload(&alice).await).await;
    let body = Some((b"never shown".to_vec(), "text/plain"));
    let fresh = alice.send_raw(Method::POST, "/api/cloud/files", body).await.data();
    portal.advance(86_400);
    portal.app.files.sweep().await.unwrap();
    assert!(reads(&bob, &shown).await);
    assert_eq!(alice.get(fresh["url"].as_str().unwrap()).await.status, StatusCode::NOT_FOUND);
    assert_eq!(alice.get("/api/cloud/files").await.data()["total"], 1);
}
