//! The feed, its filters and its pages.

use axum::http::StatusCode;
use futures_util::future::join_all;

use super::*;

#[tokio::test]
async fn the_feed_has_pages_in_both_orders_without_gaps_or_repetitions() {
    let portal = TestPortal::with(
        &[realtime::FEATURE, integrations::FEATURE, moderation::FEATURE, FEATURE],
        &[("RATE_LIMIT_POSTS", "1000/60"), ("RATE_LIMIT_LIKES", "1000/60")],
    )
    .await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let mut made = Vec::new();
    for number in 0..25 {
        made.push(write(&alice, json!({ "title": format!("帖{number}") })).await);
        portal.advance(1);
    }
    for likes in [3, 7] {
        bob.send(axum::http::Method::PUT, &at(&made[likes], "/like"), None).await.data();
    }
    for (order, first) in [("latest", ["帖24", "帖23"]), ("hot", ["帖7", "帖3"])] {
        let (mut all, mut before) = (Vec::new(), String::new());
        loop {
            let page = bob.get(&format!("/api/community?sort={order}&limit=10&before={before}")).await.data();
            all.extend(
                page["posts"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|post| post["title"].as_str().unwrap().to_owned()),
            );
            match page["next"].as_str() {
                Some(next) => next.clone_into(&mut before),
                None => break,
            }
        }
        assert_eq!(&all[..2], first, "{order}");
        assert_eq!(all.len(), 25);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 25, "{order}");
    }
    for bad in ["x", "-", "1-", "99999999999999999999"] {
        assert_eq!(
            bob.get(&format!("/api/community?before={bad}")).await.status,
            StatusCode::BAD_REQUEST,
            "{bad}"
        );
    }
}

#[tokio::test]
async fn filters_show_what_they_say() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    write(&alice, json!({ "title": "一", "type": "food", "tags": ["食堂"] })).await;
    write(&alice, json!({ "title": "二", "anonymous": true, "tags": ["食堂"] })).await;
    write(&bob, json!({ "title": "三", "type": "hot" })).await;
    for (query, expected) in [
        ("", &["三", "二", "一"][..]),
        ("?type=food", &["一"]),
        ("?tag=%E9%A3%9F%E5%A0%82", &["二", "一"]),
        ("?author=240101", &["一"]),
        ("?author=240101&tag=", &["一"]),
        ("?own=true", &["三"]),
        ("?featured=true", &[]),
        ("?bookmarked=true", &[]),
    ] {
        assert_eq!(titles(&bob, query).await, expected, "{query}");
    }
    assert_eq!(titles(&alice, "?own=true").await, ["二", "一"]);
    assert_eq!(titles(&alice, "?author=240101").await, ["一"], "as others see it");
    assert_eq!(bob.get("/api/community?author=x").await.status, StatusCode::NOT_FOUND);
    assert_eq!(bob.get("/api/community?type=blog").await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn unread_marks_count_what_came_since_the_member_looked() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    write(&alice, json!({})).await;
    write(&alice, json!({ "visible_groups": ["class_02"] })).await;
    assert_eq!(bob.get("/api/community/unread").await.data()["unread"], 1);
    assert_eq!(alice.get("/api/community/unread").await.data()["unread"], 0, "not one's own");
    bob.post_empty("/api/community/seen").await.data();
    assert_eq!(bob.get("/api/community/unread").await.data()["unread"], 0);
    let made = write(&alice, json!({})).await;
    assert_eq!(bob.get("/api/community/unread").await.data()["unread"], 1);
    assert_eq!(bob.get(&at(&made, "")).await.data()["unread"], true);
    bob.post_empty(&at(&made, "/read")).await.data();
    assert_eq!(bob.get(&at(&made, "")).await.data()["unread"], false);
}

