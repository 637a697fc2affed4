//! Cross-origin rules (`interface 5.7`): any without credentials, or a list with them.

use axum::http::{HeaderMap, Method};

use crate::testing::Answer;
use crate::tests::Bench;

const LISTED: &str = "https://class.example";

async fn any() -> Bench {
    Bench::new().await
}

async fn listed() -> Bench {
    Bench::with(&[("CORS_ORIGIN", LISTED), ("CORS_ORIGINS", "http://localhost:5173")]).await
}

async fn get(bench: &Bench, origin: &str) -> Answer {
    bench.anonymous().with("origin", origin).get("/api/test/item/1").await
}

async fn preflight(bench: &Bench, origin: &str, path: &str) -> Answer {
    let client = bench.anonymous().with("origin", origin).with("access-control-request-method", "PUT");
    client.send(Method::OPTIONS, path, None).await
}

/// The headers that let another site in.
fn granted(headers: &HeaderMap) -> Vec<&str> {
    headers.keys().map(|name| name.as_str()).filter(|name| name.starts_with("access-control-")).collect()
}

#[tokio::test]
async fn without_a_list_anyone_may_read_and_no_one_with_credentials() {
    let bench = any().await;
    for origin in [LISTED, "http://evil.example", "null"] {
        let answer = get(&bench, origin).await;
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
    let bench = listed().await;
    for origin in [LISTED, "http://localhost:5173"] {
        let answer = get(&bench, origin).await;
        assert_eq!(answer.header("access-control-allow-origin"), origin);
        assert_eq!(answer.header("access-control-allow-credentials"), "true");
        assert_eq!(answer.header("vary"), "Origin");
    }
}

#[tokio::test]
async fn an_unlisted_origin_gets_nothing_but_is_told_apart_by_caches() {
    let bench = listed().await;
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
        for answer in [get(&bench, origin).await, preflight(&bench, origin, "/api/test/item/1").await] {
            assert_eq!(granted(&answer.headers), Vec::<&str>::new(), "{origin}");
            assert_eq!(answer.header("vary"), "Origin");
        }
    }
    let without = bench.anonymous().get("/api/test/item/1").await;
    assert_eq!((granted(&without.headers).len(), without.header("vary")), (0, "Origin".to_owned()));
}

#[tokio::test]
async fn a_preflight_names_the_methods_and_headers_of_the_interface_and_reaches_no_feature() {
    for (bench, origin, credentials) in [(any().await, "*", ""), (listed().await, LISTED, "true")] {
        for path in ["/api/test/item/1", "/api/test/panic", "/api/none"] {
            let answer = preflight(&bench, LISTED, path).await;
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
    let bench = listed().await;
    for path in ["/api/none", "/api/test/caller", "/api/test/panic", "/api/test/echo"] {
        let answer = bench.anonymous().with("origin", LISTED).get(path).await;
        assert!(answer.status.as_u16() >= 400);
        assert_eq!(answer.header("access-control-allow-origin"), LISTED, "{path}");
    }
}
