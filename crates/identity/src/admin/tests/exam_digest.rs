//! What members are told after an exam.

use kernel::app::iso;

use super::*;
use crate::exam_digest::send_due;
use crate::notifications::{self, NewNotification};

const EXAM: &str = "/api/admin/exam-mode";
const MINUTE: u64 = 60;

/// Members of classes 01 and 02, and the admin of all.
async fn portal() -> TestPortal {
    let portal = TestPortal::new(&[]).await;
    portal.admin().await;
    for user in ["240101", "240102", "240201"] {
        portal.register(user).await;
    }
    portal
}

async fn admin(portal: &TestPortal) -> Client {
    portal.client_of(id("240000")).await
}

/// So many minutes from now.
fn at(portal: &TestPortal, minutes: i64) -> String {
    iso(portal.app.clock.now_ms() + minutes * 60_000)
}

/// Sets the exam of a class, or of the whole portal, from now on.
async fn begin(portal: &TestPortal, class: Option<&str>, minutes: i64) {
    let until = at(portal, minutes);
    admin(portal).await.put(EXAM, &json!({ "class": class, "from": null, "until": until })).await.data();
}

async fn end(portal: &TestPortal, class: Option<&str>) {
    admin(portal).await.put(EXAM, &json!({ "class": class, "until": null })).await.data();
}

/// Tells members that their accounts are enabled again.
async fn notify(portal: &TestPortal, subject: &'static str, users: &[&str]) {
    let users: Vec<UserId> = users.iter().map(|user| id(user)).collect();
    let told = portal.app.write(move |tx| {
        let kind = notifications::kind_named(tx.app(), "account").unwrap();
        let new = NewNotification { kind, topic: "", subject, event_seq: 0, sender: None, content: "" };
        Ok(notifications::notify(tx, &new, users.iter().copied())?)
    });
    told.await.unwrap();
}

