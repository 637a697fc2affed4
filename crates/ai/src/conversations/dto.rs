//! Conversations as the API shows and takes them.

use kernel::app::iso;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::attachments::{self, AiAttachment, NewAiAttachment};
use super::fields::{PartialReason, Role};
use crate::safety::{Category, categories};
use crate::source::AiSource;
use crate::store::conversations::{ConversationRow, MessageRow};
use crate::store::generations::GenerationRow;

/// Of so many questions, the latest, it is told what they have words of: comparing long ones takes its time.
const HELPED_QUESTIONS: usize = 10;

/// A conversation in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct Conversation {
    /// The id of the conversation, a UUID.
    id: String,
    /// The user ID of its member.
    user_id: String,
    /// The title; empty until the first message.
    title: String,
    /// What its earlier messages say; empty for none.
    summary: String,
    /// What models are told first in the conversation; empty for nothing.
    persona: String,
    /// The id of the preset, whose prompt models are told too; null for none. The preset may have been removed since.
    preset_id: Option<String>,
    /// Grows with every change of the messages.
    revision: i64,
    /// When the conversation was begun, ISO 8601.
    created_at: String,
    /// When its messages changed last, ISO 8601.
    updated_at: String,
}

/// A message.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConversationMessage {
    /// Who has said it.
    role: Role,
    /// What was said, Markdown.
    content: String,
    /// What the model has thought; absent without thoughts.
    #[serde(skip_serializing_if = "String::is_empty")]
    reasoning: String,
    /// The id of the model that answered; absent for a question.
    #[serde(skip_serializing_if = "String::is_empty")]
    model: String,
    /// The name of that model; absent for a question.
    #[serde(skip_serializing_if = "String::is_empty")]
    model_label: String,
    /// Where the web was read; absent without a search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sources: Vec<AiSource>,
    /// The files of a question; absent for none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attachments: Vec<AiAttachment>,
    /// Whether the answer is not whole; absent when it is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
    /// Why the answer is not whole; absent when it is, and where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_reason: Option<PartialReason>,
    /// Whether another model answered than the one that was chosen; absent when it was that one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    fallback: bool,
    /// What the question has words of, so that the client shows where there is help; absent for nothing. Told of the
    /// latest questions alone, and stored nowhere.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    safety: Vec<Category>,
    /// When it was said, ISO 8601.
    timestamp: String,
}

/// An answer that is being written.
#[derive(Serialize, ToSchema)]
pub(crate) struct RunningGeneration {
    /// The id of the generation, by which its stream is resumed.
    id: String,
    /// The id of the model that answers.
    model: String,
    /// The name of that model.
    model_label: String,
}

/// A conversation with its messages.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConversationDetail {
    /// The conversation.
    #[serde(flatten)]
    conversation: Conversation,
    /// When the summary was made, ISO 8601; null without one.
    summary_at: Option<String>,
    /// The messages, oldest first.
    messages: Vec<ConversationMessage>,
    /// The answer that is being written now; null for none.
    generation: Option<RunningGeneration>,
}

/// A conversation to begin.
#[derive(Clone, Default, Deserialize, ToSchema)]
pub(crate) struct NewConversation {
    /// The title, at most 60 characters; by default that of the conversation it is a copy of, or the beginning of the
    /// first message.
    #[serde(default)]
    pub(crate) title: Option<String>,
    /// The id of a conversation of the caller whose messages and instructions are copied.
    #[serde(default)]
    pub(crate) copy_of: Option<String>,
    /// How many of its messages are copied, from the first; all when absent.
    #[serde(default)]
    pub(crate) copied_messages: Option<usize>,
    /// The id of a preset; none by default.
    #[serde(default)]
    pub(crate) preset_id: Option<String>,
}

