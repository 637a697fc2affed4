//! Who sees and changes duty.

use axum::http::{Method, StatusCode};
use kernel::testing::Client;
use serde_json::{Value, json};

use super::{create, path, roster, stand_in, turn, with};
use crate::MANAGE_DUTY;
use crate::tests::portal;

/// What only the staff may do, with the status that each has for the caller.
async fn staff_acts(client: &Client, id: &str, change: &str) -> Vec<StatusCode> {
    let acts = [
        (Method::PATCH, path(id), json!({ "revision": 1, "name": "改" })),
        (
            Method::POST,
            "/api/duty/changes".into(),
            json!({ "roster_id": id, "date": "2026-09-03", "off": true }),
        ),
        (Method::DELETE, format!("/api/duty/changes/{change}"), Value::Null),
        (Method::DELETE, path(id), Value::Null),
    ];
    let mut found = Vec::new();
    for (method, target, body) in acts {
        found.push(client.send(method, &target, Some(&body).filter(|body| !body.is_null())).await.status);
    }
    found
}

#[tokio::test]
async fn officers_with_the_right_change_duty_and_pupils_and_other_officers_do_not() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let id = create(&head, roster()).await;
    let change = stand_in(&head, &id, "2026-09-02", "240105", None).await["id"].as_str().unwrap().to_owned();
    let others: Vec<_> =
        portal.permissions().into_iter().filter(|right| right.id != MANAGE_DUTY.id).collect();
    let officer = portal.officer(&others).await;
    let pupil = portal.register("240101").await;
    for client in [&pupil, &officer] {
        assert_eq!(client.post("/api/duty/rosters", &roster()).await.status, StatusCode::FORBIDDEN);
        let preview = json!({ "roster": roster() });
        assert_eq!(client.post("/api/duty/rosters/preview", &preview).await.status, StatusCode::FORBIDDEN);
        assert_eq!(staff_acts(client, &id, &change).await, [StatusCode::FORBIDDEN; 4]);
        assert_eq!(client.get(&path(&id)).await.data()["name"], "教室卫生");
    }
    portal.promote("240112", &[&MANAGE_DUTY]).await;
    assert_eq!(staff_acts(&officer, &id, &change).await, [StatusCode::OK; 4]);
}

#[tokio::test]
async fn a_class_does_not_see_the_duty_of_another() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let id = create(&head, roster()).await;
    let change = stand_in(&head, &id, "2026-09-02", "240105", None).await["id"].as_str().unwrap().to_owned();
    let (pupil, other_head) = (portal.register("240201").await, portal.register("240200").await);
    let paths =
        ["/api/duty", "/api/duty/today", "/api/duty/rosters", "/api/duty/history", "/api/duty/counts"];
    for client in [&pupil, &other_head] {
        for path in paths {
            assert_eq!(client.get(&format!("{path}?class=01")).await.status, StatusCode::FORBIDDEN, "{path}");
        }
        assert_eq!(client.get(&path(&id)).await.status, StatusCode::NOT_FOUND);
        let tick = client.put(&format!("/api/duty/turns/{id}/2026-09-01"), &json!({ "done": true })).await;
        assert_eq!(tick.status, StatusCode::NOT_FOUND);
        let swap = json!({ "roster_id": id, "date": "2026-09-04", "with_number": "240105" });
        assert_eq!(client.post("/api/duty/swaps", &swap).await.status, StatusCode::NOT_FOUND);
        assert!(turn(client, "2026-09-01").await.is_null());
        assert_eq!(client.get(&format!("/api/duty/history?roster_id={id}")).await.data()["total"], 0);
    }
    assert_eq!(staff_acts(&other_head, &id, &change).await, [StatusCode::NOT_FOUND; 4]);
    let theirs = with(roster(), json!({ "class": "01" }));
    assert_eq!(other_head.post("/api/duty/rosters", &theirs).await.status, StatusCode::FORBIDDEN);
    let taken = with(roster(), json!({ "id": id, "groups": [{ "name": "一组", "members": [] }] }));
    assert_eq!(other_head.post("/api/duty/rosters", &taken).await.refusal(), "409 该编号已被使用");
    assert_eq!(portal.anonymous().get("/api/duty").await.refusal(), "401 未登录");
}

#[tokio::test]
async fn an_admin_names_the_class() {
    let portal = portal().await;
    let admin = portal.admin().await;
    assert_eq!(admin.get("/api/duty").await.refusal(), "400 请指明班级（class）");
    assert_eq!(admin.post("/api/duty/rosters", &roster()).await.refusal(), "400 请指明班级（class）");
    let id = create(&admin, with(roster(), json!({ "class": "01" }))).await;
    let seen = admin.get("/api/duty/today?class=01").await.data();
    assert_eq!((&seen["may_manage"], &seen["turns"][0]["roster_id"]), (&json!(true), &json!(id)));
    assert_eq!(admin.get("/api/duty?class=1").await.status, StatusCode::BAD_REQUEST);
    let other = admin.get("/api/duty/today?class=02").await.data();
    assert!(other["turns"].as_array().unwrap().is_empty());
}