/// The texts of the digests of a member, newest first.
async fn digests(portal: &TestPortal, user: &str) -> Vec<String> {
    send_due(&portal.app).await.unwrap();
    let inbox = portal.client_of(id(user)).await.get("/api/notifications").await.data();
    let items = inbox["notifications"].as_array().unwrap();
    let digests = items.iter().filter(|item| item["kind"] == "exam_digest");
    digests.map(|item| item["text"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn whoever_sat_an_exam_is_told_once_after_its_end_what_came_meanwhile() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    notify(&portal, "before", &["240101"]).await;
    portal.advance(MINUTE);
    begin(&portal, Some("01"), 90).await;
    portal.advance(30 * MINUTE);
    notify(&portal, "during", &["240101", "240201", "240100"]).await;
    notify(&portal, "again", &["240101"]).await;
    assert!(digests(&portal, "240101").await.is_empty(), "the exam is on");
    portal.advance(60 * MINUTE);
    assert_eq!(digests(&portal, "240101").await, ["期间收到：账号 2"]);
    assert_eq!(digests(&portal, "240101").await.len(), 1, "once");
    for (user, why) in
        [("240102", "nothing came"), ("240201", "of another class"), ("240100", "a class admin sits none")]
    {
        assert!(digests(&portal, user).await.is_empty(), "{user}: {why}");
    }
    assert!(head.get(EXAM).await.data()["until"].is_null());

    let english = portal.client_of(id("240101")).await.with("accept-language", "en");
    let item = english.get("/api/notifications").await.data()["notifications"][0].clone();
    assert_eq!(
        (&item["title"], &item["text"], &item["link"]),
        (&json!("The exam is over"), &json!("Meanwhile: Your account 2"), &Value::Null)
    );
    let portal = portal.restart(&[]).await;
    assert_eq!(digests(&portal, "240101").await.len(), 1);
}

#[tokio::test]
async fn what_was_read_during_an_exam_is_not_told_again() {
    let portal = portal().await;
    begin(&portal, Some("01"), 90).await;
    portal.advance(MINUTE);
    notify(&portal, "during", &["240101"]).await;
    portal.client_of(id("240101")).await.post("/api/notifications/read-all", &json!({})).await.data();
    portal.advance(90 * MINUTE);
    assert!(digests(&portal, "240101").await.is_empty());
}

#[tokio::test]
async fn an_exam_that_is_ended_early_or_made_longer_is_one_digest() {
    let portal = portal().await;
    begin(&portal, Some("01"), 60).await;
    portal.advance(10 * MINUTE);
    notify(&portal, "one", &["240101"]).await;
    begin(&portal, Some("01"), 90).await;
    portal.advance(60 * MINUTE);
    notify(&portal, "two", &["240101"]).await;
    assert!(digests(&portal, "240101").await.is_empty(), "the exam was made longer");
    end(&portal, Some("01")).await;
    assert_eq!(digests(&portal, "240101").await, ["期间收到：账号 2"]);
    portal.advance(60 * MINUTE);
    assert_eq!(digests(&portal, "240101").await.len(), 1);
}

#[tokio::test]
async fn an_exam_that_follows_at_once_has_its_digest_together_with_the_one_before() {
    let portal = portal().await;
    for class in [None, Some("01")] {
        portal.advance(24 * 60 * MINUTE);
        let before = digests(&portal, "240101").await.len();
        begin(&portal, class, 60).await;
        portal.advance(10 * MINUTE);
        notify(&portal, "first", &["240101"]).await;
        portal.advance(50 * MINUTE);
        begin(&portal, class, 60).await;
        portal.advance(10 * MINUTE);
        assert_eq!(digests(&portal, "240101").await.len(), before, "another one is on: {class:?}");
        notify(&portal, "second", &["240101"]).await;
        portal.advance(50 * MINUTE);
        let told = digests(&portal, "240101").await;
        assert_eq!((told.len(), told[0].as_str()), (before + 1, "期间收到：账号 2"), "{class:?}");
    }
}

#[tokio::test]
async fn an_exam_that_was_taken_back_before_it_began_is_told_to_nobody() {
    let portal = portal().await;
    let admin = admin(&portal).await;
    let (from, until) = (at(&portal, 30), at(&portal, 60));
    admin.put(EXAM, &json!({ "class": "01", "from": from, "until": until })).await.data();
    end(&portal, Some("01")).await;
    portal.advance(40 * MINUTE);
    notify(&portal, "during", &["240101"]).await;
    portal.advance(60 * MINUTE);
    assert!(digests(&portal, "240101").await.is_empty());
}

#[tokio::test]
async fn exams_of_the_class_and_of_the_portal_that_overlap_are_one_digest_after_the_last() {
    let portal = portal().await;
    // The class's goes on after the portal's.
    begin(&portal, None, 30).await;
    portal.advance(10 * MINUTE);
    notify(&portal, "one", &["240101", "240201"]).await;
    begin(&portal, Some("01"), 60).await;
    portal.advance(20 * MINUTE);
    assert_eq!(digests(&portal, "240201").await, ["期间收到：账号 1"]);
    assert!(digests(&portal, "240101").await.is_empty());
    notify(&portal, "two", &["240101"]).await;
    portal.advance(40 * MINUTE);
    assert_eq!(digests(&portal, "240101").await, ["期间收到：账号 2"]);

    // The portal's goes on after the class's.
    portal.advance(MINUTE);
    begin(&portal, Some("01"), 30).await;
    portal.advance(10 * MINUTE);
    notify(&portal, "three", &["240101"]).await;
    begin(&portal, None, 60).await;
    portal.advance(20 * MINUTE);
    assert_eq!(digests(&portal, "240101").await.len(), 1, "the exam of the portal is on");
    portal.advance(40 * MINUTE);
    assert_eq!(digests(&portal, "240101").await, ["期间收到：账号 1", "期间收到：账号 2"]);
    assert_eq!(digests(&portal, "240201").await.len(), 1, "nothing came to class 02 during the second");
}

#[tokio::test]
async fn whoever_wants_to_hear_nothing_after_an_exam_hears_nothing() {
    let portal = portal().await;
    let alice = portal.client_of(id("240101")).await;
    alice.put("/api/notifications/preferences", &json!({ "modes": { "exam_digest": "off" } })).await.data();
    begin(&portal, Some("01"), 60).await;
    portal.advance(MINUTE);
    notify(&portal, "during", &["240101"]).await;
    portal.advance(60 * MINUTE);
    assert!(digests(&portal, "240101").await.is_empty());
}
