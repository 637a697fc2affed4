//! `/api/user/profile`.

use crate::api_scopes::scope;
use axum::extract::State;
use kernel::http::{Json, Scoped};
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::events::{self, UserEvent};
use super::model::{Info, NetName, UserInfo, look_alike_key};
use super::{store, texts};
use crate::setup;

/// Returns the profile of the caller.
#[utoipa::path(get, path = "/api/user/profile", tag = "user",
    responses((status = 200, body = Envelope<UserInfo>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["user:read"])))]
pub(super) async fn profile(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::UserRead>,
) -> Result<Reply<Box<RawValue>>> {
    own_info(&app, caller.facts.user_id).await
}

/// The profile fields to change; at least one is needed.
#[derive(Deserialize, ToSchema)]
pub(super) struct ProfileChange {
    /// The net name, unique in the portal.
    net_name: Option<String>,
    /// The profile fields to change: birthday, wechat, qq, email, phone, address, signature. Other keys are
    /// ignored; an empty text clears a field.
    info: Option<Info>,
}

/// Changes the net name and the profile fields of the caller. An integration changes the profile fields of its owner
/// alone.
#[utoipa::path(patch, path = "/api/user/profile", tag = "user", request_body = ProfileChange,
    responses((status = 200, body = Envelope<UserInfo>)), security(("cookie" = []), ("bearer" = []), ("integration" = ["user:write"])))]
pub(super) async fn update_profile(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::UserWrite>,
    Json(change): Json<ProfileChange>,
) -> Result<Reply<Box<RawValue>>> {
    let user = caller.facts.user_id;
    if caller.client.is_some() && change.net_name.is_some() {
        return Err(kernel::texts::NO_PERMISSION.err());
    }
    let name = change.net_name.as_deref().map(NetName::parse).transpose()?;
    if let Some(name) = &name {
        refuse_imitation(&app, name, user).await?;
    }
    let info = change.info.unwrap_or_default();
    app.write(move |tx| change_profile(tx, user, name.as_ref(), &info)).await?;
    own_info(&app, user).await
}

/// Changes the net name, where one is given, and the profile fields of a member.
///
/// # Errors
/// 400 for a field against the rules or when nothing is given, 409 for a net name that someone has.
pub(super) fn change_profile(
    tx: &mut AppTx,
    user: UserId,
    name: Option<&NetName>,
    info: &Info,
) -> Result<()> {
    // First, then read: what an admin changes meanwhile is changed before, or waits.
    events::append_and_forget(tx, user, &UserEvent::ProfileChanged)?;
    let mut row = store::find(tx, user)?.ok_or_else(ApiError::not_found)?;
    let mut stored: Info = serde_json::from_str(&row.info).unwrap_or_default();
    let changed = stored.update(info.clone())?;
    if name.is_none() && !changed {
        return Err(kernel::texts::NOTHING_TO_CHANGE.err());
    }
    if let Some(name) = name {
        refuse_taken_name(tx, name, user)?;
        name.as_str().clone_into(&mut row.net_name);
    }
    row.info = serde_json::to_string(&stored).map_err(ApiError::internal)?;
    Ok(store::set_person(tx, &row)?)
}

async fn own_info(app: &App, user: UserId) -> Result<Reply<Box<RawValue>>> {
    let account = super::account(app, user).await?.ok_or_else(ApiError::not_found)?;
    Ok(Reply::ok(account.user_info(app)))
}

/// Refuses a net name that someone has.
///
/// # Errors
/// 409.
pub(crate) fn refuse_taken_name(read: &mut kernel::db::Read, name: &NetName, own: UserId) -> Result<()> {
    if store::is_net_name_taken(read, name, own)? {
        return Err(texts::NET_NAME_TAKEN.err());
    }
    Ok(())
}

/// Refuses a net name that imitates a name on the class list: always that of an admin or class
/// admin, that of any other member when the portal's setting says so. Outside the writing
/// transaction, because it folds the whole list; the list changes rarely, and an admin sees it.
///
/// # Errors
/// 409.
pub(crate) async fn refuse_imitation(app: &App, name: &NetName, own: UserId) -> Result<()> {
    let (key, spelling) = (name.key(), setup::name_key(name.as_str()));
    let all = app.settings.is_on("names_unique_across");
    let admins = setup::effective_admin_ids(app);
    let imitates = move |(real, id): &(String, UserId)| {
        let privileged = id.is_class_admin() || admins.contains(id);
        let is_spelling = setup::name_key(real) == spelling;
        *id != own && (all || privileged) && (is_spelling || look_alike_key(real) == key)
    };
    if app.db.read(move |read| Ok(setup::listed_names(read)?.iter().any(imitates))).await? {
        return Err(texts::NET_NAME_RESERVED.err());
    }
    Ok(())
}
