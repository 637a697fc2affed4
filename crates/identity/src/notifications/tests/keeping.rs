//! How long inboxes are kept, and what is left of a member.

use super::*;
use crate::notifications::{
    Content, FEATURE, NotificationKind, retention, told_about, withdraw, withdraw_from,
};

const DAY: u64 = 24 * 3600;

/// A kind whose feature is gone.
static FORGOTTEN: NotificationKind = NotificationKind {
    name: "weather",
    label: ACCOUNT.label,
    app: "",
    importance: ACCOUNT.importance,
    shown_by_app: false,
    describe: |_, _, _| Ok(Some(Content::default())),
};

async fn again(portal: &TestPortal, user: &str) -> Client {
    portal.client_of(id(user)).await
}

#[tokio::test]
async fn an_inbox_is_there_after_a_restart() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    for subject in ["a", "b"] {
        tell(&portal, subject, &["240101"]).await;
    }
    read(&alice, &[ids(&alice, "").await[1]]).await;
    let before = inbox(&alice, "").await;
    let portal = portal.restart(&[]).await;
    assert_eq!(inbox(&again(&portal, "240101").await, "").await, before);
}

#[tokio::test]
async fn a_notification_is_forgotten_after_ninety_days_read_or_not() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    tell(&portal, "a", &["240101"]).await;
    tell(&portal, "b", &["240101"]).await;
    read(&alice, &[ids(&alice, "").await[0]]).await;
    portal.advance(DAY);
    tell(&portal, "c", &["240101"]).await;
    portal.advance(89 * DAY);
    retention::forget_old(&portal.app).await.unwrap();
    assert_eq!(ids(&again(&portal, "240101").await, "").await.len(), 3, "on the last day");
    portal.advance(1);
    retention::forget_old(&portal.app).await.unwrap();
    let alice = again(&portal, "240101").await;
    assert_eq!((ids(&alice, "").await.len(), unread(&alice).await), (1, json!(1)));
}

#[tokio::test]
async fn the_newest_five_hundred_of_each_inbox_are_kept() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    tell(&portal, "of both", &["240101", "240102"]).await;
    let fill = portal.app.write(|tx| {
        for _ in 0..501 {
            let new = NewNotification {
                kind: &ACCOUNT,
                topic: "",
                subject: "",
                event_seq: 0,
                sender: None,
                content: "",
            };
            notify(tx, &new, [id("240101")])?;
        }
        Ok(())
    });
    fill.await.unwrap();
    assert_eq!(unread(&alice).await, 502);
    let newest = ids(&alice, "?limit=100").await;
    retention::forget_old(&portal.app).await.unwrap();
    assert_eq!(unread(&alice).await, 500);
    assert_eq!(ids(&alice, "?limit=100").await, newest);
    assert_eq!(unread(&bob).await, 1);
    retention::forget_old(&portal.app).await.unwrap();
    assert_eq!(unread(&alice).await, 500, "what fits stays");
}

#[tokio::test]
async fn what_is_there_no_more_leaves_all_inboxes_and_their_devices_hear_of_it() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    portal.register("240103").await;
    tell(&portal, "a", &["240101", "240102"]).await;
    tell(&portal, "b", &["240101", "240103"]).await;
    let take_back = async || portal.app.write(|tx| Ok(withdraw(tx, &[&ACCOUNT], "a")?)).await.unwrap();
    take_back().await;
    assert_eq!((ids(&alice, "").await.len(), ids(&bob, "").await.len()), (1, 0));
    assert_eq!(told(&portal).await.last(), Some(&event("changed", "user:240101|user:240102")));
    let before = told(&portal).await.len();
    take_back().await;
    assert_eq!(told(&portal).await.len(), before, "there is nothing to take back twice");
}

#[tokio::test]
async fn what_tells_of_a_topic_leaves_the_inboxes_of_those_for_whom_it_is_not_there_any_more() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    for (subject, topic) in [("a", "7"), ("b", "7"), ("c", "8")] {
        let tell = move |tx: &mut kernel::AppTx| {
            let new =
                NewNotification { kind: &ACCOUNT, topic, subject, event_seq: 0, sender: None, content: "" };
            Ok(notify(tx, &new, [id("240101"), id("240102")])?)
        };
        portal.app.write(tell).await.unwrap();
    }
    let about = portal.app.db.read(|read| Ok(told_about(read, &[&ACCOUNT, &FORGOTTEN], "7")?)).await.unwrap();
    assert_eq!(about, [id("240101"), id("240102")].into());
    let take_back = async |members: &'static [&str]| {
        let members: Vec<UserId> = members.iter().map(|member| id(member)).collect();
        let write = portal.app.write(move |tx| Ok(withdraw_from(tx, &members, &[&ACCOUNT], "7")?));
        write.await.unwrap();
    };
    take_back(&["240102"]).await;
    assert_eq!((ids(&alice, "").await.len(), ids(&bob, "").await.len()), (3, 1));
    let before = told(&portal).await;
    assert_eq!(before.last(), Some(&event("changed", "user:240102")));
    take_back(&[]).await;
    assert_eq!(told(&portal).await.len(), before.len(), "nobody has to look");
}

#[tokio::test]
async fn a_member_takes_the_inbox_along_and_leaves_no_trace_in_those_of_others() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    tell_from(&portal, "a", Some(id("240101")), &["240102"]).await;
    tell_from(&portal, "b", Some(id("240102")), &["240101"]).await;
    read(&alice, &ids(&alice, "").await).await;
    let change = json!({ "modes": { "account": "quiet" }, "quiet_from": "22:00", "quiet_to": "06:30" });
    alice.put("/api/notifications/preferences", &change).await.data();

    let export = async |user: &str| {
        let user = id(user);
        portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &user)?)).await.unwrap()
    };
    let at = "2026-09-01T00:00:00.000Z";
    let expected = json!({
        "inbox": [{ "kind": "account", "subject": "b", "content": null, "created_at": at, "read_at": at }],
        "modes": { "account": "quiet" }, "quiet_hours": { "from": "22:00", "to": "06:30" }, "quiet_in_lessons": false,
    });
    assert_eq!(export("240101").await, Some(expected.clone()));
    assert_eq!(alice.get("/api/user/export").await.data()["notifications"], expected);
    assert_eq!(export("240102").await.unwrap()["inbox"].as_array().unwrap().len(), 1);

    let user = id("240101");
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &user)?)).await.unwrap();
    assert_eq!(export("240101").await, None);
    assert!(ids(&alice, "").await.is_empty());
    let preferences = alice.get("/api/notifications/preferences").await.data();
    assert_eq!((&preferences["kinds"][0]["mode"], &preferences["quiet_from"]), (&json!("on"), &Value::Null));
    let shown = inbox(&bob, "").await;
    assert_eq!((items(&shown).len(), &shown["notifications"][0]["sender_id"]), (1, &json!("")));
}

#[tokio::test]
async fn a_kind_that_no_feature_knows_any_more_says_nothing() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let tell = portal.app.write(|tx| {
        let new = NewNotification {
            kind: &FORGOTTEN,
            topic: "",
            subject: "",
            event_seq: 0,
            sender: Some(id("240102")),
            content: "",
        };
        Ok(notify(tx, &new, [id("240101")])?)
    });
    tell.await.unwrap();
    let shown = inbox(&alice, "").await["notifications"][0].clone();
    assert_eq!(
        (&shown["title"], &shown["text"], &shown["sender_id"]),
        (&json!("内容已不可见"), &json!(""), &json!(""))
    );
    assert_eq!((&shown["link"], &shown["silent"]), (&Value::Null, &json!(true)));
}
