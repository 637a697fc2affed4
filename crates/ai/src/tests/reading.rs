//! A client that reads a stream as it comes, like a browser.

use axum::body::{Body, BodyDataStream};
use axum::http::{Method, Response, StatusCode};
use futures_util::StreamExt as _;
use kernel::testing::Client;
use serde_json::Value;

/// What a client has read of a stream.
pub(super) struct Reading {
    body: BodyDataStream,
    unread: String,
    /// Every event, with its `id:` line, 0 for none.
    pub(super) events: Vec<(u64, Value)>,
}

impl Reading {
    /// Asks a question.
    pub(super) async fn ask(client: &Client, body: &Value) -> Self {
        let response = ask(client, body).await;
        assert_eq!(response.status(), StatusCode::OK);
        Self::of(response)
    }

    /// Comes back to an answer.
    pub(super) async fn resume(client: &Client, generation: &str, offset: u64) -> Self {
        let target = format!("/api/ai-chat/generations/{generation}/stream?offset={offset}");
        let response = client.open(Method::GET, &target, None).await;
        assert_eq!(response.status(), StatusCode::OK);
        Self::of(response)
    }

    fn of(response: Response<Body>) -> Self {
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["x-accel-buffering"], "no");
        Self { body: response.into_body().into_data_stream(), unread: String::new(), events: Vec::new() }
    }

    /// Reads until an event fits; false at the end of the stream.
    pub(super) async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> bool {
        loop {
            while let Some((event, rest)) = self.unread.split_once("\n\n") {
                let event = parse(event);
                self.unread = rest.to_owned();
                let Some(event) = event else { continue };
                let is_it = fits(&event.1);
                self.events.push(event);
                if is_it {
                    return true;
                }
            }
            let Some(bytes) = self.body.next().await else { return false };
            self.unread.push_str(std::str::from_utf8(&bytes.unwrap()).unwrap());
        }
    }

    /// Reads to the end of the stream.
    pub(super) async fn read_to_end(mut self) -> Self {
        assert!(!self.until(|_| false).await);
        self
    }

    /// The place of the last event.
    pub(super) fn offset(&self) -> u64 {
        self.events.iter().map(|(id, _)| *id).max().unwrap_or_default()
    }

    pub(super) fn generation(&self) -> String {
        self.events[0].1["generation_id"].as_str().unwrap().to_owned()
    }

    /// The text as a client shows it.
    pub(super) fn content(&self) -> String {
        let mut content = String::new();
        for (_, event) in &self.events {
            let Some(text) = event["content"].as_str() else { continue };
            if event["action"] == "replace" {
                content.clear();
            }
            content.push_str(text);
        }
        content
    }

    pub(super) fn reasoning(&self) -> String {
        self.events.iter().filter_map(|(_, event)| event["reasoning"].as_str()).collect()
    }

    /// The events that have a field.
    pub(super) fn with(&self, field: &str) -> Vec<&Value> {
        self.events.iter().map(|(_, event)| event).filter(|event| !event[field].is_null()).collect()
    }
}

/// Asks a question, whatever becomes of it.
pub(super) async fn ask(client: &Client, body: &Value) -> Response<Body> {
    let body = Some((body.to_string().into_bytes(), "application/json"));
    client.open(Method::POST, "/api/ai-chat/chat/stream", body).await
}

/// An event with its id; `None` for a comment.
fn parse(text: &str) -> Option<(u64, Value)> {
    let data = text.lines().find_map(|line| line.strip_prefix("data: "))?;
    let id = text.lines().find_map(|line| line.strip_prefix("id: "));
    Some((id.map_or(0, |id| id.parse().unwrap()), serde_json::from_str(data).unwrap()))
}
