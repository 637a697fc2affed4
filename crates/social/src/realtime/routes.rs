//! `/api/realtime`: register, poll, publish, unregister.

use axum::Extension;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use kernel::events::NewEvent;
use kernel::http::{Caller, Held, Json, Query, Unmetered, draw};
use kernel::limits::{Key, Rule};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::feed::Page;
use super::model;
use super::parking::{NewRegistration, Number};
use super::poll::{self, Cursor};
use super::store::{self, Publication};
use super::{Hub, texts};

/// A new registration.
#[derive(Serialize, ToSchema)]
pub(super) struct PollRegistration {
    /// Milliseconds since the epoch.
    server_time: i64,
    /// `poll`.
    transport: &'static str,
    /// Events after this number are answered: the first `since_seq`.
    seq: i64,
    /// Names this registration; each tab has its own.
    poll_id: String,
}

/// Registers a poll. Each registration has its own cursor and ends after five minutes without a poll;
/// a client whose poll answers 401 registers again and goes on with its `since_seq`.
#[utoipa::path(post, path = "/api/realtime/poll/register", tag = "realtime",
    responses((status = 200, body = Envelope<PollRegistration>)))]
pub(super) async fn register_poll(State(app): State<App>, caller: Caller) -> Result<Reply<PollRegistration>> {
    let hub = app.state::<Hub>();
    let node = hub.node.get().map_or("", String::as_str);
    let poll_id = format!("{node}-{}", app.random.hex::<16>());
    let shown = hub.feed.shown();
    let server_time = app.clock.now_ms().max(shown.ts);
    add(&app, &caller, &poll_id, shown.seq, server_time);
    Ok(Reply::ok(PollRegistration { server_time, transport: "poll", seq: shown.seq, poll_id }))
}

fn add(app: &App, caller: &Caller, id: &str, cursor: i64, server_time: i64) -> Number {
    app.state::<Hub>().parking.register(&NewRegistration {
        id,
        user: caller.facts.user_id,
        token_id: caller.token_id(),
        cursor,
        server_time,
        now: app.clock.monotonic(),
    })
}

/// From where a poll asks.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PollQuery {
    /// Milliseconds since the epoch: events later than that. Send back the last `server_time`.
    #[param(value_type = Option<i64>)]
    since: Option<String>,
    /// The last `last_seq`, or `seq` of the registration; wins over `since`.
    #[param(value_type = Option<i64>)]
    since_seq: Option<String>,
    /// The registration; the newest of this token unless told.
    poll_id: Option<String>,
}

/// A poll that may be answered: its caller, registration and cursor. Draws from RATE_LIMIT_POLL and
/// not from the user's requests, malformed attempts too.
pub(super) struct Poll {
    caller: Caller,
    number: Number,
    cursor: Cursor,
}

impl FromRequestParts<App> for Poll {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Unmetered(caller) = Unmetered::from_request_parts(parts, app).await?;
        let user = caller.facts.user_id;
        let query = Query::<PollQuery>::from_request_parts(parts, app).await;
        let poll_id = query.as_ref().ok().and_then(|Query(query)| query.poll_id.as_deref());
        let poll_id = poll_id.filter(|id| !id.is_empty());
        let hub = app.state::<Hub>();
        let number = hub.parking.find(user, poll_id, caller.token_id(), app.clock.monotonic());
        draw(parts, app, Rule::Poll, number.map_or(Key::user(user), Key::number))?;
        let Query(query) = query?;
        let since = model::parse_cursor("since", query.since.as_deref())?.map(Cursor::Time);
        let since_seq = model::parse_cursor("since_seq", query.since_seq.as_deref())?.map(Cursor::Seq);
        let cursor = since_seq.or(since).unwrap_or(Cursor::Own);
        let number = match (number, query.poll_id) {
            (Some(number), _) => Some(number),
            (None, Some(id)) => adopt(parts, app, &caller, (&id, cursor))?,
            (None, None) => None,
        };
        let number = number.ok_or_else(|| ApiError::unauthorized(&texts::NOT_REGISTERED))?;
        Ok(Self { caller, number, cursor })
    }
}

/// A poll registered with another node, or before a restart, that says where it stands goes on
/// here. It costs what registering costs.
fn adopt(parts: &Parts, app: &App, caller: &Caller, (id, cursor): (&str, Cursor)) -> Result<Option<Number>> {
    let own =
        app.state::<Hub>().node.get().map_or("", String::as_str) == model::node_of(id).unwrap_or_default();
    if own || model::node_of(id).is_none() || matches!(cursor, Cursor::Own) {
        return Ok(None);
    }
    draw(parts, app, Rule::User, Key::user(caller.facts.user_id))?;
    Ok(Some(add(app, caller, id, 0, i64::MIN)))
}

