//! What programs read and write in the name of their owner: never more than whoever runs them, and nothing anonymous
//! as anybody's own.

use axum::http::StatusCode;
use kernel::apps::Apps;
use kernel::http::Caller;
use kernel::scope::Scope;

use super::*;

/// A program that a pupil asked for and the class admin approved, by its secret.
async fn program_of(portal: &TestPortal, pupil: &Client, head: &Client) -> (Value, Client) {
    let wanted = json!({ "name": "小助手", "scopes": ["community:read", "community:write"] });
    let asked = pupil.post("/api/integrations/requests", &wanted).await.data();
    let approve = format!("/api/integrations/requests/{}/approve", asked["id"]);
    head.post(&approve, &json!({ "scopes": ["community:read", "community:write"] })).await.data();
    let taken = pupil.post_empty(&format!("/api/integrations/requests/{}/secret", asked["id"])).await.data();
    let client = portal.anonymous().bearing(taken["secret"].as_str().unwrap());
    (taken, client)
}

#[tokio::test]
async fn a_pupils_program_sees_what_the_pupil_sees_and_not_what_the_approving_teacher_does() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let teachers = group(&portal, &["240100"]);
    let hidden = write(&head, json!({ "title": "教师组", "visible_groups": [teachers] })).await;
    let secret = write(&head, json!({ "title": "老师匿名", "anonymous": true })).await;
    write(&head, json!({ "title": "公开" })).await;
    let (_, program) = program_of(&portal, &alice, &head).await;

    assert_eq!(titles(&program, "").await, ["公开", "老师匿名"]);
    assert_eq!(program.get(&at(&hidden, "")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(program.get(&at(&hidden, "/comments")).await.status, StatusCode::NOT_FOUND);
    let comment = json!({ "content": "x" });
    assert_eq!(program.post(&at(&hidden, "/comments"), &comment).await.status, StatusCode::NOT_FOUND);
    let refused = program.post("/api/community", &post(json!({ "visible_groups": [teachers] }))).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    for query in ["?own=true", "?bookmarked=true", "?waiting=true"] {
        assert!(titles(&program, query).await.is_empty(), "{query}: a program has no posts of its own");
    }
    let seen = program.get(&at(&secret, "")).await.data();
    assert_eq!(
        (&seen["own"], &seen["author_id"], &seen["may_delete"]),
        (&json!(false), &json!(""), &json!(false))
    );
    assert!(!seen.to_string().contains("240100"));
}

#[tokio::test]
async fn what_a_program_writes_says_so() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let (_, program) = program_of(&portal, &alice, &head).await;
    let made = write(&program, json!({})).await;
    assert_eq!((&made["author_id"], &made["via"]["name"]), (&json!("240100"), &json!("小助手")));
    let said = program.post(&at(&made, "/comments"), &json!({ "content": "自动" })).await.data();
    assert_eq!((&said["author_id"], &said["via"]["name"]), (&json!("240100"), &json!("小助手")));
    let own = head.post(&at(&made, "/comments"), &json!({ "content": "亲自" })).await.data();
    assert_eq!(own["via"], Value::Null);
    let anonymous = program.post("/api/community", &post(json!({ "anonymous": true }))).await;
    assert_eq!(anonymous.json()["slug"], "community_anonymous_client");
}

#[tokio::test]
async fn a_pupils_program_is_silent_during_an_exam() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let made = write(&head, json!({})).await;
    let (_, program) = program_of(&portal, &alice, &head).await;
    let until = kernel::app::iso(portal.now().as_millisecond() + 3_600_000);
    head.put("/api/admin/exam-mode", &json!({ "until": until })).await.data();
    let comment = json!({ "content": "考试也能发" });
    for refused in [
        program.post("/api/community", &post(json!({}))).await,
        program.post(&at(&made, "/comments"), &comment).await,
    ] {
        assert_eq!(refused.json()["slug"], "exam_mode");
    }
    write(&head, json!({})).await;
}

#[tokio::test]
async fn a_silenced_pupils_program_is_silent_too() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let made = write(&head, json!({})).await;
    let (_, program) = program_of(&portal, &alice, &head).await;
    let silence = json!({ "minutes": 60, "reason": "刷屏" });
    head.put("/api/moderation/silences/240101", &silence).await.data();
    for (path, body) in [
        ("/api/community".to_owned(), post(json!({}))),
        (at(&made, "/comments"), json!({ "content": "替他说" })),
    ] {
        assert_eq!(program.post(&path, &body).await.json()["slug"], "silenced");
    }
    head.delete("/api/moderation/silences/240101").await.data();
    write(&program, json!({})).await;
}

#[tokio::test]
async fn a_closed_community_takes_no_posts_from_webhooks() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let wanted = json!({ "name": "播报", "scopes": ["community:write"] });
    let issued = head.post("/api/integrations/tokens", &wanted).await.data();
    let send = async || {
        let client = portal.anonymous().with("x-webhook-token", issued["token"].as_str().unwrap());
        client
            .with("x-service-event", "community.post")
            .post("/api/integrations/webhook", &post(json!({})))
            .await
    };
    assert_eq!(send().await.status, StatusCode::OK);
    let token = head.token().unwrap();
    let caller = Caller::of_token(&portal.app, &token, &kernel::testing::origin()).await.unwrap();
    let class = Scope::Class("01".to_owned());
    portal.app.write(move |tx| Apps::set(tx, &caller, &class, "community", false)).await.unwrap();
    portal.settle().await;
    assert_eq!(send().await.status, StatusCode::NOT_FOUND);
    // Who names a credential is asked before the route is known.
    for credential in ["page_x", &"a".repeat(128)] {
        let answer = portal.anonymous().bearing(credential).get("/api/community").await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{credential}");
    }
}

#[tokio::test]
async fn a_pupils_program_keeps_the_word_rules_for_the_pupil() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let made = write(&head, json!({})).await;
    let (_, program) = program_of(&portal, &alice, &head).await;
    for (term, effect) in [("笨蛋", "mask"), ("加微信", "block"), ("答案", "hold")] {
        let rule = json!({ "term": term, "matching": "substring", "effect": effect });
        head.post("/api/moderation/rules", &rule).await.data();
    }
    let said = program.post(&at(&made, "/comments"), &json!({ "content": "笨蛋" })).await.data();
    assert_eq!(said["content"], "＊＊");
    for (content, slug) in [("加微信", "moderation_words_blocked"), ("答案", "moderation_cannot_be_held")]
    {
        let refused = program.post("/api/community", &post(json!({ "content": content }))).await;
        assert_eq!(refused.json()["slug"], slug);
        let refused = program.post(&at(&made, "/comments"), &json!({ "content": content })).await;
        assert_eq!(refused.json()["slug"], slug);
    }
    assert!(head.get("/api/moderation/cases").await.data()["cases"].as_array().unwrap().is_empty());
}
