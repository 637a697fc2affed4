//! Frame by frame: what is said, what answers, what the others hear.

use super::*;

async fn three(server: &SocketServer) -> (Client, Client, Client) {
    (server.register("240101").await, server.register("240102").await, server.register("240201").await)
}

#[tokio::test]
async fn a_message_reaches_everyone_in_the_room_once_and_its_sender_an_answer() {
    let server = chat_server().await;
    let (one, two, other_class) = three(&server).await;
    let (mut a, mut b, mut c) =
        (server.connect(&one).await, server.connect(&two).await, server.connect(&other_class).await);

    let sent = a.ask(json!({ "type": "text", "content": "大家好", "temp_id": "t1" })).await;
    assert_eq!(
        (&sent["type"], &sent["success"], &sent["temp_id"]),
        (&json!("message_sent"), &json!(true), &json!("t1"))
    );
    for socket in [&mut b, &mut c] {
        let heard = socket.next_of("new_message").await;
        assert_eq!(heard["message"], sent["message"]);
        assert_eq!((&heard["seq"], &heard["temp_id"]), (&sent["message"]["seq"], &json!("t1")));
    }

    let said = a.ask(json!({ "type": "group_message", "group_id": "class_01", "content": "一班" })).await;
    assert_eq!((&said["type"], &said["group_id"]), (&json!("group_message_sent"), &json!("class_01")));
    assert_eq!(b.next_of("group_message").await["message"]["id"], said["message_id"]);
    let whispered =
        a.ask(json!({ "type": "private_message", "target_user_id": "240102", "content": "悄悄" })).await;
    assert_eq!(whispered["type"], "private_message_sent");
    let heard = b.next_of("private_message").await;
    assert_eq!(
        (&heard["from_user_id"], &heard["room_id"]),
        (&json!("240101"), &json!("private:240101:240102"))
    );
    let missed = c.drain().await;
    assert!(
        missed.iter().all(|frame| frame["type"] != "group_message" && frame["type"] != "private_message"),
        "{missed:?}"
    );
}

#[tokio::test]
async fn what_happens_to_a_message_is_told_by_ids_and_a_recall_without_words() {
    let server = chat_server().await;
    let (one, two, _) = three(&server).await;
    let (mut a, mut b) = (server.connect(&one).await, server.connect(&two).await);
    let id = a.ask(json!({ "type": "text", "content": "第一" })).await["message_id"].clone();
    for (frame, told) in [
        (json!({ "type": "edit_message", "message_id": id, "content": "第二" }), "message_edited"),
        (json!({ "type": "add_reaction", "message_id": id, "emoji": "👍" }), "message_reaction_added"),
        (json!({ "type": "remove_reaction", "message_id": id, "emoji": "👍" }), "message_reaction_removed"),
        (json!({ "type": "recall_message", "message_id": id, "message_type": "public" }), "message_recalled"),
    ] {
        assert_eq!(a.ask(frame).await["type"], "done");
        let heard = b.next_of(told).await;
        match told {
            "message_edited" => assert_eq!(heard["message"]["content"], "第二"),
            "message_recalled" => {
                let words = heard.to_string();
                assert!(!words.contains("第") && heard["chat_id"] == "public", "{words}");
            }
            _ => assert_eq!((&heard["message_id"], &heard["emoji"]), (&id, &json!("👍"))),
        }
    }
    let pair = json!({ "type": "private_message", "target_user_id": "240102", "content": "置顶" });
    let id = a.ask(pair).await["message_id"].clone();
    for (verb, told) in [("pin_message", "message_pinned"), ("unpin_message", "message_unpinned")] {
        assert_eq!(b.ask(json!({ "type": verb, "message_id": id })).await["type"], "done");
        assert_eq!(a.next_of(told).await["message_id"], id);
    }
    assert_eq!(b.ask(json!({ "type": "mark_read", "target_user_id": "240101" })).await["type"], "done");
    let read = a.next_of("message_read").await;
    assert_eq!((&read["reader_id"], &read["message_ids"]), (&json!("240102"), &json!([id])));
}

