//! Timetables come out of files and go into files.

use axum::http::{Method, StatusCode};
use kernel::testing::{Answer, Client};
use serde_json::{Value, json};

use super::{create, id, new, portal, week};

async fn read(client: &Client, name: &str, bytes: &[u8]) -> Answer {
    let body = Some((bytes.to_vec(), "application/octet-stream"));
    client.send_raw(Method::POST, &format!("/api/timetable/files?name={name}"), body).await
}

const CSES_1: &str = "version: 1
subjects:
  - name: 语文
    teacher: 王老师
schedules:
  - name: 周一
    enable_day: 1
    weeks: odd
    classes:
      - subject: 语文
        start_time: \"08:00:00\"
        end_time: \"08:40:00\"
";

#[tokio::test]
async fn a_file_is_shown_and_nothing_of_it_is_kept() {
    let portal = portal().await;
    let pupil = portal.member().await;
    let shown = read(&pupil, "class.yaml", CSES_1.as_bytes()).await.data();
    assert_eq!((&shown["format"], &shown["name"]), (&json!("cses_1"), &json!("class")));
    assert_eq!(shown["timetable"]["schedules"][0]["weeks"], "odd");
    assert_eq!(pupil.get("/api/timetable").await.data()["timetables"], json!([]));
}

#[tokio::test]
async fn the_older_yaml_brings_its_days_along() {
    let portal = portal().await;
    let pupil = portal.member().await;
    let plain = CSES_1.replace("version: 1\n", "")
        + "holidays:\n  - date: 2026-10-01\n    name: 国庆节\nadjustments:\n  - date: 2026-10-10\n    as_day: 4\n    weeks: odd\n    note: 补周四\n";
    let shown = read(&pupil, "old.yaml", plain.as_bytes()).await.data();
    assert_eq!(shown["format"], "plain_yaml");
    assert_eq!(
        shown["days"][0],
        json!({ "date": "2026-10-01", "change": { "plan": "off", "note": "国庆节" } })
    );
    let swapped = json!({ "plan": "as_day", "day": 4, "weeks": "odd", "note": "补周四" });
    assert_eq!(shown["days"][1]["change"], swapped);
}

#[tokio::test]
async fn a_problem_names_its_line_in_the_language_of_the_reader() {
    let portal = portal().await;
    let pupil = portal.member().await;
    let broken = CSES_1.replace("08:40:00", "25:00:00");
    let shown = read(&pupil, "class.yaml", broken.as_bytes()).await.data();
    assert_eq!((&shown["timetable"], &shown["problems"][0]["line"]), (&Value::Null, &json!(12)));
    assert_eq!(shown["problems"][0]["fatal"], true);
    let english = pupil.with("accept-language", "en");
    let shown = read(&english, "class.yaml", broken.as_bytes()).await.data();
    assert!(shown["problems"][0]["message"].as_str().unwrap().starts_with("line 12"), "{shown}");
}

#[tokio::test]
async fn a_file_beyond_two_megabytes_is_refused() {
    let portal = portal().await;
    let pupil = portal.member().await;
    let answer = read(&pupil, "big.yaml", &vec![b'#'; 2 * 1024 * 1024 + 1]).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    let nameless = pupil.send_raw(Method::POST, "/api/timetable/files", Some((vec![], "text/plain"))).await;
    assert_eq!(nameless.refusal(), "400 文件是空的");
}

#[tokio::test]
async fn each_kind_of_file_comes_back_as_it_was() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let made = create(&head, new("class")).await;
    let path = format!("/api/timetable/{}/export", id(&made));
    let workbook = head.get(&format!("{path}?format=xlsx")).await;
    assert!(workbook.header("content-disposition").starts_with("attachment; filename*=UTF-8''%E9%AB%98"));
    let again = read(&head, "again.xlsx", &workbook.bytes).await.data();
    assert_eq!((&again["format"], &again["timetable"]), (&json!("sheet_template"), &made["timetable"]));

    let cses = head.get(&format!("{path}?format=cses_1")).await;
    let again = read(&head, "again.yaml", &cses.bytes).await.data();
    let mut without_color = week();
    without_color["subjects"][1].as_object_mut().unwrap().remove("color");
    assert_eq!(again["timetable"]["subjects"], without_color["subjects"], "CSES has no colours");
    assert_eq!(again["timetable"]["cycle"]["kind"], "weekly");

    let cses = head.get(&path).await;
    let again = read(&head, "again.yaml", &cses.bytes).await.data();
    assert_eq!((&again["format"], &again["name"]), (&json!("cses_2"), &json!("高一上")));
    assert_eq!(again["timetable"]["cycle"]["kind"], "days");

    let template = head.get("/api/timetable/template").await;
    let filled = read(&head, "template.xlsx", &template.bytes).await.data();
    assert_eq!(filled["format"], "sheet_template");
    assert!(filled["timetable"]["schedules"].as_array().is_some_and(|schedules| !schedules.is_empty()));
}

