//! Outbound webhooks.

use identity::testing::{PASSWORD, TestPortal};
use kernel::testing::Client;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::sink::{Sink, pause};
use super::{Program, portal_with, wanted};
use crate::signature::{sign, signing_key, standard_sign};

/// What the sinks of these tests need.
pub(super) const LOOPBACK: [(&str, &str); 1] = [("EGRESS_ALLOW", "127.0.0.0/8")];

/// An integration whose webhook is the sink.
async fn connect(owner: &Client, sink: &Sink, scopes: &[&str]) -> Program {
    let mut body = wanted("作业助手", scopes);
    body["webhookUrl"] = json!(sink.url);
    Program::of(&owner.post("/api/integrations/tokens", &body).await.data())
}

/// A sign-in of this member, and the deliveries that follow it.
async fn sign_in(portal: &TestPortal, id: &str) {
    let login = json!({ "account": id, "password": PASSWORD });
    portal.anonymous().post("/api/auth/login", &login).await.data();
    portal.settle().await;
    portal.app.catch_up("integrations-outbox").await;
}

/// The newest delivery, when its status is this.
pub(super) async fn delivery(program: &Program, owner: &Client, status: &str) -> Value {
    for _ in 0..2000 {
        let list = owner.get(&format!("{}/deliveries", program.path())).await.data();
        let newest = list["deliveries"][0].clone();
        if newest["status"] == status {
            return newest;
        }
        pause().await;
    }
    panic!("no delivery is {status}");
}

#[tokio::test]
async fn an_event_is_signed_in_both_ways_and_delivered_once() {
    let portal = portal_with(&LOOPBACK).await;
    let (head, _) = (portal.class_admin().await, portal.member().await);
    let sink = Sink::start(&portal.app).await;
    let program = connect(&head, &sink, &["user:read"]).await;
    sign_in(&portal, "240111").await;

    let received = sink.wait_for(1).await[0].clone();
    let body = received.json();
    assert_eq!((&body["event"], &body["source"]), (&json!("user.signed_in"), &json!("classportal")));
    assert_eq!((&body["timestamp"], &body["data"]["user_id"]), (&json!("1788220800000"), &json!("240111")));
    let key = signing_key(&program.secret);
    let timestamp = received.header("x-service-timestamp");
    assert_eq!(
        received.header("x-service-signature"),
        format!("sha256={}", sign(&key, &timestamp, &received.body))
    );
    assert_eq!(
        (received.header("x-service-token"), received.header("x-service-event")),
        (program.token.clone(), "user.signed_in".into())
    );
    let (id, seconds) =
        (received.header("webhook-id"), received.header("webhook-timestamp").parse().unwrap());
    assert_eq!(received.header("webhook-signature"), standard_sign(&key, &id, seconds, &received.body));

    let done = delivery(&program, &head, "delivered").await;
    assert_eq!((&done["id"], &done["last_status"], &done["attempts"]), (&json!(id), &json!(200), &json!(1)));
    assert_eq!(sink.received().len(), 1);
}

#[tokio::test]
async fn an_owner_hears_of_members_they_manage_and_of_nobody_else() {
    let portal = portal_with(&LOOPBACK).await;
    let (head, _, _) = (portal.class_admin().await, portal.member().await, portal.register("240201").await);
    let sink = Sink::start(&portal.app).await;
    connect(&head, &sink, &["user:read"]).await;
    connect(&head, &sink, &["message:read"]).await;
    for id in ["240201", "240100", "240111"] {
        sign_in(&portal, id).await;
    }
    let alice = portal.client_of(UserId::parse("240111").unwrap()).await;
    alice.post_empty("/api/auth/logout").await.data();
    portal.settle().await;
    portal.app.catch_up("integrations-outbox").await;

    let received = sink.wait_for(2).await;
    let told: Vec<_> = received
        .iter()
        .map(|one| (one.header("x-service-event"), one.json()["data"]["user_id"].clone()))
        .collect();
    assert_eq!(
        told,
        [("user.signed_in".into(), json!("240111")), ("user.signed_out".into(), json!("240111"))]
    );
}

