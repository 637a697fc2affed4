//! Reading an inbox.

use std::sync::Arc;

use axum::http::StatusCode;

use super::*;

#[tokio::test]
async fn a_notification_is_what_the_wire_says_it_is() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    assert_eq!(tell_from(&portal, "a", Some(id("240102")), &["240101", "240102"]).await, 1);
    let seq = events(&portal).await[0].seq;
    let expected = json!({
        "notifications": [{
            "id": seq, "kind": "account", "app": "", "topic": "", "title": "你的账号已恢复使用",
            "text": "停用期间的消息和公告可以在各应用里查看", "sender_id": "240102", "sender_name": "", "link": null,
            "silent": false, "read": false, "created_at": "2026-09-01T00:00:00.000Z",
        }],
        "unread": 1, "has_more": false,
    });
    assert_eq!(inbox(&alice, "").await, expected);
}

#[tokio::test]
async fn a_reader_is_told_in_their_own_language() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    tell(&portal, "a", &["240101"]).await;
    for (language, title, text) in [
        ("zh-CN", "你的账号已恢复使用", "停用期间的消息和公告可以在各应用里查看"),
        ("en-GB", "Your account is enabled again", "What was said meanwhile is in its apps"),
    ] {
        let shown = inbox(&alice.clone().with("accept-language", language), "").await;
        assert_eq!(
            (&shown["notifications"][0]["title"], &shown["notifications"][0]["text"]),
            (&json!(title), &json!(text))
        );
    }
}

#[tokio::test]
async fn an_inbox_is_read_in_pieces_from_the_newest_and_says_whether_there_is_more() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    for subject in ["a", "b", "c", "d", "e"] {
        tell(&portal, subject, &["240101"]).await;
    }
    let all = ids(&alice, "").await;
    assert_eq!(all.len(), 5);
    assert!(all.is_sorted_by(|one, next| one > next), "newest first: {all:?}");

    let piece = async |query: String| {
        let piece = inbox(&alice, &query).await;
        let ids: Vec<i64> = items(&piece).iter().map(|item| item["id"].as_i64().unwrap()).collect();
        (ids, piece["has_more"] == true)
    };
    assert_eq!(piece("?limit=2".into()).await, (all[..2].to_vec(), true));
    assert_eq!(piece(format!("?limit=2&before={}", all[1])).await, (all[2..4].to_vec(), true));
    assert_eq!(piece(format!("?limit=2&before={}", all[3])).await, (all[4..].to_vec(), false));
    assert_eq!(piece(format!("?limit=2&before={}", all[2])).await, (all[3..].to_vec(), false), "exactly two");
    assert_eq!(piece(format!("?after={}", all[2])).await, (all[..2].to_vec(), false));
    assert_eq!(
        piece(format!("?after={}&limit=2", all[4])).await,
        (all[..2].to_vec(), true),
        "the newest of them"
    );
    assert_eq!(piece(format!("?after={}", all[0])).await, (vec![], false));
    assert_eq!(
        piece(format!("?after={}&before={}", all[1], all[4])).await.0,
        all[..1],
        "`before` does not count"
    );
    assert_eq!(piece("?limit=0".into()).await, (all[..1].to_vec(), true), "a piece has something");
    for wrong in ["?limit=x", "?limit=-1", "?before=x", "?after=", "?unread=perhaps"] {
        assert_eq!(alice.get(&format!("{INBOX}{wrong}")).await.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
}

#[tokio::test]
async fn unread_ones_are_listed_alone_before_and_after_others() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    for subject in ["a", "b", "c", "d"] {
        tell(&portal, subject, &["240101"]).await;
    }
    let all = ids(&alice, "").await;
    read(&alice, &[all[1]]).await;
    assert_eq!(ids(&alice, "?unread=true").await, [all[0], all[2], all[3]]);
    assert_eq!(ids(&alice, "?unread=false").await, all);
    assert_eq!(ids(&alice, &format!("?unread=true&before={}&limit=1", all[0])).await, [all[2]]);
    assert_eq!(ids(&alice, &format!("?unread=true&after={}", all[3])).await, [all[0], all[2]]);
    let shown = inbox(&alice, "?unread=true&limit=2").await;
    assert_eq!((&shown["has_more"], &shown["unread"]), (&json!(true), &json!(3)), "of the whole inbox");
}

