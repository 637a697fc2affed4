//! Appeals against removals, and members who may write nothing for a time.

use super::reports::{decide, first, report};
use super::*;
use identity::admin::MANAGE_POSTS;

/// Seconds for which an author can appeal.
const WEEK: u64 = 7 * 86_400;

fn user(id: &str) -> UserId {
    UserId::parse(id).unwrap()
}

async fn removals(client: &Client) -> Value {
    client.get("/api/moderation/own").await.data()["removals"].clone()
}

async fn appeal(client: &Client, case: &Value, text: &str) -> Answer {
    let id = case["id"].as_str().or(case["case_id"].as_str()).unwrap();
    client.post(&format!("/api/moderation/cases/{id}/appeal"), &json!({ "text": text })).await
}

/// A message of Bob that an officer has removed: Bob, the officer, the class admin and the case.
async fn removed(portal: &TestPortal) -> (Client, Client, Client, Value) {
    let (_, bob) = two(portal).await;
    let (officer, lead) = (portal.officer(&[&MANAGE_POSTS]).await, portal.class_admin().await);
    let message = send_message(&bob, "class_01", "其实是玩笑").await;
    let body = json!({ "kind": "message", "id": message["id"], "reason": "伤人" });
    officer.post("/api/moderation/removals", &body).await.data();
    (bob, officer, lead.clone(), first(&lead, "removed").await)
}

#[tokio::test]
async fn an_author_appeals_once_and_another_moderator_decides() {
    let portal = portal().await;
    let (bob, officer, lead, case) = removed(&portal).await;
    let own = removals(&bob).await[0].clone();
    assert_eq!(
        (&own["words"], &own["reason"], &own["may_appeal"]),
        (&json!("其实是玩笑"), &json!("伤人"), &json!(true))
    );
    assert!(own.get("decided_by").is_none(), "{own}");
    assert_eq!(appeal(&lead, &case, "不是").await.refusal(), "404 请求的内容不存在");
    assert_eq!(appeal(&bob, &case, " ").await.refusal(), "400 请写明原因");
    appeal(&bob, &case, "我们在开玩笑").await.data();
    assert_eq!(appeal(&bob, &case, "真的").await.refusal(), "409 不能再申诉");
    for moderator in [&officer, &lead] {
        assert_eq!(inbox(moderator).await[0]["title"], "有新的申诉");
        assert_eq!(first(moderator, "appealed").await["appeal"]["text"], "我们在开玩笑");
    }
    let waiting = async |moderator: &Client| {
        moderator.get("/api/moderation/cases").await.data()["waiting"]["appealed"].clone()
    };
    assert_eq!((waiting(&officer).await, waiting(&lead).await), (json!(0), json!(1)), "for whom it waits");
    assert_eq!(decide(&officer, &case, "uphold").await.refusal(), "403 申诉须由另一位管理员处理");
    let bare = json!({ "action": "uphold" });
    let path = format!("/api/moderation/cases/{}/decision", case["id"].as_str().unwrap());
    assert_eq!(lead.post(&path, &bare).await.refusal(), "400 请写明原因");
    decide(&lead, &case, "uphold").await.data();
    assert_eq!(decide(&lead, &case, "uphold").await.refusal(), "409 该举报已处理");
    let told = inbox(&bob).await[0].clone();
    assert_eq!((&told["title"], &told["text"]), (&json!("申诉没有通过"), &json!("伤人")));
    let own = removals(&bob).await[0].clone();
    assert_eq!((&own["appeal"]["status"], &own["may_appeal"]), (&json!("upheld"), &json!(false)));
    assert!(first(&lead, "appealed").await.is_null());
    // A class admin may think again.
    decide(&lead, &case, "restore").await.data();
    assert_eq!(contents(&bob, "class_01").await, ["其实是玩笑"]);
}

