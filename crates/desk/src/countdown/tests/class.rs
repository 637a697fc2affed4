//! Countdowns of a class: who sees them, who changes them, and what is told of it.

use ::calendar::MANAGE_CALENDAR;
use axum::http::StatusCode;
use futures_util::future::join_all;
use identity::testing::TestPortal;
use kernel::testing::Client;
use kernel::user::UserId;
use search::testing::titles;
use serde_json::{Value, json};

use super::{create, deliveries, exam, told_on, wait_for_told_on};
use crate::countdown::{CountdownEvent, FEATURE};

async fn portal() -> TestPortal {
    TestPortal::new(&[search::FEATURE, ::calendar::FEATURE, FEATURE]).await
}

fn for_class() -> Value {
    with(exam(), json!({ "for_class": true }))
}

fn with(mut body: Value, more: Value) -> Value {
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

fn path(made: &Value) -> String {
    format!("/api/countdown/{}", made["id"].as_str().unwrap())
}

async fn list(client: &Client) -> Vec<Value> {
    client.get("/api/countdown").await.data()["countdowns"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_class_sees_its_countdowns_and_no_other_class_does() {
    let portal = portal().await;
    let (head, alice) = (portal.class_admin().await, portal.register("240101").await);
    let (stranger, admin) = (portal.register("240201").await, portal.admin().await);
    let made = create(&head, for_class()).await;
    assert_eq!(
        (&made["source"], &made["class"], &made["manageable"]),
        (&json!("class"), &json!("01"), &json!(true))
    );

    let seen = list(&alice).await[0].clone();
    assert_eq!(
        (&seen["id"], &seen["source"], &seen["manageable"]),
        (&made["id"], &json!("class"), &json!(false))
    );
    assert_eq!(alice.get(&path(&made)).await.data(), seen);
    assert!(seen.get("created_by").is_none(), "who made it is not told");
    let own = create(&alice, exam()).await;
    assert_eq!(
        (&own["source"], &own["class"], &own["manageable"]),
        (&json!("own"), &Value::Null, &json!(true))
    );

    assert!(list(&stranger).await.is_empty());
    for answer in [
        stranger.get(&path(&made)).await,
        stranger.patch(&path(&made), &json!({ "title": "x" })).await,
        stranger.delete(&path(&made)).await,
        stranger.get(&format!("{}/days", path(&made))).await,
    ] {
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
    }
    assert!(list(&admin).await.is_empty(), "an admin is in no class");
    let of_class = admin.get("/api/countdown?class=01").await.data();
    assert_eq!((&of_class["total"], &of_class["class"]), (&json!(1), &json!("01")));
    assert_eq!(alice.get("/api/countdown?class=02").await.status, StatusCode::FORBIDDEN);
    assert_eq!(admin.patch(&path(&made), &json!({ "title": "改" })).await.data()["title"], "改");
}

#[tokio::test]
async fn pupils_and_officers_without_the_right_see_and_do_not_change() {
    let portal = portal().await;
    let (head, alice, officer) =
        (portal.class_admin().await, portal.register("240101").await, portal.officer(&[]).await);
    let made = create(&head, for_class()).await;
    for client in [&alice, &officer] {
        assert_eq!(client.post("/api/countdown", &for_class()).await.status, StatusCode::FORBIDDEN);
        assert_eq!(
            client.patch(&path(&made), &json!({ "pinned": true })).await.status,
            StatusCode::FORBIDDEN
        );
        assert_eq!(client.delete(&path(&made)).await.status, StatusCode::FORBIDDEN);
        assert_eq!(client.get("/api/countdown").await.data()["may_add_for_class"], false);
    }
    assert_eq!(list(&alice).await[0]["title"], "高考");

    portal.promote("240112", &[&MANAGE_CALENDAR]).await;
    let officer = portal.client_of(UserId::parse("240112").unwrap()).await;
    assert_eq!(officer.get("/api/countdown").await.data()["may_add_for_class"], true);
    assert_eq!(create(&officer, for_class()).await["class"], "01");
    assert_eq!(officer.patch(&path(&made), &json!({ "pinned": true })).await.data()["pinned"], true);
    officer.delete(&path(&made)).await.data();
    assert_eq!(list(&alice).await.len(), 1);
    assert_eq!(head.get(&path(&made)).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_admin_names_the_class_and_others_have_their_own() {
    let portal = portal().await;
    let (admin, head) = (portal.admin().await, portal.class_admin().await);
    let refusal = async |client: &Client, body: Value| client.post("/api/countdown", &body).await.refusal();
    assert_eq!(refusal(&admin, for_class()).await, "400 请指明班级（class）");
    assert_eq!(create(&admin, with(for_class(), json!({ "class": "02" }))).await["class"], "02");
    assert_eq!(create(&head, with(for_class(), json!({ "class": "01" }))).await["class"], "01");
    let other = head.post("/api/countdown", &with(for_class(), json!({ "class": "02" }))).await;
    assert_eq!(other.status, StatusCode::FORBIDDEN);
    let own = refusal(&head, with(exam(), json!({ "class": "01" }))).await;
    assert_eq!(own, "400 字段“class”的格式不正确", "a class is named for the class alone");
}

#[tokio::test]
async fn the_same_id_sent_again_is_one_of_the_class_and_undoes_a_deletion() {
    let portal = portal().await;
    let (head, alice) = (portal.class_admin().await, portal.register("240101").await);
    let body = with(for_class(), json!({ "id": "01890a5d-ac96-774b-bcce-b302099a8057" }));
    let first = create(&head, body.clone()).await;
    assert_eq!(create(&head, body.clone()).await, first);
    head.delete(&path(&first)).await.data();
    assert!(list(&alice).await.is_empty());
    create(&head, body.clone()).await;
    assert_eq!(list(&alice).await.len(), 1);
    let own = with(exam(), json!({ "id": "01890a5d-ac96-774b-bcce-b302099a8057" }));
    assert_eq!(head.post("/api/countdown", &own).await.refusal(), "409 该编号已被使用");
}

#[tokio::test]
async fn a_class_has_thirty_and_pins_three_beside_those_of_its_members() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    create(&head, with(exam(), json!({ "pinned": true }))).await;
    let body = with(for_class(), json!({ "pinned": true }));
    let answers = join_all((0..50).map(|_| head.post("/api/countdown", &body))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == StatusCode::OK).count(), 3);
    let refused = "409 一个班级最多可以置顶 3 个倒计时";
    assert!(answers.iter().all(|answer| answer.status == StatusCode::OK || answer.refusal() == refused));

    let other = create(&head, for_class()).await;
    assert_eq!(head.patch(&path(&other), &json!({ "pinned": true })).await.refusal(), refused);
    join_all((0..26).map(|_| create(&head, for_class()))).await;
    assert_eq!(
        head.post("/api/countdown", &for_class()).await.refusal(),
        "409 一个班级最多可以有 30 个倒计时"
    );
    assert_eq!(create(&head, exam()).await["source"], "own");
}

#[tokio::test]
async fn acts_on_those_of_the_class_stand_in_the_log_and_ones_own_do_not() {
    let portal = portal().await;
    let (head, admin) = (portal.class_admin().await, portal.admin().await);
    let own = create(&head, exam()).await;
    head.patch(&path(&own), &json!({ "title": "x" })).await.data();
    head.delete(&path(&own)).await.data();
    let made = create(&head, for_class()).await;
    head.patch(&path(&made), &json!({ "title": "模拟考" })).await.data();
    head.delete(&path(&made)).await.data();

    let log = admin.get("/api/admin/logs").await.data();
    let rows: Vec<_> =
        log["logs"].as_array().unwrap().iter().filter(|row| row["target"] == made["id"]).collect();
    let mut actions: Vec<_> = rows.iter().map(|row| row["action"].as_str().unwrap()).collect();
    actions.sort_unstable();
    assert_eq!(actions, ["create_class_countdown", "delete_class_countdown", "edit_class_countdown"]);
    let text = log.to_string();
    assert!(!text.contains("模拟考") && !text.contains("高考"), "no words of countdowns");
    assert!(!text.contains(own["id"].as_str().unwrap()));
}

#[tokio::test]
async fn the_devices_of_a_class_hear_of_a_change_with_ids_alone() {
    let portal = portal().await;
    let (head, alice) = (portal.class_admin().await, portal.register("240101").await);
    let made = create(&head, for_class()).await;
    let own = create(&alice, exam()).await;
    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 100)?)).await.unwrap();
    let told: Vec<_> = events.into_iter().filter(|event| event.feature == "countdown").collect();
    let audiences: Vec<_> = told.iter().map(|event| event.audience.as_str()).collect();
    assert_eq!(audiences, ["class:01", "user:240101"]);
    let frames =
        (FEATURE.render.unwrap())(portal.app.clone(), told.into_iter().map(Into::into).collect()).await;
    let frames: Vec<_> = frames.unwrap().into_iter().map(|frame| format!("{frame:?}")).collect();
    assert_eq!(frames.len(), 2);
    assert!(
        frames[0].contains(made["id"].as_str().unwrap()) && frames[1].contains(own["id"].as_str().unwrap())
    );
    assert!(frames.iter().all(|frame| frame.contains("countdown_changed") && !frame.contains("高考")));
}

