//! Who is told of requests for integrations, of what came of them, and of webhooks that were switched off.

use identity::testing::TestPortal;
use kernel::testing::Client;
use serde_json::{Value, json};

use super::outbound::{LOOPBACK, delivery};
use super::sink::Sink;
use super::{Program, inbox, portal, portal_with, wanted};

/// Asks for an integration; answers its path.
async fn ask(member: &Client, more: &Value) -> String {
    let mut body = wanted("作业助手", &["user:read"]);
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let asked = member.post("/api/integrations/requests", &body).await.data();
    format!("/api/integrations/requests/{}", asked["id"])
}

/// The titles in an inbox, newest first.
async fn titles(client: &Client) -> Vec<String> {
    inbox(client).await.iter().map(|item| item["title"].as_str().unwrap().to_owned()).collect()
}

/// A member of class 01, the class admins of classes 01 and 02, and an admin.
async fn people(portal: &TestPortal) -> (Client, Client, Client, Client) {
    let head = portal.class_admin().await;
    (portal.member().await, head, portal.register("240200").await, portal.admin().await)
}

#[tokio::test]
async fn a_request_tells_those_who_decide_it() {
    let portal = portal().await;
    let (alice, head, other, admin) = people(&portal).await;
    let officer = portal.officer(&portal.permissions()).await;
    ask(&alice, &json!({ "purpose": "记录每天的作业" })).await;
    let told = inbox(&head).await[0].clone();
    let expected = json!({
        "id": told["id"], "kind": "integration", "app": "integrations", "topic": "requested", "title": "实名240111 申请集成「作业助手」",
        "text": "记录每天的作业", "sender_id": "240111", "sender_name": "实名240111",
        "link": { "app": "integrations", "path": "" },
        "silent": false, "read": false, "created_at": "2026-09-01T00:00:00.000Z",
    });
    assert_eq!(told, expected);
    assert_eq!(inbox(&admin).await.len(), 1);
    for nobody in [&alice, &other, &officer] {
        assert!(inbox(nobody).await.is_empty());
    }
    let english = head.clone().with("accept-language", "en");
    assert_eq!(titles(&english).await, ["实名240111 asks for the integration “作业助手”"]);
}

#[tokio::test]
async fn a_decision_tells_the_member_and_leaves_nobody_something_to_decide() {
    let portal = portal().await;
    let (alice, head, _, admin) = people(&portal).await;
    for (verb, title, text) in [
        ("approve", "集成「作业助手」已获批准", "现在可以领取密钥"),
        ("refuse", "集成「作业助手」的申请没有通过", ""),
    ] {
        let request = ask(&alice, &json!({})).await;
        assert_eq!((inbox(&head).await.len(), inbox(&admin).await.len()), (1, 1));
        head.post_empty(&format!("{request}/{verb}")).await.data();
        assert!(inbox(&head).await.is_empty() && inbox(&admin).await.is_empty(), "{verb}");
        let told = inbox(&alice).await[0].clone();
        assert_eq!((&told["title"], &told["text"]), (&json!(title), &json!(text)));
        let number = request.rsplit('/').next().unwrap();
        assert_eq!(told["link"], json!({ "app": "integrations", "path": number }));
        assert_eq!(admin.post_empty(&format!("{request}/{verb}")).await.status, 409);
    }
    assert_eq!(inbox(&alice).await.len(), 2, "each decision once");
}

#[tokio::test]
async fn a_request_that_is_taken_back_leaves_all_inboxes() {
    let portal = portal().await;
    let (alice, head, _, admin) = people(&portal).await;
    let (request, other) = (ask(&alice, &json!({})).await, ask(&alice, &json!({ "name": "别的" })).await);
    alice.delete(&request).await.data();
    for decider in [&head, &admin] {
        assert_eq!(titles(decider).await, ["实名240111 申请集成「别的」"]);
    }
    head.post_empty(&format!("{other}/refuse")).await.data();
    alice.delete(&other).await.data();
    assert!(inbox(&alice).await.is_empty(), "of a refused one too");
}

#[tokio::test]
async fn whoever_decides_no_more_reads_nothing_of_requests() {
    let portal = portal().await;
    let (alice, _, _, admin) = people(&portal).await;
    ask(&alice, &json!({ "purpose": "记录" })).await;
    portal.app.write(|tx| Ok(identity::user::settle_admins(tx, &[])?)).await.unwrap();
    let told = inbox(&admin).await[0].clone();
    assert_eq!(
        (&told["title"], &told["text"], &told["sender_id"]),
        (&json!("内容已不可见"), &json!(""), &json!(""))
    );
}

#[tokio::test]
async fn of_a_member_who_is_erased_no_name_and_no_purpose_is_left() {
    let portal = portal().await;
    let (alice, head, _, admin) = people(&portal).await;
    ask(&alice, &json!({ "purpose": "记录" })).await;
    admin.delete("/api/admin/users/240111").await.data();
    let told = inbox(&head).await[0].clone();
    assert_eq!(
        (&told["title"], &told["text"], &told["sender_id"]),
        (&json!("内容已不可见"), &json!(""), &json!(""))
    );
}

#[tokio::test]
async fn a_webhook_that_is_gone_tells_the_owner_and_the_member_who_asked_for_it() {
    let portal = portal_with(&LOOPBACK).await;
    let (alice, head, _, admin) = people(&portal).await;
    let sink = Sink::start(&portal.app).await;
    let request = ask(&alice, &json!({ "webhookUrl": sink.url })).await;
    head.post_empty(&format!("{request}/approve")).await.data();
    let program = Program::of(&alice.post_empty(&format!("{request}/secret")).await.data());
    sink.answer(410);
    head.post_empty(&format!("{}/ping", program.path())).await.data();
    delivery(&program, &head, "failed").await;

    let expected = (json!("集成「作业助手」的 Webhook 已停用"), json!("对方表示该地址已永久关闭"));
    let link = json!({ "app": "integrations", "path": program.id.to_string() });
    for person in [&head, &alice] {
        let told = inbox(person).await[0].clone();
        assert_eq!((told["title"].clone(), told["text"].clone()), expected);
        assert_eq!((&told["link"], &told["sender_id"], &told["silent"]), (&link, &json!(""), &json!(false)));
    }
    assert_eq!((inbox(&head).await.len(), inbox(&admin).await.len()), (1, 0));

    // Why it was switched off stays true when it is on again.
    head.put(&program.path(), &json!({ "webhookUrl": sink.url })).await.data();
    let told = inbox(&head).await[0].clone();
    assert_eq!((told["title"].clone(), told["text"].clone()), expected);
}
