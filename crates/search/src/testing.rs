//! What a member finds, for the tests of features.

use kernel::App;
use kernel::testing::Client;
use serde_json::Value;

/// The kinds in which something is found, after everything that happened so far is in the index.
///
/// # Panics
/// When the request is refused.
pub async fn found(app: &App, client: &Client, words: &str) -> Vec<Value> {
    ask(app, client, words, "").await
}

/// Lets everything be missing in the index, as before the first start of a portal that has one.
///
/// # Panics
/// When the database is away.
pub async fn forget_builds(app: &App) {
    app.write(|tx| Ok(crate::store::clear_builds(tx)?)).await.expect("no kind is built");
}

async fn ask(app: &App, client: &Client, words: &str, more: &str) -> Vec<Value> {
    crate::catch_up(app).await;
    let words: String = words.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let data = client.get(&format!("/api/search?q={words}{more}")).await.data();
    data["kinds"].as_array().expect("a list of kinds").clone()
}

/// What is found of one kind.
pub async fn hits(app: &App, client: &Client, kind: &str, words: &str) -> Vec<Value> {
    let found = ask(app, client, words, &format!("&kind={kind}")).await;
    found.first().and_then(|found| found["hits"].as_array()).cloned().unwrap_or_default()
}

/// The titles of what is found of one kind.
pub async fn titles(app: &App, client: &Client, kind: &str, words: &str) -> Vec<String> {
    let title = |hit: Value| hit["title"].as_str().unwrap_or_default().to_owned();
    hits(app, client, kind, words).await.into_iter().map(title).collect()
}
