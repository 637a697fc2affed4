//! One streamed answer of a provider: its lines become pieces of text and thought, and at the end what it took.

use std::time::Duration;

use axum::http::Method;
use eventsource_stream::{EventStreamError, Eventsource as _};
use futures_util::StreamExt as _;
use futures_util::stream::unfold;
use kernel::App;
use kernel::config::Secret;
use kernel::egress::{EgressError, Response};
use serde_json::Value;

use super::call::{self, Call, send};
use super::chunk::{Chunk, Delta, ProviderUsage, ToolCallPart, Usage};
use super::error::ProviderError;
use super::key_filter::KeyFilter;
use super::think::{AnswerDelta, ThinkSplitter};

/// Longest answer: far more than any model writes, so that a provider that never ends does.
const MAX_STREAM: u64 = 16 << 20;
/// Longest line of it: a parser goes through a line again with each part that comes.
const MAX_LINE: usize = 512 << 10;
/// Longest text and thoughts of an answer, in bytes: what goes on is cut.
const MAX_TEXT: usize = 400 << 10;
/// Longest time that an answer is written in.
const LONGEST: Duration = Duration::from_secs(30 * 60);
/// Tools that one answer may call.
const MAX_TOOL_CALLS: usize = 8;
/// Longest arguments of a call, in bytes.
const MAX_ARGUMENTS: usize = 16 * 1024;

/// A tool that the model wants to have called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ToolCall {
    pub(crate) id: String,
    pub(crate) name: String,
    /// JSON, as the model wrote it.
    pub(crate) arguments: String,
}

/// How an answer has ended.
#[derive(Debug, Default)]
pub(crate) struct Ended {
    /// `None` when the provider has counted nothing, or nothing but zeros.
    pub(crate) usage: Option<Usage>,
    /// What the model wants before it goes on; empty at the end of the answer.
    pub(crate) tool_calls: Vec<ToolCall>,
    /// Why the provider has ended the answer before the model did; `None` for a whole answer.
    pub(crate) cut: Option<Cut>,
    /// Whether there is more than thoughts and calls.
    pub(crate) has_content: bool,
}

/// Why a provider has ended an answer before the model did (`finish_reason`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// `length`: the answer is as long as it may be.
    Length,
    /// `content_filter`: the provider does not pass on what comes.
    Filter,
}

