//! Deleting and restoring comments, what moderators may, and asking for an author.

use identity::admin::MANAGE_POSTS;

use super::*;
use crate::model::KEPT;

/// How long a deleted comment can be restored, in seconds.
const A_DAY: u64 = KEPT as u64 / 1000;

/// Forgets what can no longer be restored, as the task does.
async fn sweep(portal: &TestPortal) {
    let until = portal.app.clock.now_ms() - KEPT;
    portal.app.write(move |tx| crate::comments::drop_gone(tx, until)).await.unwrap();
}

async fn acts(reader: &Client) -> Vec<Value> {
    let log = reader.get("/api/admin/logs").await.data();
    let comments =
        |act: &&Value| ["reveal_comment", "decide_case"].contains(&act["action"].as_str().unwrap());
    log["logs"].as_array().unwrap().iter().filter(comments).cloned().collect()
}

async fn inbox(client: &Client) -> Vec<Value> {
    client.get("/api/notifications").await.data()["notifications"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_deleted_comment_is_a_place_without_words_until_its_author_restores_it() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let post = write(&alice, json!({})).await;
    let made = say(&bob, &post, "说错了", json!({})).await;
    let answer = say(&alice, &post, "没事", json!({ "parent_id": made["id"], "quote_id": made["id"] })).await;
    alice.put(&of(&made, "/like"), &json!({})).await.data();
    assert_eq!(alice.delete(&of(&made, "")).await.status.as_u16(), 403);
    for _ in 0..2 {
        bob.delete(&of(&made, "")).await.data();
    }
    let shown = thread(&alice, &post).await;
    let tombstone = json!({
        "id": made["id"], "post_id": post["id"], "parent_id": null, "author_id": "", "author_name": "", "alias": null,
        "anonymous": false, "own": false, "by_author": false, "content": "", "via": null, "quote": null,
        "like_count": 0,
        "liked": false, "deleted": true, "created_at": made["created_at"], "edited_at": null, "may_edit": false,
        "may_delete": false, "may_reveal": false,
    });
    assert_eq!(shown[0], tombstone);
    let quote = json!({
        "id": made["id"], "author_id": "", "author_name": "", "anonymous": false, "alias": null, "deleted": true,
        "excerpt": "",
    });
    assert_eq!((&shown[1]["parent_id"], &shown[1]["quote"]), (&made["id"], &quote));
    assert_eq!(seen(&alice, &post).await["comment_count"], 1);
    assert_eq!(events(&portal, &["comment_removed"]).await.len(), 1);

    assert_eq!(alice.post_empty(&of(&made, "/restore")).await.status.as_u16(), 404);
    portal.advance(A_DAY - 1);
    let restored = bob.post_empty(&of(&made, "/restore")).await.data();
    assert_eq!((&restored["content"], &restored["like_count"]), (&json!("说错了"), &json!(1)));
    bob.post_empty(&of(&made, "/restore")).await.data();
    assert_eq!(seen(&alice, &post).await["comment_count"], 2);
    assert_eq!(thread(&alice, &post).await[1]["id"], answer["id"]);
    assert!(acts(&portal.admin().await).await.is_empty(), "what one does to one's own is in no log");
}

#[tokio::test]
async fn after_a_day_words_are_gone_and_places_stay_where_something_answers() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let post = write(&alice, json!({})).await;
    let parent = say(&bob, &post, "有人回答", json!({ "key": "k" })).await;
    let answer = say(&alice, &post, "回答", json!({ "parent_id": parent["id"] })).await;
    let leaf = say(&bob, &post, "没人回答", json!({})).await;
    alice.put(&of(&parent, "/like"), &json!({})).await.data();
    for made in [&parent, &leaf] {
        bob.delete(&of(made, "")).await.data();
    }
    portal.advance(A_DAY - 1);
    sweep(&portal).await;
    assert_eq!(thread(&alice, &post).await.len(), 3);
    portal.advance(1);
    assert_eq!(bob.post_empty(&of(&parent, "/restore")).await.refusal(), "409 已不能恢复");
    sweep(&portal).await;
    let shown = thread(&bob, &post).await;
    assert_eq!((shown.len(), &shown[0]["deleted"], &shown[0]["own"]), (2, &json!(true), &json!(false)));
    let id = parent["id"].as_i64().unwrap();
    let row =
        portal.app.db.read(move |read| Ok(crate::store::comments::find(read, id)?)).await.unwrap().unwrap();
    assert_eq!((row.content.as_str(), row.author_id.as_str(), row.like_count), ("", "", 0));
    say(&bob, &post, "钥匙又可以用了", json!({ "key": "k" })).await;

    alice.delete(&of(&answer, "")).await.data();
    portal.advance(A_DAY);
    for _ in 0..2 {
        sweep(&portal).await;
    }
    assert_eq!(thread(&bob, &post).await.len(), 1, "the place goes with its last answer");
    assert_eq!(seen(&bob, &post).await["comment_count"], 1);
}

