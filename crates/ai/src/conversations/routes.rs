//! `/api/ai-chat/conversations`: what the caller has talked about.

use axum::extract::State;
use kernel::files::Reader;
use kernel::http::{Json, Path, Query};
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde_json::json;

use super::attachments::{self, remove_conversation};
use super::conversation::{
    check_revision, check_space_of_user, find, forget_summary, refuse_while_answering,
};
use super::dto::{
    Conversation, ConversationChange, ConversationDetail, ConversationMessages, ConversationQuery,
    ConversationRevision, NewConversation, WrittenMessage, detail,
};
use super::fields::{self, MAX_BYTES, MAX_CONVERSATIONS, MAX_MESSAGES, Role};
use super::replaced::put_aside;
use crate::access::Member;
use crate::fields::parse_prompt;
use crate::generations::Generations;
use crate::presets::choice::chosen;
use crate::store::conversations::{self as store, ConversationRow, MessageRow};
use crate::store::generations;
use crate::texts;

/// Longest text that conversations are searched for, in characters.
const MAX_TEXT: usize = 80;
/// Conversations that a search finds at most.
const MAX_FOUND: i64 = 100;
/// Largest body of messages, in bytes: where JSON is written in ASCII, a character takes up to three times its bytes.
const MAX_BODY: usize = 3 * MAX_BYTES + (1 << 20);

/// Lists the conversations of the caller, the newest first.
#[utoipa::path(get, path = "/api/ai-chat/conversations", tag = "ai", params(ConversationQuery),
    responses((status = 200, body = Envelope<Vec<Conversation>>)))]
pub(crate) async fn list_conversations(
    State(app): State<App>,
    Member(caller): Member,
    Query(query): Query<ConversationQuery>,
) -> Result<Reply<Vec<Conversation>>> {
    let user = caller.facts.user_id;
    let text: String = query.search.trim().chars().take(MAX_TEXT).collect();
    let limit = if text.is_empty() { MAX_CONVERSATIONS } else { MAX_FOUND };
    let rows = app.db.read(move |read| Ok(store::list(read, user, &text, limit)?)).await?;
    Ok(Reply::ok(rows.into_iter().map(Conversation::from).collect()))
}

/// Begins a conversation, empty or as a copy of another one up to a message, so that it goes on in another direction.
#[utoipa::path(post, path = "/api/ai-chat/conversations", tag = "ai", request_body = Option<NewConversation>,
    responses((status = 200, body = Envelope<Conversation>)))]
pub(crate) async fn create_conversation(
    State(app): State<App>,
    Member(caller): Member,
    new: Option<Json<NewConversation>>,
) -> Result<Reply<Conversation>> {
    let new = new.map(|Json(new)| new).unwrap_or_default();
    let title = new.title.as_deref().map(fields::parse_title).transpose()?;
    let (user, now) = (caller.facts.user_id, app.clock.now_ms());
    let reader = app.file_reader(&caller.facts);
    let row = ConversationRow {
        id: app.random.id(&app.clock),
        user_id: user.to_string(),
        title: title.clone().unwrap_or_default(),
        summary: String::new(),
        summary_to: 0,
        summary_at: None,
        persona: String::new(),
        revision: 1,
        created_at: now,
        updated_at: now,
        preset_id: None,
    };
    let created = app.write(move |tx| {
        tx.lock_log()?;
        if store::count(tx, user)? >= MAX_CONVERSATIONS {
            return Err(texts::TOO_MANY_CONVERSATIONS.with("max", MAX_CONVERSATIONS));
        }
        let mut row = row.clone();
        let copied = match &new.copy_of {
            Some(id) => {
                check_space_of_user(tx, user)?;
                copy(tx, &reader, id, new.copied_messages, &mut row)?
            }
            None => Vec::new(),
        };
        row.preset_id = match &new.preset_id {
            Some(id) => chosen(tx, user, Some(id))?,
            None => row.preset_id,
        };
        row.title = title.clone().unwrap_or(row.title);
        store::insert(tx, &row)?;
        for message in &copied {
            attachments::refer(tx, &reader, &row.id, &attachments::of_message(message))?;
            store::insert_message(tx, &row.id, message)?;
        }
        Ok(row)
    });
    Ok(Reply::ok(created.await?.into()))
}

