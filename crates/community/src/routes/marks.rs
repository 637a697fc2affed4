//! `/api/community/{id}/like`, `/bookmark`, `/read`, `/share`: what members do with posts.

use axum::extract::State;
use kernel::http::{Caller, LimitedCaller, Path};
use kernel::{App, Envelope, Reply, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::{LikeState, Likes, Posts};
use crate::model;
use crate::posts::marks as acts;
use crate::store::{comments, marks};
use crate::viewer::Viewer;

/// Likes a post. Repeating it has no effect; 400 for one's own.
#[utoipa::path(put, path = "/api/community/{id}/like", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    responses((status = 200, body = Envelope<LikeState>)))]
pub(crate) async fn like_post(
    State(app): State<App>,
    caller: LimitedCaller<Likes>,
    Path(id): Path<String>,
) -> Result<Reply<LikeState>> {
    like(&app, &caller.into(), &id, true).await
}

/// Takes a like back. Repeating it has no effect.
#[utoipa::path(delete, path = "/api/community/{id}/like", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    responses((status = 200, body = Envelope<LikeState>)))]
pub(crate) async fn unlike_post(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<LikeState>> {
    like(&app, &caller, &id, false).await
}

async fn like(app: &App, caller: &Caller, id: &str, liked: bool) -> Result<Reply<LikeState>> {
    let viewer = if liked { Viewer::taking_part(app, caller)? } else { Viewer::of(app, caller) };
    let id = model::parse_id(id)?;
    let like_count = app.write(move |tx| acts::like(tx, &viewer, id, liked)).await?;
    Ok(Reply::ok(LikeState { like_count, liked }))
}

/// Keeps a post among the bookmarks of the caller. Repeating it has no effect.
#[utoipa::path(put, path = "/api/community/{id}/bookmark", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn bookmark_post(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let (id, viewer) = (model::parse_id(&id)?, Viewer::of(&app, &caller));
    app.write(move |tx| {
        let (post, now) = (viewer.post(tx, id)?, tx.now());
        Ok(marks::set_bookmark(tx, viewer.user(), post.id, now)?)
    })
    .await?;
    Ok(Reply::done())
}

/// Takes a post out of the bookmarks of the caller. Repeating it has no effect.
#[utoipa::path(delete, path = "/api/community/{id}/bookmark", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn remove_bookmark(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let id = model::parse_id(&id)?;
    app.write(move |tx| Ok(marks::drop_bookmark(tx, caller.facts.user_id, id)?)).await?;
    Ok(Reply::done())
}

/// Records that the caller has opened a post, with all comments that it has now.
#[utoipa::path(post, path = "/api/community/{id}/read", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn mark_post_read(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let (id, viewer) = (model::parse_id(&id)?, Viewer::of(&app, &caller));
    app.write(move |tx| {
        tx.lock_log()?;
        let post = viewer.post(tx, id)?;
        let newest = comments::newest(tx, post.id)?;
        marks::open(tx, viewer.user(), post.id, newest)?;
        crate::notifications::mark_post_read(tx, viewer.user(), post.id)
    })
    .await?;
    Ok(Reply::done())
}

/// How often a post was passed on.
#[derive(Serialize, ToSchema)]
pub(crate) struct ShareState {
    /// The number of times.
    share_count: i64,
}

/// Counts that the caller passed a post on, into a chat for example. Repeating it has no effect, and neither has
/// passing on one's own.
#[utoipa::path(post, path = "/api/community/{id}/share", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    responses((status = 200, body = Envelope<ShareState>)))]
pub(crate) async fn share_post(
    State(app): State<App>,
    caller: LimitedCaller<Posts>,
    Path(id): Path<String>,
) -> Result<Reply<ShareState>> {
    let (id, viewer) = (model::parse_id(&id)?, Viewer::taking_part(&app, &caller.into())?);
    let share_count = app.write(move |tx| acts::share(tx, &viewer, id)).await?;
    Ok(Reply::ok(ShareState { share_count }))
}
