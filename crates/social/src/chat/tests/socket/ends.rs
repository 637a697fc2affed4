//! Who gets in, and how sockets end.

use kernel::tasks::Need;
use kernel::user::Ban;

use super::*;
use realtime::accept_sockets;

#[tokio::test]
async fn a_socket_signs_in_by_its_first_frame_too() {
    let server = chat_server().await;
    let one = server.register("240101").await;
    let (mut a, _) = server.handshake("/", "").await;
    assert_eq!(a.ask(json!({ "type": "text", "content": "x" })).await["slug"], "realtime_connect_first");
    a.send(json!({ "type": "connect", "user_id": "240101", "token": one.token().unwrap() })).await;
    let greeting = a.next().await;
    assert_eq!((&greeting["type"], &greeting["user_id"]), (&json!("connected"), &json!("240101")));
    assert_eq!(greeting["groups"][0]["group_id"], "class_01");

    let (mut b, _) = server.handshake("/", "").await;
    b.send(json!({ "type": "connect", "user_id": "240102", "token": one.token().unwrap() })).await;
    assert_eq!(b.next().await["slug"], "realtime_not_the_tokens");
    assert_eq!(b.closed().await, 4001);
    let (mut c, _) = server.handshake("/?token=nonsense", "").await;
    assert_eq!(c.next().await["code"], 401);
    assert_eq!(c.closed().await, 4001);
}

#[tokio::test]
async fn whoever_never_signs_in_is_closed_after_ten_seconds() {
    let server = chat_server().await;
    let (mut a, _) = server.handshake("/", "").await;
    server.sockets(1).await;
    server.advance(9);
    assert_eq!(a.ask(json!({ "type": "ping" })).await["slug"], "realtime_connect_first");
    server.advance(2);
    assert_eq!(a.closed().await, 4001);
}

#[tokio::test]
async fn a_ban_closes_every_device_and_lets_none_in() {
    let server = chat_server().await;
    let one = server.register("240101").await;
    let (mut phone, mut tablet) = (server.connect(&one).await, server.connect(&one).await);
    server.ban("240101", Some(Ban { expires_at: None, reason: Some("吵闹".into()) })).await;
    for socket in [&mut phone, &mut tablet] {
        assert_eq!(socket.next_of("account_banned").await["reason"], "吵闹");
        assert_eq!(socket.closed().await, 4003);
    }
    let (mut again, _) = server.handshake(&format!("/?token={}", one.token().unwrap()), "").await;
    assert_eq!(again.closed().await, 4003);
    server.sockets(0).await;
}

#[tokio::test]
async fn a_reset_by_an_admin_closes_every_device_the_moment_the_code_is_made() {
    let server = chat_server().await;
    let (one, head) = (server.register("240101").await, server.class_admin().await);
    let (mut phone, mut tablet) = (server.connect(&one).await, server.connect(&one).await);
    head.post_empty("/api/admin/users/240101/reset-password").await.data();
    assert_eq!(phone.closed().await, 4001);
    assert_eq!(tablet.closed().await, 4001);
    let (mut again, _) = server.handshake(&format!("/?token={}", one.token().unwrap()), "").await;
    assert_eq!(again.closed().await, 4001);
    server.sockets(0).await;
}

#[tokio::test]
async fn a_logout_closes_what_its_token_opened_and_an_expired_token_too() {
    let server = chat_server().await;
    let one = server.register("240101").await;
    let other = server.client_of(kernel::user::UserId::parse("240101").unwrap()).await;
    let (mut a, mut b) = (server.connect(&one).await, server.connect(&other).await);
    one.post_empty("/api/auth/logout").await.data();
    assert_eq!(a.closed().await, 4001);
    assert_eq!(b.ask(json!({ "type": "ping" })).await["type"], "pong");
    // Only the wall clock: the socket itself was heard a moment ago.
    server.app.clock.set_wall(server.now() + jiff::SignedDuration::from_hours(7 * 24 + 1));
    server.advance(1);
    assert_eq!(b.closed().await, 4001);
}

