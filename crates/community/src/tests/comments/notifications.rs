//! Whom a post or comment calls or answers, and what inboxes say of it.

use super::*;
use crate::model::MAX_MENTIONS;

async fn inbox(client: &Client) -> Vec<Value> {
    client.get("/api/notifications").await.data()["notifications"].as_array().unwrap().clone()
}

/// The titles in the inbox of a member, newest first.
async fn headlines(client: &Client) -> Vec<String> {
    inbox(client).await.iter().map(|item| item["title"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_comment_calls_those_whom_it_names_and_who_see_its_post() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let (carol, stranger) = (portal.register("240103").await, portal.register("240201").await);
    let post = write(&alice, json!({ "visible_groups": ["class_01"] })).await;
    let text = "@net-240101 @net-240102 @net-240103 @net-240201 看看";
    let made = say(&bob, &post, text, json!({})).await;
    let item = inbox(&carol).await[0].clone();
    let expected = json!({
        "id": item["id"], "kind": "community_mention", "app": "community", "topic": post["id"].to_string(),
        "title": "net-240102 在评论里提到了你", "text": text, "sender_id": "240102", "sender_name": "net-240102",
        "link": { "app": "community", "path": format!("{}-{}", post["id"], made["id"]) },
        "silent": false, "read": false, "created_at": "2026-09-01T00:00:00.000Z",
    });
    assert_eq!(item, expected);
    assert_eq!(
        headlines(&alice).await,
        ["net-240102 在评论里提到了你"],
        "once, though it is below their post"
    );
    assert!(inbox(&bob).await.is_empty() && inbox(&stranger).await.is_empty());

    let english = carol.clone().with("accept-language", "en");
    assert_eq!(headlines(&english).await, ["net-240102 mentioned you in a comment"]);
}

#[tokio::test]
async fn a_post_calls_those_whom_it_names() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let post = write(&alice, json!({ "title": "值日", "content": "@net-240102 @net-240101" })).await;
    let item = inbox(&bob).await[0].clone();
    assert_eq!((&item["title"], &item["text"]), (&json!("net-240101 在帖子里提到了你"), &json!("值日")));
    assert_eq!(item["link"], json!({ "app": "community", "path": post["id"].to_string() }));
    assert!(inbox(&alice).await.is_empty());
}

#[tokio::test]
async fn an_answer_tells_whoever_it_answers_and_nobody_of_their_own() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let carol = portal.register("240103").await;
    let post = write(&alice, json!({})).await;
    let first = say(&bob, &post, "一", json!({})).await;
    assert_eq!(headlines(&alice).await, ["net-240102 评论了你的帖子"]);
    say(&carol, &post, "二", json!({ "parent_id": first["id"] })).await;
    assert_eq!(headlines(&bob).await, ["net-240103 回复了你的评论"]);
    assert_eq!(headlines(&alice).await.len(), 1, "an answer is for whoever it answers");
    say(&bob, &post, "三", json!({ "parent_id": first["id"] })).await;
    say(&alice, &post, "四", json!({})).await;
    let counts = (inbox(&alice).await.len(), inbox(&bob).await.len(), inbox(&carol).await.len());
    assert_eq!(counts, (1, 1, 0));
}

#[tokio::test]
async fn an_anonymous_voice_calls_without_a_name_and_never_itself() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let post = write(&alice, json!({ "anonymous": true, "content": "@net-240101 @net-240102" })).await;
    let made = say(&bob, &post, "@net-240102 @net-240101", json!({ "anonymous": true })).await;
    say(&alice, &post, "回", json!({ "anonymous": true, "parent_id": made["id"] })).await;
    assert_eq!(headlines(&alice).await, ["匿名同学 在评论里提到了你"]);
    assert_eq!(headlines(&bob).await, ["匿名同学 回复了你的评论", "匿名同学 在帖子里提到了你"]);
    for (client, other) in [(&alice, "240102"), (&bob, "240101")] {
        for item in inbox(client).await {
            assert_eq!((&item["sender_id"], &item["sender_name"]), (&json!(""), &json!("匿名同学")));
        }
        let senders = client.get("/api/notifications").await.text().replace(&format!("@net-{other}"), "");
        assert!(!senders.contains(other), "{senders}");
    }
    let all = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 500)?)).await.unwrap();
    let told = all.iter().filter(|event| event.feature == "notifications");
    assert!(told.into_iter().all(|event| event.actor_id.is_empty()));
}

