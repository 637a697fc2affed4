//! A web search, for tests and the demo class: three results about whatever was asked for.

use axum::Json;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// Answers `{"query": …}`.
pub(crate) async fn search(Json(body): Json<Value>) -> Response {
    let query = body["query"].as_str().unwrap_or_default();
    let results: Vec<Value> = (1..=3)
        .map(|n| {
            json!({ "title": format!("{query} · {n}"), "url": format!("https://example.com/{n}"),
                    "content": format!("关于“{query}”的第 {n} 条资料。") })
        })
        .collect();
    Json(json!({ "query": query, "results": results })).into_response()
}
