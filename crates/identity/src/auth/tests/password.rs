//! Changing and resetting passwords.

use axum::http::HeaderMap;
use futures_util::future::join_all;
use kernel::connections::Ended;
use kernel::http::Caller;
use kernel::token::Computer;
use kernel::user::UserId;

use super::*;
use crate::auth::{ConfirmedPassword, routes, texts};

fn change(old: &str, new: &str) -> Value {
    json!({ "old_password": old, "new_password": new, "confirm_password": new })
}

fn attempt(account: &str, password: &str) -> routes::Attempt {
    let (account, password) = (account.to_owned(), password.to_owned());
    routes::Attempt { account, password, device: None, may_be_developer: false }
}

#[tokio::test]
async fn a_password_change_keeps_this_session_and_ends_all_others_with_their_connections() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let phone =
        login(&portal.anonymous(), "张三", PASSWORD).await.data()["token"].as_str().unwrap().to_owned();
    let phone = portal.anonymous().bearing(&phone);
    let mut socket = portal.app.connections.open(UserId::parse("240101").unwrap(), "the phone's");

    assert_eq!(
        alice.put("/api/user/change-password", &change(PASSWORD, "brand new 2")).await.data(),
        Value::Null
    );
    portal.settle().await;
    assert_eq!(socket.ended().await, Ended::Session);
    assert_eq!(phone.get("/api/auth/check-status").await.refusal(), "401 登录已过期");
    alice.get("/api/auth/check-status").await.data();

    assert_eq!(login(&portal.anonymous(), "张三", PASSWORD).await.status, 401);
    login(&portal.anonymous(), "张三", "brand new 2").await.data();
}

#[tokio::test]
async fn a_sign_in_that_a_password_change_overtakes_gets_no_session() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let headers = HeaderMap::new();
    let proven = routes::identify(&portal.app, &attempt("张三", PASSWORD)).await.unwrap();
    routes::admit(&portal.app, &proven, &headers, Computer::Own).await.unwrap();
    alice.put("/api/user/change-password", &change(PASSWORD, "brand new 2")).await.data();
    portal.settle().await;
    let refused = routes::admit(&portal.app, &proven, &headers, Computer::Own).await.unwrap_err();
    assert_eq!(refused.status(), 401);

    // Between its look at the account and its token the same holds: the token is one of before.
    let account = crate::user::account(&portal.app, proven.user_id).await.unwrap().unwrap();
    let opened =
        routes::NewSession::open(&portal.app, account, proven.token_version, &headers, Computer::Own)
            .await
            .unwrap();
    let late = portal.anonymous().bearing(&opened.token).get("/api/auth/check-status").await;
    assert_eq!(late.refusal(), "401 登录已过期");
}

/// A caller in the middle of their request, and the proof that they know their password.
async fn half_way(portal: &TestPortal, client: &Client) -> ConfirmedPassword {
    let claims = portal.app.tokens.verify(&client.token().unwrap(), &portal.app.clock).unwrap();
    let facts = portal.app.accounts().load(claims.user_id).await.unwrap().unwrap();
    let address = [192, 0, 2, 1].into();
    let caller = Caller { facts, claims: Some(claims), client: None, address, request_id: "request".into() };
    ConfirmedPassword::of(&portal.app, &caller, &HeaderMap::new(), PASSWORD, &texts::OLD_PASSWORD_WRONG)
        .await
        .unwrap()
}

async fn acted(portal: &TestPortal, confirmed: &ConfirmedPassword) -> String {
    let confirmed = confirmed.clone();
    let refusal = portal.app.write(move |tx| confirmed.hold(tx)).await.err();
    refusal.map_or_else(|| "acted".into(), |refusal| refusal.to_string())
}

async fn reset(portal: &TestPortal, user: &str, password: &str) {
    let code = crate::auth::cli_reset_code(&portal.app, UserId::parse(user).unwrap()).await.unwrap();
    let form =
        json!({ "account": user, "code": code, "new_password": password, "confirm_password": password });
    portal.anonymous().post("/api/auth/reset-password", &form).await.data();
}

