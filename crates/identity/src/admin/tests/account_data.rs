//! One's own data.

use futures_util::future::join_all;

use super::*;
use crate::testing::PASSWORD;

const ACCOUNT: &str = "/api/user/account";

async fn leave(client: &Client, password: &str) -> kernel::testing::Answer {
    client.send(axum::http::Method::DELETE, ACCOUNT, Some(&json!({ "password": password }))).await
}

#[tokio::test]
async fn one_takes_along_what_every_feature_holds_of_oneself_and_of_nobody_else() {
    let portal = TestPortal::new(&[]).await;
    let (alice, _) = (portal.member().await, portal.register("240102").await);
    alice.put("/api/user/settings", &json!({ "theme": "dark" })).await.data();
    alice.post_empty("/api/level/daily-login").await.data();
    let export = alice.get("/api/user/export").await;
    let features: Vec<String> = export.data().as_object().unwrap().keys().cloned().collect();
    assert_eq!(features, ["level", "user"]);
    assert_eq!(export.data()["user"]["settings"]["theme"], "dark");
    assert!(!export.text().contains("240102") && !export.text().contains("argon2"));
    assert_eq!(portal.anonymous().get("/api/user/export").await.refusal(), "401 未登录");
}

#[tokio::test]
async fn one_erases_oneself_with_the_password() {
    let portal = TestPortal::new(&[]).await;
    let (alice, bob) = (portal.member().await, portal.register("240102").await);
    assert_eq!(leave(&alice, "wrong 12345").await.refusal(), "401 密码错误");
    assert_eq!(leave(&alice, &"x".repeat(5000)).await.refusal(), "401 密码错误");
    assert_eq!(alice.delete(ACCOUNT).await.refusal(), "400 缺少请求内容");
    let answer = leave(&alice, PASSWORD).await;
    assert_eq!(answer.data(), Value::Null);
    assert!(answer.set_cookie().contains("Max-Age=0"));
    assert_eq!(alice.get("/api/user/profile").await.refusal(), "401 登录已过期");
    assert_eq!(newest(&portal).await, ("240111".into(), "delete_account".into(), "240111".into(), json!({})));
    assert_eq!(bob.get("/api/user/profile").await.status, 200);
}

#[tokio::test]
async fn of_the_last_two_admins_who_leave_at_once_one_stays() {
    let portal = TestPortal::new(&[]).await;
    let admins = [portal.register("240001").await, portal.register("240002").await];
    let head = portal.class_admin().await;
    settle_admins(&portal, &["240001", "240002"]).await;
    let answers = join_all(admins.iter().map(|admin| leave(admin, PASSWORD))).await;
    let refused: Vec<_> = answers.iter().filter(|answer| answer.status != 200).collect();
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0].refusal(), "409 最后一位管理员不能注销账号");
    assert_eq!(leave(&head, PASSWORD).await.status, 200, "an admin is left");
}

#[tokio::test]
async fn a_class_admin_alone_stays() {
    let portal = TestPortal::new(&[]).await;
    let (head, officer) = (portal.class_admin().await, portal.officer(&portal.permissions()).await);
    assert_eq!(leave(&head, PASSWORD).await.refusal(), "409 最后一位管理员不能注销账号");
    assert_eq!(leave(&officer, PASSWORD).await.status, 200);
}

#[tokio::test]
async fn whoever_knew_the_password_before_a_reset_erases_nothing() {
    let portal = TestPortal::new(&[]).await;
    portal.member().await;
    let mut password = PASSWORD.to_owned();
    for turn in 0..4 {
        let session = json!({ "account": "240111", "password": password });
        let session = portal.anonymous().post("/api/auth/login", &session).await.data();
        let session = portal.anonymous().bearing(session["token"].as_str().unwrap());
        let code = crate::auth::cli_reset_code(&portal.app, id("240111")).await.unwrap();
        let new = format!("brand new {turn}");
        let form = json!({ "account": "240111", "code": code, "new_password": new, "confirm_password": new });
        let anonymous = portal.anonymous();
        let (reset, left) =
            tokio::join!(anonymous.post("/api/auth/reset-password", &form), leave(&session, &password),);
        if left.status == 200 {
            // First the one, then nobody is left for the other.
            assert_ne!(reset.status, 200);
            return;
        }
        reset.data();
        assert_eq!(left.status, 401);
        password = new;
    }
}
