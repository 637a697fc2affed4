//! The socket and its polls, through the real port.

mod closing;
mod ends;
mod frames;
mod greeting;
mod limits;
mod muted;
mod polls;
mod presence;
mod resume;
mod slow;
mod spoofing;

use identity::testing::TestPortal;
use kernel::testing::Client;
use realtime::testing::{Received, SocketClient, SocketServer, masked};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::chat::FEATURE;

/// A portal whose chat has a port, with these variables.
async fn chat_server_with(variables: &[(&str, &str)]) -> SocketServer {
    SocketServer::with(&[moderation::FEATURE, FEATURE], variables).await
}

/// The same where members may send as often as they like.
async fn chat_server() -> SocketServer {
    chat_server_with(&[("RATE_LIMIT_CHAT", "0")]).await
}

/// Sends a message as long as a message may be, which the search has nothing to learn of.
async fn forward(client: &Client) {
    let content = json!({ "words": "！".repeat(10_000) }).to_string();
    let body = json!({ "room": "public", "msg_type": "ai_forward", "content": content });
    client.post("/api/chat/messages", &body).await.data();
}
