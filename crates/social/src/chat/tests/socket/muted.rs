//! What an app told before it was switched off is shown to nobody who comes after.

use kernel::scope::Scope;

use super::*;

async fn types_on_resume(server: &SocketServer, client: &Client) -> Vec<String> {
    let (mut socket, greeting) = server.connect_at(client, "&since_seq=0").await;
    assert_eq!(greeting["resumed"], true);
    // What is read from the log comes when it was read; the ping may be answered before.
    let mut heard = socket.drain().await;
    while heard.iter().all(|frame| frame["type"] != "market_app_control_changed") {
        heard.push(socket.next().await);
    }
    heard.extend(socket.drain().await);
    heard.iter().map(|frame| frame["type"].as_str().unwrap().to_owned()).collect()
}

async fn types_of_poll(client: &Client) -> Vec<String> {
    let registered = client.post_empty("/api/chat/poll/register").await.data();
    let at = format!("/api/chat/poll?poll_id={}&since_seq=0", registered["poll_id"].as_str().unwrap());
    let events = client.get(&at).await.data()["events"].as_array().unwrap().clone();
    events.iter().map(|event| event["event"]["type"].as_str().unwrap().to_owned()).collect()
}

async fn with_one_message(server: &SocketServer) -> (Client, Client) {
    let (admin, one) = (server.admin().await, server.register("240101").await);
    let mut a = server.connect(&one).await;
    a.ask(json!({ "type": "text", "content": "之前" })).await;
    // Whoever asks has it paid at once; otherwise that is a second later.
    one.get("/api/level/info").await.data();
    a.next_of("exp_updated").await;
    (admin, one)
}

#[tokio::test]
async fn a_resume_brings_no_frames_of_an_app_that_is_off_from_memory_or_from_the_log() {
    let server = chat_server().await;
    let (admin, one) = with_one_message(&server).await;
    server.switch(&admin, "chat", false).await;
    server.settle().await;
    let heard = types_on_resume(&server, &one).await;
    assert!(!heard.contains(&"new_message".into()), "{heard:?}");
    assert!(heard.contains(&"exp_updated".into()), "other apps are heard: {heard:?}");

    // After a restart nothing is in memory.
    let server = SocketServer::of(server.portal.restart(&[]).await).await;
    let heard = types_on_resume(&server, &one).await;
    assert!(!heard.contains(&"new_message".into()), "{heard:?}");
    server.switch(&admin, "chat", true).await;
    server.settle().await;
    assert!(types_on_resume(&server, &one).await.contains(&"new_message".into()));
}

#[tokio::test]
async fn a_poll_brings_no_frames_of_an_app_that_is_off_from_memory_or_from_the_log() {
    let server = chat_server().await;
    let (admin, one) = with_one_message(&server).await;
    assert!(types_of_poll(&one).await.contains(&"exp_updated".into()));
    server.switch(&admin, "level", false).await;
    server.settle().await;
    let expected = ["new_message", "market_app_control_changed"];
    assert_eq!(types_of_poll(&one).await, expected);
    let server = SocketServer::of(server.portal.restart(&[]).await).await;
    let one = server.client_of(kernel::user::UserId::parse("240101").unwrap()).await;
    assert_eq!(types_of_poll(&one).await, expected);
}

#[tokio::test]
async fn a_poll_brings_a_class_no_frames_of_an_app_that_is_off_for_it() {
    let server = chat_server().await;
    let (admin, one) = with_one_message(&server).await;
    assert!(types_of_poll(&one).await.contains(&"exp_updated".into()));
    server.switch_in(Scope::Class("02".into()), &admin, "level", false).await;
    server.settle().await;
    assert!(types_of_poll(&one).await.contains(&"exp_updated".into()), "another class's switch");
    server.switch_in(Scope::Class("01".into()), &admin, "level", false).await;
    server.settle().await;
    let expected = ["new_message", "market_app_control_changed"];
    assert_eq!(types_of_poll(&one).await, expected);
    let server = SocketServer::of(server.portal.restart(&[]).await).await;
    let one = server.client_of(kernel::user::UserId::parse("240101").unwrap()).await;
    assert_eq!(types_of_poll(&one).await, expected, "from the log too");
}

#[tokio::test]
async fn a_class_for_which_the_chat_is_off_hears_nothing_of_it_while_others_go_on() {
    let server = chat_server().await;
    let (admin, one, two) =
        (server.admin().await, server.register("240101").await, server.register("240201").await);
    let (mut a, mut b) = (server.connect(&one).await, server.connect(&two).await);
    server.switch_in(Scope::Class("01".into()), &admin, "chat", false).await;
    let told = a.next_of("market_app_control_changed").await;
    assert_eq!((&told["class"], &told["enabled"]), (&json!("01"), &json!(false)));
    assert_eq!(a.ask(json!({ "type": "text", "content": "还在吗" })).await["code"], 404);

    assert_eq!(b.ask(json!({ "type": "text", "content": "还在" })).await["type"], "message_sent");
    b.send(json!({ "type": "typing", "is_typing": true, "room": "public" })).await;
    server.settle().await;
    let types = |frames: Vec<Value>| -> Vec<String> {
        frames.iter().map(|frame| frame["type"].as_str().unwrap().to_owned()).collect()
    };
    // The ping of a drain may be answered before the message comes.
    let mut frames = b.drain().await;
    while frames.iter().all(|frame| frame["type"] != "new_message") {
        frames.push(b.next().await);
    }
    frames.extend(b.drain().await);
    let heard = types(frames);
    assert!(
        !heard.contains(&"market_app_control_changed".into()),
        "it is told to that class alone: {heard:?}"
    );
    let heard = types(a.drain().await);
    assert!(!heard.iter().any(|name| name == "new_message" || name == "user_typing"), "{heard:?}");
    assert_eq!(one.post_empty("/api/chat/poll/register").await.refusal(), "404 该应用已停用");
    assert!(types_of_poll(&two).await.contains(&"new_message".into()));

    // The portal's own switch is another: it comes on top, for everybody.
    server.switch(&admin, "chat", false).await;
    assert_eq!(b.ask(json!({ "type": "text", "content": "现在呢" })).await["code"], 404);
    server.switch(&admin, "chat", true).await;
    assert_eq!(b.ask(json!({ "type": "text", "content": "又来了" })).await["type"], "message_sent");
    assert_eq!(a.ask(json!({ "type": "text", "content": "我呢" })).await["code"], 404);
}

#[tokio::test]
async fn a_class_for_which_announcements_are_off_is_not_told_of_them() {
    let features = [realtime::FEATURE, moderation::FEATURE, FEATURE, crate::announcements::FEATURE];
    let server = SocketServer::of(TestPortal::with(&features, &[]).await).await;
    let (admin, one, two) =
        (server.admin().await, server.register("240101").await, server.register("240201").await);
    server.switch_in(Scope::Class("01".into()), &admin, "announcements", false).await;
    let (mut a, mut b) = (server.connect(&one).await, server.connect(&two).await);
    let written =
        admin.post("/api/admin/announcements", &json!({ "title": "春游", "content": "周五" })).await;
    assert_eq!(written.status, 200, "{}", written.text());
    b.next_of("announcement_published").await;
    server.settle().await;
    let heard = a.drain().await;
    assert!(heard.iter().all(|frame| frame["type"] != "announcement_published"), "{heard:?}");
    assert!(!types_of_poll(&one).await.contains(&"announcement_published".into()));
    assert!(types_of_poll(&two).await.contains(&"announcement_published".into()));
}
