//! `/api/integrations/tokens` and `/api/integrations/origins` (`interface 4.7`).

use std::collections::BTreeSet;

use axum::extract::State;
use kernel::app::iso;
use kernel::audit::Actor;
use kernel::http::{Caller, ClassAdmin, Json, Paging, Path};
use kernel::user::UserFacts;
use kernel::{App, Envelope, Reply, Result, sequence};
use serde::Serialize;
use serde_json::json;
use url::Url;
use utoipa::ToSchema;

use super::dto::{
    Integration, IntegrationChange, IntegrationList, IntegrationSecret, IssuedIntegration, NewIntegration,
    SecretChange, one,
};
use super::events::{IntegrationEvent, append, append_update};
use super::manage::{Managed, codes, may_see, seen};
use super::model::{self, IntegrationStatus, MAX_OWNED};
use super::outbound::attempt;
use super::outbound::outbox::wake_on_commit;
use super::registry::{Registry, place, remember_on_commit};
use super::signature::{credential_hash, signing_key, standard_secret};
use super::store::integrations::{self as store, IntegrationRow};
use super::store::{consents, data, deliveries};
use super::{dto, texts};

/// Milliseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A new secret, and what is kept of it.
pub(super) struct NewSecret {
    pub(super) secret: String,
    /// The key as the libraries of Standard Webhooks take it.
    pub(super) webhook_secret: String,
    sealed_key: String,
    hash: String,
}

impl NewSecret {
    /// Made outside of a transaction: the first one may write the file of DATA_KEY.
    ///
    /// # Errors
    /// When it cannot be sealed.
    pub(super) fn make(app: &App, token: &str) -> Result<Self> {
        let secret = app.random.hex::<64>();
        let key = signing_key(&secret);
        let sealed_key = app.secrets.seal(&app.random, place(token), &key)?;
        Ok(Self { secret, webhook_secret: standard_secret(&key), sealed_key, hash: credential_hash(&key) })
    }

    /// Puts it into the row. The one before holds until then, if at all.
    pub(super) fn set(&self, row: &mut IntegrationRow, previous_until: Option<i64>) {
        (row.previous_key, row.previous_hash) = match previous_until {
            Some(_) => (row.signing_key.take(), row.credential_hash.take()),
            None => (None, None),
        };
        row.previous_until = previous_until;
        row.signing_key = Some(self.sealed_key.clone());
        row.credential_hash = Some(self.hash.clone());
    }
}

/// A row of what was asked for, or is issued at once; its number is missing.
///
/// # Errors
/// 400 naming what is wrong.
pub(super) fn new_row(app: &App, new: &NewIntegration) -> Result<IntegrationRow> {
    let origins = model::parse_origins(&new.origins)?;
    Ok(IntegrationRow {
        id: 0,
        name: model::parse_name(&new.name)?,
        token: app.random.hex::<32>(),
        status: IntegrationStatus::Requested,
        active: true,
        scopes: model::stored_scopes(&model::parse_scopes(&new.scopes)?),
        page_url: model::parse_page_url(&new.page_url, &origins)?,
        origins: origins.join(" "),
        webhook_url: parse_webhook_url(app, new.webhook_url.as_deref().unwrap_or_default())?,
        webhook_off: String::new(),
        signed_only: false,
        failing_since: None,
        owner_id: String::new(),
        requested_by: String::new(),
        purpose: model::parse_purpose(&new.purpose)?,
        refusal_reason: String::new(),
        ttl_days: model::parse_ttl(new.ttl_days)?,
        signing_key: None,
        credential_hash: None,
        previous_key: None,
        previous_hash: None,
        previous_until: None,
        created_at: app.clock.now_ms(),
        expires_at: None,
        last_used_at: None,
        last_used_address: None,
    })
}

/// An address that events may be sent to. What the name of its host stands for is asked when they are.
///
/// # Errors
/// 400 for what is none, or leads into the network of the portal.
fn parse_webhook_url(app: &App, raw: &str) -> Result<String> {
    let url = model::parse_webhook_url(raw)?;
    if let Ok(parsed) = Url::parse(&url)
        && app.egress.check(&parsed, &attempt::rules(&url)).is_err()
    {
        return Err(texts::WEBHOOK_URL_REFUSED.err());
    }
    Ok(url)
}

