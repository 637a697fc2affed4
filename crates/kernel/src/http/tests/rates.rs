//! Rate limits over HTTP: headers, refusals, and whom they count.

use axum::http::Method;
use serde_json::json;

use crate::testing::{Answer, Client};
use crate::tests::TestKernel;

async fn attempt(client: &Client) -> Answer {
    client.post("/api/test/limited", &json!(1)).await
}

fn headers(answer: &Answer) -> [String; 3] {
    ["x-ratelimit-limit", "x-ratelimit-remaining", "retry-after"].map(|name| answer.header(name))
}

#[tokio::test]
async fn every_limited_answer_says_how_much_is_left_and_a_refusal_how_long_to_wait() {
    let kernel = TestKernel::with(&[("RATE_LIMIT_LOGIN", "3/60")]).await;
    let client = kernel.anonymous();
    for left in ["2", "1", "0"] {
        let answer = attempt(&client).await;
        assert_eq!(
            (answer.status.as_u16(), headers(&answer)),
            (200, ["3".to_owned(), left.into(), String::new()])
        );
    }
    let refused = attempt(&client).await;
    assert_eq!(refused.refusal(), "429 请求过于频繁，请在 20 秒后重试");
    assert_eq!(headers(&refused), ["3", "0", "20"]);
    assert_eq!(
        attempt(&client.clone().with("accept-language", "en")).await.refusal(),
        "429 Too many requests; try again in 20 seconds"
    );

    kernel.advance(19);
    let refused = attempt(&client).await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (429, "1".to_owned()));
    kernel.advance(1);
    assert_eq!(attempt(&client).await.status, 200, "who waits as told succeeds");
    assert_eq!(attempt(&client).await.status, 429);
}

#[tokio::test]
async fn malformed_attempts_count_as_well() {
    let kernel = TestKernel::with(&[("RATE_LIMIT_LOGIN", "4/60")]).await;
    let client = kernel.anonymous();
    let send =
        |body: Option<(Vec<u8>, &'static str)>| client.send_raw(Method::POST, "/api/test/limited", body);
    for (status, body) in [
        (400, Some((b"{".to_vec(), "application/json"))),
        (415, Some((b"{}".to_vec(), "text/plain"))),
        (400, None),
        (413, Some((vec![b' '; 2 << 20], "application/json"))),
        (429, Some((b"{".to_vec(), "application/json"))),
    ] {
        let answer = send(body).await;
        assert_eq!((answer.status.as_u16(), answer.header("x-ratelimit-limit")), (status, "4".to_owned()));
    }
}

#[tokio::test]
async fn an_address_counts_once_however_it_is_written_and_ipv6_by_its_network() {
    let kernel = TestKernel::with(&[("RATE_LIMIT_LOGIN", "1/60")]).await;
    for (address, status) in [
        ("192.0.2.1", 200),
        ("::ffff:192.0.2.1", 429),
        ("192.0.2.2", 200),
        ("2001:db8:1:2::1", 200),
        ("2001:db8:1:2:3:4:5:6", 429),
        ("2001:db8:1:3::1", 200),
    ] {
        assert_eq!(attempt(&kernel.anonymous().from(address)).await.status, status, "{address}");
    }
}

#[tokio::test]
async fn a_stranger_cannot_have_new_buckets_by_naming_addresses() {
    let kernel = TestKernel::with(&[("RATE_LIMIT_LOGIN", "1/60"), ("TRUSTED_PROXIES", "10.0.0.0/8")]).await;
    let named = |peer: &str, hops: &str| kernel.anonymous().from(peer).with("x-forwarded-for", hops);
    assert_eq!(attempt(&named("192.0.2.1", "1.1.1.1")).await.status, 200);
    assert_eq!(attempt(&named("192.0.2.1", "2.2.2.2")).await.status, 429);

    assert_eq!(
        attempt(&named("10.0.0.1", "198.51.100.1")).await.status,
        200,
        "behind the proxy each has his own"
    );
    assert_eq!(attempt(&named("10.0.0.1", "198.51.100.2")).await.status, 200);
    assert_eq!(
        attempt(&named("10.0.0.1", "3.3.3.3, 198.51.100.2")).await.status,
        429,
        "what he wrote himself counts nothing"
    );
}

#[tokio::test]
async fn a_user_has_one_bucket_over_all_devices_and_routes() {
    let kernel = TestKernel::with(&[("RATE_LIMIT_USER", "3/60")]).await;
    let (phone, laptop) =
        (kernel.member("240111").from("192.0.2.1"), kernel.member("240111").from("192.0.2.2"));
    assert_eq!(phone.get("/api/test/caller").await.header("x-ratelimit-remaining"), "2");
    assert_eq!(laptop.post_empty("/api/test/caller").await.header("x-ratelimit-remaining"), "1");
    assert_eq!(
        laptop.get("/api/test/admin").await.header("x-ratelimit-remaining"),
        "0",
        "refused ones count too"
    );
    let refused = phone.get("/api/test/caller").await;
    assert_eq!((refused.status.as_u16(), headers(&refused)), (429, ["3".into(), "0".into(), "20".into()]));
    assert_eq!(kernel.member("240112").get("/api/test/caller").await.status, 200);
}

#[tokio::test]
async fn a_route_with_a_rule_of_its_own_draws_from_that_alone() {
    let kernel = TestKernel::with(&[("RATE_LIMIT_AI", "1/60"), ("RATE_LIMIT_USER", "5/60")]).await;
    let alice = kernel.member("240111");
    assert_eq!(headers(&alice.post_empty("/api/test/ai").await), ["1", "0", ""]);
    assert_eq!(alice.post_empty("/api/test/ai").await.status, 429);
    assert_eq!(alice.get("/api/test/caller").await.header("x-ratelimit-remaining"), "4");
}

#[tokio::test]
async fn what_is_not_limited_says_nothing_of_limits() {
    let kernel = TestKernel::with(&[("RATE_LIMIT_LOGIN", "0"), ("RATE_LIMIT_USER", "60/60")]).await;
    for _ in 0..20 {
        assert_eq!(headers(&attempt(&kernel.anonymous()).await), ["", "", ""]);
    }
    assert_eq!(
        headers(&kernel.anonymous().get("/api/test/caller").await),
        ["", "", ""],
        "nobody has no bucket"
    );
    assert_eq!(headers(&kernel.member("240111").get("/api/test/guest").await), ["", "", ""]);
}

#[tokio::test]
async fn setting_the_machines_time_lets_nobody_through() {
    let kernel = TestKernel::with(&[("RATE_LIMIT_LOGIN", "1/60")]).await;
    attempt(&kernel.anonymous()).await;
    kernel.app.clock.set_wall("2020-01-01T00:00:00Z".parse().unwrap());
    assert_eq!(attempt(&kernel.anonymous()).await.status, 429);
    kernel.app.clock.set_wall("2030-01-01T00:00:00Z".parse().unwrap());
    assert_eq!(attempt(&kernel.anonymous()).await.status, 429);
}