#[tokio::test]
async fn a_granted_appeal_restores_what_was_removed() {
    let portal = portal().await;
    let (bob, officer, lead, case) = removed(&portal).await;
    appeal(&bob, &case, "我们在开玩笑").await.data();
    decide(&officer, &case, "restore").await.data();
    assert_eq!(contents(&bob, "class_01").await, ["其实是玩笑"]);
    let told = inbox(&bob).await;
    assert_eq!((told.len(), &told[0]["title"]), (1, &json!("申诉通过，你的消息已恢复")));
    assert_eq!(removals(&bob).await[0]["appeal"]["status"], "granted");
    assert!(inbox(&lead).await.is_empty(), "nobody has to look any more");
}

#[tokio::test]
async fn after_a_week_nothing_can_be_restored_unless_an_appeal_waits() {
    let portal = portal().await;
    let (bob, _, lead, case) = removed(&portal).await;
    portal.advance(1);
    let other = send_message(&bob, "class_01", "另一句").await;
    lead.post_empty(&path(&other, "/recall")).await.data();
    let late = first(&lead, "removed").await;
    let stays = send_message(&bob, "class_01", "没什么").await;
    report(&portal.client_of(user("240101")).await, &stays, "不喜欢").await.data();
    decide(&lead, &first(&lead, "open").await, "keep").await.data();
    appeal(&bob, &case, "我们在开玩笑").await.data();
    portal.advance(WEEK);
    // Their sessions have ended meanwhile.
    let (bob, lead) = (portal.client_of(user("240102")).await, portal.client_of(user("240100")).await);
    assert_eq!(appeal(&bob, &late, "也是").await.refusal(), "409 不能再申诉");
    moderation::forget_settled(&portal.app).await.unwrap();
    let kept = first(&lead, "kept").await;
    assert_eq!(
        (&kept["words"], &kept["may_reopen"]),
        (&Value::Null, &json!(false)),
        "nor are the words of others kept"
    );
    assert_eq!(decide(&lead, &kept, "reopen").await.json()["slug"], "moderation_reopen_closed");
    assert_eq!(decide(&lead, &late, "restore").await.refusal(), "409 已不能恢复");
    decide(&lead, &case, "restore").await.data();
    assert_eq!(history(&bob, "class_01").await.iter().filter(|one| one["recalled"] == false).count(), 2);
}

#[tokio::test]
async fn what_a_moderator_recalls_is_a_case_and_what_the_owner_of_a_group_recalls_is_none() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    let id = group(&alice, &["240102"]).await;
    alice.post_empty(&path(&send_message(&bob, &id, "跑题").await, "/recall")).await.data();
    assert!(first(&lead, "removed").await.is_null());
    let message = send_message(&bob, "class_01", "骂人的话").await;
    report(&alice, &message, "难听").await.data();
    lead.post_empty(&path(&message, "/recall")).await.data();
    let case = first(&lead, "removed").await;
    assert_eq!((&case["words"], &case["reporters"]), (&json!("骂人的话"), &json!(1)));
    assert_eq!(inbox(&alice).await[0]["title"], "你的举报有结果了");
    assert_eq!(removals(&bob).await[0]["may_appeal"], true);
}

