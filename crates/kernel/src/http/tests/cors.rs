//! Cross-origin rules (`interface 5.7`): any without credentials, or a list with them.

use axum::http::{HeaderMap, Method};

use crate::testing::Answer;
use crate::tests::TestKernel;

const LISTED: &str = "https://class.example";

async fn any() -> TestKernel {
    TestKernel::new().await
}

async fn listed() -> TestKernel {
    TestKernel::with(&[("CORS_ORIGIN", LISTED), ("CORS_ORIGINS", "http://localhost:5173")]).await
}

async fn get(kernel: &TestKernel, origin: &str) -> Answer {
    kernel.anonymous().with("origin", origin).get("/api/test/item/1").await
}

async fn preflight(kernel: &TestKernel, origin: &str, path: &str) -> Answer {
    let client = kernel.anonymous().with("origin", origin).with("access-control-request-method", "PUT");
    client.send(Method::OPTIONS, path, None).await
}

/// The headers that let another site in.
fn granted(headers: &HeaderMap) -> Vec<&str> {
    headers.keys().map(|name| name.as_str()).filter(|name| name.starts_with("access-control-")).collect()
}

#[tokio::test]
async fn without_a_list_anyone_may_read_and_no_one_with_credentials() {
    let kernel = any().await;
    for origin in [LISTED, "http://evil.example", "null"] {
        let answer = get(&kernel, origin).await;
        assert_eq!(answer.header("access-control-allow-origin"), "*", "literally, never the origin");
        assert_eq!(answer.header("access-control-allow-credentials"), "");
        assert_eq!(
            answer.header("access-control-expose-headers"),
            "X-RateLimit-Name, X-RateLimit-Limit, X-RateLimit-Remaining, Retry-After"
        );
        assert_eq!(answer.header("vary"), "");
    }
}

#[tokio::test]
async fn a_listed_origin_is_echoed_with_credentials() {
    let kernel = listed().await;
    for origin in [LISTED, "http://localhost:5173"] {
        let answer = get(&kernel, origin).await;
        assert_eq!(answer.header("access-control-allow-origin"), origin);
        assert_eq!(answer.header("access-control-allow-credentials"), "true");
        assert_eq!(answer.header("vary"), "Origin");
    }
}

#[tokio::test]
async fn an_unlisted_origin_gets_nothing_but_is_told_apart_by_caches() {
    let kernel = listed().await;
    for origin in [
        "http://class.example",
        "https://class.example:8443",
        "https://class.example.evil.example",
        "https://evilclass.example",
        "https://sub.class.example",
        "https://class.example/",
        "https://class.example, https://evil.example",
        "null",
        "*",
        "",
    ] {
        for answer in [get(&kernel, origin).await, preflight(&kernel, origin, "/api/test/item/1").await] {
            assert_eq!(granted(&answer.headers), Vec::<&str>::new(), "{origin}");
            assert_eq!(answer.header("vary"), "Origin");
        }
    }
    let without = kernel.anonymous().get("/api/test/item/1").await;
    assert_eq!((granted(&without.headers).len(), without.header("vary")), (0, "Origin".to_owned()));
}

#[tokio::test]
async fn a_preflight_names_the_methods_and_headers_of_the_interface_and_reaches_no_feature() {
    for (kernel, origin, credentials) in [(any().await, "*", ""), (listed().await, LISTED, "true")] {
        for path in ["/api/test/item/1", "/api/test/panic", "/api/none"] {
            let answer = preflight(&kernel, LISTED, path).await;
            assert_eq!((answer.status.as_u16(), answer.bytes.len()), (204, 0));
            assert_eq!(answer.header("access-control-allow-origin"), origin);
            assert_eq!(answer.header("access-control-allow-credentials"), credentials);
            assert_eq!(
                answer.header("access-control-allow-methods"),
                "GET, POST, PUT, PATCH, DELETE, OPTIONS"
            );
            let headers = "Content-Type, Authorization, Cookie, X-Test-Key, X-Test-Secret";
            assert_eq!(answer.header("access-control-allow-headers"), headers);
        }
    }
}

#[tokio::test]
async fn refusals_are_readable_across_origins_too() {
    let kernel = listed().await;
    for path in ["/api/none", "/api/test/caller", "/api/test/panic", "/api/test/echo"] {
        let answer = kernel.anonymous().with("origin", LISTED).get(path).await;
        assert!(answer.status.as_u16() >= 400);
        assert_eq!(answer.header("access-control-allow-origin"), LISTED, "{path}");
    }
}
