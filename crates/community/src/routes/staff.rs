//! `/api/community/{id}/pin`, `/feature`, `/reveal`: what moderators do with posts.

use axum::extract::State;
use kernel::http::{Caller, ClassAdmin, Json, Officer, Path};
use kernel::{App, Envelope, Reply, Result};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{ManagePosts, RevealedAuthor, shown};
use crate::dto::Post;
use crate::model;
use crate::posts::marks::{self, Mark};
use crate::posts::reveal::{self, Written};
use crate::viewer::Viewer;

/// Whether a post stands before the others.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PinChange {
    /// Whether the post stands before the others from now on.
    pinned: bool,
}

/// Pins a post, or unpins it. It needs the permission `manage_posts` for the class of the author; 409 when five other
/// posts of the class are pinned.
#[utoipa::path(put, path = "/api/community/{id}/pin", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    request_body = PinChange, responses((status = 200, body = Envelope<Post>)))]
pub(crate) async fn pin_post(
    State(app): State<App>,
    moderator: Officer<ManagePosts>,
    Path(id): Path<String>,
    Json(change): Json<PinChange>,
) -> Result<Reply<Post>> {
    set(&app, moderator.into(), &id, Mark::Pinned(change.pinned)).await
}

/// Whether a post is one of the best.
#[derive(Deserialize, ToSchema)]
pub(crate) struct FeatureChange {
    /// Whether the post is one of the best from now on.
    featured: bool,
}

/// Features a post, or takes that back. It needs the permission `manage_posts` for the class of the author.
#[utoipa::path(put, path = "/api/community/{id}/feature", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    request_body = FeatureChange, responses((status = 200, body = Envelope<Post>)))]
pub(crate) async fn feature_post(
    State(app): State<App>,
    moderator: Officer<ManagePosts>,
    Path(id): Path<String>,
    Json(change): Json<FeatureChange>,
) -> Result<Reply<Post>> {
    set(&app, moderator.into(), &id, Mark::Featured(change.featured)).await
}

async fn set(app: &App, caller: Caller, id: &str, mark: Mark) -> Result<Reply<Post>> {
    let (id, viewer, actor) = (model::parse_id(id)?, Viewer::of(app, &caller), caller.clone());
    let row = app.write(move |tx| marks::set(tx, &actor, &viewer, id, mark)).await?;
    shown(app, &caller, row).await
}

/// Why somebody of the staff asks.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RevealReason {
    /// The reason, 1–200 characters. It is logged and told to the author.
    pub(crate) reason: String,
}

/// Answers who wrote an anonymous post, to class admins of the author's class and to admins, also within 24 hours after
/// it was deleted. The act is logged with its reason, and the author is told with the reason.
#[utoipa::path(post, path = "/api/community/{id}/reveal", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    request_body = RevealReason, responses((status = 200, body = Envelope<RevealedAuthor>)))]
pub(crate) async fn reveal_post_author(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path(id): Path<String>,
    Json(asked): Json<RevealReason>,
) -> Result<Reply<RevealedAuthor>> {
    let (id, viewer) = (model::parse_id(&id)?, Viewer::of(&app, &caller));
    let reason = model::parse_reason(&asked.reason)?;
    let author = app
        .write(move |tx| {
            let written = Written::post(tx, &viewer, id)?;
            reveal::reveal(tx, &caller, &viewer, &written, &reason)
        })
        .await?;
    RevealedAuthor::of(&app, author).await
}
