//! Waiting, registrations, limits, audiences.

use std::time::Duration;

use axum::http::StatusCode;
use futures_util::future::join_all;
use futures_util::join;
use identity::testing::TestPortal;
use identity::user::set_office;
use kernel::apps::AppEvent;
use kernel::events::{Audience, NewEvent};
use kernel::user::UserId;
use serde_json::{Value, json};

use super::*;

const UNREGISTERED: &str = "401 轮询通道未注册或已过期，请重新注册";

#[tokio::test]
async fn a_poll_that_waits_is_answered_by_what_is_published() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240201").await);
    let tab = register(&alice).await;
    let body = json!({ "event": "my-app.updated", "payload": { "rows": [1, 2.5, "三"] }, "app_name": "my-app",
                       "sender_id": "240000", "type": "system" });

    let (answer, published) = join!(tab.poll_after(tab.seq), async {
        parked(&portal, 1).await;
        bob.post("/api/realtime/publish", &body).await.data()
    });

    let seq = published["seq"].as_i64().unwrap();
    let now = portal.app.clock.now_ms();
    assert_eq!(published["server_time"], now);
    assert_eq!(
        answer,
        json!({
            // Later than the time that the registration bore, at which the clock still stands.
            "events": [{ "ts": now + 1, "seq": seq, "event": {
                "type": "extension_event", "app_name": "my-app", "event": "my-app.updated",
                "payload": { "rows": [1, 2.5, "三"] }, "sender_id": "240201", "created_at": "2026-09-01T00:00:00.000Z",
            } }],
            "server_time": answer["server_time"], "last_seq": seq,
        })
    );
    assert!(answer["server_time"].as_i64().unwrap() > now);
}

#[tokio::test]
async fn what_the_server_says_has_its_own_name_and_fields() {
    let portal = portal().await;
    let tab = register(&portal.member().await).await;
    portal.app.clock.advance(Duration::from_millis(5));
    let switched = portal.app.write(move |tx| {
        let switched = AppEvent::Switched {
            app_name: "chess".into(),
            enabled: false,
            updated_by: UserId::parse("240000").unwrap(),
            class: None,
        };
        Ok(tx.emit(NewEvent::new(&switched, Audience::All))?)
    });
    switched.await.unwrap();

    let answer = tab.poll().await;
    let event = json!({ "type": "market_app_control_changed", "appName": "chess", "enabled": false,
                        "updatedBy": "240000", "created_at": "2026-09-01T00:00:00.005Z" });
    assert_eq!(answer["events"][0]["event"], event);
}

#[tokio::test]
async fn nothing_else_of_the_log_is_polled_and_the_cursor_moves_over_it() {
    let portal = portal().await;
    let tab = register(&portal.member().await).await;
    portal.register("240113").await; // told to the log as `user.registered`
    portal.settle().await;
    let head = portal.app.events.followed();
    assert!(head > tab.seq);
    shown(&portal, head).await;
    let (answer, ()) = join!(tab.poll_after(tab.seq), async {
        parked(&portal, 1).await;
        portal.advance(25);
    });
    assert_eq!((&answer["events"], last_seq(&answer)), (&json!([]), head));
}

#[tokio::test]
async fn an_empty_answer_comes_within_25_seconds_and_not_before() {
    let portal = portal().await;
    let tab = register(&portal.member().await).await;
    let (answer, ()) = join!(tab.poll(), async {
        parked(&portal, 1).await;
        portal.advance(24);
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert_eq!(hub(&portal).polls.count(), (1, 1));
        portal.advance(1);
    });
    let now = portal.app.clock.now_ms();
    assert_eq!(
        answer,
        json!({ "events": [], "server_time": now, "last_seq": hub(&portal).feed.shown().seq })
    );
    assert_eq!(hub(&portal).polls.count(), (1, 0));
}

#[tokio::test]
async fn two_registrations_of_one_user_do_not_steal_from_each_other() {
    let portal = portal().await;
    let alice = portal.member().await;
    let (left, right) = (register(&alice).await, register(&alice).await);
    let (a, b, _) = join!(left.poll(), right.poll(), async {
        parked(&portal, 2).await;
        publish(&alice, "one").await
    });
    assert_eq!((names(&a), names(&b)), (vec!["one"], vec!["one"]));

    publish(&alice, "two").await;
    assert_eq!(names(&left.poll().await), ["two"]);
    shown(&portal, publish(&alice, "three").await).await;
    assert_eq!(names(&right.poll().await), ["two", "three"]);
    assert_eq!(names(&left.poll().await), ["three"]);
}

