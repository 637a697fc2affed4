//! `/api/ai-chat/chat`, `/api/ai-chat/chat/stream` and `/api/ai-chat/generations`: questions and their answers.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use kernel::http::{Caller, Json, Path, Query};
use kernel::texts::Language;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use realtime::event_stream::event_stream;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::generation::{Cancel, Generation};
use super::plan::{ChatRequest, Plan, Question, plan};
use super::reader::{read, read_stored};
use super::registry::{Generations, check};
use super::run::run;
use crate::access::Member;
use crate::conversations::model::{FULL_BYTES, MAX_MESSAGES, Role, title_of};
use crate::conversations::routes::{find, forget_summary};
use crate::store::conversations::{self, MessageRow};
use crate::store::generations::{self as store, GenerationRow};
use crate::texts;
use crate::upstream::Usage;
use crate::web_search::AiSource;

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
    /// What the answer took; absent when nobody knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    usage: Option<Usage>,
}

/// A generation that has begun, and the title that its question made.
struct Begun {
    generation: Arc<Generation>,
    title: Option<String>,
    model: String,
    model_label: String,
}

/// Takes a place, decides which model answers, and asks it while the question is being stored.
///
/// # Errors
/// Whatever refuses the question. Nothing is stored then.
async fn begin(app: &App, caller: &Caller, request: &ChatRequest, language: Language) -> Result<Begun> {
    let user = caller.facts.user_id;
    let id = app.random.id(&app.clock);
    let conversation = request.conversation_id.clone();
    let generation = Generation::new(app, id, user, conversation, request.resumable);
    let generation = Arc::new(generation);
    app.state::<Generations>().reserve(&generation)?;
    let mut reserved = Reserved { app: app.clone(), generation, is_begun: false };
    let begun = begin_reserved(app, caller, request, language, &reserved.generation).await?;
    reserved.is_begun = true;
    Ok(begun)
}

/// A place that is taken, and given back unless its question is stored: also when the client leaves meanwhile.
struct Reserved {
    app: App,
    generation: Arc<Generation>,
    is_begun: bool,
}

impl Drop for Reserved {
    fn drop(&mut self) {
        if !self.is_begun {
            self.generation.cancel(Cancel::Discarded);
            self.app.state::<Generations>().remove(&self.generation.id);
        }
    }
}

async fn begin_reserved(
    app: &App,
    caller: &Caller,
    request: &ChatRequest,
    language: Language,
    generation: &Arc<Generation>,
) -> Result<Begun> {
    let plan = plan(app, caller, request, language).await?;
    let model = plan.candidate.model.clone();
    let question = plan.question.clone();
    let row = GenerationRow {
        id: generation.id.clone(),
        conversation_id: generation.conversation_id.clone(),
        user_id: caller.facts.user_id.to_string(),
        model: model.id.clone(),
        model_label: model.label.clone(),
        stop_asked: false,
        created_at: app.clock.now_ms(),
        alive_at: 0,
    };
    spawn(app, generation, plan);
    let caller = caller.facts.user_id;
    let title = app.write(move |tx| store_question(tx, caller, &row, &question)).await?;
    generation.note_stored();
    Ok(Begun { generation: generation.clone(), title, model: model.id, model_label: model.label })
}

fn spawn(app: &App, generation: &Arc<Generation>, plan: Plan) {
    let (task_app, generation) = (app.clone(), generation.clone());
    app.tasks.spawn("ai-generation", |stop| run(task_app, generation, plan, stop));
}

