//! What members agree to before a page opens.

use serde_json::json;

use super::*;

#[tokio::test]
async fn a_page_opens_after_the_member_has_agreed_to_what_it_is_now() {
    let portal = portal().await;
    let (alice, bob, head) =
        (portal.member().await, portal.register("240102").await, portal.class_admin().await);
    let program = Program::with_page(&head, &["data:read", "user:read", "message:write"]).await;
    let missing = async |client: &Client| {
        let answer = client.post_empty(&program.page("/token")).await;
        (answer.status.as_u16(), answer.json()["slug"].as_str().unwrap_or_default().to_owned())
    };
    let no_consent = (403, "integration_page_consent_missing".to_owned());
    assert_eq!(missing(&alice).await, no_consent);
    assert_eq!(pages(&alice).await[0]["scopes"], json!(["data:read", "user:read"]), "what concerns a page");

    for other in [
        json!({ "origin": "https://other.example", "scopes": ["data:read", "user:read"] }),
        json!({ "origin": PAGE, "scopes": ["data:read", "user:read"] }),
        json!({ "origin": ORIGIN, "scopes": ["data:read"] }),
        json!({ "origin": ORIGIN, "scopes": ["data:read", "user:read", "app:read"] }),
        json!({ "origin": ORIGIN, "scopes": ["data:read", "user:read", "message:write"] }),
        json!({ "origin": ORIGIN, "scopes": [] }),
    ] {
        let answer = alice.put(&program.page("/consent"), &other).await;
        assert_eq!(
            (answer.status.as_u16(), answer.json()["slug"].as_str()),
            (409, Some("integration_page_changed"))
        );
    }
    assert_eq!(alice.put(&program.page("/consent"), &json!({ "origin": ORIGIN })).await.status, 400);
    assert_eq!(missing(&alice).await, no_consent);

    let exact = json!({ "origin": ORIGIN, "scopes": ["data:read", "user:read"] });
    alice.put(&program.page("/consent"), &exact).await.data();
    alice.put(&program.page("/consent"), &exact).await.data();
    assert!(has_agreed(&alice, &program).await);
    assert_eq!(missing(&alice).await.0, 200);
    assert!(!has_agreed(&bob, &program).await, "each member for themselves");
    assert_eq!(missing(&bob).await, no_consent);
}

#[tokio::test]
async fn a_page_that_learns_more_or_moves_is_asked_about_again() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let program = Program::with_page(&head, &["data:read"]).await;
    agree(&alice, &program).await;
    let after = async |change: Value| {
        head.put(&program.path(), &change).await.data();
        let opens = alice.post_empty(&program.page("/token")).await.status == 200;
        assert_eq!(has_agreed(&alice, &program).await, opens);
        opens
    };
    assert!(
        after(json!({ "scopes": ["data:read", "message:write", "data:write"] })).await,
        "no page's business"
    );
    assert!(after(json!({ "pageUrl": format!("{ORIGIN}/elsewhere") })).await, "the same origin");
    for scope in ["app:read", "app:write", "user:read", "notification:write", "countdown:read"] {
        assert!(!after(json!({ "scopes": ["data:read", scope] })).await, "{scope}");
        assert!(after(json!({ "scopes": ["data:read"] })).await, "as it was");
    }
    head.put(&program.path(), &json!({ "scopes": ["data:read", "user:read"] })).await.data();
    agree(&alice, &program).await;
    assert!(after(json!({ "scopes": ["data:read"] })).await, "narrowed");
    assert!(after(json!({ "scopes": ["message:read"] })).await, "no scope of a page left");
    assert!(after(json!({ "scopes": ["data:read", "user:read"] })).await, "no wider than what was agreed to");
    let moved = json!({ "origins": [ORIGIN, "https://other.example"], "pageUrl": "https://other.example/" });
    assert!(!after(moved).await, "another origin");
    assert!(after(json!({ "pageUrl": PAGE })).await, "back again");
}

#[tokio::test]
async fn agreement_is_taken_back_and_is_for_those_who_see_the_page() {
    let portal = portal().await;
    let (alice, bob, carol) =
        (portal.member().await, portal.register("240102").await, portal.register("240201").await);
    let head = portal.class_admin().await;
    let program = Program::with_page(&head, &["data:read"]).await;
    for viewer in [&alice, &bob] {
        agree(viewer, &program).await;
    }
    alice.delete(&program.page("/consent")).await.data();
    alice.delete(&program.page("/consent")).await.data();
    assert!(!has_agreed(&alice, &program).await);
    assert_eq!(alice.post_empty(&program.page("/token")).await.status, 403);
    assert!(has_agreed(&bob, &program).await);

    let exact = json!({ "origin": ORIGIN, "scopes": ["data:read"] });
    assert_eq!(carol.put(&program.page("/consent"), &exact).await.status, 404);
    carol.delete(&program.page("/consent")).await.data();
    assert!(has_agreed(&bob, &program).await, "it was hers alone");
    head.put(&program.path(), &json!({ "active": false })).await.data();
    bob.delete(&program.page("/consent")).await.data();
    head.put(&program.path(), &json!({ "active": true })).await.data();
    assert!(!has_agreed(&bob, &program).await, "taken back while the page was not shown");
    for nothing in ["0", "999", "x", "-1", "99999999999999999999"] {
        assert_eq!(alice.put(&format!("{PAGES}/{nothing}/consent"), &exact).await.status, 404, "{nothing}");
    }
    assert_eq!(exported(&portal, "240201").await, None);
}

#[tokio::test]
async fn members_have_a_copy_of_what_they_agreed_to_and_it_goes_with_them_and_with_the_integration() {
    let portal = portal().await;
    let (alice, bob, head, admin) = (
        portal.member().await,
        portal.register("240102").await,
        portal.class_admin().await,
        portal.admin().await,
    );
    let program = Program::with_page(&head, &["data:read", "user:read"]).await;
    let other = Program::with_page(&admin, &["data:read"]).await;
    for viewer in [&alice, &bob] {
        agree(viewer, &program).await;
    }
    agree(&alice, &other).await;
    let agreed = |program: &Program, scopes: &str| {
        json!({ "integration_id": program.id, "origin": ORIGIN, "scopes": scopes,
                "created_at": "2026-09-01T00:00:00.000Z" })
    };
    let expected = json!({ "integrations": [], "page_consents":
                           [agreed(&program, "data:read user:read"), agreed(&other, "data:read")] });
    assert_eq!(exported(&portal, "240111").await, Some(expected));
    let own = exported(&portal, "240100").await.unwrap();
    assert_eq!((&own["integrations"][0]["pageUrl"], &own["page_consents"]), (&json!(PAGE), &json!([])));
    assert!(!own.to_string().contains(&program.secret));

    head.delete(&program.path()).await.data();
    assert_eq!(exported(&portal, "240102").await, None, "revoked for good");
    admin.delete("/api/admin/users/240111").await.data();
    assert_eq!(exported(&portal, "240111").await, None);
    let anew = portal.register("240111").await;
    assert!(!has_agreed(&anew, &other).await, "whoever has the number next is asked");
}

#[tokio::test]
async fn agreement_goes_with_an_erased_owner() {
    let portal = portal().await;
    let (bob, head, admin) =
        (portal.register("240102").await, portal.class_admin().await, portal.admin().await);
    let program = Program::with_page(&head, &["data:read"]).await;
    agree(&bob, &program).await;
    admin.delete("/api/admin/users/240100").await.data();
    assert_eq!(exported(&portal, "240102").await, None);
}
