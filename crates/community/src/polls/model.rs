//! What a poll or survey asks; pure.

use jiff::Timestamp;
use kernel::{ApiError, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::model::PostType;
use crate::texts;

/// Questions of a survey at most.
const MAX_QUESTIONS: usize = 20;
/// Longest question, in characters.
const MAX_TEXT: usize = 200;
/// Options of a question at least.
const MIN_OPTIONS: usize = 2;
/// Options of a question at most.
const MAX_OPTIONS: usize = 10;
/// Longest option, in characters.
const MAX_OPTION: usize = 100;
/// Longest word at an end of a scale, in characters.
const MAX_LABEL: usize = 20;
/// The greatest value of a scale; the least is 0.
const MAX_SCALE: i64 = 10;
/// The scale of a question that names none.
const USUAL_SCALE: (i64, i64) = (1, 5);
/// How long a vote goes on at most, in milliseconds: two years.
const MAX_AHEAD: i64 = 2 * 366 * 86_400_000;

/// The kind of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum QuestionKind {
    /// Options to choose from.
    Choice,
    /// An answer in words.
    Text,
    /// A number between two ends.
    Scale,
}

/// When members see the results of a vote. Its author sees them at any time, except those of a secret vote with `close`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ResultsFrom {
    /// Those who have voted see them at once, all others after the end. The list of the voters of a secret vote is told
    /// after the end.
    #[default]
    Vote,
    /// Everyone sees them after the end; those of a secret vote its author as well.
    Close,
}

/// A question of a poll or survey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Question {
    /// The kind of the question.
    pub(crate) kind: QuestionKind,
    /// The text of the question, at most 200 characters; empty in a poll whose title asks.
    pub(crate) text: String,
    /// The options to choose from, 2–10 of at most 100 characters; empty for other kinds.
    pub(crate) options: Vec<String>,
    /// The largest number of options that one member chooses; 1 for other kinds.
    pub(crate) max_choices: usize,
    /// The least value of the scale, from 0; 1 for other kinds.
    pub(crate) scale_min: i64,
    /// The greatest value of the scale, at most 10; 5 for other kinds.
    pub(crate) scale_max: i64,
    /// What the least value means, at most 20 characters; may be empty.
    pub(crate) low_label: String,
    /// What the greatest value means, at most 20 characters; may be empty.
    pub(crate) high_label: String,
    /// Whether nobody votes without an answer to the question.
    pub(crate) required: bool,
}

/// A question of a new poll or survey. What belongs to another kind is not read.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct NewQuestion {
    /// The kind of the question; a poll has one of kind `choice`.
    kind: QuestionKind,
    /// The text of the question, at most 200 characters; may be empty in a poll, whose title asks.
    #[serde(default)]
    text: String,
    /// The options of a question of kind `choice`: 2–10, each of 1–100 characters and another.
    #[serde(default)]
    options: Vec<String>,
    /// The largest number of options that one member chooses, by default 1.
    max_choices: Option<usize>,
    /// The least value of a scale, from 0; by default 1.
    scale_min: Option<i64>,
    /// The greatest value of a scale, at most 10; by default 5.
    scale_max: Option<i64>,
    /// What the least value of a scale means, at most 20 characters.
    #[serde(default)]
    low_label: String,
    /// What the greatest value of a scale means, at most 20 characters.
    #[serde(default)]
    high_label: String,
    /// Whether nobody votes without an answer to the question, by default true; always true in a poll.
    required: Option<bool>,
}

/// What members vote on in a new poll or survey.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct NewPoll {
    /// The questions: one of kind `choice` in a poll, 1–20 in a survey.
    questions: Vec<NewQuestion>,
    /// When the vote ends: ISO 8601 with its zone, in the future and within two years. By default its author ends it.
    #[schema(format = DateTime)]
    closes_at: Option<String>,
    /// Whether the vote is secret, by default true: who answered what is kept nowhere, the results and the list of voters
    /// are not both told before the end, and fewer than 3 votes have no results. Otherwise whoever sees the results
    /// sees who chose what.
    secret: Option<bool>,
    /// When members see the results; `vote` by default.
    #[serde(default)]
    results_from: ResultsFrom,
}

