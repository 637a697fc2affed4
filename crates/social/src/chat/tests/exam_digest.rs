//! What members are told of the chat after an exam.

use identity::exam_digest::send_due;
use kernel::app::iso;

use super::*;

#[tokio::test]
async fn the_rooms_that_have_something_new_since_the_exam_began_are_counted() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let head = portal.class_admin().await;
    portal.settle().await;
    let team = group(&head, &["240101", "240102"]).await;
    let quiet = group(&head, &["240101", "240102"]).await;
    portal.settle().await;
    bob.put(&format!("/api/chat/rooms/{quiet}/settings"), &json!({ "muted": true })).await.data();
    send_message(&head, "class_01", "考试加油").await;
    portal.advance(60);
    let until = iso(portal.app.clock.now_ms() + 60 * 60_000);
    head.put("/api/admin/exam-mode", &json!({ "from": null, "until": until })).await.data();
    portal.advance(60);
    for room in [&*team, &quiet] {
        send_message(&head, room, "下一场在三楼").await;
    }
    alice.post("/api/chat/read", &json!({ "room": team })).await.data();
    portal.advance(60 * 60);
    send_due(&portal.app).await.unwrap();
    let digest = async |client: &Client| inbox(client).await.first().map(|item| item["text"].clone());
    // Bob has muted one, and the message of the class room came before.
    assert_eq!(digest(&bob).await, Some(json!("期间收到：有新消息的聊天 1")));
    assert_eq!(digest(&alice).await, Some(json!("期间收到：有新消息的聊天 1")), "only the other group");
}
