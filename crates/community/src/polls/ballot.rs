//! What a member answers; pure.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Result;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::{Question, QuestionKind};
use crate::texts;

/// Longest answer in words, in characters.
const MAX_ANSWER: usize = 1_000;

/// What a member answers to one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Answer {
    /// The place of the question among those of the poll or survey, from 0.
    pub(crate) question: usize,
    /// The places of the chosen options, from 0, each once; empty for other kinds.
    #[serde(default)]
    pub(crate) choices: Vec<usize>,
    /// The answer to a question of kind `text`, at most 1,000 characters; empty for other kinds.
    #[serde(default)]
    pub(crate) text: String,
    /// The answer to a question of kind `scale`; null for other kinds.
    pub(crate) value: Option<i64>,
}

/// The answers, if they keep the rules of the questions; in the order of these, without those that say nothing.
///
/// # Errors
/// 400 naming the question.
pub(crate) fn check(questions: &[Question], given: &[Answer]) -> Result<Vec<Answer>> {
    let (mut seen, mut answers) = (BTreeSet::new(), BTreeMap::new());
    for answer in given {
        let place = answer.question;
        let number = place.saturating_add(1);
        let question = questions.get(place).ok_or_else(|| texts::ANSWER_UNKNOWN.with("number", number))?;
        if !seen.insert(place) {
            return Err(texts::ANSWER_TWICE.with("number", number));
        }
        let fitting = fitted(question, answer).ok_or_else(|| texts::ANSWER_INVALID.with("number", number))?;
        if !is_empty(&fitting) {
            answers.insert(place, fitting);
        }
    }
    let is_missing =
        |(place, question): &(usize, &Question)| question.required && !answers.contains_key(place);
    if let Some((place, _)) = questions.iter().enumerate().find(is_missing) {
        return Err(texts::ANSWER_MISSING.with("number", place + 1));
    }
    if answers.is_empty() {
        return Err(texts::BALLOT_EMPTY.err());
    }
    Ok(answers.into_values().collect())
}

/// The answer as it is kept; none when it does not fit the question. Choices are kept in the order of the options, so
/// that the order of a member's taps is in no row.
fn fitted(question: &Question, answer: &Answer) -> Option<Answer> {
    let text = answer.text.replace("\r\n", "\n").trim().to_owned();
    let choices: BTreeSet<usize> = answer.choices.iter().copied().collect();
    let is_each_once = choices.len() == answer.choices.len();
    let fits = match question.kind {
        QuestionKind::Choice => {
            let are_options = choices.iter().all(|choice| *choice < question.options.len());
            let is_alone = text.is_empty() && answer.value.is_none();
            is_each_once && are_options && choices.len() <= question.max_choices && is_alone
        }
        QuestionKind::Text => {
            let is_control = |c: char| c.is_control() && c != '\n' && c != '\t';
            let is_text = text.chars().count() <= MAX_ANSWER && !text.contains(is_control);
            is_text && choices.is_empty() && answer.value.is_none()
        }
        QuestionKind::Scale => {
            let scale = question.scale_min..=question.scale_max;
            let is_on_scale = answer.value.is_none_or(|value| scale.contains(&value));
            is_on_scale && choices.is_empty() && text.is_empty()
        }
    };
    let choices = choices.into_iter().collect();
    fits.then_some(Answer { question: answer.question, choices, text, value: answer.value })
}

fn is_empty(answer: &Answer) -> bool {
    answer.choices.is_empty() && answer.text.is_empty() && answer.value.is_none()
}

/// An answer in words: the chosen options, the text, or the number.
pub(crate) fn words(question: &Question, answer: &Answer) -> String {
    match (question.kind, answer.value) {
        (QuestionKind::Choice, _) => {
            let chosen = answer.choices.iter().filter_map(|choice| question.options.get(*choice));
            chosen.map(String::as_str).collect::<Vec<_>>().join("; ")
        }
        (QuestionKind::Scale, Some(value)) => value.to_string(),
        (QuestionKind::Text | QuestionKind::Scale, _) => answer.text.clone(),
    }
}