/// Takes over what another conversation of the member says, and answers its first messages.
///
/// # Errors
/// 404 for one of somebody else.
fn copy(
    tx: &mut AppTx,
    reader: &Reader,
    id: &str,
    count: Option<usize>,
    row: &mut ConversationRow,
) -> Result<Vec<MessageRow>> {
    let original = find(tx, id, reader.user)?;
    let mut messages = store::messages(tx, id)?;
    messages.truncate(count.unwrap_or(messages.len()));
    (row.title, row.persona, row.preset_id) = (original.title, original.persona, original.preset_id);
    // A summary that goes beyond the copied messages says what is not in the copy.
    if messages.last().is_some_and(|last| last.position >= original.summary_to) {
        (row.summary, row.summary_to, row.summary_at) =
            (original.summary, original.summary_to, original.summary_at);
    }
    Ok(messages)
}

/// Returns a conversation of the caller with its messages.
#[utoipa::path(get, path = "/api/ai-chat/conversations/{id}", tag = "ai",
    params(("id" = String, Path, description = "The id of the conversation")),
    responses((status = 200, body = Envelope<ConversationDetail>)))]
pub(crate) async fn get_conversation(
    State(app): State<App>,
    Member(caller): Member,
    Path(id): Path<String>,
) -> Result<Reply<ConversationDetail>> {
    let user = caller.facts.user_id;
    let read = app.db.read(move |read| {
        let row = find(read, &id, user)?;
        let messages = store::messages(read, &id)?;
        Ok(detail(row, messages, generations::of_conversation(read, &id)?))
    });
    Ok(Reply::ok(read.await?))
}

/// Changes a conversation of the caller.
#[utoipa::path(patch, path = "/api/ai-chat/conversations/{id}", tag = "ai",
    params(("id" = String, Path, description = "The id of the conversation")), request_body = ConversationChange,
    responses((status = 200, body = Envelope<Conversation>)))]
pub(crate) async fn update_conversation(
    State(app): State<App>,
    Member(caller): Member,
    Path(id): Path<String>,
    Json(change): Json<ConversationChange>,
) -> Result<Reply<Conversation>> {
    let user = caller.facts.user_id;
    let title = change.title.as_deref().map(fields::parse_title).transpose()?;
    let persona = change.persona.as_deref().map(parse_prompt).transpose()?;
    let update = app.write(move |tx| {
        tx.lock_log()?;
        let mut row = find(tx, &id, user)?;
        row.title = title.clone().unwrap_or(row.title);
        row.persona = persona.clone().unwrap_or(row.persona);
        if let Some(preset) = &change.preset_id {
            row.preset_id = chosen(tx, user, preset.as_deref())?;
        }
        if change.clear_messages == Some(true) {
            refuse_while_answering(tx, &id)?;
            let before = attachments::of_conversation(tx, &id)?;
            put_aside(tx, &id)?;
            attachments::forget_unnamed(tx, user, &id, before)?;
            forget_summary(&mut row);
            // A rename says nothing: the conversation is as old as before.
            (row.revision, row.updated_at) = (row.revision + 1, tx.now());
        }
        store::update(tx, &row)?;
        Ok(row)
    });
    Ok(Reply::ok(update.await?.into()))
}

/// Removes a conversation of the caller; one that is not there is as good as removed. An answer that is being written
/// stops.
#[utoipa::path(delete, path = "/api/ai-chat/conversations/{id}", tag = "ai",
    params(("id" = String, Path, description = "The id of the conversation")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn delete_conversation(
    State(app): State<App>,
    Member(caller): Member,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let user = caller.facts.user_id;
    app.state::<Generations>().stop_of(user, &id);
    let delete = app.write(move |tx| {
        tx.lock_log()?;
        if store::find(tx, &id, user)?.is_some() {
            if let Some(running) = generations::of_conversation(tx, &id)? {
                generations::delete(tx, &running.id)?;
            }
            remove_conversation(tx, &id)?;
        }
        Ok(())
    });
    delete.await?;
    Ok(Reply::done())
}

/// Replaces the messages of a conversation of the caller. Those before can be restored for a day.
#[utoipa::path(put, path = "/api/ai-chat/conversations/{id}/messages", tag = "ai",
    params(("id" = String, Path, description = "The id of the conversation")), request_body = ConversationMessages,
    responses((status = 200, body = Envelope<ConversationRevision>)))]
