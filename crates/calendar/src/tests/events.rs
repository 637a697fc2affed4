//! Making, changing, deleting, and undoing each of it.

use axum::http::StatusCode;
use futures_util::future::join_all;
use kernel::user::UserId;
use search::testing::{hits, titles};
use serde_json::{Value, json};

use super::{create, days, on, path, portal, range, rehearsal, undo, with};
use crate::FEATURE;

#[tokio::test]
async fn an_event_is_made_read_changed_and_deleted_and_each_can_be_undone() {
    let portal = portal().await;
    let alice = portal.member().await;
    let body = with(rehearsal(), json!({ "category": "社团", "reminders": [10, 60] }));
    let made = alice.post("/api/calendar", &body).await.data();
    let event = &made["event"];
    assert_eq!((&event["starts"], &event["zone"]), (&json!("2026-09-02T18:30"), &json!("Asia/Shanghai")));
    assert_eq!((&event["reminders"], &event["created_by"]), (&json!([60, 10]), &json!("实名240111")));
    assert_eq!(alice.get(&path(event)).await.data(), *event);

    let later = json!({ "revision": 1, "starts": "2026-09-03T18:00", "description": "带谱子\r\n两份" });
    let changed = alice.patch(&path(event), &later).await.data();
    assert_eq!(changed["event"]["ends"], "2026-09-03T19:00", "as long as before");
    assert_eq!(changed["event"]["description"], "带谱子\n两份", "line breaks as browsers send them");
    let stale = alice.patch(&path(event), &json!({ "revision": 1, "title": "x" })).await;
    assert_eq!((stale.status, &stale.json()["data"]["revision"]), (StatusCode::CONFLICT, &json!(2)));

    let deleted = alice.delete(&path(event)).await.data();
    assert_eq!(deleted["event"], Value::Null);
    assert_eq!(alice.get(&path(event)).await.status, StatusCode::NOT_FOUND);
    assert!(days(&alice, "2026-09-01", "2026-09-30").await.is_empty());

    let restored = undo(&alice, &deleted).await;
    assert_eq!(days(&alice, "2026-09-01", "2026-09-30").await, ["2026-09-03"]);
    undo(&alice, &restored).await;
    assert_eq!(alice.get(&path(event)).await.status, StatusCode::NOT_FOUND, "an undoing is undone");
    let first = format!("/api/calendar/changes/{}/undo", changed["change_id"].as_str().unwrap());
    assert_eq!(alice.post_empty(&first).await.refusal(), "409 这些日程后来又被修改过，不能撤销");
}

#[tokio::test]
async fn the_same_id_sent_again_makes_one_event() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let body = with(rehearsal(), json!({ "id": "0198f2b4-3c1d-7e55-8a11-1b2c3d4e5f60" }));
    let answers = join_all((0..50).map(|_| alice.post("/api/calendar", &body))).await;
    let new = answers.iter().filter(|answer| !answer.data()["change_id"].is_null()).count();
    assert_eq!((new, days(&alice, "2026-09-01", "2026-09-30").await.len()), (1, 1));
    assert_eq!(bob.post("/api/calendar", &body).await.refusal(), "409 该编号已被使用");
}

#[tokio::test]
async fn bad_input_is_refused_in_words_and_nothing_is_written() {
    let portal = portal().await;
    let alice = portal.member().await;
    let day = json!({ "all_day": true, "starts": "2026-09-02", "ends": "2026-09-02" });
    for (change, refusal) in [
        (json!({ "title": " " }), "400 标题须为一行，1–120 个字符"),
        (json!({ "title": "a\nb" }), "400 标题须为一行，1–120 个字符"),
        (json!({ "description": "长".repeat(4001) }), "400 说明最多 4000 个字符"),
        (json!({ "starts": "2026-02-30T08:00" }), "400 “starts”须为 1900–2199 年间的 YYYY-MM-DDTHH:MM"),
        (json!({ "starts": "2026-09-02" }), "400 “starts”须为 1900–2199 年间的 YYYY-MM-DDTHH:MM"),
        (json!({ "all_day": true }), "400 “starts”须为 1900–2199 年间的 YYYY-MM-DD（全天日程）"),
        (json!({ "ends": "2026-09-02T18:29" }), "400 结束时间不能早于开始时间"),
        (json!({ "ends": "2027-10-02T18:30" }), "400 一个日程最长 366 天"),
        (json!({ "color": "red" }), "400 颜色须为 #rrggbb"),
        (
            json!({ "reminders": [-1] }),
            "400 最多 5 个提醒，最早提前 4 周，不晚于开始时间（全天日程不晚于当天）",
        ),
        (
            json!({ "rule": "FREQ=SECONDLY" }),
            "400 重复的频率（FREQ）须为每天、每周、每月或每年：DAILY、WEEKLY、MONTHLY、YEARLY",
        ),
        (
            json!({ "rule": "FREQ=DAILY;COUNT=3;UNTIL=20270101" }),
            "400 重复次数（COUNT）和截止时间（UNTIL）只能有一个",
        ),
        (json!({ "rule": "FREQ=DAILY;UNTIL=20260801" }), "400 重复的截止时间（UNTIL）早于第一次"),
        (json!({ "rule": "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" }), "400 按这个重复规则，一次也不会发生"),
        (json!({ "rule": "FREQ=DAILY;BYHOUR=1,2,3,4,5,6,7,8,9" }), "400 一天最多重复 8 次"),
        (json!({ "rule": "FREQ=DAILY;BYSECOND=1" }), "400 重复规则里的“BYSECOND=1”无法使用"),
        (json!({ "rule": "FREQ=DAILY;INTERVAL=0" }), "400 重复规则里的“INTERVAL=0”无法使用"),
        (json!({ "rule": "每天" }), "400 重复规则里的“每天”无法使用"),
        (
            with(day, json!({ "rule": "FREQ=DAILY;BYHOUR=8" })),
            "400 全天日程的重复规则不能有 BYHOUR、BYMINUTE",
        ),
        (json!({ "id": "1" }), "400 编号须为 UUID"),
    ] {
        assert_eq!(alice.post("/api/calendar", &with(rehearsal(), change)).await.refusal(), refusal);
    }
    let strange =
        alice.post("/api/calendar", &with(rehearsal(), json!({ "rule": "FREQ=WEEKLY;BYDAY=XX" }))).await;
    assert_eq!(strange.refusal(), "400 重复规则不正确");
    assert!(days(&alice, "2026-09-01", "2026-10-30").await.is_empty());
}