#[tokio::test]
async fn a_moderator_deletes_in_their_class_and_the_author_is_told() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let (plain, foreign) = (portal.register("240103").await, portal.register("240200").await);
    portal.promote("240103", &[]).await;
    let post = write(&head, json!({})).await;
    let made = say(&alice, &post, "不当的话", json!({})).await;
    let of_head = say(&head, &post, "通知", json!({})).await;
    assert_eq!(thread(&officer, &post).await[0]["may_delete"], true);
    for (client, target) in [(&plain, &made), (&foreign, &made), (&officer, &of_head)] {
        assert_eq!(client.delete(&of(target, "")).await.status.as_u16(), 403);
    }
    officer.delete(&of(&made, "")).await.data();
    assert_eq!(alice.post_empty(&of(&made, "/restore")).await.refusal(), "409 已不能恢复");
    let told = inbox(&alice).await[0].clone();
    let words = (&told["kind"], &told["title"], &told["text"], &told["sender_id"]);
    let expected =
        (&json!("content_removed"), &json!("你的评论被管理员删除了"), &json!("不当的话"), &json!(""));
    assert_eq!(words, expected);
    assert_eq!(told["link"], json!({ "app": "settings", "path": "moderation" }));
    assert!(!inbox(&head).await.iter().any(|item| item["kind"] == "content_removed"));

    let act = acts(&head).await[0].clone();
    assert_eq!((&act["action"], &act["admin_id"]), (&json!("decide_case"), &json!("240112")));
    let id = made["id"].to_string();
    let detail = json!({ "verdict": "removed", "kind": "comment", "content_id": id, "reason": "", "author_id": "240101" });
    assert_eq!(serde_json::from_str::<Value>(act["detail"].as_str().unwrap()).unwrap(), detail);
    officer.post_empty(&of(&made, "/restore")).await.data();
    let told = inbox(&alice).await;
    assert_eq!(
        (told.len(), &told[0]["title"]),
        (1, &json!("你的评论已恢复")),
        "what is there again was not taken away"
    );
    assert!(acts(&head).await[0]["detail"].to_string().contains("restored"));
    assert_eq!(thread(&alice, &post).await[0]["content"], "不当的话");
}

#[tokio::test]
async fn whoever_moderates_something_anonymous_learns_nothing_of_its_author() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let head = portal.class_admin().await;
    let post = write(&head, json!({})).await;
    let made = say(&head, &post, "匿名的老师", json!({ "anonymous": true })).await;
    assert_eq!(thread(&officer, &post).await[0]["may_delete"], true, "a rank would tell");
    officer.delete(&of(&made, "")).await.data();
    assert_eq!(inbox(&head).await[0]["title"], "你的评论被管理员删除了");
    let act = acts(&head).await[0].clone();
    assert!(!act["detail"].to_string().contains("240100"), "{act}");
}

#[tokio::test]
async fn a_class_admin_asks_who_wrote_an_anonymous_comment_and_its_author_learns_of_it() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let (foreign, admin) = (portal.register("240200").await, portal.admin().await);
    let post = write(&head, json!({})).await;
    let made = say(&alice, &post, "匿名的话", json!({ "anonymous": true })).await;
    let named = say(&alice, &post, "署名的话", json!({})).await;
    let reason = json!({ "reason": "有同学被欺负" });
    for client in [&alice, &officer, &foreign] {
        assert_eq!(client.post(&of(&made, "/reveal"), &reason).await.status.as_u16(), 403);
    }
    assert_eq!(head.post(&of(&named, "/reveal"), &reason).await.refusal(), "400 这不是匿名发布的");
    for bad in ["", "  ", &"字".repeat(201)] {
        let refused = head.post(&of(&made, "/reveal"), &json!({ "reason": bad })).await;
        assert_eq!(refused.refusal(), "400 请填写 1–200 个字符的原因");
    }
    assert!(inbox(&alice).await.is_empty() && acts(&head).await.is_empty());
    let mut may = Vec::new();
    for client in [&alice, &officer, &foreign, &head, &admin] {
        may.push(thread(client, &post).await[0]["may_reveal"].clone());
    }
    assert_eq!(may, [false, false, false, true, true]);

    let author = head.post(&of(&made, "/reveal"), &reason).await.data();
    assert_eq!(author, json!({ "user_id": "240101", "real_name": "实名240101", "net_name": "net-240101" }));
    let told = inbox(&alice).await[0].clone();
    let words = (&told["kind"], &told["title"], &told["text"], &told["sender_id"]);
    let expected = (
        &json!("community_reveal"),
        &json!("实名240100 查看了你的匿名评论的作者"),
        &json!("原因：有同学被欺负"),
        &json!("240100"),
    );
    assert_eq!(words, expected);
    assert_eq!(acts(&admin).await[0]["action"], "reveal_comment");
    assert_eq!(acts(&admin).await[0]["detail"], r#"{"reason":"有同学被欺负"}"#);
    assert!(!acts(&admin).await[0]["detail"].to_string().contains("240101"));
    assert_eq!(thread(&head, &post).await[0]["author_id"], "", "it stays anonymous in the thread");
    admin.post(&of(&made, "/reveal"), &reason).await.data();
    assert_eq!(inbox(&alice).await.len(), 2);
}

