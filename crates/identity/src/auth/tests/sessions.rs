//! The list of sessions, and how they end.

use futures_util::future::join_all;
use kernel::connections::Ended;
use kernel::testing::Answer;
use kernel::user::UserId;

use super::*;
use crate::admin::MANAGE_USERS;

const OWN: &str = "/api/user/sessions";
const EXPIRED: &str = "401 登录已过期";
const PHONE: &str = "Mozilla/5.0 (Linux; Android 10; X) AppleWebKit/537.36 Chrome/80.0 Mobile Safari/537.36";

async fn sign_in(portal: &TestPortal, agent: &str) -> Client {
    let answer = login(&portal.anonymous().with("user-agent", agent), "240101", PASSWORD).await;
    portal.anonymous().bearing(answer.data()["token"].as_str().unwrap())
}

async fn sessions(client: &Client) -> Vec<Value> {
    client.get(OWN).await.data()["sessions"].as_array().unwrap().clone()
}

async fn state(client: &Client) -> String {
    let answer = client.get("/api/auth/check-status").await;
    if answer.status == 200 { "ok".into() } else { answer.refusal() }
}

async fn id_of_current(client: &Client) -> String {
    let all = sessions(client).await;
    all.iter().find(|session| session["current"] == true).unwrap()["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_member_sees_where_they_are_signed_in_and_a_refresh_is_the_same_session() {
    let portal = portal().await;
    let first = register(&portal, "张三", "三石").await;
    portal.advance(60);
    let phone = sign_in(&portal, PHONE).await;
    let listed = sessions(&phone).await;
    assert_eq!(listed.len(), 2);
    assert_eq!((&listed[0]["device"], &listed[0]["current"]), (&json!("Chrome, Android"), &json!(true)));
    assert_eq!((&listed[1]["device"], &listed[1]["current"]), (&json!(""), &json!(false)));
    assert_eq!(listed[0]["created_at"], "2026-09-01T00:01:00.000Z");
    assert_eq!(listed[0]["expires_at"], "2026-09-08T00:01:00.000Z");

    portal.advance(3600);
    let fresh =
        phone.post_empty("/api/auth/refresh-token").await.data()["token"].as_str().unwrap().to_owned();
    let fresh = portal.anonymous().bearing(&fresh);
    let listed = sessions(&fresh).await;
    assert_eq!(listed.len(), 2);
    assert_eq!(
        (&listed[0]["created_at"], &listed[0]["current"]),
        (&json!("2026-09-01T00:01:00.000Z"), &json!(true))
    );
    assert_eq!(listed[0]["expires_at"], "2026-09-08T01:01:00.000Z");
    assert_eq!(id_of_current(&phone).await, id_of_current(&fresh).await);
    assert_eq!(portal.anonymous().get(OWN).await.refusal(), "401 未登录");
    drop(first);
}

#[tokio::test]
async fn when_a_session_was_last_used_is_written_once_a_minute_and_not_by_requests() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let other = sign_in(&portal, PHONE).await;
    let seen = |all: Vec<Value>, current: bool| {
        all.into_iter().find(|session| session["current"] == current).unwrap()["last_seen_at"].clone()
    };
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
    portal.advance(30);
    for _ in 0..30 {
        alice.get("/api/user/profile").await.data();
    }
    assert_eq!(seen(sessions(&alice).await, true), "2026-09-01T00:00:00.000Z", "no request writes");
    portal.advance(30);
    while seen(sessions(&alice).await, true) != "2026-09-01T00:01:00.000Z" {
        tokio::task::yield_now().await;
    }
    assert_eq!(seen(sessions(&alice).await, false), "2026-09-01T00:00:00.000Z", "the phone was not used");
    drop(other);
}

#[tokio::test]
async fn one_session_ends_with_its_connections_and_every_token_of_it() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let phone = sign_in(&portal, PHONE).await;
    let fresh =
        phone.post_empty("/api/auth/refresh-token").await.data()["token"].as_str().unwrap().to_owned();
    let fresh = portal.anonymous().bearing(&fresh);
    let id = id_of_current(&phone).await;
    let mut socket = portal.app.connections.open(UserId::parse("240101").unwrap(), &id);
    assert_eq!(alice.delete(&format!("{OWN}/{id}")).await.data(), Value::Null);
    assert_eq!(socket.ended().await, Ended::Session);
    assert_eq!((state(&phone).await, state(&fresh).await), (EXPIRED.into(), EXPIRED.into()));
    assert_eq!(state(&alice).await, "ok");
    assert_eq!(sessions(&alice).await.len(), 1);
    assert_eq!(alice.delete(&format!("{OWN}/{id}")).await.refusal(), "404 请求的内容不存在");

    let bob = register(&portal, "李四", "四木").await;
    let own = id_of_current(&alice).await;
    assert_eq!(bob.delete(&format!("{OWN}/{own}")).await.refusal(), "404 请求的内容不存在", "another's");
    assert_eq!(state(&alice).await, "ok");
}

