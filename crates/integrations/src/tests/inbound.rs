//! `POST /api/integrations/webhook`.

use axum::http::Method;
use kernel::random::Random;
use kernel::testing::Client;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::{Program, WEBHOOK, inbox, portal, portal_with, post};

#[tokio::test]
async fn a_signed_event_does_what_it_says_and_a_copy_of_it_does_nothing() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let program = Program::issue(&head, &["data:read", "data:write"]).await;
    let client = program.client(&portal);
    let set = json!({ "key": "a", "value": 1 }).to_string();
    let signed = program.signed(&portal, "data.set", portal.app.clock.now_ms(), &set);

    let first = post(&signed, &set).await;
    assert_eq!(first.json()["message"], "Webhook 已接收");
    assert_eq!(first.data(), json!({ "event": "data.set", "receivedAt": "2026-09-01T00:00:00.000Z" }));
    assert_eq!(client.get("/api/integration-data/a").await.data()["value"], 1);

    client.put("/api/integration-data/a", &json!(2)).await.data();
    portal.advance(60);
    assert_eq!(post(&signed, &set).await.data(), first.data(), "the same answer");
    assert_eq!(client.get("/api/integration-data/a").await.data()["value"], 2, "and nothing done");
    let other_event = program.signed(&portal, "data.delete", portal.app.clock.now_ms() - 60_000, &set);
    assert_eq!(
        post(&other_event, &set).await.data(),
        first.data(),
        "the signature is the same for another event"
    );

    let log = program.log(&head).await;
    assert_eq!(log.len(), 1, "one request was accepted: {log:?}");
    assert_eq!(
        (&log[0]["event"], &log[0]["status"], &log[0]["excerpt"]),
        (&json!("data.set"), &json!(200), &json!(set))
    );
    let shown = head.get(&program.path()).await.data();
    assert_eq!(
        (&shown["last_used_at"], &shown["last_used_address"]),
        (&json!("2026-09-01T00:01:00.000Z"), &json!("192.0.2.1"))
    );
}

#[tokio::test]
async fn a_copy_does_nothing_after_a_restart_either() {
    let portal = portal().await;
    let program = Program::issue(&portal.class_admin().await, &["data:read", "data:write"]).await;
    let set = json!({ "key": "a", "value": 1 }).to_string();
    let now = portal.app.clock.now_ms();
    post(&program.signed(&portal, "data.set", now, &set), &set).await.data();
    program.client(&portal).delete("/api/integration-data/a").await.data();

    let portal = portal.restart(&[("RATE_LIMIT_WEBHOOK", "0")]).await;
    post(&program.signed(&portal, "data.set", now, &set), &set).await.data();
    assert_eq!(program.client(&portal).get("/api/integration-data/a").await.status, 404);
}

#[tokio::test]
async fn the_simple_form_needs_the_token_alone_and_may_name_the_event_in_the_body() {
    let portal = portal().await;
    let program = Program::issue(&portal.class_admin().await, &["data:read", "data:write"]).await;
    let plain = portal.anonymous().with("x-webhook-token", &program.token);
    let body = json!({ "event": "data.set", "data": { "key": "a", "value": [1] } });
    assert_eq!(plain.post(WEBHOOK, &body).await.data()["event"], "data.set");
    assert_eq!(program.client(&portal).get("/api/integration-data/a").await.data()["value"], json!([1]));
    let named = plain.clone().with("x-service-event", "data.delete");
    assert_eq!(named.post(WEBHOOK, &body).await.json()["slug"], "webhook_event_differs");
    assert_eq!(named.post(WEBHOOK, &json!({ "key": "a" })).await.data()["event"], "data.delete");
    assert_eq!(plain.post(WEBHOOK, &json!({ "n": 1 })).await.data()["event"], "custom.event");
    assert_eq!(plain.post_empty(WEBHOOK).await.data()["event"], "custom.event");
}