#[tokio::test]
async fn whoever_calls_a_crowd_is_refused_and_nobody_is_told() {
    let portal = talkative().await;
    let alice = portal.register("240101").await;
    let post = write(&alice, json!({})).await;
    let mut crowd = Vec::new();
    for number in 1..=MAX_MENTIONS + 1 {
        crowd.push(portal.register(&format!("2402{number:02}")).await);
    }
    let text = |many: usize| (1..=many).map(|number| format!("@net-2402{number:02} ")).collect::<String>();
    let flood = comment(&text(MAX_MENTIONS + 1), json!({}));
    let refusal = "400 一次最多提到 10 个人";
    assert_eq!(alice.post(&at(&post, "/comments"), &flood).await.refusal(), refusal);
    let made = say(&alice, &post, "好", json!({})).await;
    assert_eq!(alice.patch(&of(&made, ""), &flood).await.refusal(), refusal);
    assert!(inbox(&crowd[0]).await.is_empty());
    assert_eq!(thread(&alice, &post).await[0]["content"], "好");
    say(&alice, &post, &text(MAX_MENTIONS), json!({})).await;
    assert_eq!((inbox(&crowd[0]).await.len(), inbox(&crowd[MAX_MENTIONS]).await.len()), (1, 0));
    // Others of the same name, and the same one again and again, are one.
    say(&alice, &post, &"@net-240201 ".repeat(100), json!({})).await;
}

#[tokio::test]
async fn opening_a_post_reads_what_tells_of_it() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let (post, other) = (write(&alice, json!({})).await, write(&alice, json!({})).await);
    say(&bob, &post, "一 @net-240101", json!({})).await;
    say(&bob, &post, "二", json!({})).await;
    say(&bob, &other, "三", json!({})).await;
    alice.post_empty(&at(&post, "/read")).await.data();
    let read: Vec<Value> = inbox(&alice).await.iter().map(|item| item["read"].clone()).collect();
    assert_eq!(read, [false, true, true]);
}

#[tokio::test]
async fn an_inbox_says_nothing_of_what_one_does_not_see_any_more() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let stranger = portal.register("240201").await;
    let group = group(&portal, &["240101", "240102", "240201"]);
    let post = write(&alice, json!({ "visible_groups": [group] })).await;
    let made = say(&bob, &post, "@net-240201 密语", json!({})).await;
    let answer = say(&bob, &post, "@net-240101", json!({ "parent_id": made["id"] })).await;
    assert_eq!(inbox(&stranger).await[0]["text"], "@net-240201 密语");
    portal.app.groups.leave(GROUP, UserId::parse("240201").unwrap());
    let gone = inbox(&stranger).await[0].clone();
    let words = (&gone["title"], &gone["text"], &gone["sender_id"], &gone["link"]);
    assert_eq!(words, (&json!("内容已不可见"), &json!(""), &json!(""), &Value::Null));
    bob.delete(&of(&made, "")).await.data();
    assert!(inbox(&stranger).await.is_empty(), "what is deleted leaves all inboxes");
    bob.delete(&of(&answer, "")).await.data();
    assert!(inbox(&alice).await.is_empty());
    bob.post_empty(&of(&answer, "/restore")).await.data();
    assert!(inbox(&alice).await.is_empty(), "and calls nobody again");
}

#[tokio::test]
async fn whoever_no_longer_sees_a_moved_post_is_told_nothing_of_it() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let eve = portal.register("240201").await;
    let post = write(&alice, json!({ "content": "@net-240102 @net-240201 看看" })).await;
    let asked = say(&eve, &post, "什么", json!({})).await;
    say(&bob, &post, "这个", json!({ "parent_id": asked["id"] })).await;
    let unread = async |client: &Client| client.get("/api/notifications").await.data()["unread"].clone();
    assert_eq!((unread(&bob).await, unread(&eve).await), (json!(1), json!(2)));
    alice.patch(&at(&post, ""), &json!({ "visible_groups": ["class_01"] })).await.data();
    assert_eq!((unread(&bob).await, unread(&eve).await), (json!(1), json!(0)));
    assert_eq!(inbox(&alice).await.len(), 1, "its author sees it in any case");
    alice.patch(&at(&post, ""), &json!({ "visible_groups": [] })).await.data();
    assert!(inbox(&eve).await.is_empty(), "nobody is called again");
}
