//! Who is told of an announcement, and what an inbox says of it.

use super::*;
use crate::announcements::MANAGE_ANNOUNCEMENTS;

/// The notifications in the inbox of a member, newest first.
async fn inbox(client: &Client) -> Vec<Value> {
    client.get("/api/notifications").await.data()["notifications"].as_array().unwrap().clone()
}

/// Their titles, newest first.
async fn headlines(client: &Client) -> Vec<String> {
    inbox(client).await.iter().map(|item| item["title"].as_str().unwrap().to_owned()).collect()
}

async fn unread(client: &Client) -> Value {
    client.get("/api/notifications/unread").await.data()["unread"].clone()
}

async fn told(portal: &TestPortal) -> Vec<(String, String)> {
    let all = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 500)?)).await.unwrap();
    let told = all.into_iter().filter(|event| event.feature == "notifications");
    told.map(|event| (event.kind, event.audience)).collect()
}

/// Title, text, sender and link of what tells of something one may not see.
fn gone(item: &Value) -> bool {
    let words = (&item["title"], &item["text"], &item["sender_id"], &item["sender_name"], &item["link"]);
    let (none, nowhere) = (json!(""), Value::Null);
    words == (&json!("内容已不可见"), &none, &none, &none, &nowhere)
}

#[tokio::test]
async fn publishing_tells_everyone_it_is_for_but_its_author() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let stranger = portal.register("240201").await;
    let made = write(&lead, json!({})).await;
    let item = inbox(&alice).await[0].clone();
    let expected = json!({
        "id": item["id"], "kind": "announcement", "app": "announcements", "topic": "", "title": "新公告", "text": "春游",
        "sender_id": "240100", "sender_name": "实名240100",
        "link": { "app": "announcements", "path": made["id"].to_string() },
        "silent": false, "read": false, "created_at": "2026-09-01T00:00:00.000Z",
    });
    assert_eq!(item, expected);
    assert!(inbox(&lead).await.is_empty() && inbox(&stranger).await.is_empty());
    let english = alice.clone().with("accept-language", "en");
    assert_eq!(headlines(&english).await, ["New announcement"]);

    write(&lead, json!({ "title": "练习册", "type": "homework", "due_date": "2026-09-08" })).await;
    assert_eq!(headlines(&alice).await, ["新作业", "新公告"]);
    assert_eq!(
        told(&portal).await,
        [("added".into(), "user:240111".into()), ("added".into(), "user:240111".into())]
    );
}

#[tokio::test]
async fn what_is_planned_tells_when_its_time_comes() {
    let portal = portal().await;
    let (lead, admin, alice) = (portal.class_admin().await, portal.admin().await, portal.member().await);
    write(&lead, json!({ "publish_at": "2026-09-01T01:00:00Z" })).await;
    assert!(inbox(&alice).await.is_empty());
    portal.advance(3600);
    until_published(&portal, 1).await;
    assert_eq!(headlines(&alice).await, ["新公告"]);
    assert!(inbox(&lead).await.is_empty() && inbox(&admin).await.is_empty());

    // Said at once by somebody else: the author still is who wrote it.
    let planned = write(&lead, json!({ "publish_at": "2026-09-02T01:00:00Z" })).await;
    admin.put(&staff(&planned, ""), &json!({ "publish_at": "" })).await.data();
    assert_eq!((inbox(&alice).await.len(), inbox(&lead).await.len()), (2, 0));
}

#[tokio::test]
async fn those_who_are_not_meant_and_those_who_are_out_are_not_told() {
    let portal = portal().await;
    let (admin, lead) = (portal.admin().await, portal.class_admin().await);
    let officer = portal.officer(&[&MANAGE_ANNOUNCEMENTS]).await;
    let (alice, stranger) = (portal.member().await, portal.register("240201").await);
    let banned = portal.register("240101").await;
    portal.ban("240101", Some(kernel::user::Ban::default())).await;
    write(&admin, json!({ "audience": { "classes": ["01"] } })).await;
    write(&admin, json!({ "audience": { "classes": ["01"], "role": "officers" } })).await;
    write(&admin, json!({ "audience": {} })).await;
    for (client, expected) in [(&admin, 0), (&lead, 3), (&officer, 3), (&alice, 2), (&stranger, 1)] {
        assert_eq!(inbox(client).await.len(), expected);
    }
    portal.ban("240101", None).await;
    assert_eq!(headlines(&banned).await, ["你的账号已恢复使用"]);
}

#[tokio::test]
async fn reading_an_announcement_reads_what_tells_of_it() {
    let portal = portal().await;
    let (lead, alice, bob) =
        (portal.class_admin().await, portal.member().await, portal.register("240101").await);
    let (made, other) = (write(&lead, json!({ "requires_ack": true })).await, write(&lead, json!({})).await);
    alice.post_empty(&member(&made, "/read")).await.data();
    let shown = inbox(&alice).await;
    assert_eq!((&shown[0]["read"], &shown[1]["read"]), (&json!(false), &json!(true)));
    assert_eq!(unread(&bob).await, 2, "each reads for themselves");
    bob.post_empty(&member(&made, "/acknowledge")).await.data();
    assert_eq!(unread(&bob).await, 1);
    alice.post_empty(&member(&other, "/read")).await.data();
    let before = told(&portal).await.len();
    alice.post_empty(&member(&other, "/read")).await.data();
    assert_eq!((unread(&alice).await, told(&portal).await.len()), (json!(0), before));
}

