//! Changing, deleting, restoring and liking a comment.

use kernel::{ApiError, AppTx, Result};
use moderation::{Moderator, refuse_writing};

use super::facts;
use crate::events::{self, CommunityEvent, LikeFacts};
use crate::posts::delete::{is_kept, is_removable};
use crate::posts::marks::recount;
use crate::store::comments::{self, CommentRow};
use crate::store::marks::{self, LikeTarget};
use crate::store::posts::{self, PostRow};
use crate::viewer::Viewer;
use crate::{case_content, notifications, texts};

/// A comment in whatever state, with its post, which the viewer sees. Takes the log's counter first: what is checked
/// here holds until the transaction ends, on any node.
///
/// # Errors
/// 404: what one may not see is not there.
fn found(tx: &mut AppTx, viewer: &Viewer, id: i64) -> Result<(PostRow, CommentRow)> {
    tx.lock_log()?;
    let row = comments::find(tx, id)?.ok_or_else(ApiError::not_found)?;
    Ok((viewer.post(tx, row.post_id)?, row))
}

/// A comment that is not deleted, with its post, as the viewer sees both.
///
/// # Errors
/// 404.
fn shown(tx: &mut AppTx, viewer: &Viewer, id: i64) -> Result<(PostRow, CommentRow)> {
    let (post, row) = found(tx, viewer, id)?;
    if row.deleted_at.is_some() { Err(ApiError::not_found()) } else { Ok((post, row)) }
}

/// Whether a member keeps order where a comment was written.
pub(crate) fn moderates(viewer: &Viewer, row: &CommentRow) -> bool {
    viewer.moderates(&row.class, row.author_tier, row.anonymous)
}

/// Changes a comment, as its author. What it said is not kept, and nobody is called by it.
///
/// # Errors
/// 404 for what one does not see, 403 for another's.
pub(crate) fn edit(tx: &mut AppTx, viewer: &Viewer, id: i64, content: &str) -> Result<CommentRow> {
    let (post, row) = shown(tx, viewer, id)?;
    if !viewer.is_author(&row.author_id) {
        return Err(kernel::texts::NO_PERMISSION.err());
    }
    if row.content == content {
        return Ok(row);
    }
    let now = tx.now();
    let changed = CommunityEvent::CommentChanged(facts(&row, &post));
    let actor = (!row.anonymous).then(|| viewer.user());
    events::append(tx, &post, actor, &changed)?;
    comments::update(tx, id, content, now)?;
    Ok(CommentRow { content: content.to_owned(), edited_at: Some(now), ..row })
}

/// Deletes a comment, as its author or a moderator, and leaves a tombstone. A moderator's act is a case: it is logged,
/// and its author is told and can appeal. Fine when it is deleted already.
///
/// # Errors
/// 404 for what one does not see, 403 for what is not one's own to delete.
pub(crate) fn delete(tx: &mut AppTx, by: &Moderator, viewer: &Viewer, id: i64) -> Result<()> {
    let (mut post, row) = deletable(tx, viewer, id)?;
    let now = tx.now();
    if !viewer.is_author(&row.author_id) {
        if !is_removable(row.deleted_at, &row.deleted_by, &row.author_id, now) {
            return Ok(());
        }
        let content = case_content::of_comment(&row);
        return moderation::remove(tx, by, case_content::COMMENT, &id.to_string(), &content, "");
    }
    if row.deleted_at.is_some() {
        return Ok(());
    }
    post.comment_count -= 1;
    let removed = CommunityEvent::CommentRemoved(facts(&row, &post));
    events::append(tx, &post, actor(viewer, &row), &removed)?;
    comments::set_deleted(tx, id, Some(now), viewer.user().as_str())?;
    recount(tx, &mut post)?;
    notifications::withdraw_comment(tx, &row)
}

/// A comment in whatever state, with its post, for whoever may delete it. Its author may also below a post that they do
/// not see any more, as after leaving a group.
fn deletable(tx: &mut AppTx, viewer: &Viewer, id: i64) -> Result<(PostRow, CommentRow)> {
    tx.lock_log()?;
    let row = comments::find(tx, id)?.ok_or_else(ApiError::not_found)?;
    if viewer.is_author(&row.author_id) {
        let post = posts::find(tx, row.post_id)?.filter(|post| post.deleted_at.is_none());
        return post.map(|post| (post, row)).ok_or_else(ApiError::not_found);
    }
    let post = viewer.post(tx, row.post_id)?;
    if moderates(viewer, &row) { Ok((post, row)) } else { Err(kernel::texts::NO_PERMISSION.err()) }
}

/// Restores a comment that its author has deleted less than a day ago, as the author, or that a moderator has removed,
/// as one who moderates it. Whom it called is not told again.
///
/// # Errors
/// 404 for what one does not see, 409 for what cannot be restored, 403 for its author during an exam and while they are
/// silenced.
pub(crate) fn restore(tx: &mut AppTx, by: &Moderator, viewer: &Viewer, id: i64) -> Result<CommentRow> {
    let (mut post, row) = found(tx, viewer, id)?;
    if row.deleted_at.is_none() {
        return Ok(row);
    }
    if !viewer.is_author(&row.author_id) {
        moderation::restore(tx, by, case_content::COMMENT, &id.to_string())?;
        return comments::find(tx, id)?.ok_or_else(ApiError::not_found);
    }
    // It stands before its readers again, as what was just written.
    refuse_writing(tx.app(), &viewer.facts)?;
    if row.deleted_by != row.author_id || !is_kept(row.deleted_at, tx.now()) {
        return Err(texts::NOT_RESTORABLE.err());
    }
    post.comment_count += 1;
    let changed = CommunityEvent::CommentChanged(facts(&row, &post));
    events::append(tx, &post, actor(viewer, &row), &changed)?;
    comments::set_deleted(tx, id, None, "")?;
    recount(tx, &mut post)?;
    Ok(CommentRow { deleted_at: None, deleted_by: String::new(), ..row })
}

/// Whom the event of an act names: nobody for an anonymous author, who acts on their own comment.
fn actor(viewer: &Viewer, row: &CommentRow) -> Option<kernel::user::UserId> {
    let is_hidden = row.anonymous && viewer.is_author(&row.author_id);
    (!is_hidden).then(|| viewer.user())
}

/// Likes a comment, or takes the like back; again changes nothing. Answers the number of likes.
///
/// # Errors
/// 404 for what one does not see, 400 for one's own.
pub(crate) fn like(tx: &mut AppTx, viewer: &Viewer, id: i64, likes: bool) -> Result<i64> {
    let (post, row) = shown(tx, viewer, id)?;
    if viewer.is_author(&row.author_id) {
        return Err(texts::LIKE_OWN.err());
    }
    let (user, now) = (viewer.user(), tx.now());
    let changed = if likes {
        marks::like(tx, LikeTarget::Comment, id, user, now)?
    } else {
        marks::unlike(tx, LikeTarget::Comment, id, user)?
    };
    if !changed {
        return Ok(row.like_count);
    }
    let like_count = row.like_count + if likes { 1 } else { -1 };
    comments::count(tx, id, like_count)?;
    let owner_id = row.author().filter(|_| likes && !row.anonymous);
    let liked = LikeFacts { post: (&post).into(), comment_id: Some(id), like_count, owner_id };
    // Likes have no names, so the event has one only where the owner earns something by it.
    events::append(tx, &post, owner_id.map(|_| user), &CommunityEvent::Liked(liked))?;
    Ok(like_count)
}
