//! What the lines of a provider's stream say.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// More tokens than any request has: what a provider counts beyond is a mistake, which no sum survives.
const MAX_TOKENS: i64 = 100_000_000;

/// One line.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Chunk<'a> {
    #[serde(default, borrow)]
    pub(super) choices: Option<Vec<Choice<'a>>>,
    /// `None` also for what nobody understands: an answer is not lost for it.
    #[serde(default, deserialize_with = "lenient")]
    pub(super) usage: Option<ProviderUsage>,
    #[serde(default)]
    pub(super) error: Option<Value>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Choice<'a> {
    /// The next part of a stream.
    #[serde(default, borrow)]
    pub(super) delta: Option<Delta<'a>>,
    #[serde(default, borrow)]
    pub(super) finish_reason: Option<Cow<'a, str>>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Delta<'a> {
    #[serde(default, borrow)]
    pub(super) content: Option<Cow<'a, str>>,
    /// As DeepSeek, Qwen and Zhipu name it.
    #[serde(default, borrow)]
    pub(super) reasoning_content: Option<Cow<'a, str>>,
    /// As OpenRouter and vLLM name it.
    #[serde(default, borrow)]
    pub(super) reasoning: Option<Cow<'a, str>>,
    #[serde(default)]
    pub(super) tool_calls: Option<Vec<ToolCallPart>>,
}

/// A part of a call: the name comes first, the arguments piece by piece.
#[derive(Debug, Deserialize)]
pub(super) struct ToolCallPart {
    #[serde(default)]
    pub(super) index: usize,
    #[serde(default)]
    pub(super) id: Option<String>,
    #[serde(default)]
    pub(super) function: Option<FunctionPart>,
}

#[derive(Debug, Deserialize)]
pub(super) struct FunctionPart {
    #[serde(default)]
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) arguments: Option<String>,
}

fn lenient<'de, D: serde::Deserializer<'de>>(input: D) -> Result<Option<ProviderUsage>, D::Error> {
    Value::deserialize(input).map(|json| serde_json::from_value(json).unwrap_or_default())
}

/// Usage in the dialects of providers.
#[derive(Debug, Default, Deserialize)]
pub(super) struct ProviderUsage {
    #[serde(default)]
    prompt_tokens: Option<i64>,
    #[serde(default)]
    completion_tokens: Option<i64>,
    /// OpenAI, Qwen.
    #[serde(default)]
    prompt_tokens_details: Option<Details>,
    /// DeepSeek.
    #[serde(default)]
    prompt_cache_hit_tokens: Option<i64>,
    /// Moonshot.
    #[serde(default)]
    cached_tokens: Option<i64>,
}

#[derive(Debug, Default, Deserialize)]
struct Details {
    #[serde(default)]
    cached_tokens: Option<i64>,
}

/// What an answer took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = AiTokenUsage)]
pub(crate) struct Usage {
    /// Tokens that the model has read.
    pub(crate) prompt_tokens: i64,
    /// Those of them that the provider had in its cache.
    pub(crate) cached_tokens: i64,
    /// Tokens that the model has written, thoughts included.
    pub(crate) completion_tokens: i64,
    /// Tokens that the model has read and written.
    pub(crate) total_tokens: i64,
}

impl Usage {
    /// Of these numbers, none of which is below 0 or beyond what any request has.
    pub(crate) fn new(prompt: i64, cached: i64, completion: i64) -> Self {
        let (prompt, completion) = (prompt.clamp(0, MAX_TOKENS), completion.clamp(0, MAX_TOKENS));
        Self {
            prompt_tokens: prompt,
            cached_tokens: cached.clamp(0, prompt),
            completion_tokens: completion,
            total_tokens: prompt.saturating_add(completion),
        }
    }

    /// That of two requests.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self::new(
            self.prompt_tokens.saturating_add(other.prompt_tokens),
            self.cached_tokens.saturating_add(other.cached_tokens),
            self.completion_tokens.saturating_add(other.completion_tokens),
        )
    }
}

impl From<ProviderUsage> for Usage {
    fn from(usage: ProviderUsage) -> Self {
        let details = usage.prompt_tokens_details.and_then(|details| details.cached_tokens);
        let cached = details.or(usage.prompt_cache_hit_tokens).or(usage.cached_tokens).unwrap_or_default();
        let (prompt, completion) = (usage.prompt_tokens, usage.completion_tokens);
        Self::new(prompt.unwrap_or_default(), cached, completion.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(json: &str) -> Usage {
        serde_json::from_str::<ProviderUsage>(json).unwrap().into()
    }

    #[test]
    fn cache_hits_are_read_in_every_dialect() {
        let expected = Usage::new(100, 60, 20);
        for json in [
            r#"{"prompt_tokens":100,"completion_tokens":20,"prompt_tokens_details":{"cached_tokens":60}}"#,
            r#"{"prompt_tokens":100,"completion_tokens":20,"prompt_cache_hit_tokens":60,"prompt_cache_miss_tokens":40}"#,
            r#"{"prompt_tokens":100,"completion_tokens":20,"cached_tokens":60}"#,
        ] {
            assert_eq!(usage(json), expected);
        }
        let sparse = r#"{"prompt_tokens":7,"completion_tokens":null,"prompt_tokens_details":null}"#;
        assert_eq!(usage(sparse), Usage::new(7, 0, 0));
        assert_eq!(usage(r#"{"prompt_tokens":9223372036854775807}"#).total_tokens, MAX_TOKENS);
    }

    #[test]
    fn a_line_may_leave_everything_out() {
        for json in [
            "{}",
            r#"{"choices":[]}"#,
            r#"{"choices":null}"#,
            r#"{"usage":{"prompt_tokens":1.5}}"#,
            r#"{"choices":[{"delta":{"content":null}}]}"#,
            r#"{"usage":null}"#,
        ] {
            assert!(serde_json::from_str::<Chunk<'_>>(json).is_ok(), "{json}");
        }
    }
}
