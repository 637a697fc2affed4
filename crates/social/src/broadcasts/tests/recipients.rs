//! Who has seen one, and who was not there to.

use super::*;
use crate::broadcasts::MANAGE_BROADCASTS;

async fn recipients(client: &Client, sent: &Value, query: &str) -> Value {
    let path = format!("/api/admin/broadcasts/{}/seen{query}", sent["id"].as_str().unwrap());
    client.get(&path).await.data()
}

#[tokio::test]
async fn its_sender_sees_by_name_who_has_not_seen_it_and_who_has() {
    let portal = portal().await;
    let (class_admin, alice, bob) =
        (portal.class_admin().await, portal.member().await, portal.register("240101").await);
    portal.register("240102").await;
    portal.register("240201").await;
    let urgent = json!({ "content": "集合", "priority": "urgent" });
    let sent = send(&class_admin, urgent).await;
    alice.post_empty(&seen(&sent)).await.data();
    portal.advance(5);
    bob.post_empty(&seen(&sent)).await.data();
    class_admin.post_empty(&seen(&sent)).await.data();

    let all = recipients(&class_admin, &sent, "").await;
    let member = |id: &str, at: Value| json!({ "user_id": id, "net_name": format!("net-{id}"), "real_name": format!("实名{id}"), "seen_at": at });
    let expected = json!([
        member("240102", Value::Null),
        member("240111", "2026-09-01T00:00:00.000Z".into()),
        member("240101", "2026-09-01T00:00:05.000Z".into()),
    ]);
    assert_eq!(all["members"], expected, "neither the sender nor another class");
    assert_eq!((&all["reached"], &all["total"]), (&json!(2), &json!(3)));
    let second = recipients(&class_admin, &sent, "?page=2&limit=2").await;
    assert_eq!((&second["members"][0]["user_id"], &second["total"]), (&json!("240101"), &json!(3)));
    let listed = &class_admin.get("/api/admin/broadcasts").await.data()["broadcasts"][0];
    assert_eq!((&listed["reached"], &listed["audience_size"]), (&json!(2), &json!(3)), "the same counts");
}

#[tokio::test]
async fn names_are_for_those_who_may_take_it_back() {
    let portal = portal().await;
    let officer = portal.officer(&[&MANAGE_BROADCASTS]).await;
    let (admin, member) = (portal.admin().await, portal.member().await);
    let sent = send(&admin, json!({ "content": "a", "audience": { "classes": ["01"] } })).await;
    let path = format!("/api/admin/broadcasts/{}/seen", sent["id"].as_str().unwrap());
    for client in [&officer, &member] {
        assert_eq!(client.get(&path).await.refusal(), "403 无权限执行此操作");
    }
    assert_eq!(admin.get("/api/admin/broadcasts/0/seen").await.status.as_u16(), 404);
    assert_eq!(recipients(&admin, &sent, "").await["total"], 2);
}

#[tokio::test]
async fn whoever_registers_later_neither_gets_it_nor_is_counted() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let sent = send(&admin, json!({ "content": "昨天" })).await;
    portal.advance(1);
    let late = portal.register("240102").await;
    assert!(newest(&late).await.is_empty());
    assert_eq!(newest(&alice).await.len(), 1);
    late.post_empty(&seen(&sent)).await.data();
    let listed = &admin.get("/api/admin/broadcasts").await.data()["broadcasts"][0];
    assert_eq!((&listed["reached"], &listed["audience_size"]), (&json!(0), &json!(1)));
    send(&admin, json!({ "content": "今天" })).await;
    assert_eq!(newest(&late).await.len(), 1);
}

#[tokio::test]
async fn whoever_registers_while_an_urgent_one_lasts_gets_it() {
    let portal = portal().await;
    let admin = portal.admin().await;
    send(&admin, json!({ "content": "马上到操场集合", "priority": "urgent" })).await;
    portal.advance(1);
    let late = portal.register("240102").await;
    assert_eq!(newest(&late).await.len(), 1);
    portal.advance(3600);
    assert!(newest(&late).await.is_empty());
}
