//! What a conversation is, and which texts it may have; pure.

use kernel::{ApiError, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::source::{AiSource, is_web_link};
use crate::texts;

/// All conversations of one member, those that were replaced too, in bytes.
pub(crate) const MAX_BYTES_OF_USER: i64 = 64 << 20;
/// Conversations of one member.
pub(crate) const MAX_CONVERSATIONS: i64 = 1000;
/// Messages of one conversation.
pub(crate) const MAX_MESSAGES: usize = 2000;
/// No question is added to a conversation of so many bytes: with its answer it could not be written again.
pub(crate) const FULL_BYTES: i64 = 1200 << 10;
/// All messages of a conversation that is replaced, in bytes (`interface 4.8`).
pub(crate) const MAX_BYTES: usize = 2 << 20;
/// Longest title, in characters.
const MAX_TITLE: usize = 60;
/// The title that is made of a first message, in characters.
const FIRST_TITLE: usize = 30;
/// Longest title of a source, in characters.
pub(crate) const MAX_SOURCE_TITLE: usize = 500;
/// Sources of one message.
pub(crate) const MAX_SOURCES: usize = 20;
/// Longest message, in characters.
const MAX_MESSAGE: usize = 100_000;

/// Who has said something. Nothing else can be written: a member cannot speak for the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    /// The member.
    User,
    /// A model.
    Assistant,
}

/// Why an answer is not whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PartialReason {
    /// The member has stopped it, or nobody read it.
    Stopped,
    /// The provider has failed.
    Failed,
    /// The model has written as much as it may.
    Length,
    /// The portal has stopped.
    Interrupted,
    /// An exam has begun.
    Exam,
    /// A filter of the provider has ended it.
    Filtered,
}

/// A title: one line.
///
/// # Errors
/// 400.
pub(crate) fn parse_title(raw: &str) -> Result<String> {
    let title = raw.trim();
    if title.chars().count() > MAX_TITLE || title.chars().any(char::is_control) {
        return Err(texts::TITLE_INVALID.with("max", MAX_TITLE));
    }
    Ok(title.to_owned())
}

/// The title that a first message, or what a model says, makes: one line.
pub(crate) fn title_of(message: &str) -> String {
    let line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().filter(|c| !c.is_control()).take(FIRST_TITLE).collect::<String>().trim_end().to_owned()
}

/// A question: not empty, without control characters but line breaks and tabs.
///
/// # Errors
/// 400.
pub(crate) fn parse_message(raw: &str) -> Result<String> {
    let message = raw.trim().replace("\r\n", "\n");
    if message.is_empty() {
        return Err(ApiError::invalid("message"));
    }
    if message.chars().count() > MAX_MESSAGE {
        return Err(texts::MESSAGE_INVALID.with("max", MAX_MESSAGE));
    }
    check_text(&message)?;
    Ok(message)
}

/// How long a text of a conversation may be is a matter of the whole: answers are as long as they are.
///
/// # Errors
/// 400 for a text that has control characters other than line breaks and tabs.
pub(crate) fn check_text(text: &str) -> Result<()> {
    let is_forbidden = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if text.chars().any(is_forbidden) {
        return Err(texts::MESSAGE_INVALID.with("max", MAX_MESSAGE));
    }
    Ok(())
}

/// What a message says of the model that answered: one line each.
///
/// # Errors
/// 400.
pub(crate) fn check_model(id: &str, label: &str) -> Result<()> {
    if id.chars().chain(label.chars()).any(char::is_control) {
        return Err(ApiError::invalid("model"));
    }
    Ok(())
}

/// # Errors
/// 400 for too many sources, for what is no web address, and for a title of several lines.
pub(crate) fn check_sources(sources: &[AiSource]) -> Result<()> {
    let is_right = |source: &AiSource| {
        is_web_link(&source.url)
            && source.title.chars().count() <= MAX_SOURCE_TITLE
            && !source.title.chars().any(char::is_control)
    };
    if sources.len() <= MAX_SOURCES && sources.iter().all(is_right) {
        Ok(())
    } else {
        Err(ApiError::invalid("sources"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_the_beginning_of_the_first_message_in_one_line() {
        assert_eq!(title_of("  怎么解\n这道题？ "), "怎么解 这道题？");
        assert_eq!(title_of(&"长".repeat(50)).chars().count(), 30);
        assert_eq!(title_of("a\0b\u{1b}[2J"), "ab[2J");
    }

    #[test]
    fn a_message_has_words_and_no_control_characters() {
        assert_eq!(parse_message(" a\r\nb\t").unwrap(), "a\nb");
        for bad in ["", " \n ", "a\u{7}b", "\u{1b}[31m"] {
            assert!(parse_message(bad).is_err(), "{bad:?}");
        }
    }
}