#[tokio::test]
async fn a_failed_delivery_is_tried_again_and_the_later_ones_wait_for_it() {
    let portal = portal_with(&LOOPBACK).await;
    let (head, _) = (portal.class_admin().await, portal.member().await);
    let sink = Sink::start(&portal.app).await;
    let program = connect(&head, &sink, &["user:read"]).await;
    sink.answer(500);
    sign_in(&portal, "240111").await;
    let first = sink.wait_for(1).await[0].header("webhook-id");
    let failed = loop {
        let newest = delivery(&program, &head, "pending").await;
        if newest["attempts"] == 1 {
            break newest;
        }
    };
    assert_eq!((&failed["last_status"], &failed["last_error"]), (&json!(500), &json!("status")));
    sign_in(&portal, "240111").await;
    assert_eq!(sink.received().len(), 1, "the second one waits");

    sink.answer(204);
    let all = sink.wait_while_time_passes(&portal, 3).await;
    assert_eq!(all[1].header("webhook-id"), first, "the same id again");
    assert_ne!(all[2].header("webhook-id"), first);
    delivery(&program, &head, "delivered").await;
}

#[tokio::test]
async fn a_webhook_that_is_gone_is_switched_off_until_its_address_is_entered_again() {
    let portal = portal_with(&LOOPBACK).await;
    let (head, _) = (portal.class_admin().await, portal.member().await);
    let sink = Sink::start(&portal.app).await;
    let program = connect(&head, &sink, &["user:read"]).await;
    sink.answer(410);
    sign_in(&portal, "240111").await;
    assert_eq!(delivery(&program, &head, "failed").await["last_status"], 410);
    assert_eq!(head.get(&program.path()).await.data()["webhookOff"], "gone");
    let ping = head.post_empty(&format!("{}/ping", program.path())).await;
    assert_eq!(ping.json()["slug"], "integration_no_webhook");
    sign_in(&portal, "240111").await;
    assert_eq!(sink.received().len(), 1);

    sink.answer(200);
    head.put(&program.path(), &json!({ "webhookUrl": sink.url })).await.data();
    assert_eq!(head.get(&program.path()).await.data()["webhookOff"], "");
    head.post_empty(&format!("{}/ping", program.path())).await.data();
    assert_eq!(sink.wait_for(2).await[1].header("x-service-event"), "webhook.ping");
}

#[tokio::test]
async fn a_webhook_that_fails_for_a_week_is_switched_off() {
    let portal = portal_with(&LOOPBACK).await;
    let (head, _) = (portal.class_admin().await, portal.member().await);
    let sink = Sink::start(&portal.app).await;
    let mut body = wanted("作业助手", &["user:read"]);
    (body["webhookUrl"], body["ttlDays"]) = (json!(sink.url), json!(365));
    let program = Program::of(&head.post("/api/integrations/tokens", &body).await.data());
    sink.answer(500);
    for day in 0..30 {
        sign_in(&portal, "240111").await;
        for _ in 0..4 {
            portal.advance(6 * 60 * 60);
            pause().await;
        }
        let head = portal.client_of(UserId::parse("240100").unwrap()).await;
        let shown = head.get(&program.path()).await.data();
        if shown["webhookOff"] == "failing" {
            assert!(day >= 6, "after {day} days");
            return;
        }
    }
    panic!("still on after a month");
}

