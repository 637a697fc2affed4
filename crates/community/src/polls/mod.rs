//! Polls and surveys: what they ask, votes, and what came of them.
//!
//! Owns the tables `community_polls`, `community_voters` and `community_ballots`. A vote is cast once and stands. Of a
//! secret vote the database has who has voted and what was answered, and nothing that joins the two: answers have a
//! random number and neither time nor member, and are kept in an order that is not that of the votes. The counts are
//! kept beside the questions, so that lists read no answers.
//!
//! Absent on purpose: votes changed or taken back; questions that change, and titles and texts that change once somebody
//! has voted.

pub(crate) mod ballot;
mod details;
pub(crate) mod disclosure;
mod dto;
pub(crate) mod model;
pub(crate) mod sheet;
pub(crate) mod tally;
pub(crate) mod vote;

use std::collections::BTreeMap;

use kernel::db::{DbResult, Read, Tx};
use kernel::{ApiError, AppTx, Result};

use crate::store::polls;
use crate::store::posts::PostRow;
use crate::texts;
use crate::viewer::Viewer;

pub(crate) use details::{add_details, name_voters};
pub(crate) use dto::Poll;
pub(crate) use model::{CheckedPoll, NewPoll};

/// Adds what members vote on to a new post.
///
/// # Errors
/// When the statement fails.
pub(crate) fn create(tx: &mut Tx, post: i64, poll: &CheckedPoll) -> DbResult<()> {
    polls::insert(tx, post, poll)
}

/// What members vote on in those of these posts that have it, by the number of the post. Names of voters and written
/// answers are absent; [`add_details`] adds them.
///
/// # Errors
/// When a statement fails.
pub(crate) fn of(
    read: &mut Read,
    viewer: &Viewer,
    rows: &[PostRow],
    now: i64,
) -> Result<BTreeMap<i64, Poll>> {
    let own: BTreeMap<i64, bool> = rows
        .iter()
        .filter(|row| row.kind.has_poll())
        .map(|row| (row.id, viewer.is_author(&row.author_id)))
        .collect();
    if own.is_empty() {
        return Ok(BTreeMap::new());
    }
    let ids: Vec<i64> = own.keys().copied().collect();
    let mut votes = polls::votes(read, viewer.reader(), &ids)?;
    let shown = polls::all(read, &ids)?.into_iter().map(|poll| {
        let id = poll.post_id;
        let is_own = own.get(&id).copied().unwrap_or_default();
        (id, Poll::new(&poll, is_own, votes.remove(&id), now))
    });
    Ok(shown.collect())
}

/// Moves the end of a vote that is open; empty takes it away. The caller holds the log's counter.
///
/// # Errors
/// 400 for a time that is none, when the vote is over, and for a post without a vote.
pub(crate) fn set_end(tx: &mut AppTx, post: i64, closes_at: &str) -> Result<()> {
    let now = tx.now();
    let closes_at = model::parse_end(Some(closes_at), now)?;
    let poll = polls::find(tx, post)?.ok_or_else(|| ApiError::invalid("closes_at"))?;
    if poll.is_closed(now) {
        return Err(texts::POLL_CLOSED.err());
    }
    Ok(polls::set_end(tx, post, closes_at)?)
}

/// That a post may say this in place of what it said: a vote is an answer to the title and the text as they were read.
///
/// # Errors
/// 409 for another title or text once somebody has voted.
pub(crate) fn refuse_change_of_question(read: &mut Read, old: &PostRow, new: &PostRow) -> Result<()> {
    if (&old.title, &old.content) == (&new.title, &new.content) {
        return Ok(());
    }
    match polls::find(read, old.id)? {
        Some(poll) if poll.voter_count > 0 => Err(texts::POLL_HAS_VOTES.err()),
        _ => Ok(()),
    }
}
