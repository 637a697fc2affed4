//! Sessions: how they hold and how they end.

use futures_util::future::join_all;
use kernel::connections::Ended;
use kernel::user::{Ban, UserId};

use super::*;
use crate::admin::MANAGE_USERS;

const EXPIRED: &str = "401 登录已过期";

async fn check(client: &Client) -> String {
    let answer = client.get("/api/auth/check-status").await;
    if answer.status == 200 { "ok".into() } else { answer.refusal() }
}

#[tokio::test]
async fn a_token_holds_for_seven_days_and_not_a_second_longer() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    portal.advance(7 * 86_400 - 1);
    assert_eq!(check(&alice).await, "ok");
    portal.advance(1);
    assert_eq!(check(&alice).await, EXPIRED);
}

#[tokio::test]
async fn refresh_gives_a_new_token_and_cookie_and_says_so() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    portal.advance(6 * 86_400);
    let answer = alice.post_empty("/api/auth/refresh-token").await;
    assert_eq!(answer.json()["message"], "令牌已刷新");
    let token = answer.data()["token"].as_str().unwrap().to_owned();
    assert!(answer.set_cookie().contains(&token));
    portal.advance(6 * 86_400);
    assert_eq!(check(&portal.anonymous().bearing(&token)).await, "ok");
    assert_eq!(check(&alice).await, EXPIRED);
}

#[tokio::test]
async fn a_session_on_a_shared_computer_is_short_ends_with_the_browser_and_stays_so_when_refreshed() {
    let portal = portal().await;
    register(&portal, "张三", "三石").await;
    let body = json!({ "account": "张三", "password": PASSWORD, "shared_computer": true });
    let answer = portal.anonymous().post("/api/auth/login", &body).await;
    let token = answer.data()["token"].as_str().unwrap().to_owned();
    assert_eq!(answer.data()["shared_computer"], true);
    assert_eq!(answer.set_cookie(), format!("token={token}; Path=/; HttpOnly; SameSite=Lax"));

    let shared = portal.anonymous().bearing(&token);
    assert_eq!(shared.get("/api/auth/check-status").await.data()["shared_computer"], true);
    portal.advance(2 * 3600 - 1);
    let renewed = shared.post_empty("/api/auth/refresh-token").await;
    let token = renewed.data()["token"].as_str().unwrap().to_owned();
    assert_eq!(renewed.set_cookie(), format!("token={token}; Path=/; HttpOnly; SameSite=Lax"));
    portal.advance(1);
    assert_eq!(check(&shared).await, EXPIRED);
    let shared = portal.anonymous().bearing(&token);
    portal.advance(2 * 3600 - 2);
    assert_eq!(check(&shared).await, "ok");
    portal.advance(1);
    assert_eq!(check(&shared).await, EXPIRED);
}

#[tokio::test]
async fn logout_ends_the_presented_token_alone_clears_the_cookie_and_survives_a_restart() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let phone =
        login(&portal.anonymous(), "张三", PASSWORD).await.data()["token"].as_str().unwrap().to_owned();
    let phone = portal.anonymous().bearing(&phone);

    let answer = alice.post_empty("/api/auth/logout").await;
    assert_eq!(answer.data(), Value::Null);
    assert_eq!(answer.set_cookie(), "token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
    assert_eq!(check(&alice).await, EXPIRED);
    assert_eq!(check(&phone).await, "ok");

    let portal = portal.restart(&[]).await;
    let again = |client: &Client| portal.anonymous().bearing(&client.token().unwrap());
    assert_eq!(check(&again(&alice)).await, EXPIRED);
    assert_eq!(check(&again(&phone)).await, "ok");
}

#[tokio::test]
async fn logout_answers_200_to_anyone() {
    let portal = portal().await;
    for client in
        [portal.anonymous(), portal.anonymous().bearing("nonsense"), portal.anonymous().with_cookie("x")]
    {
        assert_eq!(client.post_empty("/api/auth/logout").await.data(), Value::Null);
    }
    let alice = register(&portal, "张三", "三石").await;
    portal.ban("240101", Some(Ban::default())).await;
    assert_eq!(
        alice.post_empty("/api/auth/logout").await.data(),
        Value::Null,
        "a disabled account may leave too"
    );
}