#[tokio::test]
async fn everywhere_else_is_everywhere_else() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let (phone, unlisted) =
        (sign_in(&portal, PHONE).await, portal.client_of(UserId::parse("240101").unwrap()).await);
    assert_eq!(alice.delete(OWN).await.data(), json!({ "ended": 1 }));
    assert_eq!((state(&phone).await, state(&unlisted).await), (EXPIRED.into(), EXPIRED.into()));
    assert_eq!((state(&alice).await, sessions(&alice).await.len()), ("ok".into(), 1));
    // Again, with the token that was kept.
    let phone = sign_in(&portal, PHONE).await;
    assert_eq!(alice.delete(OWN).await.data(), json!({ "ended": 1 }));
    assert_eq!((state(&phone).await, state(&alice).await), (EXPIRED.into(), "ok".into()));
}

#[tokio::test]
async fn logout_a_new_password_the_end_of_a_token_and_erasure_leave_the_list() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let phone = sign_in(&portal, PHONE).await;
    phone.post_empty("/api/auth/logout").await.data();
    assert_eq!(sessions(&alice).await.len(), 1);
    sign_in(&portal, PHONE).await;
    let change = json!({ "old_password": PASSWORD, "new_password": "another one 2", "confirm_password": "another one 2" });
    assert_eq!(alice.put("/api/user/change-password", &change).await.status, 200);
    assert_eq!(sessions(&alice).await.len(), 1);
    let exported = alice.get("/api/user/export").await.text();
    assert!(exported.contains("last_seen_at") && !exported.contains("jti"), "{exported}");

    portal.advance(6 * 86_400);
    let fresh =
        alice.post_empty("/api/auth/refresh-token").await.data()["token"].as_str().unwrap().to_owned();
    portal.advance(2 * 86_400);
    let alice = portal.anonymous().bearing(&fresh);
    assert_eq!(sessions(&alice).await.len(), 1);
    let wish = json!({ "password": "another one 2" });
    let erased = alice.send(axum::http::Method::DELETE, "/api/user/account", Some(&wish)).await;
    assert_eq!(erased.status, 200);
    let user = UserId::parse("240101").unwrap();
    let left = portal
        .app
        .db
        .read(move |read| Ok(super::super::store::sessions(read, user, jiff::Timestamp::UNIX_EPOCH)?));
    assert!(left.await.unwrap().is_empty());
}

#[tokio::test]
async fn who_may_manage_a_member_sees_and_ends_their_sessions() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let phone = sign_in(&portal, PHONE).await;
    let (head, officer) = (portal.class_admin().await, portal.officer(&[&MANAGE_USERS]).await);
    let stranger = portal.register("240200").await;
    let of = "/api/admin/users/240101/sessions";
    let listed = head.get(of).await.data();
    assert_eq!(listed["sessions"].as_array().unwrap().len(), 2);
    assert!(listed["sessions"].as_array().unwrap().iter().all(|session| session["current"] == false));
    for refused in [&officer, &stranger, &alice] {
        assert_eq!(refused.get(of).await.refusal(), "403 无权限执行此操作");
        assert_eq!(refused.delete(of).await.refusal(), "403 无权限执行此操作");
    }
    assert_eq!(head.get("/api/admin/users/240177/sessions").await.status, 404);
    assert_eq!(head.delete(of).await.data(), json!({ "ended": 2 }));
    assert_eq!((state(&alice).await, state(&phone).await), (EXPIRED.into(), EXPIRED.into()));
    let filter = kernel::audit::log::Filter::default();
    let row = kernel::audit::log::after(&portal.app.db, &filter, 0, 100).await.unwrap().pop().unwrap();
    assert_eq!((row.action.as_str(), row.target.as_str()), ("end_sessions", "240101"));
}

async fn acts(portal: &TestPortal) -> Vec<(String, String)> {
    let filter = kernel::audit::log::Filter::default();
    let rows = kernel::audit::log::after(&portal.app.db, &filter, 0, 100).await.unwrap();
    rows.into_iter().map(|row| (row.action, row.target)).collect()
}

