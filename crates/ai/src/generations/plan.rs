//! What a question comes to: the model that answers, the one that stands in for it, and what both are shown.

use jiff::civil::Date;
use kernel::db::Read;
use kernel::http::Caller;
use kernel::texts::Language;
use kernel::user::UserId;
use kernel::{ApiError, App, Result};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::budget::Budget;
use crate::conversations::context::Context;
use crate::conversations::model::{Role, parse_message};
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
    /// The number of the message, counted from 0, that the question takes the place of, with all behind it: for a
    /// question that is asked anew or differently.
    #[serde(default)]
    pub(super) replace_from: Option<usize>,
    /// The revision that the caller has read; 409 with the current one when the messages have changed since.
    #[serde(default)]
    pub(super) revision: Option<i64>,
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

/// A question, and what it takes the place of.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) text: String,
    /// The position of the first message that goes; `None` for none.
    pub(super) replace_from: Option<i64>,
    pub(super) revision: Option<i64>,
}

/// What a question comes to.
pub(super) struct Plan {
    pub(super) question: Question,
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
    /// Takes messages out from a number on, and answers the position of the first of them.
    ///
    /// # Errors
    /// 400 for a number that is none of a question.
    fn replace_from(&mut self, from: usize) -> Result<i64> {
        let first = self.messages.get(from).filter(|message| message.role == Role::User);
        let position = first.ok_or_else(|| ApiError::invalid("replace_from"))?.position;
        self.messages.truncate(from);
        if self.conversation.summary_to >= position {
            self.conversation.summary.clear();
            self.conversation.summary_to = 0;
        }
        Ok(position)
    }

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
    let text = parse_message(&request.message)?;
    let prompt = request.system_prompt.as_deref().map(parse_prompt).transpose()?;
    let (user, id, day) = (caller.facts.user_id, request.conversation_id.clone(), app.today());
    let mut known = app.db.read(move |read| read_known(read, user, &id, day)).await?;
    let replace_from = request.replace_from.map(|from| known.replace_from(from)).transpose()?;
    let question = Question { text, replace_from, revision: request.revision };
    let offer = &known.offer;
    if let Some(budget) = &known.budget {
        budget.check()?;
    }
    let system = known.system(prompt);
    let chosen = offer.offer.resolve(request.model.as_deref(), offer.preferred.as_deref())?;
    let stands_in = offer.offer.fallback(chosen);
    let make = |id: &str| {
        let model = offer.model(id).ok_or_else(kernel::ApiError::not_found)?;
        candidate(app, model, &known, &system, &question.text, request)
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
