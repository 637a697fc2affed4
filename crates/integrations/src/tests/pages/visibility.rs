//! Who sees a page.

use kernel::user::Ban;
use realtime::testing::SocketServer;
use serde_json::json;

use super::*;

/// MemberCache of two classes, and those above them.
struct MemberCache {
    alice: Client,
    bob: Client,
    carol: Client,
    head: Client,
    admin: Client,
}

impl MemberCache {
    async fn of(portal: &TestPortal) -> Self {
        Self {
            alice: portal.member().await,
            bob: portal.register("240102").await,
            carol: portal.register("240201").await,
            head: portal.class_admin().await,
            admin: portal.admin().await,
        }
    }

    /// Who sees the page of an integration: a letter each.
    async fn who_sees(&self, program: &Program) -> String {
        let all =
            [('a', &self.alice), ('b', &self.bob), ('c', &self.carol), ('h', &self.head), ('A', &self.admin)];
        let mut who = String::new();
        for (letter, client) in all {
            if sees(client, program).await {
                who.push(letter);
            }
        }
        who
    }
}

#[tokio::test]
async fn a_page_that_was_asked_for_is_for_the_class_of_the_requester_and_for_its_owner() {
    let portal = portal().await;
    let people = MemberCache::of(&portal).await;
    let of_head = Program::asked_for(&people.alice, &people.head, &["data:read"]).await;
    assert_eq!(people.who_sees(&of_head).await, "abh");
    let of_admin = Program::asked_for(&people.alice, &people.admin, &["data:read"]).await;
    assert_eq!(people.who_sees(&of_admin).await, "abhA", "no other class, though an admin owns it");
    let other = Program::asked_for(&people.carol, &people.admin, &["data:read"]).await;
    assert_eq!(people.who_sees(&other).await, "cA");
    assert_eq!(portal.anonymous().get(PAGES).await.status, 401);
}

#[tokio::test]
async fn a_page_that_was_issued_is_for_the_class_of_its_owner_and_that_of_an_admin_for_everybody() {
    let portal = portal().await;
    let people = MemberCache::of(&portal).await;
    let of_class = Program::with_page(&people.head, &["data:read"]).await;
    assert_eq!(people.who_sees(&of_class).await, "abh");
    let of_admin = Program::with_page(&people.admin, &["data:read"]).await;
    assert_eq!(people.who_sees(&of_admin).await, "abchA");
    let own = Program::asked_for(&people.admin, &people.admin, &["data:read"]).await;
    assert_eq!(people.who_sees(&own).await, "abchA", "an admin who approves an own request");
}

#[tokio::test]
async fn a_request_shows_no_page_until_it_is_approved() {
    let portal = portal().await;
    let people = MemberCache::of(&portal).await;
    let asked = people.alice.post("/api/integrations/requests", &wanted_page(&["data:read"])).await.data();
    for client in [&people.alice, &people.head, &people.admin] {
        assert_eq!(pages(client).await, Vec::<Value>::new());
    }
    let request = format!("/api/integrations/requests/{}", asked["id"]);
    people.head.post_empty(&format!("{request}/approve")).await.data();
    assert_eq!(pages(&people.alice).await.len(), 1, "a page needs no secret");
    let refused = people.alice.post("/api/integrations/requests", &wanted_page(&["data:read"])).await.data();
    let request = format!("/api/integrations/requests/{}", refused["id"]);
    people.head.post_empty(&format!("{request}/refuse")).await.data();
    assert_eq!(pages(&people.alice).await.len(), 1);
}

#[tokio::test]
async fn nobody_sees_the_page_of_an_integration_that_is_off_expired_or_revoked() {
    let portal = portal().await;
    let people = MemberCache::of(&portal).await;
    let program = Program::with_page(&people.admin, &["data:read"]).await;
    let without = Program::issue(&people.admin, &["data:read"]).await;
    assert_eq!(people.who_sees(&without).await, "");
    people.admin.put(&program.path(), &json!({ "active": false })).await.data();
    assert_eq!(people.who_sees(&program).await, "");
    people.admin.put(&program.path(), &json!({ "active": true })).await.data();
    assert_eq!(people.who_sees(&program).await, "abchA");

    people.admin.put(&program.path(), &json!({ "ttlDays": 1 })).await.data();
    portal.advance(24 * 60 * 60 - 1);
    assert!(sees(&people.bob, &program).await);
    portal.advance(1);
    assert_eq!(people.who_sees(&program).await, "");
    people.admin.put(&program.path(), &json!({ "ttlDays": 1 })).await.data();
    assert_eq!(people.who_sees(&program).await, "abchA");
    people.admin.delete(&program.path()).await.data();
    assert_eq!(people.who_sees(&program).await, "");
}

#[tokio::test]
async fn a_page_is_gone_while_its_owner_or_who_asked_for_it_is_disabled_and_for_good_when_erased() {
    let portal = portal().await;
    let people = MemberCache::of(&portal).await;
    let program = Program::asked_for(&people.alice, &people.head, &["data:read"]).await;
    for id in ["240100", "240111"] {
        portal.ban(id, Some(Ban::default())).await;
        assert!(!sees(&people.bob, &program).await, "{id}");
        portal.ban(id, None).await;
        assert!(sees(&people.bob, &program).await, "{id}");
    }
    people.admin.delete("/api/admin/users/240111").await.data();
    portal.settle().await;
    assert!(!sees(&people.bob, &program).await, "the requester");
    let program = Program::with_page(&people.head, &["data:read"]).await;
    people.admin.delete("/api/admin/users/240100").await.data();
    assert!(!sees(&people.bob, &program).await, "the owner");
}

#[tokio::test]
async fn no_pages_are_there_while_the_app_is_disabled() {
    let server = SocketServer::of(portal().await).await;
    let (bob, head, admin) =
        (server.register("240102").await, server.class_admin().await, server.admin().await);
    let program = Program::with_page(&head, &["data:read"]).await;
    let page = open(&server, &bob, &program).await;
    server.switch(&admin, "integrations", false).await;
    for path in [PAGES.to_owned(), program.page("/data")] {
        assert_eq!(bob.get(&path).await.status, 404, "{path}");
    }
    assert_eq!(bob.post_empty(&program.page("/token")).await.status, 404);
    assert_eq!(page.get("/api/integration-data").await.status, 404);
    server.switch(&admin, "integrations", true).await;
    assert!(sees(&bob, &program).await);
}
