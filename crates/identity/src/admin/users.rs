//! `/api/admin/users`: members one by one.

use axum::extract::State;
use axum::http::HeaderMap;
use kernel::addresses;
use kernel::app::iso;
use kernel::audit::Actor;
use kernel::http::{Admin, Json, Path, Query};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::Deserialize;
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::access::{self, UserManager};
use super::dto::{AdminUser, AdminUserList, GivenAiPolicies, Page, ResetCodeInfo, offset};
use super::model::{self, Status};
use super::{account_data, texts};
use crate::admin::MANAGE_USERS;
use crate::auth::ResetCode;
use crate::setup;
use crate::user::directory::{self, Edit, Filter};
use crate::user::{self, Info, NetName};

/// Longest search, in characters: as long as the longest name.
const MAX_SEARCH: usize = 40;

/// Which members.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct UserQuery {
    /// Only members whose net name, real name or user ID contains this text, in any case.
    search: Option<String>,
    /// Only members with this status of the account: `active` or `disabled`.
    status: Option<String>,
    /// Only members of this class: two digits.
    class: Option<String>,
    /// Only members with this role: `user`, `officer` or `admin`.
    role: Option<String>,
    /// The number of the page, from 1.
    #[param(minimum = 1)]
    page: Option<u32>,
    /// The number of items on a page: 1–200, default 20.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
}

impl UserQuery {
    fn filter(&self) -> Result<Filter> {
        let given = |text: &Option<String>| text.clone().unwrap_or_default();
        let search = search_text(self.search.clone())?;
        let (status, class, role) = (given(&self.status), given(&self.class), given(&self.role));
        let is_class = |class: &str| class.len() == 2 && class.bytes().all(|digit| digit.is_ascii_digit());
        let checks = [
            ("status", ["", "active", "disabled"].contains(&status.as_str())),
            ("class", class.is_empty() || is_class(&class)),
            ("role", ["", "user", "officer", "admin"].contains(&role.as_str())),
        ];
        match checks.into_iter().find(|(_, fits)| !fits) {
            Some((field, _)) => Err(ApiError::invalid(field)),
            None => Ok(Filter { search, status, class, role }),
        }
    }
}

/// A search; absent looks for nothing.
///
/// # Errors
/// 400 when it is longer than any name.
pub(super) fn search_text(given: Option<String>) -> Result<String> {
    let search = given.unwrap_or_default();
    if search.chars().count() > MAX_SEARCH {
        return Err(kernel::texts::TOO_LONG.with("field", "search").with("max", MAX_SEARCH));
    }
    Ok(search)
}

/// Lists the members of the caller's class, or of all classes for an admin. Officers see neither birthdays
/// nor contact data.
#[utoipa::path(get, path = "/api/admin/users", tag = "admin", params(UserQuery),
    responses((status = 200, body = Envelope<AdminUserList>)))]
pub(super) async fn list_users(
    State(app): State<App>,
    Admin(caller): Admin,
    Query(query): Query<UserQuery>,
) -> Result<Reply<AdminUserList>> {
    let filter = query.filter()?;
    let piece = Page { page: query.page, limit: query.limit };
    list(&app, &caller.facts, filter, piece).await
}

/// A piece of those who fit and are in reach.
pub(super) async fn list(
    app: &App,
    seen_by: &kernel::user::UserFacts,
    mut filter: Filter,
    piece: Page,
) -> Result<Reply<AdminUserList>> {
    let (page, limit) = piece.bounded();
    let class = access::class_of(seen_by);
    if !class.is_empty() {
        if !filter.class.is_empty() && filter.class != class {
            return Ok(Reply::ok(AdminUserList { users: Vec::new(), total: 0, page, limit }));
        }
        class.clone_into(&mut filter.class);
    }
    let skipped = offset(page, limit);
    let reading = app.clone();
    let found = app.db.read(move |read| {
        let (members, total) = directory::members(read, &filter, i64::from(limit), skipped)?;
        Ok((members, total, GivenAiPolicies::read(&reading, read)?))
    });
    let (members, total, given) = found.await?;
    let users = members.iter().map(|member| AdminUser::new(app, member, &given, seen_by)).collect();
    Ok(Reply::ok(AdminUserList { users, total, page, limit }))
}

/// The new account status of a member, and the end and reason of a ban.
#[derive(Deserialize, ToSchema)]
pub(super) struct StatusChange {
    /// The new status of the account.
    status: Status,
    /// The end of the ban, `YYYY-MM-DD HH:mm:ss` in the portal's zone; an absent or null end means a ban without end.
    ban_expires_at: Option<String>,
    /// The reason of the ban, at most 200 characters.
    ban_reason: Option<String>,
}

/// Disables a member, with or without end, or lets them in again. Their sockets, polls and streams
/// end within a second.
#[utoipa::path(patch, path = "/api/admin/users/{id}/status", tag = "admin",
    params(("id" = String, Path, description = "The user ID of the member, or the number of the member's row")),
    request_body = StatusChange, responses((status = 200, body = Envelope<AdminUser>)))]
