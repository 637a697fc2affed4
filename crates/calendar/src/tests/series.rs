//! One time of a series, one and those after it, and all of them.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{create, days, on, path, portal, range, undo, weekly, with};

const MONTH: (&str, &str) = ("2026-09-01", "2026-10-10");

fn times(list: &[(String, String)]) -> Vec<(&str, &str)> {
    list.iter().map(|(title, day)| (title.as_str(), &day[5..])).collect()
}

fn change(revision: i64, scope: &str, occurrence: &str, more: Value) -> Value {
    with(json!({ "revision": revision, "scope": scope, "occurrence": occurrence }), more)
}

#[tokio::test]
async fn one_time_of_a_series_differs_and_can_go_back() {
    let portal = portal().await;
    let alice = portal.member().await;
    let series = create(&alice, weekly()).await;
    let body =
        change(1, "this", "2026-09-16T18:30", json!({ "title": "带妆彩排", "starts": "2026-09-17T18:30" }));
    let changed = alice.patch(&path(&series), &body).await.data();
    let all = on(&alice, MONTH.0, MONTH.1).await;
    let expected = [
        ("合唱排练", "09-02"),
        ("合唱排练", "09-09"),
        ("带妆彩排", "09-17"),
        ("合唱排练", "09-23"),
        ("合唱排练", "09-30"),
        ("合唱排练", "10-07"),
    ];
    assert_eq!(times(&all), expected);
    let one = &range(&alice, "2026-09-17", "2026-09-17").await["occurrences"][0];
    assert_eq!((&one["series_id"], &one["occurrence"]), (&series["id"], &json!("2026-09-16T18:30")));
    assert_eq!((&one["repeats"], &changed["event"]["rule"]), (&json!(true), &Value::Null));
    let again = change(2, "this", "2026-09-16T18:30", json!({ "title": "x" }));
    assert_eq!(
        alice.patch(&path(&series), &again).await.refusal(),
        "400 这个日程在 2026-09-16T18:30 没有安排"
    );
    let ruled = json!({ "revision": 1, "rule": "FREQ=DAILY" });
    assert_eq!(
        alice.patch(&path(&changed["event"]), &ruled).await.refusal(),
        "400 单独的一次不能再有重复规则"
    );

    undo(&alice, &changed).await;
    assert_eq!(days(&alice, "2026-09-14", "2026-09-20").await, ["2026-09-16"]);
}

#[tokio::test]
async fn one_time_of_a_series_is_left_out() {
    let portal = portal().await;
    let alice = portal.member().await;
    let series = create(&alice, weekly()).await;
    let deleted =
        alice.delete(&format!("{}?scope=this&occurrence=2026-09-09T18:30", path(&series))).await.data();
    assert_eq!(deleted["event"]["exdates"], json!(["2026-09-09T18:30"]));
    assert_eq!(days(&alice, "2026-09-01", "2026-09-20").await, ["2026-09-02", "2026-09-16"]);
    undo(&alice, &deleted).await;
    assert_eq!(days(&alice, "2026-09-01", "2026-09-20").await, ["2026-09-02", "2026-09-09", "2026-09-16"]);
    for (query, refusal) in [
        ("scope=this&occurrence=2026-09-10T18:30", "400 这个日程在 2026-09-10T18:30 没有安排"),
        ("scope=following", "400 请用“occurrence”指明是哪一次"),
        ("scope=this&occurrence=2026-09-09", "400 “occurrence”须为 1900–2199 年间的 YYYY-MM-DDTHH:MM"),
    ] {
        assert_eq!(alice.delete(&format!("{}?{query}", path(&series))).await.refusal(), refusal);
    }
}

