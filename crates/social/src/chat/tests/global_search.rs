//! What the search of all features finds of the chat.

use kernel::http::Caller;
use kernel::search::Query;

use super::*;
use crate::chat::search::global;

async fn found(portal: &TestPortal, client: &Client, text: &str) -> Vec<String> {
    let caller =
        Caller::of_token(&portal.app, &client.token().unwrap(), &kernel::testing::origin()).await.unwrap();
    let query = Query::parse(&portal.app, text).unwrap();
    let hits = portal.app.db.read(move |read| Ok(global::find(read, &caller, &query)?)).await.unwrap();
    hits.into_iter().map(|hit| format!("{} {}", hit.id, hit.title)).collect()
}

#[tokio::test]
async fn rooms_are_found_by_their_names_in_either_language_by_whoever_is_in_them() {
    let portal = portal().await;
    let (alice, bob) = two(&portal).await;
    let stranger = portal.register("240201").await;
    let id = group(&alice, &["240102"]).await;
    portal.settle().await;
    assert_eq!(found(&portal, &alice, "公共").await, ["public 公共聊天室"]);
    assert_eq!(found(&portal, &alice, "public").await, ["public 公共聊天室"]);
    assert_eq!(found(&portal, &alice, "01班").await, ["class_01 01班"]);
    assert_eq!(found(&portal, &stranger, "class").await, ["class_02 02班"]);
    assert_eq!(found(&portal, &bob, "物理").await, [format!("{id} 物理小组")]);
    assert!(found(&portal, &stranger, "物理").await.is_empty(), "not by outsiders");

    alice.post(&format!("/api/chat/groups/{id}/kick"), &json!({ "target_user_id": "240102" })).await.data();
    assert!(found(&portal, &bob, "物理").await.is_empty(), "nor by whoever was taken out");
    alice.delete(&format!("/api/chat/groups/{id}")).await.data();
    assert!(found(&portal, &alice, "物理").await.is_empty(), "nor when it has ended");
}
