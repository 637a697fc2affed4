//! The address of a page, from its issue to its end.

use kernel::audit::{self, log::Filter};
use serde_json::{Value, json};

use super::*;

const TOKENS: &str = "/api/integrations/tokens";
const REQUESTS: &str = "/api/integrations/requests";

/// Addresses that are refused, with all their origins listed, and why.
fn bad_addresses() -> Vec<(String, &'static str)> {
    let invalid = "integration_page_url_invalid";
    let bad = [
        "ftp://tracker.example/portal",
        "javascript:alert(1)",
        "data:text/html,a",
        "/portal",
        "tracker.example",
        "https://",
        "https://a:b@tracker.example/portal",
        "https://a@tracker.example/portal",
        "http://[::1]:5173/portal",
        // In the content policy these would stand for other hosts.
        "https://*/portal",
        "https://%2a.example/portal",
        "https://tracker.example;x/portal",
        "https://'self'/portal",
    ];
    let unlisted = "integration_page_origin_unlisted";
    let elsewhere = [
        "https://other.example/portal",
        "http://tracker.example/portal",
        "https://tracker.example:8443/portal",
        "https://tracker.example.evil.example/portal",
        "https://a.tracker.example/portal",
    ];
    let long = format!("{ORIGIN}/{}", "x".repeat(500 - ORIGIN.len()));
    let all = bad.map(|url| (url.to_owned(), invalid)).into_iter().chain([(long, invalid)]);
    all.chain(elsewhere.map(|url| (url.to_owned(), unlisted))).collect()
}

/// The body of a request with this page, whose origins are listed as far as they can be.
fn with_page(url: &str) -> Value {
    let mut body = wanted("a", &["data:read"]);
    body["pageUrl"] = json!(url);
    body["origins"] = json!([ORIGIN, "http://[::1]:5173", "https://tracker.example;x", "https://'self'"]);
    body
}

#[tokio::test]
async fn a_page_is_a_web_address_of_a_listed_origin_without_a_password() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let program = Program::of(&head.post(TOKENS, &with_page(PAGE)).await.data());
    let before = head.get(&program.path()).await.data();
    for (url, slug) in bad_addresses() {
        for route in [TOKENS, REQUESTS] {
            let answer = head.post(route, &with_page(&url)).await;
            assert_eq!((answer.status.as_u16(), answer.json()["slug"].as_str()), (400, Some(slug)), "{url}");
        }
        let answer = head.put(&program.path(), &json!({ "name": "b", "pageUrl": url })).await;
        assert_eq!((answer.status.as_u16(), answer.json()["slug"].as_str()), (400, Some(slug)), "{url}");
    }
    assert_eq!(head.get(&program.path()).await.data(), before, "nothing has changed");
    assert_eq!(head.get(TOKENS).await.data()["total"], 1);
    assert_eq!(head.get(REQUESTS).await.data()["own"], json!([]));

    let longest = format!("{ORIGIN}/{}", "x".repeat(499 - ORIGIN.len()));
    let changed = head.put(&program.path(), &json!({ "pageUrl": longest })).await.data();
    assert_eq!(changed["pageUrl"], json!(longest), "500 bytes");
}

#[tokio::test]
async fn a_page_is_shown_where_its_integration_is() {
    let portal = portal().await;
    let (alice, head) = (portal.member().await, portal.class_admin().await);
    let mut body = wanted("作业助手", &["data:read"]);
    body["pageUrl"] = json!(" HTTPS://Tracker.Example:443/Portal?tab=1#top ");
    let url = json!("https://tracker.example/Portal?tab=1#top");

    let issued = head.post(TOKENS, &body).await.data();
    let program = Program::of(&issued);
    assert_eq!(issued["pageUrl"], url);
    assert_eq!(head.get(&program.path()).await.data()["pageUrl"], url);
    assert_eq!(head.get(TOKENS).await.data()["integrations"][0]["pageUrl"], url);
    let page = pages(&alice).await[0].clone();
    let scopes = json!(["data:read"]);
    let owner = json!({ "user_id": "240100", "real_name": "实名240100" });
    let expected = json!({ "id": program.id, "name": "作业助手", "url": url, "origin": ORIGIN, "scopes": scopes,
                           "owner": owner, "requested_by": null, "agreed": false, "agreed_to": null,
                           "created_at": "2026-09-01T00:00:00.000Z" });
    assert_eq!(page, expected);

    let asked = alice.post(REQUESTS, &body).await.data();
    assert_eq!(asked["pageUrl"], url);
    assert_eq!(head.get(REQUESTS).await.data()["to_decide"][0]["pageUrl"], url, "whoever decides sees it");
    let approved = head.post_empty(&format!("{REQUESTS}/{}/approve", asked["id"])).await.data();
    assert_eq!(approved["pageUrl"], url);
    let pages = pages(&alice).await;
    assert_eq!(pages[1]["requested_by"], json!({ "user_id": "240111", "real_name": "实名240111" }));

    let portal = portal.restart(&[]).await;
    let alice = portal.client_of(UserId::parse("240111").unwrap()).await;
    assert_eq!(super::pages(&alice).await, pages, "after a restart too");
}

#[tokio::test]
async fn an_origin_is_not_taken_from_under_its_page() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let program = Program::with_page(&head, &["data:read"]).await;
    let put = async |change: Value| {
        let answer = head.put(&program.path(), &change).await;
        (answer.status.as_u16(), answer.json()["slug"].as_str().unwrap_or_default().to_owned())
    };
    let before = head.get(&program.path()).await.data();
    let unlisted = (400, "integration_page_origin_unlisted".to_owned());

    assert_eq!(put(json!({ "origins": ["https://other.example"], "name": "b" })).await, unlisted);
    assert_eq!(put(json!({ "origins": [] })).await, unlisted);
    let moved = json!({ "origins": ["https://other.example"], "pageUrl": PAGE });
    assert_eq!(put(moved).await, unlisted);
    assert_eq!(head.get(&program.path()).await.data(), before);
    assert_eq!(pages(&head).await[0]["origin"], ORIGIN);

    assert_eq!(put(json!({ "origins": [ORIGIN, "https://other.example"] })).await.0, 200);
    let moved = json!({ "origins": ["https://other.example"], "pageUrl": "https://other.example/" });
    assert_eq!(put(moved).await.0, 200, "both together");
    assert_eq!(pages(&head).await[0]["origin"], "https://other.example");
    assert_eq!(put(json!({ "origins": [], "pageUrl": "" })).await.0, 200);
    assert_eq!(head.get(&program.path()).await.data()["pageUrl"], "");
    assert_eq!(pages(&head).await, Vec::<Value>::new());
}

#[tokio::test]
async fn an_empty_address_removes_the_page_and_the_operation_log_names_the_field() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    let program = Program::with_page(&head, &["data:read"]).await;
    head.put(&program.path(), &json!({ "name": "b" })).await.data();
    assert_eq!(pages(&head).await.len(), 1, "a change of something else leaves it");
    head.put(&program.path(), &json!({ "pageUrl": " " })).await.data();
    assert_eq!(pages(&head).await, Vec::<Value>::new());
    assert!(!sees(&head, &program).await);

    let rows = audit::log::after(&portal.app.db, &Filter::default(), 0, 100).await.unwrap();
    let details: Vec<_> = rows.iter().map(|row| row.detail.as_str()).collect();
    assert!(details[1].contains(r#""fields":["name"]"#), "{details:?}");
    assert!(details[2].contains(r#""fields":["page_url"]"#), "{details:?}");
    assert!(!details.join("").contains("tracker.example"), "what was written is not in it");
}