#[tokio::test]
async fn a_second_poll_of_a_registration_ends_the_first_empty_and_takes_its_place() {
    let portal = portal().await;
    let alice = portal.member().await;
    let tab = register(&alice).await;
    let (first, second) = join!(tab.poll(), async {
        parked(&portal, 1).await;
        let (second, _) = join!(tab.poll(), async {
            until(|| hub(&portal).polls.count().1 == 1).await;
            publish(&alice, "one").await
        });
        second
    });
    assert_eq!((&first["events"], last_seq(&first)), (&json!([]), tab.seq));
    assert_eq!(names(&second), ["one"]);
    // The first answer did not move the cursor back.
    publish(&alice, "two").await;
    assert_eq!(names(&tab.poll().await), ["two"]);
}

#[tokio::test]
async fn without_a_poll_id_the_newest_registration_of_the_token_is_meant() {
    let portal = portal().await;
    let alice = portal.member().await;
    let phone = portal.client_of(UserId::parse("240111").unwrap()).await;
    assert_eq!(alice.get("/api/realtime/poll").await.refusal(), UNREGISTERED);
    register(&alice).await;
    assert_eq!(phone.get("/api/realtime/poll").await.refusal(), UNREGISTERED, "another token");
    publish(&alice, "one").await;
    assert_eq!(names(&alice.get("/api/realtime/poll?since=&since_seq=").await.data()), ["one"]);

    alice.post_empty("/api/realtime/poll/unregister").await.data();
    assert_eq!(alice.get("/api/realtime/poll").await.refusal(), UNREGISTERED);
    assert_eq!(alice.post_empty("/api/realtime/poll/unregister").await.data(), Value::Null, "twice is fine");
}

#[tokio::test]
async fn nobody_polls_or_ends_the_registration_of_another() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let tab = register(&alice).await;
    assert_eq!(bob.get(&tab.at("since_seq=0")).await.refusal(), UNREGISTERED);
    bob.post("/api/realtime/poll/unregister", &json!({ "poll_id": tab.poll_id })).await.data();
    assert_eq!(hub(&portal).polls.count().0, 1);
    assert_eq!(portal.anonymous().get(&tab.at("")).await.refusal(), "401 未登录");
    for id in ["x", "00000000-0", "0000-0000-0000", "%F0%9F%98%80"] {
        let answer = alice.get(&format!("/api/realtime/poll?poll_id={id}&since_seq=0")).await;
        assert_eq!(answer.refusal(), UNREGISTERED, "{id}");
    }
    alice.post("/api/realtime/poll/unregister", &json!({ "poll_id": tab.poll_id })).await.data();
    assert_eq!(
        alice.get(&tab.at("since_seq=0")).await.refusal(),
        UNREGISTERED,
        "an id of this process is known or over"
    );
}

#[tokio::test]
async fn unregistering_answers_the_poll_that_waits() {
    let portal = portal().await;
    let alice = portal.member().await;
    let tab = register(&alice).await;
    let (answer, _) = join!(tab.poll(), async {
        parked(&portal, 1).await;
        alice.post_empty(&format!("/api/realtime/poll/unregister?poll_id={}", tab.poll_id)).await.data()
    });
    assert_eq!(answer["events"], json!([]));
}

#[tokio::test]
async fn a_registration_ends_after_five_idle_minutes_and_the_next_one_resumes() {
    let portal = portal().await;
    let alice = portal.member().await;
    let tab = register(&alice).await;
    portal.advance(299);
    publish(&alice, "one").await;
    let cursor = last_seq(&tab.poll().await);
    portal.advance(301);
    publish(&alice, "two").await;
    assert_eq!(alice.get(&tab.at(&format!("since_seq={cursor}"))).await.refusal(), UNREGISTERED);
    until(|| hub(&portal).polls.count().0 == 0).await;

    let again = register(&alice).await;
    assert_eq!(names(&again.poll_after(cursor).await), ["two"]);
}

