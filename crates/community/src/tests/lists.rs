//! The feed, its filters and its pages.

use axum::http::StatusCode;

use super::*;

#[tokio::test]
async fn the_feed_has_pages_in_both_orders_without_gaps_or_repetitions() {
    let portal = TestPortal::with(
        &[realtime::FEATURE, integrations::FEATURE, FEATURE],
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
