//! What a model is shown of a conversation, within its budget of tokens; pure.

use kernel::Result;
use serde_json::{Value, json};

use super::fields::Role;
use crate::texts;
use crate::tokens::estimate;

/// Tokens that every message takes beside its text.
const OVERHEAD: i64 = 4;
/// Tokens that are kept for the answer of a model that says nothing of it.
const ANSWER: i64 = 2000;
/// Tokens that a picture takes, about: providers count them by their size.
const IMAGE: i64 = 1000;

/// What was said at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) role: Role,
    pub(crate) text: String,
    /// Pictures, as addresses.
    pub(crate) images: Vec<String>,
}

impl Turn {
    pub(crate) fn new(role: Role, text: String) -> Self {
        Self { role, text, images: Vec::new() }
    }

    fn is_empty(&self) -> bool {
        self.text.is_empty() && self.images.is_empty()
    }

    fn cost(&self) -> i64 {
        if self.is_empty() { 0 } else { estimate(&self.text) + OVERHEAD + image_cost(self.images.len()) }
    }

    fn message(&self) -> Value {
        if self.images.is_empty() {
            return json!({ "role": self.role, "content": self.text });
        }
        let text = json!({ "type": "text", "text": self.text });
        let images =
            self.images.iter().map(|url| json!({ "type": "image_url", "image_url": { "url": url } }));
        let content: Vec<Value> = std::iter::once(text).chain(images).collect();
        json!({ "role": self.role, "content": content })
    }
}

fn image_cost(count: usize) -> i64 {
    i64::try_from(count).unwrap_or_default() * IMAGE
}

/// What a request to a model is made of.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    /// What it is told first; empty texts are left out.
    pub(crate) system: Vec<String>,
    /// What was said before, oldest first.
    pub(crate) history: Vec<Turn>,
    /// What is asked now.
    pub(crate) question: Turn,
    /// Tokens of the whole request and its answer.
    pub(crate) budget: i64,
    /// Tokens that the answer may have; 0 for the model's own.
    pub(crate) max_output: i64,
}

/// What is sent to a model.
#[derive(Clone, Debug)]
pub(crate) struct Prompt {
    /// The messages of the request.
    pub(crate) messages: Vec<Value>,
    /// Tokens of these, about.
    pub(crate) tokens: i64,
    /// Tokens that the messages may have, with what is added while the model answers.
    pub(crate) budget: i64,
    /// Tokens that the answer may have and that fit behind them; `None` for the model's own number.
    pub(crate) max_tokens: Option<i64>,
}

impl Context {
    /// The messages of the request: the first of the history for three tenths of what is left for it, the last for
    /// the rest, so that a long conversation keeps how it began.
    ///
    /// # Errors
    /// 400 when the question, or what the model is told first, is too long for the model.
    pub(crate) fn build(&self) -> Result<Prompt> {
        let system: Vec<&str> =
            self.system.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        let system = Turn::new(Role::User, system.join("\n\n"));
        let answer = if self.max_output > 0 { self.max_output } else { ANSWER }.min(self.budget / 4);
        let left = self.budget - answer - system.cost() - self.question.cost();
        if left < 0 {
            // Whoever has written the longer one can help.
            let is_prompt = system.cost() > self.question.cost();
            return Err(if is_prompt { &texts::PROMPT_TOO_LONG } else { &texts::MESSAGE_TOO_LONG }.err());
        }
        let mut messages = Vec::new();
        if !system.is_empty() {
            messages.push(json!({ "role": "system", "content": system.text }));
        }
        let turns = in_turns(self.select_history(left).chain([&self.question]));
        let tokens = system.cost() + turns.iter().map(Turn::cost).sum::<i64>();
        messages.extend(turns.iter().map(Turn::message));
        let max_tokens = Some(self.max_output).filter(|max| *max > 0);
        let budget = self.budget - answer;
        Ok(Prompt {
            messages,
            tokens,
            budget,
            max_tokens: max_tokens.map(|max| max.min(self.budget - tokens)),
        })
    }

    /// What of the history is shown. It begins with a question.
    fn select_history(&self, budget: i64) -> impl Iterator<Item = &Turn> {
        let costs: Vec<i64> = self.history.iter().map(Turn::cost).collect();
        if costs.iter().sum::<i64>() <= budget {
            return questions_first(&self.history, &[]);
        }
        let first = count_within(costs.iter(), budget * 3 / 10);
        let left = budget - costs[..first].iter().sum::<i64>();
        let last = count_within(costs[first..].iter().rev(), left);
        let (early, late) = (&self.history[..first], &self.history[self.history.len() - last..]);
        // No question without its answer, and no answer without its question, around what is left out.
        let unanswered = early.iter().rev().take_while(|turn| turn.role == Role::User).count();
        let unasked = late.iter().take_while(|turn| turn.role != Role::User).count();
        questions_first(&early[..early.len() - unanswered], &late[unasked..])
    }
}

fn questions_first<'a>(early: &'a [Turn], late: &'a [Turn]) -> impl Iterator<Item = &'a Turn> {
    early.iter().chain(late).skip_while(|turn| turn.role != Role::User)
}

/// The same with neighbours of one role as one message, and without empty ones: some providers refuse both.
fn in_turns<'a>(said: impl Iterator<Item = &'a Turn>) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for turn in said.filter(|turn| !turn.is_empty()) {
        match turns.last_mut().filter(|last| last.role == turn.role) {
            Some(last) => {
                last.text.push_str("\n\n");
                last.text.push_str(&turn.text);
                last.images.extend(turn.images.iter().cloned());
            }
            None => turns.push(turn.clone()),
        }
    }
    turns
}

