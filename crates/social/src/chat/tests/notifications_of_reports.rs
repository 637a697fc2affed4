//! Who is told of reports and of what came of them; never by whom they were made.

use super::*;
use identity::admin::MANAGE_POSTS;

async fn report(client: &Client, message: &Value) {
    client.post(&path(message, "/report"), &json!({ "reason": "难听" })).await.data();
}

/// Settles the newest open or dismissed report that this moderator sees.
async fn resolve(client: &Client, status: &str, action: &str) {
    let list = client.get(&format!("/api/chat/reports?status={status}")).await.data();
    let path = format!("/api/chat/reports/{}/resolve", list["reports"][0]["id"].as_str().unwrap());
    client.post(&path, &json!({ "action": action, "note": "看过了" })).await.data();
}

/// The titles in an inbox, newest first, and that nothing in it names one of these.
async fn titles(client: &Client, unnamed: &[&str]) -> Vec<String> {
    let told = inbox(client).await;
    for item in &told {
        assert!(unnamed.iter().all(|name| !item.to_string().contains(name)), "{item}");
    }
    told.iter().map(|item| item["title"].as_str().unwrap().to_owned()).collect()
}

const OPENED: &str = "有新的举报";
const SETTLED: &str = "你的举报有结果了";

#[tokio::test]
async fn those_who_moderate_are_told_of_a_report_but_not_who_made_it_or_whom_it_is_about() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let (lead, other_lead, admin) =
        (portal.class_admin().await, portal.register("240200").await, portal.admin().await);
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let message = send_message(&bob, "public", "骂人的话").await;
    report(&alice, &message).await;
    report(&alice, &message).await;
    for moderator in [&lead, &admin, &officer] {
        assert_eq!(titles(moderator, &["240101", "240102", "难听", "骂人"]).await, [OPENED]);
    }
    let told = inbox(&lead).await[0].clone();
    let expected = json!({
        "id": told["id"], "kind": "report", "app": "chat", "topic": "opened", "title": OPENED, "text": "一条消息等待处理",
        "sender_id": "", "sender_name": "", "link": { "app": "chat", "path": "reports" },
        "silent": false, "read": false, "created_at": "2026-09-01T00:00:00.000Z",
    });
    assert_eq!(told, expected);
    for other in [&alice, &bob, &other_lead] {
        assert!(inbox(other).await.is_empty());
    }

    // A moderator who reports, and one who is reported.
    let of_officer = send_message(&officer, "class_01", "也不好听").await;
    report(&lead, &of_officer).await;
    assert_eq!((inbox(&lead).await.len(), inbox(&officer).await.len()), (1, 1));
    assert_eq!(titles(&admin, &["240100", "240112"]).await, [OPENED, OPENED]);
}

#[tokio::test]
async fn a_verdict_tells_all_who_reported_and_leaves_moderators_nothing_to_do() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let carol = portal.register("240103").await;
    let (lead, admin) = (portal.class_admin().await, portal.admin().await);
    let message = send_message(&bob, "class_01", "骂人的话").await;
    report(&alice, &message).await;
    report(&carol, &message).await;
    assert_eq!((inbox(&lead).await.len(), inbox(&admin).await.len()), (2, 2));

    resolve(&lead, "open", "dismiss").await;
    assert!(inbox(&lead).await.is_empty() && inbox(&admin).await.is_empty() && inbox(&bob).await.is_empty());
    for (reporter, other) in [(&alice, "240103"), (&carol, "240101")] {
        assert_eq!(titles(reporter, &[other, "240102", "240100", "看过了"]).await, [SETTLED]);
        let told = inbox(reporter).await[0].clone();
        assert_eq!(
            (&told["text"], &told["link"], &told["silent"]),
            (&json!("可以在聊天里查看结果"), &json!({ "app": "chat", "path": "reports/own" }), &json!(false))
        );
    }
    resolve(&admin, "dismissed", "reopen").await;
    assert!(inbox(&alice).await.is_empty() && inbox(&carol).await.is_empty());
    resolve(&lead, "open", "recall").await;
    assert_eq!((inbox(&alice).await.len(), inbox(&carol).await.len()), (1, 1));
}

#[tokio::test]
async fn reopening_one_case_takes_no_verdict_of_another_back() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let carol = portal.register("240103").await;
    let lead = portal.class_admin().await;
    let message = send_message(&bob, "class_01", "骂人的话").await;
    report(&alice, &message).await;
    resolve(&lead, "open", "dismiss").await;
    portal.advance(60);
    report(&carol, &message).await;
    resolve(&lead, "open", "dismiss").await;
    assert_eq!((inbox(&alice).await.len(), inbox(&carol).await.len()), (1, 1));
    // The newest of the message is Carol's.
    resolve(&lead, "dismissed", "reopen").await;
    assert_eq!((titles(&alice, &[]).await, inbox(&carol).await.len()), (vec![SETTLED.to_owned()], 0));
}

#[tokio::test]
async fn whoever_moderates_no_more_reads_nothing_of_reports() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let (officer, admin) = (portal.officer(&[&MANAGE_POSTS]).await, portal.admin().await);
    report(&alice, &send_message(&bob, "class_01", "骂人的话").await).await;
    assert_eq!(titles(&officer, &[]).await, [OPENED]);
    admin.delete("/api/admin/officers/240112").await.data();
    let told = inbox(&officer).await[0].clone();
    assert_eq!((&told["title"], &told["link"]), (&json!("内容已不可见"), &Value::Null));
}

#[tokio::test]
async fn no_event_of_a_notification_names_who_reported() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    report(&alice, &send_message(&bob, "class_01", "骂人的话").await).await;
    resolve(&lead, "open", "dismiss").await;
    let all = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 500)?)).await.unwrap();
    let told: Vec<_> = all.iter().filter(|event| event.feature == "notifications").collect();
    let audiences: Vec<_> = told.iter().map(|event| (event.kind.as_str(), event.audience.as_str())).collect();
    assert_eq!(audiences, [("added", "user:240100"), ("changed", "user:240100"), ("added", "user:240101")]);
    assert!(told.iter().all(|event| event.actor_id.is_empty() && !event.data.contains("2401")));
}
