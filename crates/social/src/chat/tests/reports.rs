//! Messages that are reported, as moderators judge them, and what members hear of it.

use super::*;
use identity::admin::MANAGE_POSTS;

const PAIR: &str = "private:240101:240102";

pub(super) async fn report(client: &Client, message: &Value, reason: &str) -> Answer {
    let body = json!({ "kind": "message", "id": message["id"], "reason": reason });
    client.post("/api/moderation/reports", &body).await
}

async fn list(client: &Client, status: &str) -> Value {
    client.get(&format!("/api/moderation/cases?status={status}")).await.data()
}

fn at(case: &Value, verb: &str) -> String {
    format!("/api/moderation/cases/{}{verb}", case["id"].as_str().unwrap())
}

pub(super) async fn decide(client: &Client, case: &Value, action: &str) -> Answer {
    client
        .post(&at(case, "/decision"), &json!({ "action": action, "reason": "伤人", "note": "看过了" }))
        .await
}

/// A message of Bob in the class room that Alice has reported, and its case as the class admin finds it.
pub(super) struct Reported {
    pub(super) alice: Client,
    pub(super) bob: Client,
    pub(super) lead: Client,
    pub(super) message: Value,
    pub(super) case: Value,
}

pub(super) async fn reported(portal: &TestPortal, words: &str) -> Reported {
    let (alice, bob) = two(portal).await;
    let lead = portal.class_admin().await;
    let message = send_message(&bob, "class_01", words).await;
    report(&alice, &message, "").await.data();
    let case = first(&lead, "open").await;
    Reported { alice, bob, lead, message, case }
}

pub(super) async fn first(moderator: &Client, status: &str) -> Value {
    list(moderator, status).await["cases"][0].clone()
}

async fn audited(portal: &TestPortal, action: &str) -> usize {
    let admin = portal.admin().await;
    let log = admin.get("/api/admin/logs?limit=100").await.data();
    log["logs"].as_array().unwrap().iter().filter(|row| row["action"] == action).count()
}

async fn own(client: &Client) -> Value {
    client.get("/api/moderation/own").await.data()
}

#[tokio::test]
async fn a_report_reaches_the_senders_moderators_with_the_words_as_they_were() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let (lead, admin) = (portal.class_admin().await, portal.admin().await);
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let other_lead = portal.register("240200").await;
    let message = send_message(&bob, PAIR, "骂人的话").await;
    assert_eq!(report(&bob, &message, "").await.refusal(), "400 不能举报自己的内容");
    for _ in 0..2 {
        report(&alice, &message, "难听").await.data();
    }
    bob.post_empty(&path(&message, "/recall")).await.data();

    let seen = list(&lead, "open").await;
    let shown = &seen["cases"][0];
    assert_eq!(
        (&seen["total"], &shown["words"], &shown["words_hidden"]),
        (&json!(1), &Value::Null, &json!(true)),
        "whoever reads the words of two leaves a line in the log"
    );
    let case = lead.get(&at(&seen["cases"][0], "")).await.data();
    assert_eq!(
        (&case["reports"][0]["reporter_id"], &case["reports"][0]["reason"]),
        (&json!("240101"), &json!("难听"))
    );
    assert_eq!((&case["case"]["words"], &case["case"]["words_hidden"]), (&json!("骂人的话"), &json!(false)));
    let case = officer.get(&at(&seen["cases"][0], "")).await.data();
    assert!(case["reports"][0].get("reporter_id").is_none(), "officers do not learn who it was: {case}");
    assert_eq!(list(&admin, "open").await["total"], 1);
    assert_eq!(list(&other_lead, "open").await["total"], 0);
    assert_eq!(alice.get("/api/moderation/cases").await.refusal(), "403 无权限执行此操作");
    assert_eq!(lead.get("/api/moderation/cases?status=new").await.status.as_u16(), 400);

    let first = &seen["cases"][0];
    assert_eq!(decide(&other_lead, first, "remove").await.refusal(), "404 请求的内容不存在");
    let bare = json!({ "action": "remove", "reason": " " });
    assert_eq!(lead.post(&at(first, "/decision"), &bare).await.refusal(), "400 请写明原因");
    assert_eq!(decide(&lead, first, "shout").await.refusal(), "400 字段“action”的格式不正确");
    assert_eq!(
        own(&alice).await["reports"][0]["words"],
        Value::Null,
        "what is gone its reporter reads no more"
    );
    decide(&lead, first, "remove").await.data();
    assert_eq!(decide(&officer, first, "remove").await.refusal(), "409 该举报已处理");
    let told = own(&alice).await;
    let told = &told["reports"][0];
    assert_eq!((&told["status"], &told["note"]), (&json!("removed"), &json!("看过了")));
    assert!(told.get("reporter_id").is_none() && told.get("decided_by").is_none(), "{told}");
    let removals = own(&bob).await["removals"].clone();
    assert_eq!(removals[0]["may_appeal"], false, "the sender had taken it back: {removals}");
}

