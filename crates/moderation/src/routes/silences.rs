//! `/api/moderation/silences`: members who may write nothing for a time.

use axum::extract::State;
use kernel::http::{Caller, Json, Officer, Path};
use kernel::user::UserId;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::Deserialize;
use utoipa::ToSchema;

use super::ManagePosts;
use super::dto::Silence;
use crate::content::Moderator;
use crate::silence;

/// Lists the silenced members that the caller manages; whoever may write again first is the first.
#[utoipa::path(get, path = "/api/moderation/silences", tag = "moderation",
    responses((status = 200, body = Envelope<Vec<Silence>>)))]
pub(crate) async fn list_silences(
    State(app): State<App>,
    officer: Officer<ManagePosts>,
) -> Result<Reply<Vec<Silence>>> {
    let moderator = Moderator::of(&app, &Caller::from(officer)).await?;
    let rows = silence::list(&app, &moderator).await?;
    Ok(Reply::ok(Silence::of(&app, rows).await?))
}

/// How long a member may write nothing, and why.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewSilence {
    /// How long, in minutes from now on: 5–43,200 (30 days).
    minutes: i64,
    /// The reason, 1–500 characters. It is logged and told to the member.
    reason: String,
}

/// Silences a member whom the caller manages: they may write no messages, posts or comments for a time. It takes the
/// place of what was set before.
#[utoipa::path(put, path = "/api/moderation/silences/{user_id}", tag = "moderation",
    params(("user_id" = String, Path, description = "The user ID of the member")),
    request_body = NewSilence, responses((status = 200, body = Envelope<Silence>)))]
pub(crate) async fn silence_member(
    State(app): State<App>,
    officer: Officer<ManagePosts>,
    Path(user_id): Path<String>,
    Json(new): Json<NewSilence>,
) -> Result<Reply<Silence>> {
    let user = UserId::parse(&user_id).ok_or_else(ApiError::not_found)?;
    let moderator = Moderator::of(&app, &Caller::from(officer)).await?;
    let row = silence::silence(&app, &moderator, user, new.minutes, &new.reason).await?;
    Silence::of(&app, vec![row]).await?.pop().map(Reply::ok).ok_or_else(ApiError::not_found)
}

/// Lets a silenced member write again.
#[utoipa::path(delete, path = "/api/moderation/silences/{user_id}", tag = "moderation",
    params(("user_id" = String, Path, description = "The user ID of the member")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn lift_silence(
    State(app): State<App>,
    officer: Officer<ManagePosts>,
    Path(user_id): Path<String>,
) -> Result<Reply<()>> {
    let user = UserId::parse(&user_id).ok_or_else(ApiError::not_found)?;
    let moderator = Moderator::of(&app, &Caller::from(officer)).await?;
    silence::lift(&app, &moderator, user).await?;
    Ok(Reply::done())
}
