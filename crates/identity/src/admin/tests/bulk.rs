//! Bans of many members.

use futures_util::future::join_all;
use kernel::connections::Ended;
use kernel::testing::TestSetup;

use super::*;
use crate::admin::MANAGE_USERS;

const BULK: &str = "/api/admin/users/bulk-status";
const PREVIEW: &str = "/api/admin/users/bulk-status/preview";

/// Class 01 with a class admin, an admin, an officer and three members; class 02 with one of each
/// but the admin.
async fn school() -> TestPortal {
    let portal = TestPortal::new(&[]).await;
    for user in ["240100", "240101", "240102", "240103", "240105", "240200", "240201"] {
        portal.register(user).await;
    }
    officer(&portal, "240104", &[&MANAGE_USERS]).await;
    officer(&portal, "240202", &[]).await;
    portal.admin().await;
    settle_admins(&portal, &["240000", "240105"]).await;
    portal
}

async fn disabled(portal: &TestPortal) -> Vec<String> {
    let admin = portal.client_of(id("240000")).await;
    let list = admin.get(&format!("{USERS}?status=disabled")).await.data();
    list["users"]
        .as_array()
        .unwrap()
        .iter()
        .map(|user| user["user_id"].as_str().unwrap().to_owned())
        .collect()
}

/// What the preview says and what then happens.
async fn both(client: &Client, body: &Value) -> (Value, Value) {
    let preview = client.post(PREVIEW, body).await.data();
    (preview, client.post(BULK, body).await.data()["affected"].clone())
}

fn expected(affected: u64, admins: u64, officers: u64) -> (Value, Value) {
    let preview = json!({ "affected": affected, "excluded_admins": admins, "excluded_officers": officers });
    (preview, json!(affected))
}

#[tokio::test]
async fn all_means_those_in_reach_below_and_never_an_admin() {
    for (actor, expected, out) in [
        ("240000", expected(6, 4, 0), vec!["240101", "240102", "240103", "240104", "240201", "240202"]),
        ("240100", expected(4, 2, 0), vec!["240101", "240102", "240103", "240104"]),
        ("240104", expected(3, 2, 1), vec!["240101", "240102", "240103"]),
        ("240200", expected(2, 1, 0), vec!["240201", "240202"]),
    ] {
        let portal = school().await;
        let client = portal.client_of(id(actor)).await;
        assert_eq!(
            both(&client, &json!({ "user_ids": "all", "status": "disabled" })).await,
            expected,
            "{actor}"
        );
        assert_eq!(disabled(&portal).await, out, "{actor}");
        assert_eq!(client.get(USERS).await.status, 200, "{actor} is still in");
    }
}

#[tokio::test]
async fn listed_members_change_but_for_those_left_out_or_out_of_reach() {
    let portal = school().await;
    let head = portal.client_of(id("240100")).await;
    let ids = ["240101", "240101", "240102", "240103", "240201", "240105", "240100", "249999"];
    let body =
        json!({ "user_ids": ids, "exclude": ["240103"], "status": "disabled", "ban_reason": "<i>x</i>" });
    assert_eq!(both(&head, &body).await, expected(2, 2, 0));
    assert_eq!(disabled(&portal).await, ["240101", "240102"]);
    let detail = json!({ "affected": 2, "class": "01", "ban_expires_at": null, "exclude": ["240103"],
        "user_ids": ["240101", "240102", "240103", "240201", "240105", "240100", "249999"] });
    assert_eq!(newest(&portal).await, ("240100".into(), "batch_disable_users".into(), String::new(), detail));

    let body = json!({ "user_ids": "all", "exclude": ["240101"], "status": "active" });
    assert_eq!(both(&head, &body).await, expected(1, 2, 0), "only who was out comes in");
    assert_eq!(disabled(&portal).await, ["240101"]);
    assert_eq!(newest(&portal).await.1, "batch_enable_users");
}

#[tokio::test]
async fn a_change_of_many_is_one_event_that_ends_what_is_open() {
    let portal = school().await;
    let admin = portal.client_of(id("240000")).await;
    let member = portal.client_of(id("240201")).await;
    assert_eq!(member.get("/api/user/profile").await.status, 200, "and is in memory now");
    let mut sockets = ["240101", "240201"].map(|user| portal.app.connections.open(id(user), "any"));
    let mut spared = portal.app.connections.open(id("240200"), "any");

    let body = json!({ "user_ids": "all", "status": "disabled", "ban_expires_at": "2026-09-01 08:00:01" });
    admin.post(BULK, &body).await.data();
    assert_eq!(member.get("/api/user/profile").await.refusal(), "403 该账号已被禁用");
    for socket in &mut sockets {
        assert_eq!(socket.ended().await, Ended::Disabled);
    }
    assert!(futures_util::FutureExt::now_or_never(spared.ended()).is_none());

    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 1000)?)).await.unwrap();
    let told: Vec<_> = events.iter().filter(|event| event.name() == "user.bulk_status_changed").collect();
    assert_eq!(told.len(), 1);
    assert_eq!((told[0].actor_id.as_str(), told[0].audience.as_str()), ("240000", "role:admin"));
    assert_eq!(told[0].data, r#"{"disabled":true,"affected":6}"#);
    assert!(
        !events.last().unwrap().kind.contains("status_changed") || events.last().unwrap().seq == told[0].seq
    );

    portal.advance(1);
    assert_eq!(member.get("/api/user/profile").await.data()["status"], "active", "each ban ends by itself");
}

