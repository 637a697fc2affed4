//! Going on where one stood: without a gap, without a double, without what was recalled.

use super::*;

fn contents(frames: &[Value]) -> Vec<String> {
    let spoken = frames.iter().filter(|frame| frame["type"] == "new_message");
    spoken.map(|frame| frame["message"]["content"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn what_was_missed_comes_once_and_in_order() {
    let server = chat_server().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let mut a = server.connect(&one).await;
    let mut b = server.connect(&two).await;
    a.ask(json!({ "type": "text", "content": "0" })).await;
    let seen = b.next_of("new_message").await["seq"].as_i64().unwrap();
    drop(b);
    for n in 1..=300 {
        a.ask(json!({ "type": "text", "content": n.to_string() })).await;
    }
    let expected: Vec<String> = (1..=300).map(|n| n.to_string()).collect();

    let (mut b, greeting) = server.connect_at(&two, &format!("&since_seq={seen}")).await;
    assert_eq!((&greeting["resumed"], &greeting["history"]), (&json!(true), &json!([])));
    let mut heard = Vec::new();
    while contents(&heard).len() < 300 {
        heard.push(b.next().await);
    }
    assert_eq!(contents(&heard), expected);
    assert_eq!(contents(&b.drain().await), Vec::<String>::new());

    // The same after a restart, when nothing is in memory.
    let server = SocketServer::of(server.portal.restart(&[]).await).await;
    let (mut b, _) = server.connect_at(&two, &format!("&since_seq={seen}")).await;
    let mut heard = Vec::new();
    while contents(&heard).len() < 300 {
        heard.push(b.next().await);
    }
    assert_eq!(contents(&heard), expected);
    let seqs: Vec<i64> = heard.iter().filter_map(|frame| frame["seq"].as_i64()).collect();
    assert!(seqs.is_sorted_by(|a, b| a < b), "{seqs:?}");
}

#[tokio::test]
async fn a_session_says_from_which_event_on_a_first_connection_has_missed_something() {
    let server = chat_server().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let mut mate = server.connect(&server.register("240103").await).await;
    let read = one.get("/api/auth/check-status").await.data()["event_seq"].as_i64().unwrap();

    let (mut a, greeting) = server.connect_at(&two, "").await;
    assert!(greeting["seq"].as_i64().unwrap() <= read, "nothing happened since: {greeting}");
    a.ask(json!({ "type": "text", "content": "趁现在" })).await;
    // Sockets see the message by now.
    mate.next_of("new_message").await;
    let (_, greeting) = server.connect_at(&one, "").await;
    assert!(greeting["seq"].as_i64().unwrap() > read, "{greeting}");
}

#[tokio::test]
async fn a_recall_between_leaves_no_words_for_whoever_comes_late() {
    let server = chat_server().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let mut a = server.connect(&one).await;
    let first = a.ask(json!({ "type": "text", "content": "说错了的话" })).await;
    let seen = first["message"]["seq"].as_i64().unwrap() - 1;
    let id = first["message_id"].clone();
    a.ask(json!({ "type": "text", "content": "回答", "reply_to": id })).await;
    a.ask(json!({ "type": "recall_message", "message_id": id })).await;
    a.next_of("message_recalled").await;
    server.settle().await;

    let (mut b, _) = server.connect_at(&two, &format!("&since_seq={seen}")).await;
    let mut heard = Vec::new();
    while heard.last().is_none_or(|last: &Value| last["type"] != "message_recalled") {
        heard.push(b.next().await);
    }
    let words = Value::from(heard.clone()).to_string();
    assert!(!words.contains("说错了的话"), "{words}");
    assert_eq!(contents(&heard), ["", "回答"], "both keep their places");
}

#[tokio::test]
async fn a_place_beyond_the_log_is_told_to_load_everything_anew() {
    let server = chat_server().await;
    let one = server.register("240101").await;
    let (mut a, greeting) = server.connect_at(&one, "&since_seq=999999").await;
    assert_eq!((&greeting["reset"], &greeting["resumed"]), (&json!(true), &json!(false)));
    let sent = a.ask(json!({ "type": "text", "content": "新" })).await;
    assert!(sent["message"]["seq"].as_i64() > greeting["seq"].as_i64());
}

#[tokio::test]
async fn a_place_that_the_log_has_forgotten_is_told_so() {
    let server = chat_server_with(&[("RATE_LIMIT_CHAT", "0"), ("EVENT_RETENTION_DAYS", "1")]).await;
    let one = server.register("240101").await;
    let mut a = server.connect(&one).await;
    a.ask(json!({ "type": "text", "content": "旧" })).await;
    drop(a);
    server.sockets(0).await;
    server.advance(2 * 86_400);
    let one = server.client_of(kernel::user::UserId::parse("240101").unwrap()).await;
    one.post("/api/chat/messages", &json!({ "room": "public", "content": "新" })).await.data();
    let oldest =
        async || server.app.db.read(|read| Ok(kernel::events::oldest(read)?)).await.unwrap().unwrap().0;
    // In small steps: a busy machine takes many until the hourly task has run, and neither the new message nor the
    // session may be over by then.
    while oldest().await < 2 {
        server.advance(60);
        tokio::task::yield_now().await;
    }
    let server = SocketServer::of(server.portal.restart(&[]).await).await;
    let one = server.client_of(kernel::user::UserId::parse("240101").unwrap()).await;
    let (mut a, _) = server.connect_at(&one, "&since_seq=0").await;
    assert_eq!(a.next_of("reset").await["reset"], true);
    assert_eq!(a.ask(json!({ "type": "text", "content": "更新" })).await["success"], true);
}

#[tokio::test]
async fn a_clock_that_is_set_back_changes_no_order() {
    let server = chat_server().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let (mut a, mut b) = (server.connect(&one).await, server.connect(&two).await);
    a.ask(json!({ "type": "text", "content": "先" })).await;
    server.app.clock.set_wall(server.now() - jiff::SignedDuration::from_hours(1));
    a.ask(json!({ "type": "text", "content": "后" })).await;
    let (first, second) = (b.next_of("new_message").await, b.next_of("new_message").await);
    assert_eq!(contents(&[first.clone(), second.clone()]), ["先", "后"]);
    assert!(first["seq"].as_i64() < second["seq"].as_i64());
    let (mut b, _) = server.connect_at(&two, &format!("&since_seq={}", first["seq"])).await;
    assert_eq!(b.next_of("new_message").await["message"]["content"], "后");
}
