//! What members say below posts: writing, changing, liking.

mod erasure;
mod notifications;
mod removals;
mod search;
mod voices;

use axum::http::Method;
use futures_util::future::join_all;
use kernel::events::Event;

use super::*;

/// A portal where one may write and like as often as one likes.
async fn talkative() -> TestPortal {
    let limits = [("RATE_LIMIT_POSTS", "0"), ("RATE_LIMIT_COMMENTS", "0"), ("RATE_LIMIT_LIKES", "0")];
    TestPortal::with(&[realtime::FEATURE, integrations::FEATURE, moderation::FEATURE, FEATURE], &limits).await
}

/// The body of a comment; `more` says what is special about it.
fn comment(content: &str, more: Value) -> Value {
    let mut body = json!({ "content": content });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn say(client: &Client, post: &Value, content: &str, more: Value) -> Value {
    client.post(&at(post, "/comments"), &comment(content, more)).await.data()
}

/// The path of a comment.
fn of(made: &Value, rest: &str) -> String {
    format!("/api/community/comments/{}{rest}", made["id"])
}

/// The comments below a post.
async fn thread(client: &Client, post: &Value) -> Vec<Value> {
    client.get(&at(post, "/comments")).await.data()["comments"].as_array().unwrap().clone()
}

/// A post as a member sees it.
async fn seen(client: &Client, post: &Value) -> Value {
    client.get(&at(post, "")).await.data()
}

/// The data of an event.
fn data(event: &Event) -> Value {
    serde_json::from_str(&event.data).unwrap()
}

/// The events of the community, of some kinds.
async fn events(portal: &TestPortal, kinds: &[&str]) -> Vec<Event> {
    let all = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 500)?)).await.unwrap();
    let wanted = |event: &Event| event.feature == "community" && kinds.contains(&event.kind.as_str());
    all.into_iter().filter(wanted).collect()
}

#[tokio::test]
async fn comments_stand_below_their_post_in_order_and_make_a_tree() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let post = write(&alice, json!({})).await;
    let first = say(&bob, &post, "好吃吗？\r\n", json!({})).await;
    let expected = json!({
        "id": first["id"], "post_id": post["id"], "parent_id": null, "author_id": "240102", "author_name": "net-240102",
        "alias": null, "anonymous": false, "own": true, "by_author": false, "content": "好吃吗？", "via": null, "quote": null,
        "like_count": 0, "liked": false, "deleted": false, "created_at": "2026-09-01T00:00:00.000Z", "edited_at": null,
        "may_edit": true, "may_delete": true, "may_reveal": false,
    });
    assert_eq!(first, expected);
    let answer =
        say(&alice, &post, "**好吃**", json!({ "parent_id": first["id"], "quote_id": first["id"] })).await;
    assert_eq!((&answer["parent_id"], &answer["by_author"]), (&first["id"], &json!(true)));
    let quote = json!({
        "id": first["id"], "author_id": "240102", "author_name": "net-240102", "anonymous": false, "alias": null,
        "deleted": false, "excerpt": "好吃吗？",
    });
    assert_eq!(answer["quote"], quote);
    let last = say(&bob, &post, "走", json!({ "parent_id": answer["id"] })).await;

    let shown = thread(&alice, &post).await;
    let ids: Vec<&Value> = shown.iter().map(|row| &row["id"]).collect();
    assert_eq!(ids, [&first["id"], &answer["id"], &last["id"]]);
    let rights = (&shown[0]["own"], &shown[0]["may_edit"], &shown[0]["may_delete"], &shown[1]["own"]);
    assert_eq!(rights, (&json!(false), &json!(false), &json!(false), &json!(true)));
    assert_eq!(seen(&bob, &post).await["comment_count"], 3);
    let told = events(&portal, &["comment_created"]).await;
    let counts: Vec<Value> = told.iter().map(|event| data(event)["comment_count"].clone()).collect();
    assert_eq!(counts, [1, 2, 3]);
    assert_eq!((told[0].actor_id.as_str(), told[0].audience.as_str()), ("240102", "all"));
    assert!(!told[0].data.contains("好吃"), "events hold no words");
}

#[tokio::test]
async fn a_long_thread_comes_in_pages() {
    let portal = talkative().await;
    let alice = portal.register("240101").await;
    let post = write(&alice, json!({})).await;
    for number in 0..5 {
        say(&alice, &post, &number.to_string(), json!({})).await;
    }
    let (mut after, mut contents) = (json!(0), Vec::new());
    while !after.is_null() {
        let page = alice.get(&at(&post, &format!("/comments?limit=2&after={after}"))).await.data();
        let rows = page["comments"].as_array().unwrap().clone();
        assert!(rows.len() <= 2);
        contents.extend(rows.iter().map(|row| row["content"].as_str().unwrap().to_owned()));
        after = page["next"].clone();
    }
    assert_eq!(contents, ["0", "1", "2", "3", "4"]);
    assert_eq!(
        alice.get(&at(&post, "/comments?limit=0")).await.data()["comments"].as_array().unwrap().len(),
        1
    );
    assert_eq!(alice.get(&at(&post, "/comments?after=x")).await.status.as_u16(), 400);
}