/// Gives a row to its owner; from now on it counts its days.
pub(super) fn approve(row: &mut IntegrationRow, owner: &UserFacts, now: i64) {
    row.status = IntegrationStatus::Approved;
    row.owner_id = owner.user_id.to_string();
    row.expires_at = Some(now + row.ttl_days * DAY);
}

/// Issues an integration, which the caller owns. The secret is shown in this answer alone.
#[utoipa::path(post, path = "/api/integrations/tokens", tag = "integrations", request_body = NewIntegration,
    responses((status = 200, body = Envelope<IssuedIntegration>)))]
pub(super) async fn issue_integration(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Json(new): Json<NewIntegration>,
) -> Result<Reply<IssuedIntegration>> {
    let mut row = new_row(&app, &new)?;
    approve(&mut row, &caller.facts, app.clock.now_ms());
    let secret = NewSecret::make(&app, &row.token)?;
    secret.set(&mut row, None);
    let actor = caller.facts.user_id;
    let facts = caller.facts.clone();
    let issued = app.write(move |tx| {
        tx.lock_log()?;
        if store::count(tx, actor)?.0 >= MAX_OWNED {
            return Err(texts::TOO_MANY.with("max", MAX_OWNED));
        }
        let row = IntegrationRow { id: sequence::next(tx, "integrations")?, ..row.clone() };
        append(tx, actor, &row, &IntegrationEvent::Issued)?;
        store::insert(tx, &row)?;
        remember_on_commit(tx, &row)?;
        let detail = json!({ "scopes": row.scopes.split(' ').collect::<Vec<_>>(), "days": row.ttl_days });
        tx.audit(&Actor::from(&caller), &texts::ISSUE, &row.id.to_string(), &detail)?;
        Ok(row)
    });
    let integration = one(&app, &facts, issued.await?).await?;
    let NewSecret { secret, webhook_secret, .. } = secret;
    Ok(Reply::ok(IssuedIntegration { integration, secret, webhook_secret }))
}

/// Lists the integrations that were issued or approved: class admins see those of their class, admins all.
#[utoipa::path(get, path = "/api/integrations/tokens", tag = "integrations", params(Paging<100, 200>),
    responses((status = 200, body = Envelope<IntegrationList>)))]
pub(super) async fn list_integrations(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    paging: Paging<100, 200>,
) -> Result<Reply<IntegrationList>> {
    let mut rows = app.db.read(|read| Ok(store::list(read)?)).await?;
    rows.retain(|row| may_see(&caller.facts, &row.owner_id));
    let total = rows.len();
    let integrations = dto::integrations(&app, &caller.facts, paging.of(rows)).await?;
    let Paging { page, limit } = paging;
    Ok(Reply::ok(IntegrationList { integrations, total, page, limit }))
}

/// Returns an integration.
#[utoipa::path(get, path = "/api/integrations/tokens/{id}", tag = "integrations",
    params(("id" = String, Path, description = "The number of the integration")),
    responses((status = 200, body = Envelope<Integration>)))]
pub(super) async fn get_integration(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path(id): Path<String>,
) -> Result<Reply<Integration>> {
    let row = seen(&app, &caller.facts, &id).await?;
    one(&app, &caller.facts, row).await.map(Reply::ok)
}

/// The checked fields of a change.
#[derive(Clone)]
struct CheckedChange {
    name: Option<String>,
    scopes: Option<String>,
    origins: Option<String>,
    webhook_url: Option<String>,
    /// As it was written: whether it may be depends on the origins.
    page_url: Option<String>,
    active: Option<bool>,
    signed_only: Option<bool>,
    /// Days from now on.
    ttl_days: Option<i64>,
}

