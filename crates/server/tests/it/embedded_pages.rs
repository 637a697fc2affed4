//! What the page of an integration opens of the whole portal, with the token of a member who looks at it.

use identity::api_scopes;
use identity::testing::TestPortal;
use kernel::testing::Client;
use serde_json::{Value, json};
use server::FEATURES;

use crate::routes_table::current;
use crate::tiers::{empty_portal, scope_of, status};

const ORIGIN: &str = "https://tracker.example";

/// All that a token opens, whatever the scopes of the integration.
const OPEN: [&str; 5] = [
    "GET /api/countdown",
    "GET /api/countdown/{id}",
    "GET /api/integration-data",
    "GET /api/integration-data/{key}",
    "GET /api/system/app-control",
];

async fn portal() -> TestPortal {
    empty_portal(&[("RATE_LIMIT_INTEGRATION", "0")]).await
}

/// The token of a page of an integration with these scopes, for a viewer who agrees to open it.
async fn open(owner: &Client, viewer: &Client, scopes: &[&str]) -> String {
    let wanted = json!({ "name": "a", "scopes": scopes, "origins": [ORIGIN], "pageUrl": ORIGIN });
    let issued = owner.post("/api/integrations/tokens", &wanted).await.data();
    let page = format!("/api/integration-pages/{}", issued["id"]);
    let pages = viewer.get("/api/integration-pages").await.data();
    let shown = pages["pages"].as_array().unwrap().iter().find(|shown| shown["id"] == issued["id"]).unwrap();
    let consent = json!({ "origin": shown["origin"], "scopes": shown["scopes"] });
    viewer.put(&format!("{page}/consent"), &consent).await.data();
    viewer.post_empty(&format!("{page}/token")).await.data()["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_page_opens_five_reading_routes_from_its_origin_and_nothing_else_of_the_portal() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let all: Vec<_> = api_scopes::ALL.iter().map(|scope| scope.as_str()).collect();
    let token = open(&admin, &alice, &all).await;
    let page = portal.anonymous().bearing(&token).with("origin", ORIGIN);
    let elsewhere = portal.anonymous().bearing(&token).with("origin", "https://evil.example");
    let (mut opened, mut broken) = (Vec::new(), Vec::new());
    for row in current(&server::document(&FEATURES)) {
        if matches!(row.who.as_str(), "anyone" | "setup" | "peer" | "webhook" | "panel") {
            continue;
        }
        let name = format!("{} {}", row.method, row.path);
        match status(&page, &row).await {
            200 | 404 => opened.push(name.clone()),
            403 => {}
            other => broken.push(format!("{name}: {other}")),
        }
        let refused = status(&elsewhere, &row).await;
        if refused != 403 {
            broken.push(format!("{name} from elsewhere: {refused}"));
        }
    }
    assert_eq!(opened, OPEN);
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

#[tokio::test]
async fn each_scope_opens_to_a_page_the_routes_that_name_it() {
    let portal = portal().await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let document = serde_json::to_value(server::document(&FEATURES)).unwrap();
    for scope in api_scopes::ALL.iter().map(|scope| scope.as_str()) {
        let token = open(&admin, &alice, &[scope]).await;
        let page = portal.anonymous().bearing(&token).with("origin", ORIGIN);
        for row in current(&server::document(&FEATURES)) {
            let Some(named) = scope_of(&document, &row) else { continue };
            let is_open = OPEN.contains(&format!("{} {}", row.method, row.path).as_str()) && named == scope;
            let answered = status(&page, &row).await;
            assert_eq!(
                matches!(answered, 200 | 404),
                is_open,
                "{scope} {} {}: {answered}",
                row.method,
                row.path
            );
            assert!(is_open || answered == 403, "{scope} {} {}: {answered}", row.method, row.path);
        }
    }
}

#[tokio::test]
async fn a_page_sees_the_countdowns_and_the_apps_of_its_viewer() {
    let portal = portal().await;
    let (head, alice) = (portal.class_admin().await, portal.member().await);
    let add = async |client: &Client, title: &str| {
        let body = json!({ "title": title, "target_date": "2026-10-01" });
        client.post("/api/countdown", &body).await.data();
    };
    add(&head, "班主任的").await;
    add(&alice, "同学的").await;
    let token = open(&head, &alice, &["countdown:read", "app:read"]).await;
    let page = portal.anonymous().bearing(&token).with("origin", ORIGIN);
    let shown = page.get("/api/countdown").await.data();
    assert_eq!(shown, alice.get("/api/countdown").await.data());
    assert!(shown.to_string().contains("同学的") && !shown.to_string().contains("班主任的"), "{shown}");
    let apps: Value = page.get("/api/system/app-control").await.data();
    assert_eq!(apps, alice.get("/api/system/app-control").await.data());
    assert_eq!(page.get("/api/user/profile").await.status, 403);
    assert_eq!(page.get("/api/chat/messages").await.status, 403);
}
