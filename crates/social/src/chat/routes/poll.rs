//! `/api/chat/poll`: the socket for front ends that cannot open one. The same frames both ways, over
//! the polls of the realtime feature.

use axum::Extension;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use kernel::http::{Caller, Json, LongPolled, Query, UnlimitedCaller};
use kernel::{ApiError, App, Envelope, Reply, Result};
use realtime::poll::dto::{PollQuery, PollRegistration};
use realtime::poll::registration::{Poll, poll_of, register, unregister};
use realtime::poll::routes::{PollAnswer, PollId};
use realtime::{Channel, greeting, handle_frame, newest_seq, refusal};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::chat::rooms::greeting::ChatGreeting;

/// A new chat poll, with what a socket gets in its first frame.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChatPollRegistration {
    #[serde(flatten)]
    registration: PollRegistration,
    /// The user ID of the caller.
    user_id: String,
    #[serde(flatten)]
    #[schema(value_type = ChatGreeting<'_>)]
    greeting: Map<String, Value>,
}

/// Registers a chat poll: cursors, ends and ids as those of `/api/realtime/poll/register`.
#[utoipa::path(post, path = "/api/chat/poll/register", tag = "chat",
    responses((status = 200, body = Envelope<ChatPollRegistration>)))]
pub(crate) async fn register_chat_poll(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<ChatPollRegistration>> {
    let registration = register(&app, &caller, Channel::Chat);
    let fields = greeting(&app, &caller.facts, false).await?;
    let greeting = serde_json::from_str(fields.object()).map_err(ApiError::internal)?;
    let user_id = caller.facts.user_id.to_string();
    Ok(Reply::ok(ChatPollRegistration { registration, user_id, greeting }))
}

/// A poll that may be answered.
pub(crate) struct ChatPoll(Poll);

impl FromRequestParts<App> for ChatPoll {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        poll_of(parts, app, Channel::Chat).await.map(Self)
    }
}

/// The answer of a chat poll.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChatPollAnswer {
    #[serde(flatten)]
    answer: PollAnswer,
    /// The newest number on this server; when it is above `last_seq`, the next poll is answered at once.
    cur_seq: i64,
}

/// Events of chat and of all other features after a cursor, as frames of the socket; waits at most
/// 25 seconds.
#[utoipa::path(get, path = "/api/chat/poll", tag = "chat", params(PollQuery),
    responses((status = 200, body = Envelope<ChatPollAnswer>)))]
pub(crate) async fn poll_chat(
    State(app): State<App>,
    poll: ChatPoll,
) -> Result<(Extension<LongPolled>, Reply<ChatPollAnswer>)> {
    let answer = poll.0.answer(&app).await?;
    let cur_seq = newest_seq(&app).max(answer.last_seq());
    Ok((Extension(LongPolled), Reply::ok(ChatPollAnswer { answer, cur_seq })))
}

/// A frame of the socket.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ChatFrame {
    /// The frame, as the socket takes it: `{"type":"text","content":"…"}`.
    #[schema(value_type = Object)]
    frame: Value,
}

/// The frames that the socket would have answered.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChatFrameAnswer {
    /// The frames that answer, such as `message_sent` or `error`.
    #[schema(value_type = Vec<Object>)]
    responses: Vec<Box<RawValue>>,
    /// The time of the server, in milliseconds since the epoch.
    server_time: i64,
}

/// Takes a frame of the socket and answers what the socket would: a refusal is an `error` frame with
/// its `code`. Draws what the frame draws, not from the user's requests.
#[utoipa::path(post, path = "/api/chat/poll/send", tag = "chat", request_body = ChatFrame,
    responses((status = 200, body = Envelope<ChatFrameAnswer>)))]
pub(crate) async fn send_frame(
    State(app): State<App>,
    UnlimitedCaller(caller): UnlimitedCaller,
    Json(sent): Json<ChatFrame>,
) -> Result<Reply<ChatFrameAnswer>> {
    let answers = match handle_frame(&app, &caller, &sent.frame.to_string()).await {
        Ok(answers) => answers,
        Err(refused) => vec![refusal(&refused.error, &refused.head, 0)],
    };
    let responses = answers.into_iter().filter_map(|json| RawValue::from_string(json).ok()).collect();
    Ok(Reply::ok(ChatFrameAnswer { responses, server_time: app.clock.now_ms() }))
}

/// Ends the registration of a chat poll; its id stands in the query or the body. It succeeds when there is
/// none.
#[utoipa::path(post, path = "/api/chat/poll/unregister", tag = "chat", params(PollId),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn unregister_chat_poll(
    State(app): State<App>,
    caller: Caller,
    Query(address): Query<PollId>,
    body: Option<Json<PollId>>,
) -> Result<Reply<()>> {
    unregister(&app, &caller, Channel::Chat, address.either(body).as_deref());
    Ok(Reply::done())
}