#[tokio::test]
async fn a_user_has_at_most_twenty_registrations_and_the_oldest_goes() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let others = register(&bob).await;
    // One after another: of twenty at once nobody knows which is the oldest.
    let oldest = register(&alice).await;
    for _ in 1..20 {
        register(&alice).await;
    }
    publish(&bob, "one").await;
    assert_eq!(names(&oldest.poll().await), ["one"]);

    let (waiting, ()) = join!(oldest.ask(""), async {
        parked(&portal, 1).await;
        register(&alice).await;
    });
    assert_eq!(waiting.data()["events"], json!([]), "the poll of the oldest is answered");
    assert_eq!(hub(&portal).polls.count(), (21, 0));
    assert_eq!(oldest.ask("").await.refusal(), UNREGISTERED);
    assert_eq!(names(&others.poll().await), ["one"]);
}

#[tokio::test]
async fn polls_draw_from_their_registration_and_publishing_from_the_user() {
    let portal =
        TestPortal::with(&[FEATURE], &[("RATE_LIMIT_POLL", "2/1"), ("RATE_LIMIT_USER", "5/60")]).await;
    let alice = portal.member().await;
    let (left, right) = (register(&alice).await, register(&alice).await);
    publish(&alice, "one").await;

    for _ in 0..2 {
        assert_eq!(alice.get(&left.at("since_seq=0")).await.header("x-ratelimit-limit"), "2");
    }
    let refused = alice.get(&left.at("since_seq=0")).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(alice.get(&right.at("since_seq=0")).await.status, StatusCode::OK, "its own bucket");
    assert_eq!(alice.get(&right.at("since_seq=x")).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(
        alice.get(&right.at("since_seq=0")).await.status,
        StatusCode::TOO_MANY_REQUESTS,
        "malformed ones count"
    );
    portal.advance(1);
    assert_eq!(alice.get(&left.at("since_seq=0")).await.status, StatusCode::OK);

    let published = alice.post("/api/realtime/publish", &json!({ "event": "two" })).await;
    assert_eq!(published.header("x-ratelimit-remaining"), "1", "two registrations and two events of five");
    for (id, status) in [("x", 401), ("y", 401), ("z", 429)] {
        let answer = alice.get(&format!("/api/realtime/poll?poll_id={id}")).await;
        assert_eq!(answer.status.as_u16(), status, "strangers share one bucket");
    }
}

#[tokio::test]
async fn everyone_sees_what_is_theirs_and_nothing_else() {
    let portal = portal().await;
    let (member, officer, other) =
        (portal.member().await, portal.officer(&[]).await, portal.register("240205").await);
    let (class_admin, admin) = (portal.class_admin().await, portal.admin().await);
    let clients = [&member, &officer, &class_admin, &other, &admin];
    let tabs = join_all(clients.iter().map(|client| register(client))).await;
    for audience in ["all", "class:01", "class:02", "user:240111", "role:officer", "role:admin"] {
        let seq = publish_to(&admin, audience, audience).await;
        shown(&portal, seq).await;
    }
    let mut seen = Vec::new();
    for tab in &tabs {
        let answer = tab.poll().await;
        seen.push(names(&answer).join(" "));
    }
    let wanted = [
        "all class:01 user:240111",
        "all class:01 role:officer",
        "all class:01 role:officer role:admin",
        "all class:02",
        "all role:officer role:admin",
    ];
    assert_eq!(seen, wanted);
}

#[tokio::test]
async fn an_event_for_others_wakes_nobody_else() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240201").await);
    let (hers, his) = (register(&alice).await, register(&bob).await);
    let (to_her, to_him, ()) = join!(hers.poll(), his.poll(), async {
        parked(&portal, 2).await;
        let seq = publish_to(&alice, "one", "class").await;
        shown(&portal, seq).await;
        parked(&portal, 1).await;
        publish(&alice, "two").await;
    });
    assert_eq!((names(&to_her), names(&to_him)), (vec!["one"], vec!["two"]));
}

#[tokio::test]
async fn rights_taken_while_a_poll_waits_are_gone_when_it_is_answered() {
    let portal = portal().await;
    let (officer, class_admin) = (portal.officer(&[]).await, portal.class_admin().await);
    let tab = register(&officer).await;
    let (answer, ()) = join!(tab.poll(), async {
        parked(&portal, 1).await;
        let user = UserId::parse("240112").unwrap();
        portal.app.write(move |tx| Ok(set_office(tx, user, None)?)).await.unwrap();
        publish_to(&class_admin, "secret", "role:officer").await;
    });
    assert_eq!(answer["events"], json!([]));
}