#[tokio::test]
async fn what_is_read_is_read_on_every_device_and_once() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let tablet = portal.client_of(id("240101")).await;
    tell(&portal, "a", &["240101", "240102"]).await;
    tell(&portal, "b", &["240101"]).await;
    let all = ids(&alice, "").await;
    assert_eq!(unread(&alice).await, 2);

    assert_eq!(read(&alice, &[all[0], all[0]]).await, 1);
    assert_eq!(unread(&tablet).await, 1);
    let shown = inbox(&tablet, "").await;
    assert_eq!(
        (&shown["notifications"][0]["read"], &shown["notifications"][1]["read"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(read(&tablet, &[all[0]]).await, 1, "again changes nothing");
    let expected = [
        event("added", "user:240101|user:240102"),
        event("added", "user:240101"),
        event("changed", "user:240101"),
    ];
    assert_eq!(told(&portal).await, expected, "what changes nothing is not told");
}

#[tokio::test]
async fn whoever_reads_up_to_something_has_not_read_what_came_later() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    for subject in ["a", "b", "c"] {
        tell(&portal, subject, &["240101"]).await;
    }
    let all = ids(&alice, "").await;
    let path = format!("{INBOX}/read-all");
    assert_eq!(alice.post(&path, &json!({ "up_to": all[1] })).await.data()["unread"], 1);
    assert_eq!(ids(&alice, "?unread=true").await, [all[0]]);
    let before = told(&portal).await.len();
    assert_eq!(alice.post(&path, &json!({ "up_to": 0 })).await.data()["unread"], 1);
    assert_eq!(told(&portal).await.len(), before);
    assert_eq!(alice.post_empty(&path).await.data()["unread"], 0, "without a word: all");
    tell(&portal, "d", &["240101"]).await;
    assert_eq!(unread(&alice).await, 1);
    assert_eq!(alice.post(&path, &json!({})).await.data()["unread"], 0);
    assert_eq!(told(&portal).await.last(), Some(&event("changed", "user:240101")));
}

#[tokio::test]
async fn nobody_sees_or_marks_the_inbox_of_another() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    tell(&portal, "a", &["240101"]).await;
    let of_alice = ids(&alice, "").await;
    assert_eq!((items(&inbox(&bob, "").await).len(), unread(&bob).await), (0, json!(0)));
    let before = told(&portal).await.len();
    assert_eq!(read(&bob, &of_alice).await, 0);
    bob.post_empty(&format!("{INBOX}/read-all")).await.data();
    assert_eq!(unread(&alice).await, 1);
    assert_eq!(told(&portal).await.len(), before, "nothing happened to anybody");

    // One notification for both is read by each alone.
    tell(&portal, "b", &["240101", "240102"]).await;
    assert_eq!(read(&bob, &ids(&bob, "").await).await, 0);
    assert_eq!(unread(&alice).await, 2);
    for path in ["", "/unread", "/preferences"] {
        assert_eq!(portal.anonymous().get(&format!("{INBOX}{path}")).await.refusal(), "401 未登录");
    }
}

#[tokio::test]
async fn ids_that_are_none_do_nothing_and_too_many_are_refused() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    tell(&portal, "a", &["240101"]).await;
    assert_eq!(read(&alice, &[0, -1, i64::MAX]).await, 1);
    assert_eq!(read(&alice, &[]).await, 1);
    let path = format!("{INBOX}/read");
    let many: Vec<i64> = (0..201).collect();
    assert_eq!(alice.post(&path, &json!({ "ids": many })).await.refusal(), "400 字段“ids”的格式不正确");
    assert_eq!(alice.post(&path, &json!({ "ids": ["1"] })).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(alice.post(&path, &json!({})).await.refusal(), "400 缺少字段“ids”");
}

#[tokio::test]
async fn desktops_hear_of_an_id_and_a_kind_and_of_no_words() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    tell_from(&portal, "a", Some(id("240102")), &["240101"]).await;
    let added = events(&portal).await[0].clone();
    assert_eq!((added.audience.as_str(), added.actor_id.as_str()), ("user:240101", "240102"));
    assert_eq!(added.data, r#"{"kind_of":"account"}"#);
    read(&alice, &[added.seq]).await;
    let events = events(&portal).await.into_iter().map(Arc::new).collect();
    let frames = super::super::frames::render(portal.app.clone(), events).await.unwrap();
    let frames: Vec<Value> = frames.iter().map(|frame| serde_json::from_str(&frame.json).unwrap()).collect();
    let expected = [
        json!({ "type": "notification_added", "id": added.seq, "kind": "account" }),
        json!({ "type": "notifications_changed" }),
    ];
    assert_eq!(frames, expected);
}
