//! `GET /api/admin/broadcasts/{id}/seen`: who has seen a broadcast, and who has not.

use axum::extract::State;
use identity::user::facts_of;
use kernel::app::iso;
use kernel::http::{Officer, Path, Query};
use kernel::user::UserId;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::routes::ManageBroadcasts;
use super::store;
use crate::target;

/// Members per page unless told.
const PAGE: u32 = 100;
/// Members per page at most.
const MAX_PAGE: u32 = 200;

/// A member whom a broadcast addresses.
#[derive(Serialize, ToSchema)]
pub(super) struct BroadcastRecipient {
    /// The user ID, six digits YYCCNN.
    #[schema(value_type = String, example = "240111")]
    user_id: UserId,
    /// The net name of the member.
    net_name: String,
    /// The real name of the member.
    real_name: String,
    /// When the member saw the broadcast, ISO 8601; null when the member has not seen it.
    seen_at: Option<String>,
}

/// Who has seen a broadcast, and who has not.
#[derive(Serialize, ToSchema)]
pub(super) struct BroadcastRecipients {
    /// The number of members who have seen it.
    reached: usize,
    /// One page of the members whom it addresses: first those who have not seen it, by user ID, then the others, by
    /// the time when they saw it.
    members: Vec<BroadcastRecipient>,
    /// The number of members whom it addresses, on all pages.
    total: usize,
    /// The number of this page, from 1.
    page: u32,
    /// The largest number of items on a page.
    limit: u32,
}

/// Which piece of the members.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RecipientsPage {
    /// The number of the page, from 1.
    #[param(minimum = 1)]
    page: Option<u32>,
    /// The number of items on a page: 1–200, default 100.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
}

/// Lists who has not seen a broadcast and who has, without its sender and those who registered after it was sent.
/// Only for those who may take it back.
#[utoipa::path(get, path = "/api/admin/broadcasts/{id}/seen", tag = "broadcasts",
    params(("id" = String, Path, description = "The id of the broadcast"), RecipientsPage),
    responses((status = 200, body = Envelope<BroadcastRecipients>)))]
pub(super) async fn list_broadcast_recipients(
    State(app): State<App>,
    officer: Officer<ManageBroadcasts>,
    Path(id): Path<String>,
    Query(query): Query<RecipientsPage>,
) -> Result<Reply<BroadcastRecipients>> {
    let facts = officer.0.facts;
    let (page, limit) = (query.page.unwrap_or(1).max(1), query.limit.unwrap_or(PAGE).clamp(1, MAX_PAGE));
    let meant = app
        .db
        .read(move |read| {
            let row = store::find(read, &id)?.ok_or_else(ApiError::not_found)?;
            if !row.target().is_managed_by(row.sender_tier, &facts) {
                return Err(kernel::texts::NO_PERMISSION.err());
            }
            let (people, seen) = (target::people(read)?, store::seen_by(read, &row.id)?);
            let mut meant: Vec<(Option<i64>, UserId)> =
                row.addressed(&people).into_iter().map(|user| (seen.get(&user).copied(), user)).collect();
            meant.sort_unstable();
            Ok(meant)
        })
        .await?;
    let skipped = (page as usize - 1).saturating_mul(limit as usize);
    let mut members = Vec::new();
    for (seen_at, user) in meant.iter().skip(skipped).take(limit as usize) {
        let Some(facts) = facts_of(&app, *user).await? else { continue };
        let (net_name, real_name) = (facts.net_name.clone(), facts.real_name.clone());
        members.push(BroadcastRecipient { user_id: *user, net_name, real_name, seen_at: seen_at.map(iso) });
    }
    let reached = meant.iter().filter(|(seen_at, _)| seen_at.is_some()).count();
    Ok(Reply::ok(BroadcastRecipients { reached, members, total: meant.len(), page, limit }))
}
