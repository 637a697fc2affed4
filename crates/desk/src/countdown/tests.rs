//! The countdown feature through `HttpApp`.

mod calendar;
mod class;
mod days;
mod reminders;
mod suggestions;

use axum::http::StatusCode;
use futures_util::future::join_all;
use identity::testing::TestPortal;
use kernel::apps::Apps;
use kernel::events::FeatureEvent as _;
use kernel::http::Caller;
use kernel::scope::Scope;
use kernel::testing::Client;
use kernel::user::UserId;
use search::testing::{hits, titles};
use serde_json::{Value, json};

use super::{CountdownEvent, FEATURE};

async fn portal() -> TestPortal {
    TestPortal::new(&[search::FEATURE, FEATURE]).await
}

fn exam() -> Value {
    json!({ "title": "高考", "target_date": "2027-06-07", "color": "#C5303C", "note": "加油" })
}

async fn create(client: &Client, body: Value) -> Value {
    client.post("/api/countdown", &body).await.data()
}

#[tokio::test]
async fn a_countdown_is_created_listed_changed_and_deleted() {
    let portal = portal().await;
    let alice = portal.member().await;

    let made = create(&alice, exam()).await;
    assert_eq!(made["days_left"], 279, "counted from 1 September 2026 in Shanghai");
    assert_eq!((made["color"].as_str(), made["repeat_type"].as_str()), (Some("#c5303c"), Some("none")));

    let path = format!("/api/countdown/{}", made["id"].as_str().unwrap());
    let changed = alice.patch(&path, &json!({ "title": "高考第一天", "pinned": true })).await.data();
    assert_eq!(
        (&changed["title"], &changed["pinned"], &changed["note"]),
        (&json!("高考第一天"), &json!(true), &json!("加油"))
    );
    assert_eq!(alice.get(&path).await.data(), changed);

    let list = alice.get("/api/countdown").await.data();
    assert_eq!((&list["total"], &list["page"], &list["limit"]), (&json!(1), &json!(1), &json!(100)));

    assert_eq!(alice.delete(&path).await.data(), Value::Null);
    assert_eq!(alice.get(&path).await.refusal(), "404 请求的内容不存在");
}