#[tokio::test]
async fn bad_input_is_refused_and_nothing_is_written() {
    let portal = talkative().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let (post, other) = (write(&alice, json!({})).await, write(&alice, json!({})).await);
    let elsewhere = say(&bob, &other, "别处", json!({})).await;
    let deleted = say(&bob, &post, "删了", json!({})).await;
    bob.delete(&of(&deleted, "")).await.data();
    let before = events(&portal, &["comment_created"]).await.len();
    let missing = "400 要回复或引用的评论不存在";
    let too_long = "字".repeat(2001);
    for (body, refusal) in [
        (comment(" \n\t ", json!({})), "400 请写点什么"),
        (comment(&too_long, json!({})), "400 内容最多 2000 个字符，且不能包含控制字符"),
        (comment("a\u{7}", json!({})), "400 内容最多 2000 个字符，且不能包含控制字符"),
        (comment(&">".repeat(500), json!({})), "400 引用、列表或强调嵌套过深（最多 12 层）"),
        (comment("好", json!({ "parent_id": 4711 })), missing),
        (comment("好", json!({ "parent_id": elsewhere["id"] })), missing),
        (comment("好", json!({ "parent_id": deleted["id"] })), missing),
        (comment("好", json!({ "quote_id": elsewhere["id"] })), missing),
        (comment("好", json!({ "quote_id": deleted["id"] })), missing),
        (comment("好", json!({ "key": "有 空格" })), "400 字段“key”须为 1–80 个可见的 ASCII 字符"),
    ] {
        assert_eq!(bob.post(&at(&post, "/comments"), &body).await.refusal(), refusal, "{body}");
    }
    for body in [json!({}), json!({ "content": 7 }), json!({ "content": "好", "parent_id": "x" })] {
        assert_eq!(bob.post(&at(&post, "/comments"), &body).await.status.as_u16(), 400, "{body}");
    }
    assert_eq!(events(&portal, &["comment_created"]).await.len(), before);
    assert_eq!(seen(&bob, &post).await["comment_count"], 0);
    assert_eq!(thread(&bob, &post).await.len(), 1, "the tombstone");
    say(&bob, &post, &"字".repeat(2000), json!({})).await;
}

#[tokio::test]
async fn the_same_key_makes_one_comment() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let post = write(&alice, json!({})).await;
    let key = json!({ "key": "k1" });
    let first = say(&bob, &post, "一次", key.clone()).await;
    assert_eq!(say(&bob, &post, "再来", key.clone()).await, first);
    say(&alice, &post, "别人的", key.clone()).await;
    assert_eq!(seen(&bob, &post).await["comment_count"], 2);
    let other = write(&alice, json!({})).await;
    let refused = bob.post(&at(&other, "/comments"), &comment("别处", key.clone())).await;
    assert_eq!(refused.refusal(), "409 字段“key”已用于别的内容");
    assert_eq!(thread(&bob, &other).await, Vec::<Value>::new());
    bob.delete(&of(&first, "")).await.data();
    let refused = bob.post(&at(&post, "/comments"), &comment("删了再来", key)).await;
    assert_eq!(refused.json()["slug"], "community_key_used");
}

#[tokio::test]
async fn members_write_as_often_as_the_limit_says() {
    let limits = [("RATE_LIMIT_COMMENTS", "2/60")];
    let portal =
        TestPortal::with(&[realtime::FEATURE, integrations::FEATURE, moderation::FEATURE, FEATURE], &limits)
            .await;
    let alice = portal.register("240101").await;
    let post = write(&alice, json!({})).await;
    for _ in 0..2 {
        say(&alice, &post, "好", json!({})).await;
    }
    let again = alice.post(&at(&post, "/comments"), &comment("好", json!({}))).await;
    assert_eq!(again.status.as_u16(), 429);
    portal.advance(61);
    say(&alice, &post, "好", json!({})).await;
}