/// What a poll brings.
#[derive(Serialize, ToSchema)]
pub(super) struct PollAnswer {
    /// Oldest first; empty when nothing came in time.
    #[schema(value_type = Vec<PollEvent>)]
    #[serde(serialize_with = "write_frames")]
    events: Page,
    /// Milliseconds since the epoch, never below the last event's `ts`.
    server_time: i64,
    /// The next `since_seq`.
    last_seq: i64,
    /// Events between the cursor and `last_seq` can no longer be had: load everything anew.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    reset: bool,
}

/// One event of a poll.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes what the feed has written")]
pub(super) struct PollEvent {
    /// Milliseconds since the epoch; no two events share it.
    ts: i64,
    /// Its number in the log.
    seq: i64,
    event: ExtensionEvent,
}

/// What an app published. Events of the server itself have another `type`, and their own fields
/// beside it.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes what the feed has written")]
pub(super) struct ExtensionEvent {
    /// `extension_event`, or the name of an event of the server.
    r#type: String,
    app_name: Option<String>,
    /// Its name, like `my-app.updated`.
    event: String,
    /// As it was published.
    payload: Value,
    /// The user ID of whoever published it.
    sender_id: String,
    /// ISO 8601.
    created_at: String,
}

fn write_frames<S: Serializer>(page: &Page, serializer: S) -> Result<S::Ok, S::Error> {
    let mut list = serializer.serialize_seq(Some(page.frames.len()))?;
    for frame in &page.frames {
        list.serialize_element(&frame.json)?;
    }
    list.end()
}

/// Events after a cursor: at once when there are some, else as soon as one comes, at most 25 seconds.
/// A second poll of the same registration ends the first, empty.
#[utoipa::path(get, path = "/api/realtime/poll", tag = "realtime", params(PollQuery),
    responses((status = 200, body = Envelope<PollAnswer>)))]
pub(super) async fn poll_events(
    State(app): State<App>,
    poll: Poll,
) -> Result<(Extension<Held>, Reply<PollAnswer>)> {
    let found = poll::answer(&app, &poll.caller, poll.number, poll.cursor).await?;
    let last_seq = found.page.through;
    Ok((
        Extension(Held),
        Reply::ok(PollAnswer {
            events: found.page,
            server_time: found.server_time,
            last_seq,
            reset: found.reset,
        }),
    ))
}

/// An event to publish.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewPublication {
    /// 1–80 letters, digits or `_ . : -`; not one of the server's own.
    event: String,
    /// Any JSON, at most 16 KiB; `null` unless told.
    #[serde(default)]
    payload: Value,
    /// The app that speaks.
    app_name: Option<String>,
    /// `all` (unless told), `class` or `class:CC`, `user:ID`, `role:admin`, `role:officer`. Members
    /// may name everyone, their own class and themselves.
    audience: Option<String>,
}

/// What was published.
#[derive(Serialize, ToSchema)]
pub(super) struct PublishedEvent {
    /// Milliseconds since the epoch.
    server_time: i64,
    /// Its number in the log.
    seq: i64,
}

/// Publishes an event of an app; its audience hears it, the sender too if among them.
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
        event: model::parse_event(&new.event)?,
        payload: model::parse_payload(&new.payload)?,
        sender_id: sender.to_string(),
        created_at: app.clock.now_ms(),
    };
    let (writer, server_time) = (app.clone(), row.created_at);
    let seq = app
        .db
        .write(move |tx| {
            let (audience, actor) = (audience.clone(), Some(sender));
            let told = NewEvent {
                stream: "extension",
                what: "published",
                audience,
                actor,
                subject: "",
                data: Value::Null,
            };
            let seq = writer.events.append(tx, told)?;
            store::insert(tx, &Publication { seq, ..row.clone() })?;
            Ok(seq)
        })
        .await?;
    Ok(Reply::ok(PublishedEvent { server_time, seq }))
}

/// Which registration ends.
#[derive(Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
pub(super) struct PollId {
    /// The newest of this token unless told.
    poll_id: Option<String>,
}

/// Ends a registration; its id in the address or the body. Fine when there is none.
#[utoipa::path(post, path = "/api/realtime/poll/unregister", tag = "realtime", params(PollId),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn unregister_poll(
    State(app): State<App>,
    caller: Caller,
    Query(address): Query<PollId>,
    body: Option<Json<PollId>>,
) -> Result<Reply<()>> {
    let poll_id = address.poll_id.or(body.and_then(|Json(body)| body.poll_id)).filter(|id| !id.is_empty());
    let parking = &app.state::<Hub>().parking;
    let now = app.clock.monotonic();
    if let Some(number) = parking.find(caller.facts.user_id, poll_id.as_deref(), caller.token_id(), now) {
        parking.unregister(number);
    }
    Ok(Reply::done())
}