#[tokio::test]
async fn nobody_sees_changes_or_deletes_what_is_not_theirs() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let made = create(&alice, exam()).await;
    let path = format!("/api/countdown/{}", made["id"].as_str().unwrap());

    assert_eq!(bob.get(&path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(bob.patch(&path, &json!({ "title": "x" })).await.status, StatusCode::NOT_FOUND);
    assert_eq!(bob.delete(&path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(bob.get("/api/countdown").await.data()["total"], 0);
    assert_eq!(portal.anonymous().get(&path).await.refusal(), "401 未登录");
    assert_eq!(alice.get(&path).await.data(), made);
}

#[tokio::test]
async fn the_same_id_sent_again_makes_one_countdown_and_undoes_a_deletion() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let mut body = exam();
    body["id"] = json!("0198f2b4-3c1d-7e55-8a11-1b2c3d4e5f60");

    let first = create(&alice, body.clone()).await;
    let mut again = body.clone();
    again["title"] = json!("另一个标题");
    assert_eq!(create(&alice, again).await, first, "a retry gets the first result");
    assert_eq!(bob.post("/api/countdown", &body).await.refusal(), "409 该编号已被使用");

    let path = "/api/countdown/0198f2b4-3c1d-7e55-8a11-1b2c3d4e5f60";
    alice.delete(path).await.data();
    assert_eq!(create(&alice, body).await["title"], first["title"]);
    assert_eq!(alice.get("/api/countdown").await.data()["total"], 1);
}

#[tokio::test]
async fn pinned_stand_first_then_the_nearest_and_what_is_past_last() {
    let portal = portal().await;
    let alice = portal.member().await;
    for (title, date, pinned) in [
        ("past", "2026-08-01", false),
        ("far", "2028-01-01", false),
        ("near", "2026-09-03", false),
        ("pinned", "2029-01-01", true),
    ] {
        create(&alice, json!({ "title": title, "target_date": date, "pinned": pinned })).await;
    }
    let list = alice.get("/api/countdown?limit=3").await.data();
    let titles: Vec<_> =
        list["countdowns"].as_array().unwrap().iter().map(|c| c["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["pinned", "near", "far"]);
    assert_eq!(alice.get("/api/countdown?limit=3&page=2").await.data()["countdowns"][0]["title"], "past");
}

#[tokio::test]
async fn the_day_turns_at_midnight_in_the_portals_zone() {
    let portal = portal().await;
    let alice = portal.member().await;
    let made = create(&alice, json!({ "title": "开学", "target_date": "2026-09-02" })).await;
    assert_eq!(made["days_left"], 1);
    let path = format!("/api/countdown/{}", made["id"].as_str().unwrap());

    portal.advance(16 * 3600 - 1); // 23:59:59 in Shanghai, where the test began at 08:00
    assert_eq!(alice.get(&path).await.data()["days_left"], 1);
    portal.advance(1);
    assert_eq!(alice.get(&path).await.data()["days_left"], 0);
}

#[tokio::test]
async fn bad_input_is_refused_by_name_and_nothing_is_written() {
    let portal = portal().await;
    let alice = portal.member().await;
    let long = "长".repeat(81);
    for (change, refusal) in [
        (json!({ "title": "  " }), "400 标题须为 1–80 个字符"),
        (json!({ "title": long }), "400 标题须为 1–80 个字符"),
        (json!({ "title": "a\u{7}b" }), "400 标题须为 1–80 个字符"),
        (json!({ "title": 5 }), "400 字段“title”的格式不正确"),
        (json!({ "target_date": "2026-02-30" }), "400 日期须为 1900–2199 年间的 YYYY-MM-DD"),
        (json!({ "target_date": "2026-2-3" }), "400 日期须为 1900–2199 年间的 YYYY-MM-DD"),
        (json!({ "target_date": null }), "400 字段“target_date”的格式不正确"),
        (json!({ "repeat_type": "daily" }), "400 字段“repeat_type”的格式不正确"),
        (json!({ "color": "red" }), "400 颜色须为 #rrggbb"),
        (json!({ "note": "长".repeat(501) }), "400 备注最多 500 个字符"),
        (json!({ "id": "1" }), "400 编号须为 UUID"),
    ] {
        let mut body = exam();
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        assert_eq!(alice.post("/api/countdown", &body).await.refusal(), refusal);
    }
    assert_eq!(
        alice.post("/api/countdown", &json!({ "title": "x" })).await.refusal(),
        "400 缺少字段“target_date”"
    );
    assert_eq!(alice.post_empty("/api/countdown").await.refusal(), "400 缺少请求内容");
    assert_eq!(alice.get("/api/countdown").await.data()["total"], 0);
}

#[tokio::test]
async fn fifty_at_once_cannot_pin_more_than_three() {
    let portal = portal().await;
    let alice = portal.member().await;
    let body = json!({ "title": "x", "target_date": "2027-01-01", "pinned": true });
    let answers = join_all((0..50).map(|_| alice.post("/api/countdown", &body))).await;

    let made = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
    assert_eq!(made, 3);
    assert!(
        answers.iter().all(|a| a.status == StatusCode::OK || a.refusal() == "409 最多可以置顶 3 个倒计时")
    );
    assert_eq!(alice.get("/api/countdown").await.data()["total"], 3);
}

#[tokio::test]
async fn the_hundred_and_first_is_refused() {
    let portal = portal().await;
    let alice = portal.member().await;
    let body = json!({ "title": "x", "target_date": "2027-01-01" });
    join_all((0..100).map(|_| create(&alice, body.clone()))).await;
    assert_eq!(alice.post("/api/countdown", &body).await.refusal(), "409 最多可以建立 100 个倒计时");
}

#[tokio::test]
async fn every_change_is_told_to_the_log_with_ids_alone() {
    let portal = portal().await;
    let alice = portal.member().await;
    let made = create(&alice, exam()).await;
    let id = made["id"].as_str().unwrap().to_owned();
    alice.delete(&format!("/api/countdown/{id}")).await.data();

    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 100)?)).await.unwrap();
    let told: Vec<_> = events.iter().filter(|event| event.feature == "countdown").collect();
    assert_eq!(told.iter().map(|event| event.kind.as_str()).collect::<Vec<_>>(), ["created", "deleted"]);
    assert!(
        told.iter()
            .all(|event| event.audience == "user:240111" && event.subject_id == id && event.data == "null")
    );
}

#[tokio::test]
async fn a_countdown_survives_a_restart() {
    let portal = portal().await;
    let alice = portal.member().await;
    let made = create(&alice, exam()).await;
    let portal = portal.restart(&[]).await;
    let alice = portal.client_of(UserId::parse("240111").unwrap()).await;
    assert_eq!(alice.get("/api/countdown").await.data()["countdowns"][0], made);
}

#[tokio::test]
async fn erasing_a_member_leaves_none_of_theirs_and_all_of_others() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    create(&alice, exam()).await;
    create(&bob, exam()).await;
    let id = UserId::parse("240101").unwrap();

    let exported = portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &id)?)).await.unwrap();
    assert_eq!(exported.unwrap()[0]["title"], "高考");
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &id)?)).await.unwrap();
    assert_eq!(alice.get("/api/countdown").await.data()["total"], 0);
    assert_eq!(bob.get("/api/countdown").await.data()["total"], 1);
}

