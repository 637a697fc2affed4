//! Two nodes on one database.

use kernel::testing::TestSetup;

use super::*;

#[tokio::test]
async fn two_nodes_publish_what_is_planned_once() {
    let house = house().await;
    let (admin, alice) = (house.admin().await, house.member().await);
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
    let other = house.second_node(setup).await;
    for number in 0..20 {
        write(&admin, json!({ "title": format!("{number}"), "publish_at": "2026-09-01T01:00:00Z" })).await;
    }
    house.advance(3600);
    until_published(&house, 20).await;
    for _ in 0..20 {
        house.advance(5);
        tokio::task::yield_now().await;
    }
    assert_eq!(events(&house, "published").await.len(), 20);
    let there = other.anonymous().bearing(&alice.token().unwrap());
    assert_eq!(titles(&there).await.len(), 20);
    other.app.stop().await;
}
