//! Posts that are deleted: what moderators and authors can do with them, and what is told of an anonymous author.

use axum::http::StatusCode;
use identity::admin::MANAGE_POSTS;

use super::*;
use crate::model::KEPT;

/// How long a deleted post can be restored, in seconds.
const A_DAY: u64 = KEPT as u64 / 1000;

async fn inbox(client: &Client) -> Vec<Value> {
    client.get("/api/notifications").await.data()["notifications"].as_array().unwrap().clone()
}

async fn last_act(reader: &Client) -> Value {
    reader.get("/api/admin/logs?limit=1").await.data()["logs"][0].clone()
}

#[tokio::test]
async fn a_moderator_who_deletes_what_its_author_deleted_keeps_the_author_from_restoring_it() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let head = portal.class_admin().await;
    let made = write(&alice, json!({})).await;
    alice.delete(&at(&made, "")).await.data();
    assert_eq!(bob.delete(&at(&made, "")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(alice.delete(&at(&made, "")).await.status, StatusCode::NOT_FOUND);
    portal.advance(A_DAY - 1);
    officer.delete(&at(&made, "")).await.data();
    assert_eq!(officer.delete(&at(&made, "")).await.status, StatusCode::NOT_FOUND, "it is theirs already");
    assert_eq!(inbox(&alice).await[0]["kind"], "content_removed");
    assert_eq!(last_act(&head).await["action"], "decide_case");
    assert_eq!(alice.post_empty(&at(&made, "/restore")).await.refusal(), "409 已不能恢复");
    portal.advance(A_DAY - 1);
    officer.post_empty(&at(&made, "/restore")).await.data();
    assert!(titles(&bob, "").await.is_empty(), "it is its author's to restore again");
    alice.post_empty(&at(&made, "/restore")).await.data();
    assert_eq!(titles(&bob, "").await.len(), 1);

    alice.delete(&at(&made, "")).await.data();
    portal.advance(A_DAY);
    assert_eq!(officer.delete(&at(&made, "")).await.status, StatusCode::NOT_FOUND, "it is as good as gone");
}

#[tokio::test]
async fn whoever_moderates_no_more_restores_nothing() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let alice = portal.register("240101").await;
    let (theirs, own) = (write(&alice, json!({})).await, write(&officer, json!({})).await);
    for made in [&theirs, &own] {
        officer.delete(&at(made, "")).await.data();
    }
    portal.promote("240112", &[]).await;
    assert_eq!(officer.post_empty(&at(&theirs, "/restore")).await.status, StatusCode::NOT_FOUND);
    officer.post_empty(&at(&own, "/restore")).await.data();
}

#[tokio::test]
async fn deleting_a_post_hides_no_anonymous_author_for_a_day() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let foreign = portal.register("240200").await;
    let made = write(&alice, json!({ "anonymous": true, "visible_groups": ["class_01"] })).await;
    let reason = json!({ "reason": "有人受到伤害" });
    alice.delete(&at(&made, "")).await.data();
    portal.advance(A_DAY - 1);
    assert_eq!(foreign.post(&at(&made, "/reveal"), &reason).await.status, StatusCode::NOT_FOUND);
    assert_eq!(head.post(&at(&made, "/reveal"), &reason).await.data()["user_id"], "240101");
    portal.advance(1);
    assert_eq!(head.post(&at(&made, "/reveal"), &reason).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn why_somebody_asked_for_an_author_stays_in_the_log_and_in_the_inbox_when_the_post_is_gone() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let made = write(&alice, json!({ "anonymous": true })).await;
    head.post(&at(&made, "/reveal"), &json!({ "reason": "有人受到伤害" })).await.data();
    alice.delete(&at(&made, "")).await.data();
    portal.advance(A_DAY);
    crate::posts::delete::forget_gone(&portal.app).await.unwrap();
    assert_eq!(alice.post_empty(&at(&made, "/restore")).await.status, StatusCode::NOT_FOUND, "it is gone");
    let told = inbox(&alice).await[0].clone();
    assert_eq!(
        (&told["title"], &told["text"], &told["link"]),
        (&json!("实名240100 查看了你的匿名帖子的作者"), &json!("原因：有人受到伤害"), &Value::Null)
    );
    let act = last_act(&head).await;
    assert_eq!(
        (&act["action"], &act["detail"]),
        (&json!("reveal_post"), &json!(r#"{"reason":"有人受到伤害"}"#))
    );

    let asked_by = UserId::parse("240100").unwrap();
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &asked_by)?)).await.unwrap();
    assert_eq!(inbox(&alice).await[0]["text"], "原因：有人受到伤害");
    assert_eq!(exported(&portal, "240101").await.unwrap()["reveals"][0]["asked_by"], "");
    let author = UserId::parse("240101").unwrap();
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &author)?)).await.unwrap();
    assert_eq!(exported(&portal, "240101").await, None);
}

async fn exported(portal: &TestPortal, id: &str) -> Option<Value> {
    let user = UserId::parse(id).unwrap();
    portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &user)?)).await.unwrap()
}

#[tokio::test]
async fn a_member_takes_along_each_post_with_all_that_belongs_to_it() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let image = upload(&portal, "240101", PNG).await;
    let poll = json!({ "questions": [{ "kind": "choice", "options": ["是", "否"] }] });
    let more = json!({ "type": "poll", "title": "一稿", "poll": poll, "anonymous": true, "images": [image],
        "tags": ["午饭"], "visible_groups": ["class_01"], "hidden_groups": ["class_02"] });
    let made = write(&alice, more).await;
    alice.patch(&at(&made, ""), &json!({ "title": "二稿", "images": [] })).await.data();
    head.post(&at(&made, "/reveal"), &json!({ "reason": "有人受到伤害" })).await.data();
    alice.delete(&at(&made, "")).await.data();
    let taken = exported(&portal, "240101").await.unwrap();
    let now = "2026-09-01T00:00:00.000Z";
    let post = &taken["posts"][0];
    assert_eq!(post["questions"][0]["options"], json!(["是", "否"]));
    assert_eq!(
        post["revisions"],
        json!([{ "revision": 1, "title": "一稿", "content": "番茄 **炒蛋** 不错", "tags": ["午饭"], "images": [image],
                 "replaced_at": now }])
    );
    for (name, value) in [
        ("title", json!("二稿")),
        ("images", json!([])),
        ("visible_groups", json!(["class_01"])),
        ("hidden_groups", json!(["class_02"])),
        ("anonymous", json!(true)),
        ("deleted", json!(true)),
    ] {
        assert_eq!(post[name], value, "{name}");
    }
    assert_eq!(
        taken["reveals"],
        json!([{ "post_id": made["id"], "comment_id": null, "asked_by": "240100", "reason": "有人受到伤害",
                 "created_at": now }])
    );
    let told_of_others = exported(&portal, "240100").await;
    assert!(
        told_of_others.is_none(),
        "who asked takes along nothing of whom they asked for: {told_of_others:?}"
    );
}
