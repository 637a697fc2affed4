//! Timetables are made, changed, deleted and brought back.

use axum::http::StatusCode;
use futures_util::future::join_all;
use kernel::events::FeatureEvent as _;
use serde_json::{Value, json};

use super::{create, day, id, new, portal, subjects, week};
use crate::TimetableEvent;

#[tokio::test]
async fn a_timetable_is_made_listed_changed_and_deleted() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let made = create(&head, new("class")).await;
    assert_eq!((&made["revision"], &made["holds_today"]), (&json!(1), &json!(true)));
    assert_eq!(made["first_day"], "2026-09-01", "the first day by default");
    assert_eq!(made["timetable"]["cycle"]["kind"], "weekly");

    let path = format!("/api/timetable/{}", id(&made));
    let change = json!({ "revision": 1, "name": "高一上（新）", "until": null });
    let changed = head.patch(&path, &change).await.data();
    assert_eq!(
        (&changed["name"], &changed["until"], &changed["revision"]),
        (&json!("高一上（新）"), &Value::Null, &json!(2))
    );
    assert_eq!(changed["timetable"], made["timetable"], "absent fields stay");
    let read = head.get(&path).await.data();
    assert_eq!((&read["revision"], &read["timetable"]), (&changed["revision"], &changed["timetable"]));

    let pupil = portal.register("240101").await;
    let list = pupil.get("/api/timetable").await.data();
    assert_eq!(
        (&list["class"], &list["may_edit"], &list["today"]),
        (&json!("01"), &json!(false), &json!("2026-09-01"))
    );
    assert_eq!(list["timetables"][0]["id"], made["id"]);
    assert!(list["timetables"][0]["updated_by"].is_string());

    assert_eq!(head.delete(&path).await.data(), Value::Null);
    assert_eq!(head.get(&path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(head.delete(&path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(pupil.get("/api/timetable").await.data()["timetables"], json!([]));
}

#[tokio::test]
async fn every_save_and_a_deletion_can_be_undone() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let made = create(&head, new("class")).await;
    let path = format!("/api/timetable/{}", id(&made));
    let empty = json!({ "revision": 1, "timetable": { "subjects": [], "schedules": [] } });
    head.patch(&path, &empty).await.data();
    assert_eq!(subjects(&day(&head, "2026-09-02").await), [""; 0]);

    let restored = head.post(&format!("{path}/restore"), &json!({ "revision": 1 })).await.data();
    assert_eq!((&restored["revision"], &restored["timetable"]), (&json!(3), &made["timetable"]));
    head.delete(&path).await.data();
    assert_eq!(subjects(&day(&head, "2026-09-02").await), [""; 0]);
    let deleted = head.get("/api/timetable").await.data()["deleted"].clone();
    assert_eq!((&deleted[0]["id"], &deleted[0]["revision"]), (&made["id"], &json!(3)));
    let pupil = portal.register("240101").await;
    assert_eq!(pupil.get("/api/timetable").await.data()["deleted"], json!([]), "for those who may change it");

    let revisions = head.get(&format!("{path}/revisions")).await.data()["revisions"].clone();
    let said: Vec<(i64, i64, bool)> = revisions
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (row["revision"].as_i64().unwrap(), row["lessons"].as_i64().unwrap(), row["removed"] == true)
        })
        .collect();
    assert_eq!(said, [(4, 10, true), (3, 10, false), (2, 0, false), (1, 10, false)]);

    head.post(&format!("{path}/restore"), &json!({ "revision": 3 })).await.data();
    assert_eq!(subjects(&day(&head, "2026-09-02").await), ["语文", "数学"]);
    assert_eq!(
        head.post(&format!("{path}/restore"), &json!({ "revision": 99 })).await.status,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn a_save_on_top_of_somebody_elses_is_refused_with_the_revision_that_holds() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let made = create(&head, new("class")).await;
    let path = format!("/api/timetable/{}", id(&made));
    let names = ["甲", "乙", "丙"].map(|name| json!({ "revision": 1, "name": name }));
    let answers = join_all(names.iter().map(|change| head.patch(&path, change))).await;
    let refused: Vec<_> = answers.iter().filter(|answer| answer.status == StatusCode::CONFLICT).collect();
    assert_eq!(refused.len(), 2, "one of three was first");
    assert_eq!(refused[0].json()["data"]["revision"], 2);
}

#[tokio::test]
async fn the_same_id_sent_again_makes_one_timetable() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let mut body = new("class");
    body["id"] = json!("0198f2f4-0000-7000-8000-000000000001");
    let made = join_all((0..3).map(|_| head.post("/api/timetable", &body))).await;
    assert!(made.iter().all(|answer| answer.data()["revision"] == 1));
    assert_eq!(head.get("/api/timetable").await.data()["timetables"].as_array().unwrap().len(), 1);
    let pupil = portal.register("240101").await;
    body["owner"] = json!("self");
    assert_eq!(
        pupil.post("/api/timetable", &body).await.status,
        StatusCode::CONFLICT,
        "it is somebody else's"
    );
}

