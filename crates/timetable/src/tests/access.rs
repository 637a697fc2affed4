//! Who sees and changes which timetable.

use axum::http::StatusCode;
use serde_json::json;

use super::{create, day, id, new, portal, subjects};
use crate::MANAGE_TIMETABLE;

#[tokio::test]
async fn officers_with_the_right_change_the_class_and_pupils_do_not() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_TIMETABLE]).await;
    let made = create(&officer, new("class")).await;
    let path = format!("/api/timetable/{}", id(&made));
    let pupil = portal.register("240101").await;
    assert_eq!(pupil.get(&path).await.data()["may_edit"], json!(null));
    assert_eq!(pupil.post("/api/timetable", &new("class")).await.status, StatusCode::FORBIDDEN);
    assert_eq!(
        pupil.patch(&path, &json!({ "revision": 1, "name": "我的" })).await.status,
        StatusCode::FORBIDDEN
    );
    assert_eq!(pupil.delete(&path).await.status, StatusCode::FORBIDDEN);
    let restore = pupil.post(&format!("{path}/restore"), &json!({ "revision": 1 })).await;
    assert_eq!(restore.status, StatusCode::FORBIDDEN);
    assert_eq!(pupil.get(&format!("{path}/revisions")).await.status, StatusCode::FORBIDDEN);
    let off = json!({ "days": [{ "date": "2026-09-02", "change": { "plan": "off" } }] });
    assert_eq!(pupil.put("/api/timetable/days", &off).await.status, StatusCode::FORBIDDEN);
    assert_eq!(subjects(&day(&pupil, "2026-09-02").await), ["语文", "数学"]);
}

#[tokio::test]
async fn an_officer_without_the_right_changes_nothing() {
    let portal = portal().await;
    let others: Vec<_> =
        portal.permissions().into_iter().filter(|right| right.id != MANAGE_TIMETABLE.id).collect();
    let officer = portal.officer(&others).await;
    assert_eq!(officer.post("/api/timetable", &new("class")).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_class_does_not_see_the_timetable_of_another() {
    let portal = portal().await;
    portal.list_classes(&["01", "02"]).await;
    let head = portal.class_admin().await;
    let made = create(&head, new("class")).await;
    let path = format!("/api/timetable/{}", id(&made));
    let other = portal.register("240201").await;
    assert_eq!(other.get(&path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(other.get(&format!("{path}/revisions")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(other.get("/api/timetable?class=01").await.status, StatusCode::FORBIDDEN);
    let days = "/api/timetable/days?from=2026-09-02&until=2026-09-02&class=01";
    assert_eq!(other.get(days).await.status, StatusCode::FORBIDDEN);
    assert_eq!(other.get("/api/timetable/now?class=01").await.status, StatusCode::FORBIDDEN);
    assert_eq!(subjects(&day(&other, "2026-09-02").await), [""; 0]);
}

#[tokio::test]
async fn an_admin_names_the_class() {
    let portal = portal().await;
    portal.list_classes(&["01", "02"]).await;
    let admin = portal.admin().await;
    let mut body = new("class");
    assert_eq!(admin.post("/api/timetable", &body).await.refusal(), "400 请指明班级（class）");
    body["class"] = json!("02");
    create(&admin, body).await;
    let list = admin.get("/api/timetable?class=02").await.data();
    assert_eq!((&list["may_edit"], list["timetables"].as_array().unwrap().len()), (&json!(true), 1));
    let pupil = portal.register("240201").await;
    assert_eq!(subjects(&day(&pupil, "2026-09-02").await), ["语文", "数学"]);
}

#[tokio::test]
async fn nobody_sees_a_members_own_timetable() {
    let portal = portal().await;
    let pupil = portal.register("240101").await;
    let made = create(&pupil, new("self")).await;
    let path = format!("/api/timetable/{}", id(&made));
    let admin = portal.admin().await;
    let other = portal.register("240102").await;
    for client in [&admin, &other] {
        assert_eq!(client.get(&path).await.status, StatusCode::NOT_FOUND);
        assert_eq!(client.patch(&path, &json!({ "revision": 1 })).await.status, StatusCode::NOT_FOUND);
        assert_eq!(client.delete(&path).await.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(subjects(&day(&pupil, "2026-09-02").await), ["语文", "数学"]);
    assert_eq!(subjects(&day(&other, "2026-09-02").await), [""; 0]);
}
