//! What a question comes to: the model that answers, the one that stands in for it, and what both are shown.

use jiff::civil::Date;
use kernel::db::Read;
use kernel::files::Reader;
use kernel::http::Caller;
use kernel::texts::Language;
use kernel::{ApiError, App, Result};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::conversations::attachments::{
    self, AiAttachment, AttachmentContent, AttachmentContents, MAX_ATTACHMENTS, NewAiAttachment,
};
use crate::conversations::context::{Context, Turn};
use crate::conversations::conversation::{check_revision, check_space, find, forget_summary};
use crate::conversations::fields::{Role, parse_message};
use crate::fields::parse_prompt;
use crate::models::fields::{ApiStyle, DEFAULT_CONTEXT};
use crate::models::key::endpoint_of;
use crate::models::user_models::{UserModels, models_of};
use crate::presets::choice::prompt_of;
use crate::prompts;
use crate::provider::Endpoint;
use crate::store::conversations::{self, ConversationRow, MessageRow};
use crate::store::models::ModelRow;
use crate::store::settings;
use crate::texts;
use crate::usage::Budget;
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
    /// Files to ask about, at most 4; pictures only where the model reads them.
    #[serde(default)]
    pub(super) attachments: Vec<NewAiAttachment>,
}

/// A model that may answer, and how it is reached.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) model: ModelRow,
    /// `None` when its key cannot be opened.
    pub(super) endpoint: Option<Endpoint>,
    /// The body of the request.
    pub(super) body: Map<String, Value>,
    /// Tokens of the request, about.
    pub(super) prompt_tokens: i64,
    /// Tokens that the messages of the request may have, with what searches add.
    pub(super) budget: i64,
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
    pub(super) attachments: Vec<AiAttachment>,
}

/// What a question comes to.
pub(super) struct Plan {
    pub(super) question: Question,
    pub(super) candidate: Candidate,
    pub(super) language: Language,
    builder: RequestBuilder,
}

impl Plan {
    /// What answers in place of the candidate: the first whose key opens and for which the question is not too long. Pictures are for
    /// those alone that read them: an answer about a picture that was not seen misleads.
    pub(super) fn fallback(&self) -> Option<Candidate> {
        let Self { builder, candidate, .. } = self;
        let user_models = &builder.known.user_models;
        let has_image = builder.known.attachments.iter().any(AiAttachment::is_image);
        let mut fallbacks = user_models
            .available
            .fallbacks(&candidate.model.id)
            .filter(|id| user_models.model(id).is_some_and(|model| model.supports_images || !has_image));
        fallbacks.find_map(|id| builder.candidate(id).ok().filter(|candidate| candidate.endpoint.is_some()))
    }

    /// A model that may answer.
    pub(super) fn model(&self, id: &str) -> Option<&ModelRow> {
        self.builder.known.user_models.model(id)
    }
}

/// What is read for a plan.
struct PlanInput {
    conversation: ConversationRow,
    /// Those that no summary has, up to the question.
    messages: Vec<MessageRow>,
    /// The position of the first message that the question takes the place of.
    replace_from: Option<i64>,
    attachments: Vec<AiAttachment>,
    user_models: UserModels,
    system_prompt: String,
    preset_prompt: String,
    budget: Option<Budget>,
}

impl PlanInput {
    fn load(app: &App, read: &mut Read, files: &Reader, request: &ChatRequest, day: Date) -> Result<Self> {
        let user = files.user;
        let mut conversation = find(read, &request.conversation_id, user)?;
        check_revision(read, &conversation, request.revision)?;
        let replaced = request.replace_from.map(|from| replaced(read, &conversation, from)).transpose()?;
        if replaced.is_none() {
            check_space(read, &conversation.id)?;
        }
        if replaced.is_some_and(|position| conversation.summary_to >= position) {
            forget_summary(&mut conversation);
        }
        let mut messages = conversations::messages_after(read, &conversation.id, conversation.summary_to)?;
        messages.retain(|message| replaced.is_none_or(|position| message.position < position));
        let system_prompt = settings::find(read, user)?.map(|row| row.system_prompt).unwrap_or_default();
        let preset_prompt = prompt_of(read, user, conversation.preset_id.as_deref())?;
        let user_models = models_of(read, user)?;
        let budget = Budget::of(read, &user_models.policy, day, user)?;
        let attachments = attachments::find(app, read, files, &request.attachments)?;
        Ok(Self {
            conversation,
            messages,
            replace_from: replaced,
            attachments,
            user_models,
            system_prompt,
            preset_prompt,
            budget,
        })
    }

    /// What a model is told first: what the policy says, then the preset, then what the member says, unless the policy
    /// leaves that out.
    fn system(&self, asked: Option<String>) -> Vec<String> {
        let policy = &self.user_models.policy;
        let mut system = vec![policy.system_prompt.clone(), self.preset_prompt.clone()];
        if !policy.locks_prompt {
            system.push(asked.unwrap_or_else(|| self.system_prompt.clone()));
            system.push(self.conversation.persona.clone());
        }
        system
    }

    /// The newest files, which models are shown; of older ones they are told the names.
    fn shown_attachments(&self) -> Vec<AiAttachment> {
        let earlier = self.messages.iter().rev().flat_map(attachments::of_message);
        self.attachments.iter().cloned().chain(earlier).take(MAX_ATTACHMENTS).collect()
    }
}