#[tokio::test]
async fn only_what_one_sees_can_be_reported() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let carol = portal.register("240103").await;
    let message = send_message(&bob, PAIR, "骂人的话").await;
    assert_eq!(report(&carol, &message, "").await.refusal(), "404 消息不存在");
    let unknown = json!({ "kind": "poem", "id": message["id"] });
    let refused = alice.post("/api/moderation/reports", &unknown).await;
    assert_eq!(refused.refusal(), "400 字段“kind”须为 message");
    assert_eq!(report(&alice, &message, &"字".repeat(501)).await.status.as_u16(), 400);
    bob.post_empty(&path(&message, "/recall")).await.data();
    assert_eq!(report(&alice, &message, "").await.refusal(), "409 消息已撤回");
    assert_eq!(list(&portal.class_admin().await, "open").await["total"], 0);
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
    report(&alice, &message, "难听").await.data();

    let first = first(&lead, "open").await;
    assert_eq!(first["author_name"], "net-240102");
    let case = lead.get(&at(&first, "")).await.data();
    let quotes = case["quotes"].as_array().unwrap();
    let texts: Vec<&str> = quotes.iter().map(|quote| quote["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["前2", "前3", "前4", "前5", "前6", "骂人的话", "后"]);
    let marked: Vec<&Value> = quotes.iter().filter(|quote| quote["reported"] == true).collect();
    assert_eq!((marked.len(), &marked[0]["author_name"]), (1, &json!("net-240102")));

    decide(&lead, &first, "keep").await.data();
    let case = lead.get(&at(&first, "")).await.data();
    assert_eq!((&case["quotes"], &case["case"]["words"]), (&json!([]), &json!("骂人的话")));
    assert_eq!(audited(&portal, "read_case").await, 2, "who looked into a pair stands in the log, each time");
}

#[tokio::test]
async fn what_its_reporter_has_cleared_away_a_case_does_not_show_either() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    send_message(&alice, PAIR, "很久以前的秘密").await;
    alice.delete(&format!("/api/chat/history?room={PAIR}")).await.data();
    let message = send_message(&bob, PAIR, "骂人的话").await;
    report(&alice, &message, "").await.data();
    let case = lead.get(&at(&first(&lead, "open").await, "")).await.data();
    assert_eq!(case["quotes"].as_array().unwrap().len(), 1, "{case}");
}

#[tokio::test]
async fn opening_a_case_of_a_room_one_is_in_leaves_no_line_in_the_log() {
    let portal = portal().await;
    let Reported { lead, case, .. } = reported(&portal, "骂人的话").await;
    let case = lead.get(&at(&case, "")).await.data();
    assert_eq!((&case["place_name"], case["quotes"].as_array().unwrap().len()), (&json!("01班"), 1));
    assert_eq!(audited(&portal, "read_case").await, 0);
}

