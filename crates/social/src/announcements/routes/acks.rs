//! Who has acknowledged an announcement and who is missing, and a reminder to those alone.

use axum::extract::State;
use identity::user::facts_of;
use kernel::http::{Officer, Path, Query};
use kernel::user::UserId;
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::announcements::access::{self, ManageAnnouncements};
use crate::announcements::{model, remind};
use crate::target;

/// Names per page unless told.
const PAGE: u32 = 100;
/// Names per page at most.
const MAX_PAGE: u32 = 200;

/// A member whose acknowledgement is missing.
#[derive(Serialize, ToSchema)]
pub(in crate::announcements) struct MissingMember {
    /// The user ID, six digits YYCCNN.
    #[schema(value_type = String, example = "240111")]
    user_id: UserId,
    /// The net name of the member.
    net_name: String,
    /// The real name of the member.
    real_name: String,
}

/// How many members have read and acknowledged an announcement, and who has not.
#[derive(Serialize, ToSchema)]
pub(in crate::announcements) struct Acknowledgements {
    /// The number of members now whom it addresses, without its author and those who registered after it was published.
    audience_size: usize,
    /// The number of them who have read it.
    read_count: usize,
    /// The number of them who have acknowledged it.
    ack_count: usize,
    /// One page of the members who have not acknowledged it, by user ID.
    missing: Vec<MissingMember>,
    /// The number of members who have not acknowledged it, on all pages.
    total: usize,
    /// The number of this page, from 1.
    page: u32,
    /// The largest number of items on a page.
    limit: u32,
}

/// Which piece of those who are missing.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::announcements) struct MissingPage {
    /// The number of the page, from 1.
    #[param(minimum = 1)]
    page: Option<u32>,
    /// The number of items on a page: 1–200, default 100.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
}

/// Lists who has not acknowledged an announcement, with the counts. Only for those who may change the
/// announcement.
#[utoipa::path(get, path = "/api/admin/announcements/{id}/acknowledgements", tag = "announcements",
    params(("id" = i64, Path, description = "The id of the announcement"), MissingPage),
    responses((status = 200, body = Envelope<Acknowledgements>)))]
pub(in crate::announcements) async fn announcement_acknowledgements(
    State(app): State<App>,
    editor: Officer<ManageAnnouncements>,
    Path(id): Path<String>,
    Query(query): Query<MissingPage>,
) -> Result<Reply<Acknowledgements>> {
    let (id, facts) = (model::parse_id(&id)?, editor.0.facts);
    let (page, limit) = (query.page.unwrap_or(1).max(1), query.limit.unwrap_or(PAGE).clamp(1, MAX_PAGE));
    let tally = app
        .db
        .read(move |read| {
            let row = access::look(read, &facts, id)?;
            if !access::manages(&facts, &row) {
                return Err(kernel::texts::NO_PERMISSION.err());
            }
            let people = target::people(read)?;
            Ok(remind::tally(read, &people, &row)?)
        })
        .await?;
    let skipped = (page as usize - 1).saturating_mul(limit as usize);
    let mut missing = Vec::new();
    for user in tally.missing.iter().skip(skipped).take(limit as usize) {
        let Some(facts) = facts_of(&app, *user).await? else { continue };
        let (net_name, real_name) = (facts.net_name.clone(), facts.real_name.clone());
        missing.push(MissingMember { user_id: *user, net_name, real_name });
    }
    Ok(Reply::ok(Acknowledgements {
        audience_size: tally.audience,
        read_count: tally.read,
        ack_count: tally.acknowledged,
        total: tally.missing.len(),
        missing,
        page,
        limit,
    }))
}

/// The result of a reminder.
#[derive(Serialize, ToSchema)]
pub(in crate::announcements) struct Reminded {
    /// The number of members who were reminded.
    reminded: usize,
}

/// Reminds exactly those who have not acknowledged: their desktops hear
/// `{"type": "announcement_reminder", "id": …}`. At most every ten minutes (429).
#[utoipa::path(post, path = "/api/admin/announcements/{id}/remind", tag = "announcements",
    params(("id" = i64, Path, description = "The id of the announcement")),
    responses((status = 200, body = Envelope<Reminded>)))]
pub(in crate::announcements) async fn remind_announcement(
    State(app): State<App>,
    editor: Officer<ManageAnnouncements>,
    Path(id): Path<String>,
) -> Result<Reply<Reminded>> {
    let (id, caller) = (model::parse_id(&id)?, editor.0);
    let reminded = app.write(move |tx| remind::remind(tx, &caller, id)).await?;
    Ok(Reply::ok(Reminded { reminded }))
}