#[tokio::test]
async fn the_times_from_one_on_become_a_series_of_their_own() {
    let portal = portal().await;
    let alice = portal.member().await;
    let series = create(&alice, with(weekly(), json!({ "rule": "FREQ=WEEKLY;COUNT=6" }))).await;
    // A time before and one after the cut that differ, and one that is left out.
    for (revision, at, title) in [(1, "2026-09-09T18:30", "早"), (2, "2026-09-30T18:30", "晚")] {
        let body = change(revision, "this", at, json!({ "title": title }));
        alice.patch(&path(&series), &body).await.data();
    }
    alice.delete(&format!("{}?scope=this&occurrence=2026-10-07T18:30", path(&series))).await.data();
    let before = on(&alice, MONTH.0, MONTH.1).await;

    let body = change(
        4,
        "following",
        "2026-09-23T18:30",
        json!({ "title": "新时间", "starts": "2026-09-24T19:00" }),
    );
    let changed = alice.patch(&path(&series), &body).await.data();
    let all = on(&alice, MONTH.0, MONTH.1).await;
    let expected =
        [("合唱排练", "09-02"), ("早", "09-09"), ("合唱排练", "09-16"), ("新时间", "09-24"), ("晚", "09-30")];
    assert_eq!(times(&all), expected);
    let rest = &changed["event"];
    assert_eq!(
        (&rest["rule"], &rest["exdates"]),
        (&json!("FREQ=WEEKLY;COUNT=3"), &json!(["2026-10-01T19:00", "2026-10-08T19:00"]))
    );
    let head = alice.get(&path(&series)).await.data();
    assert_eq!(head["rule"], "FREQ=WEEKLY;UNTIL=20260923T102900Z");

    undo(&alice, &changed).await;
    assert_eq!(on(&alice, MONTH.0, MONTH.1).await, before);
    let deleted =
        alice.delete(&format!("{}?scope=following&occurrence=2026-09-16T18:30", path(&series))).await.data();
    assert_eq!(times(&on(&alice, MONTH.0, MONTH.1).await), [("合唱排练", "09-02"), ("早", "09-09")]);
    undo(&alice, &deleted).await;
    assert_eq!(on(&alice, MONTH.0, MONTH.1).await, before);
}

#[tokio::test]
async fn all_of_a_series_moves_with_what_differs_and_what_is_left_out() {
    let portal = portal().await;
    let alice = portal.member().await;
    let series = create(&alice, weekly()).await;
    alice
        .patch(&path(&series), &change(1, "this", "2026-09-09T18:30", json!({ "title": "早" })))
        .await
        .data();
    alice.delete(&format!("{}?scope=this&occurrence=2026-09-16T18:30", path(&series))).await.data();
    let moved = json!({ "revision": 3, "starts": "2026-09-03T20:00" });
    let changed = alice.patch(&path(&series), &moved).await.data();
    assert_eq!(changed["event"]["exdates"], json!(["2026-09-10T20:00", "2026-09-17T20:00"]));
    let all = on(&alice, "2026-09-01", "2026-09-25").await;
    assert_eq!(times(&all), [("合唱排练", "09-03"), ("早", "09-09"), ("合唱排练", "09-24")]);

    let once = json!({ "revision": 4, "rule": "" });
    let single = alice.patch(&path(&series), &once).await.data();
    assert_eq!(days(&alice, MONTH.0, MONTH.1).await, ["2026-09-03"]);
    undo(&alice, &single).await;
    assert_eq!(on(&alice, "2026-09-01", "2026-09-25").await, all);
    let gone = alice.delete(&path(&series)).await.data();
    assert!(days(&alice, MONTH.0, MONTH.1).await.is_empty());
    undo(&alice, &gone).await;
    assert_eq!(on(&alice, "2026-09-01", "2026-09-25").await, all);
}

#[tokio::test]
async fn an_event_that_does_not_repeat_has_no_single_times() {
    let portal = portal().await;
    let alice = portal.member().await;
    let event = create(&alice, super::rehearsal()).await;
    let one = format!("{}?scope=this&occurrence=2026-09-02T18:30", path(&event));
    assert_eq!(alice.delete(&one).await.refusal(), "400 这个日程不重复，只能整个修改或删除");
    let body = change(1, "following", "2026-09-02T18:30", json!({ "title": "x" }));
    assert_eq!(alice.patch(&path(&event), &body).await.status, StatusCode::BAD_REQUEST);
}
