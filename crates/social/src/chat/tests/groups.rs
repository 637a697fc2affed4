//! Groups: who may make, join, leave and end them.

use axum::http::StatusCode;
use serde_json::json;

use super::{contents, events, group, portal, send_message, try_send_message, two};

#[tokio::test]
async fn a_group_is_joined_by_invitation_alone() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let carol = portal.register("240103").await;
    let id = group(&alice, &["240102"]).await;
    let at = |verb: &str| format!("/api/chat/groups/{id}{verb}");

    let unknown = "/api/chat/groups/group_0198f2b4-3c1d-7e55-8a11-1b2c3d4e5f60/join";
    assert_eq!(carol.post_empty(&at("/join")).await.refusal(), "403 只能通过成员邀请加入群组");
    assert_eq!(
        carol.post_empty(unknown).await.refusal(),
        "403 只能通过成员邀请加入群组",
        "guessing tells nothing"
    );
    assert_eq!(
        carol.post(&at("/invite"), &json!({ "invite_user_id": "240103" })).await.refusal(),
        "403 你不是该聊天室的成员"
    );
    for (method, verb) in
        [("GET", ""), ("GET", "/members"), ("PATCH", ""), ("DELETE", ""), ("POST", "/leave")]
    {
        let body = json!({ "group_name": "x" });
        let body = (method == "PATCH").then_some(&body);
        assert_eq!(
            carol.send(method.parse().unwrap(), &at(verb), body).await.status,
            StatusCode::FORBIDDEN,
            "{method} {verb}"
        );
    }
    assert_eq!(try_send_message(&carol, &id, "x").await.status, StatusCode::FORBIDDEN);

    send_message(&alice, &id, "早").await;
    bob.post(&at("/invite"), &json!({ "invite_user_id": "240103" })).await.data();
    bob.post(&at("/invite"), &json!({ "user_ids": ["240103"] })).await.data();
    assert_eq!(carol.post_empty(&at("/join")).await.data()["member_count"], 3);
    assert_eq!(contents(&carol, &id).await, ["早"]);
    let joined = events(&portal).await.iter().filter(|event| event.name() == "chat.member_joined").count();
    assert_eq!(joined, 1);
    portal.settle().await;
    assert_eq!(
        portal.app.groups.of(&kernel::user::UserId::parse("240103").unwrap()),
        [id.replace("group_", "")]
    );
}

#[tokio::test]
async fn what_is_the_owners_is_nobody_elses() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    portal.register("240103").await;
    let id = group(&alice, &["240102", "240103"]).await;
    let at = |verb: &str| format!("/api/chat/groups/{id}{verb}");
    let owner_only = "403 只有群主可以执行此操作";
    assert_eq!(bob.patch(&at(""), &json!({ "group_name": "x" })).await.refusal(), owner_only);
    assert_eq!(bob.delete(&at("")).await.refusal(), owner_only);
    assert_eq!(bob.post(&at("/kick"), &json!({ "target_user_id": "240103" })).await.refusal(), owner_only);
    assert_eq!(bob.post(&at("/transfer"), &json!({ "new_owner_id": "240102" })).await.refusal(), owner_only);
    assert_eq!(
        bob.put(&at("/announcement"), &json!({ "announcement": "x" })).await.refusal(),
        "403 无权限执行此操作"
    );

    assert_eq!(
        alice.patch(&at(""), &json!({ "group_name": "化学小组" })).await.data()["group_name"],
        "化学小组"
    );
    alice.put(&at("/announcement"), &json!({ "announcement": "周五考试" })).await.data();
    assert_eq!(
        alice.put(&at("/announcement"), &json!({ "announcement": "长".repeat(501) })).await.status,
        StatusCode::BAD_REQUEST
    );
    let shown = bob.get(&at("")).await.data();
    assert_eq!(
        (&shown["announcement"], &shown["announced_by"], &shown["is_class_group"]),
        (&json!("周五考试"), &json!("240101"), &json!(false))
    );

    assert_eq!(alice.post_empty(&at("/leave")).await.refusal(), "409 群主须先转让群组才能退出");
    assert_eq!(
        alice.post(&at("/kick"), &json!({ "target_user_id": "240101" })).await.status,
        StatusCode::CONFLICT
    );
    assert_eq!(
        alice.post(&at("/transfer"), &json!({ "new_owner_id": "240199" })).await.refusal(),
        "404 用户不存在"
    );
    assert_eq!(
        alice.post(&at("/transfer"), &json!({ "new_owner_id": "240102" })).await.data()["creator_id"],
        "240102"
    );
    alice.post_empty(&at("/leave")).await.data();
    assert_eq!(try_send_message(&alice, &id, "x").await.status, StatusCode::FORBIDDEN);
    bob.post(&at("/kick"), &json!({ "target_user_id": "240103" })).await.data();
    assert_eq!(
        bob.post(&at("/kick"), &json!({ "target_user_id": "240103" })).await.refusal(),
        "404 用户不存在"
    );
    bob.delete(&at("")).await.data();
    assert_eq!(bob.get(&at("")).await.status, StatusCode::FORBIDDEN);
    assert_eq!(try_send_message(&bob, &id, "x").await.status, StatusCode::FORBIDDEN);
    portal.settle().await;
    assert!(portal.app.groups.of(&kernel::user::UserId::parse("240102").unwrap()).is_empty());
}

