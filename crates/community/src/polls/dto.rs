//! Polls and surveys as readers get them.

use kernel::app::iso;
use kernel::user::UserId;
use serde::Serialize;
use utoipa::ToSchema;

use super::ballot::Answer;
use super::disclosure::ResultsFor;
use super::model::{Question, QuestionKind, ResultsFrom};
use super::tally::{self, Count};
use crate::store::polls::{PollRow, Vote};

/// What members vote on in a poll or survey, and what came of it as far as the caller may know.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Poll {
    /// The questions: one of kind `choice` in a poll, 1–20 in a survey.
    questions: Vec<Question>,
    /// When the vote ends or ended, ISO 8601; null while only its author can end it.
    closes_at: Option<String>,
    /// Whether the vote is over.
    closed: bool,
    /// Whether the vote is secret: who answered what is kept nowhere, the results and the list of voters are not both
    /// told before the end, and fewer than 3 votes have no results.
    secret: bool,
    /// When members see the results. The author sees them at any time, except those of a secret vote with `close`.
    results_from: ResultsFrom,
    /// How many have voted.
    voter_count: i64,
    /// Whether the caller has voted.
    voted: bool,
    /// What the caller answered; null before that, and in a secret vote.
    own_answers: Option<Vec<Answer>>,
    /// The results, question by question; null while they are hidden from the caller, and in a secret vote with fewer
    /// than 3 votes.
    pub(super) results: Option<Vec<QuestionResult>>,
}

/// What came of one question.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct QuestionResult {
    /// How many have answered the question.
    answered: i64,
    /// How many chose each option, or each value of the scale from its least; empty for words.
    counts: Vec<i64>,
    /// The mean of the answers on a scale; null for other kinds and without answers.
    average: Option<f64>,
    /// The net names of those who chose each option; empty lists in a secret vote and in lists of posts.
    pub(super) voters: Vec<Vec<String>>,
    /// The answers in words, in no order that tells who wrote them. Told to the author of the post alone, and not in
    /// lists of posts.
    pub(super) texts: Vec<String>,
    /// Who chose each option, until they are named.
    #[serde(skip)]
    pub(super) voter_ids: Vec<Vec<UserId>>,
}

impl Poll {
    /// A poll or survey for somebody who has cast this vote, or none.
    pub(super) fn new(row: &PollRow, is_own: bool, vote: Option<Vote>, now: i64) -> Self {
        let (questions, closed, voted) = (row.question_list(), row.is_closed(now), vote.is_some());
        let is_told = match ResultsFor::of(row, now) {
            ResultsFor::Everyone => true,
            ResultsFor::Voters => is_own || voted,
            ResultsFor::Author => is_own,
            ResultsFor::Nobody => false,
        };
        let counts = row.counted();
        let results =
            questions.iter().zip(&counts.0).map(|(question, count)| QuestionResult::new(question, count));
        Self {
            results: is_told.then(|| results.collect()),
            closes_at: row.ends_at().map(iso),
            closed,
            secret: row.secret,
            results_from: row.results_from,
            voter_count: row.voter_count,
            voted,
            own_answers: vote.and_then(|vote| vote.answers),
            questions,
        }
    }
}

impl QuestionResult {
    fn new(question: &Question, count: &Count) -> Self {
        let options = if question.kind == QuestionKind::Choice { question.options.len() } else { 0 };
        Self {
            answered: count.answered,
            counts: count.counts.clone(),
            average: tally::average(question, count),
            voters: vec![Vec::new(); options],
            texts: Vec::new(),
            voter_ids: vec![Vec::new(); options],
        }
    }
}
