//! Ticking what is done.

use futures_util::future::join_all;

use super::*;

#[tokio::test]
async fn a_tick_counts_once_and_is_told_to_the_member_and_the_author() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let made = write(&lead, json!({})).await;
    let (path, done) = (member(&made, "/done"), json!({ "done": true }));
    let answers = join_all((0..50).map(|_| alice.put(&path, &done))).await;
    let first = answers[0].data()["done_at"].clone();
    assert!(first.is_string() && answers.iter().all(|answer| answer.data()["done_at"] == first));
    let told = events(&portal, "homework", "changed").await;
    assert_eq!((told.len(), told[0].audience.as_str()), (1, "user:240111|user:240100"));
    assert_eq!(told[0].data, made["id"].to_string().replacen("", "{\"id\":", 1) + "}");

    portal.advance(60);
    assert_eq!(tick(&alice, &made, true).await["done_at"], first, "the first time stands");
    assert_eq!(tick(&alice, &made, false).await["done_at"], Value::Null);
    tick(&alice, &made, false).await;
    assert_eq!(events(&portal, "homework", "changed").await.len(), 2, "what changes nothing is not told");
}

#[tokio::test]
async fn what_is_ticked_is_no_news_any_more() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let made = write(&lead, json!({})).await;
    lead.post_empty(&staff(&made, "/remind")).await.data();
    let unread = async || alice.get("/api/notifications/unread").await.data()["unread"].clone();
    assert_eq!(unread().await, 2);
    tick(&alice, &made, true).await;
    assert_eq!(unread().await, 0);
}

#[tokio::test]
async fn desktops_hear_that_a_member_has_done_something() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let made = write(&lead, json!({})).await;
    let poll = lead.post_empty("/api/chat/poll/register").await.data();
    tick(&alice, &made, true).await;
    portal.settle().await;
    let (id, seq) = (poll["poll_id"].as_str().unwrap(), &poll["seq"]);
    let told = lead.get(&format!("/api/chat/poll?poll_id={id}&since_seq={seq}")).await.data();
    let all = told["events"].as_array().unwrap().iter().map(|one| &one["event"]);
    let frames: Vec<_> = all.filter(|frame| frame["type"] == "homework_changed").collect();
    assert_eq!(frames.len(), 1, "{told}");
    assert_eq!(frames[0]["id"], made["id"]);
}
