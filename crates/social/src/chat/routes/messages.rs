//! `/api/chat/messages` and `/api/chat/search`.

use axum::extract::State;
use identity::api_scopes::scope;
use kernel::app::iso;
use kernel::http::{Caller, Json, Path, Query, Scoped};
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::actor;
use crate::chat::dto::{self, ChatMessage};
use crate::chat::messages::edit::{self, Toggle};
use crate::chat::messages::send::target;
use crate::chat::model::{RoomId, parse_emoji};
use crate::chat::rooms::history::{HistoryRange, history};
use crate::chat::search::in_chat::{Search, find};
use crate::chat::store::messages;
use crate::chat::{access, texts};

/// Which piece of which history.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::chat) struct HistoryQuery {
    /// The room: `public` (default), `class_CC`, `group_UUID` or `private:ID:ID`.
    room: Option<String>,
    /// The other member of a private room, in place of `room`.
    target_user_id: Option<String>,
    /// The group, in place of `room`.
    group_id: Option<String>,
    /// Only messages before this `seq`; by default the newest messages.
    before: Option<i64>,
    /// Only messages before the one with this id.
    before_id: Option<String>,
    /// Only messages after this `seq`, oldest first.
    after: Option<i64>,
    /// The number of items to return: 1–100, default 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
}

/// A part of the history of a room, oldest message first.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatHistory {
    /// The id of the room.
    room_id: String,
    /// The messages of this part of the history.
    messages: Vec<ChatMessage>,
    /// Whether there is more in the direction that was asked for.
    has_more: bool,
}

/// Returns a part of the history of a room.
#[utoipa::path(get, path = "/api/chat/messages", tag = "chat", params(HistoryQuery),
    responses((status = 200, body = Envelope<ChatHistory>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["message:read"])))]
pub(in crate::chat) async fn list_messages(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::MessageRead>,
    Query(query): Query<HistoryQuery>,
) -> Result<Reply<ChatHistory>> {
    let HistoryQuery { room, target_user_id, group_id, before, before_id, after, limit } = query;
    let names = [&room, &target_user_id, &group_id];
    let room = if names.into_iter().flatten().all(String::is_empty) {
        RoomId::Public
    } else {
        target(caller.facts.user_id, room.as_deref(), target_user_id.as_deref(), group_id.as_deref())?
    };
    let range = HistoryRange { before, before_id, after, offset: None, limit: limit.unwrap_or(50) };
    history_range(&app, &caller, &room, range).await.map(Reply::ok)
}

/// Which piece of a history.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::chat) struct RangeQuery {
    /// Only messages before this `seq`; by default the newest messages.
    before: Option<i64>,
    /// Only messages before the one with this id.
    before_id: Option<String>,
    /// Only messages after this `seq`, oldest first.
    after: Option<i64>,
    /// The number of items to return: 1–100, default 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
}

impl From<RangeQuery> for HistoryRange {
    fn from(RangeQuery { before, before_id, after, limit }: RangeQuery) -> Self {
        Self { before, before_id, after, offset: None, limit: limit.unwrap_or(50) }
    }
}

/// A part of the history of a group, oldest message first.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatGroupHistory {
    /// The id of the group.
    group_id: String,
    #[serde(flatten)]
    history: ChatHistory,
}

/// Returns a part of the history of a group of the caller, or of the room of the caller's class, like
/// `/api/chat/messages?group_id=…`.
#[utoipa::path(get, path = "/api/chat/groups/{id}/messages", tag = "chat",
    params(("id" = String, Path, description = "The id of the group, or of the room of a class"), RangeQuery),
    responses((status = 200, body = Envelope<ChatGroupHistory>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["message:read"])))]