#[tokio::test]
async fn who_has_seen_an_old_text_alone_has_not_read_what_asks_anew() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let made = write(&lead, json!({ "requires_ack": true })).await;
    lead.put(&staff(&made, ""), &json!({ "content": "改到七点", "ask_again": true })).await.data();
    alice.post(&member(&made, "/read"), &json!({ "revision": 1 })).await.data();
    assert_eq!(unread(&alice).await, 1);
    alice.post(&member(&made, "/read"), &json!({ "revision": 2 })).await.data();
    assert_eq!(unread(&alice).await, 0);
}

#[tokio::test]
async fn what_is_deleted_leaves_all_inboxes_and_what_is_restored_tells_who_has_not_read_it() {
    let portal = portal().await;
    let (lead, alice, bob) =
        (portal.class_admin().await, portal.member().await, portal.register("240101").await);
    let made = write(&lead, json!({})).await;
    alice.post_empty(&member(&made, "/read")).await.data();
    lead.delete(&staff(&made, "")).await.data();
    assert!(inbox(&alice).await.is_empty() && inbox(&bob).await.is_empty());
    assert_eq!(told(&portal).await.last().unwrap(), &("changed".into(), "user:240101|user:240111".into()));

    portal.advance(60);
    let late = portal.register("240102").await;
    lead.post_empty(&staff(&made, "/restore")).await.data();
    assert_eq!(headlines(&bob).await, ["新公告"]);
    for other in [&alice, &lead, &late] {
        assert!(inbox(other).await.is_empty(), "who has read it, wrote it or came later is not told");
    }
    lead.post_empty(&staff(&made, "/restore")).await.data();
    assert_eq!(inbox(&bob).await.len(), 1, "restoring what is there tells nobody");
}

#[tokio::test]
async fn restoring_what_is_over_or_planned_tells_nobody() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let brief = write(&lead, json!({ "expires_at": "2026-09-01T01:00:00Z" })).await;
    let planned = write(&lead, json!({ "publish_at": "2026-09-03T00:00:00Z" })).await;
    for made in [&brief, &planned] {
        lead.delete(&staff(made, "")).await.data();
    }
    portal.advance(3600);
    for made in [&brief, &planned] {
        lead.post_empty(&staff(made, "/restore")).await.data();
    }
    assert!(inbox(&alice).await.is_empty());
}

#[tokio::test]
async fn a_reminder_tells_exactly_those_who_are_missing_in_other_words() {
    let portal = portal().await;
    let (lead, alice, bob) =
        (portal.class_admin().await, portal.member().await, portal.register("240101").await);
    let made = write(&lead, json!({ "requires_ack": true })).await;
    alice.post_empty(&member(&made, "/acknowledge")).await.data();
    lead.post_empty(&staff(&made, "/remind")).await.data();
    assert_eq!(headlines(&bob).await, ["请确认已读", "新公告"]);
    let reminder = inbox(&bob).await[0].clone();
    assert_eq!((&reminder["text"], &reminder["topic"]), (&json!("春游"), &json!("reminder")));
    assert_eq!(reminder["link"], json!({ "app": "announcements", "path": made["id"].to_string() }));
    assert_eq!((headlines(&alice).await, inbox(&lead).await.len()), (vec!["新公告".to_owned()], 0));
    assert_eq!(told(&portal).await.last().unwrap(), &("added".into(), "user:240101".into()));
    bob.post_empty(&member(&made, "/acknowledge")).await.data();
    assert_eq!(unread(&bob).await, 0, "both");
}

#[tokio::test]
async fn an_inbox_shows_the_newest_title_and_nothing_of_what_is_over() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let made = write(&lead, json!({ "expires_at": "2026-09-01T01:00:00Z" })).await;
    lead.put(&staff(&made, ""), &json!({ "title": "秋游" })).await.data();
    assert_eq!(inbox(&alice).await[0]["text"], "秋游");
    portal.advance(3600);
    assert!(gone(&inbox(&alice).await[0]));
}

#[tokio::test]
async fn an_announcement_whose_author_is_erased_names_nobody() {
    let portal = portal().await;
    let (lead, alice, admin) = (portal.class_admin().await, portal.member().await, portal.admin().await);
    write(&lead, json!({})).await;
    admin.delete("/api/admin/users/240100").await.data();
    let shown = inbox(&alice).await[0].clone();
    assert_eq!((&shown["sender_id"], &shown["sender_name"]), (&json!(""), &json!("已注销用户")));
    assert_eq!(shown["text"], "春游");
}

#[tokio::test]
async fn whoever_wants_to_hear_of_no_announcements_finds_them_in_the_app_alone() {
    let portal = portal().await;
    let (lead, alice) = (portal.class_admin().await, portal.member().await);
    let off = json!({ "modes": { "announcement": "off" } });
    alice.put("/api/notifications/preferences", &off).await.data();
    write(&lead, json!({})).await;
    assert!(inbox(&alice).await.is_empty());
    assert_eq!(titles(&alice).await, ["春游"]);
}