#[tokio::test]
async fn class_rooms_and_the_public_one_are_not_groups_to_change() {
    let portal = portal().await;
    let (alice, _) = two(&portal).await;
    let lead = portal.class_admin().await;
    for room in ["class_01", "public"] {
        let at = |verb: &str| format!("/api/chat/groups/{room}{verb}");
        let fixed = "403 班级群和公共聊天室不能执行此操作";
        for client in [&alice, &lead] {
            assert_eq!(client.post_empty(&at("/leave")).await.refusal(), fixed);
            assert_eq!(client.patch(&at(""), &json!({ "group_name": "x" })).await.refusal(), fixed);
            assert_eq!(client.delete(&at("")).await.refusal(), fixed);
            assert_eq!(
                client.post(&at("/kick"), &json!({ "target_user_id": "240102" })).await.refusal(),
                fixed
            );
            assert_eq!(
                client.post(&at("/invite"), &json!({ "invite_user_id": "240102" })).await.refusal(),
                fixed
            );
            assert_eq!(
                client.post(&at("/transfer"), &json!({ "new_owner_id": "240102" })).await.refusal(),
                fixed
            );
        }
    }
    lead.put("/api/chat/groups/class_01/announcement", &json!({ "announcement": "班会" })).await.data();
    assert_eq!(
        alice.put("/api/chat/groups/class_01/announcement", &json!({ "announcement": "x" })).await.status,
        StatusCode::FORBIDDEN
    );
    let groups = alice.get("/api/chat/groups").await.data();
    let class = &groups["groups"][0];
    assert_eq!(
        (&class["group_id"], &class["group_name"], &class["announcement"]),
        (&json!("class_01"), &json!("01班"), &json!("班会"))
    );
    assert_eq!(
        (&class["member_count"], &class["is_class_group"], &class["creator_id"]),
        (&json!(3), &json!(true), &json!(null))
    );
}

#[tokio::test]
async fn groups_survive_a_restart_in_memory_too() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let id = group(&alice, &["240102"]).await;
    let portal = portal.restart(&[]).await;
    let user = kernel::user::UserId::parse("240102").unwrap();
    assert_eq!(portal.app.groups.of(&user), [id.replace("group_", "")]);
    drop((alice, bob));
    let bob = portal.client_of(user).await;
    send_message(&bob, &id, "还在").await;
    assert_eq!(contents(&bob, &id).await, ["还在"]);
}

#[tokio::test]
async fn a_new_group_stands_at_its_time_in_the_list() {
    let portal = portal().await;
    let (alice, _bob) = two(&portal).await;
    let order = || async {
        let rooms = alice.get("/api/chat/rooms").await.data()["rooms"].as_array().unwrap().clone();
        rooms.iter().map(|room| room["room_id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    send_message(&alice, "public", "早").await;
    // The first list makes the room of the class.
    order().await;
    portal.advance(60);
    let made = group(&alice, &["240102"]).await;
    assert_eq!(order().await.first(), Some(&made));
    portal.advance(60);
    send_message(&alice, "public", "好").await;
    assert_eq!(order().await[..2], ["public".to_owned(), made]);
}