impl CheckedChange {
    fn parse(app: &App, change: &IntegrationChange) -> Result<Self> {
        let IntegrationChange { name, scopes, origins, webhook_url, page_url, active, signed_only, ttl_days } =
            change;
        let scopes = scopes.as_deref().map(model::parse_scopes).transpose()?;
        let origins = origins.as_deref().map(model::parse_origins).transpose()?;
        let checked = Self {
            name: name.as_deref().map(model::parse_name).transpose()?,
            scopes: scopes.as_ref().map(model::stored_scopes),
            origins: origins.map(|origins| origins.join(" ")),
            webhook_url: webhook_url.as_deref().map(|url| parse_webhook_url(app, url)).transpose()?,
            page_url: page_url.clone(),
            active: *active,
            signed_only: *signed_only,
            ttl_days: ttl_days.map(|days| model::parse_ttl(Some(days))).transpose()?,
        };
        if checked.changed_fields().is_empty() {
            Err(kernel::texts::NOTHING_TO_CHANGE.err())
        } else {
            Ok(checked)
        }
    }

    fn changed_fields(&self) -> Vec<&'static str> {
        let fields = [
            ("name", self.name.is_some()),
            ("scopes", self.scopes.is_some()),
            ("origins", self.origins.is_some()),
            ("webhook_url", self.webhook_url.is_some()),
            ("page_url", self.page_url.is_some()),
            ("active", self.active.is_some()),
            ("signed_only", self.signed_only.is_some()),
            ("days", self.ttl_days.is_some()),
        ];
        fields.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name).collect()
    }

    /// # Errors
    /// 400 for a page that is of none of the origins.
    fn apply(&self, row: &mut IntegrationRow, now: i64) -> Result<()> {
        let Self { name, scopes, origins, webhook_url, page_url, active, signed_only, ttl_days } =
            self.clone();
        row.name = name.unwrap_or_else(|| row.name.clone());
        row.scopes = scopes.unwrap_or_else(|| row.scopes.clone());
        row.origins = origins.unwrap_or_else(|| row.origins.clone());
        if let Some(webhook_url) = webhook_url {
            // Entering an address, the same one too, switches the webhook on again.
            (row.webhook_url, row.webhook_off, row.failing_since) = (webhook_url, String::new(), None);
        }
        row.active = active.unwrap_or(row.active);
        row.signed_only = signed_only.unwrap_or(row.signed_only);
        if let Some(days) = ttl_days {
            (row.ttl_days, row.expires_at) = (days, Some(now + days * DAY));
        }
        if page_url.is_some() || self.origins.is_some() {
            let origins: Vec<_> = row.origins.split(' ').collect();
            row.page_url =
                model::parse_page_url(&page_url.unwrap_or_else(|| row.page_url.clone()), &origins)?;
        }
        Ok(())
    }
}

/// Changes an integration. Its owner may, and whoever is of a higher tier than the owner.
#[utoipa::path(put, path = "/api/integrations/tokens/{id}", tag = "integrations",
    params(("id" = String, Path, description = "The number of the integration")),
    request_body = IntegrationChange, responses((status = 200, body = Envelope<Integration>)))]
pub(super) async fn update_integration(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path(id): Path<String>,
    Json(change): Json<IntegrationChange>,
) -> Result<Reply<Integration>> {
    let managed = Managed::find(&app, &caller.facts, &id).await?;
    let change = CheckedChange::parse(&app, &change)?;
    let facts = caller.facts.clone();
    let update = app.write(move |tx| {
        tx.lock_log()?;
        let mut row = managed.current(tx)?;
        let (before, had_page) = (model::scopes_of(&row.scopes), !row.page_url.is_empty());
        change.apply(&mut row, tx.now())?;
        // What waits may be sent now.
        wake_on_commit(tx);
        append_update(tx, caller.facts.user_id, &row, had_page)?;
        store::update(tx, &row)?;
        remember_on_commit(tx, &row)?;
        let now = model::scopes_of(&row.scopes);
        let detail = json!({ "fields": change.changed_fields(), "active": row.active,
                             "added": codes(now.difference(&before)), "removed": codes(before.difference(&now)) });
        tx.audit(&Actor::from(&caller), &texts::UPDATE, &row.id.to_string(), &detail)?;
        Ok(row)
    });
    one(&app, &facts, update.await?).await.map(Reply::ok)
}

