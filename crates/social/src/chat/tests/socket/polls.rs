//! The same without a socket.

use super::*;

async fn register(client: &Client) -> Value {
    client.post_empty("/api/chat/poll/register").await.data()
}

fn at(registered: &Value, seq: i64) -> String {
    format!("/api/chat/poll?poll_id={}&since_seq={seq}", registered["poll_id"].as_str().unwrap())
}

async fn send(client: &Client, frame: Value) -> Value {
    let sent = client.post("/api/chat/poll/send", &json!({ "frame": frame })).await.data();
    assert!(sent["server_time"].is_i64());
    sent["responses"].clone()
}

#[tokio::test]
async fn a_poll_brings_the_frames_of_the_socket_and_takes_them() {
    let server = chat_server().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let (here, there) = (register(&one).await, register(&two).await);
    assert_eq!((&here["transport"], &here["user_id"]), (&json!("poll"), &json!("240101")));
    assert_eq!(here["groups"][0]["group_id"], "class_01");
    let seq = there["seq"].as_i64().unwrap();

    let waiting = {
        let (two, at) = (two.clone(), at(&there, seq));
        async move { two.get(&at).await.data() }
    };
    let sending = send(&one, json!({ "type": "text", "content": "从轮询来", "temp_id": "p1" }));
    let (brought, answers) = tokio::join!(waiting, sending);
    assert_eq!((&answers[0]["type"], &answers[0]["temp_id"]), (&json!("message_sent"), &json!("p1")));
    let event = &brought["events"][0];
    assert_eq!(
        (&event["event"]["type"], &event["event"]["message"]["content"]),
        (&json!("new_message"), &json!("从轮询来"))
    );
    assert_eq!(event["seq"], answers[0]["message"]["seq"]);
    assert!(brought["cur_seq"].as_i64() >= brought["last_seq"].as_i64());

    let answers =
        send(&two, json!({ "type": "recall_message", "message_id": answers[0]["message_id"] })).await;
    assert_eq!((&answers[0]["type"], &answers[0]["code"]), (&json!("error"), &json!(403)));
    assert_eq!(send(&two, json!({ "type": "gomoku_move" })).await[0]["slug"], "realtime_frame_unknown");
    assert_eq!(send(&two, json!({ "type": "status_update", "status": "away" })).await, json!([]));
    one.post("/api/chat/poll/unregister", &json!({ "poll_id": here["poll_id"] })).await.data();
    assert_eq!(one.get(&at(&here, seq)).await.status, 401);
}

#[tokio::test]
async fn polls_of_the_two_channels_are_strangers_and_chat_stays_out_of_realtime() {
    let server = chat_server().await;
    let one = server.register("240101").await;
    let chat = register(&one).await;
    let other = one.post_empty("/api/realtime/poll/register").await.data();
    let cross = format!("/api/realtime/poll?poll_id={}", chat["poll_id"].as_str().unwrap());
    assert_eq!(one.get(&cross).await.status, 401);
    let mut a = server.connect(&one).await;
    a.ask(json!({ "type": "text", "content": "只在聊天里" })).await;
    one.post("/api/realtime/publish", &json!({ "event": "app.x" })).await.data();
    let target = format!("/api/realtime/poll?poll_id={}&since_seq=0", other["poll_id"].as_str().unwrap());
    let events = one.get(&target).await.data()["events"].clone();
    assert_eq!(events.as_array().unwrap().len(), 1, "{events}");
    let all = one.get(&at(&chat, 0)).await.data();
    let types = all["events"].as_array().unwrap().iter().map(|e| e["event"]["type"].as_str().unwrap());
    // The message also earns experience, and that may be told before or after what was published.
    let types: Vec<&str> = types.filter(|kind| *kind != "exp_updated").collect();
    assert_eq!(types, ["new_message", "extension_event"]);
}

#[tokio::test]
async fn whoever_polls_is_there() {
    let server = chat_server().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let mut a = server.connect(&one).await;
    server.advance(1);
    a.next_of("user_online").await;
    let there = register(&two).await;
    server.advance(1);
    assert_eq!(a.next_of("user_online").await["user_id"], "240102");
    two.post("/api/chat/poll/unregister", &json!({ "poll_id": there["poll_id"] })).await.data();
    server.advance(1);
    assert_eq!(a.next_of("user_offline").await["user_id"], "240102");
}
