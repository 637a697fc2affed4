//! Feeds.

use axum::http::StatusCode;
use identity::user::end_sessions;
use kernel::user::{Ban, UserId};
use serde_json::{Value, json};

use super::{create, path, portal, rehearsal, with};
use crate::routes::permits::Permits;
use identity::testing::TestPortal;

#[tokio::test]
async fn a_feed_is_read_without_a_session_until_it_is_revoked() {
    let portal = portal().await;
    let (head, pupil) = (portal.class_admin().await, portal.register("240101").await);
    create(&head, with(rehearsal(), json!({ "owner": "class" }))).await;
    let own = create(&pupil, with(rehearsal(), json!({ "title": "牙医" }))).await;
    let made = pupil.post("/api/calendar/feeds", &json!({ "name": "手机" })).await.data();
    let address = made["path"].as_str().unwrap().to_owned();
    let anyone = portal.anonymous();
    let file = anyone.get(&address).await;
    assert_eq!(file.header("content-type"), "text/calendar; charset=utf-8");
    assert!(file.text().contains("SUMMARY:合唱排练") && file.text().contains("SUMMARY:牙医"));
    let again = anyone.clone().with("if-none-match", &file.header("etag")).get(&address).await;
    assert_eq!((again.status, again.bytes.len()), (StatusCode::NOT_MODIFIED, 0));
    pupil.delete(&path(&own)).await.data();
    assert!(!anyone.get(&address).await.text().contains("牙医"));

    let list = pupil.get("/api/calendar/feeds").await.data();
    assert_eq!(
        (&list["feeds"][0]["name"], list.to_string().contains(&address[30..])),
        (&json!("手机"), false)
    );
    assert_ne!(list["feeds"][0]["last_used_at"], Value::Null);
    let feed = format!("/api/calendar/feeds/{}", made["feed"]["id"].as_str().unwrap());
    assert_eq!(head.delete(&feed).await.status, StatusCode::NOT_FOUND, "another's feed");
    pupil.delete(&feed).await.data();
    assert_eq!(anyone.get(&address).await.status, StatusCode::NOT_FOUND);
    assert_eq!(anyone.get("/api/calendar/feed.ics").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_feed_shows_what_it_was_made_for_and_only_while_its_owner_may_see_it() {
    let portal = portal().await;
    let (head, pupil) = (portal.class_admin().await, portal.register("240101").await);
    create(&head, with(rehearsal(), json!({ "owner": "class" }))).await;
    create(&pupil, with(rehearsal(), json!({ "title": "牙医" }))).await;
    let anyone = portal.anonymous();
    let mut addresses = Vec::new();
    for (content, has) in [("own", [false, true]), ("class", [true, false]), ("all", [true, true])] {
        let made = pupil.post("/api/calendar/feeds", &json!({ "content": content })).await.data();
        let text = anyone.get(made["path"].as_str().unwrap()).await.text();
        assert_eq!([text.contains("合唱排练"), text.contains("牙医")], has);
        addresses.push(made["path"].as_str().unwrap().to_owned());
    }
    portal.ban("240101", Some(Ban::default())).await;
    for address in &addresses {
        assert_eq!(anyone.get(address).await.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn there_are_at_most_ten_feeds_and_readings_are_limited() {
    let portal =
        TestPortal::with(&[search::FEATURE, crate::FEATURE], &[("RATE_LIMIT_CALENDAR_FEED", "3/60")]).await;
    let alice = portal.member().await;
    for _ in 0..10 {
        alice.post("/api/calendar/feeds", &json!({})).await.data();
    }
    let more = alice.post("/api/calendar/feeds", &json!({})).await;
    assert_eq!(more.refusal(), "409 最多可以有 10 个订阅地址");
    let long = alice.post("/api/calendar/feeds", &json!({ "name": "长".repeat(41) })).await;
    assert_eq!(long.refusal(), "400 名称最多 40 个字符");
    let anyone = portal.anonymous();
    for _ in 0..3 {
        assert_eq!(anyone.get("/api/calendar/feed.ics?key=guess").await.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(anyone.get("/api/calendar/feed.ics?key=guess").await.status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn a_file_that_is_in_two_calendars_is_in_a_feed_twice_under_names_of_its_own() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let file = b"BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:one\nSUMMARY:x\nDTSTART:20260905T080000\nEND:VEVENT\nEND:VCALENDAR\n";
    for to in ["/api/calendar/import", "/api/calendar/import?owner=class"] {
        let sent = head.send_raw(axum::http::Method::POST, to, Some((file.to_vec(), "text/calendar")));
        sent.await.data();
    }
    let text = head.get("/api/calendar/export").await.text();
    let mut uids: Vec<_> = text.lines().filter(|line| line.starts_with("UID:")).collect();
    uids.dedup();
    assert_eq!(uids.len(), 2);
}

#[tokio::test]
async fn a_feed_ends_with_the_sessions_of_its_time() {
    let portal = portal().await;
    let pupil = portal.register("240101").await;
    let user = UserId::parse("240101").unwrap();
    let made = pupil.post("/api/calendar/feeds", &json!({ "name": "手机" })).await.data();
    let address = made["path"].as_str().unwrap().to_owned();
    let anyone = portal.anonymous();
    assert_eq!(anyone.get(&address).await.status, StatusCode::OK);
    portal.app.write(move |tx| Ok(end_sessions(tx, user, None)?)).await.unwrap();
    portal.settle().await;
    assert_eq!(anyone.get(&address).await.status, StatusCode::NOT_FOUND);

    let again = portal.client_of(user).await;
    assert_eq!(again.get("/api/calendar/feeds").await.data()["feeds"], json!([]));
    for _ in 0..10 {
        let made = again.post("/api/calendar/feeds", &json!({})).await.data();
        assert_eq!(anyone.get(made["path"].as_str().unwrap()).await.status, StatusCode::OK);
    }
    assert_eq!(again.get("/api/calendar/feeds").await.data()["feeds"].as_array().unwrap().len(), 10);
}

#[tokio::test]
async fn a_feed_that_nobody_changed_is_not_written_again() {
    let portal = portal().await;
    let pupil = portal.register("240101").await;
    let event = create(&pupil, rehearsal()).await;
    let made = pupil.post("/api/calendar/feeds", &json!({})).await.data();
    let address = made["path"].as_str().unwrap();
    let first = portal.anonymous().get(address).await.header("etag");
    let known = portal.anonymous().with("if-none-match", &first);
    let permits = portal.app.state::<Permits>();
    let all = [permits.writing.acquire().await.unwrap(), permits.writing.acquire().await.unwrap()];
    assert_eq!(known.get(address).await.status, StatusCode::NOT_MODIFIED);
    drop(all);

    // Each change gives another file, also one that takes the last one back.
    let mut seen = vec![first];
    let renamed = pupil.patch(&path(&event), &json!({ "revision": 1, "title": "改" })).await.data();
    seen.push(known.get(address).await.header("etag"));
    super::undo(&pupil, &renamed).await;
    seen.push(known.get(address).await.header("etag"));
    pupil.delete(&path(&event)).await.data();
    seen.push(known.get(address).await.header("etag"));
    seen.push(known.clone().with("accept-language", "en").get(address).await.header("etag"));
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 5);
}
