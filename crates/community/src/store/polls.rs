//! Polls and surveys: questions, voters, answers and counts.

use std::collections::BTreeMap;

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements, text_column};
use serde::Serialize;
use serde_json::{Value, json};

use super::marks::numbers;
use crate::polls::ballot::{self, Answer};
use crate::polls::model::{CheckedPoll, Question, ResultsFrom};
use crate::polls::tally::Tally;

text_column!(ResultsFrom);

macro_rules! select {
    () => {
        "select post_id, questions, closes_at, closed_at, secret, results_from, voter_count, tally
         from community_polls "
    };
}

statements! {
    /// Adds one.
    INSERT = "insert into community_polls (post_id, questions, closes_at, closed_at, secret, results_from, voter_count,
                  tally) values ($1, $2, $3, null, $4, $5, 0, $6)";
    /// That of a post.
    FIND = concat!(select!(), "where post_id = $1");
    /// Those of posts; `$1` is a JSON list of numbers.
    ALL = concat!(select!(), "where post_id in (select cast(value as bigint) from json_each(cast($1 as text)))");
    /// Moves the end.
    SET_END = "update community_polls set closes_at = $2 where post_id = $1";
    /// Its author ends it.
    CLOSE = "update community_polls set closed_at = $2 where post_id = $1";
    /// Counts.
    COUNT = "update community_polls set voter_count = $2, tally = $3 where post_id = $1";
    /// Notes who has voted, with the answers where the vote is not secret.
    VOTE = "insert into community_voters (post_id, user_id, answers) values ($1, $2, $3)";
    /// The votes of one member on posts; `$2` is a JSON list of numbers.
    VOTES = "select post_id, answers from community_voters where user_id = $1 and post_id in
             (select cast(value as bigint) from json_each(cast($2 as text)))";
    /// Who has voted.
    VOTERS = "select user_id, answers from community_voters where post_id = $1 order by user_id";
    /// Adds the answers of a secret vote.
    ADD_BALLOT = "insert into community_ballots (id, post_id, answers) values ($1, $2, $3)";
    /// Writes those of a post again, by their random numbers.
    COPY_BALLOTS = "insert into community_ballots (id, post_id, answers)
                    select -id, post_id, answers from community_ballots where post_id = $1 order by id";
    /// Drops those that were copied.
    DROP_COPIED = "delete from community_ballots where post_id = $1 and id > 0";
    /// Gives the copies their numbers.
    NUMBER_COPIES = "update community_ballots set id = -id where post_id = $1";
    /// The answers of a secret vote.
    BALLOTS = "select answers from community_ballots where post_id = $1 order by id";
    /// What one member has voted on.
    VOTES_OF = "select v.post_id, p.title, l.questions, v.answers from community_voters v
                join community_polls l on l.post_id = v.post_id join community_posts p on p.id = v.post_id
                where v.user_id = $1 order by v.post_id";
    /// Where the answers of one member have their name.
    NAMED_VOTES_OF = "select post_id from community_voters where user_id = $1 and answers is not null";
    /// That they have voted.
    DROP_VOTES_OF = "delete from community_voters where user_id = $1";
    /// Who has voted on a post.
    DROP_VOTERS = "delete from community_voters where post_id = $1";
    /// The answers of its secret vote.
    DROP_BALLOTS = "delete from community_ballots where post_id = $1";
    /// What it asks.
    DROP = "delete from community_polls where post_id = $1";
}

record! {
    /// What members vote on in a post.
    #[derive(Clone, Debug)]
    pub(crate) struct PollRow {
        pub(crate) post_id: i64,
        /// A JSON list of [`Question`].
        pub(crate) questions: String,
        pub(crate) closes_at: Option<i64>,
        /// When its author ended it.
        pub(crate) closed_at: Option<i64>,
        pub(crate) secret: bool,
        pub(crate) results_from: ResultsFrom,
        pub(crate) voter_count: i64,
        /// [`Tally`] as JSON.
        pub(crate) tally: String,
    }
}

impl PollRow {
    pub(crate) fn question_list(&self) -> Vec<Question> {
        serde_json::from_str(&self.questions).unwrap_or_default()
    }

    pub(crate) fn counted(&self) -> Tally {
        serde_json::from_str(&self.tally).unwrap_or_default()
    }

    /// When the vote ends or ended.
    pub(crate) fn ends_at(&self) -> Option<i64> {
        self.closed_at.or(self.closes_at)
    }

    pub(crate) fn is_closed(&self, now: i64) -> bool {
        self.ends_at().is_some_and(|end| end <= now)
    }
}

/// That a member has voted.
#[derive(Clone, Debug)]
pub(crate) struct Vote {
    /// None where the vote is secret.
    pub(crate) answers: Option<Vec<Answer>>,
}

fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "[]".into())
}

fn answers(raw: &str) -> Vec<Answer> {
    serde_json::from_str(raw).unwrap_or_default()
}

pub(crate) fn insert(tx: &mut Tx, post: i64, poll: &CheckedPoll) -> DbResult<()> {
    let CheckedPoll { questions, closes_at, secret, results_from } = poll;
    let tally = Tally::new(questions);
    tx.exec(&INSERT, p![post, json(questions), *closes_at, *secret, *results_from, json(&tally)]).map(drop)
}

pub(crate) fn find(read: &mut Read, post: i64) -> DbResult<Option<PollRow>> {
    read.opt(&FIND, p![post])
}

/// Those of posts, in no order.
pub(crate) fn all(read: &mut Read, posts: &[i64]) -> DbResult<Vec<PollRow>> {
    read.all(&ALL, p![numbers(posts)])
}

