//! Bad input, and texts that are markup.

use super::*;

#[tokio::test]
async fn bad_input_is_refused_by_name_and_nothing_is_written() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let title = "400 公告标题须为 1–100 个字符，且不能包含控制字符";
    let content = "400 公告内容须为 1–20000 个字符，且不能包含控制字符";
    let due = "400 截止日期须为 YYYY-MM-DD，且不早于今天";
    let many: Vec<String> = (0..101).map(|n| format!("{:02}", n % 100)).collect();
    for (more, refusal) in [
        (json!({ "title": " " }), title),
        (json!({ "title": "长".repeat(101) }), title),
        (json!({ "title": "a\nb" }), title),
        (json!({ "content": "\n \t" }), content),
        (json!({ "content": "长".repeat(20_001) }), content),
        (json!({ "content": "a\u{7}" }), content),
        (json!({ "type": "news" }), "400 字段“type”的格式不正确"),
        (json!({ "due_date": "2026-09-03" }), "400 只有作业可以设置截止日期"),
        (json!({ "type": "homework", "due_date": "2026-08-31" }), due),
        (json!({ "type": "homework", "due_date": "2026-9-3" }), due),
        (json!({ "type": "homework", "due_date": "9999-01-01" }), due),
        (json!({ "publish_at": "2026-08-31T23:59:59Z" }), "400 字段“publish_at”须晚于现在"),
        (json!({ "publish_at": "明天" }), "400 字段“publish_at”须为带时区的 ISO 8601 时间"),
        (json!({ "publish_at": "2026-09-02T08:00:00" }), "400 字段“publish_at”须为带时区的 ISO 8601 时间"),
        (json!({ "publish_at": "2036-09-02T08:00:00Z" }), "400 字段“publish_at”不能晚于两年之后"),
        (json!({ "expires_at": "2026-08-01T00:00:00Z" }), "400 字段“expires_at”须晚于现在"),
        (
            json!({ "publish_at": "2026-09-03T00:00:00Z", "expires_at": "2026-09-02T00:00:00Z" }),
            "400 失效时间须晚于发布时间",
        ),
        (json!({ "key": "a b" }), "400 字段“key”须为 1–80 个可见的 ASCII 字符"),
        (json!({ "audience": { "role": "teachers" } }), "400 字段“audience.role”的格式不正确"),
        (json!({ "audience": { "classes": ["1"] } }), "400 字段“audience.classes”的格式不正确"),
        (json!({ "audience": { "classes": many } }), "400 字段“audience.classes”的格式不正确"),
    ] {
        let answer = admin.post(STAFF, &notice(more.clone())).await;
        assert_eq!(answer.refusal(), refusal, "{more}");
    }
    assert!(titles(&alice).await.is_empty());
    assert_eq!(admin.get(STAFF).await.data()["total"], 0);

    let made = write(&admin, json!({})).await;
    assert_eq!(admin.put(&staff(&made, ""), &json!({})).await.refusal(), "400 没有要修改的内容");
    assert_eq!(admin.put(&staff(&made, ""), &json!({ "title": "" })).await.refusal(), title);
    let early = admin.put(&staff(&made, ""), &json!({ "expires_at": "2026-08-01T00:00:00Z" })).await;
    assert_eq!(early.refusal(), "400 字段“expires_at”须晚于现在");
    assert_eq!(admin.get(&staff(&made, "")).await.data()["revision"], 1);
    for wrong in ["0", "x", "-1", "+1", "99999999999999999999", "1.0"] {
        for path in [format!("{STAFF}/{wrong}"), format!("/api/announcements/{wrong}")] {
            assert_eq!(admin.get(&path).await.status.as_u16(), 404, "{path}");
        }
    }
}

#[tokio::test]
async fn markup_stays_text_and_only_what_may_be_set_is_set() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    for text in [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "\"><svg/onload=alert(1)>",
        "{{constructor.constructor('alert(1)')()}}",
    ] {
        let made = write(&admin, json!({ "title": text, "content": text })).await;
        let shown = alice.get(&member(&made, "")).await;
        assert!(shown.header("content-type").starts_with("application/json"));
        assert_eq!((&shown.data()["title"], &shown.data()["content"]), (&json!(text), &json!(text)));
    }
    let forged = json!({ "id": 7, "author_id": "240111", "revision": 9, "published_at": "2020-01-01T00:00:00Z",
                         "ack_count": 5, "created_at": "2020-01-01T00:00:00Z", "asked_revision": 9, "author_tier": 0 });
    let made = write(&admin, forged.clone()).await;
    assert_eq!(
        (&made["author_id"], &made["revision"], &made["ack_count"]),
        (&json!("240000"), &json!(1), &json!(0))
    );
    assert_eq!(made["created_at"], "2026-09-01T00:00:00.000Z");
    assert_ne!(made["id"], 7);
    assert_eq!(
        admin.put(&staff(&made, ""), &forged).await.status.as_u16(),
        409,
        "only `revision` is read of it"
    );
}

#[tokio::test]
async fn pages_are_bounded() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    for number in 0..3 {
        write(&admin, json!({ "title": format!("{number}") })).await;
    }
    for path in ["/api/announcements", STAFF] {
        let client = if path == STAFF { &admin } else { &alice };
        let list = client.get(&format!("{path}?page=2&limit=2")).await.data();
        assert_eq!((&list["total"], &list["page"], &list["limit"]), (&json!(3), &json!(2), &json!(2)));
        assert_eq!(list["announcements"].as_array().unwrap().len(), 1);
        assert_eq!(client.get(&format!("{path}?limit=5000")).await.data()["limit"], 100);
        assert_eq!(client.get(&format!("{path}?page=4294967295")).await.data()["announcements"], json!([]));
        assert_eq!(client.get(&format!("{path}?state=nothing")).await.status.as_u16(), 400);
    }
}