#[tokio::test]
async fn a_token_is_ended_once_and_one_that_has_ended_costs_no_write() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let newest = async || portal.app.events.newest().await.unwrap().0;
    let before = newest().await;
    let all = join_all((0..50).map(|_| alice.post_empty("/api/auth/logout"))).await;
    assert!(all.iter().all(|answer| answer.status == 200 && answer.set_cookie().starts_with("token=;")));
    assert_eq!(newest().await, before + 1, "of fifty at once one is the end");

    let old = register(&portal, "李四", "四木").await;
    let login = login(&portal.anonymous(), "李四", PASSWORD).await.data();
    let phone = portal.anonymous().bearing(login["token"].as_str().unwrap());
    let change =
        json!({ "old_password": PASSWORD, "new_password": "brand new 2", "confirm_password": "brand new 2" });
    phone.put("/api/user/change-password", &change).await.data();
    let before = newest().await;
    for ended in [&alice, &old] {
        for _ in 0..3 {
            assert_eq!(ended.post_empty("/api/auth/logout").await.data(), Value::Null);
        }
    }
    assert_eq!(newest().await, before);
    assert_eq!(check(&phone).await, "ok");
}

#[tokio::test]
async fn a_ban_ends_connections_and_the_same_token_works_again_afterwards() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let mut socket = portal.app.connections.open(UserId::parse("240101").unwrap(), "any");

    portal.ban("240101", Some(Ban { expires_at: None, reason: None })).await;
    portal.settle().await;
    assert_eq!(socket.ended().await, Ended::Disabled);
    let answer = alice.get("/api/auth/check-status").await;
    assert_eq!(answer.refusal(), "403 该账号已被禁用");
    assert_eq!(
        (&answer.json()["ban_expires_at"], &answer.json()["ban_reason"]),
        (&Value::Null, &Value::Null)
    );

    portal.ban("240101", None).await;
    assert_eq!(check(&alice).await, "ok");
}

#[tokio::test]
async fn an_expired_ban_is_lifted_by_the_first_request() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let end = portal.now() + jiff::SignedDuration::from_secs(60);
    portal.ban("240101", Some(Ban { expires_at: Some(end), reason: None })).await;
    portal.advance(59);
    assert_eq!(check(&alice).await, "403 该账号已被禁用");
    portal.advance(1);
    assert_eq!(check(&alice).await, "ok");
    let info = alice.get("/api/user/profile").await.data();
    assert_eq!((&info["status"], &info["ban_expires_at"]), (&json!("active"), &Value::Null));
}

#[tokio::test]
async fn status_role_and_rights_come_from_the_store_and_not_from_the_token() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_USERS]).await;
    let info = officer.get("/api/user/profile").await.data();
    assert_eq!((&info["role"], &info["officer_title"]), (&json!("officer"), &json!("班长")));
    assert_eq!(info["officer_permissions"], "[\"manage_users\"]");
}

#[tokio::test]
async fn ban_info_is_for_oneself_and_for_those_who_may_manage_the_user() {
    let portal = TestPortal::new(&[]).await;
    let officer = portal.officer(&[&MANAGE_USERS]).await;
    let (member, stranger) = (portal.member().await, portal.register("240201").await);
    let (teacher, admin) = (portal.class_admin().await, portal.admin().await);
    let of = |id: &str| format!("/api/auth/ban-info?user_id={id}");

    assert_eq!(member.get("/api/auth/ban-info").await.data(), json!({ "banned": false }));
    portal.ban("240111", Some(Ban { expires_at: None, reason: Some("刷屏".into()) })).await;
    let banned =
        json!({ "banned": true, "ban_expires_at": null, "ban_reason": "刷屏", "net_name": "net-240111" });
    for manager in [&officer, &teacher, &admin] {
        assert_eq!(manager.get(&of("240111")).await.data(), banned);
    }
    assert_eq!(member.get("/api/auth/ban-info").await.refusal(), "403 该账号已被禁用");
    assert_eq!(stranger.get(&of("240111")).await.refusal(), "403 无权限执行此操作");
    assert_eq!(
        stranger.get(&of("240150")).await.refusal(),
        "403 无权限执行此操作",
        "IDs are not told either"
    );
    assert_eq!(teacher.get(&of("240201")).await.refusal(), "403 无权限执行此操作", "another class");
    assert_eq!(officer.get(&of("240100")).await.refusal(), "403 无权限执行此操作", "a higher tier");
    assert_eq!(admin.get(&of("240150")).await.refusal(), "404 请求的内容不存在");
    assert_eq!(admin.get(&of("x")).await.refusal(), "400 字段“user_id”的格式不正确");
}

#[tokio::test]
async fn the_cookie_is_secure_behind_https() {
    let portal = portal_with(&[("HTTPS", "1"), ("SETUP_CODE_REQUIRED", "0")]).await;
    let answer = portal.anonymous().post("/api/auth/register", &registration("张三", "三石")).await;
    assert!(answer.set_cookie().ends_with("; Max-Age=604800; Secure"));
    assert!(
        portal.anonymous().post_empty("/api/auth/logout").await.set_cookie().ends_with("; Max-Age=0; Secure")
    );
}