#[tokio::test]
async fn what_breaks_a_rule_is_refused_by_name_and_nothing_is_kept() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let with = |field: &str, value: Value| {
        let mut body = new("class");
        body[field] = value;
        body
    };
    let mut late = week();
    late["schedules"][0]["lessons"][1]["end"] = json!("08:10");
    let mut unknown = week();
    unknown["schedules"][0]["lessons"][1]["subject"] = json!("化学");
    let mut overlap = week();
    overlap["schedules"][0]["lessons"][1]["start"] = json!("08:30");
    let cases = [
        (with("timetable", late), "400 课表 1 第 2 节“数学”：下课时间须晚于上课时间，且在同一天"),
        (with("timetable", unknown), "400 课表 1 第 2 节“化学”：科目列表里没有这个科目"),
        (with("timetable", overlap), "400 课表 1 第 2 节“数学”：与同一天的另一节课时间重叠"),
        (with("until", json!("2026-08-31")), "400 结束日期不能早于开始日期"),
        (with("first_day", json!("2026-09-02")), "400 第一周的日期不能晚于开始日期"),
        (with("name", json!(" ")), "400 名称须为 1–40 个字符，首尾没有空格"),
        (with("from", json!("2026-02-30")), "400 “from”须为 1900–2199 年间的 YYYY-MM-DD"),
    ];
    for (body, refusal) in cases {
        assert_eq!(head.post("/api/timetable", &body).await.refusal(), refusal);
    }
    let mut with_seconds = week();
    with_seconds["schedules"][0]["lessons"][0]["start"] = json!("25:00");
    let refused = head.post("/api/timetable", &with("timetable", with_seconds)).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert_eq!(head.get("/api/timetable").await.data()["timetables"], json!([]));
}

#[tokio::test]
async fn a_change_is_told_to_the_class_without_its_words() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let made = create(&head, new("class")).await;
    head.delete(&format!("/api/timetable/{}", id(&made))).await.data();
    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 100)?)).await.unwrap();
    let told: Vec<_> = events.iter().filter_map(TimetableEvent::read).collect();
    let changed = TimetableEvent::Changed { class: Some("01".into()) };
    assert_eq!(told, [changed.clone(), changed]);
}

#[tokio::test]
async fn a_member_takes_the_own_timetable_along_and_leaves_nothing_behind() {
    let portal = portal().await;
    let pupil = portal.register("240101").await;
    create(&pupil, new("self")).await;
    let user = kernel::user::UserId::parse("240101").unwrap();
    let app = portal.app.clone();
    let exported = app.db.read(move |read| Ok(crate::store::timetables::export(read, &user)?)).await.unwrap();
    assert_eq!(exported.unwrap()[0]["name"], "高一上");
    let erased = app.write(move |tx| Ok(crate::store::timetables::erase(tx, &user)?)).await;
    erased.unwrap();
    assert_eq!(pupil.get("/api/timetable").await.data()["timetables"], json!([]));
}

#[tokio::test]
async fn an_id_that_is_in_use_elsewhere_is_refused() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let made = create(&head, new("class")).await;
    let mut own = new("self");
    own["id"] = made["id"].clone();
    assert_eq!(head.post("/api/timetable", &own).await.status, StatusCode::CONFLICT);
    let mut same = new("class");
    same["id"] = made["id"].clone();
    assert_eq!(head.post("/api/timetable", &same).await.data()["revision"], 1);
}

#[tokio::test]
async fn days_that_come_with_a_timetable_are_saved_with_it_or_nothing_is() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let mut body = new("class");
    body["days"] = json!([
        { "date": "2026-09-02", "change": { "plan": "off", "note": "运动会" } },
        { "date": "2026-09-05", "change": { "plan": "as_day", "day": 9 } },
    ]);
    assert_eq!(head.post("/api/timetable", &body).await.refusal(), "400 课程表里没有第 9 天");
    assert_eq!(head.get("/api/timetable").await.data()["timetables"], json!([]));
    assert_eq!(day(&head, "2026-09-02").await["kind"], "free");

    body["days"][1]["change"]["day"] = json!(3);
    let made = create(&head, body.clone()).await;
    assert_eq!(day(&head, "2026-09-02").await["note"], "运动会");
    assert_eq!(subjects(&day(&head, "2026-09-05").await), ["语文", "数学"]);
    assert_eq!(made["days_before"][0], json!({ "date": "2026-09-02", "change": null }));

    body["owner"] = json!("self");
    let own = head.post("/api/timetable", &body).await.refusal();
    assert_eq!(own, "400 只有班级的课程表可以带上调整的日子");
}