#[tokio::test]
async fn whoever_is_silenced_reads_and_reacts_and_writes_nothing_until_it_ends() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let message = send_message(&alice, "class_01", "早").await;
    let own = send_message(&bob, "class_01", "早").await;
    let body = json!({ "minutes": 30, "reason": "刷屏" });
    officer.put("/api/moderation/silences/240102", &body).await.data();
    for room in ["class_01", "public", "private:240101:240102"] {
        let refused = try_send_message(&bob, room, "我说").await;
        assert_eq!(refused.refusal(), "403 您已被禁言至 08:30");
        assert_eq!(refused.json()["slug"], "silenced");
    }
    assert_eq!(bob.patch(&path(&own, ""), &json!({ "content": "我说" })).await.status.as_u16(), 403);
    assert_eq!(contents(&bob, "class_01").await, ["早", "早"]);
    let thumb = path(&message, "/reactions/%F0%9F%91%8D");
    bob.send(axum::http::Method::PUT, &thumb, None).await.data();
    let told = bob.get("/api/moderation/own").await.data()["silence"].clone();
    assert_eq!((&told["reason"], &told["ends_at"]), (&json!("刷屏"), &json!("2026-09-01T00:30:00.000Z")));
    let told = inbox(&bob).await[0].clone();
    assert_eq!((&told["title"], &told["text"]), (&json!("你被禁言至 08:30"), &json!("原因：刷屏")));
    let listed = officer.get("/api/moderation/silences").await.data();
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["user_id"]), (1, &json!("240102")));
    portal.advance(1800);
    send_message(&bob, "class_01", "好了").await;
    assert_eq!(officer.get("/api/moderation/silences").await.data(), json!([]));
    assert_eq!(bob.get("/api/moderation/own").await.data()["silence"], Value::Null);
}

#[tokio::test]
async fn a_silence_can_be_lifted_and_concerns_those_alone_whom_one_manages() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    let (lead, other_lead) = (portal.class_admin().await, portal.register("240200").await);
    let at = |user: &str| format!("/api/moderation/silences/{user}");
    let body = json!({ "minutes": 60, "reason": "刷屏" });
    for (moderator, user, refusal) in [
        (&alice, "240102", "403 无权限执行此操作"),
        (&other_lead, "240102", "403 无权限执行此操作"),
        (&officer, "240112", "403 无权限执行此操作"),
        (&officer, "240100", "403 无权限执行此操作"),
        (&lead, "240199", "404 请求的内容不存在"),
    ] {
        assert_eq!(moderator.put(&at(user), &body).await.refusal(), refusal, "{user}");
    }
    for (body, refusal) in [
        (json!({ "minutes": 4, "reason": "刷屏" }), "400 字段“minutes”须为 5–43200"),
        (json!({ "minutes": 43_201, "reason": "刷屏" }), "400 字段“minutes”须为 5–43200"),
        (json!({ "minutes": 60, "reason": "" }), "400 请写明原因"),
    ] {
        assert_eq!(lead.put(&at("240102"), &body).await.refusal(), refusal);
    }
    lead.put(&at("240102"), &body).await.data();
    officer.put(&at("240102"), &json!({ "minutes": 5, "reason": "短一点" })).await.data();
    assert_eq!(inbox(&bob).await.len(), 1, "the last one alone is told");
    officer.delete(&at("240102")).await.data();
    assert_eq!(officer.delete(&at("240102")).await.status.as_u16(), 404);
    send_message(&bob, "class_01", "谢谢").await;
    assert!(inbox(&bob).await.is_empty());
    officer.put(&at("240102"), &body).await.data();
    let portal = portal.restart(&[]).await;
    let bob = portal.client_of(user("240102")).await;
    assert_eq!(try_send_message(&bob, "class_01", "我说").await.status.as_u16(), 403, "also after a restart");
}

#[tokio::test]
async fn a_moderator_removes_unasked_only_what_they_could_recall() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let lead = portal.class_admin().await;
    let room = group(&bob, &["240100"]).await;
    let in_group = send_message(&bob, &room, "群里").await;
    let in_pair = send_message(&bob, "private:240100:240102", "悄悄话").await;
    let in_class = send_message(&bob, "class_01", "班里").await;
    let remove = async |message: &Value| {
        let body = json!({ "kind": "message", "id": message["id"], "reason": "伤人" });
        lead.post("/api/moderation/removals", &body).await.status.as_u16()
    };
    assert_eq!((remove(&in_group).await, remove(&in_pair).await), (403, 403));
    assert_eq!((remove(&in_class).await, remove(&in_class).await), (200, 409));
    assert_eq!(contents(&alice, "class_01").await, [""]);
}
