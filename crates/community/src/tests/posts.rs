//! Writing, changing, deleting and restoring posts, with their images.

use axum::http::StatusCode;
use futures_util::future::join_all;

use super::*;

#[tokio::test]
async fn a_post_is_written_read_changed_deleted_and_restored() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let made = write(&alice, json!({ "type": "food", "tags": ["#食堂", "午饭"] })).await;
    assert_eq!(made["author_name"], "net-240101");
    assert_eq!(
        (&made["own"], &made["may_edit"], &made["unread"]),
        (&json!(true), &json!(true), &json!(false))
    );
    assert_eq!(made["tags"], json!(["食堂", "午饭"]));

    let seen = bob.get(&at(&made, "")).await.data();
    assert_eq!(
        (&seen["own"], &seen["may_edit"], &seen["unread"]),
        (&json!(false), &json!(false), &json!(true))
    );
    assert_eq!(seen["content"], "番茄 **炒蛋** 不错");

    let changed = alice.patch(&at(&made, ""), &json!({ "content": "咸了", "revision": 1 })).await.data();
    assert_eq!((&changed["content"], &changed["revision"]), (&json!("咸了"), &json!(2)));
    assert!(changed["edited_at"].is_string());
    let late = alice.patch(&at(&made, ""), &json!({ "content": "淡了", "revision": 1 })).await;
    assert_eq!((late.status, &late.json()["data"]["revision"]), (StatusCode::CONFLICT, &json!(2)));
    let history = alice.get(&at(&made, "/revisions")).await.data();
    assert_eq!(history["revisions"][0]["content"], "番茄 **炒蛋** 不错");
    assert_eq!(bob.get(&at(&made, "/revisions")).await.status, StatusCode::FORBIDDEN);
    assert_eq!(bob.patch(&at(&made, ""), &json!({ "content": "x" })).await.status, StatusCode::FORBIDDEN);
    assert_eq!(bob.delete(&at(&made, "")).await.status, StatusCode::FORBIDDEN);

    alice.delete(&at(&made, "")).await.data();
    for client in [&alice, &bob] {
        assert_eq!(client.get(&at(&made, "")).await.status, StatusCode::NOT_FOUND);
        assert!(titles(client, "").await.is_empty());
    }
    assert_eq!(bob.post_empty(&at(&made, "/restore")).await.status, StatusCode::NOT_FOUND);
    let restored = alice.post_empty(&at(&made, "/restore")).await.data();
    assert_eq!(restored["content"], "咸了");
    assert_eq!(titles(&bob, "").await, ["食堂新菜"]);
}

#[tokio::test]
async fn what_was_deleted_a_day_ago_is_gone_with_its_files() {
    let portal = portal().await;
    let (alice, _) = (portal.register("240101").await, portal.register("240102").await);
    let image = upload(&portal, "240101", PNG).await;
    let made = write(&alice, json!({ "images": [image] })).await;
    assert_eq!(made["images"][0]["url"], json!(format!("/api/cloud/files/{image}.png")));
    assert!(reads(&portal, "240102", &image).await);
    alice.delete(&at(&made, "")).await.data();
    assert!(!reads(&portal, "240102", &image).await, "nobody reads the images of a deleted post");
    portal.advance(23 * 3600);
    alice.post_empty(&at(&made, "/restore")).await.data();
    assert!(reads(&portal, "240102", &image).await);
    alice.delete(&at(&made, "")).await.data();
    portal.advance(24 * 3600 + 1);
    assert_eq!(alice.post_empty(&at(&made, "/restore")).await.status, StatusCode::CONFLICT);
    crate::posts::delete::forget_gone(&portal.app).await.unwrap();
    assert_eq!(alice.post_empty(&at(&made, "/restore")).await.status, StatusCode::NOT_FOUND);
    assert!(!reads(&portal, "240101", &image).await);
}

#[tokio::test]
async fn the_same_key_makes_one_post_under_parallel_calls() {
    let portal = portal().await;
    let alice = portal.register("240101").await;
    let body = post(json!({ "key": "a1" }));
    let all = join_all((0..10).map(|_| alice.post("/api/community", &body))).await;
    let ids: Vec<_> = all.iter().map(|answer| answer.data()["id"].clone()).collect();
    assert!(ids.iter().all(|id| *id == ids[0]));
    assert_eq!(titles(&alice, "").await.len(), 1);
    alice.delete(&format!("/api/community/{}", ids[0])).await.data();
    assert_eq!(alice.post("/api/community", &body).await.refusal(), "409 字段“key”已用于别的内容");
}

