//! What members do with all of their own data: take it along, or have it erased.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use kernel::audit::Actor;
use kernel::db::Read;
use kernel::http::{Caller, Json, clear_cookie};
use kernel::user::{Tier, UserFacts, UserId};
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::{store, texts};
use crate::auth::ConfirmedPassword;
use crate::setup;
use crate::user::{self, directory};

/// All data that the portal stores about the member, by area.
#[derive(Serialize, ToSchema)]
#[schema(value_type = Object)]
pub(super) struct ExportedData(BTreeMap<&'static str, Value>);

/// Exports all data that the portal stores about the caller, by area.
#[utoipa::path(get, path = "/api/user/export", tag = "admin",
    responses((status = 200, body = Envelope<ExportedData>)))]
pub(super) async fn export_own_data(State(app): State<App>, caller: Caller) -> Result<Reply<ExportedData>> {
    let (user, features) = (caller.facts.user_id, app.features.clone());
    // One moment for all features.
    let exported = app.db.read(move |read| {
        let mut all = BTreeMap::new();
        for feature in &features {
            all.extend((feature.export_user)(read, &user)?.map(|data| (feature.name, data)));
        }
        Ok(all)
    });
    Ok(Reply::ok(ExportedData(exported.await?)))
}

/// The password that confirms the deletion of the member's own account.
#[derive(Deserialize, ToSchema)]
pub(super) struct AccountDeletion {
    /// The password of the caller.
    password: String,
}

/// Erases the account of the caller and everything it owns. The last admin cannot be erased.
#[utoipa::path(delete, path = "/api/user/account", tag = "admin", request_body = AccountDeletion,
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn delete_own_account(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Json(form): Json<AccountDeletion>,
) -> Result<Response> {
    let user = caller.facts.user_id;
    let confirmed =
        ConfirmedPassword::of(&app, &caller, &headers, &form.password, &texts::PASSWORD_WRONG).await?;
    app.write(move |tx| {
        // With the counter: of two last admins who leave at once, one stays.
        confirmed.hold(tx)?;
        let facts = directory::member_of(tx, user)?.ok_or_else(ApiError::not_found)?.facts;
        if is_last_admin(tx, &facts)? {
            return Err(texts::LAST_ADMIN.err());
        }
        erase(tx, user)?;
        Ok(tx.audit(&Actor::from(&caller), &texts::DELETE_ACCOUNT, user.as_str(), &json!({}))?)
    })
    .await?;
    let mut response = Reply::done().into_response();
    clear_cookie(&mut response, &app);
    Ok(response)
}

/// Whether nobody would be left who administers what this one does.
fn is_last_admin(read: &mut Read, facts: &UserFacts) -> Result<bool> {
    Ok(match facts.tier() {
        Tier::Admin => directory::admins(read)? == [facts.user_id],
        Tier::ClassAdmin => user::count_admins(read)? <= 1,
        Tier::Officer | Tier::User => false,
    })
}

/// Erases a member through every feature, and ends their sessions. A tombstone stays.
pub(super) fn erase(tx: &mut AppTx, user: UserId) -> Result<()> {
    directory::append_erased(tx, user)?;
    for feature in &tx.app().features {
        (feature.erase_user)(tx, &user)?;
    }
    setup::renew_claim_code(tx, user)?;
    Ok(store::record_erasure(tx, user)?)
}