#[tokio::test]
async fn a_moderator_who_deletes_what_its_author_deleted_keeps_the_author_from_restoring_it() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let post = write(&head, json!({})).await;
    let made = say(&alice, &post, "先删为敬", json!({})).await;
    alice.delete(&of(&made, "")).await.data();
    portal.advance(A_DAY - 1);
    for _ in 0..2 {
        officer.delete(&of(&made, "")).await.data();
    }
    assert_eq!(acts(&head).await.len(), 1, "once");
    assert_eq!(inbox(&alice).await[0]["title"], "你的评论被管理员删除了");
    portal.advance(1);
    assert_eq!(alice.post_empty(&of(&made, "/restore")).await.refusal(), "409 已不能恢复");
    assert_eq!(seen(&head, &post).await["comment_count"], 0, "it is counted out once");
    sweep(&portal).await;
    assert_eq!(thread(&head, &post).await.len(), 1, "it is kept for an appeal");
    officer.post_empty(&of(&made, "/restore")).await.data();
    assert_eq!(seen(&head, &post).await["comment_count"], 0, "it is its author's to restore again");
    alice.post_empty(&of(&made, "/restore")).await.data();
    assert_eq!(seen(&head, &post).await["comment_count"], 1);
}

#[tokio::test]
async fn whoever_moderates_no_more_restores_no_comment() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let post = write(&head, json!({})).await;
    let made = say(&alice, &post, "不当的话", json!({})).await;
    officer.delete(&of(&made, "")).await.data();
    portal.promote("240112", &[]).await;
    assert_eq!(officer.post_empty(&of(&made, "/restore")).await.status.as_u16(), 404);
    assert_eq!(thread(&alice, &post).await[0]["deleted"], true);
}

#[tokio::test]
async fn whoever_leaves_a_group_takes_back_what_they_said_there_and_reads_nothing() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let group = group(&portal, &["240101", "240102"]);
    let post = write(&alice, json!({ "visible_groups": [group] })).await;
    let (made, foreign) =
        (say(&bob, &post, "我走了", json!({})).await, say(&alice, &post, "好", json!({})).await);
    portal.app.groups.leave(GROUP, UserId::parse("240102").unwrap());
    assert_eq!(bob.get(&at(&post, "/comments")).await.status.as_u16(), 404);
    assert_eq!(bob.delete(&of(&foreign, "")).await.status.as_u16(), 404);
    for _ in 0..2 {
        let answer = bob.delete(&of(&made, "")).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["data"]), (200, &Value::Null));
    }
    assert_eq!(bob.post_empty(&of(&made, "/restore")).await.status.as_u16(), 404);
    assert_eq!(thread(&alice, &post).await[0]["deleted"], true);
    assert_eq!(seen(&alice, &post).await["comment_count"], 1);
}

#[tokio::test]
async fn deleting_a_comment_or_its_post_hides_no_anonymous_author_for_a_day() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let (head, foreign) = (portal.class_admin().await, portal.register("240200").await);
    let post = write(&alice, json!({ "visible_groups": ["class_01"] })).await;
    let made = say(&bob, &post, "骂人的话", json!({ "anonymous": true })).await;
    let reason = json!({ "reason": "有同学被欺负" });
    bob.delete(&of(&made, "")).await.data();
    assert_eq!(thread(&head, &post).await[0]["may_reveal"], true);
    assert_eq!(thread(&alice, &post).await[0]["may_reveal"], false);
    assert_eq!(head.post(&of(&made, "/reveal"), &reason).await.data()["user_id"], "240102");
    alice.delete(&at(&post, "")).await.data();
    portal.advance(A_DAY - 1);
    assert_eq!(head.post(&of(&made, "/reveal"), &reason).await.data()["user_id"], "240102");
    assert_eq!(foreign.post(&of(&made, "/reveal"), &reason).await.status.as_u16(), 404);
    portal.advance(1);
    assert_eq!(head.post(&of(&made, "/reveal"), &reason).await.status.as_u16(), 404);
}
