//! What ends the token of a page before its five minutes are over.

use identity::testing::PASSWORD;
use kernel::user::Ban;
use serde_json::json;

use super::*;

const DATA: &str = "/api/integration-data";

fn ended() -> (u16, String) {
    (401, "credential_invalid".into())
}

#[tokio::test]
async fn a_token_ends_with_the_integration_its_scope_and_its_page() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let program = Program::with_page(&head, &["data:read", "app:read"]).await;
    let page = open(&portal, &alice, &program).await;
    let change = async |change: Value| {
        head.put(&program.path(), &change).await.data();
        refusal(&page, DATA).await
    };
    let holds = (200, String::new());

    assert_eq!(change(json!({ "active": false })).await, ended());
    assert_eq!(change(json!({ "active": true })).await, holds);
    assert_eq!(change(json!({ "scopes": ["app:read"] })).await, (403, "scope_missing".into()));
    assert_eq!(change(json!({ "scopes": ["data:read"] })).await, holds);
    assert_eq!(change(json!({ "pageUrl": format!("{ORIGIN}/elsewhere") })).await, holds);
    let moved = json!({ "origins": [ORIGIN, "https://other.example"], "pageUrl": "https://other.example/" });
    assert_eq!(change(moved).await, ended());
    let token = page.token().unwrap();
    let from_there = portal.anonymous().bearing(&token).with("origin", "https://other.example");
    assert_eq!(refusal(&from_there, DATA).await, ended(), "the page that has come is another one");
    assert_eq!(change(json!({ "pageUrl": PAGE })).await, holds);
    assert_eq!(change(json!({ "pageUrl": "" })).await, ended());
    assert_eq!(change(json!({ "pageUrl": PAGE })).await, holds);
    head.delete(&program.path()).await.data();
    assert_eq!(refusal(&page, DATA).await, ended());
}

#[tokio::test]
async fn a_token_ends_when_the_integration_expires() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let program = Program::with_page(&head, &["data:read"]).await;
    head.put(&program.path(), &json!({ "ttlDays": 1 })).await.data();
    portal.advance(24 * 60 * 60 - 60);
    let page = open(&portal, &alice, &program).await;
    assert_eq!(page.get(DATA).await.status, 200);
    portal.advance(60);
    assert_eq!(refusal(&page, DATA).await, ended());
}

#[tokio::test]
async fn a_token_opens_nothing_while_its_viewer_its_owner_or_its_requester_is_disabled() {
    let portal = portal().await;
    let (alice, bob, head) =
        (portal.member().await, portal.register("240102").await, portal.class_admin().await);
    let program = Program::asked_for(&alice, &head, &["data:read"]).await;
    let page = open(&portal, &bob, &program).await;
    for id in ["240102", "240100", "240111"] {
        let ban = Ban { reason: Some("考试作弊".into()), expires_at: None };
        portal.ban(id, Some(ban)).await;
        let answer = page.get(DATA).await;
        assert_eq!(
            (answer.status.as_u16(), answer.json()["slug"].as_str()),
            (401, Some("credential_invalid"))
        );
        assert!(!answer.text().contains("考试作弊"), "why is not told to a page: {}", answer.text());
        portal.ban(id, None).await;
        assert_eq!(page.get(DATA).await.status, 200, "{id}");
    }
}

#[tokio::test]
async fn a_token_ends_with_the_sessions_of_its_viewer() {
    let portal = portal().await;
    let (alice, bob, head) =
        (portal.member().await, portal.register("240102").await, portal.class_admin().await);
    let program = Program::with_page(&head, &["data:read"]).await;
    let (page, of_bob) = (open(&portal, &alice, &program).await, open(&portal, &bob, &program).await);
    let change = json!({ "old_password": PASSWORD, "new_password": "brand new 2",
                         "confirm_password": "brand new 2" });
    alice.put("/api/user/change-password", &change).await.data();
    assert_eq!(refusal(&page, DATA).await, ended());
    assert_eq!(of_bob.get(DATA).await.status, 200);
    let alice = portal.client_of(UserId::parse("240111").unwrap()).await;
    assert_eq!(open(&portal, &alice, &program).await.get(DATA).await.status, 200);
}

#[tokio::test]
async fn a_token_ends_with_the_account_of_its_viewer_its_owner_and_its_requester() {
    let portal = portal().await;
    let admin = portal.admin().await;
    for (erased, by_request) in [("240102", false), ("240100", false), ("240111", true)] {
        let (alice, bob, head) = (
            portal.member_again("240111").await,
            portal.member_again("240102").await,
            portal.member_again("240100").await,
        );
        let program = match by_request {
            true => Program::asked_for(&alice, &head, &["data:read"]).await,
            false => Program::with_page(&head, &["data:read"]).await,
        };
        let page = open(&portal, &bob, &program).await;
        assert_eq!(page.get(DATA).await.status, 200);
        admin.delete(&format!("/api/admin/users/{erased}")).await.data();
        assert_eq!(refusal(&page, DATA).await, ended(), "{erased}");
        portal.settle().await;
        assert_eq!(refusal(&page, DATA).await, ended(), "{erased}");
    }
}

trait MemberAgain {
    async fn member_again(&self, id: &str) -> Client;
}

impl MemberAgain for TestPortal {
    /// The member of this ID, registered unless there is one.
    async fn member_again(&self, id: &str) -> Client {
        let user = UserId::parse(id).unwrap();
        match self.app.accounts().load(user).await.unwrap() {
            Some(_) => self.client_of(user).await,
            None => self.register(id).await,
        }
    }
}