/// Asks for an answer, and passes its pieces on as they come. `idle` is the longest wait for the next one.
///
/// # Errors
/// When the provider refuses, breaks off, or ends without saying so. Pieces may have come before.
pub(crate) async fn stream(
    app: &App,
    call: &Call<'_>,
    body: &Value,
    idle: Duration,
    mut emit: impl FnMut(AnswerDelta<'_>),
) -> Result<Ended, ProviderError> {
    let mut rules = call::rules(call.endpoint, LONGEST);
    (rules.idle, rules.max_body) = (Some(idle), MAX_STREAM);
    let response = send(app, call, Method::POST, body.to_string().into(), &rules).await?;
    let chunks = unfold(Some(Chunks { response, line: 0 }), next_chunk);
    let mut events = Box::pin(chunks.eventsource());
    let mut answer = Answer::new(call.endpoint.key.as_ref());
    while let Some(event) = events.next().await {
        let event = match event {
            Ok(event) => event,
            // It has said that it is done, and only then broken the connection.
            Err(_) if answer.is_finished => break,
            Err(error) => {
                return Err(match error {
                    // The provider has begun to answer: it is there.
                    EventStreamError::Transport(EgressError::Upstream(_)) => ProviderError::BrokenOff,
                    EventStreamError::Transport(error) => ProviderError::from(error),
                    _ => ProviderError::Broken,
                });
            }
        };
        if event.data == "[DONE]" {
            answer.is_finished = true;
            break;
        }
        answer.read(&event.data, call.endpoint.key.as_ref(), &mut emit)?;
        if answer.length > MAX_TEXT {
            (answer.is_finished, answer.cut) = (true, Some(Cut::Length));
            break;
        }
    }
    answer.end(emit)
}

/// What comes of a response.
struct Chunks {
    response: Response,
    /// How long the line is that has not ended, in bytes.
    line: usize,
}

async fn next_chunk(chunks: Option<Chunks>) -> Option<(Result<bytes::Bytes, EgressError>, Option<Chunks>)> {
    let mut chunks = chunks?;
    match chunks.response.chunk().await {
        Ok(Some(bytes)) => {
            let end = bytes.iter().rposition(|byte| *byte == b'\n');
            chunks.line = end.map_or(chunks.line + bytes.len(), |end| bytes.len() - end - 1);
            if chunks.line > MAX_LINE {
                return Some((Err(EgressError::TooLarge), None));
            }
            Some((Ok(bytes), Some(chunks)))
        }
        Ok(None) => None,
        Err(error) => Some((Err(error), None)),
    }
}

/// What has come of an answer.
struct Answer {
    splitter: ThinkSplitter,
    content_filter: KeyFilter,
    reasoning_filter: KeyFilter,
    /// Of text and thoughts, in bytes.
    length: usize,
    usage: Option<ProviderUsage>,
    tool_calls: Vec<ToolCall>,
    has_reasoning: bool,
    has_content: bool,
    is_finished: bool,
    cut: Option<Cut>,
}

impl Answer {
    fn new(key: Option<&Secret<String>>) -> Self {
        Self {
            splitter: ThinkSplitter::default(),
            content_filter: KeyFilter::new(key),
            reasoning_filter: KeyFilter::new(key),
            length: 0,
            usage: None,
            tool_calls: Vec::new(),
            has_reasoning: false,
            has_content: false,
            is_finished: false,
            cut: None,
        }
    }

    fn read(
        &mut self,
        line: &str,
        key: Option<&Secret<String>>,
        emit: &mut impl FnMut(AnswerDelta<'_>),
    ) -> Result<(), ProviderError> {
        let chunk: Chunk<'_> = serde_json::from_str(line).map_err(|_| ProviderError::Broken)?;
        if let Some(error) = chunk.error {
            let json = serde_json::json!({ "error": error });
            return ProviderError::in_body(&json, key).map_or(Ok(()), Err);
        }
        self.usage = chunk.usage.or(self.usage.take());
        for choice in chunk.choices.into_iter().flatten() {
            let reason = choice.finish_reason.unwrap_or_default();
            self.is_finished |= !reason.is_empty();
            self.cut = match &*reason {
                "length" => Some(Cut::Length),
                "content_filter" => Some(Cut::Filter),
                _ => self.cut,
            };
            let Some(delta) = choice.delta else { continue };
            let Delta { content, reasoning_content, reasoning, tool_calls } = delta;
            if let Some(thought) = reasoning_content.or(reasoning).filter(|thought| !thought.is_empty()) {
                self.push_reasoning(&thought, emit);
            }
            if let Some(text) = content {
                self.push_content(&text, emit);
            }
            tool_calls.into_iter().flatten().for_each(|part| self.add_call(part));
        }
        Ok(())
    }

    fn add_call(&mut self, part: ToolCallPart) {
        if part.index >= MAX_TOOL_CALLS {
            return;
        }
        if self.tool_calls.len() <= part.index {
            self.tool_calls.resize_with(part.index + 1, ToolCall::default);
        }
        let call = &mut self.tool_calls[part.index];
        if let Some(id) = part.id {
            call.id = id;
        }
        let Some(function) = part.function else { return };
        if let Some(name) = function.name.filter(|name| !name.is_empty()) {
            call.name = name;
        }
        let arguments = function.arguments.unwrap_or_default();
        if call.arguments.len() + arguments.len() <= MAX_ARGUMENTS {
            call.arguments.push_str(&arguments);
        }
    }

    fn push_reasoning(&mut self, text: &str, emit: &mut impl FnMut(AnswerDelta<'_>)) {
        self.has_reasoning = true;
        self.length += text.len();
        self.reasoning_filter.push(text, |text| emit(AnswerDelta::Reasoning(text)));
    }

    /// Text of which a part may be thoughts.
    fn push_content(&mut self, text: &str, emit: &mut impl FnMut(AnswerDelta<'_>)) {
        self.length += text.len();
        let Self { splitter, content_filter, reasoning_filter, has_reasoning, has_content, .. } = self;
        splitter.push(text, |delta| match delta {
            AnswerDelta::Content(text) => {
                *has_content |= !text.trim().is_empty();
                content_filter.push(text, |text| emit(AnswerDelta::Content(text)));
            }
            AnswerDelta::Reasoning(text) => {
                *has_reasoning = true;
                reasoning_filter.push(text, |text| emit(AnswerDelta::Reasoning(text)));
            }
        });
    }

    fn end(mut self, mut emit: impl FnMut(AnswerDelta<'_>)) -> Result<Ended, ProviderError> {
        let Self { splitter, content_filter, reasoning_filter, has_content, .. } = &mut self;
        splitter.finish(|delta| match delta {
            AnswerDelta::Content(text) => {
                *has_content |= !text.trim().is_empty();
                content_filter.push(text, |text| emit(AnswerDelta::Content(text)));
            }
            AnswerDelta::Reasoning(text) => {
                reasoning_filter.push(text, |text| emit(AnswerDelta::Reasoning(text)));
            }
        });
        reasoning_filter.finish(|text| emit(AnswerDelta::Reasoning(text)));
        content_filter.finish(|text| emit(AnswerDelta::Content(text)));
        if !self.is_finished {
            return Err(ProviderError::BrokenOff);
        }
        self.tool_calls.retain(|call| !call.name.is_empty());
        // Thoughts that were cut short are shown as that; thoughts alone answer nothing.
        let is_cut_thinking = self.cut.is_some() && self.has_reasoning;
        if !self.has_content && self.tool_calls.is_empty() && !is_cut_thinking {
            return Err(ProviderError::Empty);
        }
        let usage = self.usage.map(Usage::from).filter(|usage| usage.total_tokens > 0);
        let (tool_calls, cut, has_content) = (self.tool_calls, self.cut, self.has_content);
        Ok(Ended { usage, tool_calls, cut, has_content })
    }
}
