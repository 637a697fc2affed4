//! Two nodes on one database.

use kernel::testing::TestSetup;

use super::*;

#[tokio::test]
async fn two_nodes_publish_what_is_planned_once() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let features: Vec<_> = identity::FEATURES
        .iter()
        .copied()
        .chain([realtime::FEATURE, crate::chat::FEATURE, FEATURE])
        .collect();
    let setup = TestSetup {
        features: &features,
        accounts: identity::accounts,
        variables: &[("ADMIN_USER_IDS", "240000")],
    };
    let other = portal.second_node(setup).await;
    for number in 0..20 {
        write(&admin, json!({ "title": format!("{number}"), "publish_at": "2026-09-01T01:00:00Z" })).await;
    }
    portal.advance(3600);
    until_published(&portal, 20).await;
    for _ in 0..20 {
        portal.advance(5);
        tokio::task::yield_now().await;
    }
    assert_eq!(events(&portal, "published").await.len(), 20);
    let there = other.anonymous().bearing(&alice.token().unwrap());
    assert_eq!(titles(&there).await.len(), 20);
    other.app.stop().await;
}
