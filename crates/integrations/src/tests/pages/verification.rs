//! What the server of a page learns of a token.

use kernel::user::Ban;
use serde_json::json;

use super::*;

const VERIFY: &str = "/api/integration-pages/verify-token";

/// What an integration is told of a token.
async fn ask(client: &Client, token: &str) -> Value {
    client.post(VERIFY, &json!({ "token": token })).await.data()
}

fn invalid() -> Value {
    json!({ "valid": false, "user": null, "origin": null, "scopes": null, "expires_at": null })
}

#[tokio::test]
async fn an_integration_learns_whom_a_token_of_its_page_belongs_to() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let program = Program::with_page(&head, &["user:read", "data:read"]).await;
    let token = open(&portal, &alice, &program).await.token().unwrap();
    let own = program.client(&portal);
    portal.advance(60);
    let expected = json!({
        "valid": true, "user": { "user_id": "240111", "real_name": "实名240111" }, "origin": ORIGIN,
        "scopes": ["data:read"], "expires_at": "2026-09-01T00:05:00.000Z",
    });
    assert_eq!(ask(&own, &token).await, expected);
    portal.advance(4 * 60);
    assert_eq!(ask(&own, &token).await, invalid());
}

#[tokio::test]
async fn the_secret_of_the_integration_and_the_scope_are_needed() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let without = Program::with_page(&head, &["data:read"]).await;
    let page = open(&portal, &alice, &without).await;
    let question = json!({ "token": page.token().unwrap() });
    let slug = async |client: &Client| {
        let answer = client.post(VERIFY, &question).await;
        (answer.status.as_u16(), answer.json()["slug"].as_str().unwrap().to_owned())
    };
    assert_eq!(slug(&without.client(&portal)).await, (403, "scope_missing".into()));
    for client in [&alice, &head] {
        assert_eq!(slug(client).await, (403, "clients_only".into()));
    }
    assert_eq!(slug(&page).await, (403, "scope_missing".into()), "not the page itself");
    assert_eq!(slug(&portal.anonymous()).await.0, 401);
    let program = Program::issue(&head, &["user:read"]).await;
    assert_eq!(program.client(&portal).post(VERIFY, &json!({})).await.status, 400);
}

#[tokio::test]
async fn what_is_no_token_of_the_page_of_the_integration_is_not_valid() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let program = Program::with_page(&head, &["user:read"]).await;
    let other = Program::with_page(&head, &["user:read"]).await;
    let token = open(&portal, &alice, &program).await.token().unwrap();
    let of_other = open(&portal, &alice, &other).await.token().unwrap();
    let own = program.client(&portal);
    assert_eq!(ask(&own, &token).await["valid"], true);

    let session = alice.token().unwrap();
    let (cut, bare) = (token[..token.len() - 4].to_owned(), token["page_".len()..].to_owned());
    let twice = format!("page_{token}");
    let wrong =
        [of_other, session.clone(), format!("page_{session}"), program.secret.clone(), cut, bare, twice];
    for token in wrong.iter().map(String::as_str).chain(["", "page_", "page_v1:", "页面"]) {
        assert_eq!(ask(&own, token).await, invalid(), "{token}");
    }
}

#[tokio::test]
async fn a_token_is_valid_no_longer_than_it_opens_something() {
    let portal = portal().await;
    let (alice, bob, head) =
        (portal.member().await, portal.register("240102").await, portal.class_admin().await);
    let program = Program::asked_for(&alice, &head, &["user:read", "data:read"]).await;
    let token = open(&portal, &bob, &program).await.token().unwrap();
    let own = program.client(&portal);
    portal.ban("240102", Some(Ban::default())).await;
    assert_eq!(ask(&own, &token).await, invalid(), "a disabled viewer");
    portal.ban("240102", None).await;
    assert_eq!(ask(&own, &token).await["valid"], true);

    head.put(&program.path(), &json!({ "scopes": ["user:read"] })).await.data();
    assert_eq!(ask(&own, &token).await["scopes"], json!([]), "what it opens now");
    head.put(&program.path(), &json!({ "pageUrl": "" })).await.data();
    assert_eq!(ask(&own, &token).await, invalid(), "no page");
    head.put(&program.path(), &json!({ "pageUrl": PAGE })).await.data();
    assert_eq!(ask(&own, &token).await["valid"], true);

    let user = UserId::parse("240102").unwrap();
    let admin = portal.admin().await;
    admin.delete("/api/admin/users/240102").await.data();
    assert!(portal.app.accounts().load(user).await.unwrap().is_none());
    assert_eq!(ask(&own, &token).await, invalid(), "a viewer who is gone");
}

#[tokio::test]
async fn who_has_not_agreed_to_be_known_stays_unknown() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let program = Program::with_page(&head, &["data:read"]).await;
    let token = open(&portal, &alice, &program).await.token().unwrap();
    // The owner wants to know more, and asks about a token that was made before anybody agreed to that.
    head.put(&program.path(), &json!({ "scopes": ["data:read", "user:read"] })).await.data();
    let answer = ask(&program.client(&portal), &token).await;
    assert_eq!((&answer["valid"], &answer["user"]), (&json!(true), &json!(null)));
    let token = open(&portal, &alice, &program).await.token().unwrap();
    assert_eq!(ask(&program.client(&portal), &token).await["user"]["user_id"], "240111");
}
