//! Signing in.

use kernel::user::Ban;

use super::*;

const WRONG: &str = "401 账号或密码错误";

#[tokio::test]
async fn real_name_user_id_and_net_name_all_sign_in() {
    let portal = portal().await;
    register(&portal, "张三", "三石").await;
    for account in ["张三", "240101", "三石", " 三石 ", "２４０１０１"] {
        let answer = login(&portal.anonymous(), account, PASSWORD).await;
        assert_eq!(answer.data()["user_info"]["user_id"], "240101", "{account}");
        assert!(answer.set_cookie().starts_with("token=ey"));
    }
}

#[tokio::test]
async fn wrong_and_unknown_accounts_get_the_same_words() {
    let portal = portal().await;
    register(&portal, "张三", "三石").await;
    for (account, password) in
        [("张三", "wrong pass 1"), ("nobody", PASSWORD), ("240102", PASSWORD), ("999999", "x1")]
    {
        assert_eq!(login(&portal.anonymous(), account, password).await.refusal(), WRONG);
    }
    let endless = "a1".repeat(200);
    assert_eq!(login(&portal.anonymous(), "张三", &endless).await.refusal(), WRONG);
}

#[tokio::test]
async fn missing_fields_are_400_with_the_contracts_words() {
    let portal = portal().await;
    let client = portal.anonymous();
    for body in [
        json!({}),
        json!({ "account": "张三" }),
        json!({ "password": "x" }),
        json!({ "account": " ", "password": "x" }),
    ] {
        assert_eq!(client.post("/api/auth/login", &body).await.refusal(), "400 请输入账号和密码");
    }
    let answer = client.post("/api/auth/login", &json!({ "account": [1], "password": "x" })).await;
    assert_eq!(answer.refusal(), "400 字段“account”的格式不正确");
}

#[tokio::test]
async fn when_a_name_fits_several_each_password_opens_its_own_account() {
    let portal = portal().await;
    // 张三's net name is the real name of 李四 (allowed by the contract, interface 5.3).
    register(&portal, "张三", "李四").await;
    let mut form = registration("李四", "四木");
    form["password"] = json!("another horse 2");
    form["confirm_password"] = json!("another horse 2");
    portal.anonymous().post("/api/auth/register", &form).await.data();

    let client = portal.anonymous();
    assert_eq!(login(&client, "李四", PASSWORD).await.data()["user_info"]["user_id"], "240101");
    assert_eq!(login(&client, "李四", "another horse 2").await.data()["user_info"]["user_id"], "240102");
    assert_eq!(
        login(&client, "李四", "neither pass 3").await.refusal(),
        "401 账号或密码错误；有多个账号使用这个名字，请改用学号登录"
    );
    assert_eq!(login(&client, "240102", "neither pass 3").await.refusal(), WRONG);
}

#[tokio::test]
async fn a_disabled_account_learns_why_and_until_when_and_gets_in_again_when_it_is_over() {
    let portal = portal().await;
    register(&portal, "张三", "三石").await;
    let end = portal.now() + jiff::SignedDuration::from_hours(2);
    portal.ban("240101", Some(Ban { expires_at: Some(end), reason: Some("刷屏".into()) })).await;

    let answer = login(&portal.anonymous(), "张三", PASSWORD).await;
    assert_eq!(answer.refusal(), "403 该账号已被禁用");
    assert_eq!(answer.json()["ban_expires_at"], "2026-09-01 10:00:00", "in the portal's zone");
    assert_eq!(answer.json()["ban_reason"], "刷屏");
    assert_eq!(
        login(&portal.anonymous(), "张三", "wrong pass 1").await.refusal(),
        WRONG,
        "the ban is told to nobody else"
    );

    portal.advance(2 * 3600);
    let info = login(&portal.anonymous(), "张三", PASSWORD).await.data()["user_info"].clone();
    assert_eq!(
        (&info["status"], &info["ban_expires_at"], &info["ban_reason"]),
        (&json!("active"), &Value::Null, &Value::Null)
    );
}

#[tokio::test]
async fn the_developer_exists_only_while_dev_password_is_set() {
    let portal = portal_with(&[("DEV_PASSWORD", "develop 1234")]).await;
    let developer = login(&portal.anonymous().from("127.0.0.1"), "999999", "develop 1234").await.data();
    assert_eq!(developer["user_info"]["is_class_admin"], true);
    assert_eq!(developer["user_info"]["is_admin"], 0);
    let token = developer["token"].as_str().unwrap().to_owned();

    let portal = portal.restart(&[("DEV_PASSWORD", "")]).await;
    assert_eq!(login(&portal.anonymous().from("127.0.0.1"), "999999", "develop 1234").await.refusal(), WRONG);
    let answer = portal.anonymous().from("127.0.0.1").bearing(&token).get("/api/auth/check-status").await;
    assert_eq!(answer.refusal(), "401 登录已过期");

    let portal = portal.restart(&[("DEV_PASSWORD", "changed 5678")]).await;
    login(&portal.anonymous().from("127.0.0.1"), "999999", "changed 5678").await.data();
}

