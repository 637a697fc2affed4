//! What integrations are told of announcements.

use identity::testing::TestPortal;
use serde_json::{Value, json};

use super::write;

#[tokio::test]
async fn an_integration_hears_of_announcements_that_its_owner_sees() {
    let features = [realtime::FEATURE, integrations::FEATURE, super::FEATURE];
    let portal = TestPortal::new(&features).await;
    portal.list_classes(&["01", "02"]).await;
    let (admin, head) = (portal.admin().await, portal.class_admin().await);
    let wanted =
        json!({ "name": "a", "scopes": ["notification:write"], "webhookUrl": "http://localhost:9999/" });
    let issued = head.post("/api/integrations/tokens", &wanted).await.data();
    write(&admin, json!({ "title": "一班", "audience": { "classes": ["01"] } })).await;
    write(&admin, json!({ "title": "二班", "audience": { "classes": ["02"] } })).await;
    portal.settle().await;
    portal.app.catch_up("integrations-outbox").await;

    let list = head.get(&format!("/api/integrations/tokens/{}/deliveries", issued["id"])).await.data();
    let deliveries = list["deliveries"].as_array().unwrap();
    assert_eq!((deliveries.len(), &deliveries[0]["event"]), (1, &json!("announcement.published")), "{list}");
    let body: Value = serde_json::from_str(deliveries[0]["body"].as_str().unwrap()).unwrap();
    assert_eq!((&body["data"]["title"], &body["data"]["type"]), (&json!("一班"), &json!("notice")));
}