/// A poll or survey that keeps the rules for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CheckedPoll {
    pub(crate) questions: Vec<Question>,
    pub(crate) closes_at: Option<i64>,
    pub(crate) secret: bool,
    pub(crate) results_from: ResultsFrom,
}

impl NewPoll {
    /// Everything that people read of it.
    pub(crate) fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        self.questions.iter_mut().flat_map(|question| {
            let NewQuestion { text, options, low_label, high_label, .. } = question;
            [text, low_label, high_label].into_iter().chain(options)
        })
    }

    /// The poll or survey, if it keeps the rules for one.
    ///
    /// # Errors
    /// 400 naming what is wrong.
    pub(crate) fn check(&self, kind: PostType, now: i64) -> Result<CheckedPoll> {
        match (kind, &self.questions[..]) {
            (PostType::Poll, [NewQuestion { kind: QuestionKind::Choice, .. }]) => {}
            (PostType::Poll, _) => return Err(texts::POLL_ONE_QUESTION.err()),
            (PostType::Survey, questions) if (1..=MAX_QUESTIONS).contains(&questions.len()) => {}
            (PostType::Survey, _) => return Err(texts::SURVEY_QUESTIONS.with("max", MAX_QUESTIONS)),
            _ => return Err(ApiError::invalid("poll")),
        }
        let numbered = (1..).zip(&self.questions);
        Ok(CheckedPoll {
            questions: numbered.map(|(number, new)| new.check(kind, number)).collect::<Result<_>>()?,
            closes_at: parse_end(self.closes_at.as_deref(), now)?,
            secret: self.secret.unwrap_or(true),
            results_from: self.results_from,
        })
    }
}

impl NewQuestion {
    fn check(&self, kind: PostType, number: usize) -> Result<Question> {
        let text = self.text.trim();
        let is_asked = !text.is_empty() || kind == PostType::Poll;
        if !is_asked || !is_line(text, MAX_TEXT) {
            return Err(texts::QUESTION_INVALID.with("number", number).with("max", MAX_TEXT));
        }
        let question = Question {
            kind: self.kind,
            text: text.to_owned(),
            options: Vec::new(),
            max_choices: 1,
            scale_min: USUAL_SCALE.0,
            scale_max: USUAL_SCALE.1,
            low_label: String::new(),
            high_label: String::new(),
            required: kind == PostType::Poll || self.required.unwrap_or(true),
        };
        match self.kind {
            QuestionKind::Choice => self.with_options(question, number),
            QuestionKind::Scale => self.with_scale(question, number),
            QuestionKind::Text => Ok(question),
        }
    }

    fn with_options(&self, question: Question, number: usize) -> Result<Question> {
        if !(MIN_OPTIONS..=MAX_OPTIONS).contains(&self.options.len()) {
            let refusal = texts::OPTIONS_COUNT.with("number", number);
            return Err(refusal.with("min", MIN_OPTIONS).with("max", MAX_OPTIONS));
        }
        let mut options: Vec<String> = Vec::new();
        for option in self.options.iter().map(|option| option.trim()) {
            let is_new = !options.iter().any(|known| known == option);
            if option.is_empty() || !is_line(option, MAX_OPTION) || !is_new {
                return Err(texts::OPTION_INVALID.with("number", number).with("max", MAX_OPTION));
            }
            options.push(option.to_owned());
        }
        let max_choices = self.max_choices.unwrap_or(1);
        if !(1..=options.len()).contains(&max_choices) {
            return Err(texts::MAX_CHOICES_INVALID.with("number", number).with("max", options.len()));
        }
        Ok(Question { options, max_choices, ..question })
    }

