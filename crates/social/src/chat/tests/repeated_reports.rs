//! Members who report the same message twice.

use super::reports::{Reported, decide, first, report, reported};
use super::*;

async fn total(moderator: &Client, status: &str) -> Value {
    moderator.get(&format!("/api/moderation/cases?status={status}")).await.data()["total"].clone()
}

#[tokio::test]
async fn what_was_kept_is_reported_again_by_the_same_member_only_once_it_says_something_else() {
    let portal = portal().await;
    let Reported { alice, bob, lead, message, case } = reported(&portal, "还好").await;
    decide(&lead, &case, "keep").await.data();
    report(&alice, &message, "").await.data();
    assert_eq!(total(&lead, "open").await, 0, "it was decided on");
    portal.advance(1);
    bob.patch(&path(&message, ""), &json!({ "content": "骂人的话" })).await.data();
    report(&alice, &message, "").await.data();
    let case = first(&lead, "open").await;
    assert_eq!((&case["words"], &case["reporters"]), (&json!("骂人的话"), &json!(1)));
}

#[tokio::test]
async fn what_a_report_has_found_is_not_lost_when_its_author_changes_it() {
    let portal = portal().await;
    let Reported { bob, lead, message, .. } = reported(&portal, "骂人的话").await;
    let carol = portal.register("240103").await;
    bob.patch(&path(&message, ""), &json!({ "content": "大家好" })).await.data();
    portal.advance(1);
    report(&carol, &message, "").await.data();
    let case = first(&lead, "open").await;
    assert_eq!((&case["words"], &case["reporters"]), (&json!("骂人的话"), &json!(2)));
    let opened = lead.get(&format!("/api/moderation/cases/{}", case["id"].as_str().unwrap())).await.data();
    assert_eq!(opened["quotes"][0]["text"], "大家好");
    let said: Vec<&Value> = opened["reports"].as_array().unwrap().iter().map(|one| &one["words"]).collect();
    assert_eq!(said, [&Value::Null, &json!("大家好")]);
}

#[tokio::test]
async fn a_week_later_a_report_of_what_was_kept_unchanged_is_repeated_still() {
    let portal = portal().await;
    let Reported { lead, message, case, .. } = reported(&portal, "还好").await;
    decide(&lead, &case, "keep").await.data();
    portal.advance(8 * 86_400);
    moderation::forget_settled(&portal.app).await.unwrap();
    let client = async |id: &str| portal.client_of(UserId::parse(id).unwrap()).await;
    let (alice, lead) = (client("240101").await, client("240100").await);
    report(&alice, &message, "").await.data();
    assert_eq!(total(&lead, "open").await, 0);
}

#[tokio::test]
async fn what_was_restored_can_be_reported_again() {
    let portal = portal().await;
    let Reported { alice, lead, message, case, .. } = reported(&portal, "骂人的话").await;
    decide(&lead, &case, "remove").await.data();
    decide(&lead, &case, "restore").await.data();
    report(&alice, &message, "").await.data();
    assert_eq!(total(&lead, "open").await, 1);
}