pub(crate) fn set_end(tx: &mut Tx, post: i64, closes_at: Option<i64>) -> DbResult<()> {
    tx.exec(&SET_END, p![post, closes_at]).map(drop)
}

pub(crate) fn close(tx: &mut Tx, post: i64, now: i64) -> DbResult<()> {
    tx.exec(&CLOSE, p![post, now]).map(drop)
}

pub(crate) fn count(tx: &mut Tx, post: i64, voters: i64, tally: &Tally) -> DbResult<()> {
    tx.exec(&COUNT, p![post, voters, json(tally)]).map(drop)
}

/// The votes of one member on these posts, by post.
pub(crate) fn votes(read: &mut Read, user: Option<UserId>, posts: &[i64]) -> DbResult<BTreeMap<i64, Vote>> {
    let found: Vec<(i64, Option<String>)> = read.all(&VOTES, p![user, numbers(posts)])?;
    let vote = |(post, raw): (i64, Option<String>)| (post, Vote { answers: raw.as_deref().map(answers) });
    Ok(found.into_iter().map(vote).collect())
}

pub(crate) fn has_voted(read: &mut Read, post: i64, user: UserId) -> DbResult<bool> {
    Ok(votes(read, Some(user), &[post])?.contains_key(&post))
}

/// Notes who has voted. Answers are for a vote that is not secret.
pub(crate) fn note_voter(tx: &mut Tx, post: i64, user: UserId, answers: Option<&[Answer]>) -> DbResult<()> {
    tx.exec(&VOTE, p![post, user, answers.map(json)]).map(drop)
}

/// Who has voted on a post, by user ID, with the answers where the vote is not secret.
pub(crate) fn voters(read: &mut Read, post: i64) -> DbResult<Vec<(UserId, Vec<Answer>)>> {
    let found: Vec<(String, Option<String>)> = read.all(&VOTERS, p![post])?;
    let voter = |(user, raw): (String, Option<String>)| {
        Some((UserId::parse(&user)?, raw.as_deref().map(answers).unwrap_or_default()))
    };
    Ok(found.into_iter().filter_map(voter).collect())
}

/// Keeps the answers of a secret vote under a random number, and writes all of the post again in the order of these
/// numbers. Without that, the rows of voters and of answers would lie in the same order, that of the votes, for whoever
/// has the database at hand.
pub(crate) fn add_ballot(tx: &mut Tx, id: i64, post: i64, answers: &[Answer]) -> DbResult<()> {
    tx.exec(&ADD_BALLOT, p![id, post, json(answers)])?;
    for statement in [&COPY_BALLOTS, &DROP_COPIED, &NUMBER_COPIES] {
        tx.exec(statement, p![post])?;
    }
    Ok(())
}

/// The answers of a secret vote, in the order of their random numbers.
pub(crate) fn ballots(read: &mut Read, post: i64) -> DbResult<Vec<Vec<Answer>>> {
    let found: Vec<String> = read.all(&BALLOTS, p![post])?;
    Ok(found.iter().map(|raw| answers(raw)).collect())
}

/// Removes what goes with a post.
pub(crate) fn drop_whole(tx: &mut Tx, post: i64) -> DbResult<()> {
    for statement in [&DROP_VOTERS, &DROP_BALLOTS, &DROP] {
        tx.exec(statement, p![post])?;
    }
    Ok(())
}

/// Takes the votes of a member away where they have a name, and counts again. Of a secret vote only goes that they have
/// voted: nobody can tell which answers are theirs, so these stay counted.
pub(crate) fn forget_voter(tx: &mut Tx, user: UserId) -> DbResult<()> {
    let named: Vec<i64> = tx.all(&NAMED_VOTES_OF, p![user])?;
    tx.exec(&DROP_VOTES_OF, p![user])?;
    named.into_iter().try_for_each(|post| recount(tx, post))
}

fn recount(tx: &mut Tx, post: i64) -> DbResult<()> {
    let Some(poll) = find(tx, post)? else { return Ok(()) };
    let (questions, voters) = (poll.question_list(), voters(tx, post)?);
    let mut tally = Tally::new(&questions);
    voters.iter().for_each(|(_, answers)| tally.add(&questions, answers));
    count(tx, post, i64::try_from(voters.len()).unwrap_or(i64::MAX), &tally)
}

/// What a member has voted on, with their answers where the vote is not secret.
pub(crate) fn export(read: &mut Read, user: &UserId) -> DbResult<Vec<Value>> {
    let found: Vec<(i64, String, String, Option<String>)> = read.all(&VOTES_OF, p![user])?;
    let vote = |(post, title, questions, raw): (i64, String, String, Option<String>)| {
        let questions: Vec<Question> = serde_json::from_str(&questions).unwrap_or_default();
        let said = |answer: Answer| {
            let question = questions.get(answer.question)?;
            Some(json!({ "question": question.text, "answer": ballot::words(question, &answer) }))
        };
        let said = raw.map(|raw| answers(&raw).into_iter().filter_map(said).collect::<Vec<_>>());
        json!({ "post_id": post, "title": title, "answers": said })
    };
    Ok(found.into_iter().map(vote).collect())
}

/// Every answer of secret votes as the database has it, in the order in which it keeps them.
#[cfg(test)]
pub(crate) fn as_kept(read: &mut Read) -> DbResult<Vec<String>> {
    const SQL: &str = "select answers from community_ballots";
    static AS_KEPT: kernel::db::Statement = kernel::db::Statement { name: "AS_KEPT", sql: SQL, sqlite: SQL };
    read.all(&AS_KEPT, p![])
}