#[tokio::test]
async fn what_the_portal_alone_says_of_a_post_or_comment_is_not_read_from_its_author() {
    let portal = portal().await;
    let alice = portal.register("240101").await;
    portal.register("240102").await;
    let forged = json!({ "id": 77, "author_id": "240102", "author_name": "net-240102", "class": "02", "pinned": true,
                         "featured": true, "like_count": 9, "comment_count": 9, "share_count": 9, "own": false,
                         "created_at": "2020-01-01T00:00:00.000Z", "via": { "id": "1", "name": "老师" } });
    let made = write(&alice, forged.clone()).await;
    assert_eq!(
        (&made["author_id"], &made["pinned"], &made["featured"], &made["like_count"], &made["via"]),
        (&json!("240101"), &json!(false), &json!(false), &json!(0), &Value::Null)
    );
    assert!(made["id"] != 77 && made["created_at"] != forged["created_at"] && made["own"] == true);
    let mut comment = forged.clone();
    comment["content"] = json!("早");
    let said = alice.post(&at(&made, "/comments"), &comment).await.data();
    assert_eq!(
        (&said["author_id"], &said["like_count"], &said["via"]),
        (&json!("240101"), &json!(0), &Value::Null)
    );
    assert!(said["id"] != 77 && said["created_at"] != forged["created_at"]);
}

#[tokio::test]
async fn what_is_no_picture_by_its_bytes_is_no_image_of_a_post() {
    let portal = portal().await;
    let alice = portal.register("240101").await;
    let drawing: &[u8] = b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>";
    for bytes in [drawing, b"<!doctype html><script>1</script>", b"%PDF-1.7\n"] {
        let file = upload(&portal, "240101", bytes).await;
        let refused = alice.post("/api/community", &post(json!({ "images": [file] }))).await;
        assert_eq!(refused.json()["slug"], "community_image_unknown");
    }
}

#[tokio::test]
async fn bad_posts_are_refused_and_nothing_is_written() {
    let portal = portal().await;
    let (alice, _) = (portal.register("240101").await, portal.register("240102").await);
    let (foreign, text) =
        (upload(&portal, "240102", PNG).await, upload(&portal, "240101", b"just words").await);
    let many: Vec<String> = (0..10).map(|_| "0".repeat(64)).collect();
    for number in 1..=11 {
        let user = format!("2402{number:02}");
        portal.register(&user).await;
    }
    let flood: String = (1..=11).map(|number| format!("@net-2402{number:02} ")).collect();
    for (bad, slug) in [
        (json!({ "title": "字".repeat(101) }), "community_title_invalid"),
        (json!({ "title": "a\u{7}" }), "community_title_invalid"),
        (json!({ "title": "\u{200b}", "content": " \n\u{2060}" }), "community_content_missing"),
        (json!({ "content": "字".repeat(20_001) }), "community_content_invalid"),
        (json!({ "content": "- > ".repeat(4_000) }), "community_content_too_deep"),
        (json!({ "content": "[".repeat(9_000) }), "community_content_too_complex"),
        (json!({ "title": "\u{202e}字" }), "community_title_invalid"),
        (json!({ "content": flood }), "community_too_many_mentions"),
        (json!({ "tags": ["1", "2", "3", "4", "5", "6"] }), "community_too_many_tags"),
        (json!({ "tags": [" "] }), "community_tag_invalid"),
        (json!({ "images": many }), "community_too_many_images"),
        (json!({ "images": ["../../etc/passwd"] }), "community_image_unknown"),
        (json!({ "images": [foreign] }), "community_image_unknown"),
        (json!({ "images": [text] }), "community_image_unknown"),
        (json!({ "visible_groups": ["public"] }), "community_group_invalid"),
        (json!({ "visible_groups": [format!("group_{GROUP}")] }), "community_group_invalid"),
        (
            json!({ "visible_groups": ["class_01"], "hidden_groups": ["class_01"] }),
            "community_audience_empty",
        ),
        (json!({ "type": "poll" }), "community_poll_missing"),
        (json!({ "key": "钥" }), "community_key_invalid"),
        (json!({ "type": "blog" }), "invalid_parameter"),
    ] {
        let refused = alice.post("/api/community", &post(bad.clone())).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{bad}");
        if slug != "invalid_parameter" {
            assert_eq!(refused.json()["slug"], slug, "{bad}");
        }
    }
    assert!(titles(&alice, "").await.is_empty());
    assert!(!reads(&portal, "240101", &foreign).await, "naming a hash gives nobody a file");
}

