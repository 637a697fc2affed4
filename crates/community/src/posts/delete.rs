//! Deleting a post, restoring it within a day, and forgetting it after that.

use std::time::Duration;

use kernel::tasks::Stop;
use kernel::{ApiError, App, AppTx, Result};
use moderation::{Moderator, refuse_writing};

use super::images;
use crate::events::{self, CommunityEvent};
use crate::model::KEPT;
use crate::store::posts::PostRow;
use crate::store::{erasure, posts};
use crate::viewer::Viewer;
use crate::{case_content, comments, notifications, texts};

/// How often deleted posts are looked for that can no longer be restored.
const TICK: Duration = Duration::from_secs(600);

/// Whether something is there, or was deleted so lately that it can be restored.
pub(crate) fn is_kept(deleted_at: Option<i64>, now: i64) -> bool {
    deleted_at.is_none_or(|at| now < at + KEPT)
}

/// Whether a moderator removes what is there, or what its author has deleted lately: who does harm could otherwise hide
/// by deleting it.
pub(crate) fn is_removable(deleted_at: Option<i64>, deleted_by: &str, author_id: &str, now: i64) -> bool {
    deleted_at.is_none() || (is_kept(deleted_at, now) && !author_id.is_empty() && deleted_by == author_id)
}

/// Deletes a post, as its author or a moderator. A moderator's act is a case: it is logged, and its author is told and
/// can appeal.
///
/// # Errors
/// 404 for what one does not see, 403 for what is not one's own to delete.
pub(crate) fn delete(tx: &mut AppTx, by: &Moderator, viewer: &Viewer, id: i64) -> Result<()> {
    tx.lock_log()?;
    let now = tx.now();
    let post =
        posts::find(tx, id)?.filter(|post| viewer.is_addressed(post)).ok_or_else(ApiError::not_found)?;
    if viewer.is_author(&post.author_id) {
        return delete_own(tx, viewer, &post);
    }
    let is_removable = is_removable(post.deleted_at, &post.deleted_by, &post.author_id, now);
    match (viewer.moderates_post(&post), post.deleted_at) {
        (true, _) if is_removable => {
            let content = case_content::of_post(tx, &post)?;
            moderation::remove(tx, by, case_content::POST, &id.to_string(), &content, "")
        }
        (false, None) => Err(kernel::texts::NO_PERMISSION.err()),
        _ => Err(ApiError::not_found()),
    }
}

fn delete_own(tx: &mut AppTx, author: &Viewer, post: &PostRow) -> Result<()> {
    if post.deleted_at.is_some() {
        return Err(ApiError::not_found());
    }
    let now = tx.now();
    posts::set_deleted(tx, post.id, Some(now), author.user().as_str())?;
    images::show(tx, post, false)?;
    let actor = (!post.anonymous).then(|| author.user());
    events::append(tx, post, actor, &CommunityEvent::PostRemoved(post.into()))?;
    notifications::withdraw_post(tx, post.id)
}

/// Restores a post that its author has deleted less than a day ago, as the author, or that a moderator has removed, as
/// one who moderates it.
///
/// # Errors
/// 404 for what is not there or was never the caller's to see, 409 for what cannot be restored, 403 for its author during
/// an exam and while they are silenced.
pub(crate) fn restore(tx: &mut AppTx, by: &Moderator, viewer: &Viewer, id: i64) -> Result<PostRow> {
    tx.lock_log()?;
    let find = |tx: &mut AppTx| {
        posts::find(tx, id)?.filter(|post| viewer.is_addressed(post)).ok_or_else(ApiError::not_found)
    };
    let post = find(tx)?;
    if post.deleted_at.is_none() {
        return Ok(post);
    }
    if !viewer.is_author(&post.author_id) {
        moderation::restore(tx, by, case_content::POST, &id.to_string())?;
        return find(tx);
    }
    // It stands before its readers again, as what was just written.
    refuse_writing(tx.app(), &viewer.facts)?;
    if post.deleted_by != post.author_id || !is_kept(post.deleted_at, tx.now()) {
        return Err(texts::NOT_RESTORABLE.err());
    }
    posts::set_deleted(tx, id, None, "")?;
    images::show(tx, &post, true)?;
    let actor = (!post.anonymous).then(|| viewer.user());
    events::append(tx, &post, actor, &CommunityEvent::PostAudienceChanged((&post).into()))?;
    find(tx)
}

/// Starts the task that forgets what can no longer be restored.
pub(crate) async fn start(app: App) -> Result<()> {
    let keeper = app.clone();
    app.tasks.spawn("community", |stop| keep(keeper, stop));
    Ok(())
}

async fn keep(app: App, mut stop: Stop) {
    loop {
        if let Err(error) = forget_gone(&app).await {
            tracing::warn!(%error, "deleted posts not forgotten, will retry");
        }
        if !stop.sleep(&app.clock, TICK).await {
            return;
        }
    }
}

/// Forgets what was deleted too long ago to be restored.
///
/// # Errors
/// When a statement fails.
pub(crate) async fn forget_gone(app: &App) -> Result<()> {
    let until = app.clock.now_ms() - KEPT;
    app.write(move |tx| {
        tx.lock_log()?;
        for id in posts::gone(tx, until)? {
            drop_whole(tx, id)?;
        }
        comments::drop_gone(tx, until)
    })
    .await
}

/// Removes a post with everything that hangs on it.
fn drop_whole(tx: &mut AppTx, id: i64) -> Result<()> {
    tx.app().files.remove_refs(tx, "community", &id.to_string())?;
    Ok(erasure::drop_post(tx, id)?)
}