/// Stores the question and its generation, and answers the title that it has made.
fn store_question(
    tx: &mut AppTx,
    user: kernel::user::UserId,
    generation: &GenerationRow,
    question: &Question,
) -> Result<Option<String>> {
    tx.lock_log()?;
    let mut row = find(tx, &generation.conversation_id, user)?;
    if question.revision.is_some_and(|revision| revision != row.revision) {
        let current = json!({ "revision": row.revision });
        return Err(texts::CONVERSATION_CHANGED.err().data(current));
    }
    let (all, own) = store::count(tx, user)?;
    let is_same = store::of_conversation(tx, &row.id)?.is_some();
    check(usize::try_from(all).unwrap_or_default(), usize::try_from(own).unwrap_or_default(), is_same)?;
    if let Some(from) = question.replace_from {
        conversations::delete_messages_from(tx, &row.id, from)?;
        if row.summary_to >= from {
            forget_summary(&mut row);
        }
    }
    let (count, bytes) = conversations::size(tx, &row.id)?;
    if usize::try_from(count).unwrap_or(usize::MAX) + 2 > MAX_MESSAGES || bytes >= FULL_BYTES {
        return Err(texts::CONVERSATION_FULL.err());
    }
    let message = MessageRow {
        position: conversations::last_position(tx, &row.id)? + 1,
        role: Role::User,
        content: question.text.clone(),
        reasoning: String::new(),
        model: String::new(),
        model_label: String::new(),
        sources: "[]".into(),
        is_partial: false,
        created_at: generation.created_at,
    };
    conversations::insert_message(tx, &row.id, &message)?;
    let title = row.title.is_empty().then(|| title_of(&question.text));
    row.title = title.clone().unwrap_or(row.title);
    (row.revision, row.updated_at) = (row.revision + 1, tx.now());
    conversations::update(tx, &row)?;
    store::insert(tx, generation)?;
    Ok(title)
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
    let begun = begin(&app, &caller, &request, language).await?;
    let generation = begun.generation;
    // A handler whose client leaves is dropped, and the reader with it.
    let _reader = generation.read();
    generation.ended().await;
    if let Some(refusal) = generation.refusal() {
        return Err(refusal);
    }
    let (content, reasoning) = generation.texts();
    let model = generation.model();
    Ok(Reply::ok(ChatAnswer {
        content,
        title: begun.title,
        model: model.id,
        model_label: model.label,
        reasoning,
        sources: generation.sources(),
        fallback: model.is_fallback,
        usage: Some(generation.usage()).filter(|usage| usage.total_tokens > 0),
    }))
}

/// Answers a question piece by piece, as server-sent events (`interface 6.2`). The first line has the
/// `generation_id`, the model and, if the question has made it, the title of the conversation.
#[utoipa::path(post, path = "/api/ai-chat/chat/stream", tag = "ai", request_body = ChatRequest,
    responses((status = 200, content_type = "text/event-stream", body = String)))]
pub(crate) async fn chat_stream(
    State(app): State<App>,
    Member(caller): Member,
    language: Language,
    Json(request): Json<ChatRequest>,
) -> Result<Response> {
    let begun = begin(&app, &caller, &request, language).await?;
    let mut first = json!({ "generation_id": begun.generation.id, "model": begun.model,
                            "model_label": begun.model_label });
    if let Some(title) = begun.title {
        first["title"] = title.into();
    }
    let reader = begun.generation.read();
    event_stream(&app, &caller, |sender| read(reader, 0, first, sender)).await
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
    responses((status = 200, content_type = "text/event-stream", body = String)))]
pub(crate) async fn resume_stream(
    State(app): State<App>,
    Member(caller): Member,
    Path(id): Path<String>,
    Query(query): Query<ResumeQuery>,
) -> Result<Response> {
    let user = caller.facts.user_id;
    let found = app.state::<Generations>().find(&id).filter(|generation| generation.user == user);
    if let Some(generation) = found {
        let model = generation.model();
        let first = json!({ "generation_id": id, "model": model.id, "model_label": model.label });
        let reader = generation.read();
        return event_stream(&app, &caller, |sender| read(reader, query.offset, first, sender)).await;
    }
    let row = stored(&app, &caller, &id).await?;
    let first = json!({ "generation_id": id, "model": row.model, "model_label": row.model_label });
    let reading = app.clone();
    event_stream(&app, &caller, |sender| read_stored(reading, row, query.offset, first, sender)).await
}

/// A generation of another node.
///
/// # Errors
/// 404 for one that is over, and for one of somebody else.
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
        generation.cancel(Cancel::Stopped);
        generation.ended().await;
        return Ok(Reply::done());
    }
    let row = stored(&app, &caller, &id).await?;
    app.write(move |tx| Ok(store::ask_stop(tx, &row.id)?)).await?;
    Ok(Reply::done())
}
