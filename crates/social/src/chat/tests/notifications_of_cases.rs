//! Who is told of reports and of what came of them; never by whom they were made.

use super::reports::{decide, first, report};
use super::*;
use identity::admin::MANAGE_POSTS;

/// The titles in an inbox, newest first, and that nothing in it names one of these.
async fn titles(client: &Client, unnamed: &[&str]) -> Vec<String> {
    let told = inbox(client).await;
    for item in &told {
        assert!(unnamed.iter().all(|name| !item.to_string().contains(name)), "{item}");
    }
    told.iter().map(|item| item["title"].as_str().unwrap().to_owned()).collect()
}

const OPENED: &str = "有新的举报";
const DECIDED: &str = "你的举报有结果了";

#[tokio::test]
async fn those_who_moderate_are_told_of_a_report_but_not_who_made_it_or_whom_it_is_about() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let (lead, other_lead, admin) =
        (portal.class_admin().await, portal.register("240200").await, portal.admin().await);
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let message = send_message(&bob, "public", "骂人的话").await;
    for _ in 0..2 {
        report(&alice, &message, "难听").await.data();
    }
    for moderator in [&lead, &admin, &officer] {
        assert_eq!(titles(moderator, &["240101", "240102", "难听", "骂人"]).await, [OPENED]);
    }
    let told = inbox(&lead).await[0].clone();
    let case = first(&lead, "open").await;
    let expected = json!({
        "id": told["id"], "kind": "report", "app": "admin", "topic": "opened", "title": OPENED, "text": "消息等待处理",
        "sender_id": "", "sender_name": "",
        "link": { "app": "admin", "path": format!("moderation/{}", case["id"].as_str().unwrap()) },
        "silent": false, "read": false, "created_at": "2026-09-01T00:00:00.000Z",
    });
    assert_eq!(told, expected);
    for other in [&alice, &bob, &other_lead] {
        assert!(inbox(other).await.is_empty());
    }

    // A moderator who reports, and one who is reported.
    let of_officer = send_message(&officer, "class_01", "也不好听").await;
    report(&lead, &of_officer, "").await.data();
    assert_eq!((inbox(&lead).await.len(), inbox(&officer).await.len()), (1, 1));
    assert_eq!(titles(&admin, &["240100", "240112"]).await, [OPENED, OPENED]);
}

#[tokio::test]
async fn a_decision_tells_all_who_reported_and_leaves_moderators_nothing_to_do() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let carol = portal.register("240103").await;
    let (lead, admin) = (portal.class_admin().await, portal.admin().await);
    let message = send_message(&bob, "class_01", "骂人的话").await;
    report(&alice, &message, "").await.data();
    report(&carol, &message, "").await.data();
    assert_eq!((inbox(&lead).await.len(), inbox(&admin).await.len()), (1, 1), "one case, one notification");

    let case = first(&lead, "open").await;
    decide(&lead, &case, "keep").await.data();
    assert!(inbox(&lead).await.is_empty() && inbox(&admin).await.is_empty() && inbox(&bob).await.is_empty());
    for (reporter, other) in [(&alice, "240103"), (&carol, "240101")] {
        assert_eq!(titles(reporter, &[other, "240102", "240100", "伤人"]).await, [DECIDED]);
        let told = inbox(reporter).await[0].clone();
        assert_eq!(
            (&told["text"], &told["link"], &told["silent"]),
            (
                &json!("管理员看过了，内容保留"),
                &json!({ "app": "settings", "path": "moderation" }),
                &json!(false)
            )
        );
    }
    decide(&admin, &case, "reopen").await.data();
    assert!(inbox(&alice).await.is_empty() && inbox(&carol).await.is_empty());
    decide(&lead, &case, "remove").await.data();
    assert_eq!(inbox(&alice).await[0]["text"], "内容已被删除，谢谢你的提醒");
    let told = inbox(&bob).await[0].clone();
    assert_eq!((&told["title"], &told["text"]), (&json!("你的消息被管理员删除了"), &json!("原因：伤人")));
    decide(&lead, &case, "restore").await.data();
    assert_eq!(titles(&bob, &["240101", "240103", "240100"]).await, ["你的消息已恢复"]);
    assert_eq!(inbox(&alice).await[0]["text"], "内容曾被删除，复核后已恢复");
}

#[tokio::test]
async fn what_a_rule_held_or_flagged_is_no_report() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let lead = portal.class_admin().await;
    for (term, effect) in [("作弊", "flag"), ("答案", "hold")] {
        let rule = json!({ "term": term, "matching": "substring", "effect": effect });
        lead.post("/api/moderation/rules", &rule).await.data();
        try_send_message(&alice, "class_01", term).await;
    }
    assert_eq!(titles(&lead, &["240101"]).await, ["有内容等待审核", "字词规则标出了新内容"]);
}

#[tokio::test]
async fn whoever_moderates_no_more_reads_nothing_of_cases() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let (officer, admin) = (portal.officer(&[&MANAGE_POSTS]).await, portal.admin().await);
    report(&alice, &send_message(&bob, "class_01", "骂人的话").await, "").await.data();
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
    report(&alice, &send_message(&bob, "class_01", "骂人的话").await, "").await.data();
    decide(&lead, &first(&lead, "open").await, "keep").await.data();
    let all = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 500)?)).await.unwrap();
    let told: Vec<_> = all.iter().filter(|event| event.feature == "notifications").collect();
    let audiences: Vec<_> = told.iter().map(|event| (event.kind.as_str(), event.audience.as_str())).collect();
    assert_eq!(audiences, [("added", "user:240100"), ("changed", "user:240100"), ("added", "user:240101")]);
    assert!(told.iter().all(|event| event.actor_id.is_empty() && !event.data.contains("2401")));
}