pub(in crate::chat) async fn list_group_messages(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::MessageRead>,
    Path(group_id): Path<String>,
    Query(query): Query<RangeQuery>,
) -> Result<Reply<ChatGroupHistory>> {
    let room = target(caller.facts.user_id, None, None, Some(&group_id))?;
    let history = history_range(&app, &caller, &room, query.into()).await?;
    Ok(Reply::ok(ChatGroupHistory { group_id, history }))
}

/// A part of the history between the caller and another member, oldest message first.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatPrivateHistory {
    /// The user ID of the other member.
    target_user_id: String,
    #[serde(flatten)]
    history: ChatHistory,
}

/// Returns a part of the history between the caller and another member, like
/// `/api/chat/messages?target_user_id=…`.
#[utoipa::path(get, path = "/api/chat/private/{user_id}", tag = "chat",
    params(("user_id" = String, Path, description = "The user ID of the other member"), RangeQuery),
    responses((status = 200, body = Envelope<ChatPrivateHistory>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["message:read"])))]
pub(in crate::chat) async fn list_private_messages(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::MessageRead>,
    Path(target_user_id): Path<String>,
    Query(query): Query<RangeQuery>,
) -> Result<Reply<ChatPrivateHistory>> {
    let room = target(caller.facts.user_id, None, Some(&target_user_id), None)?;
    let history = history_range(&app, &caller, &room, query.into()).await?;
    Ok(Reply::ok(ChatPrivateHistory { target_user_id, history }))
}

async fn history_range(
    app: &App,
    caller: &Caller,
    room: &RoomId,
    range: HistoryRange,
) -> Result<ChatHistory> {
    access::admit_operator(app, caller.client.as_deref(), room).await?;
    let (messages, has_more) = history(app, &caller.facts, room, range).await?;
    Ok(ChatHistory { room_id: room.to_string(), messages, has_more })
}

/// The new text of a message.
#[derive(Deserialize, ToSchema)]
pub(in crate::chat) struct ChatEdit {
    /// The new text of the message, 1–4,000 characters.
    content: String,
}

/// Edits a text message of the caller within 15 minutes; the earlier text is kept.
#[utoipa::path(patch, path = "/api/chat/messages/{id}", tag = "chat",
    params(("id" = String, Path, description = "The id of the message")),
    request_body = ChatEdit, responses((status = 200, body = Envelope<ChatMessage>)))]
pub(in crate::chat) async fn edit_message(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(edit): Json<ChatEdit>,
) -> Result<Reply<ChatMessage>> {
    Ok(Reply::ok(edit::edit(&app, &actor(&caller), &id, &edit.content).await?))
}

/// An earlier version of an edited message.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatEarlier {
    /// The text of this version.
    content: String,
    /// When this version was replaced, ISO 8601.
    replaced_at: String,
}

/// Lists the earlier versions of an edited message, oldest first; empty for a recalled one.
#[utoipa::path(get, path = "/api/chat/messages/{id}/edits", tag = "chat",
    params(("id" = String, Path, description = "The id of the message")),
    responses((status = 200, body = Envelope<Vec<ChatEarlier>>)))]
pub(in crate::chat) async fn list_edits(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<Vec<ChatEarlier>>> {
    let facts = caller.facts.clone();
    let kept = app
        .db
        .read(move |read| {
            access::unrecalled(read, &id, &facts)?;
            Ok(messages::kept(read, &id)?)
        })
        .await?;
    let earlier = |(content, at): (String, i64)| ChatEarlier { content, replaced_at: iso(at) };
    Ok(Reply::ok(kept.into_iter().map(earlier).collect()))
}

/// Recalls a message: the sender within 2 minutes, a moderator at any time.
#[utoipa::path(post, path = "/api/chat/messages/{id}/recall", tag = "chat",
    params(("id" = String, Path, description = "The id of the message")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(in crate::chat) async fn recall_message(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    edit::recall(&app, &actor(&caller), &id).await?;
    Ok(Reply::done())
}

async fn toggle_reaction(
    app: &App,
    caller: &Caller,
    (id, emoji): (String, String),
    toggle: Toggle,
) -> Result<Reply<ChatMessage>> {
    let emoji = parse_emoji(&emoji).ok_or_else(|| texts::EMOJI_INVALID.err())?;
    Ok(Reply::ok(edit::react(app, &actor(caller), &id, emoji, toggle).await?))
}

/// Adds a reaction to a message: one of 👍 ❤️ 😂 😮 😢 😡, each once for each member.
#[utoipa::path(put, path = "/api/chat/messages/{id}/reactions/{emoji}", tag = "chat",
    params(
        ("id" = String, Path, description = "The id of the message"),
        ("emoji" = String, Path, description = "The emoji of the reaction"),
    ),
    responses((status = 200, body = Envelope<ChatMessage>)))]
