//! Search: two characters, and only where one may read.

use serde_json::{Value, json};

use super::{group, path, portal, send_message, two};

fn found(page: &Value) -> Vec<&str> {
    page["messages"].as_array().unwrap().iter().map(|message| message["content"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn two_chinese_characters_inside_a_sentence_are_found() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    for text in [
        "我家在上海东边。",
        "海上日出",
        "上海，海人",
        "Rust 很快",
        "ＦＵＬＬ width",
        "it's \"quoted\" AND (more) OR *",
    ] {
        send_message(&alice, "public", text).await;
    }
    let search = |q: &str| {
        let (bob, q) = (bob.clone(), format!("/api/chat/search?q={q}"));
        async move { bob.get(&q).await.data() }
    };
    for (q, expected) in [
        ("上海", vec!["上海，海人", "我家在上海东边。"]),
        ("海上", vec!["海上日出"]),
        ("上海东边", vec!["我家在上海东边。"]),
        ("上海人", vec![]),
        ("出", vec!["海上日出"]),
        ("rus", vec!["Rust 很快"]),
        ("RUST%20%E5%BE%88%E5%BF%AB", vec!["Rust 很快"]),
        ("full", vec!["ＦＵＬＬ width"]),
        ("quoted%20AND%20OR", vec!["it's \"quoted\" AND (more) OR *"]),
        ("%22%20OR%20_public", vec![]),
        ("nothing", vec![]),
    ] {
        assert_eq!(found(&search(q).await), expected, "{q}");
    }
}

#[tokio::test]
async fn nobody_finds_what_they_may_not_read() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let carol = portal.register("240201").await;
    let admin = portal.admin().await;
    let id = group(&alice, &["240102"]).await;
    for room in ["public", "class_01", "private:240101:240102", &id] {
        send_message(&alice, room, &format!("春游 {room}")).await;
    }
    let count = |client: &kernel::testing::Client, more: String| {
        let client = client.clone();
        async move { client.get(&format!("/api/chat/search?q=春游{more}")).await }
    };
    assert_eq!(found(&count(&bob, String::new()).await.data()).len(), 4);
    for client in [&carol, &admin] {
        assert_eq!(found(&count(client, String::new()).await.data()), ["春游 public"]);
        for room in ["class_01", "private:240101:240102", &id] {
            assert_eq!(count(client, format!("&room={room}")).await.refusal(), "403 你不是该聊天室的成员");
        }
    }
    // A word that spells a room opens none.
    send_message(&alice, "class_01", "春游 _public public _u240201").await;
    assert_eq!(found(&count(&carol, String::new()).await.data()), ["春游 public"]);
    for (room, expected) in [("class_01", 2), ("private:240101:240102", 1), (id.as_str(), 1)] {
        assert_eq!(found(&count(&bob, format!("&room={room}")).await.data()).len(), expected, "{room}");
    }
    bob.post_empty(&format!("/api/chat/groups/{id}/leave")).await.data();
    assert_eq!(found(&count(&bob, String::new()).await.data()).len(), 4);
}

#[tokio::test]
async fn an_edit_is_found_by_its_new_words_and_pages_go_on() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let first = send_message(&alice, "public", "旧词语").await;
    alice.patch(&path(&first, ""), &json!({ "content": "新词语" })).await.data();
    let search = |q: &str| {
        let (alice, q) = (alice.clone(), format!("/api/chat/search?q={q}"));
        async move { alice.get(&q).await.data() }
    };
    assert!(found(&search("旧词").await).is_empty());
    assert_eq!(found(&search("新词").await), ["新词语"]);

    for n in 0..5 {
        send_message(&alice, "public", &format!("新词 {n}")).await;
    }
    let page = search("新词&limit=4").await;
    assert_eq!(found(&page), ["新词 4", "新词 3", "新词 2", "新词 1"]);
    let rest = search(&format!("新词&limit=4&before={}", page["next"])).await;
    assert_eq!((found(&rest), &rest["next"]), (vec!["新词 0", "新词语"], &json!(null)));
}

#[tokio::test]
async fn the_words_of_a_forward_are_found() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let content = json!({ "messages": [{ "role": "assistant", "content": "勾股定理" }] }).to_string();
    let body = json!({ "room": "public", "content": content, "msg_type": "ai_forward" });
    alice.post("/api/chat/messages", &body).await.data();
    assert_eq!(found(&alice.get("/api/chat/search?q=勾股").await.data()), [content.as_str()]);
}

#[tokio::test]
async fn what_changed_before_it_was_indexed_is_found_as_it_is() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let (kept, edited) =
        (send_message(&alice, "public", "明天春游").await, send_message(&alice, "public", "带旧水壶").await);
    let recalled = send_message(&alice, "public", "春游取消").await;
    send_message(&bob, "public", "春游见").await;
    alice.patch(&path(&edited, ""), &json!({ "content": "带新水壶去春游" })).await.data();
    alice.post_empty(&path(&recalled, "/recall")).await.data();
    let user = kernel::user::UserId::parse("240102").unwrap();
    portal.app.write(move |tx| Ok((super::super::FEATURE.erase_user)(tx, &user)?)).await.unwrap();

    let search = |q: &str| {
        let (alice, q) = (alice.clone(), format!("/api/chat/search?q={q}"));
        async move { alice.get(&q).await.data() }
    };
    assert_eq!(found(&search("春游").await), ["带新水壶去春游", "明天春游"]);
    assert!(found(&search("旧水").await).is_empty());

    // And so is what changes afterwards.
    alice.patch(&path(&kept, ""), &json!({ "content": "后天秋游" })).await.data();
    assert_eq!(found(&search("春游").await), ["带新水壶去春游"]);
    assert_eq!(found(&search("秋游").await), ["后天秋游"]);
}

#[tokio::test]
async fn a_message_whose_event_comes_late_is_found_once_and_as_it_is() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let message = send_message(&alice, "public", "明天春游").await;
    let ask = async |q: &str| alice.get(&format!("/api/chat/search?q={q}")).await.data();
    assert_eq!(found(&ask("春游").await), ["明天春游"]);
    alice.patch(&path(&message, ""), &json!({ "content": "后天春游" })).await.data();

    // As when the event was set aside and is handled again.
    let late = super::events(&portal).await;
    let again = portal.app.write(move |tx| (search::FEATURE.consumers[0].handle)(tx, &late[..1]));
    again.await.unwrap();

    assert_eq!(found(&ask("春游").await), ["后天春游"]);
    assert!(found(&ask("明天").await).is_empty());
}

#[tokio::test]
async fn what_was_said_just_before_a_stop_is_found_after_it() {
    let portal = portal().await;
    let alice = portal.register("240101").await;
    send_message(&alice, "public", "明天春游").await;
    drop(alice);
    let portal = portal.restart(&[]).await;
    let alice = portal.client_of(kernel::user::UserId::parse("240101").unwrap()).await;
    assert_eq!(found(&alice.get("/api/chat/search?q=春游").await.data()), ["明天春游"]);
}

#[tokio::test]
async fn new_messages_are_indexed_a_second_later_though_nobody_searches() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let last = send_message(&alice, "public", "明天春游").await["seq"].as_i64().unwrap();
    let mut indexed = 0;
    while indexed < last {
        portal.advance(1);
        tokio::task::yield_now().await;
        indexed =
            portal.app.db.read(|read| Ok(kernel::events::stored_position(read, "search")?)).await.unwrap();
    }
    assert_eq!(indexed, last);
}