#[tokio::test]
async fn an_edit_moves_post_and_images_to_their_new_readers() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240201").await);
    let (first, second) =
        (upload(&portal, "240101", PNG).await, upload(&portal, "240101", &[PNG, b"2"].concat()).await);
    let made = write(&alice, json!({ "images": [first], "visible_groups": ["class_01"] })).await;
    assert_eq!(bob.get(&at(&made, "")).await.status, StatusCode::NOT_FOUND);
    assert!(!reads(&portal, "240201", &first).await);
    let change = json!({ "visible_groups": [], "images": [second] });
    let changed = alice.patch(&at(&made, ""), &change).await.data();
    assert_eq!((&changed["limited"], &changed["images"][0]["hash"]), (&json!(false), &json!(second)));
    assert!(reads(&portal, "240201", &second).await);
    assert!(!reads(&portal, "240201", &first).await);
    alice.patch(&at(&made, ""), &json!({ "hidden_groups": ["class_02"] })).await.data();
    assert!(!reads(&portal, "240201", &second).await);
    assert_eq!(bob.get(&at(&made, "")).await.status, StatusCode::NOT_FOUND);
    let nothing = alice.patch(&at(&made, ""), &json!({ "hidden_groups": ["class_02"] })).await;
    assert_eq!(nothing.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn likes_bookmarks_and_shares_count_once_each_and_never_for_oneself() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let made = write(&alice, json!({})).await;
    assert_eq!(
        alice.send(axum::http::Method::PUT, &at(&made, "/like"), None).await.json()["slug"],
        "community_like_own"
    );
    let put = |path: String| {
        let bob = &bob;
        async move { bob.send(axum::http::Method::PUT, &path, None).await.data() }
    };
    let all = join_all((0..20).map(|_| put(at(&made, "/like")))).await;
    assert!(all.iter().all(|state| state["like_count"] == 1));
    put(at(&made, "/bookmark")).await;
    put(at(&made, "/bookmark")).await;
    let path = at(&made, "/share");
    let shared = join_all((0..10).map(|_| bob.post_empty(&path))).await;
    assert!(shared.iter().all(|state| state.data()["share_count"] == 1));
    assert_eq!(
        alice.post_empty(&at(&made, "/share")).await.data()["share_count"],
        1,
        "one's own is not counted"
    );
    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 500)?)).await.unwrap();
    assert_eq!(events.iter().filter(|event| event.kind == "post_shared").count(), 1);
    let seen = bob.get(&at(&made, "")).await.data();
    assert_eq!(
        (&seen["like_count"], &seen["liked"], &seen["bookmarked"], &seen["share_count"]),
        (&json!(1), &json!(true), &json!(true), &json!(1))
    );
    assert_eq!(titles(&bob, "?bookmarked=true").await.len(), 1);
    assert_eq!(bob.delete(&at(&made, "/like")).await.data()["like_count"], 0);
    bob.delete(&at(&made, "/bookmark")).await.data();
    assert!(titles(&bob, "?bookmarked=true").await.is_empty());
}

#[tokio::test]
async fn a_member_who_is_called_is_told_if_they_see_the_post() {
    let portal = portal().await;
    let (alice, bob, eve) =
        (portal.register("240101").await, portal.register("240102").await, portal.register("240201").await);
    let told =
        json!({ "content": "@net-240102 @net-240201 @net-240101 来看", "visible_groups": ["class_01"] });
    let made = write(&alice, told).await;
    let inbox = bob.get("/api/notifications").await.data();
    assert_eq!(inbox["notifications"][0]["kind"], "community_mention", "{inbox}");
    assert_eq!(inbox["notifications"][0]["link"]["path"], made["id"].to_string());
    for other in [&eve, &alice] {
        assert_eq!(other.get("/api/notifications").await.data()["notifications"], json!([]));
    }
    bob.post_empty(&at(&made, "/read")).await.data();
    assert_eq!(bob.get("/api/notifications").await.data()["unread"], 0);
}

#[tokio::test]
async fn who_was_called_once_is_not_called_again_by_editing() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let made = write(&alice, json!({ "content": "@net-240102 来" })).await;
    for content in ["算了", "@net-240102 还是来", "不了", "@net-240102 来吧"] {
        alice.patch(&at(&made, ""), &json!({ "content": content })).await.data();
    }
    assert_eq!(bob.get("/api/notifications").await.data()["notifications"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn erasing_a_member_takes_their_posts_and_marks_and_an_export_has_them() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let mine = write(&alice, json!({ "title": "我的", "anonymous": true })).await;
    let theirs = write(&bob, json!({ "title": "别人的" })).await;
    alice.send(axum::http::Method::PUT, &at(&theirs, "/like"), None).await.data();
    alice.post_empty(&at(&theirs, "/share")).await.data();
    let user = UserId::parse("240101").unwrap();
    let exported =
        portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &user)?)).await.unwrap().unwrap();
    assert_eq!(
        (&exported["posts"][0]["title"], &exported["posts"][0]["anonymous"]),
        (&json!("我的"), &json!(true))
    );
    assert_eq!(exported["shares"], json!([{ "post_id": theirs["id"] }]));
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &user)?)).await.unwrap();
    assert_eq!(bob.get(&at(&mine, "")).await.status, StatusCode::NOT_FOUND);
    let left = bob.get(&at(&theirs, "")).await.data();
    assert_eq!((&left["like_count"], &left["share_count"]), (&json!(0), &json!(0)));
    assert!(portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &user)?)).await.unwrap().is_none());
}