#[tokio::test]
async fn below_a_post_that_one_does_not_see_there_is_nothing() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let stranger = portal.register("240201").await;
    let post = write(&alice, json!({ "visible_groups": ["class_01"] })).await;
    let made = say(&bob, &post, "只有一班", json!({ "anonymous": true })).await;
    let calls = [
        (Method::GET, at(&post, "/comments"), None),
        (Method::POST, at(&post, "/comments"), Some(comment("好", json!({})))),
        (Method::PATCH, of(&made, ""), Some(comment("改", json!({})))),
        (Method::DELETE, of(&made, ""), None),
        (Method::POST, of(&made, "/restore"), None),
        (Method::PUT, of(&made, "/like"), None),
        (Method::DELETE, of(&made, "/like"), None),
    ];
    let before =
        events(&portal, &["comment_created", "comment_changed", "comment_removed", "liked"]).await.len();
    for (method, path, body) in &calls {
        let answer = stranger.send(method.clone(), path, body.as_ref()).await;
        assert_eq!(answer.status.as_u16(), 404, "{method} {path}");
    }
    let foreign = portal.register("240200").await;
    let asked = json!({ "reason": "想知道" });
    assert_eq!(foreign.post(&of(&made, "/reveal"), &asked).await.status.as_u16(), 404);
    alice.delete(&at(&post, "")).await.data();
    let head = portal.class_admin().await;
    for client in [&alice, &bob, &head] {
        for (method, path, body) in &calls {
            let answer = client.send(method.clone(), path, body.as_ref()).await;
            assert_eq!(answer.status.as_u16(), 404, "of a deleted post: {method} {path}");
        }
    }
    let after =
        events(&portal, &["comment_created", "comment_changed", "comment_removed", "liked"]).await.len();
    assert_eq!(before, after);
    alice.post_empty(&at(&post, "/restore")).await.data();
    assert_eq!(thread(&bob, &post).await[0]["content"], "只有一班");
    assert_eq!(alice.get("/api/community/comments/x").await.status.as_u16(), 405);
    assert_eq!(alice.delete("/api/community/comments/x").await.status.as_u16(), 404);
}

#[tokio::test]
async fn only_its_author_changes_a_comment() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let post = write(&alice, json!({})).await;
    let made = say(&alice, &post, "错字", json!({})).await;
    let change = comment("对了", json!({}));
    assert_eq!(head.patch(&of(&made, ""), &change).await.status.as_u16(), 403);
    assert_eq!(alice.patch(&of(&made, ""), &comment(" ", json!({}))).await.refusal(), "400 请写点什么");
    alice.patch(&of(&made, ""), &comment("错字", json!({}))).await.data();
    assert_eq!(thread(&alice, &post).await[0]["edited_at"], Value::Null, "nothing has changed");
    portal.advance(60);
    let changed = alice.patch(&of(&made, ""), &change).await.data();
    assert_eq!(
        (&changed["content"], &changed["edited_at"]),
        (&json!("对了"), &json!("2026-09-01T00:01:00.000Z"))
    );
    assert_eq!(events(&portal, &["comment_changed"]).await.len(), 1);
    alice.delete(&of(&made, "")).await.data();
    assert_eq!(alice.patch(&of(&made, ""), &change).await.status.as_u16(), 404);
}

#[tokio::test]
async fn a_comment_is_liked_once_by_each_and_never_by_its_author() {
    let portal = talkative().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let post = write(&alice, json!({})).await;
    let made = say(&alice, &post, "好", json!({})).await;
    let hidden = say(&alice, &post, "匿名的好", json!({ "anonymous": true })).await;
    for own in [&made, &hidden] {
        assert_eq!(alice.put(&of(own, "/like"), &json!({})).await.refusal(), "400 不能给自己点赞");
    }
    let liked = json!({ "like_count": 1, "liked": true });
    for _ in 0..2 {
        assert_eq!(bob.put(&of(&made, "/like"), &json!({})).await.data(), liked);
    }
    assert_eq!(
        (&thread(&bob, &post).await[0]["liked"], &thread(&alice, &post).await[0]["liked"]),
        (&json!(true), &json!(false))
    );
    bob.put(&of(&hidden, "/like"), &json!({})).await.data();
    let told = events(&portal, &["liked"]).await;
    assert_eq!(told.len(), 2, "a like that is there tells nobody");
    assert_eq!((&data(&told[0])["owner_id"], told[0].actor_id.as_str()), (&json!("240101"), "240102"));
    assert_eq!((&data(&told[1])["owner_id"], told[1].actor_id.as_str()), (&Value::Null, ""));
    for _ in 0..2 {
        assert_eq!(bob.delete(&of(&made, "/like")).await.data(), json!({ "like_count": 0, "liked": false }));
    }
    alice.delete(&of(&made, "")).await.data();
    assert_eq!(bob.put(&of(&made, "/like"), &json!({})).await.status.as_u16(), 404);
}

#[tokio::test]
async fn fifty_likes_at_once_count_fifty_times_and_fifty_of_one_member_once() {
    let portal = talkative().await;
    let alice = portal.register("240101").await;
    let post = write(&alice, json!({})).await;
    let made = say(&alice, &post, "好", json!({})).await;
    let mut others = Vec::new();
    for number in 1..=50 {
        others.push(portal.register(&format!("2402{number:02}")).await);
    }
    let path = of(&made, "/like");
    let answers = join_all(std::iter::repeat_n(&others[0], 50).map(|one| one.put(&path, &Value::Null))).await;
    assert!(answers.iter().all(|answer| answer.data()["like_count"] == 1));
    join_all(others.iter().map(|one| one.put(&path, &Value::Null))).await;
    assert_eq!(thread(&alice, &post).await[0]["like_count"], 50);
}