pub(in crate::chat) async fn add_reaction(
    State(app): State<App>,
    caller: Caller,
    Path(path): Path<(String, String)>,
) -> Result<Reply<ChatMessage>> {
    toggle_reaction(&app, &caller, path, Toggle::Add).await
}

/// Removes a reaction of the caller from a message.
#[utoipa::path(delete, path = "/api/chat/messages/{id}/reactions/{emoji}", tag = "chat",
    params(
        ("id" = String, Path, description = "The id of the message"),
        ("emoji" = String, Path, description = "The emoji of the reaction"),
    ),
    responses((status = 200, body = Envelope<ChatMessage>)))]
pub(in crate::chat) async fn remove_reaction(
    State(app): State<App>,
    caller: Caller,
    Path(path): Path<(String, String)>,
) -> Result<Reply<ChatMessage>> {
    toggle_reaction(&app, &caller, path, Toggle::Remove).await
}

/// Pins a message in its room; moderators, owners and both of a pair may, at most 20.
#[utoipa::path(post, path = "/api/chat/messages/{id}/pin", tag = "chat",
    params(("id" = String, Path, description = "The id of the message")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(in crate::chat) async fn pin_message(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    edit::pin(&app, &actor(&caller), &id, Toggle::Add).await?;
    Ok(Reply::done())
}

/// Unpins a message.
#[utoipa::path(delete, path = "/api/chat/messages/{id}/pin", tag = "chat",
    params(("id" = String, Path, description = "The id of the message")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(in crate::chat) async fn unpin_message(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    edit::pin(&app, &actor(&caller), &id, Toggle::Remove).await?;
    Ok(Reply::done())
}

/// What is searched for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::chat) struct SearchQuery {
    /// The words to search for, 1–50 characters; all of the words must occur.
    q: Option<String>,
    /// Search this room only; by default all rooms of the caller.
    room: Option<String>,
    /// The `next` of the previous page.
    before: Option<i64>,
    /// The number of items to return: 1–50, default 20.
    #[param(minimum = 1, maximum = 50)]
    limit: Option<u32>,
}

/// The messages that a search has found, newest first, without reactions.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatFound {
    /// The messages that were found.
    messages: Vec<ChatMessage>,
    /// The value of `before` for the next page; absent on the last page.
    next: Option<i64>,
}

/// Searches the messages in the rooms of the caller by words; two Chinese characters count as a word.
#[utoipa::path(get, path = "/api/chat/search", tag = "chat", params(SearchQuery),
    responses((status = 200, body = Envelope<ChatFound>)))]
pub(in crate::chat) async fn search_messages(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<SearchQuery>,
) -> Result<Reply<ChatFound>> {
    let limit = query.limit.unwrap_or(20).clamp(1, 50) as usize;
    let q = query.q.as_deref().unwrap_or_default();
    let search = Search::parse(q, query.room.as_deref(), query.before, limit)?;
    let found = find(&app, &caller.facts, search).await?;
    let messages = dto::messages(&app, found.rows, Vec::new()).await?;
    Ok(Reply::ok(ChatFound { messages, next: found.next }))
}
