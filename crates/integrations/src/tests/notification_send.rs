//! What integrations tell members: `notification.send` and `POST /api/notifications`.

use identity::testing::TestPortal;
use kernel::testing::{Answer, Client};
use serde_json::{Value, json};

use super::{Program, inbox, portal, portal_with, post};

const EVENT: &str = "notification.send";
const PATH: &str = "/api/notifications";
const SCOPE: &[&str] = &["notification:write"];

/// A notification for a member of class 01; `more` says what is special about it.
fn message(more: &Value) -> Value {
    let mut body = json!({ "user_ids": ["240111"], "title": "作业已批改", "text": "第 3 题再看看" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

/// The class admin of class 01 with an integration, and a member.
async fn class(portal: &TestPortal) -> (Client, Program, Client) {
    let head = portal.class_admin().await;
    let program = Program::issue(&head, SCOPE).await;
    (head, program, portal.member().await)
}

/// Sends it in both ways, which answer the same: status, slug and message.
async fn both(portal: &TestPortal, program: &Program, body: &Value) -> (u16, String, String) {
    // A copy of a signed request would do nothing.
    portal.advance(1);
    let shown = |answer: Answer| {
        let text = |name: &str| answer.json()[name].as_str().unwrap_or_default().to_owned();
        (answer.status.as_u16(), text("slug"), text("message"))
    };
    let by_rest = shown(program.client(portal).post(PATH, body).await);
    let by_webhook = shown(program.send(portal, EVENT, body).await);
    if by_rest.0 != 200 {
        assert_eq!(by_webhook, by_rest, "{body}");
    }
    (by_rest.0, by_rest.1, if by_rest.0 == 200 { String::new() } else { by_rest.2 })
}

fn told() -> (u16, String, String) {
    (200, String::new(), String::new())
}

fn refused(status: u16, slug: &str, message: &str) -> (u16, String, String) {
    (status, slug.into(), message.into())
}

#[tokio::test]
async fn a_member_reads_what_an_integration_sends_and_who_it_is() {
    let portal = portal().await;
    let (head, program, alice) = class(&portal).await;
    let body = message(&json!({ "link": "https://tracker.example/tasks/3?x=1#top" }));
    program.send(&portal, EVENT, &body).await.data();
    let answer = program.client(&portal).post(PATH, &body).await.data();
    assert_eq!(answer, json!({ "recipients": 1 }));
    let all = inbox(&alice).await;
    assert_eq!(all.len(), 2);
    for item in all {
        let expected = json!({
            "id": item["id"], "kind": "integration_message", "app": "integrations", "topic": program.id.to_string(), "title": "作业已批改",
            "text": "第 3 题再看看", "sender_id": "", "sender_name": "作业助手",
            "link": { "url": "https://tracker.example/tasks/3?x=1#top" },
            "silent": false, "read": false, "created_at": "2026-09-01T00:00:00.000Z",
        });
        assert_eq!(item, expected);
    }
    assert!(inbox(&head).await.is_empty());
    let exported = alice.get("/api/user/export").await.data()["notifications"]["inbox"].clone();
    assert_eq!(exported[0]["content"]["title"], "作业已批改");
}

#[tokio::test]
async fn a_copy_of_a_signed_event_tells_nobody_twice() {
    let portal = portal().await;
    let (_, program, alice) = class(&portal).await;
    let body = message(&json!({})).to_string();
    let signed = program.signed(&portal, EVENT, portal.app.clock.now_ms(), &body);
    let first = post(&signed, &body).await.data();
    portal.advance(60);
    assert_eq!(post(&signed, &body).await.data(), first);
    assert_eq!(inbox(&alice).await.len(), 1);
}

#[tokio::test]
async fn a_class_means_all_of_it_whom_the_owner_manages_and_the_owner() {
    let portal = portal().await;
    let (head, program, alice) = class(&portal).await;
    let (admin, stranger) = (portal.admin().await, portal.register("240201").await);
    let bob = portal.register("240102").await;
    let other_admin = portal.register("240103").await;
    portal
        .app
        .write(|tx| {
            let ids = ["240000", "240103"].map(|id| kernel::user::UserId::parse(id).unwrap());
            Ok(identity::user::settle_admins(tx, &ids)?)
        })
        .await
        .unwrap();
    let body = json!({ "class": "01", "title": "明天体检" });
    assert_eq!(program.client(&portal).post(PATH, &body).await.data()["recipients"], 3);
    for (client, expected) in
        [(&head, 1), (&alice, 1), (&bob, 1), (&stranger, 0), (&admin, 0), (&other_admin, 0)]
    {
        assert_eq!(inbox(client).await.len(), expected);
    }
    // That of an admin reaches every class.
    let program = Program::issue(&admin, SCOPE).await;
    let body = json!({ "class": "02", "title": "明天体检" });
    assert_eq!(program.client(&portal).post(PATH, &body).await.data()["recipients"], 1);
    assert_eq!(inbox(&stranger).await.len(), 1);
}

#[tokio::test]
async fn recipients_are_members_or_a_class_and_never_both_or_neither() {
    let portal = portal().await;
    let (_, program, alice) = class(&portal).await;
    let expected = refused(
        400,
        "notification_recipients_invalid",
        "请用 user_ids（1–200 个）或 class 指明收件人，二者选一",
    );
    let many = vec!["240111"; 201];
    for more in [json!({ "class": "01" }), json!({ "user_ids": [] }), json!({ "user_ids": many })] {
        assert_eq!(both(&portal, &program, &message(&more)).await, expected, "{more}");
    }
    assert_eq!(both(&portal, &program, &json!({ "title": "x" })).await, expected);
    assert_eq!(both(&portal, &program, &message(&json!({ "user_ids": "240111" }))).await.0, 400);
    assert!(inbox(&alice).await.is_empty());
    let body = message(&json!({ "user_ids": ["240111", "240111", "240100"], "class": null }));
    assert_eq!(
        program.client(&portal).post(PATH, &body).await.data()["recipients"],
        2,
        "each once, and the owner"
    );
}

#[tokio::test]
async fn whom_the_owner_does_not_manage_is_refused_as_whoever_is_not_there() {
    let portal = portal().await;
    let (_, program, alice) = class(&portal).await;
    portal.admin().await;
    portal.developer().await;
    for user in ["240201", "240200"] {
        portal.register(user).await;
    }
    for user in ["240201", "240200", "240000", "999999", "240199", "249999", "1", "", "24011x"] {
        let expected =
            refused(403, "notification_recipient_refused", &format!("「{user}」不是该集成负责人管理的成员"));
        let body = message(&json!({ "user_ids": ["240111", user] }));
        assert_eq!(both(&portal, &program, &body).await, expected, "{user}");
    }
    for class in ["02", "99", "", "1", "x"] {
        let body = json!({ "class": class, "title": "x" });
        assert_eq!(
            both(&portal, &program, &body).await,
            refused(403, "no_permission", "无权限执行此操作"),
            "{class}"
        );
    }
    assert!(inbox(&alice).await.is_empty(), "one who is refused refuses all");
    let long = message(&json!({ "user_ids": ["长".repeat(1000)] }));
    assert_eq!(
        both(&portal, &program, &long).await.2,
        format!("「{}」不是该集成负责人管理的成员", "长".repeat(20))
    );
}

#[tokio::test]
async fn titles_and_texts_have_their_limits() {
    let portal = portal().await;
    let (_, program, alice) = class(&portal).await;
    let title = refused(400, "notification_title_invalid", "通知标题须为 1–80 个字符，不能换行");
    for wrong in [String::new(), "  ".into(), "长".repeat(81), "a\nb".into(), "a\u{7}".into()] {
        assert_eq!(both(&portal, &program, &message(&json!({ "title": wrong }))).await, title, "{wrong:?}");
    }
    let text = refused(400, "notification_text_invalid", "通知内容最多 500 个字符，且不能包含控制字符");
    for wrong in ["长".repeat(501), "a\u{7}".into(), "a\rb".into()] {
        assert_eq!(both(&portal, &program, &message(&json!({ "text": wrong }))).await, text, "{wrong:?}");
    }
    let mut nameless = message(&json!({}));
    nameless.as_object_mut().unwrap().remove("title");
    assert_eq!(both(&portal, &program, &nameless).await, refused(400, "field_missing", "缺少字段“title”"));
    assert!(inbox(&alice).await.is_empty());

    let (longest, lines) = ("长".repeat(80), format!("{}\n二", "长".repeat(498)));
    let body = message(&json!({ "title": format!(" {longest} "), "text": lines }));
    assert_eq!(both(&portal, &program, &body).await, told());
    let shown = inbox(&alice).await[0].clone();
    assert_eq!(
        (&shown["title"], &shown["text"], &shown["link"]),
        (&json!(longest), &json!(lines), &Value::Null)
    );
}

#[tokio::test]
async fn a_link_leads_to_an_origin_of_the_integration_and_nowhere_else() {
    let portal = portal().await;
    let (_, program, alice) = class(&portal).await;
    let expected = refused(400, "notification_link_invalid", "链接须属于该集成登记的来源之一");
    for wrong in [
        "javascript:alert(1)",
        "data:text/html,x",
        "blob:https://tracker.example/1",
        "http://tracker.example/",
        "https://tracker.example:444/",
        "https://tracker.example.evil.example/",
        "https://evil.example/https://tracker.example/",
        "https://tracker.example@evil.example/",
        "https://a:b@tracker.example/",
        "//tracker.example/",
        "/tasks",
        "tracker.example",
        "null",
        &format!("https://tracker.example/{}", "x".repeat(500)),
    ] {
        assert_eq!(both(&portal, &program, &message(&json!({ "link": wrong }))).await, expected, "{wrong}");
    }
    assert!(inbox(&alice).await.is_empty());
    for right in ["https://tracker.example", "HTTPS://Tracker.Example:443/a", " https://tracker.example/a "] {
        assert_eq!(both(&portal, &program, &message(&json!({ "link": right }))).await, told(), "{right}");
    }
    assert_eq!(inbox(&alice).await[0]["link"], json!({ "url": "https://tracker.example/a" }));
}

#[tokio::test]
async fn without_the_scope_or_without_an_integration_nobody_is_told() {
    let portal = portal().await;
    let (head, _, alice) = class(&portal).await;
    let other = Program::issue(&head, &["data:write", "message:write"]).await;
    let refusal = both(&portal, &other, &message(&json!({}))).await;
    assert_eq!((refusal.0, refusal.1.as_str()), (403, "scope_missing"));
    for session in [&head, &alice] {
        let refused = session.post(PATH, &message(&json!({}))).await;
        assert_eq!((refused.status.as_u16(), refused.json()["slug"].as_str()), (403, Some("clients_only")));
    }
    assert_eq!(portal.anonymous().post(PATH, &message(&json!({}))).await.status, 401);
    let reader = Program::issue(&head, SCOPE).await.client(&portal);
    for closed in [PATH, "/api/notifications/unread", "/api/notifications/preferences"] {
        assert_eq!(reader.get(closed).await.status, 403, "a secret opens no inbox: {closed}");
    }
    assert!(inbox(&alice).await.is_empty());
}

#[tokio::test]
async fn more_than_the_limit_in_both_ways_together_is_refused_with_a_time_to_wait() {
    let portal = portal_with(&[("RATE_LIMIT_INTEGRATION_NOTIFICATION", "2/60")]).await;
    let (head, program, alice) = class(&portal).await;
    let client = program.client(&portal);
    // What is refused has told nobody anything and does not count.
    for _ in 0..5 {
        assert_eq!(client.post(PATH, &message(&json!({ "title": "" }))).await.status, 400);
        assert_eq!(client.post(PATH, &message(&json!({ "user_ids": ["240201"] }))).await.status, 403);
    }
    client.post(PATH, &message(&json!({}))).await.data();
    program.send(&portal, EVENT, &message(&json!({}))).await.data();
    let limited = client.post(PATH, &message(&json!({}))).await;
    assert_eq!((limited.status.as_u16(), limited.json()["slug"].as_str()), (429, Some("rate_limited")));
    assert_eq!(limited.header("retry-after"), "30");
    portal.advance(1);
    assert_eq!(program.send(&portal, EVENT, &message(&json!({}))).await.status, 429);
    assert_eq!(inbox(&alice).await.len(), 2);
    let other = Program::issue(&head, SCOPE).await;
    other.client(&portal).post(PATH, &message(&json!({}))).await.data();
    portal.advance(30);
    client.post(PATH, &message(&json!({}))).await.data();
    assert_eq!(inbox(&alice).await.len(), 4);
}

#[tokio::test]
async fn members_who_want_to_hear_nothing_of_integrations_do_not_and_are_not_counted() {
    let portal = portal().await;
    let (head, program, alice) = class(&portal).await;
    let off = json!({ "modes": { "integration_message": "off" } });
    alice.put("/api/notifications/preferences", &off).await.data();
    let client = program.client(&portal);
    let body = json!({ "class": "01", "title": "明天体检" });
    assert_eq!(client.post(PATH, &body).await.data()["recipients"], 1);
    assert_eq!(client.post(PATH, &message(&json!({}))).await.data()["recipients"], 0);
    assert_eq!((inbox(&alice).await.len(), inbox(&head).await.len()), (0, 1));
}

#[tokio::test]
async fn an_integration_whose_owner_is_disabled_tells_nobody_anything() {
    let portal = portal().await;
    let (_, program, alice) = class(&portal).await;
    portal.ban("240100", Some(kernel::user::Ban::default())).await;
    assert_eq!(both(&portal, &program, &message(&json!({}))).await.1, "account_disabled");
    assert!(inbox(&alice).await.is_empty());
}
