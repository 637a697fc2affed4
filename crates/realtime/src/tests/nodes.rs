//! Several nodes on one database.

use futures_util::join;
use identity::testing::TestPortal;
use kernel::testing::{TestApp, TestSetup};
use serde_json::json;

use super::*;

async fn second_node(portal: &TestPortal) -> TestApp {
    let features: Vec<_> = identity::FEATURES.iter().copied().chain([FEATURE]).collect();
    let setup = TestSetup { features: &features, accounts: identity::accounts, variables: &[] };
    portal.advance(1);
    portal.second_node(setup).await
}

/// Lets the other nodes look for what this one wrote.
async fn while_the_others_look<T>(portal: &TestPortal, work: impl Future<Output = T>) -> T {
    let mut work = std::pin::pin!(work);
    loop {
        tokio::select! {
            biased;
            done = &mut work => return done,
            () = tokio::task::yield_now() => portal.app.clock.advance(std::time::Duration::from_millis(1)),
        }
    }
}

#[tokio::test]
async fn what_is_published_on_one_node_arrives_on_the_other() {
    let portal = portal().await;
    let alice = portal.member().await;
    let other = second_node(&portal).await;
    let there = other.anonymous().bearing(&alice.token().unwrap());
    let tab = register(&there).await;

    let (answer, _) =
        while_the_others_look(&portal, async { join!(tab.poll(), publish(&alice, "one")) }).await;
    assert_eq!(names(&answer), ["one"]);
    other.app.stop().await;
}

#[tokio::test]
async fn a_reset_by_an_admin_on_one_node_ends_what_waits_on_the_other() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let other = second_node(&portal).await;
    let tab = register(&other.anonymous().bearing(&alice.token().unwrap())).await;
    let reset = head.post_empty("/api/admin/users/240111/reset-password");
    let (ended, made) = while_the_others_look(&portal, async { join!(tab.ask(""), reset) }).await;
    made.data();
    assert_eq!(ended.refusal(), "401 登录已过期");
    assert_eq!(tab.client.get("/api/user/profile").await.refusal(), "401 登录已过期");
    other.app.stop().await;
}

#[tokio::test]
async fn a_poll_that_comes_to_another_node_goes_on_there() {
    let portal = portal().await;
    let alice = portal.member().await;
    let other = second_node(&portal).await;
    let tab = register(&alice).await;
    publish(&alice, "one").await;
    let seen = tab.poll().await;
    publish(&alice, "two").await;

    let there = Tab { client: other.anonymous().bearing(&alice.token().unwrap()), ..tab.clone() };
    let answer = while_the_others_look(&portal, there.poll_after(last_seq(&seen))).await;
    assert_eq!(names(&answer), ["two"]);
    assert_eq!(there.ask("since_seq=0").await.data()["reset"], json!(null));

    // The other node is behind, which is no reason to reload.
    let ahead = publish(&alice, "three").await;
    let (answer, _) = while_the_others_look(&portal, async {
        join!(there.poll_after(ahead), async {
            until(|| other.app.events.followed() >= ahead).await;
            publish(&alice, "four").await
        })
    })
    .await;
    assert_eq!((names(&answer), &answer["reset"]), (vec!["four"], &json!(null)));
    other.app.stop().await;
}
