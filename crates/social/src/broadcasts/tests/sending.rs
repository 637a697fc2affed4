//! Sending, repeating, expiring, taking back.

use futures_util::future::join_all;

use super::*;

#[tokio::test]
async fn a_broadcast_is_sent_listed_and_counted_where_it_was_shown() {
    let portal = portal().await;
    let (admin, alice, bob) = (portal.admin().await, portal.member().await, portal.register("240201").await);

    let sent = send(&admin, json!({ "content": " 下午停电 ", "priority": "important" })).await;
    assert_eq!(
        (&sent["content"], &sent["priority"], &sent["audience_size"], &sent["reached"]),
        (&json!("下午停电"), &json!("important"), &json!(2), &json!(0)),
        "to two, and to its sender"
    );
    let shown = newest(&alice).await;
    assert_eq!(shown.len(), 1);
    assert_eq!((&shown[0]["seen"], &shown[0]["active"]), (&json!(false), &json!(true)), "it was missed");

    let seen = seen(&sent);
    join_all((0..50).map(|_| alice.post_empty(&seen))).await;
    bob.post_empty(&seen).await.data();
    assert_eq!(newest(&alice).await[0]["seen"], true);

    let list = admin.get("/api/admin/broadcasts").await.data();
    assert_eq!((&list["total"], &list["broadcasts"][0]["reached"]), (&json!(1), &json!(2)), "once each");
}

#[tokio::test]
async fn fifty_at_once_make_one_broadcast() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    for body in [json!({ "content": "集合" }), json!({ "content": "放学", "key": "k-1" })] {
        let ids = join_all((0..50).map(|_| send(&admin, body.clone()))).await;
        assert!(ids.iter().all(|sent| sent["id"] == ids[0]["id"]));
    }
    assert_eq!(newest(&alice).await.len(), 2);
    assert_eq!(audited(&portal).await.len(), 2);

    let again = send(&admin, json!({ "content": "别的", "key": "k-1" })).await;
    assert_eq!(again["content"], "放学", "a key gets the first result, whatever it says now");
    let other = send(&admin, json!({ "content": "集合", "audience": { "classes": ["01"] } })).await;
    assert_ne!(other["id"], newest(&alice).await[2]["id"], "other people, another broadcast");
    portal.advance(61);
    send(&admin, json!({ "content": "集合" })).await;
    assert_eq!(newest(&alice).await.len(), 4, "a minute later it is meant anew");
}

#[tokio::test]
async fn it_expires_and_an_urgent_one_soon() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    send(&admin, json!({ "content": "a", "priority": "urgent" })).await;
    send(&admin, json!({ "content": "b" })).await;
    send(&admin, json!({ "content": "c", "priority": "urgent", "expires_in": 3600 })).await;
    let active = async || -> Vec<bool> {
        newest(&alice).await.iter().map(|shown| shown["active"].as_bool().unwrap()).collect()
    };
    assert_eq!(active().await, [true, true, true]);
    portal.advance(600);
    assert_eq!(active().await, [true, true, false]);
    portal.advance(3000);
    assert_eq!(active().await, [false, true, false]);
    portal.advance(86_400);
    assert_eq!(active().await, [false, false, false]);
}

#[tokio::test]
async fn one_that_is_taken_back_leaves_every_list_and_stays_in_the_staffs() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let sent = send(&admin, json!({ "content": "错了" })).await;
    let end = format!("/api/admin/broadcasts/{}/end", sent["id"].as_str().unwrap());
    admin.post_empty(&end).await.data();
    admin.post_empty(&end).await.data();
    assert!(newest(&alice).await.is_empty());
    let list = admin.get("/api/admin/broadcasts").await.data();
    assert_eq!(list["broadcasts"][0]["ended_at"], "2026-09-01T00:00:00.000Z");
    assert_eq!(audited(&portal).await.len(), 2, "ended once");
    let again = send(&admin, json!({ "content": "错了" })).await;
    assert_ne!(again["id"], sent["id"], "what was taken back can be said anew at once");
    assert_eq!(admin.post_empty("/api/admin/broadcasts/0/end").await.status.as_u16(), 404);
}

#[tokio::test]
async fn a_priority_that_nobody_knows_is_normal() {
    let portal = portal().await;
    let admin = portal.admin().await;
    for (told, kept) in [("high", "normal"), ("", "normal"), ("Urgent", "normal"), ("urgent", "urgent")] {
        let sent = send(&admin, json!({ "content": format!("priority {told}"), "priority": told })).await;
        assert_eq!(sent["priority"], kept, "{told}");
    }
}

