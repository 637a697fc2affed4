//! Integrations and requests as the API shows them.

use std::collections::HashMap;
use std::sync::Arc;

use identity::user::facts_of;
use kernel::app::iso;
use kernel::user::{UserFacts, UserId};
use kernel::{App, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::manage::may_change;
use super::model::{self, IntegrationStatus};
use super::registry::Registry;
use super::store::integrations::IntegrationRow;

/// A member beside an integration.
#[derive(Serialize, ToSchema)]
pub(super) struct IntegrationMember {
    /// The user ID of the member.
    user_id: String,
    /// The real name of the member.
    real_name: String,
}

/// An integration.
#[derive(Serialize, ToSchema)]
pub(super) struct Integration {
    /// The number of the integration.
    id: i64,
    /// The name of the integration, 1–40 characters.
    name: String,
    /// The public identifier of the integration, 64 hexadecimal digits; empty for readers who may not change it, but for
    /// the member who asked for it.
    token: String,
    /// `approved` or `revoked`; of a request also `requested` or `refused`.
    status: IntegrationStatus,
    /// Whether the integration is switched on.
    active: bool,
    /// Whether events without a signature are refused, as by default for what a member asked for.
    #[serde(rename = "signedOnly")]
    signed_only: bool,
    /// The scopes of the integration, such as `message:write`.
    scopes: Vec<String>,
    /// The origins that browsers may send webhooks from and that may embed pages.
    origins: Vec<String>,
    /// The address that events are sent to; empty for none.
    #[serde(rename = "webhookUrl")]
    webhook_url: String,
    /// The address of the page that the desktop shows; empty for none.
    #[serde(rename = "pageUrl")]
    page_url: String,
    /// Why events are sent to the webhook no more: `gone` (it answered 410) or `failing` (for a week); empty while they
    /// are. Entering an address switches it on again.
    #[serde(rename = "webhookOff")]
    webhook_off: String,
    /// Since when every delivery has failed, ISO 8601; null after a success.
    failing_since: Option<String>,
    /// When the integration expires, ISO 8601; null for a request.
    #[serde(rename = "expiresAt")]
    expires_at: Option<String>,
    /// Until when the secret before the newest one holds, ISO 8601; null when it does not.
    #[serde(rename = "previousSecretUntil")]
    previous_until: Option<String>,
    /// The member in whose name the integration calls; null for a request.
    owner: Option<IntegrationMember>,
    /// The member who asked for the integration; null for one that nobody asked for.
    requested_by: Option<IntegrationMember>,
    /// What the member wants the integration for, in their words.
    purpose: String,
    /// Why the request was refused, in the words of who refused it; empty for no words, and for what was not refused.
    refusal_reason: String,
    /// The lifetime that was asked for, in days.
    #[serde(rename = "ttlDays")]
    ttl_days: i64,
    /// Whether the caller may change the integration, revoke it and make a new secret for it.
    may_change: bool,
    /// Whether a secret was made. The member who asked for the integration makes the first one.
    has_secret: bool,
    /// When the integration was last used, ISO 8601; null when it never was.
    last_used_at: Option<String>,
    /// The address from which it was last used.
    last_used_address: Option<String>,
    /// When the integration was issued or asked for, ISO 8601.
    created_at: String,
}

/// A secret, shown this once.
#[derive(Serialize, ToSchema)]
pub(super) struct IntegrationSecret {
    /// The number of the integration.
    pub(super) id: i64,
    /// The public identifier of the integration, 64 hexadecimal digits.
    pub(super) token: String,
    /// The secret, 128 hexadecimal digits. It cannot be had again.
    pub(super) secret: String,
    /// What the libraries of Standard Webhooks take to verify events, made of the secret: `whsec_` and Base64.
    pub(super) webhook_secret: String,
    /// Until when the secret before this one holds, ISO 8601; null when it does not.
    #[serde(rename = "previousSecretUntil")]
    pub(super) previous_until: Option<String>,
}

/// An integration with its secret, shown this once.
#[derive(Serialize, ToSchema)]
pub(super) struct IssuedIntegration {
    /// The integration.
    #[serde(flatten)]
    pub(super) integration: Integration,
    /// The secret, 128 hexadecimal digits. It cannot be had again.
    pub(super) secret: String,
    /// What the libraries of Standard Webhooks take to verify events, made of the secret: `whsec_` and Base64.
    pub(super) webhook_secret: String,
}

/// A list of integrations.
#[derive(Serialize, ToSchema)]
pub(super) struct IntegrationList {
    /// The integrations on this page, the newest first.
    pub(super) integrations: Vec<Integration>,
    /// The number of items on all pages.
    pub(super) total: usize,
    /// The number of this page, from 1.
    pub(super) page: u32,
    /// The largest number of items on a page.
    pub(super) limit: u32,
}

/// Requests for integrations.
#[derive(Serialize, ToSchema)]
pub(super) struct IntegrationRequests {
    /// What the caller has asked for, the newest first.
    pub(super) own: Vec<Integration>,
    /// What waits for a decision of the caller, the oldest first; empty for members without that right.
    pub(super) to_decide: Vec<Integration>,
}

/// An integration to issue or to ask for.
#[derive(Clone, Deserialize, ToSchema)]
pub(super) struct NewIntegration {
    /// The name of the integration, 1–40 characters.
    pub(super) name: String,
    /// The scopes of the integration; `read:message` is accepted for `message:read`.
    pub(super) scopes: Vec<String>,
    /// The origins that browsers may send webhooks from and that may embed pages, at most 20.
    #[serde(default)]
    pub(super) origins: Vec<String>,
    /// The address that events are sent to.
    #[serde(default, rename = "webhookUrl")]
    pub(super) webhook_url: Option<String>,
    /// The address of the page that the desktop shows, of one of the origins.
    #[serde(default, rename = "pageUrl")]
    pub(super) page_url: String,
    /// The lifetime in days: 1–3650, default 30.
    #[serde(default, rename = "ttlDays")]
    pub(super) ttl_days: Option<i64>,
    /// What a member wants the integration for, at most 200 characters.
    #[serde(default)]
    pub(super) purpose: String,
}

/// The fields of an integration to change; absent fields stay.
#[derive(Clone, Deserialize, ToSchema)]
pub(super) struct IntegrationChange {
    /// The name of the integration, 1–40 characters.
    pub(super) name: Option<String>,
    /// The scopes of the integration.
    pub(super) scopes: Option<Vec<String>>,
    /// The origins that browsers may send webhooks from and that may embed pages, at most 20.
    pub(super) origins: Option<Vec<String>>,
    /// The address that events are sent to; empty for none.
    #[serde(rename = "webhookUrl")]
    pub(super) webhook_url: Option<String>,
    /// The address of the page that the desktop shows, of one of the origins; empty for none.
    #[serde(rename = "pageUrl")]
    pub(super) page_url: Option<String>,
    /// Whether the integration is switched on.
    pub(super) active: Option<bool>,
    /// Whether events without a signature are refused.
    #[serde(rename = "signedOnly")]
    pub(super) signed_only: Option<bool>,
    /// The lifetime from now on, in days: 1–3650.
    #[serde(rename = "ttlDays")]
    pub(super) ttl_days: Option<i64>,
}

/// How a new secret takes the place of the one before.
#[derive(Clone, Default, Deserialize, ToSchema)]
pub(super) struct SecretChange {
    /// How long the secret before still holds, in hours: 0–24, default 0.
    pub(super) overlap_hours: Option<i64>,
}

/// What a request is approved with.
#[derive(Clone, Default, Deserialize, ToSchema)]
pub(super) struct RequestApproval {
    /// The scopes that are granted, among those asked for; all of them by default.
    pub(super) scopes: Option<Vec<String>>,
    /// The `created_at` of the request as it was read; 409 when it was changed and asked again since.
    pub(super) asked_at: Option<String>,
}

/// What a request is refused with.
#[derive(Clone, Default, Deserialize, ToSchema)]
pub(super) struct RequestRefusal {
    /// Why, for the member who asked: at most 200 characters; by default no words.
    #[serde(default)]
    pub(super) reason: String,
    /// The `created_at` of the request as it was read; 409 when it was changed and asked again since.
    pub(super) asked_at: Option<String>,
}

/// Rows with the names of their people.
///
/// # Errors
/// When the database is away.
pub(super) async fn integrations(
    app: &App,
    reader: &UserFacts,
    rows: Vec<IntegrationRow>,
) -> Result<Vec<Integration>> {
    let mut people = HashMap::new();
    for id in rows.iter().flat_map(|row| [&row.owner_id, &row.requested_by]) {
        if let Some(user) = UserId::parse(id)
            && let Some(facts) = facts_of(app, user).await?
        {
            people.insert(id.clone(), facts);
        }
    }
    Ok(rows.into_iter().map(|row| integration(app, reader, row, &people)).collect())
}

/// One row with the names of its people.
///
/// # Errors
/// When the database is away.
pub(super) async fn one(app: &App, reader: &UserFacts, row: IntegrationRow) -> Result<Integration> {
    integrations(app, reader, vec![row]).await?.pop().ok_or_else(kernel::ApiError::not_found)
}

fn integration(
    app: &App,
    reader: &UserFacts,
    row: IntegrationRow,
    people: &HashMap<String, Arc<UserFacts>>,
) -> Integration {
    let member = |id: &String| {
        let real_name = people.get(id)?.real_name.clone();
        Some(IntegrationMember { user_id: id.clone(), real_name })
    };
    let stored_use = row.last_used_at.zip(row.last_used_address.clone());
    let noted_use = app.state::<Registry>().use_of(row.id).map(|(at, address)| (at, address.to_string()));
    let (used_at, used_address) = noted_use.or(stored_use).unzip();
    let previous_until = row.previous_until.filter(|until| *until > app.clock.now_ms());
    let owner = people.get(&row.owner_id);
    let is_changeable =
        row.status == IntegrationStatus::Approved && owner.is_some_and(|owner| may_change(reader, owner));
    let knows_token = is_changeable || row.requested_by == reader.user_id.as_str();
    Integration {
        id: row.id,
        may_change: is_changeable,
        owner: member(&row.owner_id),
        requested_by: member(&row.requested_by),
        scopes: model::scopes_of(&row.scopes).into_iter().map(|scope| scope.as_str().to_owned()).collect(),
        origins: row.origins.split(' ').filter(|origin| !origin.is_empty()).map(ToOwned::to_owned).collect(),
        name: row.name,
        token: if knows_token { row.token } else { String::new() },
        status: row.status,
        active: row.active,
        signed_only: row.signed_only,
        webhook_url: row.webhook_url,
        page_url: row.page_url,
        webhook_off: row.webhook_off,
        failing_since: row.failing_since.map(iso),
        expires_at: row.expires_at.map(iso),
        previous_until: previous_until.map(iso),
        purpose: row.purpose,
        refusal_reason: row.refusal_reason,
        ttl_days: row.ttl_days,
        has_secret: row.credential_hash.is_some(),
        last_used_at: used_at.map(iso),
        last_used_address: used_address,
        created_at: iso(row.created_at),
    }
}
