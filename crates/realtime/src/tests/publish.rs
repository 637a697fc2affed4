//! What may be published, by whom, and what is left of it.

use identity::user::UserEvent;
use kernel::events::{Audience, NewEvent};
use kernel::user::UserId;
use serde_json::{Value, json};

use super::*;
use crate::frame::Channel;
use crate::model::{self, Position};

const PUBLISH: &str = "/api/realtime/publish";

#[tokio::test]
async fn bad_input_is_refused_by_name_and_nothing_is_written() {
    let portal = portal().await;
    let alice = portal.member().await;
    let head = portal.app.events.newest().await.unwrap();
    let name = "400 事件名须为 1–80 个字母、数字或 _ . : -";
    let app = "400 应用名须为 1–80 个字母、数字或 _ . : -";
    let audience = "400 接收范围须为 all、class:CC、user:ID、role:admin 或 role:officer";
    for (body, refusal) in [
        (json!({}), "400 缺少字段“event”"),
        (json!({ "event": 5 }), "400 字段“event”的格式不正确"),
        (json!({ "event": null }), "400 字段“event”的格式不正确"),
        (json!({ "event": "" }), name),
        (json!({ "event": "a b" }), name),
        (json!({ "event": "a/b" }), name),
        (json!({ "event": "事件" }), name),
        (json!({ "event": "x".repeat(81) }), name),
        (json!({ "event": "a\n" }), name),
        (json!({ "event": "a", "app_name": "a b" }), app),
        (json!({ "event": "a", "app_name": "x".repeat(81) }), app),
        (json!({ "event": "a", "app_name": 1 }), "400 字段“app_name”的格式不正确"),
        (json!({ "event": "a", "payload": "x".repeat(16 * 1024 - 1) }), "400 事件内容最多 16384 字节"),
        (json!({ "event": "a", "audience": "everyone" }), audience),
        (json!({ "event": "a", "audience": "group:1" }), audience),
        (json!({ "event": "a", "audience": "class:1" }), audience),
        (json!({ "event": "a", "audience": ["all"] }), "400 字段“audience”的格式不正确"),
        (json!([]), "400 请求内容的结构或取值不对"),
    ] {
        assert_eq!(alice.post(PUBLISH, &body).await.refusal(), refusal, "{body}");
    }
    assert_eq!(alice.post_empty(PUBLISH).await.refusal(), "400 缺少请求内容");
    assert_eq!(portal.anonymous().post(PUBLISH, &json!({ "event": "a" })).await.refusal(), "401 未登录");
    assert_eq!(portal.app.events.newest().await.unwrap(), head);
}

#[tokio::test]
async fn names_of_the_system_are_refused_to_everyone() {
    let portal = portal().await;
    let (alice, admin) = (portal.member().await, portal.admin().await);
    for name in [
        "market_app_control_changed",
        "account_banned",
        "Account_Banned",
        "system.x",
        "System:x",
        "extension_event",
        "reset",
        "connected",
        "broadcast_event",
    ] {
        for client in [&alice, &admin] {
            let refusal = client.post(PUBLISH, &json!({ "event": name })).await.refusal();
            assert_eq!(refusal, "403 该事件名由系统保留", "{name}");
        }
    }
    publish(&alice, "my.system.x").await;
}

#[tokio::test]
async fn the_longest_names_and_the_largest_payload_fit_and_nothing_is_null() {
    let portal = portal().await;
    let alice = portal.member().await;
    let tab = register(&alice).await;
    let large = "x".repeat(model::MAX_PAYLOAD - 2);
    let long = "aZ09_.:-".repeat(10);
    alice.post(PUBLISH, &json!({ "event": long, "app_name": long, "payload": large })).await.data();
    let bare = alice.post(PUBLISH, &json!({ "event": "bare", "app_name": "" })).await.data();
    shown(&portal, bare["seq"].as_i64().unwrap()).await;

    let events = tab.poll().await["events"].clone();
    let (first, second) = (&events[0]["event"], &events[1]["event"]);
    assert_eq!(
        (&first["event"], &first["app_name"], &first["payload"]),
        (&json!(long), &json!(long), &json!(large))
    );
    assert_eq!((&second["app_name"], &second["payload"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn who_may_speak_to_whom() {
    let portal = portal().await;
    let (member, officer) = (portal.member().await, portal.officer(&[]).await);
    let (class_admin, admin) = (portal.class_admin().await, portal.admin().await);
    let audiences = [
        "all",
        "class",
        "class:01",
        "class:02",
        "user:240111",
        "user:240112",
        "user:240205",
        "role:officer",
        "role:admin",
    ];
    let mut table = Vec::new();
    for client in [&member, &officer, &class_admin, &admin] {
        let mut row = String::new();
        for audience in audiences {
            let answer = client.post(PUBLISH, &json!({ "event": "a", "audience": audience })).await;
            match answer.status.as_u16() {
                200 => row.push('y'),
                _ => {
                    assert_eq!(answer.refusal(), "403 无权向该范围发布事件");
                    row.push('-');
                }
            }
        }
        table.push(row);
    }
    assert_eq!(table, ["yyy-y----", "yyy--y---", "yyy-yy-yy", "yyyyyyyyy"]);
}

#[tokio::test]
async fn the_log_holds_nothing_of_what_was_written() {
    let portal = portal().await;
    let alice = portal.member().await;
    let body = json!({ "event": "secret-name", "app_name": "secret-app", "payload": "secret words" });
    let seq = alice.post(PUBLISH, &body).await.data()["seq"].as_i64().unwrap();
    let events = portal.app.db.read(move |read| Ok(kernel::events::after(read, seq - 1, 10)?)).await.unwrap();
    let event = &events[0];
    assert_eq!(
        (event.name().as_str(), event.actor_id.as_str(), event.data.as_str()),
        ("realtime.published", "240111", "null")
    );
    assert!(!format!("{event:?}").contains("secret"));
}

#[tokio::test]
async fn erasing_a_member_removes_what_they_published_here_and_in_memory() {
    let portal = portal().await;
    let (alice, bob) = (portal.register("240101").await, portal.register("240102").await);
    let tab = register(&bob).await;
    publish(&alice, "hers").await;
    shown(&portal, publish(&bob, "his").await).await;
    assert_eq!(names(&tab.poll().await), ["hers", "his"]);
    let id = UserId::parse("240101").unwrap();

    let exported =
        portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &id)?)).await.unwrap().unwrap();
    assert_eq!((&exported[0]["event"], exported.as_array().unwrap().len()), (&json!("hers"), 1));
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &id)?)).await.unwrap();
    let facts = portal.app.accounts().load(UserId::parse("240102").unwrap()).await.unwrap().unwrap();
    let told = move |tx: &mut kernel::AppTx| {
        let erased = NewEvent::new(&UserEvent::Erased, Audience::Admins).about("240101");
        Ok(tx.emit(erased)?)
    };
    shown(&portal, portal.app.write(told).await.unwrap()).await;
    until(|| {
        hub(&portal)
            .feed
            .after(Channel::Realtime, Position::after(0), (&facts, &Default::default()))
            .is_ok_and(|page| page.frames.len() == 1)
    })
    .await;
    assert_eq!(names(&tab.poll_after(0).await), ["his"], "from memory");

    let none = portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &id)?)).await.unwrap();
    assert!(none.is_none());
    let portal = portal.restart(&[]).await;
    let tab = register(&portal.client_of(UserId::parse("240102").unwrap()).await).await;
    assert_eq!(names(&tab.poll_after(0).await), ["his"], "from the log");
}
