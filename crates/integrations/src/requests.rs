//! `/api/integrations/requests`: members ask for an integration, class admins and admins decide.

use axum::extract::State;
use identity::user::{Members, members};
use kernel::app::iso;
use kernel::audit::Actor;
use kernel::http::{Caller, ClassAdmin, Json, Path};
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result, sequence};
use serde_json::json;

use super::dto::{
    self, Integration, IntegrationRequests, IntegrationSecret, NewIntegration, RequestApproval,
    RequestRefusal, one,
};
use super::events::{IntegrationEvent, append};
use super::manage::{codes, find, may_decide};
use super::model::{self, IntegrationStatus, MAX_OWNED, MAX_REQUESTS};
use super::registry::remember_on_commit;
use super::store::integrations::{self as store, IntegrationRow};
use super::tokens::{NewSecret, approve, new_row};
use super::{notifications, texts};

/// Lists what the caller has asked for, and what waits for a decision of the caller.
#[utoipa::path(get, path = "/api/integrations/requests", tag = "integrations",
    responses((status = 200, body = Envelope<IntegrationRequests>)))]
pub(super) async fn list_requests(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<IntegrationRequests>> {
    let user = caller.facts.user_id;
    let read =
        app.db.read(move |read| Ok((store::requested_by(read, user)?, store::open_requests(read)?))).await?;
    let (own, mut open) = read;
    open.retain(|row| may_decide(&caller.facts, &row.requested_by));
    let (own, to_decide) = (
        dto::integrations(&app, &caller.facts, own).await?,
        dto::integrations(&app, &caller.facts, open).await?,
    );
    Ok(Reply::ok(IntegrationRequests { own, to_decide }))
}

/// Asks for an integration. A class admin or admin of the class decides, and becomes its owner.
#[utoipa::path(post, path = "/api/integrations/requests", tag = "integrations", request_body = NewIntegration,
    responses((status = 200, body = Envelope<Integration>)))]
pub(super) async fn request_integration(
    State(app): State<App>,
    caller: Caller,
    Json(new): Json<NewIntegration>,
) -> Result<Reply<Integration>> {
    let mut row = new_row(&app, &new)?;
    let user = caller.facts.user_id;
    row.requested_by = user.to_string();
    // It acts in the name of whoever approves it: who knows the token alone must not.
    row.signed_only = true;
    let facts = caller.facts.clone();
    let everyone = members(&app).await?;
    let request = app.write(move |tx| {
        tx.lock_log()?;
        check_open_requests(tx, user)?;
        let row = IntegrationRow { id: sequence::next(tx, "integrations")?, ..row.clone() };
        store::insert(tx, &row)?;
        record_request(tx, &caller, &row, &everyone)?;
        Ok(row)
    });
    one(&app, &facts, request.await?).await.map(Reply::ok)
}

/// Changes a request of the caller that was refused, and asks again under the same number. An open one cannot be
/// changed: whoever approves it must have seen what they approve.
#[utoipa::path(put, path = "/api/integrations/requests/{id}", tag = "integrations", request_body = NewIntegration,
    params(("id" = String, Path, description = "The number of the request")),
    responses((status = 200, body = Envelope<Integration>)))]
pub(super) async fn ask_again(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(new): Json<NewIntegration>,
) -> Result<Reply<Integration>> {
    let found = find(&app, &id).await?;
    let asked = new_row(&app, &new)?;
    let user = caller.facts.user_id;
    let facts = caller.facts.clone();
    let everyone = members(&app).await?;
    let request = app.write(move |tx| {
        tx.lock_log()?;
        let row = store::find(tx, found.id)?.filter(|row| row.requested_by == user.as_str());
        let row = row.ok_or_else(ApiError::not_found)?;
        if row.status != IntegrationStatus::Refused {
            return Err(texts::REQUEST_NOT_REFUSED.err());
        }
        check_open_requests(tx, user)?;
        let IntegrationRow { id, token, requested_by, signed_only, .. } = row;
        let row = IntegrationRow { id, token, requested_by, signed_only, ..asked.clone() };
        store::update(tx, &row)?;
        notifications::withdraw_request(tx, row.id)?;
        record_request(tx, &caller, &row, &everyone)?;
        Ok(row)
    });
    one(&app, &facts, request.await?).await.map(Reply::ok)
}

