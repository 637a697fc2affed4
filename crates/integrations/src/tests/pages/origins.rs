//! The origins that the content policy of the desktop names.

use std::collections::BTreeSet;

use serde_json::json;

use super::*;
use crate::page_origins;

/// A page of an origin of its own.
async fn issue(owner: &Client, origin: &str) -> Program {
    let mut wanted = wanted("a", &["data:read"]);
    (wanted["origins"], wanted["pageUrl"]) = (json!([origin]), json!(format!("{origin}/portal")));
    Program::of(&owner.post("/api/integrations/tokens", &wanted).await.data())
}

fn set(origins: &[&str]) -> BTreeSet<String> {
    origins.iter().map(|origin| (*origin).to_owned()).collect()
}

#[tokio::test]
async fn the_policy_names_each_origin_of_a_page_once_as_long_as_the_page_may_be_shown() {
    let portal = portal().await;
    let head = portal.class_admin().await;
    Program::issue(&head, &["data:read"]).await;
    assert_eq!(page_origins(&portal.app), set(&[]), "an integration without a page");
    let one = issue(&head, "https://one.example").await;
    let other = issue(&head, "https://one.example").await;
    let two = issue(&head, "http://192.168.1.9:5173").await;
    assert_eq!(page_origins(&portal.app), set(&["http://192.168.1.9:5173", "https://one.example"]));
    head.put(&two.path(), &json!({ "active": false })).await.data();
    head.delete(&one.path()).await.data();
    assert_eq!(page_origins(&portal.app), set(&["https://one.example"]), "of the other one");
    portal.advance(30 * 24 * 60 * 60);
    assert_eq!(page_origins(&portal.app), set(&[]), "expired");
    let head = portal.client_of(UserId::parse("240100").unwrap()).await;
    head.put(&other.path(), &json!({ "ttlDays": 1 })).await.data();
    assert_eq!(page_origins(&portal.app), set(&["https://one.example"]));
}

#[tokio::test]
async fn of_more_origins_than_a_header_holds_those_that_came_first_are_named() {
    let portal = portal().await;
    let (head, admin) = (portal.class_admin().await, portal.admin().await);
    for _ in 0..20 {
        issue(&head, "https://same.example").await;
    }
    let long = |n: usize| format!("https://n{n}.{}.example", "x".repeat(60));
    for n in 10..60 {
        issue(if n < 40 { &head } else { &admin }, &long(n)).await;
    }
    let named = page_origins(&portal.app);
    let length: usize = named.iter().map(|origin| origin.len() + 1).sum();
    assert!((1400..=1500).contains(&length), "{length}");
    assert!(named.contains("https://same.example") && named.contains(&long(10)), "{named:?}");
    assert!(!named.contains(&long(59)));
}
