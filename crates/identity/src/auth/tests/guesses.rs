//! Guesses count per account, wherever they come from (`interface 5.8`).

use axum::http::header::SET_COOKIE;
use kernel::testing::{Answer, TestSetup};

use super::*;

const WAIT_1: &str = "429 请求过于频繁，请在 1 秒后重试";
const NOT_THIS: &str = "wrong pass 1";

/// Ten wrong passwords, each from another address.
async fn ten_guesses(portal: &TestPortal, account: &str) {
    for n in 0..10 {
        let from = portal.anonymous().from(&format!("2001:db8:{n}::1"));
        assert_eq!(login(&from, account, NOT_THIS).await.status, 401, "guess {n} at {account}");
    }
}

/// The device cookie that an answer leaves, as a browser sends it back.
fn device(answer: &Answer) -> String {
    let all = answer.headers.get_all(SET_COOKIE).iter().map(|value| value.to_str().unwrap());
    all.filter_map(|cookie| cookie.split(';').next())
        .find(|pair| pair.starts_with("device="))
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn after_ten_wrong_passwords_each_is_followed_by_a_longer_wait_up_to_a_minute() {
    let portal = portal().await;
    register(&portal, "张三", "三石").await;
    ten_guesses(&portal, "240101").await;
    let client = portal.anonymous();
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
        for password in [NOT_THIS, PASSWORD] {
            let refused = login(&client, "240101", password).await;
            assert_eq!(refused.refusal(), format!("429 请求过于频繁，请在 {seconds} 秒后重试"));
            assert_eq!(refused.header("retry-after"), seconds.to_string());
        }
        portal.advance(seconds);
        assert_eq!(login(&client, "240101", NOT_THIS).await.status, 401, "after {seconds} s");
    }
    portal.advance(60);
    login(&client, "240101", PASSWORD).await.data();
    portal.advance(3600);
    ten_guesses(&portal, "240101").await;
}

#[tokio::test]
async fn id_real_name_and_net_name_are_one_account_to_who_guesses() {
    let portal = portal().await;
    register(&portal, "张三", "三石").await;
    register(&portal, "李四", "四木").await;
    ten_guesses(&portal, "张三").await;
    for account in ["240101", "三石", "张三"] {
        assert_eq!(login(&portal.anonymous(), account, PASSWORD).await.refusal(), WAIT_1, "{account}");
    }
    login(&portal.anonymous(), "李四", PASSWORD).await.data();
}

#[tokio::test]
async fn who_guesses_does_not_learn_which_accounts_there_are() {
    let portal = portal().await;
    register(&portal, "张三", "三石").await;
    // A member; a listed name that nobody has registered, and its ID; an ID and a name of nobody.
    for (account, same) in
        [("张三", "240101"), ("李四", "240102"), ("249942", "249942"), ("nobody", "nobody")]
    {
        ten_guesses(&portal, account).await;
        assert_eq!(login(&portal.anonymous(), same, NOT_THIS).await.refusal(), WAIT_1, "{same}");
    }
    assert_eq!(login(&portal.anonymous(), "nobody else", NOT_THIS).await.status, 401);
}

#[tokio::test]
async fn the_right_password_from_a_device_that_was_here_before_never_waits() {
    let portal = portal().await;
    register(&portal, "张三", "三石").await;
    register(&portal, "李四", "四木").await;
    let first = login(&portal.anonymous(), "张三", PASSWORD).await;
    let cookie = device(&first);
    let all: Vec<_> = first.headers.get_all(SET_COOKIE).iter().map(|value| value.to_str().unwrap()).collect();
    assert!(all[1].ends_with("; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000"), "{all:?}");
    let known = portal.anonymous().with("cookie", &cookie);
    ten_guesses(&portal, "张三").await;
    assert_eq!(login(&portal.anonymous(), "张三", PASSWORD).await.refusal(), WAIT_1);
    assert_eq!(login(&known, "张三", NOT_THIS).await.refusal(), WAIT_1);
    let again = login(&known, "张三", PASSWORD).await;
    again.data();
    assert_eq!(device(&again), cookie, "it stays the same device");

    ten_guesses(&portal, "李四").await;
    assert_eq!(login(&known, "李四", PASSWORD).await.refusal(), WAIT_1, "known to another account alone");
    let made_up = portal.anonymous().with("cookie", &format!("device={}", "0".repeat(64)));
    assert_eq!(login(&made_up, "李四", PASSWORD).await.refusal(), WAIT_1);
}

#[tokio::test]
async fn a_device_that_guesses_a_hundred_times_is_a_stranger_again() {
    let portal = portal().await;
    let joined = portal.anonymous().post("/api/auth/register", &registration("张三", "三石")).await;
    let known = portal.anonymous().with("cookie", &device(&joined));
    for _ in 0..100 {
        assert!(matches!(login(&known, "张三", NOT_THIS).await.status.as_u16(), 401 | 429));
    }
    assert_eq!(login(&known, "张三", PASSWORD).await.status, 429);
}

