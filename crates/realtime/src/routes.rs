//! `/api/realtime/publish`. The polls are in `poll/routes.rs`.

use axum::extract::State;
use kernel::events::NewEvent;
use kernel::http::{Caller, Json};
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::events::RealtimeEvent;
use super::model;
use super::store::{self, Publication};

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
    responses((status = 200, body = Envelope<PublishedEvent>)))]
pub(super) async fn publish_event(
    State(app): State<App>,
    caller: Caller,
    Json(new): Json<NewPublication>,
) -> Result<Reply<PublishedEvent>> {
    let sender = caller.facts.user_id;
    let audience = model::parse_audience(new.audience.as_deref(), &caller.facts)?;
    let row = Publication {
        seq: 0,
        app_name: model::parse_app(new.app_name.as_deref())?,
        event: model::parse_event(&app.features, &new.event)?,
        payload: model::parse_payload(&new.payload)?,
        sender_id: sender.to_string(),
        created_at: app.clock.now_ms(),
    };
    let server_time = row.created_at;
    let publish = app.write(move |tx| {
        let seq = tx.emit(NewEvent::new(&RealtimeEvent::Published, audience.clone()).by(sender))?;
        store::insert(tx, &Publication { seq, ..row.clone() })?;
        Ok(seq)
    });
    let seq = publish.await?;
    Ok(Reply::ok(PublishedEvent { server_time, seq }))
}
