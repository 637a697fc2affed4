//! `/api/admin/officers`: who helps, and with which rights.

use axum::extract::State;
use kernel::audit::Actor;
use kernel::http::{Admin, Caller, Json, Path, Query};
use kernel::user::{Permission, Tier};
use kernel::{App, AppTx, Envelope, Reply, Result, feature};
use serde::Deserialize;
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::access::{self, OfficerManager};
use super::dto::{AdminUserList, OfficerInfo, Page};
use super::{model, texts, users};
use crate::admin::MANAGE_OFFICERS;
use crate::user::directory::{self, Filter, Member};
use crate::user::{self, Office};

/// Officers shown at most: more than all classes of a school have.
const MAX_OFFICERS: i64 = 1000;

/// Lists the officers of the caller's class, or of all classes for an admin.
#[utoipa::path(get, path = "/api/admin/officers", tag = "admin",
    responses((status = 200, body = Envelope<Vec<OfficerInfo>>)))]
pub(super) async fn list_officers(
    State(app): State<App>,
    Admin(caller): Admin,
) -> Result<Reply<Vec<OfficerInfo>>> {
    let class = access::class_of(&caller.facts).to_owned();
    let filter = Filter { role: "officer".into(), class, ..Filter::default() };
    let (officers, _) =
        app.db.read(move |read| Ok(directory::members(read, &filter, MAX_OFFICERS, 0)?)).await?;
    Ok(Reply::ok(officers.iter().map(OfficerInfo::new).collect()))
}

/// Which candidates.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CandidateQuery {
    /// Only members whose net name, real name or user ID contains this text, in any case.
    search: Option<String>,
    /// The number of the page, from 1.
    #[param(minimum = 1)]
    page: Option<u32>,
    /// The number of items on a page: 1–200, default 20.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
}

/// Lists the active members who are neither officers nor admins and so can become officers.
#[utoipa::path(get, path = "/api/admin/available-officers", tag = "admin", params(CandidateQuery),
    responses((status = 200, body = Envelope<AdminUserList>)))]
pub(super) async fn available_officers(
    State(app): State<App>,
    manager: OfficerManager,
    Query(query): Query<CandidateQuery>,
) -> Result<Reply<AdminUserList>> {
    let search = users::search_text(query.search)?;
    let filter = Filter { search, role: "user".into(), status: "active".into(), ..Filter::default() };
    users::list(&app, &manager.0.facts, filter, Page { page: query.page, limit: query.limit }).await
}

/// The office that a member gets.
#[derive(Deserialize, ToSchema)]
pub(super) struct Appointment {
    /// The user ID of the member.
    user_id: String,
    /// The title that is shown beside the name; at most 20 characters.
    #[serde(default)]
    title: String,
    /// The permission identifiers of the officer; the caller must hold each of them.
    permissions: Vec<String>,
}

/// Makes a member an officer, or replaces what an officer is and may do.
#[utoipa::path(post, path = "/api/admin/officers", tag = "admin", request_body = Appointment,
    responses((status = 200, body = Envelope<OfficerInfo>)))]
pub(super) async fn appoint_officer(
    State(app): State<App>,
    manager: OfficerManager,
    Json(new): Json<Appointment>,
) -> Result<Reply<OfficerInfo>> {
    let caller = manager.0;
    let title = model::parse_title(&new.title)?;
    let permissions = parse_permissions(&app, &caller, &new.permissions)?;
    let office = Office { title, permissions };
    let officer = app
        .write(move |tx| {
            let target = candidate(tx, &caller, &new.user_id)?;
            let user = target.facts.user_id;
            user::set_office(tx, user, Some(&office))?;
            let changed = access::find(tx, user.as_str())?;
            let detail = json!({ "permissions": office.permissions });
            tx.audit(&Actor::from(&caller), &texts::SET_OFFICER, user.as_str(), &detail)?;
            Ok(changed)
        })
        .await?;
    Ok(Reply::ok(OfficerInfo::new(&officer)))
}

/// The fields of an officer to change; absent fields stay.
#[derive(Deserialize, ToSchema)]
pub(super) struct OfficeChange {
    /// The title that is shown beside the name, at most 20 characters.
    title: Option<String>,
    /// The complete new list of permissions; the caller must hold each of them.
    permissions: Option<Vec<String>>,
}

/// Changes an officer's title or rights.
#[utoipa::path(patch, path = "/api/admin/officers/{user_id}", tag = "admin",
    params(("user_id" = String, Path, description = "The user ID of the officer")),
    request_body = OfficeChange, responses((status = 200, body = Envelope<OfficerInfo>)))]
