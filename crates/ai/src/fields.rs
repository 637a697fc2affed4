//! Fields that models, policies, presets and conversations have alike; pure.

use kernel::Result;

use crate::texts;

/// Longest prompt that somebody writes, in characters.
pub(crate) const MAX_PROMPT: usize = 4000;
/// Last place in a list.
const MAX_SORT_ORDER: i64 = 9999;

/// One line of 1 to `max` characters, without blanks around it; `None` for anything else.
pub(crate) fn parse_line(raw: &str, max: usize) -> Option<String> {
    let line = raw.trim();
    let fits = (1..=max).contains(&line.chars().count()) && !line.chars().any(char::is_control);
    fits.then(|| line.to_owned())
}

/// A whole number from 0 to `max`.
///
/// # Errors
/// 400 naming the field.
pub(crate) fn parse_range(field: &'static str, value: i64, max: i64) -> Result<i64> {
    if (0..=max).contains(&value) {
        Ok(value)
    } else {
        Err(texts::MODEL_NUMBER_INVALID.with("field", field).with("max", max))
    }
}

/// A place in a list.
///
/// # Errors
/// 400.
pub(crate) fn parse_sort_order(value: i64) -> Result<i64> {
    parse_range("sort_order", value, MAX_SORT_ORDER)
}

/// What a model is told first: no control characters but line breaks and tabs.
///
/// # Errors
/// 400.
pub(crate) fn parse_prompt(raw: &str) -> Result<String> {
    let prompt = raw.trim();
    let is_forbidden = |c: char| c.is_control() && c != '\n' && c != '\t';
    if prompt.chars().count() > MAX_PROMPT || prompt.chars().any(is_forbidden) {
        return Err(texts::PROMPT_INVALID.with("max", MAX_PROMPT));
    }
    Ok(prompt.to_owned())
}