#[tokio::test]
async fn the_calendar_and_the_search_have_those_of_the_class() {
    let portal = portal().await;
    let (head, alice) = (portal.class_admin().await, portal.register("240101").await);
    let stranger = portal.register("240201").await;
    let made = create(&head, for_class()).await;
    let entries = async |client: &Client| {
        let range = client.get("/api/calendar?from=2027-06-01&until=2027-06-30").await.data();
        range["entries"].as_array().unwrap().len()
    };
    assert_eq!((entries(&alice).await, entries(&stranger).await), (1, 0));
    assert_eq!(titles(&portal.app, &alice, "countdown", "高考").await, ["高考"]);
    assert!(titles(&portal.app, &stranger, "countdown", "高考").await.is_empty());

    head.patch(&path(&made), &json!({ "title": "模拟考", "show_in_calendar": false })).await.data();
    assert_eq!(entries(&alice).await, 0);
    assert!(titles(&portal.app, &alice, "countdown", "高考").await.is_empty());
    assert_eq!(titles(&portal.app, &alice, "countdown", "模拟考").await, ["模拟考"]);
    head.delete(&path(&made)).await.data();
    assert!(titles(&portal.app, &alice, "countdown", "模拟考").await.is_empty());
}

#[tokio::test]
async fn erasing_who_made_one_of_the_class_leaves_it_without_its_maker() {
    let portal = portal().await;
    let (head, alice) = (portal.class_admin().await, portal.register("240101").await);
    let made = create(&head, for_class()).await;
    create(&head, exam()).await;
    let id = UserId::parse("240100").unwrap();
    let exported = portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &id)?)).await.unwrap();
    assert_eq!(exported.unwrap().as_array().unwrap().len(), 1, "their own alone");
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &id)?)).await.unwrap();
    assert_eq!(list(&alice).await[0]["id"], made["id"]);
    let wanted = made["id"].as_str().unwrap().to_owned();
    let item =
        portal.app.db.read(move |read| Ok(crate::countdown::store::find(read, &wanted)?)).await.unwrap();
    assert_eq!(item.unwrap().created_by, "");
}