/// How many tokens the messages of a request have, roughly.
pub(crate) fn tokens_of(messages: &Value) -> i64 {
    let messages = messages.as_array().map(Vec::as_slice).unwrap_or_default();
    let cost = |message: &Value| match &message["content"] {
        Value::String(text) => estimate(text),
        Value::Array(parts) => {
            let texts: i64 = parts.iter().filter_map(|part| part["text"].as_str()).map(estimate).sum();
            texts + image_cost(parts.iter().filter(|part| part["type"] == "image_url").count())
        }
        _ => 0,
    };
    messages.iter().map(|message| cost(message) + OVERHEAD).sum()
}

/// How many of these fit.
fn count_within<'a>(costs: impl Iterator<Item = &'a i64>, budget: i64) -> usize {
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

    fn turn(role: Role, text: impl Into<String>) -> Turn {
        Turn::new(role, text.into())
    }

    fn context(turns: usize, budget: i64) -> Context {
        let pair = |n: usize| {
            [turn(Role::User, format!("question {n} ")), turn(Role::Assistant, format!("answer {n} "))]
        };
        Context {
            system: vec![String::new(), "be brief".into()],
            history: (0..turns).flat_map(pair).collect(),
            question: turn(Role::User, "now"),
            budget,
            max_output: 10,
        }
    }

    fn texts(shown: &Prompt) -> Vec<&str> {
        shown.messages.iter().map(|message| message["content"].as_str().unwrap()).collect()
    }

    #[test]
    fn everything_is_shown_while_it_fits() {
        let shown = context(2, 10_000).build().unwrap();
        let expected = ["be brief", "question 0 ", "answer 0 ", "question 1 ", "answer 1 ", "now"];
        assert_eq!(texts(&shown), expected);
        let messages = &shown.messages;
        assert_eq!((&messages[0]["role"], &messages[2]["role"]), (&json!("system"), &json!("assistant")));
        assert_eq!(tokens_of(&json!(messages)), shown.tokens);
    }

    #[test]
    fn of_a_long_history_the_beginning_and_the_end_are_shown() {
        let shown = context(50, 200).build().unwrap();
        let shown = texts(&shown);
        assert_eq!(shown[1], "question 0 ");
        assert_eq!(shown[shown.len() - 2], "answer 49 ");
        assert!(shown.len() < 40);
    }

    #[test]
    fn around_what_is_left_out_no_question_is_without_its_answer() {
        for budget in (100..1200).step_by(7) {
            let shown = context(50, budget).build().unwrap();
            let texts = texts(&shown);
            let numbers: Vec<&str> =
                texts[1..texts.len() - 1].iter().map(|text| text.split(' ').nth(1).unwrap()).collect();
            assert!(
                numbers.chunks(2).all(|pair| pair.len() == 2 && pair[0] == pair[1]),
                "{budget}: {texts:?}"
            );
        }
    }

    #[test]
    fn members_and_models_take_turns_and_nobody_says_nothing() {
        let history =
            vec![turn(Role::User, "unanswered"), turn(Role::User, "stopped"), turn(Role::Assistant, "")];
        let context = Context { history, ..context(0, 10_000) };
        assert_eq!(texts(&context.build().unwrap()), ["be brief", "unanswered\n\nstopped\n\nnow"]);
    }

    #[test]
    fn what_is_too_long_for_the_model_is_refused_by_its_name() {
        let question = turn(Role::User, "很".repeat(10_000));
        let context = Context { question, ..context(0, 5000) };
        assert_eq!(context.build().unwrap_err().slug(), "ai_message_too_long");
        let system = vec!["很".repeat(10_000)];
        let context = Context { system, ..super::tests::context(0, 5000) };
        assert_eq!(context.build().unwrap_err().slug(), "ai_prompt_too_long");
    }

    #[test]
    fn an_answer_may_not_be_longer_than_what_is_left() {
        let max_tokens = |max_output| Context { max_output, ..context(0, 1000) }.build().unwrap().max_tokens;
        assert_eq!((max_tokens(0), max_tokens(10)), (None, Some(10)));
        let tokens = context(0, 1000).build().unwrap().tokens;
        assert_eq!(max_tokens(65_536), Some(1000 - tokens));
    }

    #[test]
    fn a_picture_is_a_part_of_its_message_and_has_its_price() {
        let mut context = context(0, 10_000);
        let before = context.build().unwrap().tokens;
        context.question.images.push("data:image/png;base64,AA==".into());
        let shown = context.build().unwrap();
        let parts = &shown.messages[1]["content"];
        assert_eq!(parts[0], json!({ "type": "text", "text": "now" }));
        assert_eq!(parts[1]["image_url"]["url"], "data:image/png;base64,AA==");
        assert_eq!((shown.tokens, tokens_of(&json!(shown.messages))), (before + IMAGE, before + IMAGE));
    }

    proptest! {
        #[test]
        fn no_request_is_larger_than_the_budget(turns in 0_usize..60, budget in 100_i64..2000) {
            let shown = context(turns, budget).build().unwrap();
            prop_assert!(shown.tokens <= budget);
            prop_assert!(shown.messages.get(1).is_none_or(|message| message["role"] == "user"));
        }
    }
}