pub(super) async fn set_user_status(
    State(app): State<App>,
    manager: UserManager,
    Path(id): Path<String>,
    Json(change): Json<StatusChange>,
) -> Result<Reply<AdminUser>> {
    let (end, reason) = (change.ban_expires_at.as_deref(), change.ban_reason.as_deref());
    let ban = model::parse_ban(change.status, end, reason, &app.timezone(), app.clock.now())?;
    let caller = manager.0;
    let facts = caller.facts.clone();
    let (member, given) = app
        .write(move |tx| {
            let target = access::target(tx, &caller, &id, &MANAGE_USERS)?;
            let user = target.facts.user_id;
            user::set_ban(tx, user, ban.as_ref())?;
            let (action, detail) = match &ban {
                Some(ban) => (
                    &user::texts::DISABLE_USER,
                    json!({ "ban_expires_at": ban.expires_at.map(|end| iso(end.as_millisecond())) }),
                ),
                None => (&user::texts::ENABLE_USER, json!({})),
            };
            let changed = access::find(tx, user.as_str())?;
            tx.audit(&Actor::from(&caller), action, user.as_str(), &detail)?;
            let app = tx.app().clone();
            Ok((changed, GivenAiPolicies::read(&app, tx)?))
        })
        .await?;
    Ok(Reply::ok(AdminUser::new(&app, &member, &given, &facts)))
}

/// The fields of a member to change; absent fields stay.
#[derive(Deserialize, ToSchema)]
pub(super) struct UserEdit {
    /// The net name, unique in the portal.
    net_name: Option<String>,
    /// The real name, which must stay unique. The class list is corrected on its own.
    real_name: Option<String>,
    /// The gender, at most 10 characters.
    gender: Option<String>,
    /// The profile fields to change: birthday, wechat, qq, email, phone, address, signature. Other keys are
    /// ignored; an empty text clears a field.
    info: Option<Info>,
}

/// Changes a member's names, gender and profile.
#[utoipa::path(patch, path = "/api/admin/users/{id}", tag = "admin",
    params(("id" = String, Path, description = "The user ID of the member, or the number of the member's row")),
    request_body = UserEdit, responses((status = 200, body = Envelope<AdminUser>)))]
pub(super) async fn edit_user(
    State(app): State<App>,
    manager: UserManager,
    Path(id): Path<String>,
    Json(change): Json<UserEdit>,
) -> Result<Reply<AdminUser>> {
    let caller = manager.0;
    let edit = Edit {
        net_name: change.net_name.as_deref().map(NetName::parse).transpose()?,
        real_name: change.real_name.as_deref().map(setup::normalise_name).transpose()?,
        gender: change.gender.as_deref().map(model::parse_gender).transpose()?,
        info: change.info.unwrap_or_default(),
    };
    let personal = edit.info.given().iter().any(|field| Info::PERSONAL.contains(field));
    if personal && !access::sees_contacts(&caller.facts) {
        return Err(texts::CONTACT_HIDDEN.err());
    }
    if let Some(name) = &edit.net_name {
        let raw = id.clone();
        let own = app.db.read(move |read| access::find(read, &raw)).await?.facts.user_id;
        user::refuse_imitation(&app, name, own).await?;
    }
    let facts = caller.facts.clone();
    let (member, given) = app
        .write(move |tx| {
            let target = access::target(tx, &caller, &id, &MANAGE_USERS)?;
            let user = target.facts.user_id;
            if let Some(name) = &edit.real_name
                && setup::find_record(tx, name)?.is_some_and(|row| row.user_id != user)
            {
                return Err(texts::REAL_NAME_LISTED.err());
            }
            let fields = directory::edit(tx, &target, &edit)?;
            let changed = access::find(tx, user.as_str())?;
            let detail = json!({ "fields": fields });
            tx.audit(&Actor::from(&caller), &texts::EDIT_USER, user.as_str(), &detail)?;
            let app = tx.app().clone();
            Ok((changed, GivenAiPolicies::read(&app, tx)?))
        })
        .await?;
    Ok(Reply::ok(AdminUser::new(&app, &member, &given, &facts)))
}

/// Erases a member with everything they own in every feature. The row of the class list stays: the
/// person can register again.
#[utoipa::path(delete, path = "/api/admin/users/{id}", tag = "admin",
    params(("id" = String, Path, description = "The user ID of the member, or the number of the member's row")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn delete_user(
    State(app): State<App>,
    manager: UserManager,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let caller = manager.0;
    app.write(move |tx| {
        let target = access::target(tx, &caller, &id, &MANAGE_USERS)?;
        let user = target.facts.user_id;
        account_data::erase(tx, user)?;
        Ok(tx.audit(&Actor::from(&caller), &texts::DELETE_USER, user.as_str(), &json!({}))?)
    })
    .await?;
    Ok(Reply::done())
}

/// Makes a one-time code, good for 15 minutes, with which the member sets a new password. At once all
/// of their sessions end and the old password opens nothing any more.
#[utoipa::path(post, path = "/api/admin/users/{id}/reset-password", tag = "admin",
    params(("id" = String, Path, description = "The user ID of the member, or the number of the member's row")),
    responses((status = 200, body = Envelope<ResetCodeInfo>)))]
pub(super) async fn reset_user_password(
    State(app): State<App>,
    manager: UserManager,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Reply<ResetCodeInfo>> {
    let caller = manager.0;
    let reset = ResetCode::new(&app);
    let url = addresses::portal_urls(&app.config, &headers).into_iter().next();
    let answer = ResetCodeInfo { code: reset.code.clone(), expires_at: iso(reset.expires_at), url };
    app.write(move |tx| {
        let target = access::target(tx, &caller, &id, &MANAGE_USERS)?;
        let user = target.facts.user_id;
        reset.store(tx, user)?;
        Ok(tx.audit(&Actor::from(&caller), &crate::auth::texts::RESET_PASSWORD, user.as_str(), &json!({}))?)
    })
    .await?;
    Ok(Reply::ok(answer))
}