pub(crate) async fn replace_messages(
    State(app): State<App>,
    Member(caller): Member,
    Path(id): Path<String>,
    Json(body): Json<ConversationMessages, MAX_BODY>,
) -> Result<Reply<ConversationRevision>> {
    let user = caller.facts.user_id;
    let rows = parse_messages(&body.messages, app.clock.now_ms())?;
    let (reader, finding) = (app.file_reader(&caller.facts), app.clone());
    let replace = app.write(move |tx| {
        tx.lock_log()?;
        let mut row = find(tx, &id, user)?;
        check_revision(tx, &row, body.revision)?;
        refuse_while_answering(tx, &id)?;
        let bytes: usize = rows.iter().map(|row| row.content.len() + row.reasoning.len()).sum();
        // Whoever makes a conversation smaller needs no space.
        if i64::try_from(bytes).unwrap_or(i64::MAX) > store::size(tx, &id)?.1 {
            check_space_of_user(tx, user)?;
        }
        let named = body.messages.iter().map(|message| message.attachments.as_slice());
        let files = attachments::find_all(&finding, tx, &reader, named)?;
        let before = attachments::of_conversation(tx, &id)?;
        attachments::refer(tx, &reader, &id, files.values())?;
        put_aside(tx, &id)?;
        for (row, written) in rows.iter().zip(&body.messages) {
            let own: Vec<_> = written.attachments.iter().filter_map(|new| files.get(&new.hash)).collect();
            let row = MessageRow { attachments: json!(own).to_string(), ..row.clone() };
            store::insert_message(tx, &id, &row)?;
        }
        attachments::forget_unnamed(tx, user, &id, before)?;
        forget_summary(&mut row);
        (row.revision, row.updated_at) = (row.revision + 1, tx.now());
        store::update(tx, &row)?;
        Ok(row.revision)
    });
    Ok(Reply::ok(ConversationRevision { revision: replace.await? }))
}

/// # Errors
/// 400 for too many messages, and for texts that are too long.
fn parse_messages(messages: &[WrittenMessage], now: i64) -> Result<Vec<MessageRow>> {
    let bytes: usize = messages.iter().map(|message| message.content.len() + message.reasoning.len()).sum();
    if messages.len() > MAX_MESSAGES || bytes > MAX_BYTES {
        return Err(texts::CONVERSATION_TOO_LARGE.with("max", MAX_MESSAGES));
    }
    let mut position = 0;
    let rows = messages.iter().map(|message| {
        fields::check_text(&message.content)?;
        fields::check_text(&message.reasoning)?;
        fields::check_sources(&message.sources)?;
        fields::check_model(&message.model, &message.model_label)?;
        if message.role == Role::Assistant && !message.attachments.is_empty() {
            return Err(ApiError::invalid("attachments"));
        }
        position += 1;
        let said_at = message.timestamp.as_deref().and_then(|text| text.parse::<jiff::Timestamp>().ok());
        let said_at = said_at.map_or(now, |at| at.as_millisecond().min(now));
        Ok(MessageRow {
            reasoning: message.reasoning.clone(),
            model: message.model.chars().take(32).collect(),
            model_label: message.model_label.chars().take(30).collect(),
            sources: json!(message.sources).to_string(),
            is_partial: message.partial || message.partial_reason.is_some(),
            partial_reason: message.partial_reason,
            is_fallback: message.fallback,
            ..MessageRow::new(position, message.role, message.content.clone(), said_at)
        })
    });
    rows.collect()
}