#[tokio::test]
async fn a_calendar_file_has_the_lessons_with_what_differs() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let made = create(&head, new("class")).await;
    let off = json!({ "days": [{ "date": "2026-09-01", "change": { "plan": "off" } }] });
    head.put("/api/timetable/days", &off).await.data();
    let ics = head.get(&format!("/api/timetable/{}/export?format=ics", id(&made))).await;
    assert_eq!(ics.header("content-type"), "text/calendar; charset=utf-8");
    let text = ics.text();
    assert!(!text.contains("DTSTART:20260901T"), "the day is off");
    assert!(text.contains("DTSTART:20260902T000000Z"), "08:00 in Shanghai");
    assert!(!text.contains("DTSTART:20261001T"), "the National Day is off");
}

#[tokio::test]
async fn what_a_format_cannot_say_is_refused_with_the_one_that_can() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let mut body = new("class");
    body["timetable"]["cycle"] = json!({ "kind": "days", "spans": [
        { "activity": "work", "count": 5 }, { "activity": "rest", "count": 3 }] });
    let made = create(&head, body).await;
    let answer = head.get(&format!("/api/timetable/{}/export?format=cses_1", id(&made))).await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    assert!(answer.refusal().contains("CSES 2"));
}

#[tokio::test]
async fn a_foreign_grid_is_read_as_its_mapping_says() {
    let portal = portal().await;
    let pupil = portal.member().await;
    let cells = json!([["节次", "周一", "周二"], ["1", "语文", "数学"]]);
    let mapping = |start: Value, end: Value| {
        json!({ "cells": cells, "mapping": { "sheet": "课表", "transposed": false,
            "days": [{ "index": 1, "day": 1, "weeks": "all" }, { "index": 2, "day": 2, "weeks": "all" }],
            "periods": [{ "index": 1, "start": start, "end": end }], "lines": ["subject"] } })
    };
    let read = pupil.post("/api/timetable/grid", &mapping(json!("08:00"), json!("08:40"))).await.data();
    assert_eq!(read["timetable"]["schedules"].as_array().unwrap().len(), 2);
    let without_times = pupil.post("/api/timetable/grid", &mapping(Value::Null, Value::Null)).await.data();
    assert_eq!(without_times["timetable"], Value::Null);
    assert_eq!(without_times["problems"][0]["fatal"], true);
}

#[tokio::test]
async fn the_calendar_file_of_an_own_timetable_has_its_lessons_alone_and_the_days_off_of_the_class() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    create(&head, new("class")).await;
    let off = json!({ "days": [{ "date": "2026-09-03", "change": { "plan": "off" } }] });
    head.put("/api/timetable/days", &off).await.data();
    let pupil = portal.register("240101").await;
    let course = |name: &str, from: &str, until: &str| {
        json!({ "owner": "self", "name": name, "from": from, "until": until,
                "timetable": { "subjects": [{ "name": name }], "schedules": [{ "days": [3, 4], "lessons": [
                    { "subject": name, "start": "18:00", "end": "19:00" }] }] } })
    };
    let first = create(&pupil, course("吉他", "2026-09-01", "2026-12-31")).await;
    create(&pupil, course("围棋", "2026-09-09", "2026-09-10")).await;
    let ics = pupil.get(&format!("/api/timetable/{}/export?format=ics", id(&first))).await.text();
    assert!(ics.contains("DTSTART:20260902T100000Z") && ics.contains("DTSTART:20260916T100000Z"), "{ics}");
    assert!(!ics.contains("DTSTART:20260903T"), "the class is off");
    assert!(!ics.contains("DTSTART:20260909T"), "another timetable of the member holds");
    assert!(!ics.contains("围棋") && !ics.contains("语文"));
}