/// The ids of the countdowns whose day was told to have come on a date, in order.
async fn told_on(portal: &TestPortal, date: &str) -> Vec<String> {
    portal.settle().await;
    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 1000)?)).await.unwrap();
    let reached = events.into_iter().filter_map(|event| match CountdownEvent::read(&event)? {
        CountdownEvent::Reached { date: day } if day == date => Some(event.subject_id),
        _ => None,
    });
    let mut ids: Vec<_> = reached.collect();
    ids.sort();
    ids
}

/// Lets time pass until a day has come for some countdown: the task that tells runs beside the test, and may begin to
/// wait after the test has moved the clock. Only events of that day count, because the log forgets older ones.
async fn wait_for_told_on(portal: &TestPortal, date: &str) -> Vec<String> {
    loop {
        let told = told_on(portal, date).await;
        if !told.is_empty() {
            return told;
        }
        portal.advance(1);
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_day_that_comes_is_told_once_at_its_start_and_again_when_it_repeats() {
    let portal = portal().await;
    let alice = portal.member().await;
    let once = create(&alice, json!({ "title": "运动会", "target_date": "2026-09-02" })).await;
    let monthly = json!({ "title": "交水费", "target_date": "2026-08-02", "repeat_type": "monthly" });
    let monthly = create(&alice, monthly).await;
    create(&alice, json!({ "title": "今天", "target_date": "2026-09-01" })).await;
    let id = |made: &Value| made["id"].as_str().unwrap().to_owned();
    let mut both = [id(&once), id(&monthly)];
    both.sort();

    portal.advance(15 * 60 * 60 + 59 * 60);
    assert_eq!(told_on(&portal, "2026-09-01").await, [""; 0], "its own day began before it");
    assert_eq!(told_on(&portal, "2026-09-02").await, [""; 0], "23:59 in Shanghai");
    portal.advance(60);
    assert_eq!(wait_for_told_on(&portal, "2026-09-02").await, both);

    let portal = portal.restart(&[]).await;
    portal.advance(60);
    assert_eq!(told_on(&portal, "2026-09-02").await, both, "not again after a restart");
    portal.advance(30 * 24 * 60 * 60);
    assert_eq!(wait_for_told_on(&portal, "2026-10-02").await, [id(&monthly)]);
}

#[tokio::test]
async fn a_day_that_was_moved_to_today_has_not_come_not_even_after_a_restart() {
    let portal = portal().await;
    let alice = portal.member().await;
    let moved = create(&alice, json!({ "title": "春游", "target_date": "2026-10-01" })).await;
    let other = create(&alice, json!({ "title": "运动会", "target_date": "2026-09-02" })).await;
    portal.advance(20 * 60 * 60);
    let path = format!("/api/countdown/{}", moved["id"].as_str().unwrap());
    let alice = portal.client_of(UserId::parse("240111").unwrap()).await;
    alice.patch(&path, &json!({ "target_date": "2026-09-02" })).await.data();
    let portal = portal.restart(&[]).await;
    portal.advance(60);
    assert_eq!(wait_for_told_on(&portal, "2026-09-02").await, [other["id"].as_str().unwrap()]);
    // Its words are no reason not to tell it on a day that it had before.
    let alice = portal.client_of(UserId::parse("240111").unwrap()).await;
    alice.patch(&path, &json!({ "repeat_type": "monthly" })).await.data();
    portal.advance(29 * 24 * 60 * 60);
    let alice = portal.client_of(UserId::parse("240111").unwrap()).await;
    alice.patch(&path, &json!({ "title": "远足" })).await.data();
    portal.advance(24 * 60 * 60);
    assert_eq!(wait_for_told_on(&portal, "2026-10-02").await, [moved["id"].as_str().unwrap()]);
}

/// The bodies that an integration was sent, once there is one: an event can be read from the table a moment before this
/// node knows of it.
async fn deliveries(portal: &TestPortal, owner: &Client, issued: &Value) -> Vec<Value> {
    loop {
        portal.app.catch_up("integrations-outbox").await;
        let list = owner.get(&format!("/api/integrations/tokens/{}/deliveries", issued["id"])).await.data();
        let bodies = list["deliveries"].as_array().unwrap().iter();
        let bodies: Vec<Value> =
            bodies.map(|one| serde_json::from_str(one["body"].as_str().unwrap()).unwrap()).collect();
        if !bodies.is_empty() {
            return bodies;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn an_integration_adds_a_countdown_of_its_owner_and_is_told_when_its_day_has_come() {
    let portal = TestPortal::with(&[realtime::FEATURE, integrations::FEATURE, FEATURE], &[]).await;
    let head = portal.class_admin().await;
    let wanted = json!({ "name": "a", "scopes": ["data:write", "countdown:read"], "webhookUrl": "http://localhost:9999/" });
    let issued = head.post("/api/integrations/tokens", &wanted).await.data();
    let program = portal.anonymous().with("x-webhook-token", issued["token"].as_str().unwrap());
    let event =
        json!({ "event": "countdown.create", "data": { "title": "交作业", "target_date": "2026-09-02" } });
    program.post("/api/integrations/webhook", &event).await.data();
    assert_eq!(head.get("/api/countdown").await.data()["countdowns"][0]["title"], "交作业");
    let reader = portal.anonymous().bearing(issued["secret"].as_str().unwrap());
    assert_eq!(reader.get("/api/countdown").await.data()["total"], 1);

    portal.advance(16 * 60 * 60);
    wait_for_told_on(&portal, "2026-09-02").await;
    let body = &deliveries(&portal, &head, &issued).await[0];
    assert_eq!((&body["event"], &body["data"]["title"]), (&json!("countdown.reached"), &json!("交作业")));
}

#[tokio::test]
async fn ones_own_countdowns_are_found_by_every_word_the_nearest_first() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    for (client, title, date, note) in [
        (&alice, "期末考试", "2199-06-30", "带 Ruler"),
        (&alice, "期中考试", "2190-04-20", ""),
        (&alice, "春游", "2190-04-01", ""),
        (&bob, "月考", "2190-01-01", ""),
    ] {
        create(client, json!({ "title": title, "target_date": date, "note": note })).await;
    }
    let found = async |words: &str| titles(&portal.app, &alice, "countdown", words).await;
    assert_eq!(found("考试").await, ["期中考试", "期末考试"]);
    assert_eq!(found(" 期末  ruler ").await, ["期末考试"]);
    assert_eq!(found("qimo").await, ["期末考试"], "by the sound of the title");
    assert!(found("期末 没有").await.is_empty());
    assert!(found("月考").await.is_empty(), "nobody finds another's");
    let hit = hits(&portal.app, &alice, "countdown", "ruler").await[0].clone();
    assert_eq!(hit["detail"], "2199年6月30日");

    let id = hit["id"].as_str().unwrap();
    alice.delete(&format!("/api/countdown/{id}")).await.data();
    assert_eq!(found("考试").await, ["期中考试"]);
}

/// Switches an app off for everybody.
async fn switch_off(portal: &TestPortal, name: &'static str) {
    let token = portal.admin().await.token().unwrap();
    let caller = Caller::of_token(&portal.app, &token, &kernel::testing::origin()).await.unwrap();
    let off = portal.app.write(move |tx| Apps::set(tx, &caller, &Scope::Portal, name, false));
    assert!(off.await.unwrap());
}

#[tokio::test]
async fn nothing_is_found_of_an_app_that_is_switched_off() {
    let portal = portal().await;
    let alice = portal.register("240101").await;
    create(&alice, exam()).await;
    assert_eq!(titles(&portal.app, &alice, "countdown", "高考").await, ["高考"]);
    switch_off(&portal, "countdown").await;
    assert!(titles(&portal.app, &alice, "countdown", "高考").await.is_empty());
}
