//! Polls alone: axum verifies the token of each request, parks it until somebody publishes, then answers it. No
//! members, no store, no log, no gathering: what it costs to wake thousands of waiting connections and to hear the
//! next request of each.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use anyhow::Result;
use axum::extract::{Query, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use kernel::clock::Clock;
use kernel::config::Secret;
use kernel::token::Tokens;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::portal::SECRET;

/// The members' tokens are those of the portal beside it.
static TOKENS: LazyLock<Tokens> =
    LazyLock::new(|| Tokens::new(&Secret::new(SECRET.to_owned()), Duration::from_secs(60)));

/// Everything published, oldest first.
type Published = Arc<watch::Sender<Vec<String>>>;

/// The paths and the fields that the load uses of the product's.
pub async fn serve() -> Result<()> {
    let listener = super::listen().await?;
    let published = Published::new(watch::Sender::new(Vec::new()));
    let router = Router::new()
        .route("/api/realtime/poll/register", post(register))
        .route("/api/realtime/poll", get(poll))
        .route("/api/realtime/publish", post(publish))
        .with_state(published);
    axum::serve(listener, router).await?;
    Ok(())
}

async fn register(State(published): State<Published>) -> Json<Value> {
    Json(json!({ "data": { "poll_id": "any", "seq": published.borrow().len() } }))
}

#[derive(Deserialize)]
struct Publication {
    payload: String,
}

async fn publish(State(published): State<Published>, Json(said): Json<Publication>) {
    published.send_modify(|all| all.push(said.payload));
}

#[derive(Deserialize)]
struct Since {
    since_seq: usize,
}

async fn poll(
    State(published): State<Published>,
    headers: HeaderMap,
    Query(Since { since_seq }): Query<Since>,
) -> std::result::Result<Json<Value>, StatusCode> {
    let header = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = header.and_then(|header| header.strip_prefix("Bearer ")).unwrap_or_default();
    TOKENS.verify(token, &Clock::system()).ok_or(StatusCode::UNAUTHORIZED)?;
    let mut published = published.subscribe();
    // The sender lives as long as the server.
    let news = published.wait_for(|all| all.len() > since_seq).await;
    let events = news.map(|all| all[since_seq..].to_vec()).unwrap_or_default();
    Ok(Json(json!({ "data": { "last_seq": since_seq + events.len(), "events": events } })))
}
