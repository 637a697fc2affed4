//! Messages of every `msg_type` beside the word rules of a class.

use super::reports::{decide, first};
use super::*;

async fn rule(client: &Client, term: &str, effect: &str) {
    let body = json!({ "term": term, "matching": "substring", "effect": effect });
    client.post("/api/moderation/rules", &body).await.data();
}

async fn send(client: &Client, msg_type: &str, content: &str) -> Answer {
    let body = json!({ "room": "class_01", "msg_type": msg_type, "content": content });
    client.post("/api/chat/messages", &body).await
}

const FORWARDS: [&str; 4] = ["community_forward", "music_playlist", "ai_forward", "ai_batch"];

#[tokio::test]
async fn no_kind_of_message_is_a_way_around_the_rules() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let lead = portal.class_admin().await;
    rule(&lead, "笨蛋", "mask").await;
    rule(&lead, "加微信", "block").await;
    rule(&lead, "bad", "block").await;
    for kind in ["text", "emoji", "gomoku_invite", "unknown"] {
        assert_eq!(send(&alice, kind, "加微信").await.json()["slug"], "moderation_words_blocked", "{kind}");
        assert_eq!(send(&alice, kind, "笨蛋").await.data()["message"]["content"], "＊＊", "{kind}");
    }
    for kind in FORWARDS {
        let blocked = json!({ "items": [{ "title": "加微信" }] }).to_string();
        assert_eq!(send(&alice, kind, &blocked).await.json()["slug"], "moderation_words_blocked", "{kind}");
        // An address is not read, whatever letters it has.
        let cover = format!("/api/cloud/files/{}.png", "bad".repeat(22).split_at(64).0);
        let masked = json!({ "title": "谁是笨蛋", "cover": cover, "id": 7 }).to_string();
        let sent = send(&alice, kind, &masked).await.data()["message"]["content"].clone();
        let sent: Value = serde_json::from_str(sent.as_str().unwrap()).unwrap();
        assert_eq!(sent, json!({ "title": "谁是＊＊", "cover": cover, "id": 7 }), "{kind}");
    }
    let file = picture(&portal, UserId::parse("240101").unwrap()).await;
    let named = async |name: &str| {
        let file = json!({ "hash": file.hash, "name": name });
        alice
            .post("/api/chat/messages", &json!({ "room": "class_01", "msg_type": "image", "file": file }))
            .await
    };
    assert_eq!(named("加微信.png").await.json()["slug"], "moderation_words_blocked");
    assert_eq!(named("笨蛋.png").await.data()["message"]["file"]["name"], "＊＊.png");
}

#[tokio::test]
async fn what_is_held_is_published_as_what_it_was() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    rule(&lead, "答案", "hold").await;
    let file = picture(&portal, UserId::parse("240101").unwrap()).await;
    let body =
        json!({ "room": "class_01", "msg_type": "image", "file": { "hash": file.hash, "name": "答案.png" } });
    assert_eq!(alice.post("/api/chat/messages", &body).await.json()["slug"], "held");
    let forward = json!({ "title": "答案" }).to_string();
    assert_eq!(send(&alice, "ai_forward", &forward).await.json()["slug"], "held");
    for words in ["答案", "答案.png"] {
        let case = first(&lead, "open").await;
        assert_eq!(case["words"], words);
        decide(&lead, &case, "keep").await.data();
    }
    let seen = history(&bob, "class_01").await;
    assert_eq!((&seen[0]["type"], &seen[0]["content"]), (&json!("ai_forward"), &json!(forward)));
    assert_eq!((&seen[1]["type"], &seen[1]["file"]["name"]), (&json!("image"), &json!("答案.png")));
}

#[tokio::test]
async fn what_could_not_be_sent_is_not_held() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let lead = portal.class_admin().await;
    rule(&lead, "答案", "hold").await;
    let (own, others) = (
        picture(&portal, UserId::parse("240101").unwrap()).await,
        StoredFile { hash: "0".repeat(64), ..picture(&portal, UserId::parse("240101").unwrap()).await },
    );
    for (kind, file, slug) in
        [("image", &others, "chat_file_unknown"), ("video", &own, "chat_file_type_invalid")]
    {
        let body =
            json!({ "room": "class_01", "msg_type": kind, "file": { "hash": file.hash, "name": "答案" } });
        assert_eq!(alice.post("/api/chat/messages", &body).await.json()["slug"], slug, "{kind}");
    }
    assert!(first(&lead, "open").await.is_null());
}

#[tokio::test]
async fn a_forward_that_masks_make_longer_than_forwards_are_is_published() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    rule(&lead, "答案", "hold").await;
    rule(&lead, "bad", "mask").await;
    let forward = json!({ "title": format!("答案 {}", "bad ".repeat(7_000)) }).to_string();
    assert_eq!(send(&alice, "ai_forward", &forward).await.json()["slug"], "held");
    decide(&lead, &first(&lead, "open").await, "keep").await.data();
    let content = history(&bob, "class_01").await[0]["content"].clone();
    assert!(content.as_str().unwrap().len() > 32 * 1024);
}

#[tokio::test]
async fn what_is_held_for_a_group_is_not_published_once_its_author_is_out_of_it() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    rule(&lead, "答案", "hold").await;
    let room = group(&alice, &["240102"]).await;
    assert_eq!(try_send_message(&bob, &room, "答案").await.json()["slug"], "held");
    let kick = json!({ "target_user_id": "240102" });
    alice.post(&format!("/api/chat/groups/{room}/kick"), &kick).await.data();
    let case = first(&lead, "open").await;
    assert_eq!(decide(&lead, &case, "keep").await.json()["slug"], "moderation_not_publishable");
    assert_eq!(first(&lead, "open").await["id"], case["id"], "it waits still");
}

#[tokio::test]
async fn a_class_has_five_hundred_rules_and_fifty_of_them_are_patterns_at_most() {
    let portal = portal().await;
    let lead = portal.class_admin().await;
    let add = async |number: usize, matching: &str| {
        let body = json!({ "term": format!("词{number}"), "matching": matching, "effect": "mask" });
        lead.post("/api/moderation/rules", &body).await
    };
    for number in 0..50 {
        add(number, "pattern").await.data();
    }
    assert_eq!(add(50, "pattern").await.json()["slug"], "moderation_too_many_patterns");
    for number in 50..500 {
        add(number, "substring").await.data();
    }
    assert_eq!(add(500, "substring").await.refusal(), "409 最多 500 条规则");
}
