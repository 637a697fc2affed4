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
    let house = House::new(&[]).await;
    let (alice, _) = (house.member().await, house.person("240102").await);
    alice.put("/api/user/settings", &json!({ "theme": "dark" })).await.data();
    alice.post_empty("/api/level/daily-login").await.data();
    let export = alice.get("/api/user/export").await;
    let features: Vec<String> = export.data().as_object().unwrap().keys().cloned().collect();
    assert_eq!(features, ["level", "user"]);
    assert_eq!(export.data()["user"]["settings"]["theme"], "dark");
    assert!(!export.text().contains("240102") && !export.text().contains("argon2"));
    assert_eq!(house.anonymous().get("/api/user/export").await.refusal(), "401 未登录");
}

#[tokio::test]
async fn one_erases_oneself_with_the_password() {
    let house = House::new(&[]).await;
    let (alice, bob) = (house.member().await, house.person("240102").await);
    assert_eq!(leave(&alice, "wrong 12345").await.refusal(), "401 密码错误");
    assert_eq!(leave(&alice, &"x".repeat(5000)).await.refusal(), "401 密码错误");
    assert_eq!(alice.delete(ACCOUNT).await.refusal(), "400 缺少请求内容");
    let answer = leave(&alice, PASSWORD).await;
    assert_eq!(answer.data(), Value::Null);
    assert!(answer.set_cookie().contains("Max-Age=0"));
    assert_eq!(alice.get("/api/user/profile").await.refusal(), "401 登录已过期");
    assert_eq!(newest(&house).await, ("240111".into(), "delete_account".into(), "240111".into(), json!({})));
    assert_eq!(bob.get("/api/user/profile").await.status, 200);
}

#[tokio::test]
async fn of_the_last_two_admins_who_leave_at_once_one_stays() {
    let house = House::new(&[]).await;
    let admins = [house.person("240001").await, house.person("240002").await];
    let head = house.class_admin().await;
    settle_admins(&house, &["240001", "240002"]).await;
    let answers = join_all(admins.iter().map(|admin| leave(admin, PASSWORD))).await;
    let refused: Vec<_> = answers.iter().filter(|answer| answer.status != 200).collect();
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0].refusal(), "409 最后一位管理员不能注销账号");
    assert_eq!(leave(&head, PASSWORD).await.status, 200, "an admin is left");
}

#[tokio::test]
async fn a_class_admin_alone_stays() {
    let house = House::new(&[]).await;
    let (head, officer) = (house.class_admin().await, house.officer(&house.permissions()).await);
    assert_eq!(leave(&head, PASSWORD).await.refusal(), "409 最后一位管理员不能注销账号");
    assert_eq!(leave(&officer, PASSWORD).await.status, 200);
}

#[tokio::test]
async fn whoever_knew_the_password_before_a_reset_erases_nothing() {
    let house = House::new(&[]).await;
    house.member().await;
    let mut password = PASSWORD.to_owned();
    for turn in 0..4 {
        let session = json!({ "account": "240111", "password": password });
        let session = house.anonymous().post("/api/auth/login", &session).await.data();
        let session = house.anonymous().bearing(session["token"].as_str().unwrap());
        let code = crate::auth::cli_reset_code(&house.app, id("240111")).await.unwrap();
        let new = format!("brand new {turn}");
        let form = json!({ "account": "240111", "code": code, "new_password": new, "confirm_password": new });
        let anonymous = house.anonymous();
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
