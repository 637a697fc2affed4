//! `/api/community/profile` and `/api/community/profiles/{user_id}`: what members show of themselves.

use axum::extract::State;
use identity::level;
use identity::user::{Info, directory, facts_of};
use kernel::http::{Caller, Json, Path};
use kernel::user::UserId;
use kernel::{ApiError, App, Envelope, Reply, Result, Routes, routes};
use serde::Serialize;
use utoipa::ToSchema;

use crate::profiles::model::{CommunityProfileChange, Nearness, ProfileSettings};
use crate::store::profiles;
use crate::viewer::Viewer;

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(get_profile)).routes(routes!(get_profile_settings, put_profile_settings))
}

/// A member, as far as they show themselves to the caller.
#[derive(Serialize, ToSchema)]
pub(crate) struct Profile {
    /// The user ID, six digits YYCCNN.
    #[schema(value_type = String, example = "240111")]
    user_id: UserId,
    /// The net name of the member.
    net_name: String,
    /// The class of the member, two digits.
    class: String,
    /// The role of the member: `user`, `officer` or `admin`.
    role: &'static str,
    /// The title of an officer; empty when there is none.
    officer_title: String,
    /// The gender of the member, as on the class list.
    gender: String,
    /// The fields that the member shows to the caller.
    fields: Info,
    /// The number of posts of the member that the caller sees, without the anonymous ones.
    post_count: i64,
    /// The number of comments of the member that the caller sees, without the anonymous ones.
    comment_count: i64,
    /// The number of likes of these posts and comments.
    likes_received: i64,
    /// The level of the member, 0–6; null when they do not show it.
    level: Option<usize>,
    /// Whether it is the caller.
    own: bool,
}

/// Returns the profile of a member, as far as they show it to the caller. 404 for whoever is not a member or whose
/// account is disabled.
#[utoipa::path(get, path = "/api/community/profiles/{user_id}", tag = "community",
    params(("user_id" = String, Path, description = "The user ID of the member")),
    responses((status = 200, body = Envelope<Profile>)))]
pub(crate) async fn get_profile(
    State(app): State<App>,
    caller: Caller,
    Path(user_id): Path<String>,
) -> Result<Reply<Profile>> {
    let user = UserId::parse(&user_id).ok_or_else(ApiError::not_found)?;
    let facts = facts_of(&app, user).await?.ok_or_else(ApiError::not_found)?;
    if facts.ban.as_ref().is_some_and(|ban| ban.holds(app.clock.now())) {
        return Err(ApiError::not_found());
    }
    let (viewer, reading) = (Viewer::of(&app, &caller), app.clone());
    let nearness = Nearness::between(viewer.user(), user);
    let profile = app.db.read(move |read| {
        let member = directory::member_of(read, user)?.ok_or_else(ApiError::not_found)?;
        let settings = profiles::settings(read, user)?;
        let sees = viewer.in_lists(&reading, read)?;
        let tally = profiles::tally(read, &sees, user)?;
        let own = nearness == Nearness::Oneself;
        let level = if settings.show_level || own { Some(level::level_of(read, user)?) } else { None };
        Ok(Profile {
            user_id: user,
            net_name: member.facts.net_name.clone(),
            class: user.class().to_owned(),
            role: member.facts.role(),
            officer_title: member.facts.officer_title.clone(),
            gender: member.facts.gender.clone(),
            fields: settings.fields.shown(member.info(&reading).info, nearness),
            post_count: tally.posts,
            comment_count: tally.comments,
            likes_received: tally.likes,
            level,
            own,
        })
    });
    Ok(Reply::ok(profile.await?))
}

/// Returns who sees which field of the caller's profile.
#[utoipa::path(get, path = "/api/community/profile", tag = "community",
    responses((status = 200, body = Envelope<ProfileSettings>)))]
pub(crate) async fn get_profile_settings(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<ProfileSettings>> {
    let user = caller.facts.user_id;
    Ok(Reply::ok(app.db.read(move |read| Ok(profiles::settings(read, user)?)).await?))
}

/// Sets who sees which field of the caller's profile. Absent fields stay.
#[utoipa::path(put, path = "/api/community/profile", tag = "community", request_body = CommunityProfileChange,
    responses((status = 200, body = Envelope<ProfileSettings>)))]
pub(crate) async fn put_profile_settings(
    State(app): State<App>,
    caller: Caller,
    Json(change): Json<CommunityProfileChange>,
) -> Result<Reply<ProfileSettings>> {
    let user = caller.facts.user_id;
    let settings = app.write(move |tx| {
        let settings = profiles::settings(tx, user)?.changed(&change);
        profiles::save(tx, user, &settings)?;
        Ok(settings)
    });
    Ok(Reply::ok(settings.await?))
}
