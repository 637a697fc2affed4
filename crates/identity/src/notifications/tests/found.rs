//! The search for one's own notifications.

use search::testing::titles;

use super::*;

#[tokio::test]
async fn ones_own_notifications_are_found_by_their_kind_and_by_who_caused_them() {
    let portal = TestPortal::new(&[search::FEATURE]).await;
    let (alice, bob) = two(&portal).await;
    let found = async |client: &Client, words: &str| titles(&portal.app, client, "notification", words).await;
    tell_from(&portal, "240101", Some(id("240102")), &["240101"]).await;
    assert_eq!(found(&alice, "账号").await, ["你的账号已恢复使用"]);
    assert_eq!(found(&alice, "net-240102").await, ["你的账号已恢复使用"]);
    assert!(found(&bob, "账号").await.is_empty(), "nobody finds another's");
    bob.patch("/api/user/profile", &json!({ "net_name": "小明" })).await.data();
    assert_eq!(found(&alice, "xiaoming").await.len(), 1, "by the new name");
    assert!(found(&alice, "net").await.is_empty());
    assert!(found(&alice, "没有").await.is_empty());
}

#[tokio::test]
async fn what_an_inbox_has_forgotten_is_not_found() {
    let portal = TestPortal::new(&[search::FEATURE]).await;
    let (alice, _) = two(&portal).await;
    tell(&portal, "240101", &["240101"]).await;
    assert_eq!(titles(&portal.app, &alice, "notification", "账号").await.len(), 1);
    portal.advance(91 * 24 * 60 * 60);
    crate::notifications::retention::forget_old(&portal.app).await.unwrap();
    let alice = portal.client_of(id("240101")).await;
    assert!(titles(&portal.app, &alice, "notification", "账号").await.is_empty());
}