#[tokio::test]
async fn many_reports_of_one_message_are_one_case_and_settled_together() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let carol = portal.register("240103").await;
    let (lead, officer) = (portal.class_admin().await, portal.officer(&[&MANAGE_POSTS]).await);
    let message = send_message(&bob, "class_01", "骂人的话").await;
    for (who, why) in [(&alice, "难听"), (&carol, "不好")] {
        report(who, &message, why).await.data();
        portal.advance(1);
    }
    let all = list(&lead, "open").await;
    assert_eq!((&all["total"], all["cases"].as_array().unwrap().len()), (&json!(1), 1));
    assert_eq!(all["cases"][0]["reporters"], 2);
    let case = officer.get(&at(&all["cases"][0], "")).await.data();
    let reasons: Vec<&Value> = case["reports"].as_array().unwrap().iter().map(|one| &one["reason"]).collect();
    assert_eq!(reasons, ["难听", "不好"]);

    decide(&officer, &all["cases"][0], "keep").await.data();
    for who in [&alice, &carol] {
        let told = own(who).await["reports"][0].clone();
        assert_eq!(
            (&told["status"], &told["note"], &told["words"]),
            (&json!("kept"), &json!("看过了"), &json!("骂人的话"))
        );
    }
    assert_eq!(list(&lead, "kept").await["cases"][0]["reporters"], 2);
}

#[tokio::test]
async fn of_fifty_who_report_one_message_at_once_all_are_in_one_case() {
    let portal = portal().await;
    let (_, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    let message = send_message(&bob, "class_01", "骂人的话").await;
    let mut reporters = Vec::new();
    for n in 3..13 {
        reporters.push(portal.register(&format!("2401{n:02}")).await);
    }
    let all = reporters.iter().flat_map(|one| (0..5).map(|_| report(one, &message, "")));
    let answers = futures_util::future::join_all(all).await;
    assert!(answers.iter().all(|answer| answer.status == 200));
    let open = list(&lead, "open").await;
    assert_eq!((&open["total"], &open["cases"][0]["reporters"]), (&json!(1), &json!(10)));
}

#[tokio::test]
async fn what_was_kept_can_be_judged_again_and_what_was_removed_restored() {
    let portal = portal().await;
    let Reported { alice, lead, case: first, .. } = reported(&portal, "骂人的话").await;
    assert_eq!(decide(&lead, &first, "reopen").await.refusal(), "409 该举报已处理");
    decide(&lead, &first, "keep").await.data();
    assert_eq!(decide(&lead, &first, "remove").await.refusal(), "409 该举报已处理");
    decide(&lead, &first, "reopen").await.data();
    let told = own(&alice).await["reports"][0].clone();
    assert_eq!((&told["status"], &told["note"]), (&json!("open"), &json!("")));
    decide(&lead, &first, "remove").await.data();
    assert_eq!(decide(&lead, &first, "reopen").await.refusal(), "409 该举报已处理");
    assert_eq!(history(&alice, "class_01").await[0]["recalled"], true);
    decide(&lead, &first, "restore").await.data();
    let message = history(&alice, "class_01").await[0].clone();
    assert_eq!((&message["recalled"], &message["content"]), (&json!(false), &json!("骂人的话")));
    let found = alice.get("/api/chat/search?q=骂人").await.data();
    assert_eq!(found["messages"].as_array().unwrap().len(), 1, "it is found again: {found}");
    assert_eq!(audited(&portal, "decide_case").await, 4);
}

#[tokio::test]
async fn what_is_reported_again_after_it_was_kept_is_another_case() {
    let portal = portal().await;
    let Reported { lead, message, case: kept, .. } = reported(&portal, "骂人的话").await;
    let carol = portal.register("240103").await;
    decide(&lead, &kept, "keep").await.data();
    portal.advance(60);
    report(&carol, &message, "").await.data();
    assert_eq!(decide(&lead, &kept, "reopen").await.refusal(), "409 这条内容又被举报了，请处理新的举报");
    decide(&lead, &first(&lead, "open").await, "keep").await.data();
    assert_eq!(list(&lead, "kept").await["total"], 2);
    decide(&lead, &kept, "reopen").await.data();
    assert_eq!(own(&carol).await["reports"][0]["status"], "kept", "the other stays as it was decided");
}

#[tokio::test]
async fn of_fifty_who_decide_one_case_at_once_one_does() {
    let portal = portal().await;
    let Reported { lead, case: first, .. } = reported(&portal, "骂人的话").await;
    let all = (0..50).map(|n| decide(&lead, &first, if n % 2 == 0 { "keep" } else { "remove" }));
    let answers = futures_util::future::join_all(all).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(answers.iter().all(|answer| answer.status == 200 || answer.status == 409));
}

#[tokio::test]
async fn a_removed_picture_is_its_senders_alone_until_it_is_restored_or_forgotten() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    let file = picture(&portal, UserId::parse("240102").unwrap()).await;
    let address = format!("/api/cloud/files/{}", file.hash);
    let body = json!({ "room": "class_01", "msg_type": "image", "content": address });
    let message = bob.post("/api/chat/messages", &body).await.data()["message"].clone();
    let sees = |user: &str| {
        let (app, user, hash) = (portal.app.clone(), UserId::parse(user).unwrap(), file.hash.clone());
        async move {
            let facts = identity::user::facts_of(&app, user).await.unwrap().unwrap();
            let reader = app.file_reader(&facts);
            let files = app.files.clone();
            app.db.read(move |read| Ok(files.may_read(read, &hash, &reader)?)).await.unwrap()
        }
    };
    assert!(sees("240101").await);
    report(&alice, &message, "").await.data();
    let case = first(&lead, "open").await;
    decide(&lead, &case, "remove").await.data();
    assert!(!sees("240101").await && sees("240102").await);
    decide(&lead, &case, "restore").await.data();
    assert!(sees("240101").await);
    assert_eq!(history(&alice, "class_01").await[0]["content"], address);
}

