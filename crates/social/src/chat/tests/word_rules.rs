//! Messages beside the word rules of a class.

use super::reports::{decide, first};
use super::*;
use identity::admin::MANAGE_POSTS;

const PAIR: &str = "private:240101:240102";

async fn rule(client: &Client, term: &str, effect: &str) -> Value {
    let body = json!({ "term": term, "matching": "substring", "effect": effect });
    client.post("/api/moderation/rules", &body).await.data()
}

#[tokio::test]
async fn words_are_masked_refused_or_shown_to_moderators_as_the_rule_says() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    rule(&lead, "笨蛋", "mask").await;
    rule(&lead, "加微信", "block").await;
    rule(&lead, "作弊", "flag").await;
    let message = send_message(&alice, "class_01", "你这笨 蛋！").await;
    assert_eq!(message["content"], "你这＊ ＊！");
    let refused = try_send_message(&alice, "class_01", "快加-微-信").await;
    assert_eq!(refused.refusal(), "400 内容里的“加-微-信”不能发送，请修改");
    let flagged = send_message(&alice, "class_01", "谁作弊了").await;
    assert_eq!(contents(&bob, "class_01").await, ["你这＊ ＊！", "谁作弊了"]);
    let case = first(&lead, "open").await;
    assert_eq!(
        (&case["origin"], &case["content_id"], &case["reporters"], &case["held"]),
        (&json!("rule"), &flagged["id"], &json!(0), &json!(false))
    );
    assert_eq!(inbox(&lead).await.len(), 1);
    // Edits are no way around.
    let at = path(&message, "");
    assert_eq!(alice.patch(&at, &json!({ "content": "加微信" })).await.status.as_u16(), 400);
    assert_eq!(alice.patch(&at, &json!({ "content": "笨蛋呀" })).await.data()["content"], "＊＊呀");
    assert_eq!(send_message(&lead, "class_01", "什么叫笨蛋？").await["content"], "什么叫笨蛋？");
}

#[tokio::test]
async fn what_is_held_is_published_once_a_moderator_lets_it_through() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let (lead, officer) = (portal.class_admin().await, portal.officer(&[&MANAGE_POSTS]).await);
    rule(&lead, "考试答案", "hold").await;
    let body = json!({ "room": "class_01", "content": "考试答案在这", "temp_id": "t1" });
    for _ in 0..2 {
        let held = alice.post("/api/chat/messages", &body).await;
        assert_eq!(held.refusal(), "409 内容需要审核，通过后会发布");
        assert_eq!(held.json()["slug"], "held");
    }
    assert!(contents(&bob, "class_01").await.is_empty() && contents(&alice, "class_01").await.is_empty());
    let waiting = alice.get("/api/moderation/own").await.data()["held"].clone();
    assert_eq!((waiting.as_array().unwrap().len(), &waiting[0]["words"]), (1, &json!("考试答案在这")));
    assert_eq!(waiting[0]["client_key"], "t1", "its author knows it by that");
    let case = first(&officer, "open").await;
    assert_eq!((&case["held"], &case["origin"]), (&json!(true), &json!("rule")));
    let id = case["id"].as_str().unwrap();
    let details = officer.get(&format!("/api/moderation/cases/{id}")).await.data();
    assert_eq!(details["quotes"][0]["text"], "考试答案在这");
    send_message(&bob, "class_01", "有人吗").await;

    assert_eq!(decide(&officer, &case, "restore").await.status.as_u16(), 409, "nothing was removed");
    let all = (0..10).map(|_| decide(&officer, &case, "keep"));
    let answers = futures_util::future::join_all(all).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(
        contents(&bob, "class_01").await,
        ["有人吗", "考试答案在这"],
        "it comes when it is let through"
    );
    let told = inbox(&alice).await[0].clone();
    assert_eq!((&told["title"], &told["text"]), (&json!("你的消息通过审核，已发布"), &json!("考试答案在这")));
    assert_eq!(alice.get("/api/moderation/own").await.data()["held"], json!([]));
    assert_eq!(first(&lead, "kept").await["content_id"], history(&bob, "class_01").await[1]["id"]);
}

