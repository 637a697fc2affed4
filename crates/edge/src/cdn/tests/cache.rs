//! What is stored, how it is found again, and when it goes.

use identity::admin::MANAGE_APP_CONTROL;
use serde_json::json;

use super::*;

#[tokio::test]
async fn a_body_is_fetched_once_and_then_served_from_here_even_after_a_restart() {
    let upstream =
        Upstream::answering_with(css("cache-control: max-age=600\r\netag: \"v1\"\r\nset-cookie: a=b", "a{}"))
            .await;
    let portal = upstream.portal(&[]).await;
    let member = portal.member().await;
    let url = upstream.url("/a.css");
    let first = ask(&member, &url).await;
    assert_eq!((cached(&first), first.text()), ("200 MISS".into(), "a{}".into()));
    portal.advance(10);
    let second = ask(&member, &url).await;
    assert_eq!((cached(&second), second.text()), ("200 HIT".into(), "a{}".into()));
    assert_eq!(second.header("content-type"), "text/css; charset=utf-8");
    assert_eq!(second.header("cache-control"), "private, max-age=590");
    assert_eq!(second.header("content-security-policy"), "default-src 'none'; sandbox");
    assert_eq!(second.header("x-content-type-options"), "nosniff");
    assert_eq!(second.header("cross-origin-resource-policy"), "same-origin");
    assert_eq!(second.header("etag"), "\"v1\"");
    assert_eq!(second.header("set-cookie"), "");
    let known = member.clone().with("if-none-match", "W/\"v1\"").get(&target(&url, "")).await;
    assert_eq!((cached(&known), known.text()), ("304 HIT".into(), String::new()));

    let portal = portal.restart(&[]).await;
    answer_names(&portal);
    let member = portal.client_of(kernel::user::UserId::parse("240111").unwrap()).await;
    assert_eq!(cached(&ask(&member, &url).await), "200 HIT");
    assert_eq!(upstream.asked(), 1);
    let asked = upstream.requests().concat().to_lowercase();
    assert!(!asked.contains("cookie") && !asked.contains("authorization"), "{asked}");
}

#[tokio::test]
async fn ttl_is_the_callers_patience_and_the_upstreams_word_holds_without_it() {
    let upstream = Upstream::answering_with(css("cache-control: max-age=60", "a{}")).await;
    let portal = upstream.portal(&[]).await;
    let member = portal.member().await;
    let url = upstream.url("/a.css");
    assert_eq!(cached(&ask(&member, &url).await), "200 MISS");
    portal.advance(59);
    assert_eq!(cached(&ask(&member, &url).await), "200 HIT");
    assert_eq!(cached(&member.get(&target(&url, "&ttl=59")).await), "200 MISS");
    portal.advance(60);
    assert_eq!(cached(&member.get(&target(&url, "&ttl=86400")).await), "200 HIT");
    assert_eq!(cached(&ask(&member, &url).await), "200 MISS");
    assert_eq!(cached(&member.get(&target(&url, "&ttl=0")).await), "200 MISS");
    for ttl in ["-1", "86401", "1.5", "x", "99999999999999999999"] {
        let answer = member.get(&target(&url, &format!("&ttl={ttl}"))).await;
        assert_eq!(answer.refusal(), "400 ttl 必须是 0 到 86400 之间的整数（秒）", "{ttl}");
    }
    assert_eq!(upstream.asked(), 4);
}

#[tokio::test]
async fn what_is_too_old_is_asked_for_again_and_an_unchanged_one_costs_no_body() {
    let upstream = Upstream::answering(|request| {
        let request = request.to_lowercase();
        let knows = request.contains("if-none-match: \"v1\"") && request.contains("if-modified-since: mon");
        vec![if knows {
            whole("304 Not Modified", "cache-control: max-age=30", b"")
        } else {
            css(
                "cache-control: max-age=60\r\netag: \"v1\"\r\nlast-modified: Mon, 01 Jan 2024 00:00:00 GMT",
                "a{}",
            )
        }]
    })
    .await;
    let portal = upstream.portal(&[]).await;
    let member = portal.member().await;
    let url = upstream.url("/a.css");
    assert_eq!(cached(&ask(&member, &url).await), "200 MISS");
    portal.advance(60);
    let again = ask(&member, &url).await;
    assert_eq!((cached(&again), again.text()), ("200 REVALIDATED".into(), "a{}".into()));
    portal.advance(29);
    assert_eq!(cached(&ask(&member, &url).await), "200 HIT");
    portal.advance(1);
    assert_eq!(cached(&ask(&member, &url).await), "200 REVALIDATED", "the newer lifetime holds");
    assert_eq!(upstream.asked(), 3);
}

