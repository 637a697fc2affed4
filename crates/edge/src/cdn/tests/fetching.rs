//! Fetches: one per address, streamed, and never half.

use axum::body::Body;
use axum::http::Request;
use futures_util::future::join_all;
use http_body_util::BodyExt;

use super::*;

#[tokio::test]
async fn two_hundred_who_want_the_same_at_once_cost_one_request() {
    let upstream = Upstream::answering_with(css("", "a{}")).await;
    let portal = upstream.portal(&[]).await;
    let member = portal.member().await;
    let url = upstream.url("/a.css");
    let answers = join_all((0..200).map(|_| ask(&member, &url))).await;
    assert!(answers.iter().all(|answer| answer.status == 200 && answer.text() == "a{}"));
    assert_eq!(upstream.asked(), 1);

    // And one more when all of them find it too old.
    portal.advance(3600);
    let answers = join_all((0..200).map(|_| ask(&member, &url))).await;
    assert!(answers.iter().all(|answer| answer.status == 200 && answer.text() == "a{}"));
    assert_eq!(upstream.asked(), 2);
}

#[tokio::test]
async fn the_first_bytes_arrive_before_the_last_ones_are_there() {
    let upstream = Upstream::answering(|_| {
        let start = head("200 OK", "content-type: text/css\r\ncontent-length: 40");
        vec![[start.as_bytes(), b"body { color: red; }"].concat(), b"main { color: tan; }".to_vec()]
    })
    .await;
    upstream.permits.forget_permits(1_000_000);
    let portal = upstream.portal(&[]).await;
    let token = portal.member().await.token().unwrap();
    let open = || async {
        let request = Request::builder()
            .uri(target(&upstream.url("/a.css"), ""))
            .header("authorization", format!("Bearer {token}"))
            .body(Body::empty())
            .unwrap();
        portal.http.handle(request, [192, 0, 2, 1].into()).await
    };
    upstream.permits.add_permits(1);
    let (mut early, mut other) = (open().await, open().await);
    for answer in [&mut early, &mut other] {
        assert_eq!(answer.headers()["x-cache"], "MISS");
        let first = answer.body_mut().frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!(first, "body { color: red; }");
    }
    upstream.permits.add_permits(1);
    for answer in [early, other] {
        assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "main { color: tan; }");
    }
    assert_eq!(upstream.asked(), 1);
}

#[tokio::test]
async fn a_body_that_breaks_off_ends_in_an_error_and_leaves_nothing() {
    let short = |headers: &str, body: &str| vec![format!("{}{body}", head("200 OK", headers)).into_bytes()];
    for answer in [
        short("content-type: text/css\r\ncontent-length: 400", "body { color: red; }"),
        short(
            "content-type: text/css\r\ntransfer-encoding: chunked",
            "14\r\nbody { color: red; }\r\n40\r\nx",
        ),
    ] {
        let upstream = Upstream::answering(move |_| answer.clone()).await;
        let portal = upstream.portal(&[]).await;
        let token = portal.member().await.token().unwrap();
        for _ in 0..2 {
            let request = Request::builder()
                .uri(target(&upstream.url("/a.css"), ""))
                .header("authorization", format!("Bearer {token}"))
                .body(Body::empty())
                .unwrap();
            let answer = portal.http.handle(request, [192, 0, 2, 1].into()).await;
            assert_eq!(answer.headers()["x-cache"], "MISS");
            assert!(answer.into_body().collect().await.is_err());
            until(|| files(&portal).is_empty()).await;
        }
        assert_eq!(upstream.asked(), 2);
    }
}

#[tokio::test]
async fn what_cannot_be_handed_on_is_refused() {
    let big = vec![b'a'; (10 << 20) + 1];
    for (name, answer, refusal) in [
        (
            "page",
            whole("200 OK", "content-type: text/html", b"<script>1</script>"),
            "502 源站返回了不支持的内容类型",
        ),
        ("svg", whole("200 OK", "content-type: image/svg+xml", b"<svg/>"), "502 源站返回了不支持的内容类型"),
        (
            "lie",
            whole("200 OK", "content-type: text/css", b"<!doctype html>"),
            "502 源站返回了不支持的内容类型",
        ),
        ("big", whole("200 OK", "content-type: text/css", &big), "502 源站暂时无法访问"),
        ("coded", css("content-encoding: gzip", "a{}"), "502 源站暂时无法访问"),
        ("endless", b"HTTP/1.1 200 OK\r\ncontent-type: text/css\r\n\r\na{}".to_vec(), "502 源站暂时无法访问"),
        ("error", whole("500 Oops", "", b""), "502 源站暂时无法访问"),
        ("part", whole("206 Partial Content", "content-type: text/css", b"a"), "502 源站暂时无法访问"),
        ("noise", b"220 smtp ready\r\n".to_vec(), "502 源站暂时无法访问"),
    ] {
        let upstream = Upstream::answering_with(answer).await;
        let portal = upstream.portal(&[]).await;
        let answer = ask(&portal.member().await, &upstream.url("/a.css")).await;
        assert_eq!(answer.refusal(), refusal, "{name}");
        assert_eq!(answer.header("cache-control"), "no-store", "{name}");
        until(|| files(&portal).is_empty()).await;
    }
}

#[tokio::test]
async fn a_script_is_a_text_unless_the_operator_listed_where_it_comes_from() {
    let upstream =
        Upstream::answering_with(whole("200 OK", "content-type: application/javascript", b"alert(1)")).await;
    let listed = upstream.url("/katex@0.16.11/");
    let portal = upstream.portal(&[("CDN_SCRIPTS", &listed)]).await;
    let member = portal.member().await;
    for (path, wanted) in [
        ("/katex@0.16.11/katex.min.js", "text/javascript; charset=utf-8"),
        ("/katex@0.16.12/katex.min.js", "text/plain; charset=utf-8"),
        ("/katex@0.16.11/../evil@1/evil.js", "text/plain; charset=utf-8"),
        ("/evil@1/evil.js", "text/plain; charset=utf-8"),
    ] {
        for _ in 0..2 {
            assert_eq!(ask(&member, &upstream.url(path)).await.header("content-type"), wanted, "{path}");
        }
    }
}

#[tokio::test]
async fn stored_bodies_draw_nothing_from_the_limit_and_fetches_do() {
    let upstream = Upstream::answering_with(css("", "a{}")).await;
    let portal = upstream.portal(&[("RATE_LIMIT_USER", "2/60")]).await;
    let member = portal.member().await;
    assert_eq!(ask(&member, &upstream.url("/a.css")).await.status, 200);
    for _ in 0..10 {
        assert_eq!(cached(&ask(&member, &upstream.url("/a.css")).await), "200 HIT");
    }
    assert_eq!(ask(&member, &upstream.url("/b.css")).await.status, 200);
    assert_eq!(ask(&member, &upstream.url("/c.css")).await.status, 429);
}