#[tokio::test]
async fn a_recall_says_whether_the_sender_or_somebody_else_did_it() {
    let server = chat_server().await;
    let (one, two, _) = three(&server).await;
    let lead = server.class_admin().await;
    let mut b = server.connect(&two).await;
    let recall = async |by: &Client| {
        let message = crate::chat::tests::send_message(&one, "class_01", "说错了").await;
        by.post_empty(&crate::chat::tests::path(&message, "/recall")).await.data();
        message["id"].clone()
    };
    for (by, removed_by) in [(&one, Value::Null), (&lead, json!("moderator"))] {
        let id = recall(by).await;
        let heard = b.next_of("message_recalled").await;
        assert_eq!((&heard["message_id"], &heard["removed_by"]), (&id, &removed_by));
    }
}

#[tokio::test]
async fn a_group_lives_and_ends_over_the_socket() {
    let server = chat_server().await;
    let (one, two, third) = three(&server).await;
    let (mut a, mut b, mut c) =
        (server.connect(&one).await, server.connect(&two).await, server.connect(&third).await);
    let made = a.ask(json!({ "type": "create_group", "group_name": "物理", "member_ids": ["240102"] })).await;
    assert_eq!((&made["type"], &made["members"]), (&json!("group_created"), &json!(["240101", "240102"])));
    let id = made["group_id"].clone();
    assert_eq!(b.next_of("group_created").await["group_name"], "物理");
    let list = b.ask(json!({ "type": "get_groups" })).await;
    assert!(list["groups"].as_array().unwrap().iter().any(|group| group["group_id"] == id), "{list}");

    let of = |kind: &str, more: Value| {
        let mut frame = json!({ "type": kind, "group_id": id });
        frame.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        frame
    };
    assert_eq!(c.ask(of("join_group", json!({}))).await["code"], 403);
    assert_eq!(b.ask(of("invite_to_group", json!({ "invite_user_id": "240201" }))).await["type"], "done");
    let joined = c.next_of("group_member_joined").await;
    assert_eq!(
        (&joined["user_id"], &joined["user_name"], &joined["group_name"]),
        (&json!("240201"), &json!("net-240201"), &json!("物理"))
    );
    assert_eq!(c.ask(of("group_message", json!({ "content": "我来了" }))).await["success"], true);
    assert_eq!(a.next_of("group_message").await["message"]["content"], "我来了");
    assert_eq!(a.ask(of("get_group_members", json!({}))).await["members"].as_array().unwrap().len(), 3);
    assert_eq!(b.ask(of("rename_group", json!({ "new_name": "化学" }))).await["code"], 403);
    assert_eq!(a.ask(of("rename_group", json!({ "new_name": "化学" }))).await["type"], "done");
    assert_eq!(c.next_of("group_renamed").await["new_name"], "化学");
    assert_eq!(a.ask(of("set_announcement", json!({ "announcement": "周五" }))).await["type"], "done");
    assert_eq!(c.next_of("group_announcement").await["announcement"], "周五");
    assert_eq!(a.ask(of("kick_member", json!({ "target_user_id": "240201" }))).await["type"], "done");
    assert_eq!(c.next_of("group_member_kicked").await["kicked_by"], "240101");
    assert_eq!(a.ask(of("transfer_group", json!({ "new_owner_id": "240102" }))).await["type"], "done");
    assert_eq!(b.next_of("group_transferred").await["new_owner_id"], "240102");
    assert_eq!(a.ask(of("leave_group", json!({}))).await["type"], "done");
    assert_eq!(b.next_of("group_member_left").await["user_id"], "240101");
    assert_eq!(b.ask(of("dissolve_group", json!({}))).await["type"], "done");
    assert_eq!(b.next_of("group_dissolved").await["group_id"], id);
    let outside = c.drain().await;
    assert!(
        outside.iter().all(|frame| frame["type"] != "group_dissolved"),
        "who is out hears no more: {outside:?}"
    );
}

#[tokio::test]
async fn history_is_paged_from_its_end() {
    let server = chat_server().await;
    let (one, _, _) = three(&server).await;
    let mut a = server.connect(&one).await;
    for n in 0..5 {
        a.ask(json!({ "type": "text", "content": format!("第{n}") })).await;
    }
    let contents = |page: &Value| -> Vec<String> {
        let all = page["messages"].as_array().unwrap().iter();
        all.map(|message| message["content"].as_str().unwrap().to_owned()).collect()
    };
    let page = a.ask(json!({ "type": "load_more", "offset": 0, "limit": 2 })).await;
    assert_eq!((contents(&page), &page["has_more"]), (vec!["第3".into(), "第4".into()], &json!(true)));
    let page = a.ask(json!({ "type": "load_more", "offset": 2, "limit": 5 })).await;
    assert_eq!(
        (contents(&page), &page["has_more"]),
        (vec!["第0".into(), "第1".into(), "第2".into()], &json!(false))
    );
    assert_eq!(contents(&a.ask(json!({ "type": "load_more", "offset": 9 })).await), Vec::<String>::new());
    a.ask(json!({ "type": "private_message", "target_user_id": "240102", "content": "一" })).await;
    let page = a.ask(json!({ "type": "get_private_history", "target_user_id": "240102" })).await;
    assert_eq!((contents(&page), &page["target_user_id"]), (vec!["一".into()], &json!("240102")));
    let page = a.ask(json!({ "type": "get_group_history", "group_id": "class_01" })).await;
    assert_eq!((&page["type"], contents(&page)), (&json!("group_message_history"), vec![]));
}

