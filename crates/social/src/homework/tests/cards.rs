//! Writing cards and changing them.

use futures_util::future::join_all;

use super::*;

#[tokio::test]
async fn there_is_one_card_of_a_subject_on_a_day_for_a_class() {
    let portal = portal().await;
    portal.list_classes(&["01", "02"]).await;
    let (admin, lead) = (portal.admin().await, portal.class_admin().await);
    let made = write(&lead, json!({})).await;
    let second = lead.post(STAFF, &homework(json!({}))).await;
    assert_eq!(second.refusal(), "409 当天已有这个科目的作业");
    assert_eq!(second.json()["data"], json!({ "id": made["id"] }));

    let for_class = |class: &str| json!({ "audience": { "classes": [class] } });
    assert_eq!(admin.post(STAFF, &homework(for_class("01"))).await.status.as_u16(), 409);
    assert_eq!(
        admin.post(STAFF, &homework(json!({}))).await.status.as_u16(),
        409,
        "all classes have this one"
    );
    write(&admin, for_class("02")).await;
    write(&lead, json!({ "subject": "语文" })).await;
    write(&lead, json!({ "publish_at": "2026-09-02T00:00:00Z" })).await;
    for _ in 0..2 {
        write(&lead, json!({ "subject": "" })).await;
    }
    let other = write(&lead, json!({ "subject": "英语" })).await;
    let moved = lead.patch(&staff(&other, ""), &json!({ "subject": "数学" })).await;
    assert_eq!(moved.json()["data"], json!({ "id": made["id"] }));
    assert_eq!(lead.get(&staff(&other, "")).await.data()["subject"], "英语", "nothing of it has changed");

    lead.delete(&announced(&made, "")).await.data();
    write(&lead, json!({})).await;
}

#[tokio::test]
async fn of_fifty_cards_written_at_once_one_is_there() {
    let portal = portal().await;
    let lead = portal.class_admin().await;
    let body = homework(json!({}));
    let answers = join_all((0..50).map(|_| lead.post(STAFF, &body))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer.status.as_u16(), 200 | 409)));

    let body = homework(json!({ "subject": "语文", "key": "k-1" }));
    let answers = join_all((0..50).map(|_| lead.post(STAFF, &body))).await;
    let first = answers[0].data()["id"].clone();
    assert!(answers.iter().all(|answer| answer.data()["id"] == first), "the same key gets the first one");
    assert_eq!(events(&portal, "announcements", "published").await.len(), 2);
}

#[tokio::test]
async fn what_is_wrong_with_a_card_is_named() {
    let portal = portal().await;
    let lead = portal.class_admin().await;
    let text = upload(&portal, "240100", b"only text").await;
    let foreign = picture(&portal, "240111", 9).await;
    for (more, refusal) in [
        (json!({ "subject": "长".repeat(21) }), "400 科目最多 20 个字符，且不能包含控制字符"),
        (json!({ "due_time": "21:00" }), "400 设置截止时间前须先设置截止日期"),
        (json!({ "due_date": "2026-09-01", "due_time": "9:00" }), "400 截止时间须为 HH:MM"),
        (json!({ "due_date": "2026-09-01", "due_time": "07:59" }), "400 截止时间须晚于现在"),
        (json!({ "due_date": "2026-08-31" }), "400 截止日期须为 YYYY-MM-DD，且不早于今天"),
        (json!({ "content": " " }), "400 公告内容须为 1–20000 个字符，且不能包含控制字符"),
        (json!({ "pictures": vec!["a"; 2] }), "400 最多可放 9 张不同的图片"),
        (
            json!({ "pictures": (0..10).map(|n| n.to_string()).collect::<Vec<_>>() }),
            "400 最多可放 9 张不同的图片",
        ),
        (json!({ "pictures": ["0".repeat(64)] }), "400 图片不存在，或不是图片"),
        (json!({ "pictures": [text] }), "400 图片不存在，或不是图片"),
        (json!({ "pictures": [foreign] }), "400 图片不存在，或不是图片"),
        (json!({ "audience": { "classes": ["02"] } }), "403 无权限执行此操作"),
    ] {
        assert_eq!(lead.post(STAFF, &homework(more.clone())).await.refusal(), refusal, "{more}");
    }
    assert_eq!(events(&portal, "announcements", "published").await.len(), 0);
    write(&lead, json!({ "due_date": "2026-09-01", "due_time": "08:01" })).await;
}

#[tokio::test]
async fn a_change_of_what_stands_here_alone_is_a_revision_and_is_told() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let (one, two) = (picture(&portal, "240100", 1).await, picture(&portal, "240100", 2).await);
    let made = write(&lead, json!({ "pictures": [one], "due_date": "2026-09-02" })).await;
    let change = json!({ "pictures": [two, one], "hand_in": true, "revision": 1 });
    let changed = lead.patch(&staff(&made, ""), &change).await.data();
    assert_eq!((&changed["revision"], &changed["hand_in"]), (&json!(2), &json!(true)));
    let shown = |card: &Value| {
        card["pictures"].as_array().unwrap().iter().map(|one| one["hash"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(shown(&alice.get(&member(&made, "")).await.data()), [json!(two), json!(one)]);
    let told = events(&portal, "announcements", "updated").await;
    assert_eq!((told.len(), told[0].audience.as_str()), (1, "class:01"));
    let late = lead.patch(&staff(&made, ""), &json!({ "subject": "语文", "revision": 1 })).await;
    assert_eq!((late.status.as_u16(), &late.json()["data"]), (409, &json!({ "revision": 2 })));

    lead.patch(&staff(&made, ""), &json!({ "pictures": [two] })).await.data();
    assert!(reads(&portal, "240111", &two).await && !reads(&portal, "240111", &one).await);
    assert_eq!(lead.patch(&staff(&made, ""), &json!({})).await.refusal(), "400 没有要修改的内容");

    let timed = lead.patch(&staff(&made, ""), &json!({ "due_time": "21:00" })).await.data();
    assert_eq!(timed["due_at"], "2026-09-02T13:00:00.000Z");
    let without = lead.patch(&staff(&made, ""), &json!({ "due_date": "" })).await.data();
    assert_eq!(
        (&without["due_date"], &without["due_time"], &without["due_at"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    let again = lead.patch(&staff(&made, ""), &json!({ "due_time": "21:00" })).await;
    assert_eq!(again.refusal(), "400 设置截止时间前须先设置截止日期");
}

#[tokio::test]
async fn a_card_whose_pictures_said_everything_needs_words_without_them() {
    let portal = portal().await;
    let lead = portal.class_admin().await;
    let picture = picture(&portal, "240100", 1).await;
    let made = write(&lead, json!({ "content": "", "pictures": [picture] })).await;
    let bare = lead.patch(&staff(&made, ""), &json!({ "pictures": [] })).await;
    assert_eq!(bare.refusal(), "400 公告内容须为 1–20000 个字符，且不能包含控制字符");
    let said = lead.patch(&staff(&made, ""), &json!({ "pictures": [], "content": "第 3 页" })).await.data();
    assert_eq!(said["content"], "第 3 页");
    assert_eq!(said["pictures"], json!([]));
}
