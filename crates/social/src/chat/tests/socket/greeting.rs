//! What a client is told first.

use super::*;

fn contents(greeting: &Value) -> Vec<&str> {
    let messages = greeting["history"].as_array().unwrap();
    messages.iter().map(|message| message["content"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_greeting_has_the_newest_messages_as_they_are_now() {
    let server = chat_server().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let mut a = server.connect(&one).await;
    let first = a.ask(json!({ "type": "text", "content": "第一" })).await["message_id"].clone();
    // What its sender has heard of, every later greeting has.
    a.next_of("new_message").await;
    assert_eq!(contents(&server.connect_at(&two, "").await.1), ["第一"]);
    let second = a.ask(json!({ "type": "text", "content": "第二" })).await["message_id"].clone();
    a.next_of("new_message").await;
    assert_eq!(contents(&server.connect_at(&two, "").await.1), ["第一", "第二"]);
    a.ask(json!({ "type": "edit_message", "message_id": first, "content": "改过" })).await;
    a.next_of("message_edited").await;
    assert_eq!(contents(&server.connect_at(&two, "").await.1), ["改过", "第二"]);
    a.ask(json!({ "type": "add_reaction", "message_id": first, "emoji": "👍" })).await;
    a.next_of("message_reaction_added").await;
    let greeting = server.connect_at(&two, "").await.1;
    assert_eq!(greeting["history"][0]["reactions"][0]["emoji"], "👍");
    a.ask(json!({ "type": "recall_message", "message_id": second })).await;
    a.next_of("message_recalled").await;
    let greeting = server.connect_at(&two, "").await.1;
    assert_eq!((contents(&greeting), &greeting["history"][1]["recalled"]), (vec!["改过", ""], &json!(true)));
}

#[tokio::test]
async fn a_member_who_hid_what_was_said_is_greeted_without_it_and_others_with_it() {
    let server = chat_server().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let mut a = server.connect(&one).await;
    a.ask(json!({ "type": "text", "content": "第一" })).await;
    a.next_of("new_message").await;
    two.delete("/api/chat/history?room=public").await.data();
    server.settle().await;
    for _ in 0..2 {
        assert_eq!(contents(&server.connect_at(&two, "").await.1), Vec::<&str>::new());
        assert_eq!(contents(&server.connect_at(&one, "").await.1), ["第一"]);
    }
}

#[tokio::test]
async fn a_new_name_stands_in_the_next_greeting() {
    let server = chat_server().await;
    let (one, two) = (server.register("240101").await, server.register("240102").await);
    let mut a = server.connect(&one).await;
    a.ask(json!({ "type": "text", "content": "第一" })).await;
    a.next_of("new_message").await;
    server.advance(1);
    a.next_of("user_online").await;
    let named = |greeting: &Value| {
        let users = greeting["users"].as_array().unwrap();
        let other = users.iter().find(|user| user["user_id"] == "240101").unwrap();
        [&greeting["history"][0]["sender_name"], &other["net_name"]]
            .map(|name| name.as_str().unwrap().to_owned())
    };
    assert_eq!(named(&server.connect_at(&two, "").await.1), ["net-240101", "net-240101"]);
    one.patch("/api/user/profile", &json!({ "net_name": "新名字" })).await.data();
    server.settle().await;
    assert_eq!(named(&server.connect_at(&two, "").await.1), ["新名字", "新名字"]);
}
