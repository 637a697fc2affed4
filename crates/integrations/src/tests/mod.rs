//! Integrations through `HttpApp`.

mod data;
mod inbound;
mod notification_send;
mod notifications;
mod outbound;
mod pages;
mod requests;
mod rest;
mod sink;
mod tokens;

use identity::testing::TestPortal;
use kernel::testing::{Answer, Client};
use serde_json::{Value, json};

use super::FEATURE;
use crate::signature::{sign, signing_key};

/// What `/api/integrations/webhook` is called.
const WEBHOOK: &str = "/api/integrations/webhook";

/// A portal with integrations and the realtime channel.
async fn portal() -> TestPortal {
    portal_with(&[]).await
}

async fn portal_with(variables: &[(&str, &str)]) -> TestPortal {
    let off = ["RATE_LIMIT_WEBHOOK", "RATE_LIMIT_INTEGRATION", "RATE_LIMIT_PAGE_REFUSAL"];
    let off = off.map(|name| (name, "0"));
    let given = |name: &str| variables.iter().any(|(known, _)| *known == name);
    let off = off.into_iter().filter(|(name, _)| !given(name));
    let all: Vec<_> = variables.iter().copied().chain(off).collect();
    TestPortal::with(&[realtime::FEATURE, FEATURE], &all).await
}

/// An integration as its program knows it.
struct Program {
    id: i64,
    token: String,
    secret: String,
}

impl Program {
    /// Issued by this class admin or admin.
    async fn issue(owner: &Client, scopes: &[&str]) -> Self {
        Self::of(&owner.post("/api/integrations/tokens", &wanted("作业助手", scopes)).await.data())
    }

    fn of(issued: &Value) -> Self {
        let text = |name: &str| issued[name].as_str().unwrap().to_owned();
        Self { id: issued["id"].as_i64().unwrap(), token: text("token"), secret: text("secret") }
    }

    fn path(&self) -> String {
        format!("/api/integrations/tokens/{}", self.id)
    }

    /// A client that calls with the secret.
    fn client(&self, portal: &TestPortal) -> Client {
        portal.anonymous().bearing(&self.secret)
    }

    /// The headers of a signed request at this time, in milliseconds.
    fn signed(&self, portal: &TestPortal, event: &str, at: i64, body: &str) -> Client {
        let at = at.to_string();
        let signature = sign(&signing_key(&self.secret), &at, body.as_bytes());
        portal
            .anonymous()
            .with("x-service-token", &self.token)
            .with("x-service-timestamp", &at)
            .with("x-service-signature", &format!("sha256={signature}"))
            .with("x-service-event", event)
    }

    /// Sends an event, signed now.
    async fn send(&self, portal: &TestPortal, event: &str, data: &Value) -> Answer {
        let (now, body) = (portal.app.clock.now_ms(), data.to_string());
        post(&self.signed(portal, event, now, &body), &body).await
    }

    /// The log, as its owner sees it.
    async fn log(&self, owner: &Client) -> Vec<Value> {
        let log = owner.get(&format!("{}/log", self.path())).await.data();
        log["entries"].as_array().unwrap().clone()
    }
}

/// The notifications in the inbox of a member, newest first.
async fn inbox(client: &Client) -> Vec<Value> {
    client.get("/api/notifications").await.data()["notifications"].as_array().unwrap().clone()
}

/// The body of a request for an integration.
fn wanted(name: &str, scopes: &[&str]) -> Value {
    json!({ "name": name, "scopes": scopes, "origins": ["https://tracker.example"] })
}

/// Posts these bytes as JSON to the webhook.
async fn post(client: &Client, body: &str) -> Answer {
    client
        .send_raw(axum::http::Method::POST, WEBHOOK, Some((body.as_bytes().to_vec(), "application/json")))
        .await
}
