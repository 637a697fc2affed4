//! Through `HttpApp`.

use kernel::testing::TestApp;

use crate::testing::app_with;

#[tokio::test]
async fn a_server_without_a_relay_says_so() {
    let test: TestApp = app_with(&[]).await;

    let answer =
        test.anonymous().with("x-relay-secret", "whatever").post_empty("/api/auth/relay-verify").await;

    assert_eq!(answer.refusal(), "503 此服务器未启用班级互联");
}

#[tokio::test]
async fn every_question_counts_against_the_address() {
    let test = app_with(&[("RATE_LIMIT_RELAY_VERIFY", "2/60")]).await;
    let peer = test.anonymous();
    for remaining in ["1", "0"] {
        let answer = peer.post_empty("/api/auth/relay-verify").await;
        assert_eq!(answer.header("x-ratelimit-remaining"), remaining);
    }

    let refused = peer.post_empty("/api/auth/relay-verify").await;

    assert_eq!(refused.refusal(), "429 请求过于频繁，请在 30 秒后重试");
    assert_eq!(refused.header("retry-after"), "30");
    let other = peer.from("192.0.2.77").post_empty("/api/auth/relay-verify").await;
    assert_eq!(other.status.as_u16(), 503);
}
