//! What every answer carries, and the refusals that need no feature.

use axum::http::{Method, StatusCode};
use serde_json::json;

use crate::testing::Answer;
use crate::tests::{TestKernel, user};

#[tokio::test]
async fn an_unknown_path_is_404_in_the_envelope() {
    let kernel = TestKernel::new().await;
    for path in ["/api/none", "/api/test", "/api/test/echo/", "/api/test//echo", "/api/", "/api", "/nothing"]
    {
        for method in [Method::GET, Method::POST, Method::DELETE] {
            let answer = kernel.anonymous().send(method, path, None).await;
            assert_eq!(answer.refusal(), "404 接口不存在", "{path}");
            assert_eq!(
                answer.json(),
                json!({ "code": 404, "message": "接口不存在", "data": null, "slug": "unknown_path" })
            );
        }
    }
}

#[tokio::test]
async fn a_wrong_method_is_405_and_says_which_are_right() {
    let kernel = TestKernel::new().await;
    for (method, path, allow) in [
        (Method::GET, "/api/test/echo", "POST"),
        (Method::DELETE, "/api/test/echo", "POST"),
        (Method::POST, "/api/test/query", "GET,HEAD"),
        (Method::PATCH, "/api/test/cookie", "DELETE,GET,HEAD"),
        (Method::TRACE, "/api/test/query", "GET,HEAD"),
        (Method::OPTIONS, "/api/test/echo", "POST"),
        (Method::from_bytes(b"PURGE").unwrap(), "/api/test/query", "GET,HEAD"),
    ] {
        let answer = kernel.anonymous().send(method.clone(), path, None).await;
        assert_eq!(answer.refusal(), "405 不支持的请求方法", "{method} {path}");
        let mut allowed: Vec<String> =
            answer.header("allow").split(',').map(|name| name.trim().to_owned()).collect();
        allowed.sort_unstable();
        assert_eq!(allowed.join(","), allow, "{method} {path}");
    }
}

#[tokio::test]
async fn head_answers_as_get_without_the_body() {
    let kernel = TestKernel::new().await;
    let head = kernel.anonymous().send(Method::HEAD, "/api/test/cached", None).await;
    assert_eq!(
        (head.status, head.bytes.len(), head.header("content-length")),
        (StatusCode::OK, 0, "4".to_owned())
    );
    let missing = kernel.anonymous().send(Method::HEAD, "/api/none", None).await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
    assert_eq!(
        kernel.anonymous().send(Method::HEAD, "/api/test/echo", None).await.status,
        StatusCode::METHOD_NOT_ALLOWED
    );
}

#[tokio::test]
async fn a_panic_costs_one_request_and_tells_nothing() {
    let kernel = TestKernel::new().await;
    for _ in 0..10 {
        let answer = kernel.anonymous().with("accept-language", "en").get("/api/test/panic").await;
        assert_eq!(
            answer.json(),
            json!({ "code": 500, "message": "服务器内部错误", "data": null, "slug": "internal" })
        );
        assert!(!answer.header("x-request-id").is_empty());
    }
    assert_eq!(kernel.anonymous().get("/api/test/item/7").await.data(), 7);
}

#[tokio::test]
async fn general_texts_follow_the_language_and_contract_texts_are_chinese() {
    let kernel = TestKernel::new().await;
    for (language, english) in [
        ("en", true),
        ("EN-us,en;q=0.9", true),
        (" en-GB", true),
        ("en, zh;q=0.5", true),
        ("zh-CN,zh;q=0.9,en;q=0.8", false),
        ("de, en;q=0.5", false),
        ("", false),
        ("*", false),
        ("é", false),
    ] {
        let client = kernel.anonymous().with("accept-language", language);
        let expected = if english { "404 There is no such endpoint" } else { "404 接口不存在" };
        assert_eq!(client.get("/api/none").await.refusal(), expected, "{language}");
        assert_eq!(client.get("/api/test/caller").await.refusal(), "401 未登录");
        assert_eq!(client.clone().bearing("x").get("/api/test/caller").await.refusal(), "401 登录已过期");
        let member = client.bearing(&kernel.token("240111"));
        assert_eq!(member.get("/api/test/admin").await.refusal(), "403 无权限执行此操作");
    }
}

fn safe(answer: &Answer) -> bool {
    answer.header("x-content-type-options") == "nosniff"
        && answer.header("referrer-policy") == "no-referrer"
        && answer.header("x-request-id").len() == 16
}

