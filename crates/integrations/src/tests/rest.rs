//! Calls with the secret of an integration.

use serde_json::json;

use super::{Program, portal, portal_with};

#[tokio::test]
async fn a_secret_opens_what_its_scopes_name_and_nothing_else() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let (reader, writer) =
        (Program::issue(&head, &["user:read"]).await, Program::issue(&head, &["user:write"]).await);
    let (reader, writer) = (reader.client(&portal), writer.client(&portal));
    let change = json!({ "info": { "signature": "早上好" } });

    assert_eq!(reader.get("/api/user/profile").await.data()["user_id"], "240100");
    let refused = reader.patch("/api/user/profile", &change).await;
    assert_eq!((refused.status.as_u16(), refused.json()["slug"].as_str()), (403, Some("scope_missing")));
    assert_eq!(writer.get("/api/user/profile").await.status, 403);
    assert_eq!(writer.patch("/api/user/profile", &change).await.data()["info"]["signature"], "早上好");
    let renamed = writer.patch("/api/user/profile", &json!({ "net_name": "别的名字" })).await;
    assert_eq!(renamed.status, 403, "the profile fields alone");

    for closed in
        ["/api/user/settings", "/api/auth/check-status", "/api/admin/users", "/api/integrations/tokens"]
    {
        let refused = reader.get(closed).await;
        assert_eq!(
            (refused.status.as_u16(), refused.json()["slug"].as_str()),
            (403, Some("no_scope_opens")),
            "{closed}"
        );
    }
}

#[tokio::test]
async fn a_secret_is_read_from_the_authorization_header_alone() {
    let portal = portal().await;
    let program = Program::issue(&portal.class_admin().await, &["user:read"]).await;
    let anonymous = portal.anonymous();
    assert_eq!(anonymous.get(&format!("/api/user/profile?token={}", program.secret)).await.status, 401);
    assert_eq!(anonymous.clone().with_cookie(&program.secret).get("/api/user/profile").await.status, 401);
    assert_eq!(anonymous.clone().bearing(&program.token).get("/api/user/profile").await.status, 401);
    let wrong = anonymous.clone().bearing(&"0".repeat(128)).get("/api/user/profile").await;
    assert_eq!((wrong.status.as_u16(), wrong.json()["slug"].as_str()), (401, Some("credential_invalid")));
}

#[tokio::test]
async fn calls_draw_from_the_limit_of_the_integration_and_not_from_that_of_its_owner() {
    let portal = portal_with(&[("RATE_LIMIT_INTEGRATION", "2/60"), ("RATE_LIMIT_USER", "3/60")]).await;
    let head = portal.class_admin().await;
    let (one, two) =
        (Program::issue(&head, &["user:read"]).await, Program::issue(&head, &["user:read"]).await);
    let client = one.client(&portal);
    for _ in 0..2 {
        assert_eq!(client.get("/api/user/profile").await.header("x-ratelimit-name"), "integration");
    }
    let limited = client.get("/api/user/profile").await;
    assert_eq!((limited.status.as_u16(), limited.header("x-ratelimit-name").as_str()), (429, "integration"));
    assert_eq!(two.client(&portal).get("/api/user/profile").await.status, 200);
    assert_eq!(head.get("/api/user/profile").await.status, 200);
}

#[tokio::test]
async fn an_integration_publishes_under_its_own_name() {
    let portal = portal().await;
    let (head, alice) = (portal.class_admin().await, portal.member().await);
    let program = Program::issue(&head, &["data:write"]).await;
    let server_time = alice.post_empty("/api/realtime/poll/register").await.data()["server_time"].clone();
    let event = json!({ "event": "homework.done", "payload": { "n": 1 }, "app_name": "chat" });
    program.client(&portal).post("/api/realtime/publish", &event).await.data();
    let events = alice.get(&format!("/api/realtime/poll?since={server_time}")).await.data()["events"].clone();
    assert_eq!(
        (&events[0]["event"]["app_name"], &events[0]["event"]["sender_id"]),
        (&json!("作业助手"), &json!("240100"))
    );
    assert_eq!(events[0]["event"]["integration_id"], program.id);
    // A member may take the name, and never the number.
    let event =
        json!({ "event": "homework.done", "payload": 1, "app_name": "docs", "integration_id": program.id });
    alice.post("/api/realtime/publish", &event).await.data();
    let events = alice.get(&format!("/api/realtime/poll?since={server_time}")).await.data()["events"].clone();
    assert_eq!(events[1]["event"]["integration_id"], json!(null));
}
