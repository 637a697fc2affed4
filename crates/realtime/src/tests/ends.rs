//! What ends a poll that waits.

use std::pin::pin;

use futures_util::{join, poll};
use kernel::user::{Ban, UserId};
use serde_json::json;

use super::*;

#[tokio::test]
async fn a_ban_ends_the_poll_that_waits() {
    let portal = portal().await;
    let tab = register(&portal.member().await).await;
    let (answer, ()) = join!(tab.ask(""), async {
        parked(&portal, 1).await;
        portal.ban("240111", Some(Ban { expires_at: None, reason: Some("test".into()) })).await;
    });
    assert_eq!(answer.refusal(), "403 该账号已被禁用");
    assert_eq!(answer.json()["ban_reason"], "test");
    assert_eq!(hub(&portal).polls.count().1, 0);
    assert_eq!(tab.ask("").await.status.as_u16(), 403);

    portal.ban("240111", None).await;
    publish(&tab.client, "one").await;
    assert_eq!(names(&tab.poll().await), ["one"], "the registration has kept its place");
}

#[tokio::test]
async fn signing_out_ends_the_polls_of_that_token_alone() {
    let portal = portal().await;
    let alice = portal.member().await;
    let phone = portal.client_of(UserId::parse("240111").unwrap()).await;
    let (tab, other) = (register(&alice).await, register(&phone).await);
    let (ended, goes_on, ()) = join!(tab.ask(""), other.poll(), async {
        parked(&portal, 2).await;
        alice.post_empty("/api/auth/logout").await.data();
        parked(&portal, 1).await;
        publish(&phone, "one").await;
    });
    assert_eq!(ended.refusal(), "401 登录已过期");
    assert_eq!(names(&goes_on), ["one"]);
}

#[tokio::test]
async fn a_password_change_ends_the_polls_of_the_other_sessions() {
    let portal = portal().await;
    let alice = portal.member().await;
    let phone = portal.client_of(UserId::parse("240111").unwrap()).await;
    let tab = register(&phone).await;
    let change = json!({ "old_password": identity::testing::PASSWORD, "new_password": "another horse 2",
                         "confirm_password": "another horse 2" });
    let (ended, changed) = join!(tab.ask(""), async {
        parked(&portal, 1).await;
        alice.put("/api/user/change-password", &change).await
    });
    assert_eq!(changed.status.as_u16(), 200, "{}", changed.text());
    assert_eq!(ended.refusal(), "401 登录已过期");
}

#[tokio::test]
async fn a_reset_by_an_admin_ends_the_poll_that_waits() {
    let portal = portal().await;
    let (tab, head) = (register(&portal.member().await).await, portal.class_admin().await);
    let (ended, made) = join!(tab.ask(""), async {
        parked(&portal, 1).await;
        head.post_empty("/api/admin/users/240111/reset-password").await
    });
    made.data();
    assert_eq!(ended.refusal(), "401 登录已过期");
}

#[tokio::test]
async fn the_servers_stop_answers_polls_at_once_and_none_waits_any_more() {
    let portal = portal().await;
    let tab = register(&portal.member().await).await;
    let (answer, ()) = join!(tab.poll(), async {
        parked(&portal, 1).await;
        portal.app.ask_to_stop();
    });
    assert_eq!(answer["events"], json!([]));
    until(|| !portal.app.tasks.running().contains(&"realtime-feed")).await;
    assert_eq!(tab.poll().await["events"], json!([]), "while the ports drain");
}

#[tokio::test]
async fn a_client_that_leaves_is_forgotten_and_its_registration_stays() {
    let portal = portal().await;
    let tab = register(&portal.member().await).await;
    {
        let mut leaving = pin!(tab.ask(""));
        while hub(&portal).polls.count().1 == 0 {
            assert!(poll!(&mut leaving).is_pending());
            tokio::task::yield_now().await;
        }
    }
    assert_eq!(hub(&portal).polls.count(), (1, 0));
    assert!(portal.app.connections.is_empty());
}
