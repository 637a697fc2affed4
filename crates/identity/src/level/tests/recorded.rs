//! What the server sees itself, in the event log.

use kernel::events::{Audience, NewEvent};
use kernel::testing::Client;
use kernel::user::UserId;
use serde_json::{Value, json};

use super::{POSTS, claim, earned, info, portal};
use crate::level::Action;
use crate::testing::TestPortal;

/// Appends an event as another feature does.
async fn append(portal: &TestPortal, kind: &'static str, actor: &str, data: Value) {
    let actor = UserId::parse(actor);
    let append = portal.app.write(move |tx| {
        let event = NewEvent {
            feature: POSTS.name,
            kind: kind.to_owned(),
            polled: false,
            audience: Audience::All,
            actor,
            subject: "thing-1",
            data: data.clone(),
        };
        Ok(tx.emit(event)?)
    });
    append.await.unwrap();
}

async fn message(portal: &TestPortal, actor: &str) {
    append(portal, "message_sent", actor, Value::Null).await;
}

/// Waits until everything appended so far has been awarded: a witness's post comes last and always earns.
async fn awarded(portal: &TestPortal) {
    let witness = match portal.app.accounts().load(UserId::parse("240198").unwrap()).await.unwrap() {
        Some(facts) => portal.client_of(facts.user_id).await,
        None => portal.register("240198").await,
    };
    let before = info(&witness).await["exp"].as_i64().unwrap();
    let mut head = portal.app.events.head();
    append(portal, "post_created", "240198", Value::Null).await;
    while info(&witness).await["exp"].as_i64().unwrap() < before + 5 {
        head.changed().await.unwrap();
    }
}

async fn exp(client: &Client) -> i64 {
    info(client).await["exp"].as_i64().unwrap()
}

#[tokio::test]
async fn every_reward_is_earned_by_whom_it_says() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let for_actor = [
        ("message_sent", Action::SendMessage),
        ("post_created", Action::CreatePost),
        ("post_shared", Action::SharePost),
        ("comment_added", Action::AddComment),
    ];
    for (kind, _) in for_actor {
        append(&portal, kind, "240101", Value::Null).await;
    }
    append(&portal, "post_liked", "240101", json!({ "owner_id": "240102" })).await;
    awarded(&portal).await;

    let expected = for_actor.into_iter().map(|(_, action)| action.exp()).sum::<i64>();
    assert_eq!((exp(&alice).await, exp(&bob).await), (expected, Action::ReceiveLike.exp()));
}

#[tokio::test]
async fn messages_earn_up_to_the_days_limit_and_again_tomorrow() {
    let portal = portal().await;
    let alice = portal.register("240101").await;
    for _ in 0..25 {
        message(&portal, "240101").await;
    }
    awarded(&portal).await;
    assert_eq!(exp(&alice).await, 20);
    assert_eq!(claim(&alice, json!({ "action": "send_message", "ref": "more" })).await.1, 0);

    portal.advance(86_400);
    message(&portal, "240101").await;
    awarded(&portal).await;
    assert_eq!(exp(&alice).await, 21);
}

#[tokio::test]
async fn a_claim_of_what_the_server_has_seen_is_not_counted_twice() {
    let portal = portal().await;
    let alice = portal.register("240101").await;
    message(&portal, "240101").await;
    awarded(&portal).await;

    let body = json!({ "action": "send_message", "ref": "message-1" });
    assert_eq!(claim(&alice, body).await, ("该行为已由系统计入经验".into(), 0));
    assert_eq!(exp(&alice).await, 1);
}

#[tokio::test]
async fn nor_is_it_when_the_client_is_faster() {
    let portal = portal().await;
    let alice = portal.register("240101").await;
    assert_eq!(earned(&alice, json!({ "action": "send_message", "ref": "message-1" })).await, 1);

    message(&portal, "240101").await;
    awarded(&portal).await;
    assert_eq!(exp(&alice).await, 1);
    message(&portal, "240101").await;
    awarded(&portal).await;
    assert_eq!(exp(&alice).await, 2);
}

#[tokio::test]
async fn a_like_counts_once_for_its_owner_and_not_from_oneself() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    for _ in 0..3 {
        append(&portal, "post_liked", "240101", json!({ "owner_id": "240102" })).await;
    }
    append(&portal, "post_liked", "240102", json!({ "owner_id": "240102" })).await;
    append(&portal, "post_liked", "240101", json!({ "owner_id": "nobody" })).await;
    awarded(&portal).await;

    assert_eq!((exp(&alice).await, exp(&bob).await), (0, 2));
}

#[tokio::test]
async fn events_without_a_member_earn_nothing_for_anyone() {
    let portal = portal().await;
    message(&portal, "").await;
    message(&portal, "240177").await;
    awarded(&portal).await;

    let late = portal.register("240177").await;
    assert_eq!(exp(&late).await, 0);
}

#[tokio::test]
async fn what_happened_is_paid_once_across_a_restart() {
    let portal = portal().await;
    portal.register("240101").await;
    message(&portal, "240101").await;
    awarded(&portal).await;
    message(&portal, "240101").await;
    let portal = portal.restart(&[]).await;
    awarded(&portal).await;

    let alice = portal.client_of(UserId::parse("240101").unwrap()).await;
    assert_eq!(exp(&alice).await, 2);
    assert_eq!(alice.get("/api/level/log").await.data().as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn two_nodes_read_one_log_and_pay_once() {
    let portal = portal().await;
    let alice = portal.register("240101").await;
    let features: Vec<_> = crate::FEATURES.iter().copied().chain([POSTS]).collect();
    let setup = kernel::testing::TestSetup { features: &features, accounts: crate::accounts, variables: &[] };
    let _second = portal.second_node(setup).await;
    for _ in 0..10 {
        message(&portal, "240101").await;
    }
    // A node learns of what the other has written by looking every half second.
    while exp(&alice).await < 10 {
        portal.advance(1);
    }
    awarded_by_either(&portal).await;

    assert_eq!(exp(&alice).await, 10);
    assert_eq!(alice.get("/api/level/log").await.data().as_array().unwrap().len(), 10);
}

/// As [`awarded`], when it may be the other node that awards.
async fn awarded_by_either(portal: &TestPortal) {
    let witness = portal.register("240198").await;
    append(portal, "post_created", "240198", Value::Null).await;
    while exp(&witness).await < 5 {
        portal.advance(1);
    }
}
