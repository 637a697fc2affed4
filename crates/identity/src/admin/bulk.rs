//! `/api/admin/users/bulk-status`: many members at once, admins and class admins never among them.

use std::collections::HashSet;

use axum::extract::State;
use kernel::app::iso;
use kernel::audit::Actor;
use kernel::db::Read;
use kernel::http::{Caller, Json};
use kernel::user::{Tier, UserId};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::access::{self, UserManager};
use super::model::{self, Choice, Status};
use super::texts;
use crate::user::directory::{self, BulkStatus, Standing};

/// The new account status of many members.
#[derive(Deserialize, ToSchema)]
pub(super) struct BulkChange {
    /// The members to change.
    user_ids: UserIds,
    /// The user IDs of members who stay as they are.
    exclude: Option<Vec<String>>,
    /// The new status of the accounts.
    status: Status,
    /// The end of the ban, `YYYY-MM-DD HH:mm:ss` in the portal's zone; an absent or null end means a ban without end.
    ban_expires_at: Option<String>,
    /// The reason of the ban, at most 200 characters.
    ban_reason: Option<String>,
}

/// The members of a change: their user IDs, or the word `all`.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
enum UserIds {
    /// The word `all`: every member that the caller may manage.
    Word(String),
    /// A list of at most 10,000 user IDs.
    List(Vec<String>),
}

/// The effect of a change of many members.
#[derive(Serialize, ToSchema)]
pub(super) struct BulkResult {
    /// The number of members that were changed.
    affected: u64,
}

/// The effect that a change of many members would have.
#[derive(Serialize, ToSchema)]
pub(super) struct BulkPreview {
    /// The number of members that would be changed.
    affected: u64,
    /// Admins and class admins among those meant, who stay as they are.
    excluded_admins: u64,
    /// Officers among those meant; they stay as they are when an officer asks.
    excluded_officers: u64,
}

/// A checked request.
#[derive(Clone)]
struct BulkRequest {
    choice: Choice,
    change: BulkStatus,
}

impl BulkRequest {
    fn parse(app: &App, caller: &Caller, body: &BulkChange) -> Result<Self> {
        let users = match &body.user_ids {
            UserIds::Word(word) if word == "all" => None,
            UserIds::List(list) if !list.is_empty() => Some(model::parse_ids(list)?),
            _ => return Err(ApiError::invalid("user_ids")),
        };
        let exclude = model::parse_ids(body.exclude.as_deref().unwrap_or_default())?;
        let (end, reason) = (body.ban_expires_at.as_deref(), body.ban_reason.as_deref());
        Ok(Self {
            choice: Choice { users, exclude: exclude.into_iter().collect() },
            change: BulkStatus {
                class: access::class_of(&caller.facts).to_owned(),
                spare_officers: caller.facts.tier() < Tier::ClassAdmin,
                ban: model::parse_ban(body.status, end, reason, &app.timezone(), app.clock.now())?,
            },
        })
    }

    /// The list to work through; `None` is everyone of the class.
    fn listed(&self, read: &mut Read) -> Result<Option<Vec<UserId>>> {
        let Choice { users, exclude } = &self.choice;
        if users.is_none() && exclude.is_empty() {
            return Ok(None);
        }
        let all = match users {
            Some(users) => users.clone(),
            None => directory::standings(read, &self.change.class)?
                .into_iter()
                .map(|member| member.user_id)
                .collect(),
        };
        Ok(Some(all.into_iter().filter(|user| !exclude.contains(user)).collect()))
    }

    /// For the log: IDs and codes.
    fn detail(&self, affected: u64) -> Value {
        let Choice { users, exclude } = &self.choice;
        let mut exclude: Vec<_> = exclude.iter().collect();
        exclude.sort_unstable();
        let end =
            self.change.ban.as_ref().and_then(|ban| ban.expires_at).map(|end| iso(end.as_millisecond()));
        json!({ "affected": affected, "class": self.change.class, "user_ids": users.as_ref().map_or(json!("all"), |users| json!(users)),
                "exclude": exclude, "ban_expires_at": end })
    }
}

/// Disables or reactivates many members: of the caller's class, or of all classes for an admin. Admins and
/// class admins are never changed; officers do not change other officers.
#[utoipa::path(post, path = "/api/admin/users/bulk-status", tag = "admin", request_body = BulkChange,
    responses((status = 200, body = Envelope<BulkResult>)))]
pub(super) async fn set_bulk_status(
    State(app): State<App>,
    manager: UserManager,
    Json(body): Json<BulkChange>,
) -> Result<Reply<BulkResult>> {
    let caller = manager.0;
    let request = BulkRequest::parse(&app, &caller, &body)?;
    let affected = app
        .write(move |tx| {
            // The counter first: who is meant cannot change any more.
            tx.lock_log()?;
            let listed = request.listed(tx)?;
            let actor = caller.facts.user_id;
            let affected = directory::set_status_of_many(tx, actor, &request.change, listed.as_deref())?;
            if affected > 0 {
                let action = match request.change.ban {
                    Some(_) => &texts::BATCH_DISABLE_USERS,
                    None => &texts::BATCH_ENABLE_USERS,
                };
                tx.audit(&Actor::from(&caller), action, "", &request.detail(affected))?;
            }
            Ok(affected)
        })
        .await?;
    Ok(Reply::ok(BulkResult { affected }))
}

/// Counts the members that a change of many would affect, without changing them.
#[utoipa::path(post, path = "/api/admin/users/bulk-status/preview", tag = "admin", request_body = BulkChange,
    responses((status = 200, body = Envelope<BulkPreview>)))]
pub(super) async fn preview_bulk_status(
    State(app): State<App>,
    manager: UserManager,
    Json(body): Json<BulkChange>,
) -> Result<Reply<BulkPreview>> {
    let request = BulkRequest::parse(&app, &manager.0, &body)?;
    let class = request.change.class.clone();
    let members = app.db.read(move |read| Ok(directory::standings(read, &class)?)).await?;
    Ok(Reply::ok(tally(&request, &members)))
}

fn tally(request: &BulkRequest, members: &[Standing]) -> BulkPreview {
    let named: HashSet<UserId> = request.choice.named();
    let meant = members.iter().filter(|member| request.choice.includes(member.user_id, &named));
    let mut preview = BulkPreview { affected: 0, excluded_admins: 0, excluded_officers: 0 };
    for Standing { role, status, .. } in meant {
        match role.as_str() {
            "admin" => preview.excluded_admins += 1,
            "officer" if request.change.spare_officers => preview.excluded_officers += 1,
            _ if request.change.ban.is_some() || status == "disabled" => preview.affected += 1,
            _ => {}
        }
    }
    preview
}
