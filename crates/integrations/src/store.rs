//! Every SQL text of the integrations feature.

pub(super) mod data;
pub(super) mod deliveries;
pub(super) mod inbound;
pub(super) mod integrations;

use kernel::db::{DbResult, Read, Statement, Tx};
use kernel::user::UserId;
use serde_json::{Value, json};

/// All of them.
pub(super) const STATEMENTS: &[&Statement] =
    &kernel::db::joined::<
        {
            integrations::STATEMENTS.len()
                + inbound::STATEMENTS.len()
                + deliveries::STATEMENTS.len()
                + data::STATEMENTS.len()
        },
    >(&[integrations::STATEMENTS, inbound::STATEMENTS, deliveries::STATEMENTS, data::STATEMENTS]);

/// Forgets what a member owns, with all that it kept here, and what others were sent about them. What they have asked for
/// and somebody else owns is revoked: it is their program.
pub(super) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    for id in integrations::ids_of(tx, *user)? {
        inbound::delete_of(tx, id)?;
        deliveries::delete_of(tx, id)?;
        data::delete_of(tx, id)?;
    }
    deliveries::delete_about(tx, *user)?;
    integrations::erase(tx, *user)
}

/// What a member owns or has asked for; no secret and no key.
pub(super) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let rows = integrations::of_member(read, *user)?;
    let plain = |row: integrations::IntegrationRow| {
        json!({ "id": row.id, "name": row.name, "status": row.status, "scopes": row.scopes, "origins": row.origins,
                "webhookUrl": row.webhook_url, "purpose": row.purpose, "created_at": kernel::app::iso(row.created_at) })
    };
    Ok((!rows.is_empty()).then(|| rows.into_iter().map(plain).collect()))
}