pub(super) async fn change_officer(
    State(app): State<App>,
    manager: OfficerManager,
    Path(id): Path<String>,
    Json(change): Json<OfficeChange>,
) -> Result<Reply<OfficerInfo>> {
    let caller = manager.0;
    let title = change.title.as_deref().map(model::parse_title).transpose()?;
    if title.is_none() && change.permissions.is_none() {
        return Err(kernel::texts::NOTHING_TO_CHANGE.err());
    }
    let officer = app
        .write(move |tx| {
            let target = officer(tx, &caller, &id)?.facts;
            let permissions = match &change.permissions {
                Some(wanted) => change_permissions(tx.app(), &caller, &target.permissions, wanted)?,
                None => target.permissions,
            };
            let office = Office { title: title.clone().unwrap_or(target.officer_title), permissions };
            user::set_office(tx, target.user_id, Some(&office))?;
            let changed = access::find(tx, target.user_id.as_str())?;
            let fields =
                [title.as_ref().map(|_| "title"), change.permissions.as_ref().map(|_| "permissions")];
            let fields: Vec<_> = fields.into_iter().flatten().collect();
            let detail = json!({ "fields": fields, "permissions": office.permissions });
            let actor = Actor::from(&caller);
            tx.audit(&actor, &texts::UPDATE_OFFICER_PERMS, target.user_id.as_str(), &detail)?;
            Ok(changed)
        })
        .await?;
    Ok(Reply::ok(OfficerInfo::new(&officer)))
}

/// Makes an officer an ordinary member again.
#[utoipa::path(delete, path = "/api/admin/officers/{user_id}", tag = "admin",
    params(("user_id" = String, Path, description = "The user ID of the officer")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn remove_officer(
    State(app): State<App>,
    manager: OfficerManager,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let caller = manager.0;
    app.write(move |tx| {
        let user = officer(tx, &caller, &id)?.facts.user_id;
        user::set_office(tx, user, None)?;
        Ok(tx.audit(&Actor::from(&caller), &texts::REMOVE_OFFICER, user.as_str(), &json!({}))?)
    })
    .await?;
    Ok(Reply::done())
}

/// Whom the caller may appoint. Who is an admin already is told so, unless it is the caller.
fn candidate(tx: &mut AppTx, caller: &Caller, raw: &str) -> Result<Member> {
    tx.lock_log()?;
    let found = access::find(tx, raw)?;
    if found.facts.user_id != caller.facts.user_id && found.facts.tier() >= Tier::ClassAdmin {
        return Err(texts::ADMIN_AS_OFFICER.err());
    }
    access::target(tx, caller, raw, &MANAGE_OFFICERS)
}

/// An officer whom the caller may manage.
fn officer(tx: &mut AppTx, caller: &Caller, raw: &str) -> Result<Member> {
    let found = access::target(tx, caller, raw, &MANAGE_OFFICERS)?;
    if found.facts.tier() == Tier::Officer {
        return Ok(found);
    }
    Err(texts::NO_OFFICER.err())
}

/// The identifiers of permissions that a new officer gets.
fn parse_permissions(app: &App, caller: &Caller, wanted: &[String]) -> Result<Vec<String>> {
    let known: Vec<_> = feature::permissions(&app.features).collect();
    let permissions = model::parse_permissions(wanted, &known)?;
    refuse_beyond_own(caller, &permissions)?;
    Ok(permissions.into_iter().map(|permission| permission.id.to_owned()).collect())
}

/// The identifiers of permissions that an officer has from now on. One that no feature of this portal
/// knows may stay, because the feature that asks for it may come back, and may be taken away.
fn change_permissions(app: &App, caller: &Caller, held: &[String], wanted: &[String]) -> Result<Vec<String>> {
    let is_known = |id: &String| feature::permissions(&app.features).any(|known| known.id == id);
    let (kept, wanted): (Vec<_>, Vec<_>) =
        wanted.iter().cloned().partition(|id| held.contains(id) && !is_known(id));
    let mut permissions = parse_permissions(app, caller, &wanted)?;
    permissions.extend(kept);
    Ok(permissions)
}

/// Nobody gives a right that they do not hold.
fn refuse_beyond_own(caller: &Caller, permissions: &[&Permission]) -> Result<()> {
    match permissions.iter().find(|permission| !caller.facts.may(permission)) {
        Some(beyond) => Err(texts::PERMISSION_BEYOND.with("permission", beyond.id)),
        None => Ok(()),
    }
}