#[tokio::test]
async fn password_change_erasure_and_reset_codes_share_the_count_with_signing_in() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let change =
        json!({ "old_password": NOT_THIS, "new_password": "brand new 2", "confirm_password": "brand new 2" });
    let reset = json!({ "account": "240101", "code": "AAAA-AAAA-AAAA", "new_password": "brand new 2", "confirm_password": "brand new 2" });
    let nobodys = json!({ "account": "249942", "code": "AAAA-AAAA-AAAA", "new_password": "brand new 2", "confirm_password": "brand new 2" });
    let erase = async |password: &str| {
        let body = json!({ "password": password });
        alice.send(axum::http::Method::DELETE, "/api/user/account", Some(&body)).await
    };
    for _ in 0..3 {
        assert_eq!(alice.put("/api/user/change-password", &change).await.status, 401);
        assert_eq!(erase(NOT_THIS).await.status, 401);
        assert_eq!(portal.anonymous().post("/api/auth/reset-password", &reset).await.status, 401);
    }
    assert_eq!(login(&portal.anonymous(), "张三", NOT_THIS).await.status, 401);
    assert_eq!(alice.put("/api/user/change-password", &change).await.refusal(), WAIT_1);
    assert_eq!(erase(PASSWORD).await.refusal(), WAIT_1);
    assert_eq!(portal.anonymous().post("/api/auth/reset-password", &reset).await.refusal(), WAIT_1);
    assert_eq!(login(&portal.anonymous(), "张三", PASSWORD).await.refusal(), WAIT_1);
    for _ in 0..10 {
        assert_eq!(portal.anonymous().post("/api/auth/reset-password", &nobodys).await.status, 401);
    }
    assert_eq!(portal.anonymous().post("/api/auth/reset-password", &nobodys).await.refusal(), WAIT_1);
}

#[tokio::test]
async fn of_fifty_guesses_at_once_ten_are_answered() {
    let portal = portal().await;
    register(&portal, "张三", "三石").await;
    let guess = |n: usize| {
        let from = portal.anonymous().from(&format!("2001:db8:{n}::1"));
        async move { login(&from, "张三", NOT_THIS).await.status.as_u16() }
    };
    let answers = futures_util::future::join_all((0..50).map(guess)).await;
    let count = |status: u16| answers.iter().filter(|answer| **answer == status).count();
    assert_eq!((count(401), count(429)), (10, 40), "{answers:?}");
}

#[tokio::test]
async fn the_count_outlives_a_restart_and_nodes_share_it() {
    let portal = portal().await;
    register(&portal, "张三", "三石").await;
    ten_guesses(&portal, "张三").await;
    let portal = portal.restart(&[]).await;
    assert_eq!(login(&portal.anonymous(), "张三", PASSWORD).await.refusal(), WAIT_1);
    let setup = TestSetup { features: crate::FEATURES, accounts: crate::accounts, variables: &[] };
    let other = portal.second_node(setup).await;
    assert_eq!(login(&other.anonymous(), "张三", PASSWORD).await.refusal(), WAIT_1);
    other.app.stop().await;
}

#[tokio::test]
async fn who_shares_a_name_with_a_victim_is_counted_as_guessing_and_gets_in_all_the_same() {
    let portal = portal().await;
    // 李四 is the net name of 240101 and the real name of 240102.
    register(&portal, "张三", "李四").await;
    let mut form = registration("李四", "四木");
    form["password"] = json!("another horse 2");
    form["confirm_password"] = json!("another horse 2");
    portal.anonymous().post("/api/auth/register", &form).await.data();
    for _ in 0..12 {
        login(&portal.anonymous(), "李四", "another horse 2").await.data();
    }
    assert_eq!(login(&portal.anonymous(), "张三", PASSWORD).await.status, 429, "each was a guess at 240101");
    portal.advance(60);
    login(&portal.anonymous(), "张三", PASSWORD).await.data();
}

#[tokio::test]
async fn a_reset_makes_every_device_a_stranger_and_a_member_takes_theirs_along() {
    let portal = portal().await;
    let joined = portal.anonymous().post("/api/auth/register", &registration("张三", "三石")).await;
    let known = portal.anonymous().with("cookie", &device(&joined));
    let alice = portal.anonymous().bearing(joined.data()["token"].as_str().unwrap());
    let devices = alice.get("/api/user/export").await.data()["auth"]["devices"].clone();
    assert_eq!(
        devices,
        json!([{ "created_at": "2026-09-01T00:00:00.000Z", "last_seen_at": "2026-09-01T00:00:00.000Z" }])
    );

    let user = kernel::user::UserId::parse("240101").unwrap();
    let code = crate::auth::cli_reset_code(&portal.app, user).await.unwrap();
    let form = json!({ "account": "240101", "code": code, "new_password": "brand new 2", "confirm_password": "brand new 2" });
    portal.anonymous().post("/api/auth/reset-password", &form).await.data();
    ten_guesses(&portal, "张三").await;
    assert_eq!(login(&known, "张三", "brand new 2").await.refusal(), WAIT_1);

    portal.advance(1);
    login(&known, "张三", "brand new 2").await.data();
    portal.app.write(move |tx| Ok((crate::auth::FEATURE.erase_user)(tx, &user)?)).await.unwrap();
    let left =
        portal.app.db.read(move |read| Ok((crate::auth::FEATURE.export_user)(read, &user)?)).await.unwrap();
    assert_eq!(left, None);
    portal.app.accounts().forget(&user);
    login(&portal.anonymous(), "张三", "brand new 2").await.data();
}

#[tokio::test]
async fn an_account_remembers_the_twenty_devices_used_last() {
    let portal = portal().await;
    let first = portal.anonymous().post("/api/auth/register", &registration("张三", "三石")).await;
    let mut last = None;
    for _ in 0..20 {
        portal.advance(1);
        last = Some(login(&portal.anonymous(), "张三", PASSWORD).await);
    }
    ten_guesses(&portal, "张三").await;
    let from = |answer: &Answer| portal.anonymous().with("cookie", &device(answer));
    assert_eq!(login(&from(&first), "张三", PASSWORD).await.status, 429);
    login(&from(&last.unwrap()), "张三", PASSWORD).await.data();
}
