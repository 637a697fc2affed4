//! What the operator may do with accounts from the command line, beside a running server.

use kernel::audit::Actor;
use kernel::user::{Ban, UserId};
use kernel::{ApiError, App, Result};
use serde_json::json;

use super::{store, texts};

/// A line of `classportal user list`: no contact data.
#[derive(Clone, Debug)]
pub struct CliUser {
    /// YYCCNN.
    pub user_id: UserId,
    /// As on the class list.
    pub real_name: String,
    /// As chosen.
    pub net_name: String,
    /// `user`, `officer` or `admin`.
    pub role: &'static str,
    /// `active` or `disabled`.
    pub status: String,
}

/// All members, by user ID.
///
/// # Errors
/// When the database is away.
pub async fn cli_list(app: &App) -> Result<Vec<CliUser>> {
    let rows = app.db.read(|read| Ok(store::all(read)?)).await?;
    let line = |row: store::UserRow| CliUser {
        role: row.facts().role(),
        user_id: row.user_id,
        real_name: row.real_name,
        net_name: row.net_name,
        status: row.status,
    };
    Ok(rows.into_iter().map(line).collect())
}

/// Disables an account without end, or reactivates it; a running server follows within a second.
///
/// # Errors
/// 404 when there is no such member.
pub async fn cli_set_status(app: &App, user: UserId, disabled: bool) -> Result<()> {
    app.write(move |tx| {
        let ban = disabled.then(Ban::default);
        if !super::set_ban(tx, user, ban.as_ref())? {
            return Err(ApiError::not_found());
        }
        let action = if disabled { &texts::DISABLE_USER } else { &texts::ENABLE_USER };
        Ok(tx.audit(&Actor::system(), action, user.as_str(), &json!({ "by": "command line" }))?)
    })
    .await
}
