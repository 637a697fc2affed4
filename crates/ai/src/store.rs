//! Every SQL text of the AI chat.

pub(super) mod models;
pub(super) mod policies;
pub(super) mod settings;

use kernel::db::{DbResult, Read, Statement, Tx};
use kernel::user::UserId;
use serde_json::{Value, json};

/// All of them.
pub(super) const STATEMENTS: &[&Statement] =
    &kernel::db::joined::<
        { models::STATEMENTS.len() + policies::STATEMENTS.len() + settings::STATEMENTS.len() },
    >(&[models::STATEMENTS, policies::STATEMENTS, settings::STATEMENTS]);

/// Forgets a member. What they have added for others stays.
pub(super) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    models::forget_creator(tx, *user)?;
    policies::forget(tx, *user)?;
    settings::delete(tx, *user)
}

/// How the member has set the chat up.
pub(super) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let Some(row) = settings::find(read, *user)? else { return Ok(None) };
    Ok(Some(json!({ "system_prompt": row.system_prompt, "model": row.model })))
}
