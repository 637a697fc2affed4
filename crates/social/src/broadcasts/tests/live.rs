//! What desktops hear.

use super::*;

/// A registration and what it hears from there on.
async fn register(client: &Client) -> (String, i64) {
    let made = client.post_empty("/api/realtime/poll/register").await.data();
    (made["poll_id"].as_str().unwrap().to_owned(), made["seq"].as_i64().unwrap())
}

async fn read_frame(client: &Client, (poll_id, seq): &(String, i64)) -> Vec<Value> {
    let path = format!("/api/realtime/poll?poll_id={poll_id}&since_seq={seq}");
    let answer = client.get(&path).await.data();
    answer["events"].as_array().unwrap().iter().map(|event| event["event"].clone()).collect()
}

/// Publishes something that everyone hears, so that no poll waits.
async fn wake(client: &Client) {
    client.post("/api/realtime/publish", &json!({ "event": "wake" })).await.data();
}

async fn shown(portal: &TestPortal) {
    portal.settle().await;
    let head = portal.app.events.followed();
    while !realtime::testing::is_shown(&portal.app, head) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn the_island_of_those_who_are_meant_hears_it_at_once_in_its_own_shape() {
    let portal = portal().await;
    let (admin, alice, stranger) =
        (portal.admin().await, portal.member().await, portal.register("240201").await);
    let (tab, other) = (register(&alice).await, register(&stranger).await);
    let sent = send(
        &admin,
        json!({ "content": "<b>集合</b>", "priority": "urgent", "audience": { "classes": ["01"] } }),
    )
    .await;
    wake(&admin).await;
    shown(&portal).await;

    let heard = read_frame(&alice, &tab).await;
    assert_eq!(heard[0]["type"], "super_island_notification");
    assert_eq!(
        heard[0]["notification"],
        json!({ "type": "broadcast", "id": sent["id"], "content": "<b>集合</b>", "priority": "urgent",
                "sender_name": sent["sender_name"], "sender_real_name": sent["sender_name"].as_str().unwrap().replace("net-", "实名"),
                "created_at": "2026-09-01T00:00:00.000Z", "expires_at": "2026-09-01T00:10:00.000Z" })
    );
    assert_eq!(read_frame(&stranger, &other).await.len(), 1, "the wake-up alone");

    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 100)?)).await.unwrap();
    assert!(events.iter().all(|event| !event.data.contains("集合")), "the log holds no words");
    let told = events.iter().filter(|event| event.name() == "broadcasts.sent");
    assert_eq!(told.map(|event| event.audience.as_str()).collect::<Vec<_>>(), ["class:01"], "one row");
}

#[tokio::test]
async fn a_desktop_that_comes_late_never_gets_the_words_of_one_that_was_taken_back() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let tab = register(&alice).await;
    let sent = send(&admin, json!({ "content": "写错了" })).await;
    shown(&portal).await;
    admin.post_empty(&format!("/api/admin/broadcasts/{}/end", sent["id"].as_str().unwrap())).await.data();
    shown(&portal).await;
    let heard = read_frame(&alice, &tab).await;
    assert_eq!(heard.len(), 1);
    assert_eq!((&heard[0]["type"], &heard[0]["id"]), (&json!("broadcast_ended"), &sent["id"]));

    let portal = portal.restart(&[]).await;
    let alice = portal.client_of(id("240111")).await;
    register(&alice).await;
    let late = alice.get("/api/realtime/poll?since_seq=0").await.data();
    assert!(!late.to_string().contains("写错了"));
}

#[tokio::test]
async fn what_a_member_has_seen_on_one_device_is_told_to_their_others_alone_and_once() {
    let portal = portal().await;
    let (admin, alice, bob) = (portal.admin().await, portal.member().await, portal.register("240102").await);
    let sent = send(&admin, json!({ "content": "集合", "priority": "important" })).await;
    shown(&portal).await;
    let (tab, other) = (register(&alice).await, register(&bob).await);
    let path = seen(&sent);
    futures_util::future::join_all((0..50).map(|_| alice.post_empty(&path))).await;
    wake(&admin).await;
    shown(&portal).await;

    let heard = read_frame(&alice, &tab).await;
    assert_eq!(heard.len(), 2, "one word for fifty, and the wake-up");
    assert_eq!((&heard[0]["type"], &heard[0]["id"]), (&json!("broadcast_seen"), &sent["id"]));
    assert_eq!(read_frame(&bob, &other).await.len(), 1, "the wake-up alone");

    // Whom it is for still gets the words afterwards.
    let late = bob.get("/api/realtime/poll?since_seq=0").await.data();
    assert!(late.to_string().contains("集合"));
}

#[tokio::test]
async fn members_cannot_speak_in_its_name() {
    let portal = portal().await;
    let alice = portal.member().await;
    for event in [
        "super_island_notification",
        "broadcast_ended",
        "broadcast_seen",
        "market_app_control_changed",
        "user_typing",
    ] {
        let answer = alice.post("/api/realtime/publish", &json!({ "event": event })).await;
        assert_eq!(answer.status.as_u16(), 403, "{event}");
    }
}