#[tokio::test]
async fn the_last_answer_serves_while_the_host_is_away() {
    let away = Arc::new(AtomicUsize::new(0));
    let told = away.clone();
    let upstream = Upstream::answering(move |_| match told.load(Ordering::SeqCst) {
        0 => vec![css("cache-control: max-age=60", "a{}")],
        1 => vec![whole("503 Service Unavailable", "", b"later")],
        _ => vec![whole("404 Not Found", "", b"gone")],
    })
    .await;
    let portal = upstream.portal(&[]).await;
    let member = portal.member().await;
    let url = upstream.url("/a.css");
    ask(&member, &url).await;
    portal.advance(61);
    away.store(1, Ordering::SeqCst);
    let stale = ask(&member, &url).await;
    assert_eq!((cached(&stale), stale.text()), ("200 STALE".into(), "a{}".into()));
    assert_eq!(stale.header("cache-control"), "no-cache");
    assert_eq!(ask(&member, &upstream.url("/b.css")).await.refusal(), "502 源站暂时无法访问");
    away.store(2, Ordering::SeqCst);
    assert_eq!(ask(&member, &url).await.refusal(), "404 源站没有该资源");
    assert!(files(&portal).is_empty(), "what is gone there is gone here");
}

#[tokio::test]
async fn a_damaged_body_is_fetched_again_and_never_served() {
    let upstream = Upstream::answering_with(css("", "body{color:red}")).await;
    let url = upstream.url("/a.css");
    for damage in ["body", "half", "meta", "swapped"] {
        let portal = upstream.portal(&[]).await;
        let member = portal.member().await;
        let before = upstream.asked();
        ask(&member, &url).await;
        let [body, meta] = files(&portal).try_into().unwrap();
        let portal = portal.restart(&[]).await;
        answer_names(&portal);
        match damage {
            "body" => std::fs::write(&body, "body{color:tan}").unwrap(),
            "half" => std::fs::write(&body, "body{").unwrap(),
            "meta" => std::fs::write(&meta, "{").unwrap(),
            _ => {
                let other = std::fs::read_to_string(&meta).unwrap().replace("/a.css", "/b.css");
                std::fs::write(&meta, other).unwrap();
            }
        }
        let member = portal.client_of(kernel::user::UserId::parse("240111").unwrap()).await;
        let again = ask(&member, &url).await;
        assert_eq!((cached(&again), again.text()), ("200 MISS".into(), "body{color:red}".into()), "{damage}");
        assert_eq!(upstream.asked() - before, 2, "{damage}");
        assert_eq!(cached(&ask(&member, &url).await), "200 HIT", "{damage}");
    }
}

#[tokio::test]
async fn the_least_used_goes_when_the_disk_space_is_used_up() {
    let upstream = Upstream::answering(|_| {
        let mut body = b"\x89PNG\r\n\x1a\n".to_vec();
        body.resize(400_000, 7);
        vec![whole("200 OK", "content-type: image/png", &body)]
    })
    .await;
    let portal = upstream.portal(&[("CDN_CACHE_MIB", "1")]).await;
    let member = portal.member().await;
    let url = |name: &str| upstream.url(&format!("/{name}.png"));
    for name in ["a", "b"] {
        assert_eq!(cached(&ask(&member, &url(name)).await), "200 MISS");
    }
    assert_eq!(cached(&ask(&member, &url("a")).await), "200 HIT", "b is now the least used");
    assert_eq!(cached(&ask(&member, &url("c")).await), "200 MISS");
    let size: u64 = files(&portal).iter().map(|file| file.metadata().unwrap().len()).sum();
    assert!(size < 1 << 20, "{size}");
    assert_eq!(cached(&ask(&member, &url("a")).await), "200 HIT");
    assert_eq!(ask(&member, &url("a")).await.bytes.len(), 400_000);
    assert_eq!(cached(&ask(&member, &url("b")).await), "200 MISS");
}

#[tokio::test]
async fn what_may_not_be_stored_is_not() {
    let upstream = Upstream::answering_with(css("cache-control: no-store", "a{}")).await;
    let portal = upstream.portal(&[]).await;
    let member = portal.member().await;
    for _ in 0..2 {
        let answer = member.get(&target(&upstream.url("/a.css"), "&ttl=600")).await;
        assert_eq!((cached(&answer), answer.text()), ("200 MISS".into(), "a{}".into()));
        assert_eq!(answer.header("cache-control"), "no-cache");
    }
    until(|| files(&portal).is_empty()).await;
}

#[tokio::test]
async fn clearing_throws_everything_out_and_stands_in_the_log() {
    let upstream = Upstream::answering_with(css("", "a{}")).await;
    let portal = upstream.portal(&[]).await;
    let (member, officer) = (portal.member().await, portal.officer(&[&MANAGE_APP_CONTROL]).await);
    for path in ["/a.css", "/b.css"] {
        ask(&member, &upstream.url(path)).await;
    }
    assert_eq!(member.post_empty("/api/cdn/clear-cache").await.refusal(), "403 无权限执行此操作");
    assert_eq!(officer.post_empty("/api/cdn/clear-cache").await.data(), json!({ "cleared": 2 }));
    assert!(files(&portal).is_empty());
    portal.settle().await;
    assert_eq!(cached(&ask(&member, &upstream.url("/a.css")).await), "200 MISS");
    let filter = kernel::audit::log::Filter::default();
    let row = kernel::audit::log::after(&portal.app.db, &filter, 0, 10).await.unwrap().pop().unwrap();
    assert_eq!((row.admin_id.as_str(), row.action.as_str()), ("240112", "clear_cdn_cache"));
}
