//! Who is told that their account is enabled again.

use jiff::SignedDuration;
use kernel::user::Ban;

use super::*;

const USERS: &str = "/api/admin/users";

async fn bulk(client: &Client, users: Value, status: &str) -> Value {
    let body = json!({ "user_ids": users, "status": status });
    client.post(&format!("{USERS}/bulk-status"), &body).await.data()["affected"].clone()
}

/// How many notifications a member has.
async fn count(portal: &TestPortal, user: &str) -> usize {
    let client = portal.client_of(id(user)).await;
    items(&inbox(&client, "").await).len()
}

#[tokio::test]
async fn a_member_whose_ban_is_lifted_is_told_once_and_not_by_whom() {
    let portal = portal().await;
    let (head, _) = (portal.class_admin().await, two(&portal).await);
    let path = format!("{USERS}/240101/status");
    for status in ["disabled", "disabled", "active", "active"] {
        head.patch(&path, &json!({ "status": status })).await.data();
    }
    let alice = portal.client_of(id("240101")).await;
    let shown = inbox(&alice, "").await;
    assert_eq!((items(&shown).len(), &shown["notifications"][0]["kind"]), (1, &json!("account")));
    assert_eq!(
        (&shown["notifications"][0]["title"], &shown["notifications"][0]["sender_id"]),
        (&json!("你的账号已恢复使用"), &json!(""))
    );
    assert_eq!(count(&portal, "240102").await, 0);
    let events = events(&portal).await;
    assert_eq!(
        (events.len(), events[0].audience.as_str(), events[0].actor_id.as_str()),
        (1, "user:240101", "")
    );

    // Out again, and in again.
    portal.ban("240101", Some(Ban::default())).await;
    portal.ban("240101", None).await;
    assert_eq!(count(&portal, "240101").await, 2);
}

#[tokio::test]
async fn enabling_somebody_active_tells_nobody_anything() {
    let portal = portal().await;
    let (head, _) = (portal.class_admin().await, two(&portal).await);
    head.patch(&format!("{USERS}/240101/status"), &json!({ "status": "active" })).await.data();
    assert_eq!(bulk(&head, json!("all"), "active").await, 0);
    assert!(events(&portal).await.is_empty());
}

#[tokio::test]
async fn whoever_a_ban_let_in_by_its_end_is_not_told_that_it_is_lifted() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    for user in ["240101", "240102"] {
        portal.register(user).await;
        let end = portal.now() + SignedDuration::from_secs(60);
        portal.ban(user, Some(Ban { expires_at: Some(end), reason: None })).await;
    }
    portal.advance(60);
    head.patch(&format!("{USERS}/240101/status"), &json!({ "status": "active" })).await.data();
    bulk(&head, json!("all"), "active").await;
    assert!(events(&portal).await.is_empty());
}

#[tokio::test]
async fn of_many_who_are_let_in_those_are_told_who_were_out() {
    let portal = portal().await;
    let (head, admin) = (portal.class_admin().await, portal.admin().await);
    for user in ["240101", "240102", "240103", "240201"] {
        portal.register(user).await;
    }
    for user in ["240101", "240103", "240201"] {
        portal.ban(user, Some(Ban::default())).await;
    }
    // Those of another class and those who are not named stay out.
    assert_eq!(bulk(&head, json!(["240101", "240102", "240201", "249999"]), "active").await, 1);
    assert_eq!(told(&portal).await, [event("added", "user:240101")]);
    assert_eq!(bulk(&admin, json!("all"), "active").await, 2);
    assert_eq!(told(&portal).await[1..], [event("added", "user:240103|user:240201")]);
    for (user, expected) in [("240101", 1), ("240102", 0), ("240103", 1), ("240201", 1), ("240100", 0)] {
        assert_eq!(count(&portal, user).await, expected, "{user}");
    }
    assert_eq!(bulk(&admin, json!("all"), "disabled").await, 4);
    assert_eq!(told(&portal).await.len(), 2, "who is put out is not told here");
}

#[tokio::test]
async fn a_member_whom_the_operator_lets_in_is_told_too() {
    let portal = portal().await;
    portal.register("240101").await;
    for disabled in [true, false] {
        crate::user::cli_set_status(&portal.app, id("240101"), disabled).await.unwrap();
    }
    assert_eq!(count(&portal, "240101").await, 1);
}
