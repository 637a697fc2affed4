//! What moderators do with posts: pin, feature, delete, ask for an author.

use axum::http::StatusCode;
use identity::admin::MANAGE_POSTS;

use super::*;

#[tokio::test]
async fn moderators_pin_and_feature_in_their_class_and_nobody_else_does() {
    let portal = portal().await;
    let (officer, head) = (portal.officer(&[&MANAGE_POSTS]).await, portal.class_admin().await);
    let (alice, other) = (portal.register("240101").await, portal.register("240200").await);
    write(&alice, json!({ "title": "旧" })).await;
    let made = write(&alice, json!({ "title": "新" })).await;
    let third = write(&alice, json!({ "title": "最新" })).await;
    for (client, status) in [(&alice, 403), (&other, 403), (&officer, 200), (&head, 200)] {
        for (path, body) in [("/pin", json!({ "pinned": true })), ("/feature", json!({ "featured": true }))] {
            assert_eq!(client.put(&at(&made, path), &body).await.status.as_u16(), status, "{path}");
        }
    }
    assert_eq!(titles(&alice, "").await, ["新", "最新", "旧"], "the pinned one first, and once");
    assert_eq!(titles(&alice, "?featured=true").await, ["新"]);
    officer.put(&at(&made, "/pin"), &json!({ "pinned": false })).await.data();
    assert_eq!(titles(&alice, "").await[0], "最新");
    let log = head.get("/api/admin/logs?limit=10").await.data();
    let acts: Vec<_> =
        log["logs"].as_array().unwrap().iter().map(|act| act["action"].as_str().unwrap()).collect();
    assert!(acts.contains(&"pin_post") && acts.contains(&"feature_post"), "{acts:?}");
    drop(third);
}

#[tokio::test]
async fn a_moderator_deletes_and_restores_and_the_author_is_told() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let alice = portal.register("240101").await;
    let made = write(&alice, json!({})).await;
    officer.delete(&at(&made, "")).await.data();
    let inbox = alice.get("/api/notifications").await.data();
    assert_eq!(inbox["notifications"][0]["kind"], "content_removed", "{inbox}");
    assert_eq!(alice.post_empty(&at(&made, "/restore")).await.status, StatusCode::CONFLICT);
    officer.post_empty(&at(&made, "/restore")).await.data();
    let inbox = alice.get("/api/notifications").await.data()["notifications"].clone();
    assert_eq!((inbox.as_array().unwrap().len(), &inbox[0]["title"]), (1, &json!("你的帖子已恢复")));
    assert_eq!(titles(&alice, "").await.len(), 1);
}

#[tokio::test]
async fn during_an_exam_members_read_and_do_not_write() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let bob = portal.register("240102").await;
    let poll = json!({ "questions": [{ "kind": "choice", "options": ["是", "否"] }] });
    let made = write(&bob, json!({ "type": "poll", "poll": poll })).await;
    let said = bob.post(&at(&made, "/comments"), &json!({ "content": "早" })).await.data();
    let deleted = write(&bob, json!({ "title": "1A 2C 3B" })).await;
    bob.delete(&at(&deleted, "")).await.data();
    let unsaid = bob.post(&at(&made, "/comments"), &json!({ "content": "4D" })).await.data();
    let unsaid = format!("/api/community/comments/{}", unsaid["id"]);
    bob.delete(&unsaid).await.data();
    let until = kernel::app::iso(portal.now().as_millisecond() + 3_600_000);
    head.put("/api/admin/exam-mode", &json!({ "until": until })).await.data();
    let answers = json!({ "answers": [{ "question": 0, "choices": [0] }] });
    let comment = format!("/api/community/comments/{}", said["id"]);
    for (client, method, path, body) in [
        (&alice, "POST", "/api/community".to_owned(), post(json!({}))),
        (&bob, "PATCH", at(&made, ""), json!({ "title": "改" })),
        (&alice, "POST", at(&made, "/comments"), json!({ "content": "早" })),
        (&bob, "PATCH", comment.clone(), json!({ "content": "晚" })),
        (&alice, "PUT", at(&made, "/vote"), answers),
        (&alice, "PUT", at(&made, "/like"), json!({})),
        (&alice, "PUT", format!("{comment}/like"), json!({})),
        (&alice, "POST", at(&made, "/share"), json!({})),
        (&bob, "POST", at(&deleted, "/restore"), json!({})),
        (&bob, "POST", format!("{unsaid}/restore"), json!({})),
    ] {
        let refused = client.send(method.parse().unwrap(), &path, Some(&body)).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["slug"]), (403, &json!("exam_mode")), "{path}");
    }
    assert_eq!(titles(&alice, "").await.len(), 1);
    alice.post_empty(&at(&made, "/read")).await.data();
    write(&head, json!({})).await;
    head.put("/api/admin/exam-mode", &json!({ "until": null })).await.data();
    write(&alice, json!({})).await;
}

#[tokio::test]
async fn officers_do_not_touch_what_their_teachers_wrote() {
    let portal = portal().await;
    let (officer, head) = (portal.officer(&[&MANAGE_POSTS]).await, portal.class_admin().await);
    let made = write(&head, json!({})).await;
    assert_eq!(officer.get(&at(&made, "")).await.data()["may_delete"], false);
    assert_eq!(officer.delete(&at(&made, "")).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn asking_for_an_author_takes_a_class_admin_and_a_reason_and_the_author_learns_of_it() {
    let portal = portal().await;
    let (officer, head) = (portal.officer(&[&MANAGE_POSTS]).await, portal.class_admin().await);
    let (alice, foreign) = (portal.register("240101").await, portal.register("240200").await);
    let made = write(&alice, json!({ "anonymous": true })).await;
    let reason = json!({ "reason": "有人受到伤害" });
    for client in [&officer, &foreign, &alice] {
        assert_eq!(client.post(&at(&made, "/reveal"), &reason).await.status, StatusCode::FORBIDDEN);
    }
    for bad in [json!({ "reason": " " }), json!({ "reason": "字".repeat(201) }), json!({})] {
        assert_eq!(head.post(&at(&made, "/reveal"), &bad).await.status, StatusCode::BAD_REQUEST);
    }
    assert_eq!(alice.get("/api/notifications").await.data()["notifications"], json!([]));
    let author = head.post(&at(&made, "/reveal"), &reason).await.data();
    assert_eq!((&author["user_id"], &author["real_name"]), (&json!("240101"), &json!("实名240101")));
    let told = alice.get("/api/notifications").await.data();
    assert_eq!(told["notifications"][0]["kind"], "community_reveal");
    assert_eq!(told["notifications"][0]["text"], "原因：有人受到伤害");
    let log = head.get("/api/admin/logs?limit=1").await.data();
    assert_eq!(log["logs"][0]["action"], "reveal_post");
    assert!(!log.to_string().contains("240101"), "the log does not say who it was");
    let named = write(&alice, json!({})).await;
    assert_eq!(head.post(&at(&named, "/reveal"), &reason).await.json()["slug"], "community_not_anonymous");
}
