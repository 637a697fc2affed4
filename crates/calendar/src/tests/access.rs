//! Who sees and changes which calendar.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{create, on, path, portal, rehearsal, with};
use crate::MANAGE_CALENDAR;

fn of_class() -> Value {
    with(rehearsal(), json!({ "owner": "class" }))
}

#[tokio::test]
async fn officers_with_the_right_change_the_class_and_pupils_do_not() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_CALENDAR]).await;
    let made = create(&officer, of_class()).await;
    let pupil = portal.register("240101").await;
    let seen = pupil.get(&path(&made)).await.data();
    assert_eq!((&seen["may_edit"], &seen["class"]), (&json!(false), &json!("01")));
    assert_eq!(pupil.post("/api/calendar", &of_class()).await.status, StatusCode::FORBIDDEN);
    let rename = json!({ "revision": 1, "title": "我的" });
    assert_eq!(pupil.patch(&path(&made), &rename).await.status, StatusCode::FORBIDDEN);
    assert_eq!(pupil.delete(&path(&made)).await.status, StatusCode::FORBIDDEN);
    let undone = officer.patch(&path(&made), &rename).await.data();
    let undo = format!("/api/calendar/changes/{}/undo", undone["change_id"].as_str().unwrap());
    assert_eq!(pupil.post_empty(&undo).await.status, StatusCode::FORBIDDEN);
    let ics = "BEGIN:VCALENDAR\nEND:VCALENDAR\n".as_bytes().to_vec();
    let import = pupil.send_raw(
        axum::http::Method::POST,
        "/api/calendar/import?owner=class",
        Some((ics, "text/calendar")),
    );
    assert_eq!(import.await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn an_officer_without_the_right_changes_nothing() {
    let portal = portal().await;
    let others: Vec<_> =
        portal.permissions().into_iter().filter(|right| right.id != MANAGE_CALENDAR.id).collect();
    let officer = portal.officer(&others).await;
    assert_eq!(officer.post("/api/calendar", &of_class()).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_class_does_not_see_the_calendar_of_another_and_an_admin_names_it() {
    let portal = portal().await;
    portal.list_classes(&["01", "02"]).await;
    let head = portal.class_admin().await;
    let made = create(&head, of_class()).await;
    let other = portal.register("240201").await;
    assert_eq!(other.get(&path(&made)).await.status, StatusCode::NOT_FOUND);
    let named = "/api/calendar?from=2026-09-01&until=2026-09-30&class=01";
    assert_eq!(other.get(named).await.status, StatusCode::FORBIDDEN);
    assert!(on(&other, "2026-09-01", "2026-09-30").await.is_empty());

    let admin = portal.admin().await;
    assert_eq!(admin.post("/api/calendar", &of_class()).await.refusal(), "400 请指明班级（class）");
    create(&admin, with(of_class(), json!({ "class": "02" }))).await;
    assert_eq!(on(&other, "2026-09-01", "2026-09-30").await.len(), 1);
    let seen = admin.get(named).await.data();
    assert_eq!((&seen["may_edit_class"], seen["occurrences"].as_array().unwrap().len()), (&json!(true), 1));
}

#[tokio::test]
async fn nobody_sees_a_members_own_event() {
    let portal = portal().await;
    let pupil = portal.register("240101").await;
    let made = create(&pupil, rehearsal()).await;
    let change = pupil.patch(&path(&made), &json!({ "revision": 1, "title": "改" })).await.data();
    let undo = format!("/api/calendar/changes/{}/undo", change["change_id"].as_str().unwrap());
    let (admin, other) = (portal.admin().await, portal.register("240102").await);
    for client in [&admin, &other] {
        assert_eq!(client.get(&path(&made)).await.status, StatusCode::NOT_FOUND);
        assert_eq!(client.patch(&path(&made), &json!({ "revision": 1 })).await.status, StatusCode::NOT_FOUND);
        assert_eq!(client.delete(&path(&made)).await.status, StatusCode::NOT_FOUND);
        assert_eq!(client.post_empty(&undo).await.status, StatusCode::NOT_FOUND);
        assert!(on(client, "2026-09-01", "2026-09-30").await.is_empty());
    }
    assert_eq!(portal.anonymous().get(&path(&made)).await.refusal(), "401 未登录");
}
