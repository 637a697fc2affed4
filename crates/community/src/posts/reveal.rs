//! Asking who wrote something anonymous: class admins do, with a reason. It is logged, and told to the author.

use kernel::audit::Actor;
use kernel::http::Caller;
use kernel::user::UserId;
use kernel::{ApiError, AppTx, Result, sequence};
use serde_json::json;

use crate::store::reveals::{self, RevealRow};
use crate::viewer::Viewer;
use crate::{notifications, texts};

/// Something that has an author.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) post_id: i64,
    /// None for the post itself.
    pub(crate) comment_id: Option<i64>,
    pub(crate) author_id: String,
    pub(crate) class: String,
    pub(crate) anonymous: bool,
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
    tx.audit(&Actor::from(caller), action, &target.to_string(), &json!({}))?;
    Ok(author)
}
