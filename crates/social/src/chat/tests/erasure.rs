//! What a member takes along and leaves behind; files.

use kernel::user::UserId;
use serde_json::{Value, json};

use super::super::FEATURE;
use super::reports::report;
use super::{group, history, path, picture, portal, send_message, two};

#[tokio::test]
async fn an_erased_member_leaves_tombstones_and_takes_their_words_along() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    portal.register("240103").await;
    let id = group(&alice, &["240102", "240103"]).await;
    let pair = group(&alice, &["240102"]).await;
    bob.post_empty(&format!("/api/chat/groups/{pair}/leave")).await.data();
    let said = send_message(&alice, "public", "再见啦").await;
    let body = json!({ "room": "public", "content": "再会", "reply_to": said["id"] });
    bob.post("/api/chat/messages", &body).await.data();
    let of_bob = send_message(&bob, "public", "朋友").await;
    alice.send(axum::http::Method::PUT, &path(&of_bob, "/reactions/%F0%9F%98%A2"), None).await.data();
    let user = UserId::parse("240101").unwrap();
    let exported =
        portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &user)?)).await.unwrap().unwrap();
    assert_eq!(
        (&exported["messages"][0]["content"], &exported["groups"][0]["name"]),
        (&json!("再见啦"), &json!("物理小组"))
    );
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &user)?)).await.unwrap();

    let shown = history(&bob, "public").await;
    let tombstone = &shown[0];
    assert_eq!(
        (&tombstone["content"], &tombstone["sender_id"], &tombstone["sender_name"]),
        (&json!(""), &json!(""), &json!("已注销用户"))
    );
    assert_eq!(
        (&tombstone["recalled"], &tombstone["id"], &shown[1]["reply"]["content"]),
        (&json!(true), &said["id"], &json!(""))
    );
    assert_eq!(shown[2]["reactions"], json!([]));
    assert_eq!(bob.get("/api/chat/search?q=再见").await.data()["messages"], json!([]));
    assert_eq!(
        bob.get(&format!("/api/chat/groups/{id}")).await.data()["creator_id"],
        "240102",
        "the longest member takes over"
    );
    let left = portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &user)?)).await.unwrap();
    assert_eq!(left, None::<Value>);
}

#[tokio::test]
async fn whoever_registers_after_an_erasure_reads_nothing_that_was_written_to_the_one_before() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let pair = "private:240101:240102";
    send_message(&bob, pair, "只说给小艾听").await;
    send_message(&alice, pair, "好").await;
    alice.get("/api/chat/search?q=只说").await.data();
    let user = UserId::parse("240101").unwrap();
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &user)?)).await.unwrap();

    // The account is that of another person from here on.
    assert!(history(&alice, pair).await.is_empty());
    assert_eq!(alice.get("/api/chat/search?q=只说").await.data()["messages"], json!([]));
    assert_eq!(history(&bob, pair).await[0]["content"], "只说给小艾听", "the writer keeps it");
    send_message(&bob, pair, "你是新来的？").await;
    let shown = history(&alice, pair).await;
    assert_eq!((shown.len(), &shown[0]["content"]), (1, &json!("你是新来的？")));
}

#[tokio::test]
async fn a_file_is_for_its_room_until_it_is_recalled() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    portal.register("240201").await;
    let owner = UserId::parse("240101").unwrap();
    let file = picture(&portal, owner).await;
    let sees = |id: &'static str| {
        let (app, hash) = (portal.app.clone(), file.hash.clone());
        async move {
            let facts = app.accounts().load(UserId::parse(id).unwrap()).await.unwrap().unwrap();
            let reader = app.file_reader(&facts);
            app.clone().db.read(move |read| Ok(app.files.may_read(read, &hash, &reader)?)).await.unwrap()
        }
    };
    let content = format!("/api/cloud/files/{}.png", file.hash);
    let body = |room: &str| json!({ "room": room, "content": content, "msg_type": "image" });
    assert_eq!(
        bob.post("/api/chat/messages", &body("class_01")).await.refusal(),
        "404 文件不存在",
        "a hash alone shows nothing"
    );

    let sent = alice.post("/api/chat/messages", &body("class_01")).await.data();
    let named = json!({ "room": "class_01", "msg_type": "image", "file": { "hash": file.hash, "name": "a/照片.exe" } });
    let message = alice.post("/api/chat/messages", &named).await.data()["message"].clone();
    assert_eq!(
        message["file"],
        json!({ "hash": file.hash, "name": "照片.exe.png", "size": 24, "mime": "image/png",
                "width": 808464432, "height": 808464432, "url": content })
    );
    assert_eq!(message["content"], format!("/api/cloud/files/{}", file.hash));
    alice.post_empty(&path(&message, "/recall")).await.data();
    let video = json!({ "room": "class_01", "msg_type": "video", "file": { "hash": file.hash } });
    let refused = alice.post("/api/chat/messages", &video).await;
    assert_eq!(refused.refusal(), "400 文件与消息类型不符");
    assert_eq!(sent["message"]["file"]["mime"], "image/png");
    assert_eq!((sees("240102").await, sees("240201").await), (true, false));
    alice.post_empty(&path(&sent["message"], "/recall")).await.data();
    assert!(!sees("240102").await);

    alice.post("/api/chat/messages", &body("private:240101:240201")).await.data();
    assert_eq!((sees("240102").await, sees("240201").await), (false, true));
    let id = group(&alice, &["240102"]).await;
    portal.settle().await;
    alice.post("/api/chat/messages", &body(&id)).await.data();
    assert!(sees("240102").await);
    bob.post_empty(&format!("/api/chat/groups/{id}/leave")).await.data();
    portal.settle().await;
    assert!(!sees("240102").await);

    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &owner)?)).await.unwrap();
    assert!(!sees("240201").await, "what an erased member showed is shown no more");
}

#[tokio::test]
async fn an_erased_member_leaves_their_reports_without_a_name_and_no_case_of_their_own() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let carol = portal.register("240103").await;
    let lead = portal.class_admin().await;
    let (of_alice, of_bob) =
        (send_message(&alice, "public", "再见啦").await, send_message(&bob, "public", "朋友").await);
    report(&alice, &of_bob, "难听").await.data();
    report(&carol, &of_alice, "难听").await.data();
    let user = UserId::parse("240101").unwrap();
    let exported = move |read: &mut kernel::db::Read| Ok((moderation::FEATURE.export_user)(read, &user)?);
    assert_eq!(portal.app.db.read(exported).await.unwrap().unwrap()["reports"][0]["reason"], "难听");
    portal.app.write(move |tx| Ok((moderation::FEATURE.erase_user)(tx, &user)?)).await.unwrap();
    let cases = lead.get("/api/moderation/cases").await.data();
    assert_eq!((&cases["total"], &cases["cases"][0]["author_id"]), (&json!(1), &json!("240102")));
    let id = cases["cases"][0]["id"].as_str().unwrap();
    let case = lead.get(&format!("/api/moderation/cases/{id}")).await.data();
    assert_eq!((&case["reports"][0]["reporter_id"], &case["reports"][0]["reason"]), (&json!(""), &json!("")));
    assert_eq!(portal.app.db.read(exported).await.unwrap(), None::<Value>);
}
