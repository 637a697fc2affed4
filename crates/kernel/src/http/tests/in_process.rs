//! Calls by the server itself: the caller's tier, the envelope, and nothing drawn.

use axum::http::Method;
use http_body_util::BodyExt;
use serde_json::{Value, json};

use crate::http::InProcess;
use crate::tests::{TestKernel, user};

async fn call(
    kernel: &TestKernel,
    method: Method,
    target: &str,
    id: &str,
    body: Option<Value>,
) -> (u16, Value) {
    let facts = kernel.accounts().member(user(id));
    let answer = kernel.http.call(InProcess { method, target: target.into(), facts, body }).await;
    let status = answer.status().as_u16();
    let bytes = answer.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&bytes).unwrap_or_else(|_| panic!("no envelope: {bytes:?}")))
}

#[tokio::test]
async fn a_call_has_the_tier_of_the_one_in_whose_name_it_is_made() {
    let kernel = TestKernel::new().await;
    kernel.admin("240115");
    for (id, expected) in
        [("240111", [200, 403, 403]), ("240100", [200, 200, 403]), ("240115", [200, 200, 200])]
    {
        for (route, status) in ["caller", "class", "system"].into_iter().zip(expected) {
            let answer = call(&kernel, Method::GET, &format!("/api/test/{route}"), id, None).await;
            assert_eq!(answer.0, status, "{id} at {route}: {}", answer.1);
        }
    }
    let told = call(&kernel, Method::POST, "/api/test/caller", "240111", None).await.1;
    assert_eq!((&told["data"]["user_id"], &told["data"]["token"]), (&json!("240111"), &json!(false)));
    assert_eq!(told["data"]["request_id"].as_str().unwrap().len(), 16);
}

#[tokio::test]
async fn bodies_refusals_and_panics_speak_the_envelope() {
    let kernel = TestKernel::new().await;
    let typed = json!({ "name": "x" });
    assert_eq!(
        call(&kernel, Method::POST, "/api/test/typed", "240111", Some(typed)).await.1["data"],
        json!(["x", 0, []])
    );
    for (method, target, status) in [
        (Method::POST, "/api/test/typed", 400),
        (Method::GET, "/api/none", 404),
        (Method::GET, "/api/test/echo", 405),
        (Method::GET, "/api/test/panic", 500),
        (Method::GET, "/api/test/query?a=1&a=1", 400),
        (Method::GET, "no path at all", 500),
    ] {
        let (found, envelope) = call(&kernel, method, target, "240111", None).await;
        assert_eq!(
            (found, &envelope["code"], &envelope["data"]),
            (status, &json!(status), &json!(null)),
            "{target}"
        );
    }
}

#[tokio::test]
async fn a_call_draws_from_no_bucket() {
    let kernel = TestKernel::with(&[
        ("RATE_LIMIT_USER", "1/60"),
        ("RATE_LIMIT_AI", "1/60"),
        ("RATE_LIMIT_LOGIN", "1/60"),
    ])
    .await;
    for _ in 0..3 {
        assert_eq!(call(&kernel, Method::GET, "/api/test/caller", "240111", None).await.0, 200);
        assert_eq!(call(&kernel, Method::POST, "/api/test/ai", "240111", None).await.0, 200);
        assert_eq!(call(&kernel, Method::POST, "/api/test/limited", "240111", Some(json!(1))).await.0, 200);
    }
    let alice = kernel.member("240111");
    assert_eq!(
        alice.get("/api/test/caller").await.header("x-ratelimit-remaining"),
        "0",
        "the user's own is untouched"
    );
    assert_eq!(alice.post("/api/test/limited", &json!(1)).await.status, 200);
    assert_eq!(alice.post_empty("/api/test/ai").await.status, 200);
}