#[tokio::test]
async fn integrations_read_and_hear_of_those_of_their_owners_class_and_add_ones_own_by_events() {
    let features = [realtime::FEATURE, integrations::FEATURE, search::FEATURE, ::calendar::FEATURE, FEATURE];
    let portal = TestPortal::with(&features, &[]).await;
    let head = portal.class_admin().await;
    let wanted = json!({ "name": "a", "scopes": ["data:write", "countdown:read"], "webhookUrl": "http://localhost:9999/" });
    let issued = head.post("/api/integrations/tokens", &wanted).await.data();
    portal.register("240200").await;
    let other = portal.client_of(UserId::parse("240200").unwrap()).await;
    let made = create(&head, with(for_class(), json!({ "target_date": "2026-09-02" }))).await;
    create(&other, with(for_class(), json!({ "target_date": "2026-09-02" }))).await;
    let reader = portal.anonymous().bearing(issued["secret"].as_str().unwrap());
    let seen = reader.get("/api/countdown").await.data();
    assert_eq!((&seen["total"], &seen["countdowns"][0]["id"]), (&json!(1), &made["id"]));
    assert_eq!(reader.get(&path(&made)).await.data()["class"], "01");

    let program = portal.anonymous().with("x-webhook-token", issued["token"].as_str().unwrap());
    let event = json!({ "event": "countdown.create", "data": with(for_class(), json!({})) });
    let refused = program.post("/api/integrations/webhook", &event).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);

    portal.advance(16 * 60 * 60);
    assert_eq!(wait_for_told_on(&portal, "2026-09-02").await.len(), 2);
    assert_eq!(told_on(&portal, "2026-09-02").await.len(), 2, "once for each");
    let bodies = deliveries(&portal, &head, &issued).await;
    assert_eq!(bodies.len(), 1, "nothing of another class");
    let body = &bodies[0];
    assert_eq!((&body["data"]["id"], &body["data"]["class"]), (&made["id"], &json!("01")));
}

#[test]
fn the_events_of_the_last_release_are_still_read() {
    for (kind, is_change) in [("created", true), ("updated", true), ("deleted", true)] {
        let read: CountdownEvent = serde_json::from_value(json!({ "kind": kind, "data": null })).unwrap();
        assert_eq!(read.is_change(), is_change);
    }
}