#[tokio::test]
async fn a_page_of_another_site_gets_no_socket() {
    let listed = chat_server_with(&[("CORS_ORIGIN", "https://portal.example")]).await;
    let (_, answer) = listed.handshake("/", "Origin: https://evil.example\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    for origin in ["https://portal.example".to_owned(), "http://127.0.0.1:1234".into()] {
        let (_, answer) = listed.handshake("/", &format!("Origin: {origin}\r\n")).await;
        assert!(answer.starts_with("HTTP/1.1 101"), "{origin}: {answer}");
    }
    let open = chat_server().await;
    let one = open.register("240101").await;
    let (_, answer) = open.handshake("/", "Origin: https://anyone.example\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 101"), "{answer}");
    // The cookie alone speaks for its member only where the page is of this very host.
    let cookie = format!("Cookie: token={}\r\n", one.token().unwrap());
    let (mut own, _) = open.handshake("/", &format!("{cookie}Origin: http://{}\r\n", open.port)).await;
    assert_eq!(own.next().await["type"], "connected");
    for origin in ["", "Origin: https://evil.example\r\n"] {
        let (mut foreign, _) = open.handshake("/", &format!("{cookie}{origin}")).await;
        assert_eq!(
            foreign.ask(json!({ "type": "ping" })).await["slug"],
            "realtime_connect_first",
            "{origin}"
        );
    }
}

#[tokio::test]
async fn what_is_no_websocket_is_told_so() {
    let server = chat_server().await;
    let mut stream = tokio::net::TcpStream::connect(server.port).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 426") && answer.contains("upgrade: websocket"), "{answer}");
}

#[tokio::test]
async fn a_peer_that_is_silent_for_75_seconds_is_dropped_and_one_that_answers_stays() {
    let server = chat_server().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let (mut silent, mut alive) = (server.connect(&one).await, server.connect(&two).await);
    server.sockets(2).await;
    for _ in 0..25 {
        server.advance(3);
        // Whatever it hears, it answers pings on the way to this answer.
        alive.ask(json!({ "type": "ping" })).await;
    }
    server.sockets(1).await;
    let mut pings = 0;
    loop {
        match silent.read_frame().await {
            Received::Ping => pings += 1,
            Received::Frame(_) => {}
            Received::Gone | Received::Closed(_) => break,
        }
    }
    assert_eq!(pings, 2);
    assert_eq!(alive.ask(json!({ "type": "ping" })).await["type"], "pong");
}

#[tokio::test]
async fn a_reader_that_takes_nothing_is_closed_and_loses_nothing() {
    let server = chat_server().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let slow = server.connect(&two).await;
    let seen = server.app.events.followed();
    let mut fast = server.connect(&one).await;
    // Nothing that the search would have to learn.
    let long = "！".repeat(4_000);
    let mut sent = 0;
    // More than the buffers of a connection hold.
    while !server.is_any_stalled() {
        fast.ask(json!({ "type": "text", "content": long })).await;
        sent += 1;
    }
    while server.open_sockets() > 1 {
        server.advance(2);
        fast.ask(json!({ "type": "ping" })).await;
    }
    drop(slow);
    let (mut slow, _) = server.connect_at(&two, &format!("&since_seq={seen}")).await;
    for _ in 0..sent {
        slow.next_of("new_message").await;
    }
}

#[tokio::test]
async fn a_server_that_stops_says_so() {
    let server = chat_server().await;
    let one = server.register("240101").await;
    let (mut known, (mut unknown, _)) = (server.connect(&one).await, server.handshake("/", "").await);
    server.sockets(2).await;
    server.app.ask_to_stop();
    assert_eq!(known.next_of("server_shutting_down").await["type"], "server_shutting_down");
    assert_eq!(known.closed().await, 1001);
    assert_eq!(unknown.closed().await, 1001);
    server.app.stop().await;
}

#[tokio::test]
async fn an_admin_may_stop_the_chat_and_start_it_again() {
    let server = chat_server().await;
    let one = server.register("240101").await;
    let (app, clock) = (&server.app, &server.app.clock);
    app.tasks.service(app, "chat", Need::Optional, |app, stop| async move {
        accept_sockets(&app, stop).await;
        Ok(())
    });
    let (mut known, (mut unknown, _)) = (server.connect(&one).await, server.handshake("/", "").await);
    server.sockets(2).await;
    assert_eq!(app.gauges.sockets.get(), 2);
    app.tasks.stop_service(clock, "chat").await.unwrap();
    assert_eq!(app.gauges.sockets.get(), 0, "all have gone before it answers");
    assert_eq!(known.closed().await, 1001);
    assert_eq!(unknown.closed().await, 1001);
    let (_, refused) = server.handshake("/", "").await;
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    app.tasks.start_service(clock, "chat").await.unwrap();
    while server.is_closed() {
        tokio::task::yield_now().await;
    }
    server.connect(&one).await;
}
