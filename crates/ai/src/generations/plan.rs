//! What a question comes to: the model that answers, the one that stands in for it, and what both are shown.

use jiff::civil::Date;
use kernel::db::Read;
use kernel::http::Caller;
use kernel::texts::Language;
use kernel::user::UserId;
use kernel::{App, Result};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::budget::Budget;
use crate::conversations::context::Context;
use crate::conversations::model::parse_message;
use crate::conversations::routes::find;
use crate::models::key::Endpoint;
use crate::models::model::{ApiStyle, DEFAULT_CONTEXT};
use crate::models::routes::{UserOffer, offer_of};
use crate::settings::parse_prompt;
use crate::store::conversations::{self, ConversationRow, MessageRow};
use crate::store::models::ModelRow;
use crate::store::settings;
use crate::web_search;

/// A question.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct ChatRequest {
    /// The id of a conversation of the caller.
    pub(super) conversation_id: String,
    /// The question.
    pub(super) message: String,
    /// The id of the model that shall answer; one that is not available is passed over.
    #[serde(default)]
    pub(super) model: Option<String>,
    /// Whether the model shall think before it answers, if it can.
    #[serde(default)]
    pub(super) thinking: bool,
    /// What the model is told first, in place of the caller's own system prompt.
    #[serde(default)]
    pub(super) system_prompt: Option<String>,
    /// Whether the model may search the web, if it can; it may by default.
    #[serde(default)]
    pub(super) search: Option<bool>,
    /// Whether the answer goes on for 60 seconds without a reader, so that it can be resumed.
    #[serde(default)]
    pub(super) resumable: bool,
}

/// A model that may answer, and how it is reached.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) model: ModelRow,
    pub(super) endpoint: Endpoint,
    /// The body of the request.
    pub(super) body: Map<String, Value>,
    pub(super) thinks: bool,
    pub(super) searches: bool,
}

/// What a question comes to.
pub(super) struct Plan {
    pub(super) question: String,
    pub(super) candidate: Candidate,
    pub(super) fallback: Option<Candidate>,
    pub(super) language: Language,
}

/// What is read for a plan.
struct Known {
    conversation: ConversationRow,
    messages: Vec<MessageRow>,
    offer: UserOffer,
    system_prompt: String,
    budget: Option<Budget>,
}

impl Known {
    /// What a model is told first: what the policy says, then what the member says, unless the policy leaves that out.
    fn system(&self, asked: Option<String>) -> Vec<String> {
        let policy = &self.offer.policy;
        let mut system = vec![policy.system_prompt.clone()];
        if !policy.locks_prompt {
            system.push(asked.unwrap_or_else(|| self.system_prompt.clone()));
            system.push(self.conversation.persona.clone());
        }
        system
    }
}

fn read_known(read: &mut Read, user: UserId, conversation: &str, day: Date) -> Result<Known> {
    let conversation = find(read, conversation, user)?;
    let messages = conversations::messages(read, &conversation.id)?;
    let system_prompt = settings::find(read, user)?.map(|row| row.system_prompt).unwrap_or_default();
    let offer = offer_of(read, user)?;
    let budget = Budget::of(read, &offer.policy, day, user)?;
    Ok(Known { conversation, messages, offer, system_prompt, budget })
}

/// Reads what there is, and decides which model answers what.
///
/// # Errors
/// 400 for a bad question, 404 for a conversation that is not the caller's, 403 and 503 without a model.
pub(super) async fn plan(
    app: &App,
    caller: &Caller,
    request: &ChatRequest,
    language: Language,
) -> Result<Plan> {
    let question = parse_message(&request.message)?;
    let prompt = request.system_prompt.as_deref().map(parse_prompt).transpose()?;
    let (user, id, day) = (caller.facts.user_id, request.conversation_id.clone(), app.today());
    let known = app.db.read(move |read| read_known(read, user, &id, day)).await?;
    let offer = &known.offer;
    if let Some(budget) = &known.budget {
        budget.check()?;
    }
    let system = known.system(prompt);
    let chosen = offer.offer.resolve(request.model.as_deref(), offer.preferred.as_deref())?;
    let stands_in = offer.offer.fallback(chosen);
    let make = |id: &str| {
        let model = offer.model(id).ok_or_else(kernel::ApiError::not_found)?;
        candidate(app, model, &known, &system, &question, request)
    };
    let candidate = make(chosen)?;
    // One whose key is lost, or whose context is too small for the question, does not stand in.
    let fallback = stands_in.and_then(|id| make(id).ok());
    Ok(Plan { candidate, fallback, question, language })
}

fn candidate(
    app: &App,
    model: &ModelRow,
    known: &Known,
    system: &[String],
    question: &str,
    request: &ChatRequest,
) -> Result<Candidate> {
    let summary = &known.conversation.summary;
    let summary =
        if summary.is_empty() { String::new() } else { format!("此前的对话摘要：{summary}") };
    let recent = known.messages.iter().filter(|message| message.position > known.conversation.summary_to);
    let budget = if model.max_context_tokens > 0 { model.max_context_tokens } else { DEFAULT_CONTEXT };
    let context = Context {
        system: system.iter().cloned().chain([summary]).collect(),
        history: recent.map(|message| (message.role, message.content.clone())).collect(),
        message: question.to_owned(),
        note: format!("（现在是 {}）", app.local_time(app.clock.now())),
        budget,
        max_output: model.max_output_tokens,
    };
    let thinks = request.thinking && model.supports_thinking;
    let searches = request.search != Some(false) && model.supports_search && web_search::is_there(app);
    let mut body = Map::new();
    body.insert("model".into(), json!(model.model));
    body.insert("messages".into(), json!(context.messages()?));
    if model.max_output_tokens > 0 {
        body.insert("max_tokens".into(), json!(model.max_output_tokens));
    }
    add_thinking(&mut body, model, thinks);
    Ok(Candidate { model: model.clone(), endpoint: Endpoint::of(app, model)?, body, thinks, searches })
}

/// Asks for thoughts in the way of the provider. Models that cannot think are told nothing of it.
fn add_thinking(body: &mut Map<String, Value>, model: &ModelRow, thinks: bool) {
    if !model.supports_thinking {
        return;
    }
    match model.api_style {
        ApiStyle::Deepseek => {
            body.insert("thinking".into(), json!({ "type": if thinks { "enabled" } else { "disabled" } }));
        }
        ApiStyle::Openai if thinks => {
            let effort = Some(model.reasoning_effort.as_str()).filter(|effort| !effort.is_empty());
            body.insert("reasoning_effort".into(), json!(effort.unwrap_or("medium")));
        }
        ApiStyle::Openai => {}
    }
}