/// Refuses the request of a member who has as many open ones as they may have.
fn check_open_requests(tx: &mut AppTx, user: UserId) -> Result<()> {
    let (_, open) = store::count(tx, user)?;
    if open < MAX_REQUESTS { Ok(()) } else { Err(texts::TOO_MANY_REQUESTS.with("max", MAX_REQUESTS)) }
}

/// Appends a request to the event log, tells those who decide, and notes it in the audit log.
fn record_request(tx: &mut AppTx, caller: &Caller, row: &IntegrationRow, everyone: &Members) -> Result<()> {
    let seq = append(tx, caller.facts.user_id, row, &IntegrationEvent::Requested)?;
    notifications::notify_deciders(tx, row, seq, everyone)?;
    let detail = json!({ "scopes": row.scopes.split(' ').collect::<Vec<_>>() });
    Ok(tx.audit(&Actor::from(caller), &texts::REQUEST, &row.id.to_string(), &detail)?)
}

/// Takes back a request of the caller that nobody has decided, or clears away one that was refused.
#[utoipa::path(delete, path = "/api/integrations/requests/{id}", tag = "integrations",
    params(("id" = String, Path, description = "The number of the request")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn withdraw_request(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let row = find(&app, &id).await?;
    let user = caller.facts.user_id;
    let withdraw = app.write(move |tx| {
        tx.lock_log()?;
        let row = store::find(tx, row.id)?.filter(|row| row.requested_by == user.as_str());
        let row = row.ok_or_else(ApiError::not_found)?;
        if !matches!(row.status, IntegrationStatus::Requested | IntegrationStatus::Refused) {
            return Err(texts::REQUEST_DECIDED.err());
        }
        append(tx, user, &row, &IntegrationEvent::Withdrawn)?;
        store::delete(tx, row.id)?;
        notifications::withdraw_request(tx, row.id)?;
        Ok(tx.audit(&Actor::from(&caller), &texts::WITHDRAW, &row.id.to_string(), &json!({}))?)
    });
    withdraw.await?;
    Ok(Reply::done())
}

/// A request that this class admin or admin decides, as it is now: what was asked at `asked_at`, if that is known.
fn open_request(
    tx: &mut AppTx,
    id: i64,
    facts: &UserFacts,
    asked_at: Option<&str>,
) -> Result<IntegrationRow> {
    let row = store::find(tx, id)?.filter(|row| may_decide(facts, &row.requested_by));
    let row = row.ok_or_else(ApiError::not_found)?;
    if row.status != IntegrationStatus::Requested {
        return Err(texts::REQUEST_DECIDED.err());
    }
    match asked_at {
        Some(asked_at) if asked_at != iso(row.created_at) => Err(texts::REQUEST_CHANGED.err()),
        _ => Ok(row),
    }
}

/// Approves a request: the caller owns the integration, and the member who asked for it makes its secret.
#[utoipa::path(post, path = "/api/integrations/requests/{id}/approve", tag = "integrations",
    params(("id" = String, Path, description = "The number of the request")),
    request_body = RequestApproval, responses((status = 200, body = Envelope<Integration>)))]
