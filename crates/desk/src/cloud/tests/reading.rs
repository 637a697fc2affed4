//! Who may read, and how the answer keeps browsers from running anything.

use axum::http::StatusCode;

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn knowing_a_hash_grants_nothing() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let sent = send(&alice, b"diary").await;
    let hash = sent["hash"].as_str().unwrap();
    for target in [url(&sent), format!("{FILES}/{hash}"), format!("{FILES}/{hash}.png?w=160")] {
        assert_eq!(bob.get(&target).await.refusal(), "404 请求的内容不存在");
        assert_eq!(portal.anonymous().get(&target).await.refusal(), "401 未登录");
        let seen = bob.clone().with("if-none-match", &format!("\"{hash}\""));
        assert_eq!(seen.get(&target).await.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(bob.delete(&url(&sent)).await.status, StatusCode::NOT_FOUND);
    // Sending the same bytes, which takes having them, does.
    send(&bob, b"diary").await;
    assert_eq!(bob.get(&url(&sent)).await.bytes, b"diary");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_may_see_a_reference_reads_and_stops_when_it_ends() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let stranger = portal.register("240201").await;
    let sent = send(&alice, b"homework").await;
    refer(&portal, "240101", &sent, "class:01").await;
    let read = bob.get(&url(&sent)).await;
    assert_eq!(read.bytes, b"homework");
    assert!(read.header("content-disposition").ends_with("filename*=UTF-8''%E7%AC%94%E8%AE%B0.txt"));
    assert_eq!(stranger.get(&url(&sent)).await.status, StatusCode::NOT_FOUND);
    let app = portal.app.clone();
    portal.app.write(move |tx| Ok(app.files.remove_refs(tx, "note", "n1")?)).await.unwrap();
    assert_eq!(bob.get(&url(&sent)).await.status, StatusCode::NOT_FOUND);
    assert_eq!(alice.get(&url(&sent)).await.status, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_hash_names_nothing() {
    let portal = portal().await;
    let alice = portal.member().await;
    let hash = send(&alice, b"text").await["hash"].as_str().unwrap().to_owned();
    for raw in [
        "0".to_owned(),
        "..%2f..%2fclassportal.db".into(),
        "%2e%2e%2fclassportal.db".into(),
        format!("{hash}.%2e%2e%2fx"),
        format!("{hash}.t%00t"),
        format!("{hash}%0d%0aSet-Cookie:a=b"),
        format!("{hash}.txt.html"),
        hash.to_uppercase(),
        "0".repeat(64),
    ] {
        let answer = alice.get(&format!("{FILES}/{raw}")).await;
        assert!(matches!(answer.status.as_u16(), 400 | 404), "{raw}: {}", answer.status);
        let answer = alice.delete(&format!("{FILES}/{raw}")).await;
        assert!(matches!(answer.status.as_u16(), 400 | 404), "{raw}: {}", answer.status);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_drawings_and_polyglots_are_downloads_that_run_nothing() {
    let portal = portal().await;
    let alice = portal.member().await;
    let gif = [&b"GIF89a\x01\0\x01\0\0\0\0"[..], b"/*<script>alert(1)</script>*/"].concat();
    for (bytes, ending, mime, how) in [
        (&b"<!doctype html><script>alert(1)</script>"[..], "html", "text/plain; charset=utf-8", "attachment"),
        (
            b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
            "svg",
            "text/plain; charset=utf-8",
            "attachment",
        ),
        (b"%PDF-1.7\n<script>alert(1)</script>", "html", "application/pdf", "attachment"),
        (&gif, "html", "image/gif", "inline"),
    ] {
        let target = format!("{FILES}?name=evil.{ending}");
        let sent = alice.send_raw(Method::POST, &target, Some((bytes.to_vec(), "text/html"))).await.data();
        let hash = sent["hash"].as_str().unwrap();
        // Whatever ending is asked for, the bytes decide.
        let answer = alice.get(&format!("{FILES}/{hash}.{ending}")).await;
        assert_eq!((answer.bytes.as_slice(), answer.header("content-type").as_str()), (bytes, mime));
        let disposition = answer.header("content-disposition");
        let right_ending = sent["ext"].as_str().unwrap();
        assert!(
            disposition.starts_with(how) && disposition.ends_with(&format!("evil.{ending}.{right_ending}")),
            "{disposition}"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("content-security-policy").contains("sandbox"), how == "attachment");
        assert_eq!(answer.header("cache-control"), "private, no-cache");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_and_validators_are_as_http_has_them() {
    let portal = portal().await;
    let alice = portal.member().await;
    let sent = send(&alice, b"0123456789").await;
    let etag = format!("\"{}\"", sent["hash"].as_str().unwrap());
    let whole = (200, "0123456789", "");
    for (headers, expected) in [
        (&[][..], whole),
        (&[("range", "bytes=2-5")], (206, "2345", "bytes 2-5/10")),
        (&[("range", "bytes=7-")], (206, "789", "bytes 7-9/10")),
        (&[("range", "bytes=-3")], (206, "789", "bytes 7-9/10")),
        (&[("range", "bytes=0-99")], (206, "0123456789", "bytes 0-9/10")),
        (&[("range", "bytes=0-1,4-5")], whole),
        (&[("range", "lines=1-2")], whole),
        (&[("range", "bytes=2-5"), ("if-range", etag.as_str())], (206, "2345", "bytes 2-5/10")),
        (&[("range", "bytes=2-5"), ("if-range", "\"old\"")], whole),
        (&[("if-none-match", etag.as_str())], (304, "", "")),
        (&[("if-none-match", "\"old\"")], whole),
    ] {
        let client = headers.iter().fold(alice.clone(), |client, (name, value)| client.with(name, value));
        let answer = client.get(&url(&sent)).await;
        let found = (answer.status.as_u16(), answer.text(), answer.header("content-range"));
        assert_eq!((found.0, found.1.as_str(), found.2.as_str()), expected, "{headers:?}");
        assert_eq!(
            (answer.header("etag"), answer.header("accept-ranges")),
            (etag.clone(), "bytes".to_owned())
        );
    }
    let beyond = alice.clone().with("range", "bytes=10-").get(&url(&sent)).await;
    assert_eq!(beyond.refusal(), "416 请求的范围超出文件大小");
    assert_eq!(beyond.header("content-range"), "bytes */10");
    let head = alice.send(Method::HEAD, &url(&sent), None).await;
    assert_eq!(
        (head.status.as_u16(), head.header("content-length").as_str(), head.bytes.len()),
        (200, "10", 0)
    );
    let by_query = portal.anonymous().get(&format!("{}?token={}", url(&sent), alice.token().unwrap())).await;
    assert_eq!(by_query.text(), "0123456789");
}