#[tokio::test]
async fn a_delivery_is_sent_once_more_by_its_owner_under_the_same_id() {
    let portal = portal_with(&LOOPBACK).await;
    let (head, alice) = (portal.class_admin().await, portal.member().await);
    let sink = Sink::start(&portal.app).await;
    let program = connect(&head, &sink, &["user:read"]).await;
    head.post_empty(&format!("{}/ping", program.path())).await.data();
    let done = delivery(&program, &head, "delivered").await;
    let path = format!("{}/deliveries/{}", program.path(), done["id"].as_str().unwrap());
    assert_eq!(alice.get(&path).await.status, 404);
    assert_eq!(alice.post_empty(&format!("{path}/resend")).await.status, 404);

    let request = head.get(&path).await.data();
    assert_eq!((&request["url"], &request["headers"]["webhook-id"]), (&json!(sink.url), &done["id"]));
    assert_eq!((&done["attempts"], &done["attempts_left"]), (&json!(1), &json!(0)));
    sink.answer(500);
    let again = head.post_empty(&format!("{path}/resend")).await.data();
    assert_eq!((&again["attempts"], &again["attempts_left"]), (&json!(1), &json!(1)));
    let all = sink.wait_for(2).await;
    assert_eq!(all[0].header("webhook-id"), all[1].header("webhook-id"));
    assert_eq!(all[0].body, all[1].body);
    let failed = delivery(&program, &head, "failed").await;
    assert_eq!(failed["attempts"], 2, "one attempt, and no more follow");
    let history = head.get(&path).await.data()["history"].clone();
    let seen = |n: usize| (history[n]["status"].clone(), history[n]["error"].clone());
    assert_eq!((seen(0), seen(1)), ((json!(200), json!("")), (json!(500), json!("status"))));
    assert_eq!(history.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn an_old_delivery_is_sent_once_more_as_well() {
    let portal = portal_with(&LOOPBACK).await;
    let head = portal.class_admin().await;
    let sink = Sink::start(&portal.app).await;
    let program = connect(&head, &sink, &["user:read"]).await;
    head.post_empty(&format!("{}/ping", program.path())).await.data();
    let done = delivery(&program, &head, "delivered").await;
    portal.advance(3 * 24 * 60 * 60);
    let head = portal.client_of(UserId::parse("240100").unwrap()).await;
    let path = format!("{}/deliveries/{}", program.path(), done["id"].as_str().unwrap());
    head.post_empty(&format!("{path}/resend")).await.data();
    assert_eq!(sink.wait_for(2).await.len(), 2);
}

#[tokio::test]
async fn addresses_of_the_machine_and_its_network_are_never_called() {
    let portal = portal_with(&[]).await;
    let head = portal.class_admin().await;
    let sink = Sink::start(&portal.app).await;
    let port = sink.url.split(':').nth(2).unwrap().split('/').next().unwrap().to_owned();
    let program = Program::issue(&head, &["user:read"]).await;
    let hosts =
        ["127.0.0.1", "[::1]", "0.0.0.0", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "169.254.169.254"];
    let urls = hosts.map(|host| format!("http://{host}:{port}/hook"));
    for url in urls.into_iter().chain(["https://tracker.example:25/".to_owned()]) {
        let mut body = wanted("a", &["user:read"]);
        body["webhookUrl"] = json!(url);
        let issued = head.post("/api/integrations/tokens", &body).await;
        let changed = head.put(&program.path(), &json!({ "webhookUrl": url })).await;
        for answer in [issued, changed] {
            assert_eq!(
                (answer.status.as_u16(), &answer.json()["slug"]),
                (400, &json!("integration_webhook_url_refused"))
            );
        }
    }
    // What a name stands for shows when it is asked for.
    for host in ["localhost"] {
        let mut body = wanted("a", &["user:read"]);
        body["webhookUrl"] = json!(format!("http://{host}:{port}/hook"));
        let program = Program::of(&head.post("/api/integrations/tokens", &body).await.data());
        head.post_empty(&format!("{}/ping", program.path())).await.data();
        let failed = loop {
            let newest = delivery(&program, &head, "pending").await;
            if newest["attempts"] == 1 {
                break newest;
            }
            pause().await;
        };
        assert_eq!(
            (&failed["last_error"], &failed["last_status"]),
            (&json!("refused"), &Value::Null),
            "{host}"
        );
    }
    assert!(sink.received().is_empty(), "no connection was made");
}

#[tokio::test]
async fn a_redirect_is_a_failure_and_is_not_followed() {
    let portal = portal_with(&LOOPBACK).await;
    let head = portal.class_admin().await;
    let sink = Sink::start(&portal.app).await;
    let program = connect(&head, &sink, &["user:read"]).await;
    sink.answer(302);
    head.post_empty(&format!("{}/ping", program.path())).await.data();
    sink.wait_for(1).await;
    let failed = loop {
        let newest = delivery(&program, &head, "pending").await;
        if newest["attempts"] == 1 {
            break newest;
        }
        pause().await;
    };
    assert_eq!((&failed["last_status"], sink.received().len()), (&json!(302), 1));
}

#[tokio::test]
async fn what_was_not_sent_before_a_restart_is_sent_after_it() {
    let portal = portal_with(&LOOPBACK).await;
    let (head, _) = (portal.class_admin().await, portal.member().await);
    let sink = Sink::start(&portal.app).await;
    let program = connect(&head, &sink, &["user:read"]).await;
    sink.answer(500);
    sign_in(&portal, "240111").await;
    let id = sink.wait_for(1).await[0].header("webhook-id");

    let portal = portal.restart(&[]).await;
    let again = Sink::start(&portal.app).await;
    let head = portal.client_of(UserId::parse("240100").unwrap()).await;
    head.put(&program.path(), &json!({ "webhookUrl": again.url })).await.data();
    assert_eq!(again.wait_while_time_passes(&portal, 1).await[0].header("webhook-id"), id);
}

#[tokio::test]
async fn nothing_is_sent_before_there_is_a_secret_and_nothing_that_was_narrowed_away() {
    let portal = portal_with(&LOOPBACK).await;
    let (head, alice) = (portal.class_admin().await, portal.member().await);
    let sink = Sink::start(&portal.app).await;
    let mut body = wanted("作业助手", &["user:read", "data:read"]);
    body["webhookUrl"] = json!(sink.url);
    let asked = alice.post("/api/integrations/requests", &body).await.data();
    let request = format!("/api/integrations/requests/{}", asked["id"]);
    head.post_empty(&format!("{request}/approve")).await.data();
    let ping = head.post_empty(&format!("/api/integrations/tokens/{}/ping", asked["id"])).await;
    assert_eq!(ping.json()["slug"], "integration_no_webhook", "there is no key to sign with");
    sign_in(&portal, "240111").await;
    assert!(sink.received().is_empty());

    let program = Program::of(&alice.post_empty(&format!("{request}/secret")).await.data());
    sink.answer(500);
    sign_in(&portal, "240111").await;
    sink.wait_while_time_passes(&portal, 1).await;
    head.put(&program.path(), &json!({ "scopes": ["data:read"] })).await.data();
    sink.answer(200);
    while head.get(&format!("{}/deliveries", program.path())).await.data()["deliveries"][0]["status"]
        != "dropped"
    {
        portal.advance(1);
        pause().await;
    }
    assert!(sink.received().iter().all(|one| one.header("x-service-event") == "user.signed_in"));
}

#[tokio::test]
async fn a_program_stops_with_the_account_of_the_member_who_runs_it() {
    let portal = portal_with(&LOOPBACK).await;
    let (admin, head, alice) = (portal.admin().await, portal.class_admin().await, portal.member().await);
    let asked =
        alice.post("/api/integrations/requests", &wanted("a", &["user:read", "data:write"])).await.data();
    let request = format!("/api/integrations/requests/{}", asked["id"]);
    head.post_empty(&format!("{request}/approve")).await.data();
    let program = Program::of(&alice.post_empty(&format!("{request}/secret")).await.data());
    let client = program.client(&portal);
    assert_eq!(client.get("/api/user/profile").await.status, 200);
    let plain = portal.anonymous().with("x-webhook-token", &program.token);
    let unsigned = plain.post(super::WEBHOOK, &json!({})).await;
    assert_eq!(unsigned.json()["slug"], "webhook_signature_needed", "a request is for signed events alone");
    head.put(&program.path(), &json!({ "signedOnly": false })).await.data();
    assert_eq!(plain.post(super::WEBHOOK, &json!({})).await.status, 200);

    portal.ban("240111", Some(kernel::user::Ban::default())).await;
    assert_eq!(client.get("/api/user/profile").await.status, 403);
    assert_eq!(plain.post(super::WEBHOOK, &json!({})).await.status, 403);
    portal.ban("240111", None).await;
    assert_eq!(client.get("/api/user/profile").await.status, 200);
    admin.delete("/api/admin/users/240111").await.data();
    // The account is gone at once, and the integration with the next reading of the list.
    assert_eq!(client.get("/api/user/profile").await.status, 401);
    assert_eq!(head.get(&program.path()).await.data()["status"], "revoked");
}

#[tokio::test]
async fn what_waits_while_the_sender_is_stopped_is_sent_when_it_starts() {
    let portal = portal_with(&LOOPBACK).await;
    let (head, _) = (portal.class_admin().await, portal.member().await);
    let sink = Sink::start(&portal.app).await;
    connect(&head, &sink, &["user:read"]).await;
    portal.app.tasks.stop_service(&portal.app.clock, "webhook-sender").await.unwrap();
    sign_in(&portal, "240111").await;
    assert!(sink.received().is_empty());
    portal.app.tasks.start_service(&portal.app.clock, "webhook-sender").await.unwrap();
    sink.wait_for(1).await;
}
