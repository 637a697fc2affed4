//! What the token of a page opens, and from where.

use axum::http::Method;
use kernel::secrets::SecretLocation;
use serde_json::json;

use super::*;

const DATA: &str = "/api/integration-data";

fn scope_missing() -> (u16, String) {
    (403, "scope_missing".into())
}

#[tokio::test]
async fn a_token_reads_what_its_scopes_name_for_five_minutes() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let program = Program::with_page(&head, &["data:read", "data:write", "user:read", "app:read"]).await;
    let own = program.client(&portal);
    own.put(&format!("{DATA}/a"), &json!({ "n": 1 })).await.data();
    let page = open(&portal, &alice, &program).await;

    let made = make_token(&alice, &program).await;
    assert!(made["token"].as_str().unwrap().starts_with("page_"), "{made}");
    assert_eq!((&made["scopes"], &made["origin"]), (&json!(["app:read", "data:read"]), &json!(ORIGIN)));
    assert_eq!(made["expires_at"], "2026-09-01T00:05:00.000Z");
    assert_eq!(page.get(DATA).await.data(), own.get(DATA).await.data());
    assert_eq!(page.get(&format!("{DATA}/a")).await.data()["value"], json!({ "n": 1 }));
    assert_eq!(page.get(&format!("{DATA}/b")).await.status, 404);

    portal.advance(5 * 60 - 1);
    assert_eq!(page.get(DATA).await.status, 200);
    portal.advance(1);
    assert_eq!(refusal(&page, DATA).await, (401, "credential_invalid".into()));
    let again = portal.anonymous().bearing(make_token(&alice, &program).await["token"].as_str().unwrap());
    assert_eq!(again.with("origin", ORIGIN).get(DATA).await.status, 200);
}

#[tokio::test]
async fn a_token_reads_the_data_of_its_own_integration_and_holds_after_a_restart() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let one = Program::with_page(&head, &["data:read", "data:write"]).await;
    let other = Program::with_page(&head, &["data:read", "data:write"]).await;
    one.client(&portal).put(&format!("{DATA}/a"), &json!(1)).await.data();
    let (page, of_other) = (open(&portal, &alice, &one).await, open(&portal, &alice, &other).await);
    assert_eq!(page.get(&format!("{DATA}/a")).await.data()["value"], 1);
    assert_eq!(of_other.get(&format!("{DATA}/a")).await.status, 404);

    let token = page.token().unwrap();
    let portal = portal.restart(&[]).await;
    let page = portal.anonymous().bearing(&token).with("origin", ORIGIN);
    assert_eq!(page.get(&format!("{DATA}/a")).await.data()["value"], 1, "no memory holds it");
}

#[tokio::test]
async fn a_token_writes_nothing_and_opens_nothing_of_the_member_whatever_the_scopes() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let all: Vec<_> = identity::api_scopes::ALL.iter().map(|scope| scope.as_str()).collect();
    let program = Program::with_page(&head, &all).await;
    let page = open(&portal, &alice, &program).await;
    let made = make_token(&alice, &program).await;
    assert_eq!(made["scopes"], json!(["app:read", "countdown:read", "data:read"]));

    let closed = |method: Method, path: &'static str, body: Value| {
        let page = page.clone();
        async move {
            let answer = page.send(method, path, Some(&body)).await;
            (answer.status.as_u16(), answer.json()["slug"].as_str().unwrap().to_owned())
        }
    };
    for (method, path, body) in [
        (Method::PUT, "/api/integration-data/a", json!(1)),
        (Method::DELETE, "/api/integration-data/a", json!(null)),
        (Method::POST, "/api/realtime/publish", json!({ "event": "a" })),
        (Method::POST, "/api/notifications", json!({ "title": "a", "content": "b" })),
        (Method::PATCH, "/api/user/profile", json!({ "info": { "signature": "a" } })),
        (Method::GET, "/api/user/profile", json!(null)),
        (Method::POST, "/api/integration-pages/verify-token", json!({ "token": "a" })),
    ] {
        assert_eq!(closed(method, path, body).await, scope_missing(), "{path}");
    }
    let no_scope = (403, "no_scope_opens".to_owned());
    for path in [PAGES, "/api/user/settings", "/api/notifications", "/api/integrations/origins"] {
        assert_eq!(refusal(&page, path).await, no_scope, "{path}");
    }
    for path in [program.page("/token"), program.page("/refusals"), "/api/realtime/poll/register".into()] {
        let answer = page.post(&path, &json!({ "code": "rate_limited" })).await;
        assert_eq!((answer.status.as_u16(), answer.json()["slug"].as_str()), (403, Some("no_scope_opens")));
    }
}

#[tokio::test]
async fn a_scope_that_the_integration_lacks_is_missing_for_its_page_too() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let program = Program::with_page(&head, &["app:read"]).await;
    let page = open(&portal, &alice, &program).await;
    assert_eq!(refusal(&page, DATA).await, scope_missing());
    // What the integration is given later is not in the token.
    head.put(&program.path(), &json!({ "scopes": ["app:read", "data:read"] })).await.data();
    assert_eq!(refusal(&page, DATA).await, scope_missing());
    let page = open(&portal, &alice, &program).await;
    assert_eq!(page.get(DATA).await.status, 200);
}

