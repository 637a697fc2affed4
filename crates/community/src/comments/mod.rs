//! What members and moderators do to comments, each as one transaction.

pub(crate) mod change;
pub(crate) mod dto;
pub(crate) mod write;

use kernel::{AppTx, Result};

use crate::events::CommentFacts;
use crate::store::comments::{self, CommentRow};
use crate::store::posts::PostRow;

/// A comment as its events have it, with the count that its post has by then.
pub(crate) fn facts(row: &CommentRow, post: &PostRow) -> CommentFacts {
    CommentFacts { comment_id: row.id, post: post.into(), comment_count: post.comment_count }
}

/// Forgets the comments that were deleted at or before a moment.
///
/// # Errors
/// When a statement fails.
pub(crate) fn drop_gone(tx: &mut AppTx, until: i64) -> Result<()> {
    Ok(comments::drop_gone(tx, until)?)
}
