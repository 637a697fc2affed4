//! Members who report the same message twice.

use super::reports::{decide, first, report};
use super::*;

async fn total(moderator: &Client, status: &str) -> Value {
    moderator.get(&format!("/api/moderation/cases?status={status}")).await.data()["total"].clone()
}

#[tokio::test]
async fn what_was_kept_is_reported_again_by_the_same_member_only_once_it_says_something_else() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    let message = send_message(&bob, "class_01", "还好").await;
    report(&alice, &message, "").await.data();
    decide(&lead, &first(&lead, "open").await, "keep").await.data();
    report(&alice, &message, "").await.data();
    assert_eq!(total(&lead, "open").await, 0, "it was decided on");
    bob.patch(&path(&message, ""), &json!({ "content": "骂人的话" })).await.data();
    report(&alice, &message, "").await.data();
    let case = first(&lead, "open").await;
    assert_eq!((&case["words"], &case["reporters"]), (&json!("骂人的话"), &json!(1)));
}

#[tokio::test]
async fn what_changes_while_it_waits_is_judged_as_it_was_when_it_was_reported_last() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    let message = send_message(&bob, "class_01", "骂人的话").await;
    report(&alice, &message, "").await.data();
    bob.patch(&path(&message, ""), &json!({ "content": "更难听的话" })).await.data();
    assert_eq!(first(&lead, "open").await["words"], "骂人的话");
    report(&alice, &message, "").await.data();
    let case = first(&lead, "open").await;
    assert_eq!((&case["words"], &case["reporters"]), (&json!("更难听的话"), &json!(1)));
}

#[tokio::test]
async fn what_was_restored_can_be_reported_again() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    let message = send_message(&bob, "class_01", "骂人的话").await;
    report(&alice, &message, "").await.data();
    let case = first(&lead, "open").await;
    decide(&lead, &case, "remove").await.data();
    decide(&lead, &case, "restore").await.data();
    report(&alice, &message, "").await.data();
    assert_eq!(total(&lead, "open").await, 1);
}
