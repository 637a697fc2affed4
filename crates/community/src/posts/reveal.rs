//! Asking who wrote something anonymous: class admins do, with a reason. It is logged, and told to the author.

use kernel::audit::Actor;
use kernel::http::Caller;
use kernel::user::UserId;
use kernel::{ApiError, AppTx, Result, sequence};
use serde_json::json;

use super::delete::is_kept;
use crate::store::comments::{self, CommentRow};
use crate::store::posts::{self, PostRow};
use crate::store::reveals::{self, RevealRow};
use crate::viewer::Viewer;
use crate::{notifications, texts};

/// Something that has an author.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    post_id: i64,
    /// None for the post itself.
    comment_id: Option<i64>,
    author_id: String,
    class: String,
    anonymous: bool,
}

impl Written {
    /// A post that the viewer sees, or saw until it was deleted and can still be restored: whoever does harm could
    /// otherwise hide by deleting it.
    ///
    /// # Errors
    /// 404.
    pub(crate) fn post(tx: &mut AppTx, viewer: &Viewer, id: i64) -> Result<Self> {
        let PostRow { id, author_id, class, anonymous, .. } = addressed(tx, viewer, id)?;
        Ok(Self { post_id: id, comment_id: None, author_id, class, anonymous })
    }

    /// A comment, likewise.
    ///
    /// # Errors
    /// 404.
    pub(crate) fn comment(tx: &mut AppTx, viewer: &Viewer, id: i64) -> Result<Self> {
        let now = tx.now();
        let row = comments::find(tx, id)?.filter(|row| is_kept(row.deleted_at, now));
        let row = row.ok_or_else(ApiError::not_found)?;
        addressed(tx, viewer, row.post_id)?;
        let CommentRow { id, post_id, author_id, class, anonymous, .. } = row;
        Ok(Self { post_id, comment_id: Some(id), author_id, class, anonymous })
    }
}

fn addressed(tx: &mut AppTx, viewer: &Viewer, id: i64) -> Result<PostRow> {
    let now = tx.now();
    let post = posts::find(tx, id)?.filter(|post| viewer.is_addressed(post) && is_kept(post.deleted_at, now));
    post.ok_or_else(ApiError::not_found)
}

/// Answers who wrote it.
///
/// # Errors
/// 403 for whoever may not ask, 400 for what is not anonymous, 404 when the account was erased.
pub(crate) fn reveal(
    tx: &mut AppTx,
    caller: &Caller,
    viewer: &Viewer,
    written: &Written,
    reason: &str,
) -> Result<UserId> {
    tx.lock_log()?;
    if !viewer.reveals(&written.class) {
        return Err(kernel::texts::NO_PERMISSION.err());
    }
    if !written.anonymous {
        return Err(texts::NOT_ANONYMOUS.err());
    }
    let author = UserId::parse(&written.author_id).ok_or_else(ApiError::not_found)?;
    let row = RevealRow {
        id: sequence::next(tx, "community_reveals")?,
        post_id: written.post_id,
        comment_id: written.comment_id,
        author_id: author.to_string(),
        asked_by: viewer.user().to_string(),
        reason: reason.to_owned(),
        created_at: tx.now(),
    };
    reveals::insert(tx, &row)?;
    notifications::notify_of_reveal(tx, &row, author)?;
    let (action, target) = match written.comment_id {
        Some(comment) => (&texts::REVEAL_COMMENT, comment),
        None => (&texts::REVEAL_POST, written.post_id),
    };
    tx.audit(&Actor::from(caller), action, &target.to_string(), &json!({ "reason": reason }))?;
    Ok(author)
}