#[tokio::test]
async fn text_that_looks_like_sql_is_only_text() {
    let portal = portal().await;
    register(&portal, "张三", "三石").await;
    for account in ["' or 1=1 --", "\" or \"\"=\"", "张三'; drop table users; --", "%", "___101"] {
        assert_eq!(login(&portal.anonymous(), account, PASSWORD).await.refusal(), WRONG);
    }
    login(&portal.anonymous(), "张三", PASSWORD).await.data();
}

#[tokio::test]
async fn members_who_are_called_developer_keep_their_names_and_the_portal_starts() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "Developer").await;
    register(&portal, "李四", "developer-2").await;

    let portal = portal.restart(&[("DEV_PASSWORD", "develop 1234")]).await;
    let developer = login(&portal.anonymous().from("127.0.0.1"), "999999", "develop 1234").await.data();
    assert_eq!(developer["user_info"]["net_name"], "developer-3");
    let alice = portal.anonymous().bearing(&alice.token().unwrap());
    assert_eq!(alice.get("/api/user/profile").await.data()["net_name"], "Developer");

    let portal = portal.restart(&[("DEV_PASSWORD", "changed 5678")]).await;
    let developer = login(&portal.anonymous().from("127.0.0.1"), "999999", "changed 5678").await.data();
    assert_eq!(developer["user_info"]["net_name"], "developer-3");
}

#[tokio::test]
async fn the_developer_among_the_admins_is_one_from_the_start_that_makes_it() {
    let variables = [("ADMIN_USER_IDS", "999999"), ("DEV_PASSWORD", "develop 1234")];
    let portal = TestPortal::with(&[], &variables).await;
    let developer = login(&portal.anonymous().from("127.0.0.1"), "999999", "develop 1234").await.data();
    assert_eq!(developer["user_info"]["is_admin"], 1);
}

#[tokio::test]
async fn the_developer_comes_from_this_machine_alone_unless_the_operator_says_otherwise() {
    let portal = portal_with(&[("DEV_PASSWORD", "develop 1234"), ("TRUSTED_PROXIES", "10.0.0.1")]).await;
    let (here, away) = (portal.anonymous().from("127.0.0.1"), portal.anonymous().from("203.0.113.9"));
    let proxied = portal.anonymous().from("10.0.0.1").with("x-forwarded-for", "77.1.2.3");
    // A proxy on this machine that the operator has not named: whoever comes through it may be anyone.
    let unknown = here.clone().with("x-forwarded-for", "77.1.2.3");
    for from in [&away, &proxied, &unknown] {
        assert_eq!(login(from, "999999", "develop 1234").await.refusal(), WRONG);
        assert_eq!(login(from, "developer", "develop 1234").await.refusal(), WRONG);
    }
    login(&here.clone().from("::ffff:127.0.0.1"), "developer", "develop 1234").await.data();
    let token = login(&here, "999999", "develop 1234").await.data()["token"].as_str().unwrap().to_owned();
    here.clone().bearing(&token).post_empty("/api/auth/refresh-token").await.data();
    for from in [away, proxied, unknown] {
        let from = from.bearing(&token);
        assert_eq!(from.post_empty("/api/auth/refresh-token").await.refusal(), "401 登录已过期");
        assert_eq!(from.get("/api/user/profile").await.refusal(), "401 登录已过期");
    }
    let developer = kernel::user::UserId::DEVELOPER;
    let refused = crate::auth::cli_reset_code(&portal.app, developer).await.unwrap_err();
    assert_eq!(refused.to_string(), "403 developer_password");

    // One that the operator has named says who asks by X-Forwarded-For, and by no other header.
    let portal = portal.restart(&[("TRUSTED_PROXIES", "127.0.0.1")]).await;
    let proxied = |header, from| portal.anonymous().from("127.0.0.1").with(header, from);
    login(&proxied("x-forwarded-for", "127.0.0.1"), "999999", "develop 1234").await.data();
    for header in ["x-real-ip", "forwarded"] {
        let refused = login(&proxied(header, "77.1.2.3"), "999999", "develop 1234").await.refusal();
        assert_eq!(refused, WRONG, "{header}");
    }

    let portal = portal.restart(&[("DEV_ALLOW_REMOTE", "1")]).await;
    let away = portal.anonymous().from("203.0.113.9");
    login(&away, "999999", "develop 1234").await.data();
    away.bearing(&token).get("/api/user/profile").await.data();
}
