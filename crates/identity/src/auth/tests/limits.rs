//! Rate limits of the auth routes (`interface 8.1`).

use super::*;

#[tokio::test]
async fn ten_sign_ins_a_minute_per_address_malformed_ones_included() {
    let portal = portal_with(&[("RATE_LIMIT_LOGIN", "10/60")]).await;
    let client = portal.anonymous();
    for attempt in 0..10_u32 {
        let answer = if attempt % 2 == 0 {
            client.post("/api/auth/login", &json!("not an object")).await
        } else {
            login(&client, "nobody", "wrong pass 1").await
        };
        assert_eq!(answer.header("x-ratelimit-limit"), "10");
        assert_eq!(answer.header("x-ratelimit-remaining"), (9 - attempt).to_string());
    }
    let refused = login(&client, "nobody", "wrong pass 1").await;
    assert_eq!(refused.refusal(), "429 请求过于频繁，请在 6 秒后重试");
    assert_eq!(
        (refused.header("retry-after"), refused.header("x-ratelimit-remaining")),
        ("6".into(), "0".into())
    );

    assert_eq!(login(&client.clone().from("192.0.2.2"), "nobody", "x").await.status, 401, "another address");
    portal.advance(6);
    assert_eq!(login(&client, "nobody", "x").await.status, 401);
    assert_eq!(login(&client, "nobody", "x").await.status, 429);
}

#[tokio::test]
async fn five_registrations_an_hour_per_address() {
    let portal = portal_with(&[("RATE_LIMIT_REGISTER", "5/3600")]).await;
    let client = portal.anonymous();
    for _ in 0..5 {
        assert_eq!(client.post("/api/auth/register", &json!({})).await.status, 400);
    }
    let refused = client.post("/api/auth/register", &json!({})).await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after").as_str()), (429, "720"));
}

#[tokio::test]
async fn sixty_other_requests_a_minute_per_user_wherever_they_come_from() {
    let portal = portal_with(&[("RATE_LIMIT_USER", "60/60")]).await;
    let alice = register(&portal, "张三", "三石").await;
    for n in 0..60 {
        let from = alice.clone().from(&format!("192.0.2.{n}"));
        assert_eq!(from.get("/api/auth/check-status").await.status, 200);
    }
    assert_eq!(alice.get("/api/user/profile").await.status, 429, "one bucket over all routes");
    let bob = register(&portal, "李四", "四木").await;
    assert_eq!(bob.get("/api/user/profile").await.status, 200);
    assert_eq!(portal.anonymous().get("/api/setup/status").await.status, 200);
}