#[tokio::test]
async fn a_change_that_touches_nobody_is_not_told() {
    let portal = school().await;
    let admin = portal.client_of(id("240000")).await;
    let before = log(&portal).await;
    for body in [
        json!({ "user_ids": "all", "status": "active" }),
        json!({ "user_ids": ["240000", "240100", "249999"], "status": "disabled" }),
    ] {
        assert_eq!(admin.post(BULK, &body).await.data()["affected"], 0);
    }
    assert_eq!(log(&portal).await, before);
}

#[tokio::test]
async fn wrong_requests_are_refused_and_change_nothing() {
    let portal = school().await;
    let admin = portal.client_of(id("240000")).await;
    let many: Vec<String> = (0..10_001).map(|number| format!("{number:06}")).collect();
    for (body, refusal) in [
        (json!({ "status": "disabled" }), "400 缺少字段“user_ids”"),
        (json!({ "user_ids": "everyone", "status": "disabled" }), "400 字段“user_ids”的格式不正确"),
        (json!({ "user_ids": [], "status": "disabled" }), "400 字段“user_ids”的格式不正确"),
        (json!({ "user_ids": [240_101], "status": "disabled" }), "400 字段“user_ids”的格式不正确"),
        (json!({ "user_ids": ["24010"], "status": "disabled" }), "400 学号“24010”须为六位数字"),
        (json!({ "user_ids": ["' or 1=1"], "status": "disabled" }), "400 学号“' or 1=1”须为六位数字"),
        (json!({ "user_ids": "all", "exclude": ["x"], "status": "disabled" }), "400 学号“x”须为六位数字"),
        (json!({ "user_ids": many, "status": "disabled" }), "400 一次最多可以选择 10000 名成员"),
        (
            json!({ "user_ids": "all", "exclude": many, "status": "disabled" }),
            "400 一次最多可以选择 10000 名成员",
        ),
        (json!({ "user_ids": "all", "status": "gone" }), "400 字段“status”的格式不正确"),
        (
            json!({ "user_ids": "all", "status": "disabled", "ban_expires_at": "2020-01-01 00:00:00" }),
            "400 封禁截止时间须晚于现在",
        ),
    ] {
        for path in [BULK, PREVIEW] {
            assert_eq!(admin.post(path, &body).await.refusal(), refusal);
        }
    }
    assert_eq!(disabled(&portal).await, [""; 0]);
    let plain = portal.client_of(id("240202")).await;
    assert_eq!(
        plain.post(BULK, &json!({ "user_ids": "all", "status": "disabled" })).await.refusal(),
        "403 无权限执行此操作"
    );
}

#[tokio::test]
async fn ten_thousand_may_be_named() {
    let portal = school().await;
    let admin = portal.client_of(id("240000")).await;
    let ids: Vec<String> = (235_000..245_000).map(|number| number.to_string()).collect();
    let body = json!({ "user_ids": ids, "status": "disabled" });
    assert_eq!(both(&admin, &body).await, expected(6, 4, 0));
}

#[tokio::test]
async fn changes_of_many_and_of_one_at_once_leave_one_order() {
    let portal = school().await;
    let admin = portal.client_of(id("240000")).await;
    let before = log(&portal).await.len();
    let change = |number: usize| {
        let status = if number.is_multiple_of(2) { "disabled" } else { "active" };
        let admin = &admin;
        async move {
            if number.is_multiple_of(5) {
                admin.patch(&format!("{USERS}/240101/status"), &json!({ "status": status })).await.status
            } else {
                admin.post(BULK, &json!({ "user_ids": "all", "status": status })).await.status
            }
        }
    };
    assert!(join_all((0..50).map(change)).await.iter().all(|status| *status == 200));
    let last = log(&portal).await[before..]
        .iter()
        .rev()
        .find(|row| row.action.contains("able_user"))
        .unwrap()
        .clone();
    let out = last.action.contains("disable");
    assert_eq!(disabled(&portal).await.contains(&"240101".to_owned()), out);
    assert!(chain_is_whole(&portal).await);
}

#[tokio::test]
async fn on_another_node_the_banned_are_out_and_their_connections_end_within_a_second() {
    let portal = school().await;
    let admins = [("ADMIN_USER_IDS", "240000,240105")];
    let setup = TestSetup { features: crate::FEATURES, accounts: crate::accounts, variables: &admins };
    let second = portal.second_node(setup).await;
    let token = portal.client_of(id("240201")).await.token().unwrap();
    let member = second.anonymous().bearing(&token);
    assert_eq!(member.get("/api/user/profile").await.status, 200, "and is in the other node's memory");
    let mut socket = second.app.connections.open(id("240201"), "any");

    let admin = portal.client_of(id("240000")).await;
    admin.post(BULK, &json!({ "user_ids": "all", "status": "disabled" })).await.data();
    admin.put("/api/admin/lock-screen", &json!({ "enabled": true })).await.data();
    portal.advance(1);
    assert_eq!(socket.ended().await, Ended::Disabled);
    assert_eq!(member.get("/api/user/profile").await.refusal(), "403 该账号已被禁用");

    let admin = second.anonymous().bearing(&admin.token().unwrap());
    while admin.get("/api/admin/lock-screen").await.data()["enabled"] != true {
        tokio::task::yield_now().await;
    }
    second.app.stop().await;
}