#[tokio::test]
async fn whole_days_midnights_and_leap_days_stand_where_they_are() {
    let portal = portal().await;
    let alice = portal.member().await;
    let trip = json!({ "title": "研学", "all_day": true, "starts": "2026-09-29", "ends": "2026-10-02" });
    create(&alice, trip).await;
    let night = json!({ "title": "守夜", "starts": "2026-09-30T22:00", "ends": "2026-10-01T00:00" });
    create(&alice, night).await;
    let over = json!({ "title": "夜车", "starts": "2026-09-30T23:00", "ends": "2026-10-01T06:00" });
    create(&alice, over).await;
    let october: Vec<_> =
        on(&alice, "2026-10-01", "2026-10-31").await.into_iter().map(|(title, _)| title).collect();
    assert_eq!(october, ["研学", "夜车"], "what ends at midnight is not on the next day");
    let trip = &range(&alice, "2026-10-02", "2026-10-02").await["occurrences"][0];
    assert_eq!((&trip["first_day"], &trip["last_day"]), (&json!("2026-09-29"), &json!("2026-10-02")));
    assert_eq!(
        (&trip["starts_at"], &trip["ends_at"]),
        (&json!("2026-09-28T16:00:00.000Z"), &json!("2026-10-02T16:00:00.000Z"))
    );

    let leap = json!({ "title": "闰日", "all_day": true, "starts": "2024-02-29", "rule": "FREQ=YEARLY" });
    create(&alice, leap).await;
    assert!(days(&alice, "2027-02-01", "2027-03-31").await.is_empty(), "as RFC 5545 has it");
    assert_eq!(days(&alice, "2028-02-01", "2028-03-31").await, ["2028-02-29"]);
}

#[tokio::test]
async fn events_are_found_by_title_description_and_place() {
    let portal = portal().await;
    let (head, pupil) = (portal.class_admin().await, portal.register("240101").await);
    create(&head, with(rehearsal(), json!({ "owner": "class", "description": "带 ruler" }))).await;
    let own = create(&pupil, with(rehearsal(), json!({ "title": "牙医", "location": "市立医院" }))).await;
    assert_eq!(titles(&portal.app, &pupil, "calendar", "排练").await, ["合唱排练"]);
    assert_eq!(titles(&portal.app, &pupil, "calendar", "ruler").await, ["合唱排练"]);
    let hit = hits(&portal.app, &pupil, "calendar", "医院").await[0].clone();
    assert_eq!((&hit["title"], &hit["detail"]), (&json!("牙医"), &json!("9月2日")));
    assert!(titles(&portal.app, &head, "calendar", "牙医").await.is_empty());
    pupil.delete(&path(&own)).await.data();
    assert!(titles(&portal.app, &pupil, "calendar", "牙医").await.is_empty());
}

#[tokio::test]
async fn every_change_is_told_with_ids_alone() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let made = create(&head, with(rehearsal(), json!({ "owner": "class" }))).await;
    head.delete(&path(&made)).await.data();
    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 100)?)).await.unwrap();
    let told: Vec<_> = events.iter().filter(|event| event.feature == "calendar").collect();
    assert_eq!(told.iter().map(|event| event.kind.as_str()).collect::<Vec<_>>(), ["created", "deleted"]);
    assert!(told.iter().all(|event| event.audience == "class:01" && event.subject_id == made["id"]));
    assert!(told.iter().all(|event| !event.data.contains("排练")));
}

#[tokio::test]
async fn erasing_a_member_leaves_none_of_theirs_and_what_they_made_for_the_class() {
    let portal = portal().await;
    let (head, bob) = (portal.class_admin().await, portal.register("240102").await);
    create(&head, rehearsal()).await;
    let gone = create(&head, with(rehearsal(), json!({ "title": "旧" }))).await;
    head.delete(&path(&gone)).await.data();
    head.post("/api/calendar/feeds", &json!({})).await.data();
    let shared = create(&head, with(rehearsal(), json!({ "owner": "class" }))).await;
    let id = UserId::parse("240100").unwrap();
    let exported = portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &id)?)).await.unwrap();
    let exported = exported.unwrap();
    assert_eq!(exported["events"][0]["title"], "合唱排练");
    let deleted = &exported["deleted_events"][0];
    assert_eq!((&deleted["title"], deleted["deleted_at"].is_string()), (&json!("旧"), true));
    let feed = &exported["feeds"][0];
    assert_eq!((feed["created_at"].is_string(), &feed["last_used_at"]), (true, &Value::Null));
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &id)?)).await.unwrap();
    assert_eq!(days(&head, "2026-09-01", "2026-09-30").await.len(), 1);
    assert_eq!(bob.get(&path(&shared)).await.data()["created_by"], Value::Null);
}