#[tokio::test]
async fn every_answer_carries_the_safe_headers_and_its_own_request_id() {
    let kernel = TestKernel::new().await;
    let mut ids = std::collections::BTreeSet::new();
    for path in [
        "/api/test/item/1",
        "/api/none",
        "/api/test/echo",
        "/api/test/panic",
        "/api/test/item/1?a=1&a=2",
        "/page",
        "/none",
    ] {
        let answer = kernel.anonymous().get(path).await;
        assert!(safe(&answer), "{path}");
        assert!(ids.insert(answer.header("x-request-id")), "{path}");
    }
    let told = kernel.member("240111").get("/api/test/caller").await;
    assert_eq!(told.data()["request_id"], told.header("x-request-id"));
    let chosen = kernel.anonymous().with("x-request-id", "mine").get("/page").await;
    assert_ne!(chosen.header("x-request-id"), "mine", "nobody chooses it");
}

#[tokio::test]
async fn the_api_is_not_cached_unless_a_route_says_so() {
    let kernel = TestKernel::new().await;
    for (path, cache) in [
        ("/api/test/item/1", "no-store"),
        ("/api/none", "no-store"),
        ("/api", "no-store"),
        ("/api/test/panic", "no-store"),
        ("/api/test/cached", "max-age=60"),
        ("/page", ""),
        ("/apifoo", ""),
    ] {
        assert_eq!(kernel.anonymous().get(path).await.header("cache-control"), cache, "{path}");
    }
}

#[tokio::test]
async fn a_query_parameter_stands_once() {
    let kernel = TestKernel::new().await;
    assert_eq!(kernel.anonymous().get("/api/test/query?count=3&other=1").await.data(), 3);
    assert_eq!(kernel.anonymous().get("/api/test/query").await.data(), json!(null));
    for (query, words) in [
        ("count=1&count=2", "400 查询参数“count”重复"),
        ("count=1&count=1", "400 查询参数“count”重复"),
        ("count=1&c%6Funt=2", "400 查询参数“count”重复"),
        ("a&a", "400 查询参数“a”重复"),
        ("token=a&token=b", "400 查询参数“token”重复"),
        ("count=x", "400 查询参数格式不正确"),
        ("count=%00", "400 请求内容包含无法保存的字符"),
        ("x=1%00", "400 请求内容包含无法保存的字符"),
    ] {
        let answer = kernel.anonymous().get(&format!("/api/test/query?{query}")).await;
        assert_eq!(answer.refusal(), words, "{query}");
    }
}

#[tokio::test]
async fn what_is_no_id_names_nothing_and_nul_goes_nowhere() {
    let kernel = TestKernel::new().await;
    for id in ["x", "1.5", "99999999999999999999", "%31x", "%ff"] {
        assert_eq!(
            kernel.anonymous().get(&format!("/api/test/item/{id}")).await.status,
            StatusCode::NOT_FOUND,
            "{id}"
        );
    }
    assert_eq!(kernel.anonymous().get("/api/test/item/%31").await.data(), 1);
    assert_eq!(kernel.anonymous().get("/api/test/item/a%00b").await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn an_address_beyond_eight_kibibytes_is_414() {
    let kernel = TestKernel::new().await;
    let path = |length: usize| format!("/api/test/query?a={}", "x".repeat(length - 18));
    assert_eq!(kernel.anonymous().get(&path(8 * 1024)).await.status, StatusCode::OK);
    assert_eq!(kernel.anonymous().get(&path(8 * 1024 + 1)).await.refusal(), "414 请求地址过长");
}

#[tokio::test]
async fn a_refusal_by_the_features_may_carry_more_fields() {
    let kernel = TestKernel::new().await;
    kernel.accounts().change("240111", |facts| {
        facts.ban = Some(crate::user::Ban { expires_at: None, reason: Some("刷屏".into()) });
    });
    let answer = kernel.member("240111").get("/api/test/caller").await;
    let expected = json!({ "code": 403, "message": "该账号已被禁用", "data": null, "slug": "account_disabled", "ban_expires_at": null, "ban_reason": "刷屏" });
    assert_eq!(answer.json(), expected);
    assert_eq!(kernel.accounts().member(user("240111")).tier(), crate::user::Tier::User);
}

#[tokio::test]
async fn the_cookie_is_set_and_cleared_with_the_same_attributes() {
    for (https, end) in [("0", ""), ("1", "; Secure")] {
        let kernel = TestKernel::with(&[("HTTPS", https), ("JWT_EXPIRES_IN", "12h")]).await;
        let set = kernel.anonymous().get("/api/test/cookie").await.set_cookie();
        assert_eq!(set, format!("token=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=43200{end}"));
        let cleared = kernel.anonymous().delete("/api/test/cookie").await.set_cookie();
        assert_eq!(cleared, format!("token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0{end}"));
    }
}
