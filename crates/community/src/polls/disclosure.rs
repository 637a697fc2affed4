//! What is told of a vote, to whom and from when; pure.
//!
//! Whoever watched the results of a secret vote and the list of its voters would join them vote by vote. So while such a
//! vote is open one of the two is told, and the other waits for the end: then all votes are in, and neither changes any
//! more.

use kernel::Result;

use super::model::ResultsFrom;
use crate::store::polls::PollRow;
use crate::texts;

/// The fewest votes of a secret vote whose results are told: of two voters, each would learn what the other answered.
/// The rule holds while the vote is open as well, or its author would read two answers and find two names at the end.
const MIN_SECRET_VOTES: i64 = 3;

/// Who is told the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultsFor {
    /// Whoever sees the post.
    Everyone,
    /// The author and those who have voted.
    Voters,
    /// The author.
    Author,
    Nobody,
}

impl ResultsFor {
    pub(crate) fn of(poll: &PollRow, now: i64) -> Self {
        match poll.results_from {
            _ if is_too_small(poll) => Self::Nobody,
            _ if poll.is_closed(now) => Self::Everyone,
            ResultsFrom::Vote => Self::Voters,
            ResultsFrom::Close if poll.secret => Self::Nobody,
            ResultsFrom::Close => Self::Author,
        }
    }
}

fn is_too_small(poll: &PollRow) -> bool {
    poll.secret && poll.voter_count < MIN_SECRET_VOTES
}

/// That the author may have the answers as a table.
///
/// # Errors
/// 409 while the results are told to nobody.
pub(crate) fn refuse_hidden_table(poll: &PollRow, now: i64) -> Result<()> {
    match ResultsFor::of(poll, now) {
        ResultsFor::Nobody if is_too_small(poll) => Err(texts::RESULTS_TOO_FEW.with("min", MIN_SECRET_VOTES)),
        ResultsFor::Nobody => Err(texts::RESULTS_LATER.err()),
        ResultsFor::Everyone | ResultsFor::Voters | ResultsFor::Author => Ok(()),
    }
}

/// That the author and moderators may have the list of voters.
///
/// # Errors
/// 409 for a secret vote that is open and whose results are told before its end.
pub(crate) fn refuse_hidden_voters(poll: &PollRow, now: i64) -> Result<()> {
    let is_watched = poll.secret && poll.results_from == ResultsFrom::Vote && !poll.is_closed(now);
    if is_watched { Err(texts::VOTERS_LATER.err()) } else { Ok(()) }
}
