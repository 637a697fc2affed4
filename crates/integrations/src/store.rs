//! Every SQL text of the integrations feature.

pub(super) mod consents;
pub(super) mod data;
pub(super) mod deliveries;
pub(super) mod inbound;
pub(super) mod integrations;

use kernel::db::{DbResult, Read, Statement, Tx};
use kernel::user::UserId;
use serde_json::{Value, json};

/// All of them.
pub(super) const STATEMENTS: &[&Statement] = &kernel::db::joined::<
    {
        integrations::STATEMENTS.len()
            + inbound::STATEMENTS.len()
            + deliveries::STATEMENTS.len()
            + data::STATEMENTS.len()
            + consents::STATEMENTS.len()
    },
>(&[
    integrations::STATEMENTS,
    inbound::STATEMENTS,
    deliveries::STATEMENTS,
    data::STATEMENTS,
    consents::STATEMENTS,
]);

/// Forgets what a member owns, with all that it kept here, and what others were sent about them. What they have asked for
/// and somebody else owns is revoked: it is their program.
pub(super) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    for id in integrations::ids_of(tx, *user)? {
        inbound::delete_of(tx, id)?;
        deliveries::delete_of(tx, id)?;
        data::delete_of(tx, id)?;
        consents::delete_of(tx, id)?;
    }
    consents::delete_by(tx, *user)?;
    deliveries::delete_about(tx, *user)?;
    integrations::erase(tx, *user)
}

/// What a member owns or has asked for, no secret and no key, and the pages that they have agreed to open.
pub(super) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let rows = integrations::of_member(read, *user)?;
    let consents = consents::of_member(read, *user)?;
    if rows.is_empty() && consents.is_empty() {
        return Ok(None);
    }
    let plain = |row: integrations::IntegrationRow| {
        json!({ "id": row.id, "name": row.name, "status": row.status, "scopes": row.scopes, "origins": row.origins,
                "webhookUrl": row.webhook_url, "pageUrl": row.page_url, "purpose": row.purpose, "created_at": kernel::app::iso(row.created_at) })
    };
    let agreed = |row: consents::ConsentRow| {
        json!({ "integration_id": row.integration_id, "origin": row.origin, "scopes": row.scopes,
                "created_at": kernel::app::iso(row.created_at) })
    };
    let integrations: Vec<_> = rows.into_iter().map(plain).collect();
    let consents: Vec<_> = consents.into_iter().map(agreed).collect();
    Ok(Some(json!({ "integrations": integrations, "page_consents": consents })))
}
