//! Deleting a post, restoring it within a day, and forgetting it after that.

use std::time::Duration;

use kernel::audit::Actor;
use kernel::http::Caller;
use kernel::tasks::Stop;
use kernel::{ApiError, App, AppTx, Result};
use serde_json::json;

use super::images;
use crate::events::{self, CommunityEvent};
use crate::model::KEPT;
use crate::store::posts::PostRow;
use crate::store::{erasure, posts};
use crate::viewer::Viewer;
use crate::{comments, notifications, texts};

/// How often deleted posts are looked for that can no longer be restored.
const TICK: Duration = Duration::from_secs(600);

/// Whether something is there, or was deleted so lately that it can be restored.
pub(crate) fn is_kept(deleted_at: Option<i64>, now: i64) -> bool {
    deleted_at.is_none_or(|at| now < at + KEPT)
}

/// Whether a moderator deletes what its author deleted lately: it is the moderator's to restore from then on.
pub(crate) fn is_taken_over(deleted_at: Option<i64>, deleted_by: &str, author_id: &str, now: i64) -> bool {
    deleted_at.is_some() && is_kept(deleted_at, now) && !author_id.is_empty() && deleted_by == author_id
}

/// Deletes a post, as its author or a moderator. A moderator's act is logged, and told to the author; it also takes
/// from the author what they deleted themselves, so that they cannot put it back.
///
/// # Errors
/// 404 for what one does not see, 403 for what is not one's own to delete.
pub(crate) fn delete(tx: &mut AppTx, caller: &Caller, viewer: &Viewer, id: i64) -> Result<()> {
    tx.lock_log()?;
    let Some(post) = taken_over(tx, viewer, id)? else { return remove(tx, caller, viewer, id) };
    let now = tx.now();
    posts::set_deleted(tx, id, Some(now), viewer.user().as_str())?;
    tell(tx, caller, &post, 0)
}

/// A post that its author deleted and that the viewer moderates.
fn taken_over(tx: &mut AppTx, viewer: &Viewer, id: i64) -> Result<Option<PostRow>> {
    let now = tx.now();
    let post = posts::find(tx, id)?.filter(|post| viewer.is_addressed(post) && viewer.moderates_post(post));
    Ok(post.filter(|post| {
        let is_others = !viewer.is_author(&post.author_id);
        is_others && is_taken_over(post.deleted_at, &post.deleted_by, &post.author_id, now)
    }))
}

fn remove(tx: &mut AppTx, caller: &Caller, viewer: &Viewer, id: i64) -> Result<()> {
    let post = viewer.post(tx, id)?;
    let own = viewer.is_author(&post.author_id);
    if !own && !viewer.moderates_post(&post) {
        return Err(kernel::texts::NO_PERMISSION.err());
    }
    let now = tx.now();
    posts::set_deleted(tx, id, Some(now), viewer.user().as_str())?;
    images::show(tx, &post, false)?;
    let actor = (!own || !post.anonymous).then(|| viewer.user());
    let seq = events::append(tx, &post, actor, &CommunityEvent::PostRemoved((&post).into()))?;
    notifications::withdraw_post(tx, id)?;
    if own { Ok(()) } else { tell(tx, caller, &post, seq) }
}

/// Logs what a moderator has deleted, and tells its author.
fn tell(tx: &mut AppTx, caller: &Caller, post: &PostRow, seq: i64) -> Result<()> {
    notifications::notify_of_removed_post(tx, post, seq)?;
    Ok(tx.audit(&Actor::from(caller), &texts::DELETE_POST, &post.id.to_string(), &json!({}))?)
}

/// Restores a post that the caller deleted less than a day ago, as its author or as one who still moderates it.
///
/// # Errors
/// 404 for what is not there or was never the caller's to see, 409 for what cannot be restored.
pub(crate) fn restore(tx: &mut AppTx, caller: &Caller, viewer: &Viewer, id: i64) -> Result<PostRow> {
    tx.lock_log()?;
    let post =
        posts::find(tx, id)?.filter(|post| viewer.is_addressed(post)).ok_or_else(ApiError::not_found)?;
    if post.deleted_at.is_none() {
        return Ok(post);
    }
    let by = viewer.user();
    let own = viewer.is_author(&post.author_id);
    if !own && !viewer.moderates_post(&post) {
        // To everyone else it is not there.
        return Err(ApiError::not_found());
    }
    if post.deleted_by != by.as_str() || !is_kept(post.deleted_at, tx.now()) {
        return Err(texts::NOT_RESTORABLE.err());
    }
    posts::set_deleted(tx, id, None, "")?;
    images::show(tx, &post, true)?;
    let actor = (!own || !post.anonymous).then_some(by);
    events::append(tx, &post, actor, &CommunityEvent::PostChanged((&post).into()))?;
    if !own {
        notifications::withdraw_removal(tx, id)?;
        tx.audit(&Actor::from(caller), &texts::RESTORE_POST, &id.to_string(), &json!({}))?;
    }
    Ok(PostRow { deleted_at: None, deleted_by: String::new(), ..post })
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
