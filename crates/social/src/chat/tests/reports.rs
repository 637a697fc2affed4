//! Reports as moderators judge them, and what reporters hear of it.

use super::*;
use identity::admin::MANAGE_POSTS;

const PAIR: &str = "private:240101:240102";

async fn report(client: &Client, message: &Value, reason: &str) {
    client.post(&path(message, "/report"), &json!({ "reason": reason })).await.data();
}

async fn list(client: &Client, status: &str) -> Value {
    client.get(&format!("/api/chat/reports?status={status}")).await.data()
}

fn at(report: &Value, verb: &str) -> String {
    format!("/api/chat/reports/{}{verb}", report["id"].as_str().unwrap())
}

async fn resolve(client: &Client, report: &Value, action: &str) -> Answer {
    client.post(&at(report, "/resolve"), &json!({ "action": action, "note": "看过了" })).await
}

/// A message of the class room that Alice has reported, as its class admin finds it.
async fn reported(portal: &TestPortal) -> (Client, Client, Value) {
    let (alice, bob) = two(portal).await;
    let lead = portal.class_admin().await;
    let message = send_message(&bob, "class_01", "骂人的话").await;
    report(&alice, &message, "").await;
    let first = list(&lead, "open").await["reports"][0].clone();
    (alice, lead, first)
}

async fn audited(portal: &TestPortal, action: &str) -> usize {
    let admin = portal.admin().await;
    let log = admin.get("/api/admin/logs?limit=100").await.data();
    log["logs"].as_array().unwrap().iter().filter(|row| row["action"] == action).count()
}

#[tokio::test]
async fn a_moderator_sees_a_reported_message_among_its_neighbours_until_it_is_settled() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    alice.delete(&format!("/api/chat/history?room={PAIR}")).await.data();
    for n in 0..7 {
        send_message(&alice, PAIR, &format!("前{n}")).await;
    }
    let message = send_message(&bob, PAIR, "骂人的话").await;
    send_message(&alice, PAIR, "后").await;
    report(&alice, &message, "难听").await;

    let first = list(&lead, "open").await["reports"][0].clone();
    assert_eq!(
        (&first["sender_name"], &first["reporter_name"]),
        (&json!("net-240102"), &json!("net-240101"))
    );
    let case = lead.get(&at(&first, "")).await.data();
    let around: Vec<&str> =
        case["around"].as_array().unwrap().iter().map(|row| row["content"].as_str().unwrap()).collect();
    assert_eq!(around, ["前2", "前3", "前4", "前5", "前6", "骂人的话", "后"]);
    assert_eq!((&case["may_recall"], &case["accusations"][0]["reason"]), (&json!(true), &json!("难听")));

    resolve(&lead, &first, "dismiss").await.data();
    let case = lead.get(&at(&first, "")).await.data();
    assert_eq!((&case["around"], &case["may_recall"]), (&json!([]), &json!(false)));
    assert_eq!(case["report"]["content"], "骂人的话", "what was reported stays");
    assert_eq!(audited(&portal, "read_chat_report").await, 1, "who looked into a pair stands in the log");
}

#[tokio::test]
async fn what_its_reporter_has_cleared_away_a_report_does_not_show_either() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    send_message(&alice, PAIR, "很久以前的秘密").await;
    alice.delete(&format!("/api/chat/history?room={PAIR}")).await.data();
    let message = send_message(&bob, PAIR, "骂人的话").await;
    report(&alice, &message, "").await;
    let first = list(&lead, "open").await["reports"][0].clone();
    let case = lead.get(&at(&first, "")).await.data();
    assert_eq!(case["around"].as_array().unwrap().len(), 1, "{case}");
}

#[tokio::test]
async fn opening_a_report_of_a_room_one_is_in_leaves_no_line_in_the_log() {
    let portal = portal().await;
    let (_, lead, first) = reported(&portal).await;
    assert_eq!(first["room_name"], "01班");
    assert_eq!(lead.get(&at(&first, "")).await.data()["around"].as_array().unwrap().len(), 1);
    assert_eq!(audited(&portal, "read_chat_report").await, 0);
}

