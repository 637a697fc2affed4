//! What a model is shown of a conversation, within its budget of tokens; pure.

use kernel::Result;
use serde_json::{Value, json};

use super::model::Role;
use super::tokens::estimate;
use crate::texts;

/// Tokens that every message takes beside its text.
const OVERHEAD: i64 = 4;
/// Tokens that are kept for the answer of a model that says nothing of it.
const ANSWER: i64 = 2000;

/// What a request to a model is made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Context {
    /// What it is told first; empty texts are left out.
    pub(crate) system: Vec<String>,
    /// What was said before, oldest first.
    pub(crate) history: Vec<(Role, String)>,
    /// What is asked now.
    pub(crate) message: String,
    /// Stands behind the question, and is not kept: the time.
    pub(crate) note: String,
    /// Tokens of the whole request and its answer.
    pub(crate) budget: i64,
    /// Tokens that the answer may have; 0 for the model's own.
    pub(crate) max_output: i64,
}

impl Context {
    /// The messages of the request: the first of the history for three tenths of what is left for it, the last for
    /// the rest, so that a long conversation keeps how it began.
    ///
    /// # Errors
    /// 400 when the question alone is too long for the model.
    pub(crate) fn messages(&self) -> Result<Vec<Value>> {
        let system: Vec<&str> =
            self.system.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        let system = system.join("\n\n");
        let question = if self.note.is_empty() {
            self.message.clone()
        } else {
            format!("{}\n\n{}", self.message, self.note)
        };
        let answer = if self.max_output > 0 { self.max_output } else { ANSWER }.min(self.budget / 4);
        let left = self.budget - answer - cost(&system) - cost(&question);
        if left < 0 {
            return Err(texts::MESSAGE_TOO_LONG.err());
        }
        let mut messages = Vec::new();
        if !system.is_empty() {
            messages.push(json!({ "role": "system", "content": system }));
        }
        let last = (Role::User, question);
        let turns = in_turns(self.chosen(left).chain([&last]));
        messages.extend(turns.into_iter().map(|(role, text)| json!({ "role": role, "content": text })));
        Ok(messages)
    }

    /// What of the history is shown. It begins with a question.
    fn chosen(&self, budget: i64) -> impl Iterator<Item = &(Role, String)> {
        let costs: Vec<i64> = self.history.iter().map(|(_, text)| cost(text)).collect();
        let (first, last) = if costs.iter().sum::<i64>() <= budget {
            (self.history.len(), 0)
        } else {
            let early = fitting(costs.iter(), budget * 3 / 10);
            let late = fitting(costs[early..].iter().rev(), budget - costs[..early].iter().sum::<i64>());
            (early, late)
        };
        let from = self.history.len() - last;
        let chosen = self.history[..first].iter().chain(&self.history[from.max(first)..]);
        chosen.skip_while(|(role, _)| *role != Role::User)
    }
}

/// The same with neighbours of one role as one message, and without empty ones: some providers refuse both.
fn in_turns<'a>(messages: impl Iterator<Item = &'a (Role, String)>) -> Vec<(Role, String)> {
    let mut turns: Vec<(Role, String)> = Vec::new();
    for (role, text) in messages.filter(|(_, text)| !text.is_empty()) {
        match turns.last_mut().filter(|(last, _)| last == role) {
            Some((_, last)) => {
                last.push_str("\n\n");
                last.push_str(text);
            }
            None => turns.push((*role, text.clone())),
        }
    }
    turns
}

fn cost(text: &str) -> i64 {
    if text.is_empty() { 0 } else { estimate(text) + OVERHEAD }
}

/// How many of these fit.
fn fitting<'a>(costs: impl Iterator<Item = &'a i64>, budget: i64) -> usize {
    let mut left = budget;
    costs
        .take_while(|cost| {
            left -= **cost;
            left >= 0
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn context(turns: usize, budget: i64) -> Context {
        let turn =
            |n: usize| [(Role::User, format!("question {n} ")), (Role::Assistant, format!("answer {n} "))];
        Context {
            system: vec![String::new(), "be brief".into()],
            history: (0..turns).flat_map(turn).collect(),
            message: "now".into(),
            note: "it is noon".into(),
            budget,
            max_output: 10,
        }
    }

    fn texts(messages: &[Value]) -> Vec<&str> {
        messages.iter().map(|message| message["content"].as_str().unwrap()).collect()
    }

    #[test]
    fn everything_is_shown_while_it_fits() {
        let messages = context(2, 10_000).messages().unwrap();
        let expected =
            ["be brief", "question 0 ", "answer 0 ", "question 1 ", "answer 1 ", "now\n\nit is noon"];
        assert_eq!(texts(&messages), expected);
        assert_eq!((&messages[0]["role"], &messages[2]["role"]), (&json!("system"), &json!("assistant")));
    }

    #[test]
    fn of_a_long_history_the_beginning_and_the_end_are_shown() {
        let messages = context(50, 200).messages().unwrap();
        let shown = texts(&messages);
        assert_eq!(shown[1], "question 0 ");
        assert_eq!(shown[shown.len() - 2], "answer 49 ");
        assert!(shown.len() < 40);
    }

    #[test]
    fn members_and_models_take_turns_and_nobody_says_nothing() {
        let said = |role, text: &str| (role, text.to_owned());
        let history =
            vec![said(Role::User, "unanswered"), said(Role::User, "stopped"), said(Role::Assistant, "")];
        let context = Context { history, ..context(0, 10_000) };
        let messages = context.messages().unwrap();
        assert_eq!(texts(&messages), ["be brief", "unanswered\n\nstopped\n\nnow\n\nit is noon"]);
    }

    #[test]
    fn a_question_that_is_too_long_for_the_model_is_refused() {
        let context = Context { message: "很".repeat(10_000), ..context(0, 5000) };
        assert_eq!(context.messages().unwrap_err().slug(), "ai_message_too_long");
    }

    proptest! {
        #[test]
        fn no_request_is_larger_than_the_budget(turns in 0_usize..60, budget in 100_i64..2000) {
            let messages = context(turns, budget).messages().unwrap();
            let size: i64 = texts(&messages).iter().map(|text| cost(text)).sum();
            prop_assert!(size <= budget);
            prop_assert!(messages.get(1).is_none_or(|message| message["role"] == "user"));
        }
    }
}