/// The fields of a conversation to change; absent fields stay.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct ConversationChange {
    /// The title, at most 60 characters.
    pub(crate) title: Option<String>,
    /// What models are told first in the conversation, at most 4000 characters.
    pub(crate) persona: Option<String>,
    /// The id of a preset; null takes it away.
    #[serde(default, deserialize_with = "kernel::http::double_option")]
    #[schema(value_type = Option<String>)]
    pub(crate) preset_id: Option<Option<String>>,
    /// Whether all messages are removed; they can be restored for a day.
    pub(crate) clear_messages: Option<bool>,
}

/// The messages of a conversation in place of those it has.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct ConversationMessages {
    /// The messages, oldest first: at most 2000, and 2 MiB in all.
    pub(crate) messages: Vec<WrittenMessage>,
    /// The revision that the caller has read; 409 with the current one when the messages have changed since.
    pub(crate) revision: Option<i64>,
}

/// A message as it is written.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct WrittenMessage {
    /// Who has said it: `user` or `assistant`.
    pub(crate) role: Role,
    /// What was said.
    pub(crate) content: String,
    /// What the model has thought.
    #[serde(default)]
    pub(crate) reasoning: String,
    /// When it was said, ISO 8601; now when absent.
    #[serde(default)]
    pub(crate) timestamp: Option<String>,
    /// The id of the model that answered.
    #[serde(default)]
    pub(crate) model: String,
    /// The name of that model.
    #[serde(default)]
    pub(crate) model_label: String,
    /// Where the web was read, at most 20.
    #[serde(default)]
    pub(crate) sources: Vec<AiSource>,
    /// The files of a question, at most 4.
    #[serde(default)]
    pub(crate) attachments: Vec<NewAiAttachment>,
    /// Whether the answer is not whole.
    #[serde(default)]
    pub(crate) partial: bool,
    /// Why the answer is not whole.
    #[serde(default)]
    pub(crate) partial_reason: Option<PartialReason>,
    /// Whether another model answered than the one that was chosen.
    #[serde(default)]
    pub(crate) fallback: bool,
}

/// Which revision a conversation has now.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConversationRevision {
    /// The revision.
    pub(crate) revision: i64,
}

/// Which conversations are looked for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ConversationQuery {
    /// A text that is in the title or in a message; A–Z match in either case. Of a longer one the first 80 characters
    /// are looked for.
    #[serde(default)]
    pub(crate) search: String,
}

impl From<ConversationRow> for Conversation {
    fn from(row: ConversationRow) -> Self {
        Self {
            id: row.id,
            user_id: row.user_id,
            title: row.title,
            summary: row.summary,
            persona: row.persona,
            preset_id: row.preset_id,
            revision: row.revision,
            created_at: iso(row.created_at),
            updated_at: iso(row.updated_at),
        }
    }
}

impl From<MessageRow> for ConversationMessage {
    fn from(row: MessageRow) -> Self {
        Self {
            attachments: attachments::of_message(&row),
            role: row.role,
            content: row.content,
            reasoning: row.reasoning,
            model: row.model,
            model_label: row.model_label,
            sources: serde_json::from_str(&row.sources).unwrap_or_default(),
            partial: row.is_partial,
            partial_reason: row.partial_reason,
            fallback: row.is_fallback,
            safety: Vec::new(),
            timestamp: iso(row.created_at),
        }
    }
}

/// A conversation with its messages and the answer that is being written.
pub(crate) fn detail(
    row: ConversationRow,
    messages: Vec<MessageRow>,
    generation: Option<GenerationRow>,
) -> ConversationDetail {
    let mut messages: Vec<_> = messages.into_iter().map(ConversationMessage::from).collect();
    let questions = messages.iter_mut().rev().filter(|message| message.role == Role::User);
    for question in questions.take(HELPED_QUESTIONS) {
        question.safety = categories(&question.content);
    }
    ConversationDetail {
        summary_at: row.summary_at.map(iso),
        conversation: row.into(),
        messages,
        generation: generation.map(|row| RunningGeneration {
            id: row.id,
            model: row.model,
            model_label: row.model_label,
        }),
    }
}
