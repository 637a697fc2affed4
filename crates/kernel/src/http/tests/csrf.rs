//! Mutations by cookie from another site: the whole table of carrier, origin, fetch site, method.

use axum::http::Method;

use crate::testing::Client;
use crate::tests::TestKernel;

/// What a browser says of where a request comes from, and whether that is us or a listed site.
const SOURCES: [(&[(&str, &str)], bool); 14] = [
    (&[], true),
    (&[("sec-fetch-site", "same-origin")], true),
    (&[("sec-fetch-site", "none")], true),
    (&[("sec-fetch-site", "same-site")], false),
    (&[("sec-fetch-site", "cross-site")], false),
    (&[("origin", "https://portal.example")], true),
    (&[("origin", "http://portal.example")], true),
    (&[("origin", "https://listed.example"), ("sec-fetch-site", "cross-site")], true),
    (&[("origin", "https://evil.example")], false),
    (&[("origin", "https://evil.example"), ("sec-fetch-site", "same-origin")], false),
    (&[("origin", "https://portal.example.evil.example")], false),
    (&[("origin", "https://portal.example:8443")], false),
    (&[("origin", "null")], false),
    (&[("origin", "")], false),
];

async fn kernel() -> TestKernel {
    TestKernel::with(&[("CORS_ORIGINS", "https://listed.example")]).await
}

fn from(client: Client, source: &[(&'static str, &str)]) -> Client {
    let client = client.with("host", "portal.example");
    source.iter().fold(client, |client, (name, value)| client.with(name, value))
}

#[tokio::test]
async fn a_cookie_changes_nothing_for_another_site() {
    let kernel = kernel().await;
    let token = kernel.token("240111");
    for (source, ours) in SOURCES {
        for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
            let client = from(kernel.anonymous().with_cookie(&token), source);
            let answer = client.send(method.clone(), "/api/test/caller", None).await;
            if ours {
                assert_eq!(answer.data()["user_id"], "240111", "{method} {source:?}");
            } else {
                assert_eq!(answer.refusal(), "403 已拒绝来自其他网站的请求", "{method} {source:?}");
            }
        }
    }
}

#[tokio::test]
async fn reading_is_left_to_the_cors_headers() {
    let kernel = kernel().await;
    let token = kernel.token("240111");
    for (source, _) in SOURCES {
        let client = from(kernel.anonymous().with_cookie(&token), source);
        assert_eq!(client.get("/api/test/caller").await.status, 200, "{source:?}");
    }
}

#[tokio::test]
async fn a_header_token_is_never_sent_by_a_browser_of_its_own_accord() {
    let kernel = kernel().await;
    for (source, _) in SOURCES {
        let client = from(kernel.member("240111"), source);
        assert_eq!(client.post_empty("/api/test/caller").await.status, 200, "{source:?}");
    }
}

#[tokio::test]
async fn without_a_list_only_the_own_site_may_change() {
    let kernel = TestKernel::new().await;
    let token = kernel.token("240111");
    let ask = |origin| from(kernel.anonymous().with_cookie(&token), &[("origin", origin)]);
    assert_eq!(ask("https://listed.example").post_empty("/api/test/caller").await.status, 403);
    assert_eq!(ask("https://PORTAL.example").post_empty("/api/test/caller").await.status, 200);
}

#[tokio::test]
async fn a_logout_cannot_be_forced_by_another_site() {
    let kernel = kernel().await;
    let token = kernel.token("240111");
    for (source, ours) in SOURCES {
        let client = from(kernel.anonymous().with_cookie(&token), source);
        let status = client.post_empty("/api/test/presented").await.status;
        assert_eq!(status, if ours { 200 } else { 403 }, "{source:?}");
    }
}

#[tokio::test]
async fn a_form_of_another_site_cannot_send_json() {
    let kernel = TestKernel::new().await;
    for content_type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let body = Some((b"{}".to_vec(), content_type));
        let answer = kernel.anonymous().send_raw(Method::POST, "/api/test/echo", body).await;
        assert_eq!(answer.status, 415, "{content_type}");
    }
}