#[tokio::test]
async fn a_save_is_taken_back_with_its_days_and_only_while_nobody_changed_them() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let pupil = portal.register("240101").await;
    let off = json!({ "plan": "off", "note": "运动会" });
    let mut body = new("class");
    body["days"] = json!([{ "date": "2026-09-02", "change": off }]);
    let made = create(&head, body).await;
    let path = format!("/api/timetable/{}", id(&made));
    let told =
        async || pupil.get("/api/notifications").await.data()["notifications"].as_array().unwrap().len();
    assert_eq!(told().await, 1, "a day of this week");

    // Somebody has changed the day meanwhile: neither it nor the timetable is taken back.
    let swapped = json!({ "plan": "as_day", "day": 3 });
    let days = json!({ "days": [{ "date": "2026-09-02", "change": swapped }] });
    head.put("/api/timetable/days", &days).await.data();
    let undo = json!({ "revision": 1, "days": [{ "date": "2026-09-02", "change": null, "seen": off }] });
    assert_eq!(head.post(&format!("{path}/undo"), &undo).await.status, StatusCode::CONFLICT);
    assert_eq!(head.get(&path).await.data()["name"], "高一上");
    assert_eq!(subjects(&day(&head, "2026-09-02").await), ["语文", "数学"]);

    let undo = json!({ "revision": 1, "days": [{ "date": "2026-09-02", "change": null, "seen": swapped }] });
    assert_eq!(pupil.post(&format!("{path}/undo"), &undo).await.status, StatusCode::FORBIDDEN);
    head.post(&format!("{path}/undo"), &undo).await.data();
    assert_eq!(head.get(&path).await.status, StatusCode::NOT_FOUND, "the save made it");
    assert_eq!((day(&head, "2026-09-02").await["kind"].clone(), told().await), (json!("free"), 0));

    // Of one that was there before, what it was holds again.
    head.post(&format!("{path}/restore"), &json!({ "revision": 1 })).await.data();
    let change =
        json!({ "revision": 3, "name": "高一下", "days": [{ "date": "2026-09-02", "change": off }] });
    assert_eq!(head.patch(&path, &change).await.data()["revision"], 4);
    let undo = |revision: u8| json!({ "revision": revision, "days": [{ "date": "2026-09-02", "change": null, "seen": off }] });
    assert_eq!(head.post(&format!("{path}/undo"), &undo(3)).await.status, StatusCode::CONFLICT);
    head.post(&format!("{path}/undo"), &undo(4)).await.data();
    assert_eq!(head.get(&path).await.data()["name"], "高一上");
    assert_eq!(day(&head, "2026-09-02").await["change"], Value::Null);

    // Of one that the save brought back, it is deleted again; and a day is only taken back by who says what it was.
    head.delete(&path).await.data();
    head.post(&format!("{path}/restore"), &json!({ "revision": 5 })).await.data();
    head.post(&format!("{path}/undo"), &json!({ "revision": 7 })).await.data();
    assert_eq!(head.get(&path).await.status, StatusCode::NOT_FOUND);
    let blind = json!({ "revision": 8, "days": [{ "date": "2026-09-02", "change": null }] });
    assert_eq!(head.post(&format!("{path}/undo"), &blind).await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn revisions_take_eight_megabytes_and_the_oldest_are_forgotten() {
    let portal = portal().await;
    let pupil = portal.register("240101").await;
    let mut body = new("self");
    let subject = |number: usize| json!({ "name": format!("科目{number}"), "teacher": "长".repeat(40) });
    let lessons: Vec<_> = (0..40)
        .map(|number| {
            json!({ "subject": format!("科目{number}"), "start": format!("{:02}:{:02}", 8 + number / 4, number % 4 * 15),
                    "end": format!("{:02}:{:02}", 8 + number / 4, number % 4 * 15 + 10), "teacher": "长".repeat(40),
                    "room": "长".repeat(40) })
        })
        .collect();
    let schedules: Vec<_> = (1..=7).map(|day| json!({ "days": [day], "lessons": lessons })).collect();
    body["timetable"] =
        json!({ "subjects": (0..40).map(subject).collect::<Vec<_>>(), "schedules": schedules });
    let mut kept = Vec::new();
    for _ in 0..3 {
        let mut made = create(&pupil, body.clone()).await;
        let path = format!("/api/timetable/{}", id(&made));
        for _ in 0..45 {
            let change = json!({ "revision": made["revision"], "name": "高一上" });
            portal.advance(1);
            made = pupil.patch(&path, &change).await.data();
        }
        kept.push(path);
    }
    let mut counts = Vec::new();
    for path in &kept {
        let revisions = pupil.get(&format!("{path}/revisions")).await.data();
        counts.push(revisions["revisions"].as_array().unwrap().len());
        assert_eq!(pupil.get(path).await.status, StatusCode::OK, "what holds stays");
    }
    assert!(counts[0] < 46 && counts[2] == 46, "{counts:?}");
}

#[tokio::test]
async fn a_deleted_timetable_can_be_brought_back_for_a_year() {
    let portal = portal().await;
    let pupil = portal.register("240101").await;
    let made = create(&pupil, new("self")).await;
    let path = format!("/api/timetable/{}", id(&made));
    pupil.delete(&path).await.data();
    portal.advance(366 * 86_400);
    let pupil = portal.client_of(kernel::user::UserId::parse("240101").unwrap()).await;
    create(&pupil, new("self")).await;
    assert_eq!(pupil.get(&format!("{path}/revisions")).await.status, StatusCode::NOT_FOUND);
}
