//! What strangers may ask of the port, and what costs a member nothing but may not come without end.

use super::*;
use realtime::testing::{MAX_OF_USER, MAX_WITH_CLOSING};

#[tokio::test(flavor = "multi_thread")]
async fn refused_sign_ins_of_an_address_are_counted_and_a_token_that_holds_gets_in() {
    let server = chat_server_with(&[("RATE_LIMIT_SOCKET", "3/60")]).await;
    let alice = server.member().await;
    let refused = async |target: &str, frame: Option<Value>| {
        let (mut socket, _) = server.handshake(target, "").await;
        if let Some(frame) = frame {
            socket.send(frame).await;
        }
        let error = socket.next().await;
        (error["code"].as_u64().unwrap(), error["retry_after"].as_u64(), socket.closed().await)
    };
    let connect = || Some(json!({ "type": "connect", "token": "guessed" }));
    assert_eq!(refused("/?token=guessed", None).await, (401, None, 4001));
    assert_eq!(refused("/", connect()).await, (401, None, 4001));
    // A frame before the sign-in, even one that cannot be read, is an attempt too.
    let (mut early, _) = server.handshake("/", "").await;
    early.send(json!({ "type": "ping" })).await;
    assert_eq!(early.next().await["code"], 401);
    assert_eq!(refused("/?token=guessed", None).await, (429, Some(20), 1013));
    assert_eq!(refused("/", Some(json!("no frame"))).await, (429, Some(20), 1013));

    let mut socket = server.connect(&alice).await;
    assert_eq!(socket.ask(json!({ "type": "ping" })).await["type"], "pong");
    server.advance(20);
    assert_eq!(refused("/", connect()).await, (401, None, 4001));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_developer_signs_in_at_a_socket_from_this_machine_alone() {
    let server = chat_server().await;
    let token = server.developer().await.token().unwrap();
    let (mut passed_on, _) =
        server.handshake(&format!("/?token={token}"), "X-Forwarded-For: 77.1.2.3\r\n").await;
    assert_eq!(passed_on.next().await["code"], 401);
    let (mut own, _) = server.handshake(&format!("/?token={token}"), "").await;
    assert_eq!(own.next().await["type"], "connected");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_has_so_many_sockets_that_have_not_signed_in() {
    let server = chat_server().await;
    let alice = server.member().await;
    server.limit_pending_to(2);
    let (mut one, _) = server.handshake("/", "").await;
    let (other, _) = server.handshake("/", "").await;

    let (_, refusal) = server.handshake("/", "").await;
    assert!(refusal.starts_with("HTTP/1.1 429") && refusal.contains("retry-after: 10"), "{refusal}");

    // Whoever signs in makes room, and so does whoever leaves.
    one.send(json!({ "type": "connect", "token": alice.token() })).await;
    assert_eq!(one.next().await["type"], "connected");
    drop(other);
    server.sockets(1).await;
    for _ in 0..5 {
        server.connect(&alice).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_oldest_of_too_many_devices_is_told_to_go() {
    let server = chat_server().await;
    let alice = server.member().await;
    let mut all = Vec::new();
    for _ in 0..MAX_OF_USER + 2 {
        all.push(server.connect(&alice).await);
    }
    let mut newest = all.split_off(2);
    for mut old in all {
        assert_eq!(old.closed().await, 1008);
    }
    server.sockets(MAX_OF_USER).await;
    for socket in &mut newest {
        assert_eq!(socket.ask(json!({ "type": "ping" })).await["type"], "pong");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn devices_that_do_not_agree_to_close_take_no_seats_from_others() {
    let server = chat_server().await;
    let alice = server.member().await;
    let mut all = Vec::new();
    // None of them answers anything.
    for _ in 0..MAX_WITH_CLOSING + 40 {
        all.push(server.connect(&alice).await);
    }
    server.sockets(MAX_WITH_CLOSING).await;
    let mut newest = all.pop().unwrap();
    assert_eq!(newest.ask(json!({ "type": "ping" })).await["type"], "pong");
}

#[tokio::test(flavor = "multi_thread")]
async fn typing_status_and_pings_are_counted_over_the_socket_and_over_polls_alike() {
    let server = chat_server_with(&[("RATE_LIMIT_SIGNAL", "4/60")]).await;
    let alice = server.member().await;
    let mut socket = server.connect(&alice).await;
    let post = async |frame: Value| {
        let answer = alice.post("/api/chat/poll/send", &json!({ "frame": frame })).await.data();
        answer["responses"].get(0).cloned().unwrap_or_default()
    };
    assert_eq!(post(json!({ "type": "ping" })).await["type"], "pong");
    assert_eq!(socket.ask(json!({ "type": "ping" })).await["type"], "pong");
    assert!(post(json!({ "type": "typing", "is_typing": true, "room": "public" })).await.is_null());
    assert!(post(json!({ "type": "status_update", "status": "busy" })).await.is_null());

    for frame in [
        json!({ "type": "ping" }),
        json!({ "type": "typing", "is_typing": false, "room": "public" }),
        json!({ "type": "status_update", "status": "online" }),
    ] {
        assert_eq!(post(frame.clone()).await["code"], 429, "{frame}");
        assert_eq!(socket.ask(frame.clone()).await["code"], 429, "{frame}");
    }
    // Nobody is kept from speaking by it.
    assert_eq!(socket.ask(json!({ "type": "text", "content": "你好" })).await["type"], "message_sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_is_wrong_again_and_again_is_told_and_then_sent_away() {
    let server = chat_server().await;
    let (alice, bob) = (server.member().await, server.register("240201").await);
    let (mut a, mut b) = (server.connect(&alice).await, server.connect(&bob).await);
    let own = b.ask(json!({ "type": "group_message", "group_id": "class_02", "content": "内部" })).await;
    let wrong = [
        json!({ "type": "nothing_known" }),
        json!({ "type": "text" }),
        json!([]),
        json!({ "type": "group_message", "group_id": "class_02", "content": "x" }),
        json!({ "type": "edit_message", "message_id": own["message_id"], "content": "x" }),
    ];
    for frame in wrong.iter().cycle().take(20) {
        a.send(frame.clone()).await;
        let told = a.next_of("error").await;
        assert_eq!(told.get("strikes"), None, "{told}");
    }
    for strikes in 1..=3 {
        a.send(json!({ "type": "nothing_known" })).await;
        assert_eq!(a.next_of("error").await["strikes"], strikes);
    }
    assert_eq!(a.closed().await, 1008);

    // It was this socket's; the member comes back at once, and others never noticed.
    let mut again = server.connect(&alice).await;
    assert_eq!(again.ask(json!({ "type": "ping" })).await["type"], "pong");
    assert_eq!(b.ask(json!({ "type": "ping" })).await["type"], "pong");
}

#[tokio::test(flavor = "multi_thread")]
async fn haste_and_an_app_that_is_off_are_not_wrong_and_what_is_unreadable_is_however_hasty() {
    let server = chat_server_with(&[("RATE_LIMIT_CHAT", "1/60"), ("RATE_LIMIT_USER", "1/60")]).await;
    let (admin, alice) = (server.admin().await, server.member().await);
    let mut a = server.connect(&alice).await;
    for _ in 0..60 {
        let answer = a.ask(json!({ "type": "text", "content": "快" })).await;
        assert_eq!(answer.get("strikes"), None, "{answer}");
    }
    server.switch(&admin, "chat", false).await;
    for _ in 0..60 {
        a.ask(json!({ "type": "typing", "is_typing": true, "room": "public" })).await;
    }
    assert_eq!(a.ask(json!({ "type": "ping" })).await["type"], "pong");
    for _ in 0..23 {
        a.send(json!({ "type": "nothing_known" })).await;
    }
    assert_eq!(a.closed().await, 1008);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_is_wrong_now_and_then_stays() {
    let server = chat_server_with(&[("RATE_LIMIT_USER", "0")]).await;
    let alice = server.member().await;
    let mut a = server.connect(&alice).await;
    for _ in 0..4 {
        for _ in 0..20 {
            let told = a.ask(json!({ "type": "nothing_known" })).await;
            assert_eq!((&told["code"], told.get("strikes")), (&json!(400), None));
        }
        server.advance(60);
    }
}
