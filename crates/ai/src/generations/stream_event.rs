//! The events of the stream of an answer (`interface 6.2`), as they are sent and as they are stored.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::conversations::fields::PartialReason;
use crate::provider::Usage;
use crate::safety::Category;
use crate::source::AiSource;
use crate::usage::Budget;

/// One event of the stream of an answer. Each has fields of its own; a client passes over those that it does not know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum AiStreamEvent {
    /// The first event.
    Started {
        /// The id of the generation, by which the stream is resumed and the answer is stopped.
        generation_id: String,
        /// The id of the model that answers.
        model: String,
        /// The name of that model.
        model_label: String,
        /// The title of the conversation, if the question has made it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
    },
    /// The next part of the answer, which takes the place of all text before it.
    Replace {
        /// Markdown.
        content: String,
        /// Tells this event from one that adds to the text.
        action: ReplaceAction,
    },
    /// The next part of the answer.
    Content {
        /// Markdown.
        content: String,
    },
    /// The next part of the model's thoughts.
    Reasoning {
        /// Plain text.
        reasoning: String,
    },
    /// A web search begins, or has ended.
    Search {
        /// Whether the search goes on.
        searching: bool,
        /// What is looked for.
        query: String,
        /// What was found; absent while the search goes on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sources: Option<Vec<AiSource>>,
    },
    /// Another model answers in place of one that has failed.
    Fallback {
        /// Always true.
        fallback: bool,
        /// The id of the model that answers now.
        model: String,
        /// The name of that model.
        model_label: String,
    },
    /// The question has words of a category: the client shows where there is help. Nothing is blocked.
    Safety {
        /// The category of the words.
        safety: Category,
    },
    /// What the answer took.
    Usage {
        /// The tokens that models have read and written for the answer.
        usage: Usage,
    },
    /// What is left to the member today.
    Budget {
        /// The budget after this answer.
        budget: Budget,
    },
    /// The answer up to an offset would survive a crash. Only where the answer can be resumed.
    Saved {
        /// The offset, as in the `id:` lines.
        saved: u64,
    },
    /// There is no whole answer.
    Error {
        /// Why, in the language of the question.
        error: String,
    },
    /// The answer is not whole.
    Partial {
        /// The reason why it is not whole.
        partial_reason: PartialReason,
    },
    /// The last event.
    Done {
        /// Always true.
        done: bool,
    },
}

/// What an event does with the text before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReplaceAction {
    /// The text before it goes.
    Replace,
}

impl AiStreamEvent {
    pub(super) const DONE: Self = Self::Done { done: true };

    pub(super) fn replace(content: String) -> Self {
        Self::Replace { content, action: ReplaceAction::Replace }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn every_event_is_read_again_as_what_it_was() {
        let (model, model_label) = ("m".to_owned(), "M".to_owned());
        let source = AiSource { title: "T".into(), url: "https://a.test/".into() };
        let events = [
            AiStreamEvent::Started {
                generation_id: "g".into(),
                model: model.clone(),
                model_label: model_label.clone(),
                title: Some("T".into()),
            },
            AiStreamEvent::Budget { budget: Budget::default() },
            AiStreamEvent::replace("r".into()),
            AiStreamEvent::Content { content: "c".into() },
            AiStreamEvent::Reasoning { reasoning: "t".into() },
            AiStreamEvent::Safety { safety: Category::SelfHarm },
            AiStreamEvent::Search { searching: true, query: "q".into(), sources: None },
            AiStreamEvent::Search { searching: false, query: "q".into(), sources: Some(vec![source]) },
            AiStreamEvent::Fallback { fallback: true, model, model_label },
            AiStreamEvent::Usage { usage: Usage::new(3, 1, 2) },
            AiStreamEvent::Saved { saved: 7 },
            AiStreamEvent::Error { error: "e".into() },
            AiStreamEvent::Partial { partial_reason: PartialReason::Length },
            AiStreamEvent::DONE,
        ];
        for event in events {
            let json = serde_json::to_value(&event).unwrap();
            assert_eq!(serde_json::from_value::<AiStreamEvent>(json.clone()).unwrap(), event, "{json}");
        }
    }

    #[test]
    fn the_names_are_those_of_the_contract() {
        let json = |event: AiStreamEvent| serde_json::to_value(event).unwrap();
        let expected: Value = json!({ "content": "r", "action": "replace" });
        assert_eq!(json(AiStreamEvent::replace("r".into())), expected);
        assert_eq!(json(AiStreamEvent::DONE), json!({ "done": true }));
        let safety = AiStreamEvent::Safety { safety: Category::SelfHarm };
        assert_eq!(json(safety), json!({ "safety": "self_harm" }));
        let search = AiStreamEvent::Search { searching: true, query: "q".into(), sources: None };
        assert_eq!(json(search), json!({ "searching": true, "query": "q" }));
    }
}
