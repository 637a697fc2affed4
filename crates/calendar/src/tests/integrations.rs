//! Programs that read, add, and are told.

use axum::http::StatusCode;
use identity::testing::TestPortal;
use kernel::apps::Apps;
use kernel::http::Caller;
use kernel::scope::Scope;
use kernel::testing::Client;
use serde_json::{Value, json};

use super::{create, days, rehearsal, with};
use crate::FEATURE;

#[tokio::test]
async fn an_integration_adds_an_event_reads_the_calendar_and_is_told_of_what_others_add() {
    let features = [::search::FEATURE, realtime::FEATURE, ::integrations::FEATURE, FEATURE];
    let portal = TestPortal::with(&features, &[]).await;
    let head = portal.class_admin().await;
    let wanted = json!({ "name": "a", "scopes": ["calendar:write", "calendar:read"], "webhookUrl": "http://localhost:9999/" });
    let issued = head.post("/api/integrations/tokens", &wanted).await.data();
    let program = portal.anonymous().with("x-webhook-token", issued["token"].as_str().unwrap());
    let event = json!({ "event": "calendar.create", "data": rehearsal() });
    program.post("/api/integrations/webhook", &event).await.data();
    assert_eq!(days(&head, "2026-09-01", "2026-09-30").await, ["2026-09-02"]);
    let bad =
        json!({ "event": "calendar.create", "data": with(rehearsal(), json!({ "rule": "FREQ=HOURLY" })) });
    assert_eq!(program.post("/api/integrations/webhook", &bad).await.status, StatusCode::BAD_REQUEST);
    for class in [json!({ "owner": "class" }), json!({ "class": "01" })] {
        let event = json!({ "event": "calendar.create", "data": with(rehearsal(), class) });
        let refused = program.post("/api/integrations/webhook", &event).await.refusal();
        assert_eq!(refused, "400 集成只能写入负责人自己的日历，不能指定班级（owner、class）");
    }

    let admin = portal.admin().await;
    switch(&portal, &admin, false).await;
    assert_eq!(program.post("/api/integrations/webhook", &event).await.status, StatusCode::NOT_FOUND);
    switch(&portal, &admin, true).await;

    let reader = portal.anonymous().bearing(issued["secret"].as_str().unwrap());
    assert_eq!(days(&reader, "2026-09-01", "2026-09-30").await, ["2026-09-02"]);
    let made = reader.post("/api/calendar", &rehearsal()).await.data();
    assert_eq!(made["event"]["source"], "own");
    let pupil = portal.register("240101").await;
    create(&pupil, rehearsal()).await;
    create(&head, with(rehearsal(), json!({ "owner": "class", "title": "家长会" }))).await;

    portal.app.catch_up("integrations-outbox").await;
    let list = head.get(&format!("/api/integrations/tokens/{}/deliveries", issued["id"])).await.data();
    let told = list["deliveries"].as_array().unwrap();
    assert_eq!(told.len(), 1, "neither what it did itself nor what its owner does not see");
    let body: Value = serde_json::from_str(told[0]["body"].as_str().unwrap()).unwrap();
    assert_eq!(
        (&body["event"], &body["data"]["title"]),
        (&json!("calendar.event_created"), &json!("家长会"))
    );
    assert_eq!((&body["data"]["class"], &body["data"]["starts"]), (&json!("01"), &json!("2026-09-02T18:30")));
}

async fn switch(portal: &TestPortal, admin: &Client, enabled: bool) {
    let token = admin.token().unwrap();
    let caller = Caller::of_token(&portal.app, &token, &kernel::testing::origin()).await.unwrap();
    let turn = portal.app.write(move |tx| Apps::set(tx, &caller, &Scope::Portal, "calendar", enabled));
    assert!(turn.await.unwrap());
    portal.settle().await;
}
