//! One's own list, quota and end.

use axum::http::StatusCode;
use futures_util::future::join_all;
use serde_json::json;

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn the_list_shows_what_is_mine_what_it_takes_and_how_long_it_stays() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let kept = send(&alice, b"kept").await;
    portal.advance(60);
    send(&alice, b"fresh!").await;
    send(&bob, b"another's").await;
    refer(&portal, "240101", &kept, "class:01").await;
    portal.advance(60);
    send(&alice, b"fresh!").await;

    let list = alice.get(&format!("{FILES}?limit=1")).await.data();
    assert_eq!((&list["total"], &list["used_bytes"]), (&json!(2), &json!(10)));
    assert_eq!((&list["quota_bytes"], &list["max_file_bytes"]), (&json!(2_u64 << 30), &json!(200 << 20)));
    assert_eq!(list["files"][0]["size"], 6, "the latest first");
    assert_eq!(list["files"][0]["expires_at"], "2026-09-02T00:02:00.000Z");
    let second = alice.get(&format!("{FILES}?limit=1&page=2")).await.data()["files"][0].clone();
    assert_eq!((&second["hash"], &second["expires_at"]), (&kept["hash"], &json!(null)));

    portal.advance(86_400);
    let list = alice.get(FILES).await.data();
    assert_eq!(
        (&list["total"], &list["used_bytes"], &list["files"][0]["hash"]),
        (&json!(1), &json!(4), &kept["hash"])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_back_takes_the_upload_and_nothing_else() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let sent = send(&alice, b"text").await;
    send(&bob, b"text").await;
    alice.delete(&url(&sent)).await.data();
    assert_eq!(alice.get(&url(&sent)).await.status, StatusCode::NOT_FOUND);
    assert_eq!(alice.delete(&url(&sent)).await.refusal(), "404 请求的内容不存在");
    assert_eq!(bob.get(&url(&sent)).await.bytes, b"text");
    refer(&portal, "240102", &sent, "class:01").await;
    bob.delete(&url(&sent)).await.data();
    for client in [&alice, &bob] {
        assert_eq!(client.get(&url(&sent)).await.bytes, b"text", "the note refers to it");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_at_once_cannot_pass_the_quota() {
    let portal = TestPortal::with(&[FEATURE], &[("FILE_QUOTA_MB", "1"), ("FILE_MAX_MB", "1")]).await;
    let (alice, bob) = two(&portal).await;
    // Ten of these fit; each is another file.
    let bytes = |n: u8| vec![b'a' + n % 26; 100_000 + usize::from(n / 26)];
    let answers = join_all((0..50).map(|n| {
        let alice = &alice;
        async move { try_send(alice, bytes(n)).await }
    }))
    .await;
    let stored = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
    let list = alice.get(FILES).await.data();
    assert!((1..=10).contains(&stored) && list["used_bytes"].as_i64().unwrap() <= 1 << 20, "{stored}");
    assert_eq!(list["total"], stored);
    for answer in answers.iter().filter(|answer| answer.status != StatusCode::OK) {
        let refusal = answer.refusal();
        assert!(
            refusal == "409 存储空间不足，每人最多 1 MB" || refusal == "409 同时上传的文件过多，请稍后重试"
        );
    }
    assert_eq!(partial_files(&portal), 0);
    send(&bob, bytes(0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_share_takes_the_same_bytes_again_and_room_comes_back() {
    let portal = TestPortal::with(&[FEATURE], &[("FILE_QUOTA_MB", "1")]).await;
    let alice = portal.member().await;
    let first = send(&alice, vec![b'a'; 1 << 20]).await;
    assert_eq!(try_send(&alice, b"one more").await.refusal(), "409 存储空间不足，每人最多 1 MB");
    assert_eq!(send(&alice, vec![b'a'; 1 << 20]).await, first);
    alice.delete(&url(&first)).await.data();
    send(&alice, b"one more").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_is_told_to_the_log_with_hashes_alone() {
    let portal = portal().await;
    let alice = portal.member().await;
    let target = format!("{FILES}?name=secret.txt");
    let sent = alice.send_raw(Method::POST, &target, Some((b"text".to_vec(), "text/plain"))).await.data();
    alice.delete(&url(&sent)).await.data();
    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 100)?)).await.unwrap();
    let told: Vec<_> = events.iter().filter(|event| event.feature == "cloud").collect();
    assert_eq!(told.iter().map(|event| event.kind.as_str()).collect::<Vec<_>>(), ["uploaded", "removed"]);
    assert!(told.iter().all(|event| event.audience == "user:240111"
        && event.subject_id == sent["hash"]
        && event.data == "null"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_takes_the_list_along_and_leaves_nothing() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let sent = send(&alice, b"text").await;
    send(&bob, b"text").await;
    let id = UserId::parse("240101").unwrap();
    let exported = portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &id)?)).await.unwrap();
    assert_eq!(exported.unwrap()[0]["url"], sent["url"]);
    portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &id)?)).await.unwrap();
    assert_eq!(alice.get(FILES).await.data()["total"], 0);
    assert_eq!(bob.get(&url(&sent)).await.bytes, b"text");
}