#[tokio::test]
async fn who_has_proven_a_password_that_is_no_longer_theirs_changes_nothing() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let phone = login(&portal.anonymous(), "张三", PASSWORD).await.data();
    let phone = portal.anonymous().bearing(phone["token"].as_str().unwrap());
    let (here, there) = (half_way(&portal, &alice).await, half_way(&portal, &phone).await);
    assert_eq!((acted(&portal, &here).await, acted(&portal, &there).await), ("acted".into(), "acted".into()));

    alice.put("/api/user/change-password", &change(PASSWORD, "brand new 2")).await.data();
    assert_eq!(acted(&portal, &there).await, "401 login_expired", "another session ended");
    assert_eq!(acted(&portal, &here).await, "401 old_password_wrong", "the own one went on with another");

    let bob = register(&portal, "李四", "四木").await;
    let before = half_way(&portal, &bob).await;
    reset(&portal, "240102", "brand new 3").await;
    assert_eq!(acted(&portal, &before).await, "401 login_expired");
}

#[tokio::test]
async fn of_fifty_changes_of_one_password_at_once_one_holds() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let change = |n: usize| {
        let alice = alice.clone();
        async move { alice.put("/api/user/change-password", &change(PASSWORD, &format!("brand new {n}"))).await }
    };
    let answers = join_all((0..50).map(change)).await;
    let held: Vec<usize> = (0..50).filter(|n| answers[*n].status == 200).collect();
    assert_eq!(held.len(), 1, "{held:?}");
    for refused in answers.iter().filter(|answer| answer.status != 200) {
        // The queue of those who wait for a hash is shorter than all of them twice.
        // Nor does anyone guess on after ten whose password is no longer the right one.
        assert!(matches!(refused.status.as_u16(), 401 | 429 | 503), "{}", refused.text());
    }
    login(&portal.anonymous(), "张三", &format!("brand new {}", held[0])).await.data();
}

#[tokio::test]
async fn a_reset_stands_against_whoever_knew_the_old_password() {
    let portal = portal().await;
    register(&portal, "张三", "三石").await;
    for turn in 0..4 {
        let (old, thief, new) =
            (format!("only mine {turn}"), format!("only his {turn}"), format!("new one {turn}"));
        reset(&portal, "240101", &old).await;
        let session = login(&portal.anonymous(), "张三", &old).await.data();
        let session = portal.anonymous().bearing(session["token"].as_str().unwrap());
        let form = change(&old, &thief);
        let changes = join_all((0..10).map(|_| session.put("/api/user/change-password", &form)));
        tokio::join!(changes, reset(&portal, "240101", &new));
        // The changes that came too late were wrong passwords, after which an account has to wait.
        portal.advance(3600);
        login(&portal.anonymous(), "张三", &new).await.data();
    }
}

#[tokio::test]
async fn a_second_change_ends_the_session_that_the_first_one_kept() {
    let portal = portal().await;
    let first = register(&portal, "张三", "三石").await;
    first.put("/api/user/change-password", &change(PASSWORD, "brand new 2")).await.data();
    let second =
        login(&portal.anonymous(), "张三", "brand new 2").await.data()["token"].as_str().unwrap().to_owned();
    let second = portal.anonymous().bearing(&second);
    second.put("/api/user/change-password", &change("brand new 2", "brand new 3")).await.data();
    assert_eq!(first.get("/api/auth/check-status").await.refusal(), "401 登录已过期");
    second.get("/api/auth/check-status").await.data();
}

#[tokio::test]
async fn wrong_changes_are_refused_and_change_nothing() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    for (body, refusal) in [
        (json!({}), "400 请填写原密码、新密码和确认密码"),
        (
            json!({ "old_password": PASSWORD, "new_password": "brand new 2", "confirm_password": "x" }),
            "400 两次输入的密码不一致",
        ),
        (change(PASSWORD, "short1"), "400 密码须为 8–128 位（一个汉字算 3 位）"),
        (change(PASSWORD, &"a1".repeat(65)), "400 密码须为 8–128 位（一个汉字算 3 位）"),
        (change("wrong pass 1", "brand new 2"), "401 原密码错误"),
    ] {
        assert_eq!(alice.put("/api/user/change-password", &body).await.refusal(), refusal);
    }
    login(&portal.anonymous(), "张三", PASSWORD).await.data();
}