#[tokio::test]
async fn bad_input_is_refused_and_markup_stays_text() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let content = "广播内容须为 1–500 个字符，且不能包含控制字符";
    let many: Vec<String> = (0..101).map(|n| format!("{:02}", n % 100)).collect();
    for (body, refusal) in [
        (json!({}), "400 缺少字段“content”".to_owned()),
        (json!({ "content": "  " }), format!("400 {content}")),
        (json!({ "content": "长".repeat(501) }), format!("400 {content}")),
        (json!({ "content": "a\u{1b}[31m" }), format!("400 {content}")),
        (json!({ "content": "a", "priority": 7 }), "400 字段“priority”的格式不正确".into()),
        (json!({ "content": "a", "expires_in": 59 }), "400 广播的有效时间须为 60–604800 秒".into()),
        (json!({ "content": "a", "expires_in": i64::MAX }), "400 广播的有效时间须为 60–604800 秒".into()),
        (json!({ "content": "a", "key": "一" }), "400 字段“key”须为 1–80 个可见的 ASCII 字符".into()),
        (
            json!({ "content": "a", "audience": { "classes": ["1"] } }),
            "400 字段“audience.classes”的格式不正确".into(),
        ),
        (
            json!({ "content": "a", "audience": { "classes": many } }),
            "400 字段“audience.classes”的格式不正确".into(),
        ),
    ] {
        assert_eq!(admin.post("/api/admin/broadcasts", &body).await.refusal(), refusal, "{body}");
    }
    assert!(newest(&alice).await.is_empty());

    let forged = json!({ "content": "<script>alert(1)</script>", "sender_id": "240111", "id": "x", "reached": 9,
                         "created_at": "2020-01-01T00:00:00Z" });
    let sent = send(&admin, forged).await;
    assert_eq!(
        (&sent["content"], &sent["sender_id"]),
        (&json!("<script>alert(1)</script>"), &json!("240000"))
    );
    assert_eq!((&sent["reached"], &sent["created_at"]), (&json!(0), &json!("2026-09-01T00:00:00.000Z")));
    let (_, detail) = &audited(&portal).await[0];
    assert!(!detail.contains("script"), "the log holds codes: {detail}");
}

#[tokio::test]
async fn it_survives_a_restart_and_what_a_member_saw_leaves_with_them() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let sent = send(&admin, json!({ "content": "a" })).await;
    alice.post_empty(&seen(&sent)).await.data();

    let portal = portal.restart(&[("ADMIN_USER_IDS", "240000")]).await;
    let admin = portal.client_of(id("240000")).await;
    assert_eq!(admin.get("/api/admin/broadcasts").await.data()["broadcasts"][0]["reached"], 1);

    let (member, sender) = (id("240111"), id("240000"));
    let export = async |user: UserId| {
        portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &user)?)).await.unwrap()
    };
    assert_eq!(export(sender).await.unwrap()["sent"][0]["content"], "a");
    let seen = json!([{ "content": "a", "priority": "normal", "seen_at": "2026-09-01T00:00:00.000Z" }]);
    assert_eq!(export(member).await.unwrap()["seen"], seen);
    let erase =
        async |user: UserId| portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &user)?)).await.unwrap();
    erase(member).await;
    assert_eq!(admin.get("/api/admin/broadcasts").await.data()["broadcasts"][0]["reached"], 0);
    erase(sender).await;
    let left = &admin.get("/api/admin/broadcasts").await.data()["broadcasts"][0];
    assert_eq!((&left["sender_id"], &left["sender_name"]), (&json!(""), &json!("已注销用户")));
}

#[tokio::test]
async fn the_list_says_how_long_one_lasts_unless_told() {
    let portal = portal().await;
    let admin = portal.admin().await;
    let lasts = admin.get("/api/admin/broadcasts").await.data()["lasts"].clone();
    for (priority, seconds) in lasts.as_object().unwrap() {
        let sent = send(&admin, json!({ "content": "a", "priority": priority })).await;
        let end: jiff::Timestamp = sent["expires_at"].as_str().unwrap().parse().unwrap();
        let begin: jiff::Timestamp = sent["created_at"].as_str().unwrap().parse().unwrap();
        assert_eq!(end.as_second() - begin.as_second(), seconds.as_i64().unwrap(), "{priority}");
    }
}