/// The position of the nth message.
///
/// # Errors
/// 400 for a number that is none of a question.
fn replaced(read: &mut Read, conversation: &ConversationRow, n: usize) -> Result<i64> {
    let n = i64::try_from(n).unwrap_or(i64::MAX);
    let message = conversations::nth_message(read, &conversation.id, n)?;
    let question = message.filter(|message| message.role == Role::User);
    Ok(question.ok_or_else(|| ApiError::invalid("replace_from"))?.position)
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
    let (files, day) = (app.file_reader(&caller.facts), app.today());
    let (asked, reading) = (request.clone(), app.clone());
    let known = app.db.read(move |read| PlanInput::load(&reading, read, &files, &asked, day)).await?;
    if let Some(budget) = &known.budget {
        budget.check(0)?;
    }
    let user_models = &known.user_models;
    let chosen = user_models.available.resolve(request.model.as_deref(), user_models.preferred.as_deref())?;
    let has_image = known.attachments.iter().any(AiAttachment::is_image);
    if has_image && user_models.model(chosen).is_some_and(|model| !model.supports_images) {
        return Err(texts::IMAGES_NOT_READ.err());
    }
    let contents = AttachmentContents::read(app, &known.shown_attachments()).await?;
    let (system, chosen) = (known.system(prompt), chosen.to_owned());
    let question = Question {
        text: text.clone(),
        replace_from: known.replace_from,
        revision: request.revision,
        attachments: known.attachments.clone(),
    };
    let (app, thinking, search) = (app.clone(), request.thinking, request.search != Some(false));
    let builder = RequestBuilder { app, known, contents, system, question: text, thinking, search };
    Ok(Plan { candidate: builder.candidate(&chosen)?, question, language, builder })
}

/// What every model is asked.
struct RequestBuilder {
    app: App,
    known: PlanInput,
    contents: AttachmentContents,
    system: Vec<String>,
    question: String,
    /// Whether the model shall think, if it can.
    thinking: bool,
    /// Whether the model may search the web, if it can.
    search: bool,
}

impl RequestBuilder {
    fn candidate(&self, id: &str) -> Result<Candidate> {
        let Self { app, thinking, search, .. } = self;
        let model = self.known.user_models.model(id).ok_or_else(ApiError::not_found)?;
        let shown = self.context(model).build()?;
        let thinks = *thinking && model.supports_thinking;
        let searches = *search && model.supports_search && web_search::is_configured(app);
        let mut body = Map::new();
        body.insert("model".into(), json!(model.model));
        body.insert("messages".into(), json!(shown.messages));
        if let Some(max_tokens) = shown.max_tokens {
            body.insert("max_tokens".into(), json!(max_tokens));
        }
        add_thinking(&mut body, model, thinks);
        let endpoint = endpoint_of(app, model).inspect_err(|error| {
            tracing::error!(model = model.id, %error, "the key of a model cannot be opened");
        });
        Ok(Candidate {
            model: model.clone(),
            endpoint: endpoint.ok(),
            body,
            prompt_tokens: shown.tokens,
            budget: shown.budget,
            thinks,
            searches,
        })
    }

    fn context(&self, model: &ModelRow) -> Context {
        let Self { app, known, .. } = self;
        let mut history = Vec::new();
        let summary = &known.conversation.summary;
        if !summary.is_empty() {
            history.push(Turn::new(Role::User, prompts::earlier(summary)));
        }
        let turn = |message: &MessageRow| {
            self.turn(model, message.role, &message.content, &attachments::of_message(message))
        };
        history.extend(known.messages.iter().map(turn));
        let question = prompts::question(&self.question, &app.local_time(app.clock.now()));
        let budget = if model.max_context_tokens > 0 { model.max_context_tokens } else { DEFAULT_CONTEXT };
        Context {
            system: self.system.clone(),
            history,
            question: self.turn(model, Role::User, &question, &known.attachments),
            budget,
            max_output: model.max_output_tokens,
        }
    }

    /// A message with its files, as far as the model can read them.
    fn turn(&self, model: &ModelRow, role: Role, text: &str, attachments: &[AiAttachment]) -> Turn {
        let mut turn = Turn::new(role, String::new());
        for attachment in attachments {
            match self.contents.of(attachment) {
                Some(AttachmentContent::Image(url)) if model.supports_images => turn.images.push(url.clone()),
                Some(AttachmentContent::Text(content)) => {
                    turn.text.push_str(&prompts::file(&attachment.name, content));
                }
                _ => turn.text.push_str(&prompts::file_not_shown(&attachment.name)),
            }
        }
        turn.text.push_str(text);
        turn
    }
}

/// Asks for thoughts in the way of the provider. Models that cannot think are told nothing of it.
fn add_thinking(body: &mut Map<String, Value>, model: &ModelRow, thinks: bool) {
    if !model.supports_thinking {
        return;
    }
    if model.api_style == ApiStyle::Deepseek {
        body.insert("thinking".into(), json!({ "type": if thinks { "enabled" } else { "disabled" } }));
    }
    // By `thinking` alone a model is told whether to think, so that how much may be left to it.
    let least = if model.api_style == ApiStyle::Openai { "medium" } else { "" };
    let effort = Some(model.reasoning_effort.as_str()).filter(|effort| !effort.is_empty()).unwrap_or(least);
    if thinks && !effort.is_empty() {
        body.insert("reasoning_effort".into(), json!(effort));
    }
}