#[tokio::test]
async fn a_reset_code_works_once_within_fifteen_minutes_and_ends_every_session() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let user = UserId::parse("240101").unwrap();
    let code = crate::auth::cli_reset_code(&portal.app, user).await.unwrap();
    let form = |code: &str| json!({ "account": "240101", "code": code, "new_password": "brand new 2", "confirm_password": "brand new 2" });
    let reset = "/api/auth/reset-password";
    let client = portal.anonymous();
    assert_eq!(client.post(reset, &form("AAAA-BBBB-CCCC")).await.refusal(), "401 重置码错误或已过期");
    assert_eq!(client.post(reset, &form(&code.to_lowercase())).await.data(), Value::Null);
    assert_eq!(client.post(reset, &form(&code)).await.refusal(), "401 重置码错误或已过期");
    for account in ["张三", " 三石 "] {
        let code = crate::auth::cli_reset_code(&portal.app, user).await.unwrap();
        let by_name = json!({
            "account": account, "code": code, "new_password": "brand new 9", "confirm_password": "brand new 9",
        });
        assert_eq!(client.post(reset, &by_name).await.data(), Value::Null, "{account}");
    }
    assert_eq!(alice.get("/api/auth/check-status").await.refusal(), "401 登录已过期");
    login(&client, "张三", "brand new 9").await.data();

    let late = crate::auth::cli_reset_code(&portal.app, user).await.unwrap();
    portal.advance(15 * 60);
    assert_eq!(client.post(reset, &form(&late)).await.refusal(), "401 重置码错误或已过期");
    let unknown = json!({ "account": "240150", "code": late, "new_password": "brand new 2", "confirm_password": "brand new 2" });
    assert_eq!(client.post(reset, &unknown).await.refusal(), "401 重置码错误或已过期");
    assert_eq!(client.post(reset, &json!({})).await.refusal(), "400 请填写账号、重置码和新密码");
}

#[tokio::test]
async fn a_code_ends_every_session_when_it_is_made_and_until_another_is_used_nothing_opens() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let user = UserId::parse("240101").unwrap();
    let mut socket = portal.app.connections.open(user, "the phone's");
    let first = crate::auth::cli_reset_code(&portal.app, user).await.unwrap();
    portal.settle().await;
    assert_eq!(socket.ended().await, Ended::Session);
    assert_eq!(alice.get("/api/user/profile").await.refusal(), "401 登录已过期");
    assert_eq!(alice.post_empty("/api/auth/refresh-token").await.refusal(), "401 登录已过期");
    let login_refused = async || login(&portal.anonymous(), "240101", PASSWORD).await.refusal();
    assert_eq!(login_refused().await, "401 账号或密码错误");

    let second = crate::auth::cli_reset_code(&portal.app, user).await.unwrap();
    let form = |code: &str| json!({ "account": "240101", "code": code, "new_password": "brand new 2", "confirm_password": "brand new 2" });
    let reset = async |code: &str| portal.anonymous().post("/api/auth/reset-password", &form(code)).await;
    assert_eq!(reset(&first).await.refusal(), "401 重置码错误或已过期", "the second replaces it");

    portal.advance(15 * 60);
    assert_eq!(reset(&second).await.refusal(), "401 重置码错误或已过期");
    assert_eq!(login_refused().await, "401 账号或密码错误", "nor does the old password come back");
    let third = crate::auth::cli_reset_code(&portal.app, user).await.unwrap();
    reset(&third).await.data();
    login(&portal.anonymous(), "240101", "brand new 2").await.data();
}

#[tokio::test]
async fn a_sign_in_that_a_code_overtakes_gets_no_session() {
    let portal = portal().await;
    register(&portal, "张三", "三石").await;
    let proven = routes::identify(&portal.app, &attempt("张三", PASSWORD)).await.unwrap();
    crate::auth::cli_reset_code(&portal.app, UserId::parse("240101").unwrap()).await.unwrap();
    let refused = routes::admit(&portal.app, &proven, &HeaderMap::new(), Computer::Own).await.unwrap_err();
    assert_eq!(refused.status(), 401);
}
