//! Who is there, and who writes.

use super::*;

#[tokio::test]
async fn the_first_device_comes_and_the_last_one_goes() {
    let server = chat_server().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let mut a = server.connect(&one).await;
    let phone = server.connect(&two).await;
    let tablet = server.connect(&two).await;
    server.advance(1);
    let came = loop {
        let came = a.next_of("user_online").await;
        if came["user_id"] == "240102" {
            break came;
        }
    };
    assert_eq!(
        (&came["user_info"]["net_name"], &came["user_info"]["status"]),
        (&json!("net-240102"), &json!("online"))
    );
    drop(phone);
    server.sockets(2).await;
    server.advance(1);
    assert!(a.drain().await.iter().all(|frame| frame["type"] != "user_offline"));
    let contacts = one.get("/api/chat/contacts").await.data();
    assert_eq!(contacts["contacts"][0]["status"], "online");
    drop(tablet);
    server.sockets(1).await;
    server.advance(1);
    assert_eq!(a.next_of("user_offline").await["user_id"], "240102");
    assert_eq!(one.get("/api/chat/contacts").await.data()["contacts"][0]["status"], "offline");
}

#[tokio::test]
async fn a_status_is_told_and_whoever_wants_to_be_unseen_is_not_there() {
    let server = chat_server().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let (mut a, mut b) = (server.connect(&one).await, server.connect(&two).await);
    server.advance(1);
    a.next_of("user_online").await;
    b.send(json!({ "type": "status_update", "status": "busy" })).await;
    b.drain().await;
    server.advance(1);
    let told = a.next_of("user_status_change").await;
    assert_eq!((&told["user_id"], &told["status"]), (&json!("240102"), &json!("busy")));
    b.send(json!({ "type": "status_update", "status": "offline" })).await;
    b.drain().await;
    server.advance(1);
    assert_eq!(a.next_of("user_offline").await["user_id"], "240102");
    let (_, greeting) = server.connect_at(&one, "").await;
    assert!(
        greeting["users"].as_array().unwrap().iter().all(|user| user["user_id"] != "240102"),
        "{greeting}"
    );
}

#[tokio::test]
async fn a_class_that_comes_at_once_is_told_in_one_frame() {
    let server = chat_server().await;
    let first = server.register("240100").await;
    let mut a = server.connect(&first).await;
    server.advance(1);
    a.next_of("user_online").await;
    let mut sockets = Vec::new();
    for n in 1..=10 {
        sockets.push(server.connect(&server.register(&format!("2401{n:02}")).await).await);
    }
    server.advance(1);
    let came = a.next_of("presence").await;
    assert_eq!(came["online"].as_array().unwrap().len(), 10, "{came}");
    drop(sockets);
    server.sockets(1).await;
    server.advance(1);
    assert_eq!(a.next_of("presence").await["offline"].as_array().unwrap().len(), 10);
}

#[tokio::test]
async fn who_writes_is_told_to_the_room_alone_and_not_too_often() {
    let server = chat_server().await;
    let people =
        (server.register("240101").await, server.register("240102").await, server.register("240103").await);
    let (mut a, mut b, mut c) =
        (server.connect(&people.0).await, server.connect(&people.1).await, server.connect(&people.2).await);
    let typing = json!({ "type": "typing", "is_typing": true, "target_user_id": "240102" });
    for _ in 0..5 {
        a.send(typing.clone()).await;
    }
    let told = b.next_of("user_typing").await;
    assert_eq!(
        (&told["from_user_id"], &told["from_user_name"], &told["is_typing"]),
        (&json!("240101"), &json!("net-240101"), &json!(true))
    );
    server.advance(2);
    a.send(typing).await;
    b.next_of("user_typing").await;
    a.drain().await;
    let is_typing = |frame: &Value| frame["type"] == "user_typing";
    for socket in [&mut a, &mut b, &mut c] {
        assert!(
            !socket.drain().await.iter().any(is_typing),
            "neither the writer, nor anyone else, nor again"
        );
    }
    let kept = server.app.db.read(|read| Ok(kernel::events::after(read, 0, 500)?)).await.unwrap();
    assert!(kept.iter().all(|event| !event.kind.contains("typing")), "never stored");
}