#[tokio::test]
async fn what_is_not_let_through_can_be_appealed_against() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let (lead, officer) = (portal.class_admin().await, portal.officer(&[&MANAGE_POSTS]).await);
    rule(&lead, "答案", "hold").await;
    assert_eq!(try_send_message(&alice, "class_01", "作业答案").await.status.as_u16(), 409);
    let case = first(&officer, "open").await;
    decide(&officer, &case, "remove").await.data();
    assert_eq!(decide(&lead, &case, "keep").await.status.as_u16(), 409, "another has decided");
    let told = inbox(&alice).await[0].clone();
    assert_eq!((&told["title"], &told["text"]), (&json!("你的消息没有通过审核"), &json!("原因：伤人")));
    let path = format!("/api/moderation/cases/{}/appeal", case["id"].as_str().unwrap());
    alice.post(&path, &json!({ "text": "老师发的" })).await.data();
    decide(&lead, &case, "restore").await.data();
    assert_eq!(contents(&bob, "class_01").await, ["作业答案"]);
    assert_eq!(decide(&lead, &case, "restore").await.status.as_u16(), 409);
}

#[tokio::test]
async fn between_two_words_are_masked_and_refused_and_moderators_see_nothing() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let lead = portal.class_admin().await;
    for (term, effect) in [("笨蛋", "mask"), ("加微信", "block"), ("作弊", "flag"), ("答案", "hold")]
    {
        rule(&lead, term, effect).await;
    }
    assert_eq!(send_message(&alice, PAIR, "笨蛋，作弊，答案").await["content"], "＊＊，作弊，答案");
    assert_eq!(try_send_message(&alice, PAIR, "加微信").await.status.as_u16(), 400);
    assert!(first(&lead, "open").await.is_null() && inbox(&lead).await.is_empty());
}

#[tokio::test]
async fn rules_hold_for_the_members_of_their_class_and_those_of_the_portal_for_all() {
    let portal = portal().await;
    portal.list_classes(&["01", "02"]).await;
    let (alice, stranger) = (portal.register("240101").await, portal.register("240201").await);
    let (lead, admin) = (portal.class_admin().await, portal.admin().await);
    let other_lead = portal.register("240200").await;
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let own = rule(&lead, "笨蛋", "mask").await;
    let all = rule(&admin, "傻瓜", "mask").await;
    assert_eq!((&own["class"], &all["class"]), (&json!("01"), &Value::Null));
    assert_eq!(send_message(&alice, "public", "笨蛋傻瓜").await["content"], "＊＊＊＊");
    assert_eq!(send_message(&stranger, "public", "笨蛋傻瓜").await["content"], "笨蛋＊＊");
    let listed = lead.get("/api/moderation/rules").await.data();
    assert_eq!((&listed["rules"], &listed["portal_rules"]), (&json!([own]), &json!([all])));
    let at = |rule: &Value| format!("/api/moderation/rules/{}", rule["id"].as_str().unwrap());
    let off = json!({ "term": "笨蛋", "matching": "substring", "effect": "mask", "enabled": false });
    for (client, rule) in [(&other_lead, &own), (&lead, &all), (&officer, &own), (&alice, &own)] {
        assert_eq!(client.put(&at(rule), &off).await.refusal(), "403 无权限执行此操作");
        assert_eq!(client.delete(&at(rule)).await.refusal(), "403 无权限执行此操作");
    }
    lead.put(&at(&own), &off).await.data();
    assert_eq!(send_message(&alice, "public", "笨蛋").await["content"], "笨蛋");
    admin.delete(&at(&all)).await.data();
    assert_eq!(send_message(&alice, "public", "傻瓜").await["content"], "傻瓜");
    let log = admin.get("/api/admin/logs?limit=4").await.data().to_string();
    assert!(log.contains("change_rule") && !log.contains("傻瓜"), "the log has no words: {log}");
}