pub(super) async fn approve_request(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path(id): Path<String>,
    approval: Option<Json<RequestApproval>>,
) -> Result<Reply<Integration>> {
    let found = find(&app, &id).await?;
    let RequestApproval { scopes, asked_at } = approval.map(|Json(approval)| approval).unwrap_or_default();
    let granted = scopes.as_deref().map(model::parse_scopes).transpose()?;
    let actor = caller.facts.user_id;
    let facts = caller.facts.clone();
    let approved = app.write(move |tx| {
        tx.lock_log()?;
        let mut row = open_request(tx, found.id, &caller.facts, asked_at.as_deref())?;
        let asked = model::scopes_of(&row.scopes);
        if let Some(granted) = &granted {
            if !granted.is_subset(&asked) {
                return Err(texts::SCOPES_WIDENED.err());
            }
            row.scopes = model::stored_scopes(granted);
        }
        if store::count(tx, actor)?.0 >= MAX_OWNED {
            return Err(texts::TOO_MANY.with("max", MAX_OWNED));
        }
        approve(&mut row, &caller.facts, tx.now());
        let seq = append(tx, actor, &row, &IntegrationEvent::Approved)?;
        store::update(tx, &row)?;
        notifications::notify_requester(tx, &row, seq, actor)?;
        remember_on_commit(tx, &row)?;
        let detail =
            json!({ "requested_by": row.requested_by, "scopes": codes(&model::scopes_of(&row.scopes)) });
        tx.audit(&Actor::from(&caller), &texts::APPROVE, &row.id.to_string(), &detail)?;
        Ok(row)
    });
    one(&app, &facts, approved.await?).await.map(Reply::ok)
}

/// Refuses a request. The member who asked reads the reason.
#[utoipa::path(post, path = "/api/integrations/requests/{id}/refuse", tag = "integrations",
    params(("id" = String, Path, description = "The number of the request")),
    request_body = RequestRefusal, responses((status = 200, body = Envelope<Integration>)))]
pub(super) async fn refuse_request(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path(id): Path<String>,
    refusal: Option<Json<RequestRefusal>>,
) -> Result<Reply<Integration>> {
    let refusal = refusal.map(|Json(refusal)| refusal).unwrap_or_default();
    let reason = model::parse_refusal_reason(&refusal.reason)?;
    let found = find(&app, &id).await?;
    let facts = caller.facts.clone();
    let refused = app.write(move |tx| {
        tx.lock_log()?;
        let mut row = open_request(tx, found.id, &caller.facts, refusal.asked_at.as_deref())?;
        row.status = IntegrationStatus::Refused;
        row.refusal_reason.clone_from(&reason);
        let actor = caller.facts.user_id;
        let seq = append(tx, actor, &row, &IntegrationEvent::Refused)?;
        store::update(tx, &row)?;
        notifications::notify_requester(tx, &row, seq, actor)?;
        let detail = json!({ "requested_by": row.requested_by });
        tx.audit(&Actor::from(&caller), &texts::REFUSE, &row.id.to_string(), &detail)?;
        Ok(row)
    });
    one(&app, &facts, refused.await?).await.map(Reply::ok)
}

/// Makes the first secret of an approved request, for the member who asked for it. It is shown in this answer alone;
/// another one is for the owner to make.
#[utoipa::path(post, path = "/api/integrations/requests/{id}/secret", tag = "integrations",
    params(("id" = String, Path, description = "The number of the request")),
    responses((status = 200, body = Envelope<IntegrationSecret>)))]
pub(super) async fn make_secret(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<IntegrationSecret>> {
    let user = caller.facts.user_id;
    let found = find(&app, &id).await?;
    let made = NewSecret::make(&app, &found.token)?;
    let (secret, webhook_secret) = (made.secret.clone(), made.webhook_secret.clone());
    let make = app.write(move |tx| {
        tx.lock_log()?;
        let row = store::find(tx, found.id)?.filter(|row| row.requested_by == user.as_str());
        let mut row = row.ok_or_else(ApiError::not_found)?;
        if row.status != IntegrationStatus::Approved {
            return Err(texts::REQUEST_OPEN.err());
        }
        if row.credential_hash.is_some() {
            return Err(texts::SECRET_SHOWN.err());
        }
        made.set(&mut row, None);
        append(tx, user, &row, &IntegrationEvent::SecretMade)?;
        store::update(tx, &row)?;
        remember_on_commit(tx, &row)?;
        tx.audit(&Actor::from(&caller), &texts::MAKE_SECRET, &row.id.to_string(), &json!({}))?;
        Ok(row)
    });
    let row = make.await?;
    Ok(Reply::ok(IntegrationSecret {
        id: row.id,
        token: row.token,
        secret,
        webhook_secret,
        previous_until: None,
    }))
}