#[tokio::test]
async fn a_report_lets_a_moderator_take_words_from_a_room_they_are_not_in() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    let id = group(&alice, &["240102"]).await;
    let message = send_message(&bob, &id, "骂人的话").await;
    assert_eq!(lead.post_empty(&path(&message, "/recall")).await.refusal(), "404 消息不存在");
    report(&alice, &message, "").await.data();
    decide(&lead, &first(&lead, "open").await, "remove").await.data();
    assert_eq!(history(&alice, &id).await[0]["recalled"], true);
}

#[tokio::test]
async fn those_who_moderate_hear_of_a_case_and_nobody_else_does() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let (lead, other_lead) = (portal.class_admin().await, portal.register("240200").await);
    let admin = portal.admin().await;
    // An officer for posts, who is the one reported.
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let message = send_message(&officer, "public", "骂人的话").await;
    report(&alice, &message, "").await.data();
    let told = |events: &[Event]| {
        let last = events.iter().rfind(|event| event.name() == "moderation.case_changed").unwrap();
        (last.actor_id.clone(), last.audience.clone())
    };
    let all = |app: kernel::App| async move {
        app.db.read(|read| Ok(kernel::events::after(read, 0, 500)?)).await.unwrap()
    };
    let moderators = "user:240000|user:240100".to_owned();
    assert_eq!(told(&all(portal.app.clone()).await), (String::new(), moderators.clone()));
    let first = first(&lead, "open").await;
    decide(&admin, &first, "keep").await.data();
    assert_eq!(told(&all(portal.app.clone()).await), ("240000".to_owned(), moderators));
    for stranger in [&other_lead, &officer] {
        assert_eq!(stranger.get(&at(&first, "")).await.refusal(), "404 请求的内容不存在");
    }
    assert_eq!(bob.get(&at(&first, "")).await.refusal(), "403 无权限执行此操作");
}
