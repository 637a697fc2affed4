//! What a rule says, and what keeps a rule sound.

use std::collections::BTreeSet;

use kernel::Result;
use regex::RegexBuilder;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::folding::{Folded, Spelling};
use crate::texts;

/// Longest term or pattern, in characters.
const MAX_TERM: usize = 100;
/// Most exceptions of a rule.
const MAX_EXCEPTIONS: usize = 20;
/// Most memory of a compiled pattern, in bytes.
const MAX_PATTERN_BYTES: usize = 1 << 18;

/// How a rule compares its term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Matching {
    /// The term anywhere, also inside other words.
    Substring,
    /// The term where no letter, digit or Chinese character stands right beside it.
    Word,
    /// A regular expression, without look-around and back-references.
    Pattern,
}

/// What a rule does with a text that it fits, the mildest first.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(crate) enum Effect {
    /// The words become `＊`.
    Mask,
    /// It is published, and a case is opened.
    Flag,
    /// It waits for a moderator.
    Hold,
    /// It is refused.
    Block,
}

/// A rule as staff writes it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct NewRule {
    /// The term or the pattern, 1–100 characters.
    pub(crate) term: String,
    /// How the term is compared. Width, case, traditional forms and signs put into the term do not count; of a pattern
    /// width, case and traditional forms do not.
    pub(crate) matching: Matching,
    /// What is done with a text that it fits.
    pub(crate) effect: Effect,
    /// Words in which the term does not count, at most 20 of at most 100 characters; not for patterns.
    #[serde(default)]
    pub(crate) exceptions: Vec<String>,
    /// Whether it holds.
    #[serde(default = "default_enabled")]
    pub(crate) enabled: bool,
}

fn default_enabled() -> bool {
    true
}

impl NewRule {
    /// The rule, if it can be compared.
    ///
    /// # Errors
    /// 400 naming what is wrong.
    pub(crate) fn check(&self) -> Result<Self> {
        let term = self.term.trim();
        if term.is_empty() || !is_short(term) {
            return Err(texts::TERM_INVALID.with("max", MAX_TERM));
        }
        let exceptions: BTreeSet<String> =
            self.exceptions.iter().map(|word| word.trim().to_owned()).collect();
        let exceptions: Vec<String> = exceptions.into_iter().filter(|word| !word.is_empty()).collect();
        let sound = exceptions.len() <= MAX_EXCEPTIONS && exceptions.iter().all(|word| is_short(word));
        if !sound || (self.matching == Matching::Pattern && !exceptions.is_empty()) {
            return Err(texts::EXCEPTIONS_INVALID.with("count", MAX_EXCEPTIONS).with("max", MAX_TERM));
        }
        if self.matching == Matching::Pattern {
            pattern(term)?;
        } else if Folded::new(term, Spelling::Words).text.is_empty() {
            return Err(texts::TERM_EMPTY.err());
        }
        Ok(Self { term: term.to_owned(), exceptions, ..self.clone() })
    }
}

fn is_short(text: &str) -> bool {
    text.chars().count() <= MAX_TERM && !text.chars().any(char::is_control)
}

/// A compiled pattern. It is compared in time linear in the text, whatever it is.
///
/// # Errors
/// 400 for what is no pattern, is too large, or fits an empty text and so every one.
pub(super) fn pattern(term: &str) -> Result<regex::Regex> {
    // The text is compared without traditional forms and width, so the pattern is as well; signs of patterns stay.
    let built =
        RegexBuilder::new(&folded_pattern(term)).size_limit(MAX_PATTERN_BYTES).case_insensitive(true).build();
    match built {
        Ok(regex) if regex.is_match("") => Err(texts::PATTERN_EMPTY.err()),
        Ok(regex) => Ok(regex),
        Err(regex::Error::CompiledTooBig(_)) => Err(texts::PATTERN_TOO_LARGE.err()),
        Err(error) => Err(texts::PATTERN_INVALID.err().because(error)),
    }
}

/// A pattern with its characters as texts have them when they are compared, but for those after a backslash. A sign of
/// full width means itself: only those of ASCII belong to the language of patterns.
fn folded_pattern(term: &str) -> String {
    let mut is_escaped = false;
    let mut written = String::new();
    for c in term.chars() {
        if is_escaped || c.is_ascii() {
            written.push(c);
        } else {
            written.push_str(&regex::escape(&Folded::new(&c.to_string(), Spelling::Everything).text));
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(term: &str, matching: Matching) -> NewRule {
        NewRule { term: term.into(), matching, effect: Effect::Mask, exceptions: Vec::new(), enabled: true }
    }

    fn refusal(rule: &NewRule) -> &'static str {
        rule.check().map_or_else(|error| error.slug(), |_| "")
    }

    #[test]
    fn rules_that_cannot_be_compared_are_refused_by_name() {
        let long = "字".repeat(101);
        for (term, matching, slug) in [
            ("", Matching::Substring, "moderation_term_invalid"),
            (long.as_str(), Matching::Word, "moderation_term_invalid"),
            ("！？", Matching::Substring, "moderation_term_empty"),
            ("(", Matching::Pattern, "moderation_pattern_invalid"),
            ("(?=a)b", Matching::Pattern, "moderation_pattern_invalid"),
            (r"(a)\1", Matching::Pattern, "moderation_pattern_invalid"),
            ("a*", Matching::Pattern, "moderation_pattern_empty"),
            ("((a{100}){100}){100}", Matching::Pattern, "moderation_pattern_too_large"),
            ("(a+)+$", Matching::Pattern, ""),
            (r"\d{11}", Matching::Pattern, ""),
            ("笨 蛋", Matching::Substring, ""),
        ] {
            assert_eq!(refusal(&rule(term, matching)), slug, "{term}");
        }
        let many =
            NewRule { exceptions: (0..21).map(|n| n.to_string()).collect(), ..rule("a", Matching::Word) };
        assert_eq!(refusal(&many), "moderation_exceptions_invalid");
    }

    #[test]
    fn a_pattern_knows_no_width_case_or_traditional_forms() {
        let regex = pattern("加我微信\\s*[A-Z0-9]{6,}").unwrap();
        assert!(regex.is_match(&Folded::new("加我微信 ａｂｃ１２３", Spelling::Everything).text));
        assert!(pattern("臺灣").unwrap().is_match("台湾"));
        assert!(pattern("ａｂｃ").unwrap().is_match("abc"));
        assert!(!pattern("笨蛋？").unwrap().is_match("笨"), "a sign of full width means itself");
        assert!(pattern("（好）").unwrap().is_match("(好)"));
    }
}
