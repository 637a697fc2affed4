//! What apps keep for members.

use serde_json::json;

use super::{Catalog, install, portal_with};

#[tokio::test]
async fn what_an_app_keeps_for_a_member_is_theirs_alone() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let portal = portal_with(&catalog).await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    install(&admin, "hello").await.data();
    let path = "/api/market/storage/hello";
    alice.put(path, &json!({ "set": { "best": 7, "board": [[1, null], { "text": "你好" }] } })).await.data();
    alice.put(path, &json!({ "set": { "best": 9 }, "remove": ["nothing"] })).await.data();
    let values = alice.get(path).await.data()["values"].clone();
    assert_eq!(values, json!({ "best": 9, "board": [[1, null], { "text": "你好" }] }));
    assert_eq!(admin.get(path).await.data()["values"], json!({}));
    alice.put(path, &json!({ "remove": ["board"] })).await.data();
    assert_eq!(alice.get(path).await.data()["values"], json!({ "best": 9 }));
    assert_eq!(alice.get("/api/market/storage/other").await.status, 404);
}

#[tokio::test]
async fn the_storage_of_a_member_is_bounded() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    install(&admin, "hello").await.data();
    let put = async |body| admin.put("/api/market/storage/hello", &body).await.status.as_u16();
    assert_eq!(put(json!({ "set": { "a": "x".repeat(60_000) } })).await, 200);
    assert_eq!(put(json!({ "set": { "b": "x".repeat(6_000) } })).await, 413);
    assert_eq!(put(json!({ "set": { "b": "x".repeat(6_000) }, "remove": ["a"] })).await, 200);
    let many: serde_json::Map<_, _> = (0..100).map(|number| (format!("k{number}"), json!(1))).collect();
    assert_eq!(put(json!({ "set": many })).await, 413);
    for key in ["", "x\0y", &"k".repeat(101)] {
        assert_eq!(put(json!({ "set": { key: 1 } })).await, 400, "{key:?}");
    }
}
