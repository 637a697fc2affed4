//! What came of a vote, counted; pure.

use serde::{Deserialize, Serialize};

use super::ballot::Answer;
use super::model::{Question, QuestionKind};

/// The answers to one question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Count {
    /// How many have answered it.
    pub(crate) answered: i64,
    /// How many chose each option, or each value of a scale; empty for words.
    pub(crate) counts: Vec<i64>,
}

/// The answers to all questions, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Tally(pub(crate) Vec<Count>);

impl Tally {
    /// Before anybody has voted.
    pub(crate) fn new(questions: &[Question]) -> Self {
        let count = |question: &Question| Count { answered: 0, counts: vec![0; question.places()] };
        Self(questions.iter().map(count).collect())
    }

    /// Counts the answers of one member.
    pub(crate) fn add(&mut self, questions: &[Question], answers: &[Answer]) {
        for answer in answers {
            let place = answer.question;
            let (Some(question), Some(count)) = (questions.get(place), self.0.get_mut(place)) else {
                continue;
            };
            count.answered += 1;
            let value = answer.value.and_then(|value| usize::try_from(value - question.scale_min).ok());
            for place in answer.choices.iter().copied().chain(value) {
                if let Some(number) = count.counts.get_mut(place) {
                    *number += 1;
                }
            }
        }
    }
}

/// The mean of the answers on a scale, with two places behind the point; none for other kinds and without answers.
pub(crate) fn average(question: &Question, count: &Count) -> Option<f64> {
    if question.kind != QuestionKind::Scale || count.answered == 0 {
        return None;
    }
    let sum: i64 = (question.scale_min..).zip(&count.counts).map(|(value, number)| value * number).sum();
    #[allow(clippy::cast_precision_loss)]
    let mean = sum as f64 / count.answered as f64;
    Some((mean * 100.0).round() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(kind: QuestionKind, options: &[&str]) -> Question {
        Question {
            kind,
            text: String::new(),
            options: options.iter().map(|option| (*option).to_owned()).collect(),
            max_choices: 2,
            scale_min: 2,
            scale_max: 5,
            low_label: String::new(),
            high_label: String::new(),
            required: false,
        }
    }

    #[test]
    fn options_and_values_are_counted_and_words_only_as_answers() {
        let questions = [
            question(QuestionKind::Choice, &["a", "b", "c"]),
            question(QuestionKind::Scale, &[]),
            question(QuestionKind::Text, &[]),
        ];
        let answer = |question, choices: &[usize], text: &str, value| Answer {
            question,
            choices: choices.to_vec(),
            text: text.to_owned(),
            value,
        };
        let mut tally = Tally::new(&questions);
        assert_eq!(average(&questions[1], &tally.0[1]), None);
        tally.add(&questions, &[answer(0, &[0, 2], "", None), answer(1, &[], "", Some(2))]);
        tally.add(&questions, &[answer(1, &[], "", Some(5)), answer(2, &[], "好", None)]);
        tally.add(&questions, &[answer(0, &[2], "", None), answer(1, &[], "", Some(4))]);
        let counts: Vec<_> = tally.0.iter().map(|count| (count.answered, &count.counts[..])).collect();
        assert_eq!(counts, [(2, &[1, 0, 2][..]), (3, &[1, 0, 1, 1]), (1, &[])]);
        assert_eq!(average(&questions[1], &tally.0[1]), Some(3.67));
        assert_eq!(average(&questions[0], &tally.0[0]), None);
    }
}
