//! `/api/ai-chat/chat`, `/api/ai-chat/chat/stream` and `/api/ai-chat/generations`: questions and their answers.

use axum::extract::State;
use axum::response::Response;
use kernel::http::{Caller, Json, Path, Query};
use kernel::texts::Language;
use kernel::{ApiError, App, Envelope, Reply, Result};
use realtime::event_stream::event_stream;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::begin::{StartedGeneration, begin};
use super::generation::CancelReason;
use super::plan::ChatRequest;
use super::reader::{send_from_memory, send_from_store};
use super::registry::Generations;
use super::stream_event::AiStreamEvent;
use crate::access::Member;
use crate::conversations::fields::PartialReason;
use crate::provider::Usage;
use crate::safety::{Category, categories};
use crate::source::AiSource;
use crate::store::generations::{self as store, GenerationRow};

/// An answer.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChatAnswer {
    /// What the model says, Markdown.
    content: String,
    /// The title of the conversation, if the question has made it; else null.
    title: Option<String>,
    /// The id of the model that answered.
    model: String,
    /// The name of that model.
    model_label: String,
    /// What the model has thought; absent without thoughts.
    #[serde(skip_serializing_if = "String::is_empty")]
    reasoning: String,
    /// Where the web was read; absent without a search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sources: Vec<AiSource>,
    /// Whether another model answers than the one that was chosen; absent when it is that one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    fallback: bool,
    /// Why the answer is not whole; absent when it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_reason: Option<PartialReason>,
    /// What the question has words of, so that the client shows where there is help; absent for nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    safety: Vec<Category>,
    /// What the answer took; absent when nobody knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<Usage>,
}

/// Answers a question. A client that leaves ends the answer; what there is of it is kept.
#[utoipa::path(post, path = "/api/ai-chat/chat", tag = "ai", request_body = ChatRequest,
    responses((status = 200, body = Envelope<ChatAnswer>)))]
pub(crate) async fn chat(
    State(app): State<App>,
    Member(caller): Member,
    language: Language,
    Json(request): Json<ChatRequest>,
) -> Result<Reply<ChatAnswer>> {
    // A handler whose client leaves is dropped, and the reader with it.
    let StartedGeneration { reader, title, .. } = begin(&app, &caller, &request, language).await?;
    let generation = reader.generation();
    generation.ended().await;
    if let Some(refusal) = generation.refusal() {
        return Err(refusal);
    }
    let (content, reasoning) = generation.texts();
    let model = generation.model();
    Ok(Reply::ok(ChatAnswer {
        content,
        title,
        model: model.id,
        model_label: model.label,
        reasoning,
        sources: generation.sources(),
        fallback: model.is_fallback,
        partial_reason: generation.partial(),
        safety: categories(&request.message),
        usage: Some(generation.usage()).filter(|usage| usage.total_tokens > 0),
    }))
}

/// Answers a question piece by piece, as server-sent events (`interface 6.2`). The first line has the
/// `generation_id`, the model and, if the question has made it, the title of the conversation.
#[utoipa::path(post, path = "/api/ai-chat/chat/stream", tag = "ai", request_body = ChatRequest,
    responses((status = 200, content_type = "text/event-stream", body = AiStreamEvent)))]
pub(crate) async fn chat_stream(
    State(app): State<App>,
    Member(caller): Member,
    language: Language,
    Json(request): Json<ChatRequest>,
) -> Result<Response> {
    let StartedGeneration { reader, title, model, model_label } =
        begin(&app, &caller, &request, language).await?;
    let generation_id = reader.generation().id.clone();
    let first = AiStreamEvent::Started { generation_id, model, model_label, title };
    event_stream(&app, &caller, language, |sender| send_from_memory(reader, 0, first, sender)).await
}

/// From where a stream is resumed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ResumeQuery {
    /// The `id:` of the last event that the client has read; 0, the default, for all of them.
    #[serde(default)]
    offset: u64,
}

/// Resumes the stream of an answer that is being written for the caller: nothing is left out and nothing comes twice.
#[utoipa::path(get, path = "/api/ai-chat/generations/{id}/stream", tag = "ai", params(ResumeQuery,
    ("id" = String, Path, description = "The id of the generation")),
    responses((status = 200, content_type = "text/event-stream", body = AiStreamEvent)))]
pub(crate) async fn resume_stream(
    State(app): State<App>,
    Member(caller): Member,
    language: Language,
    Path(id): Path<String>,
    Query(query): Query<ResumeQuery>,
) -> Result<Response> {
    let user = caller.facts.user_id;
    let found = app.state::<Generations>().find(&id).filter(|generation| generation.user == user);
    if let Some(generation) = found {
        if query.offset > generation.offset() {
            return Err(ApiError::invalid("offset"));
        }
        let model = generation.model();
        let first = started(id, model.id, model.label);
        let reader = generation.add_reader()?;
        return event_stream(&app, &caller, language, |sender| {
            send_from_memory(reader, query.offset, first, sender)
        })
        .await;
    }
    let row = stored(&app, &caller, &id).await?;
    let first = started(id, row.model.clone(), row.model_label.clone());
    let reading = app.clone();
    event_stream(&app, &caller, language, |sender| send_from_store(reading, row, query.offset, first, sender))
        .await
}

fn started(generation_id: String, model: String, model_label: String) -> AiStreamEvent {
    AiStreamEvent::Started { generation_id, model, model_label, title: None }
}

/// A generation of another node.
///
/// # Errors
/// 404 for one that has ended more than a minute ago, and for one of somebody else.
async fn stored(app: &App, caller: &Caller, id: &str) -> Result<GenerationRow> {
    let id = id.to_owned();
    let row = app.db.read(move |read| Ok(store::find(read, &id)?)).await?;
    let own = row.filter(|row| row.user_id == caller.facts.user_id.as_str());
    own.ok_or_else(ApiError::not_found)
}

/// Stops an answer that is being written for the caller; what there is of it is kept. One that is over stays as it is.
#[utoipa::path(delete, path = "/api/ai-chat/generations/{id}", tag = "ai",
    params(("id" = String, Path, description = "The id of the generation")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn stop_generation(
    State(app): State<App>,
    Member(caller): Member,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let user = caller.facts.user_id;
    let found = app.state::<Generations>().find(&id).filter(|generation| generation.user == user);
    if let Some(generation) = found {
        generation.cancel(CancelReason::Stopped);
        generation.ended().await;
        return Ok(Reply::done());
    }
    let row = stored(&app, &caller, &id).await?;
    app.write(move |tx| Ok(store::request_stop(tx, &row.id)?)).await?;
    Ok(Reply::done())
}