/// Revokes an integration for good: its secret and its token open nothing any more.
#[utoipa::path(delete, path = "/api/integrations/tokens/{id}", tag = "integrations",
    params(("id" = String, Path, description = "The number of the integration")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn revoke_integration(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let managed = Managed::find(&app, &caller.facts, &id).await?;
    let revoke = app.write(move |tx| {
        tx.lock_log()?;
        let mut row = managed.current(tx)?;
        row.status = IntegrationStatus::Revoked;
        row.active = false;
        (row.signing_key, row.credential_hash, row.previous_key, row.previous_hash) =
            (None, None, None, None);
        row.previous_until = None;
        let now = tx.now();
        deliveries::drop_pending(tx, row.id, now)?;
        data::delete_all(tx, row.id)?;
        consents::delete_of(tx, row.id)?;
        append(tx, caller.facts.user_id, &row, &IntegrationEvent::Revoked)?;
        store::update(tx, &row)?;
        remember_on_commit(tx, &row)?;
        Ok(tx.audit(&Actor::from(&caller), &texts::REVOKE, &row.id.to_string(), &json!({}))?)
    });
    revoke.await?;
    Ok(Reply::done())
}

/// Makes a new secret, shown in this answer alone. The one before holds no longer, or as long as `overlap_hours` says.
#[utoipa::path(post, path = "/api/integrations/tokens/{id}/regenerate-secret", tag = "integrations",
    params(("id" = String, Path, description = "The number of the integration")),
    request_body = SecretChange, responses((status = 200, body = Envelope<IntegrationSecret>)))]
pub(super) async fn regenerate_secret(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path(id): Path<String>,
    change: Option<Json<SecretChange>>,
) -> Result<Reply<IntegrationSecret>> {
    let managed = Managed::find(&app, &caller.facts, &id).await?;
    let overlap = model::parse_overlap(change.and_then(|Json(change)| change.overlap_hours))?;
    let made = NewSecret::make(&app, &managed.row.token)?;
    let (secret, webhook_secret) = (made.secret.clone(), made.webhook_secret.clone());
    let regenerate = app.write(move |tx| {
        tx.lock_log()?;
        let mut row = managed.current(tx)?;
        let is_overlapping = overlap > 0 && row.credential_hash.is_some();
        made.set(&mut row, is_overlapping.then(|| tx.now() + overlap));
        append(tx, caller.facts.user_id, &row, &IntegrationEvent::SecretMade)?;
        store::update(tx, &row)?;
        remember_on_commit(tx, &row)?;
        let detail = json!({ "overlap_until": row.previous_until.map(iso) });
        tx.audit(&Actor::from(&caller), &texts::REGENERATE, &row.id.to_string(), &detail)?;
        Ok(row)
    });
    let row = regenerate.await?;
    Ok(Reply::ok(IntegrationSecret {
        id: row.id,
        token: row.token,
        secret,
        webhook_secret,
        previous_until: row.previous_until.map(iso),
    }))
}

/// The origins of integrations.
#[derive(Serialize, ToSchema)]
pub(super) struct IntegrationOrigins {
    /// The origins of all integrations that hold, each once.
    origins: BTreeSet<String>,
}

/// Lists the origins of all integrations that hold.
#[utoipa::path(get, path = "/api/integrations/origins", tag = "integrations",
    responses((status = 200, body = Envelope<IntegrationOrigins>)))]
pub(super) async fn list_origins(State(app): State<App>, _: Caller) -> Result<Reply<IntegrationOrigins>> {
    let now = app.clock.now_ms();
    let all = app.state::<Registry>().all();
    let holding = all.iter().filter(|integration| integration.holds(now));
    let origins = holding.flat_map(|integration| integration.origins.iter().cloned()).collect();
    Ok(Reply::ok(IntegrationOrigins { origins }))
}
