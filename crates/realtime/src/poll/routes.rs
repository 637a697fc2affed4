//! `/api/realtime/poll`, and the shapes that the polls of the chat share.

use axum::Extension;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use kernel::http::{Caller, Json, LongPolled, Query};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::Found;
use super::dto::{PollQuery, PollRegistration};
use super::registration::{Poll, poll_of, register, unregister};
use crate::feed::Page;
use crate::frame::Channel;

/// Registers a poll. Each registration has its own cursor and ends after five minutes without a poll;
/// a client whose poll answers 401 registers again and goes on with its `since_seq`.
#[utoipa::path(post, path = "/api/realtime/poll/register", tag = "realtime",
    responses((status = 200, body = Envelope<PollRegistration>)))]
pub(crate) async fn register_poll(State(app): State<App>, caller: Caller) -> Result<Reply<PollRegistration>> {
    Ok(Reply::ok(register(&app, &caller, Channel::Realtime)))
}

/// A poll that may be answered; see [`poll_of`].
pub(crate) struct RealtimePoll(Poll);

impl FromRequestParts<App> for RealtimePoll {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        poll_of(parts, app, Channel::Realtime).await.map(Self)
    }
}

/// The answer of a poll.
#[derive(Serialize, ToSchema)]
pub struct PollAnswer {
    /// The events, oldest first; empty when nothing came in time.
    #[schema(value_type = Vec<PollEvent>)]
    #[serde(serialize_with = "write_frames")]
    events: Page,
    /// The time of the server, in milliseconds since the epoch, never below the last event's `ts`.
    server_time: i64,
    /// The number of the last event that was considered: the next `since_seq`.
    last_seq: i64,
    /// Events between the cursor and `last_seq` can no longer be had: load everything anew.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    reset: bool,
}

/// One event of a poll.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes what the feed has written")]
pub struct PollEvent {
    /// The time of the event, in milliseconds since the epoch; no two events share it.
    ts: i64,
    /// The number of the event in the event log.
    seq: i64,
    /// The event.
    event: ExtensionEvent,
}

/// An event that an app published. Events of the server have another `type` and fields of their own.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes what the feed has written")]
pub struct ExtensionEvent {
    /// The type of the event: `extension_event`, or the name of an event of the server.
    r#type: String,
    /// The name of the app that published the event.
    app_name: Option<String>,
    /// The name of the event, such as `my-app.updated`.
    #[schema(required = false)]
    event: String,
    /// The payload, as it was published.
    #[schema(required = false)]
    payload: Value,
    /// The user ID of the member who published it.
    #[schema(required = false)]
    sender_id: String,
    /// The number of the integration that published the event; absent for a member.
    integration_id: Option<i64>,
    /// When the event was published, ISO 8601.
    #[schema(required = false)]
    created_at: String,
}

impl PollAnswer {
    /// The next `since_seq`.
    pub fn last_seq(&self) -> i64 {
        self.last_seq
    }
}

fn write_frames<S: Serializer>(page: &Page, serializer: S) -> Result<S::Ok, S::Error> {
    let mut list = serializer.serialize_seq(Some(page.frames.len()))?;
    for frame in &page.frames {
        list.serialize_element(frame.json())?;
    }
    list.end()
}

/// Returns the events after a cursor: at once when there are some, else as soon as one comes, after 25
/// seconds at most. A second poll of the same registration ends the first one with an empty answer.
#[utoipa::path(get, path = "/api/realtime/poll", tag = "realtime", params(PollQuery),
    responses((status = 200, body = Envelope<PollAnswer>)))]
pub(crate) async fn poll_events(
    State(app): State<App>,
    poll: RealtimePoll,
) -> Result<(Extension<LongPolled>, Reply<PollAnswer>)> {
    Ok((Extension(LongPolled), Reply::ok(poll.0.answer(&app).await?)))
}

impl Poll {
    /// Answers, at once or when something comes.
    ///
    /// # Errors
    /// 401 or 403 when the session or the registration ends meanwhile.
    pub async fn answer(&self, app: &App) -> Result<PollAnswer> {
        let found = super::answer(app, &self.caller, (self.channel, self.number), self.cursor).await?;
        let last_seq = found.page.read_to;
        let Found { page: events, server_time, reset } = found;
        Ok(PollAnswer { events, server_time, last_seq, reset })
    }
}

/// The registration that ends.
#[derive(Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
pub struct PollId {
    /// The id of the registration; by default the newest one of this token.
    pub(crate) poll_id: Option<String>,
}

impl PollId {
    /// The id in the address, else in the body.
    pub fn either(self, body: Option<Json<Self>>) -> Option<String> {
        self.poll_id.or(body.and_then(|Json(body)| body.poll_id)).filter(|id| !id.is_empty())
    }
}

/// Ends the registration of a poll; its id stands in the query or the body. It succeeds when there is none.
#[utoipa::path(post, path = "/api/realtime/poll/unregister", tag = "realtime", params(PollId),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn unregister_poll(
    State(app): State<App>,
    caller: Caller,
    Query(address): Query<PollId>,
    body: Option<Json<PollId>>,
) -> Result<Reply<()>> {
    unregister(&app, &caller, Channel::Realtime, address.either(body).as_deref());
    Ok(Reply::done())
}
