//! What a model is, and which names and sizes it may have; pure.

use kernel::Result;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::{parse_line, parse_range};
use crate::texts;

/// Models that may exist.
pub(crate) const MAX_MODELS: usize = 500;
/// Models added at once (`interface 8`).
pub(crate) const MAX_BATCH: usize = 50;
/// Longest id, in bytes.
const MAX_ID: usize = 32;
/// Longest label, in characters.
const MAX_LABEL: usize = 30;
/// Longest name at the provider, in characters.
const MAX_MODEL: usize = 120;
/// Longest key, in bytes.
const MAX_KEY: usize = 1000;
/// Context of a model that names none, in tokens (`interface 2.11`).
pub(crate) const DEFAULT_CONTEXT: i64 = 10_000;
const MAX_CONTEXT: i64 = 200_000;
const MAX_OUTPUT: i64 = 65_536;
/// Colour of a model that names none.
pub(crate) const DEFAULT_COLOR: &str = "#6366f1";
/// Words that stand in paths where ids stand too.
const RESERVED: [&str; 4] = ["default", "test", "batch", "provider-models"];

/// How thinking is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ApiStyle {
    /// By `reasoning_effort`.
    #[default]
    Openai,
    /// By `thinking`, which also turns it off.
    Deepseek,
}

/// How much a model shall think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReasoningEffort {
    /// A little.
    Low,
    /// The middle.
    Medium,
    /// Long.
    High,
}

/// As it is stored and sent.
pub(crate) fn effort_text(effort: ReasoningEffort) -> &'static str {
    match effort {
        ReasoningEffort::Low => "low",
        ReasoningEffort::Medium => "medium",
        ReasoningEffort::High => "high",
    }
}

/// An id that an admin has chosen: 1 to 32 letters, digits, `.`, `_` and `-`.
///
/// # Errors
/// 400.
pub(crate) fn parse_id(raw: &str) -> Result<String> {
    let is_slug = raw.starts_with(|c: char| c.is_ascii_alphanumeric())
        && raw.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'));
    if is_slug && raw.len() <= MAX_ID && !RESERVED.contains(&raw) {
        Ok(raw.to_owned())
    } else {
        Err(texts::MODEL_ID_INVALID.with("max", MAX_ID))
    }
}

/// An id made from a name; `otherwise` when nothing of the name can stand in one.
pub(crate) fn slug(name: &str, otherwise: &str) -> String {
    let mut id = String::new();
    for c in name.chars().map(|c| c.to_ascii_lowercase()) {
        if c.is_ascii_alphanumeric() || matches!(c, '.' | '_') {
            id.push(c);
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    // Room for a hyphen and the number of one of all models.
    id.truncate(MAX_ID - 4);
    let id = id.trim_matches(['-', '.', '_']);
    if id.is_empty() || RESERVED.contains(&id) { otherwise.to_owned() } else { id.to_owned() }
}

/// The id itself, or with the first number behind it that makes it free.
pub(crate) fn free_id(id: &str, mut is_taken: impl FnMut(&str) -> bool) -> String {
    let numbered = (2..).map(|n| format!("{id}-{n}"));
    std::iter::once(id.to_owned()).chain(numbered).find(|id| !is_taken(id)).unwrap_or_default()
}

/// What members read.
///
/// # Errors
/// 400.
pub(crate) fn parse_label(raw: &str) -> Result<String> {
    parse_line(raw, MAX_LABEL).ok_or_else(|| texts::MODEL_LABEL_INVALID.with("max", MAX_LABEL))
}

/// What the provider calls it.
///
/// # Errors
/// 400.
pub(crate) fn parse_model(raw: &str) -> Result<String> {
    parse_line(raw, MAX_MODEL).ok_or_else(|| texts::MODEL_NAME_INVALID.with("max", MAX_MODEL))
}

/// `#rrggbb`, in lower case.
///
/// # Errors
/// 400.
pub(crate) fn parse_color(raw: &str) -> Result<String> {
    let digits = raw.strip_prefix('#').filter(|digits| digits.len() == 6);
    if digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit())) {
        Ok(raw.to_ascii_lowercase())
    } else {
        Err(texts::MODEL_COLOR_INVALID.err())
    }
}

/// A key: visible ASCII, as it stands in a header.
///
/// # Errors
/// 400.
pub(crate) fn parse_key(raw: &str) -> Result<String> {
    let key = raw.trim();
    if key.len() <= MAX_KEY && key.bytes().all(|byte| byte.is_ascii_graphic()) {
        Ok(key.to_owned())
    } else {
        Err(texts::MODEL_KEY_INVALID.err())
    }
}

/// # Errors
/// 400.
pub(crate) fn parse_context(value: i64) -> Result<i64> {
    parse_range("max_context_tokens", value, MAX_CONTEXT)
}

/// # Errors
/// 400.
pub(crate) fn parse_output(value: i64) -> Result<i64> {
    parse_range("max_output_tokens", value, MAX_OUTPUT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_slug_is_an_id(name in ".{0,60}") {
            prop_assert!(parse_id(&slug(&name, "model")).is_ok(), "{}", slug(&name, "model"));
        }

        #[test]
        fn a_free_id_is_an_id(name in "[a-z]{20,60}", taken in 1..MAX_MODELS) {
            let mut left = taken;
            let free = free_id(&slug(&name, "model"), |_| {
                left = left.saturating_sub(1);
                left > 0
            });
            prop_assert!(parse_id(&free).is_ok(), "{free}");
        }
    }
}
