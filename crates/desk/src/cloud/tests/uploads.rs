//! What comes in, and what does not.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use bytes::Bytes;
use futures_util::future::join_all;
use futures_util::{StreamExt, stream};
use serde_json::json;

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_body_or_the_first_file_of_a_form_becomes_a_file() {
    let portal = portal().await;
    let alice = portal.member().await;
    let text = "你好, world";
    let raw = send(&alice, text).await;
    assert_eq!(
        raw,
        json!({ "hash": digest(text), "ext": "txt", "size": 13, "mime": "text/plain",
                "url": format!("/api/cloud/files/{}.txt", digest(text)) })
    );
    let image = written(&picture(40, 30), ImageFormat::Png);
    let sum = digest(&image);
    let form: [(&str, &[u8]); 4] = [
        ("name=\"name\"", "作业.png".as_bytes()),
        ("name=\"file\"; filename=\"a.png\"", &image),
        ("name=\"more\"; filename=\"b.txt\"", b"not this one"),
        ("name=\"sha256\"", sum.as_bytes()),
    ];
    let sent = send_form(&alice, &form).await.data();
    assert_eq!(
        (&sent["mime"], &sent["width"], &sent["height"]),
        (&json!("image/png"), &json!(40), &json!(30))
    );
    assert_eq!(alice.get(&url(&sent)).await.bytes, image);
    let list = alice.get(FILES).await.data();
    assert_eq!((&list["files"][0]["name"], &list["total"]), (&json!("作业.png"), &json!(2)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_checksum_loses_nothing_and_stores_nothing() {
    let portal = portal().await;
    let alice = portal.member().await;
    let wrong = digest("other");
    for target in [format!("{FILES}?sha256={wrong}"), FILES.to_owned()] {
        let client =
            if target == FILES { alice.clone().with("x-content-sha256", &wrong) } else { alice.clone() };
        let body = (b"text".to_vec(), "text/plain");
        let answer = client.send_raw(Method::POST, &target, Some(body)).await;
        assert_eq!(answer.refusal(), "400 文件内容与校验值不符，请重新上传");
    }
    let form: [(&str, &[u8]); 2] = [("name=f; filename=a.txt", b"text"), ("name=sha256", b"nonsense")];
    assert_eq!(send_form(&alice, &form).await.refusal(), "400 sha256 须为 64 位十六进制数");
    let right = format!("{FILES}?sha256={}", digest("text").to_uppercase());
    alice.send_raw(Method::POST, &right, Some((b"text".to_vec(), "text/plain"))).await.data();
    assert_eq!((alice.get(FILES).await.data()["total"].clone(), partial_files(&portal)), (json!(1), 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_on_the_list_or_no_form_is_refused_and_leaves_nothing() {
    let portal = TestPortal::with(&[FEATURE], &[("FILE_MAX_MB", "1")]).await;
    let alice = portal.member().await;
    let large = vec![b'a'; (1 << 20) + 1];
    let refused = "415 不支持此类文件，可上传图片、音频、视频、PDF、Office 文档、ZIP 和文本";
    for (bytes, refusal) in [
        (&b"MZ\x90\0program"[..], refused),
        (b"\x7fELF\x02\x01\x01", refused),
        (b"", "400 没有收到文件"),
        (&large, "413 文件过大，最大 1 MB"),
    ] {
        assert_eq!(try_send(&alice, bytes).await.refusal(), refusal);
    }
    let huge_head = format!("name=f; filename=\"{}\"", "x".repeat(300_000));
    for (parts, refusal) in [
        (&[("name=f; filename=a", &large[..])][..], "413 文件过大，最大 1 MB"),
        (&[("name=name", &b"alone"[..])], "400 没有收到文件"),
        (&[("name=name", &large[..80_000])], "400 上传表单格式不正确"),
        (&[(&huge_head, b"text")], "400 上传表单格式不正确"),
        (&[("name=a", &b"x"[..]); 20], "400 上传表单格式不正确"),
    ] {
        assert_eq!(send_form(&alice, parts).await.refusal(), refusal);
    }
    let cut = (b"--XX\r\nContent-Disposition: form-data; name=f; filename=a\r\n\r\nhalf".to_vec(), "");
    for kind in ["multipart/form-data; boundary=XX", "multipart/form-data"] {
        let answer = alice.send_raw(Method::POST, FILES, Some((cut.0.clone(), kind))).await;
        assert_eq!(answer.refusal(), "400 上传表单格式不正确");
    }
    assert_eq!((alice.get(FILES).await.data()["total"].clone(), partial_files(&portal)), (json!(0), 0));
    let anonymous = try_send(&portal.anonymous(), b"text").await;
    assert_eq!(anonymous.refusal(), "401 未登录");
    let by_query = format!("{FILES}?token={}", alice.token().unwrap());
    let answer =
        portal.anonymous().send_raw(Method::POST, &by_query, Some((b"a".to_vec(), "text/plain"))).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
}

async fn stream_of(
    portal: &TestPortal,
    client: &Client,
    kind: &str,
    pieces: Vec<std::io::Result<Bytes>>,
    ends: bool,
) -> u16 {
    let after = if ends { stream::empty().boxed() } else { stream::pending().boxed() };
    let request = Request::post(FILES)
        .header("authorization", format!("Bearer {}", client.token().unwrap()))
        .header("content-type", kind)
        .body(Body::from_stream(stream::iter(pieces).chain(after)))
        .unwrap();
    let answer = portal.http.handle(request, [192, 0, 2, 1].into());
    tokio::pin!(answer);
    loop {
        tokio::select! {
            biased;
            response = &mut answer => return response.status().as_u16(),
            () = tokio::task::yield_now() => if !ends && partial_files(portal) > 0 { portal.advance(31) },
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_that_is_cut_or_stops_leaves_nothing() {
    let portal = portal().await;
    let alice = portal.member().await;
    let form = "--XX\r\nContent-Disposition: form-data; name=f; filename=a\r\n\r\nhalf";
    for (kind, start) in [("text/plain", "half"), ("multipart/form-data; boundary=XX", form)] {
        let half = || Ok(Bytes::from(start.to_owned()));
        let cut = vec![half(), Err(std::io::Error::other("gone"))];
        assert_eq!(stream_of(&portal, &alice, kind, cut, true).await, 400);
        assert_eq!(partial_files(&portal), 0);
        assert_eq!(stream_of(&portal, &alice, kind, vec![half()], false).await, 408);
        assert_eq!(partial_files(&portal), 0);
    }
    assert_eq!(alice.get(FILES).await.data()["total"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_refuses_is_503_until_it_does_not() {
    let portal = portal().await;
    let alice = portal.member().await;
    let folder = portal.folder().join("data/files");
    std::fs::create_dir_all(folder.parent().unwrap()).unwrap();
    std::fs::write(&folder, b"in the way").unwrap();
    let answer = try_send(&alice, b"text").await;
    assert_eq!((answer.status.as_u16(), answer.header("retry-after").as_str()), (503, "1"));
    assert_eq!(portal.app.files.health().status, "error");
    std::fs::remove_file(&folder).unwrap();
    send(&alice, b"text").await;
    assert_eq!(portal.app.files.health().status, "ok");
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_at_once_send_the_same_bytes_and_have_one_file() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let bytes = vec![b'a'; 100_000];
    let answers = join_all((0..50).map(|n| send(if n % 2 == 0 { &alice } else { &bob }, &bytes))).await;
    assert!(answers.iter().all(|answer| answer == &answers[0]));
    for client in [&alice, &bob] {
        assert_eq!(client.get(&url(&answers[0])).await.bytes, bytes);
        assert_eq!(client.get(FILES).await.data()["used_bytes"], 100_000);
    }
    assert_eq!(partial_files(&portal), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_photograph_is_stored_without_its_place_and_stands_upright() {
    let portal = portal().await;
    let alice = portal.member().await;
    let photo = photo(200, 100);
    let target = format!("{FILES}?sha256={}", digest(&photo));
    let sent = alice.send_raw(Method::POST, &target, Some((photo.clone(), "image/jpeg"))).await.data();
    assert_eq!((&sent["width"], &sent["height"]), (&json!(100), &json!(200)));
    let stored = alice.get(&url(&sent)).await.bytes;
    assert_eq!(sent["hash"], digest(&stored));
    let text = String::from_utf8_lossy(&stored);
    assert!(!text.contains("SECRETGPS") && text.contains("Exif"));
    assert_eq!(send(&alice, &stored).await["hash"], sent["hash"], "there is nothing more to take away");
    assert_eq!(partial_files(&portal), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_upload_draws_from_the_limit_and_no_download_does() {
    let portal = TestPortal::with(&[FEATURE], &[("RATE_LIMIT_USER", "3/60")]).await;
    let alice = portal.member().await;
    let sent = send(&alice, b"text").await;
    for _ in 0..20 {
        let answer = alice.get(&url(&sent)).await;
        assert_eq!((answer.status.as_u16(), answer.header("x-ratelimit-limit").as_str()), (200, ""));
    }
    send(&alice, b"text").await;
    send(&alice, b"text").await;
    assert_eq!(try_send(&alice, b"text").await.status, StatusCode::TOO_MANY_REQUESTS);
}