#[tokio::test]
async fn many_reports_of_one_message_are_one_case_and_settled_together() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let carol = portal.register("240103").await;
    let (lead, officer) = (portal.class_admin().await, portal.officer(&[&MANAGE_POSTS]).await);
    let message = send_message(&bob, "class_01", "骂人的话").await;
    for (who, why) in [(&alice, "难听"), (&carol, "不好")] {
        report(who, &message, why).await;
    }
    let all = list(&lead, "open").await;
    assert_eq!((&all["total"], all["reports"].as_array().unwrap().len()), (&json!(1), 1));
    assert_eq!(all["reports"][0]["reporters"], 2);
    let case = officer.get(&at(&all["reports"][0], "")).await.data();
    let reasons: Vec<&Value> =
        case["accusations"].as_array().unwrap().iter().map(|one| &one["reason"]).collect();
    assert_eq!(reasons, ["难听", "不好"]);
    assert!(case["accusations"][0].get("reporter_name").is_none(), "officers do not learn who it was");

    resolve(&officer, &all["reports"][0], "dismiss").await.data();
    for who in [&alice, &carol] {
        let own = who.get("/api/chat/reports/own").await.data();
        assert_eq!((&own[0]["status"], &own[0]["note"]), (&json!("dismissed"), &json!("看过了")));
        assert_eq!((&own[0]["content"], &own[0]["room_name"]), (&json!("骂人的话"), &json!("01班")));
        assert!(own[0].get("resolved_by").is_none() && own[0].get("reporter_id").is_none(), "{own}");
    }
    assert_eq!(list(&lead, "dismissed").await["reports"][0]["reporters"], 2);
}

#[tokio::test]
async fn a_dismissal_can_be_taken_back_and_a_recall_cannot() {
    let portal = portal().await;
    let (alice, lead, first) = reported(&portal).await;
    assert_eq!(resolve(&lead, &first, "reopen").await.refusal(), "409 该举报已处理");
    resolve(&lead, &first, "dismiss").await.data();
    assert_eq!(resolve(&lead, &first, "recall").await.refusal(), "409 该举报已处理");
    resolve(&lead, &first, "reopen").await.data();
    let own = alice.get("/api/chat/reports/own").await.data();
    assert_eq!((&own[0]["status"], &own[0]["note"]), (&json!("open"), &json!("")));
    resolve(&lead, &first, "recall").await.data();
    assert_eq!(resolve(&lead, &first, "reopen").await.refusal(), "409 该举报已处理");
    assert_eq!(history(&alice, "class_01").await[0]["recalled"], true);
    assert_eq!(audited(&portal, "resolve_chat_report").await, 3);
}

#[tokio::test]
async fn of_fifty_who_settle_one_report_at_once_one_does() {
    let portal = portal().await;
    let (_, lead, first) = reported(&portal).await;
    let all = (0..50).map(|n| resolve(&lead, &first, if n % 2 == 0 { "dismiss" } else { "recall" }));
    let answers = futures_util::future::join_all(all).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(answers.iter().all(|answer| answer.status == 200 || answer.status == 409));
}

#[tokio::test]
async fn those_who_moderate_hear_of_a_report_and_its_reporters_of_what_came_of_it_and_nobody_else() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let (lead, other_lead) = (portal.class_admin().await, portal.register("240200").await);
    let admin = portal.admin().await;
    // An officer for posts, who is the one reported.
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let message = send_message(&officer, "public", "骂人的话").await;
    report(&alice, &message, "").await;
    let told = |events: &[Event]| {
        let last = events.iter().rfind(|event| event.name() == "chat.report_changed").unwrap();
        (last.actor_id.clone(), last.audience.clone())
    };
    let (actor, audience) = told(&events(&portal).await);
    assert_eq!((actor.as_str(), audience.as_str()), ("", "user:240000|user:240100"));
    let first = list(&lead, "open").await["reports"][0].clone();
    resolve(&admin, &first, "dismiss").await.data();
    let (actor, audience) = told(&events(&portal).await);
    assert_eq!((actor.as_str(), audience.as_str()), ("240000", "user:240000|user:240100|user:240101"));
    for stranger in [&other_lead, &officer] {
        assert_eq!(stranger.get(&at(&first, "")).await.refusal(), "404 请求的内容不存在");
    }
    assert_eq!(bob.get(&at(&first, "")).await.refusal(), "403 无权限执行此操作");
}