#[tokio::test]
async fn a_dry_run_tells_what_a_rule_would_have_done_and_changes_nothing() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    let group = group(&alice, &["240102"]).await;
    send_message(&alice, "class_01", "很久以前的笨蛋").await;
    portal.advance(31 * 86_400);
    let (alice, bob, lead) = {
        let user = |id: &str| UserId::parse(id).unwrap();
        drop((alice, bob, lead));
        (
            portal.client_of(user("240101")).await,
            portal.client_of(user("240102")).await,
            portal.client_of(user("240100")).await,
        )
    };
    send_message(&bob, "class_01", "你这笨-蛋").await;
    send_message(&bob, &group, "笨蛋").await;
    send_message(&alice, PAIR, "笨蛋").await;
    send_message(&alice, "class_01", "没事").await;
    let body = json!({ "term": "笨蛋", "matching": "substring", "effect": "hold" });
    let run = lead.post("/api/moderation/rules/dry-run", &body).await.data();
    assert_eq!(
        (&run["texts"], &run["fits"], &run["partial"]),
        (&json!(3), &json!({ "message": 2 }), &json!(false)),
        "nothing of pairs, and nothing older than thirty days"
    );
    let examples = run["examples"].as_array().unwrap();
    assert_eq!(examples.len(), 1, "the words of a group that one is not in are not shown");
    assert_eq!(
        (&examples[0]["words"], &examples[0]["parts"]),
        (&json!("你这笨-蛋"), &json!([{ "start": 2, "end": 5 }]))
    );
    assert_eq!(lead.get("/api/moderation/rules").await.data()["rules"], json!([]));
    let bad = json!({ "term": "(", "matching": "pattern", "effect": "hold" });
    let refused = lead.post("/api/moderation/rules/dry-run", &bad).await;
    assert_eq!(refused.json()["slug"], "moderation_pattern_invalid");
}

#[tokio::test]
async fn of_many_who_decide_on_what_is_held_one_does() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    rule(&lead, "答案", "hold").await;
    for number in 0..5 {
        let text = format!("答案 {number}");
        assert_eq!(try_send_message(&alice, "class_01", &text).await.status.as_u16(), 409);
        let case = first(&lead, "open").await;
        let all = (0..8).map(|n| decide(&lead, &case, if n % 2 == 0 { "keep" } else { "remove" }));
        let answers = futures_util::future::join_all(all).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        let kept = lead.get("/api/moderation/cases?status=kept").await.data();
        let is_kept = kept["cases"].as_array().unwrap().iter().any(|case| case["words"] == json!(text));
        assert_eq!(contents(&bob, "class_01").await.contains(&text), is_kept);
    }
}

#[tokio::test]
async fn sending_again_gets_the_first_message_whatever_the_rules_say_by_now() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    let body = json!({ "room": "class_01", "content": "加微信，答案", "temp_id": "t1" });
    let sent = alice.post("/api/chat/messages", &body).await.data();
    for effect in ["block", "hold"] {
        let rule = rule(&lead, "答案", effect).await;
        assert_eq!(alice.post("/api/chat/messages", &body).await.data()["message_id"], sent["message_id"]);
        lead.delete(&format!("/api/moderation/rules/{}", rule["id"].as_str().unwrap())).await.data();
    }
    assert_eq!(contents(&bob, "class_01").await, ["加微信，答案"]);
}

#[tokio::test]
async fn nothing_is_published_for_an_author_who_may_not_write() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    rule(&lead, "答案", "hold").await;
    assert_eq!(try_send_message(&alice, "class_01", "答案").await.status.as_u16(), 409);
    let case = first(&lead, "open").await;
    let silence = json!({ "minutes": 60, "reason": "刷屏" });
    lead.put("/api/moderation/silences/240101", &silence).await.data();
    let refused = decide(&lead, &case, "keep").await;
    assert_eq!(refused.json()["slug"], "moderation_author_may_not_write");
    lead.delete("/api/moderation/silences/240101").await.data();
    decide(&lead, &case, "keep").await.data();
    assert_eq!(contents(&bob, "class_01").await, ["答案"]);
}

#[tokio::test]
async fn names_and_announcements_of_groups_keep_the_rules_and_silent_members_write_none() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let lead = portal.class_admin().await;
    let room = group(&alice, &["240102"]).await;
    for (term, effect) in [("笨蛋", "mask"), ("加微信", "block"), ("答案", "hold")] {
        rule(&lead, term, effect).await;
    }
    let name = format!("/api/chat/groups/{room}");
    let rename = async |words: &str| alice.patch(&name, &json!({ "group_name": words })).await;
    assert_eq!(rename("笨蛋群").await.data()["group_name"], "＊＊群");
    assert_eq!(rename("加微信").await.json()["slug"], "moderation_words_blocked");
    let announcement = format!("{name}/announcement");
    let announced = alice.put(&announcement, &json!({ "announcement": "答案在此" })).await;
    assert_eq!(announced.json()["slug"], "moderation_cannot_be_held");
    let silence = json!({ "minutes": 60, "reason": "刷屏" });
    lead.put("/api/moderation/silences/240101", &silence).await.data();
    assert_eq!(rename("没事").await.json()["slug"], "silenced");
}