    fn with_scale(&self, question: Question, number: usize) -> Result<Question> {
        let scale_min = self.scale_min.unwrap_or(USUAL_SCALE.0);
        let scale_max = self.scale_max.unwrap_or(USUAL_SCALE.1);
        if scale_min < 0 || scale_max > MAX_SCALE || scale_min >= scale_max {
            return Err(texts::SCALE_INVALID.with("number", number).with("max", MAX_SCALE));
        }
        let (low_label, high_label) = (self.low_label.trim(), self.high_label.trim());
        if !is_line(low_label, MAX_LABEL) || !is_line(high_label, MAX_LABEL) {
            return Err(texts::LABEL_INVALID.with("number", number).with("max", MAX_LABEL));
        }
        let (low_label, high_label) = (low_label.to_owned(), high_label.to_owned());
        Ok(Question { scale_min, scale_max, low_label, high_label, ..question })
    }
}

impl Question {
    /// How many values an answer can have that are counted.
    pub(crate) fn places(&self) -> usize {
        match self.kind {
            QuestionKind::Choice => self.options.len(),
            QuestionKind::Text => 0,
            QuestionKind::Scale => usize::try_from(self.scale_max - self.scale_min + 1).unwrap_or_default(),
        }
    }
}

fn is_line(text: &str, max: usize) -> bool {
    text.chars().count() <= max && !text.chars().any(char::is_control)
}

/// When a vote ends, in milliseconds; empty is never.
///
/// # Errors
/// 400.
pub(crate) fn parse_end(raw: Option<&str>, now: i64) -> Result<Option<i64>> {
    let Some(raw) = raw.filter(|raw| !raw.is_empty()) else { return Ok(None) };
    let at = raw.parse::<Timestamp>().ok().filter(|_| raw.len() <= 40);
    let at = at.ok_or_else(|| texts::END_INVALID.err())?;
    match at.as_millisecond() {
        at if at <= now => Err(texts::END_PAST.err()),
        at if at > now + MAX_AHEAD => Err(texts::END_FAR.err()),
        at => Ok(Some(at)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn check(kind: PostType, poll: Value) -> Result<CheckedPoll> {
        serde_json::from_value::<NewPoll>(poll).unwrap().check(kind, 0)
    }

    #[test]
    fn a_poll_asks_one_question_that_must_be_answered_and_is_secret_unless_it_says_otherwise() {
        let asked =
            json!({ "kind": "choice", "options": [" 米饭 ", "面条"], "required": false, "scale_min": 99 });
        let poll = check(PostType::Poll, json!({ "questions": [asked] })).unwrap();
        assert_eq!((poll.secret, poll.results_from, poll.closes_at), (true, ResultsFrom::Vote, None));
        let question = &poll.questions[0];
        assert_eq!(question.options, ["米饭", "面条"]);
        assert!(question.required);
        assert_eq!((question.max_choices, question.scale_min, question.scale_max), (1, 1, 5));
        assert_eq!(question.places(), 2);
    }

    #[test]
    fn a_scale_has_a_place_for_each_value_and_words_none() {
        let questions = json!([
            { "kind": "scale", "text": "几分", "scale_min": 0, "scale_max": 10, "low_label": "差", "high_label": "好" },
            { "kind": "text", "text": "为什么", "options": ["a"], "required": false },
        ]);
        let survey = check(PostType::Survey, json!({ "questions": questions, "secret": false })).unwrap();
        assert_eq!(survey.questions.iter().map(Question::places).collect::<Vec<_>>(), [11, 0]);
        assert!(survey.questions[1].options.is_empty() && !survey.questions[1].required);
        assert!(check(PostType::Forum, json!({ "questions": questions })).is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_an_end_in_the_future_or_refused(raw in "\\PC{0,45}") {
            if let Ok(Some(at)) = parse_end(Some(&raw), 1_000) {
                prop_assert!(at > 1_000);
            }
        }
    }
}