/// A signed request with one thing about it changed, and the refusal that follows.
async fn refusal(client: &Client, body: &str) -> (u16, String) {
    let answer = post(client, body).await;
    (answer.status.as_u16(), answer.json()["slug"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn forged_altered_and_late_requests_are_refused_and_stand_in_the_log_of_the_owner() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let program = Program::issue(&head, &["data:write"]).await;
    let (now, body) = (portal.app.clock.now_ms(), json!({ "key": "a", "value": 1 }).to_string());
    let signed = |at: i64| program.signed(&portal, "data.set", at, &body);
    let bare =
        || portal.anonymous().with("x-service-token", &program.token).with("x-service-event", "data.set");
    let minutes = 60_000;
    let upper = {
        let signature = super::sign(&super::signing_key(&program.secret), &now.to_string(), body.as_bytes());
        bare()
            .with("x-service-timestamp", &now.to_string())
            .with("x-service-signature", &format!("sha256={}", signature.to_ascii_uppercase()))
    };
    let expected = "webhook_signature_invalid";
    for (what, client, sent, slug) in [
        ("another body", signed(now), r#"{"key":"a","value":2}"#.to_owned(), expected),
        ("the same JSON written anew", signed(now), r#"{"key": "a", "value": 1}"#.to_owned(), expected),
        ("a part of it", signed(now), body[..10].to_owned(), expected),
        ("upper-case digits", upper, body.clone(), expected),
        ("no signature", bare().with("x-service-timestamp", &now.to_string()), body.clone(), expected),
        (
            "no time",
            bare().with("x-service-signature", "sha256=00"),
            body.clone(),
            "webhook_timestamp_invalid",
        ),
        ("a clock behind", signed(now - 5 * minutes - 1), body.clone(), "webhook_timestamp_far"),
        ("a clock ahead", signed(now + 5 * minutes + 1), body.clone(), "webhook_timestamp_far"),
        (
            "a second time",
            signed(now).with("x-service-timestamp", "0"),
            body.clone(),
            "webhook_timestamp_invalid",
        ),
        ("a second signature", signed(now).with("x-service-signature", "sha256=0"), body.clone(), expected),
        (
            "both forms",
            signed(now).with("x-webhook-token", &program.token),
            body.clone(),
            "webhook_token_missing",
        ),
    ] {
        assert_eq!(refusal(&client, &sent).await, (401, slug.to_owned()), "{what}");
    }
    let log = program.log(&head).await;
    let reason = |row: &Value| (row["reason"].as_str().unwrap().to_owned(), row["count"].as_i64().unwrap());
    let mut reasons: Vec<_> = log.iter().map(reason).collect();
    reasons.sort();
    let expected =
        [("webhook_signature_invalid", 6), ("webhook_timestamp_far", 2), ("webhook_timestamp_invalid", 2)];
    assert_eq!(reasons, expected.map(|(reason, count)| (reason.to_owned(), count)));
}

#[tokio::test]
async fn a_clock_that_is_five_minutes_off_passes_and_a_stranger_is_in_no_log() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let program = Program::issue(&head, &["data:write"]).await;
    let (now, body) = (portal.app.clock.now_ms(), json!({ "key": "a", "value": 1 }).to_string());
    for at in [now - 300_000, now + 300_000] {
        post(&program.signed(&portal, "data.set", at, &body), &body).await.data();
    }
    assert_eq!(refusal(&portal.anonymous().with("x-service-token", &"0".repeat(64)), &body).await.0, 401);
    assert_eq!(refusal(&portal.anonymous(), &body).await.0, 401);
    assert_eq!(program.log(&head).await.len(), 2);

    head.delete(&program.path()).await.data();
    portal.advance(1);
    let late = program.signed(&portal, "data.set", now, &body);
    assert_eq!(refusal(&late, &body).await, (401, "webhook_token_invalid".into()));
    assert_eq!(program.log(&head).await[0]["reason"], "webhook_token_invalid", "somebody still calls");
    assert_eq!(program.client(&portal).get("/api/user/profile").await.status, 401);
}

#[tokio::test]
async fn scope_origin_and_event_are_checked_before_anything_is_done() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let program = Program::issue(&head, &["data:read"]).await;
    let plain = portal.anonymous().with("x-webhook-token", &program.token);
    let send = |event: &'static str| plain.clone().with("x-service-event", event);
    for event in ["data.set", "user.update", "homework.done"] {
        assert_eq!(refusal(&send(event), "{}").await, (403, "scope_missing".into()), "{event}");
    }
    assert_eq!(refusal(&send("with blank"), "{}").await, (400, "webhook_event_invalid".into()));

    let program = Program::issue(&head, &["data:write"]).await;
    let plain = portal.anonymous().with("x-webhook-token", &program.token);
    let from = |origin: &'static str| plain.clone().with("origin", origin);
    for origin in ["https://evil.example", "null", "http://tracker.example"] {
        assert_eq!(refusal(&from(origin), "{}").await, (403, "webhook_origin_refused".into()), "{origin}");
    }
    assert_eq!(post(&from("https://tracker.example"), "{}").await.status, 200);
    assert_eq!(refusal(&plain.clone().with("x-service-event", "system.reload"), "{}").await.0, 403);
    assert_eq!(
        refusal(&plain.clone().with("x-service-event", "data.set"), "{}").await,
        (400, "field_missing".into())
    );
    assert_eq!(refusal(&plain, "{").await, (400, "malformed_json".into()));
    let log = program.log(&head).await;
    assert!(log.iter().any(|row| row["reason"] == "malformed_json" && row["excerpt"] == "{"), "{log:?}");
}

#[tokio::test]
async fn deep_large_and_odd_bodies_are_refused() {
    let portal = portal().await;
    let program = Program::issue(&portal.class_admin().await, &["data:write"]).await;
    let plain = portal.anonymous().with("x-webhook-token", &program.token);
    let deep = format!("{}1{}", "[".repeat(64), "]".repeat(64));
    assert_eq!(refusal(&plain, &deep).await, (400, "too_deep".into()));
    let deep_and_large = format!("{}\"{}\"{}", "[".repeat(64), "x".repeat((1 << 20) - 200), "]".repeat(64));
    assert_eq!(refusal(&plain, &deep_and_large).await, (400, "too_deep".into()));
    assert_eq!(refusal(&plain, &format!("\"{}\"", "x".repeat(1 << 20))).await, (413, "too_large".into()));
    assert_eq!(refusal(&plain, r#"{"a":1,"a":2}"#).await, (400, "duplicate_key".into()));
    assert_eq!(refusal(&plain, r#"{"a":[{"__proto__":{"b":1}}]}"#).await, (400, "forbidden_key".into()));
    for named in [r#"{"event":1,"data":{}}"#, r#"{"event":null}"#, r#"{"event":"with blank","data":{}}"#] {
        assert_eq!(refusal(&plain, named).await, (400, "webhook_event_invalid".into()), "{named}");
    }
    let twice = plain.clone().with("x-service-event", "a.b").with("x-service-event", "a.b");
    assert_eq!(refusal(&twice, "{}").await, (400, "webhook_event_invalid".into()));
    assert_eq!(post(&plain, r#"{"event":"a.b"}"#).await.data()["event"], "a.b", "an event without data");
    assert_eq!(post(&plain, "{}").await.data()["event"], "custom.event");
    let text = plain.send_raw(Method::POST, WEBHOOK, Some((b"{}".to_vec(), "text/plain"))).await;
    assert_eq!(text.status, 415);
}

#[tokio::test]
async fn ten_a_second_pass_and_the_eleventh_waits() {
    let portal = portal_with(&[("RATE_LIMIT_WEBHOOK", "10/1")]).await;
    let head = portal.class_admin().await;
    let (program, other) =
        (Program::issue(&head, &["data:write"]).await, Program::issue(&head, &["data:write"]).await);
    let plain = portal.anonymous().with("x-webhook-token", &program.token);
    for left in (0..10).rev() {
        let answer = post(&plain, "{}").await;
        assert_eq!((answer.status.as_u16(), answer.header("x-ratelimit-remaining")), (200, left.to_string()));
    }
    let limited = post(&plain, "{}").await;
    assert_eq!((limited.status.as_u16(), limited.header("x-ratelimit-name").as_str()), (429, "webhook"));
    assert_eq!(limited.header("retry-after"), "1");
    assert_eq!(post(&portal.anonymous().with("x-webhook-token", &other.token), "{}").await.status, 200);
    let log = program.log(&head).await;
    assert!(log.iter().any(|row| row["reason"] == "rate_limited" && row["status"] == 429), "{log:?}");
    portal.advance(1);
    assert_eq!(post(&plain, "{}").await.status, 200);
}

#[tokio::test]
async fn a_profile_is_updated_and_a_custom_event_goes_to_the_realtime_channel() {
    let portal = portal().await;
    let (head, alice) = (portal.class_admin().await, portal.member().await);
    let program = Program::issue(&head, &["user:write", "data:write"]).await;
    program
        .send(&portal, "user.update", &json!({ "signature": "自动更新", "net_name": "别人" }))
        .await
        .data();
    let profile = head.get("/api/user/profile").await.data();
    assert_eq!(
        (&profile["info"]["signature"], &profile["net_name"]),
        (&json!("自动更新"), &json!("net-240100"))
    );

    let server_time = alice.post_empty("/api/realtime/poll/register").await.data()["server_time"].clone();
    program.send(&portal, "homework.done", &json!({ "n": 3 })).await.data();
    let events: Value =
        alice.get(&format!("/api/realtime/poll?since={server_time}")).await.data()["events"].clone();
    let event = &events[0]["event"];
    assert_eq!((&event["event"], &event["payload"]), (&json!("homework.done"), &json!({ "n": 3 })));
    assert_eq!((&event["app_name"], &event["integration_id"]), (&json!("作业助手"), &json!(program.id)));
}

#[tokio::test]
async fn a_refusal_names_the_owner_who_was_disabled_and_does_nothing() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let program = Program::issue(&head, &["data:write"]).await;
    portal.ban("240100", Some(kernel::user::Ban::default())).await;
    let answer = program.send(&portal, "data.set", &json!({ "key": "a", "value": 1 })).await;
    assert_eq!((answer.status.as_u16(), answer.json()["slug"].as_str()), (403, Some("account_disabled")));
}

#[tokio::test]
async fn a_copy_gets_the_first_answer_when_its_time_has_passed_and_is_forgotten_after_ten_minutes() {
    let portal = portal().await;
    let program = Program::issue(&portal.class_admin().await, &["data:read", "data:write"]).await;
    let set = json!({ "key": "a", "value": 1 }).to_string();
    let signed = program.signed(&portal, "data.set", portal.app.clock.now_ms(), &set);
    let first = post(&signed, &set).await.data();
    program.client(&portal).delete("/api/integration-data/a").await.data();
    portal.advance(9 * 60);
    assert_eq!(post(&signed, &set).await.data(), first);
    assert_eq!(program.client(&portal).get("/api/integration-data/a").await.status, 404);
    portal.advance(2 * 60);
    assert_eq!(refusal(&signed, &set).await, (401, "webhook_timestamp_far".into()));
}

#[tokio::test]
async fn a_copy_draws_from_no_limit_and_gets_the_first_answer_when_the_limit_is_used_up() {
    let portal = portal_with(&[("RATE_LIMIT_INTEGRATION_NOTIFICATION", "2/3600")]).await;
    let head = portal.class_admin().await;
    let program = Program::issue(&head, &["notification:write"]).await;
    let body = json!({ "user_ids": ["240100"], "title": "作业" }).to_string();
    let signed = program.signed(&portal, "notification.send", portal.app.clock.now_ms(), &body);
    let first = post(&signed, &body).await.data();
    portal.advance(1);
    for _ in 0..3 {
        assert_eq!(post(&signed, &body).await.data(), first);
    }
    let send = || program.signed(&portal, "notification.send", portal.app.clock.now_ms(), &body);
    post(&send(), &body).await.data();
    portal.advance(1);
    assert_eq!(post(&send(), &body).await.status, 429);
    assert_eq!(post(&signed, &body).await.data(), first);
    assert_eq!(inbox(&head).await.len(), 2);
}

#[tokio::test]
async fn the_log_keeps_the_newest_rows_and_all_that_tell_copies() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let program = Program::issue(&head, &["data:write"]).await;
    let set = json!({ "key": "a", "value": 1 });
    program.send(&portal, "data.set", &set).await.data();
    portal.advance(11 * 60);
    program.send(&portal, "data.set", &set).await.data();
    let log = program.log(&head).await;
    let (newer, older) = (&log[0], &log[1]);
    let (id, copies) = (program.id, Random::first_id(portal.app.clock.now_ms() - 10 * 60 * 1000));
    portal.app.write(move |tx| Ok(crate::store::inbound::trim(tx, id, 0, &copies)?)).await.unwrap();
    assert_eq!(program.log(&head).await, std::slice::from_ref(newer), "{older}");

    portal.advance(31 * 24 * 60 * 60);
    crate::inbound::log::forget_old(&portal.app).await.unwrap();
    let head = portal.client_of(UserId::parse("240100").unwrap()).await;
    assert!(program.log(&head).await.is_empty(), "a month is over");
}
