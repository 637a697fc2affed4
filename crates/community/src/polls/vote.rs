//! Casting a vote, and ending it.

use kernel::{ApiError, AppTx, Result};

use super::ballot::{self, Answer};
use crate::events::{self, CommunityEvent};
use crate::store::polls::{self, PollRow};
use crate::store::posts::PostRow;
use crate::texts;
use crate::viewer::Viewer;

/// Casts a vote, once and for good.
///
/// # Errors
/// 404 for what one does not see and for posts without a vote, 403 for whom it is not for, 400 after the end and for
/// answers that do not fit, 409 for a second vote.
pub(crate) fn cast(tx: &mut AppTx, viewer: &Viewer, id: i64, given: &[Answer]) -> Result<PostRow> {
    tx.lock_log()?;
    let (post, poll) = find(tx, viewer, id)?;
    // An author sees a post that is for others. Their vote would tell that of an anonymous one: it is the only voter who
    // is not among its readers.
    if !viewer.is_among(&post.audience) {
        return Err(texts::POLL_FOR_OTHERS.err());
    }
    if poll.is_closed(tx.now()) {
        return Err(texts::POLL_CLOSED.err());
    }
    if polls::has_voted(tx, id, viewer.user())? {
        return Err(texts::VOTED_ALREADY.err());
    }
    let questions = poll.question_list();
    let answers = ballot::check(&questions, given)?;
    // Without an actor: who has voted is for the author and for moderators to know.
    events::append(tx, &post, None, &CommunityEvent::Voted((&post).into()))?;
    if poll.secret {
        polls::note_voter(tx, id, viewer.user(), None)?;
        let number = i64::from_be_bytes(tx.app().random.bytes()) & i64::MAX;
        polls::add_ballot(tx, number.max(1), id, &answers)?;
    } else {
        polls::note_voter(tx, id, viewer.user(), Some(&answers))?;
    }
    let mut tally = poll.counted();
    tally.add(&questions, &answers);
    polls::count(tx, id, poll.voter_count + 1, &tally)?;
    Ok(post)
}

/// Ends a vote now, as its author. Fine when it is over already.
///
/// # Errors
/// 404 for what one does not see and for posts without a vote, 403 for another's.
pub(crate) fn close(tx: &mut AppTx, viewer: &Viewer, id: i64) -> Result<PostRow> {
    tx.lock_log()?;
    let (post, poll) = find(tx, viewer, id)?;
    if !viewer.is_author(&post.author_id) {
        return Err(kernel::texts::NO_PERMISSION.err());
    }
    let now = tx.now();
    if poll.is_closed(now) {
        return Ok(post);
    }
    let actor = (!post.anonymous).then(|| viewer.user());
    events::append(tx, &post, actor, &CommunityEvent::PostChanged((&post).into()))?;
    polls::close(tx, id, now)?;
    Ok(post)
}

/// A post that the viewer sees, with what members vote on.
///
/// # Errors
/// 404.
pub(crate) fn find(read: &mut kernel::db::Read, viewer: &Viewer, id: i64) -> Result<(PostRow, PollRow)> {
    let post = viewer.post(read, id)?;
    let poll = polls::find(read, id)?.ok_or_else(ApiError::not_found)?;
    Ok((post, poll))
}
