//! `/api/realtime/publish`. The polls are in `poll/routes.rs`.

use axum::extract::State;
use identity::api_scopes::scope;
use kernel::http::{Json, Scoped};
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::model;
use super::publication::Publication;

/// An event to publish.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewPublication {
    /// 1–80 letters, digits or `_ . : -`; not one of the server's own.
    event: String,
    /// The payload: any JSON, at most 16 KiB; `null` by default.
    #[serde(default)]
    payload: Value,
    /// The app that speaks.
    app_name: Option<String>,
    /// The members who get the event: `all` (default), `class` or `class:CC`, `user:ID`, `role:admin`,
    /// `role:officer`. Ordinary members can name everyone, their own class and themselves.
    audience: Option<String>,
}

/// The event that was published.
#[derive(Serialize, ToSchema)]
pub(super) struct PublishedEvent {
    /// The time of the server, in milliseconds since the epoch.
    server_time: i64,
    /// The number of the event in the event log.
    seq: i64,
}

/// Publishes an event of an app to its audience; the sender gets it too when the audience includes them.
#[utoipa::path(post, path = "/api/realtime/publish", tag = "realtime", request_body = NewPublication,
    responses((status = 200, body = Envelope<PublishedEvent>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["data:write"])))]
pub(super) async fn publish_event(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::DataWrite>,
    Json(new): Json<NewPublication>,
) -> Result<Reply<PublishedEvent>> {
    let audience = model::parse_audience(new.audience.as_deref(), &caller.facts)?;
    let publication = Publication::check(&app, &caller.facts, &new.event, &new.payload)?.to(audience);
    // An integration speaks under its own name.
    let publication = match &caller.client {
        Some(client) => publication.from_client(client),
        None => publication.from_app(model::parse_app(new.app_name.as_deref())?),
    };
    let server_time = publication.created_at;
    let seq = app.write(move |tx| publication.publish(tx)).await?;
    Ok(Reply::ok(PublishedEvent { server_time, seq }))
}