#[tokio::test]
async fn a_token_is_for_requests_from_the_origin_of_the_page_alone() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let mut wanted = wanted_page(&["data:read"]);
    wanted["origins"] = json!([ORIGIN, "https://other.example"]);
    let program = Program::of(&head.post("/api/integrations/tokens", &wanted).await.data());
    let token = open(&portal, &alice, &program).await.token().unwrap();
    let bare = || portal.anonymous().bearing(&token);

    assert_eq!(bare().with("origin", ORIGIN).get(DATA).await.status, 200);
    for origin in [
        "null",
        "",
        "https://other.example",
        "HTTPS://TRACKER.EXAMPLE",
        "https://Tracker.example",
        "http://tracker.example",
        "https://tracker.example/",
        "https://tracker.example:443",
        "https://tracker.example.evil.example",
        "https://tracker.example https://tracker.example",
    ] {
        let from = bare().with("origin", origin);
        assert_eq!(refusal(&from, DATA).await, (403, "page_origin_refused".into()), "{origin}");
    }
    let twice = bare().with("origin", ORIGIN).with("origin", ORIGIN);
    for client in [bare(), twice, bare().with("origin", ORIGIN).with("origin", "https://evil.example")] {
        assert_eq!(refusal(&client, DATA).await, (403, "page_origin_refused".into()));
    }
    let own = program.client(&portal);
    assert_eq!(own.get(DATA).await.status, 200, "the program itself may come from anywhere");
}

#[tokio::test]
async fn a_token_is_read_from_the_authorization_header_alone() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let program = Program::with_page(&head, &["data:read"]).await;
    let token = open(&portal, &alice, &program).await.token().unwrap();
    let from_page = || portal.anonymous().with("origin", ORIGIN);
    assert_eq!(from_page().bearing(&token).get(DATA).await.status, 200);
    assert_eq!(from_page().with_cookie(&token).get(DATA).await.status, 401);
    let encoded = token.replace('+', "%2B").replace('=', "%3D");
    assert_eq!(from_page().get(&format!("{DATA}?token={encoded}")).await.status, 401);
    let session = alice.token().unwrap();
    assert_eq!(
        from_page().bearing(&format!("page_{session}")).get(DATA).await.status,
        401,
        "nor is a session one"
    );
}

#[tokio::test]
async fn a_token_that_was_changed_or_made_elsewhere_opens_nothing() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let program = Program::with_page(&head, &["data:read"]).await;
    let token = open(&portal, &alice, &program).await.token().unwrap();
    let opens = async |token: &str| {
        let page = portal.anonymous().bearing(token).with("origin", ORIGIN);
        page.get(DATA).await.status.as_u16()
    };
    assert_eq!(opens(&token).await, 200);
    for at in 0..token.len() {
        let other = if token.as_bytes()[at] == b'A' { "B" } else { "A" };
        let changed = format!("{}{other}{}", &token[..at], &token[at + 1..]);
        assert_eq!(opens(&changed).await, 401, "character {at}");
        assert_eq!(opens(&token[..at.max(1)]).await, 401, "the first {at}");
    }
    for changed in [format!("{token}A"), format!("page_{token}"), format!("page_v1:{}", &token[5..])] {
        assert_eq!(opens(&changed).await, 401);
    }

    // What is sealed for another use, with the same claims in it.
    let facts = portal.app.accounts().load(UserId::parse("240111").unwrap()).await.unwrap().unwrap();
    let sealed = |row: &'static str, column: &'static str| {
        let claims = json!({ "integration": program.id, "user": "240111", "origin": ORIGIN, "scopes": "data:read",
                             "expires_at": i64::MAX, "token_version": facts.token_version });
        let place = SecretLocation { table: "integrations", row, column };
        let sealed = portal.app.secrets.seal(&portal.app.random, place, &claims.to_string()).unwrap();
        format!("page_{}", &sealed["v1:".len()..])
    };
    assert_eq!(opens(&sealed("page", "token")).await, 200, "as a token is made");
    assert_eq!(opens(&sealed("page", "signing_key")).await, 401);
    assert_eq!(opens(&sealed("0", "token")).await, 401);

    let elsewhere = portal_with(&[("DATA_KEY", "another key that only this test uses")]).await;
    let (alice, head) = (elsewhere.member().await, elsewhere.class_admin().await);
    let same = Program::with_page(&head, &["data:read"]).await;
    assert_eq!(same.id, program.id);
    assert_eq!(opens(&open(&elsewhere, &alice, &same).await.token().unwrap()).await, 401);
}

#[tokio::test]
async fn pages_draw_from_a_limit_of_their_viewer() {
    let portal = portal_with(&[("RATE_LIMIT_INTEGRATION", "3/60"), ("RATE_LIMIT_USER", "50/60")]).await;
    let (alice, bob, head) =
        (portal.member().await, portal.register("240102").await, portal.class_admin().await);
    let program = Program::with_page(&head, &["data:read"]).await;
    let status = async |client: &Client| {
        let answer = client.get(DATA).await;
        assert_eq!(answer.header("x-ratelimit-name"), "integration");
        answer.status.as_u16()
    };
    // A token draws too, so one of three is gone.
    let page = open(&portal, &alice, &program).await;
    for expected in [200, 200, 429, 429] {
        assert_eq!(status(&page).await, expected);
    }
    assert_eq!(alice.post_empty(&program.page("/token")).await.status, 429);
    let of_bob = open(&portal, &bob, &program).await;
    assert_eq!(status(&of_bob).await, 200, "another viewer");
    let own = program.client(&portal);
    for expected in [200, 200, 200, 429] {
        assert_eq!(status(&own).await, expected, "the program");
    }
    assert_eq!(status(&of_bob).await, 200);
    assert_eq!(alice.get(PAGES).await.header("x-ratelimit-name"), "user", "the desktop goes on");
}
