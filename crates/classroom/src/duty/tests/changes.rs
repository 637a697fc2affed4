//! Stand-ins, excuses, and days without duty.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{create, go_to, groups, numbers, pairs, roster, stand_in, turn};
use crate::tests::portal;

#[tokio::test]
async fn somebody_stands_in_and_undoing_it_brings_the_first_one_back() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let id = create(&head, roster()).await;
    let change = stand_in(&head, &id, "2026-09-02", "240105", Some("240101")).await;
    let shown = turn(&head, "2026-09-02").await;
    assert_eq!(numbers(&shown), ["240101", "240106", "240107", "240108"]);
    assert_eq!(shown["people"][0]["stands_in_for"], json!({ "number": "240105", "name": "实名240105" }));
    assert_eq!(shown["people"][0]["change_id"], change["id"]);
    let undone = head.delete(&format!("/api/duty/changes/{}", change["id"].as_str().unwrap())).await.data();
    assert_eq!((&undone["number"], &undone["by"]), (&json!("240105"), &json!("240101")));
    assert_eq!(numbers(&turn(&head, "2026-09-02").await)[0], "240105");
}

#[tokio::test]
async fn a_stand_in_of_a_stand_in_stands_for_the_first_one() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let id = create(&head, roster()).await;
    stand_in(&head, &id, "2026-09-02", "240105", Some("240101")).await;
    stand_in(&head, &id, "2026-09-02", "240101", Some("240102")).await;
    let shown = turn(&head, "2026-09-02").await;
    assert_eq!(
        (&shown["people"][0]["number"], &shown["people"][0]["stands_in_for"]["number"]),
        (&json!("240102"), &json!("240105"))
    );
    stand_in(&head, &id, "2026-09-02", "240102", Some("240105")).await;
    let shown = turn(&head, "2026-09-02").await;
    assert_eq!(
        (&shown["people"][0]["number"], &shown["people"][0]["stands_in_for"]),
        (&json!("240105"), &Value::Null)
    );
}

#[tokio::test]
async fn who_is_excused_is_named_beside_those_on_duty() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let id = create(&head, roster()).await;
    stand_in(&head, &id, "2026-09-01", "240101", None).await;
    let today = turn(&head, "2026-09-01").await;
    assert_eq!(numbers(&today), ["240102", "240103", "240104"]);
    assert_eq!(today["excused"][0]["number"], "240101");
}

#[tokio::test]
async fn a_day_that_is_called_off_counts_as_the_groups_turn() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let id = create(&head, roster()).await;
    let off = json!({ "roster_id": id, "date": "2026-09-02", "off": true });
    let change = head.post("/api/duty/changes", &off).await.data();
    let shown = turn(&head, "2026-09-02").await;
    assert_eq!((&shown["off"], &shown["off_change_id"]), (&json!(true), &change["id"]));
    assert_eq!(
        groups(&head, "2026-09-02", "2026-09-03").await,
        pairs(&[("09-02", "二组"), ("09-03", "三组")])
    );
    let five = portal.register("240105").await;
    assert_eq!(five.get("/api/duty").await.data()["mine"][0], "2026-09-07");
    let late = json!({ "roster_id": id, "date": "2026-09-02", "number": "240105", "by": "240101" });
    assert_eq!(head.post("/api/duty/changes", &late).await.refusal(), "409 2026-09-02 没有这份值日表的值日");
    head.delete(&format!("/api/duty/changes/{}", change["id"].as_str().unwrap())).await.data();
    assert_eq!(five.get("/api/duty").await.data()["mine"][0], "2026-09-02");
}

#[tokio::test]
async fn what_cannot_be_changed_is_refused_in_words() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let id = create(&head, roster()).await;
    let cases = [
        (
            json!({ "date": "2026-09-02", "number": "240101", "by": "240110" }),
            "409 240101 在 2026-09-02 没有值日",
        ),
        (
            json!({ "date": "2026-09-02", "number": "240105", "by": "240106" }),
            "409 240106 在 2026-09-02 已经值日",
        ),
        (json!({ "date": "2026-09-02", "number": "240105", "by": "240201" }), "400 班级名单里没有 240201"),
        (
            json!({ "date": "2026-09-05", "number": "240105", "by": null }),
            "409 2026-09-05 没有这份值日表的值日",
        ),
        (json!({ "date": "2026-08-31", "off": true }), "409 2026-08-31 已经过去"),
        (json!({ "date": "2030-08-31", "off": true }), "400 最多可以看今后 400 天"),
        (json!({ "date": "2026-09-02" }), "400 请指明被替换的人，或 off"),
    ];
    for (mut body, refusal) in cases {
        body["roster_id"] = json!(id);
        assert_eq!(head.post("/api/duty/changes", &body).await.refusal(), refusal);
    }
    let none = json!({ "roster_id": "none", "date": "2026-09-02", "off": true });
    assert_eq!(head.post("/api/duty/changes", &none).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_change_of_a_day_that_is_over_stays() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let id = create(&head, roster()).await;
    let change = stand_in(&head, &id, "2026-09-02", "240105", Some("240101")).await;
    go_to(&portal, "2026-09-03T08:00");
    let undo = head.delete(&format!("/api/duty/changes/{}", change["id"].as_str().unwrap())).await;
    assert_eq!(undo.refusal(), "409 2026-09-02 已经过去");
    assert_eq!(numbers(&turn(&head, "2026-09-02").await)[0], "240101");
}

#[tokio::test]
async fn undoing_never_puts_somebody_on_duty_twice() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let id = create(&head, roster()).await;
    let excused = stand_in(&head, &id, "2026-09-02", "240105", None).await;
    stand_in(&head, &id, "2026-09-02", "240106", Some("240105")).await;
    let undo = head.delete(&format!("/api/duty/changes/{}", excused["id"].as_str().unwrap())).await;
    assert_eq!(undo.refusal(), "409 240105 在 2026-09-02 已经值日");
}