#[tokio::test]
async fn whoever_sends_too_much_is_told_when_to_go_on() {
    let server = chat_server_with(&[("RATE_LIMIT_CHAT", "2/60")]).await;
    let one = server.register("240101").await;
    server.register("240102").await;
    let mut a = server.connect(&one).await;
    a.ask(json!({ "type": "text", "content": "一" })).await;
    assert_eq!(
        one.post("/api/chat/messages", &json!({ "room": "public", "content": "二" })).await.status,
        200
    );
    let refused = a.ask(json!({ "type": "private_message", "target_user_id": "240102", "content": "三", "temp_id": "t3" })).await;
    assert_eq!(
        (&refused["type"], &refused["code"], &refused["temp_id"]),
        (&json!("error"), &json!(429), &json!("t3"))
    );
    let wait = refused["retry_after"].as_u64().unwrap();
    server.advance(wait);
    assert_eq!(a.ask(json!({ "type": "text", "content": "四" })).await["type"], "message_sent");
}

#[tokio::test]
async fn the_same_temp_id_from_two_devices_is_one_message() {
    let server = chat_server().await;
    let one = server.register("240101").await;
    let (mut phone, mut tablet) = (server.connect(&one).await, server.connect(&one).await);
    let (a, b) = tokio::join!(
        phone.ask(json!({ "type": "text", "content": "一", "temp_id": "same" })),
        tablet.ask(json!({ "type": "text", "content": "二", "temp_id": "same" }))
    );
    assert_eq!(a["message"]["id"], b["message"]["id"]);
    assert_eq!([&a, &b].iter().filter(|sent| sent["repeated"] == true).count(), 1);
    let heard = phone.drain().await.into_iter().chain(tablet.drain().await);
    assert!(heard.filter(|frame| frame["type"] == "new_message").count() <= 2, "each device hears it once");
}

#[tokio::test]
async fn what_other_features_tell_comes_over_the_same_socket() {
    use kernel::Feature;
    use kernel::apps::AppEvent;
    use kernel::events::{Audience, NewEvent};
    let notes = Feature { name: "notes", ..Feature::EMPTY };
    let server = SocketServer::with(&[moderation::FEATURE, FEATURE, notes], &[]).await;
    let (one, two, _) = three(&server).await;
    let (mut a, mut b) = (server.connect(&one).await, server.connect(&two).await);
    let told = server.app.write(move |tx| {
        let user = kernel::user::UserId::parse("240101").unwrap();
        let switched =
            AppEvent::Switched { app_name: "gomoku".into(), enabled: false, updated_by: user, class: None };
        tx.emit(NewEvent::new(&switched, Audience::All))?;
        let changed = NewEvent {
            feature: "notes",
            kind: "changed".into(),
            polled: false,
            audience: Audience::User(user),
            actor: None,
            subject: "7",
            data: json!({}),
        };
        tx.emit(changed)?;
        Ok(())
    });
    told.await.unwrap();
    one.post("/api/realtime/publish", &json!({ "event": "app.updated", "payload": { "n": 1 } })).await.data();
    for socket in [&mut a, &mut b] {
        let control = socket.next_of("market_app_control_changed").await;
        assert_eq!((&control["appName"], &control["enabled"]), (&json!("gomoku"), &json!(false)));
        let published = socket.next_of("extension_event").await;
        assert_eq!((&published["event"], &published["sender_id"]), (&json!("app.updated"), &json!("240101")));
    }
    let mut again = server.connect_at(&one, "&since_seq=0").await.0;
    assert_eq!(again.next_of("notes_changed").await["id"], "7");
    assert!(b.drain().await.iter().all(|frame| frame["type"] != "notes_changed"));
}
