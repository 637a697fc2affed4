//! Who × post × path: one table of people and posts ([`table`]), asked on every path that carries posts. The paths of the
//! community are those of its API document, so that a new one fails until it is asked.

mod lists;
mod moderation_log;
mod paths;
mod reach;
mod reports;
mod table;

use axum::http::{Method, StatusCode};
use kernel::testing::Answer;

use super::*;
use table::{AUTHOR, Fate, Person, Post, Table, cases};

/// The API document of the community: its paths.
fn document() -> serde_json::Map<String, Value> {
    let document = serde_json::to_value(crate::routes::router().document()).unwrap();
    document["paths"].as_object().unwrap().clone()
}

/// Whether programs that read the community may call this operation.
fn is_open_to_programs(operation: &Value) -> bool {
    operation["security"].as_array().into_iter().flatten().any(|way| {
        way["integration"].as_array().is_some_and(|scopes| scopes.contains(&json!("community:read")))
    })
}

/// Whoever is no member is refused, and told nothing of any post.
fn refuses_whoever_is_no_member(person: &Person, what: &str, answer: &Answer) {
    let refused: &[u16] = if person.is_program() { &[401, 403] } else { &[401] };
    assert!(refused.contains(&answer.status.as_u16()), "{what} for {person}: {}", answer.text());
    assert!(!answer.text().contains("标记"), "{what} for {person}: {}", answer.text());
}

/// A text as it stands in an address.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}