/// Refreshes one session from fifty places while it is ended; answers the tokens that came of it.
async fn refresh_while(session: &Client, end: impl Future<Output = Answer>) -> Vec<String> {
    let refresh = |n: usize| async move {
        // So that some are before the end and some behind it.
        for _ in 0..n {
            tokio::task::yield_now().await;
        }
        let answer = session.post_empty("/api/auth/refresh-token").await;
        if answer.status == 200 {
            return Some(answer.data()["token"].as_str().unwrap().to_owned());
        }
        assert_eq!(answer.refusal(), EXPIRED);
        None
    };
    let (tokens, ended) = tokio::join!(join_all((0..50).map(refresh)), end);
    ended.data();
    tokens.into_iter().flatten().collect()
}

#[tokio::test]
async fn a_session_that_ends_while_it_is_refreshed_leaves_no_token() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let head = portal.class_admin().await;
    for turn in 0..12 {
        let phone = sign_in(&portal, PHONE).await;
        let id = id_of_current(&phone).await;
        let (own, of_staff) = (format!("{OWN}/{id}"), format!("/api/admin/users/240101/sessions/{id}"));
        let end = match turn % 3 {
            0 => alice.delete(&own),
            1 => alice.delete(OWN),
            _ => head.delete(&of_staff),
        };
        for token in refresh_while(&phone, end).await {
            assert_eq!(state(&portal.anonymous().bearing(&token)).await, EXPIRED);
        }
        assert_eq!(state(&phone).await, EXPIRED);
        assert_eq!((state(&alice).await, sessions(&alice).await.len()), ("ok".into(), 1));
    }
}

#[tokio::test]
async fn the_staff_end_one_session_and_the_others_go_on() {
    let portal = portal().await;
    let alice = register(&portal, "张三", "三石").await;
    let phone = sign_in(&portal, PHONE).await;
    let (head, stranger) = (portal.class_admin().await, portal.register("240200").await);
    let officer = portal.officer(&[&MANAGE_USERS]).await;
    let of = format!("/api/admin/users/240101/sessions/{}", id_of_current(&phone).await);
    for refused in [&officer, &stranger, &alice] {
        assert_eq!(refused.delete(&of).await.refusal(), "403 无权限执行此操作");
    }
    for absent in ["/api/admin/users/240101/sessions/none", "/api/admin/users/240177/sessions/none"] {
        assert_eq!(head.delete(absent).await.refusal(), "404 请求的内容不存在");
    }
    let own = format!("/api/admin/users/240112/sessions/{}", id_of_current(&phone).await);
    assert_eq!(head.delete(&own).await.refusal(), "404 请求的内容不存在", "not that member's session");
    assert_eq!(state(&phone).await, "ok");
    let before = acts(&portal).await.len();

    assert_eq!(head.delete(&of).await.data(), Value::Null);
    assert_eq!((state(&phone).await, state(&alice).await), (EXPIRED.into(), "ok".into()));
    assert_eq!(head.delete(&of).await.refusal(), "404 请求的内容不存在");
    assert_eq!(acts(&portal).await[before..], [("end_session".into(), "240101".into())]);
}

#[tokio::test]
async fn looking_at_the_sessions_of_a_member_is_logged_once_a_minute() {
    let portal = portal().await;
    drop(register(&portal, "张三", "三石").await);
    drop(register(&portal, "李四", "四木").await);
    let (head, admin) = (portal.class_admin().await, portal.admin().await);
    let looks = async || {
        let all = acts(&portal).await;
        all.into_iter().filter(|(act, _)| act == "view_sessions").map(|(_, whom)| whom).collect::<Vec<_>>()
    };
    let of = "/api/admin/users/240101/sessions";
    join_all((0..50).map(|_| head.get(of))).await.iter().for_each(|answer| drop(answer.data()));
    assert_eq!(looks().await, ["240101"], "the page that refreshes is one look");
    portal.advance(59);
    head.get(of).await.data();
    assert_eq!(looks().await.len(), 1);
    portal.advance(1);
    head.get(of).await.data();
    admin.get(of).await.data();
    head.get("/api/admin/users/240102/sessions").await.data();
    assert_eq!(looks().await, ["240101", "240101", "240101", "240102"]);
    assert_eq!(portal.register("240200").await.get(of).await.status, 403);
    assert_eq!(looks().await.len(), 4, "who sees nothing has not looked");
}
