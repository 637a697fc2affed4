//! `/api/admin/pre-records`: a system admin maintains the list after the setup (`interface 4.3`).

use std::collections::HashSet;

use axum::extract::State;
use kernel::http::{Json, SystemAdmin};
use kernel::{App, Envelope, Reply, Result};

use super::change::{self, Author, ListSnapshot};
use super::dto::{ListOutcome, SetupBody, StoredList, StoredListRow};
use super::model;
use super::request::{self, ListRequest};
use super::store::StoredRow;

/// Returns the stored class list.
#[utoipa::path(get, path = "/api/admin/pre-records", tag = "setup",
    responses((status = 200, body = Envelope<StoredList>)))]
pub(super) async fn pre_records(State(app): State<App>, _: SystemAdmin) -> Result<Reply<StoredList>> {
    let reader = app.clone();
    let stored = app
        .db
        .read(move |read| Ok((ListSnapshot::read(read)?, super::AdminRegistrations::read(&reader, read)?)));
    let (ListSnapshot { registered, rows }, admin_rows) = stored.await?;
    let members: HashSet<String> = registered.into_iter().map(|(_, name)| name).collect();
    let claim_codes = super::are_claim_codes_on(&app);
    let shown = |row: StoredRow| {
        let registered = members.contains(&row.real_name);
        let is_class_admin = row.user_id.is_class_admin();
        let opens = !admin_rows.needs_admin_code(&row.user_id);
        let claim_code = row.claim_code.filter(|_| claim_codes && !registered && opens);
        let StoredRow { real_name, user_id, gender, .. } = row;
        (user_id, StoredListRow { real_name, user_id, gender, is_class_admin, registered, claim_code })
    };
    Ok(Reply::ok(StoredList {
        cohort: request::known_cohort(&app),
        pre_records: model::by_class(rows.into_iter().map(shown)),
        admin_user_ids: super::stored_admin_ids(&app),
    }))
}

/// Replaces the class list; with `preview` it only shows what would be stored.
#[utoipa::path(put, path = "/api/admin/pre-records", tag = "setup", request_body = SetupBody,
    responses((status = 200, body = Envelope<ListOutcome>)))]
pub(super) async fn put_pre_records(
    State(app): State<App>,
    SystemAdmin(caller): SystemAdmin,
    Json(body): Json<SetupBody>,
) -> Result<Reply<ListOutcome>> {
    let request = ListRequest::parse(&app, &body)?;
    if body.preview == Some(true) {
        let seen = app.db.read(|read| Ok(ListSnapshot::read(read)?)).await?;
        return change::preview(&request, &seen).map(|preview| Reply::ok(ListOutcome::Preview(preview)));
    }
    let (saved, _) = change::save(&app, &request, &Author::Admin(caller)).await?;
    Ok(Reply::ok(ListOutcome::Saved(saved)))
}