#[tokio::test]
async fn rankings_put_first_what_has_most_points_within_their_days() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    write(&alice, json!({ "title": "旧", "type": "food" })).await;
    portal.advance(8 * 86_400);
    let (alice, bob) = (portal.client_of(UserId::parse("240101").unwrap()).await, {
        drop((alice, bob));
        portal.client_of(UserId::parse("240102").unwrap()).await
    });
    let dish = write(&alice, json!({ "title": "菜", "type": "food" })).await;
    write(&alice, json!({ "title": "话" })).await;
    bob.send(axum::http::Method::PUT, &at(&dish, "/like"), None).await.data();
    let ranked = |list: Value| {
        list["posts"].as_array().unwrap().iter().map(|post| post["title"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(ranked(bob.get("/api/community/rankings").await.data()), ["菜", "话"]);
    assert_eq!(ranked(bob.get("/api/community/rankings?list=food&days=30").await.data()), ["菜", "旧"]);
}

#[tokio::test]
async fn a_class_pins_five_posts_and_none_of_its_posts_is_missing_or_twice_in_the_feed() {
    let limits = [("RATE_LIMIT_POSTS", "1000/60")];
    let portal =
        TestPortal::with(&[realtime::FEATURE, integrations::FEATURE, moderation::FEATURE, FEATURE], &limits)
            .await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240201").await);
    let (head, other) = (portal.class_admin().await, portal.register("240200").await);
    let mut made = Vec::new();
    for number in 0..8 {
        made.push(write(&alice, json!({ "title": format!("一班{number}") })).await);
    }
    for number in 0..3 {
        made.push(write(&bob, json!({ "title": format!("二班{number}") })).await);
    }
    let pin = |client: Client, post: Value| async move {
        client.put(&at(&post, "/pin"), &json!({ "pinned": true })).await
    };
    let all = join_all(made[..8].iter().map(|post| pin(head.clone(), post.clone()))).await;
    assert_eq!(all.iter().filter(|answer| answer.status == StatusCode::OK).count(), 5);
    let refused = all.iter().find(|answer| answer.status != StatusCode::OK).unwrap();
    assert_eq!(refused.refusal(), "409 一个班级最多置顶 5 个帖子，请先取消一个");
    for post in &made[8..] {
        assert_eq!(pin(other.clone(), post.clone()).await.status, StatusCode::OK, "each class has its own");
    }

    // Eight are pinned, five of them stand before the first page, and three in their places.
    let (mut seen, mut before) = (Vec::new(), String::new());
    loop {
        let page = alice.get(&format!("/api/community?limit=2&before={before}")).await.data();
        let posts = page["posts"].as_array().unwrap();
        assert_eq!(posts.len(), if before.is_empty() { 7 } else { posts.len().min(2) });
        seen.extend(posts.iter().map(|post| post["title"].as_str().unwrap().to_owned()));
        match page["next"].as_str() {
            Some(next) => next.clone_into(&mut before),
            None => break,
        }
    }
    assert_eq!(seen[..3], ["二班2", "二班1", "二班0"]);
    seen.sort();
    let mut expected: Vec<String> =
        made.iter().map(|post| post["title"].as_str().unwrap().to_owned()).collect();
    expected.sort();
    assert_eq!(seen, expected);

    let pinned = made.iter().zip(&all).find(|(_, answer)| answer.status == StatusCode::OK).unwrap().0;
    let unpinned = made.iter().zip(&all).find(|(_, answer)| answer.status != StatusCode::OK).unwrap().0;
    alice.delete(&at(pinned, "")).await.data();
    assert_eq!(
        pin(head.clone(), unpinned.clone()).await.status,
        StatusCode::OK,
        "a deleted one takes no place"
    );
}

#[tokio::test]
async fn filters_that_no_list_has_together_are_refused_and_the_best_and_types_go_with_each() {
    let portal = portal().await;
    let (alice, head) = (portal.register("240101").await, portal.class_admin().await);
    let best = write(&alice, json!({ "title": "精华", "type": "food", "tags": ["t"] })).await;
    write(&alice, json!({ "title": "平常", "tags": ["t"] })).await;
    head.put(&at(&best, "/feature"), &json!({ "featured": true })).await.data();
    for post in ["精华", "平常"] {
        let listed = alice.get("/api/community").await.data();
        let found =
            listed["posts"].as_array().unwrap().iter().find(|one| one["title"] == post).unwrap().clone();
        alice.put(&at(&found, "/bookmark"), &json!({})).await.data();
    }
    for kept in ["own=true", "bookmarked=true", "tag=t", "author=240101"] {
        assert_eq!(titles(&alice, &format!("?{kept}")).await, ["平常", "精华"], "{kept}");
        for more in ["featured=true", "type=food", "featured=true&type=food"] {
            assert_eq!(titles(&alice, &format!("?{kept}&{more}")).await, ["精华"], "{kept} {more}");
        }
        for other in ["own=true", "bookmarked=true", "waiting=true", "tag=t", "author=240101", "sort=hot"] {
            if other != kept {
                let refused = alice.get(&format!("/api/community?{kept}&{other}")).await;
                assert_eq!(refused.json()["slug"], "community_filters_exclusive", "{kept} {other}");
            }
        }
    }
    let refused = alice.get("/api/community?sort=hot&own=true").await;
    assert_eq!(refused.refusal(), "400 字段“own”不能与“sort=hot”同时使用");
}
