//! New passwords: changed by the member, or set with a one-time code from an admin.

use std::time::Duration;

use axum::extract::State;
use kernel::audit::{self, Actor};
use kernel::db::{DbResult, Tx};
use kernel::http::{AddressLimit, Caller, Json};
use kernel::limits::Rule;
use kernel::user::UserId;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::passwords::Passwords;
use super::proof::Proof;
use super::{store, texts};
use crate::user;

/// How long a one-time code holds (`decisions §2`).
const CODE_LIFETIME: Duration = Duration::from_secs(15 * 60);

/// A password change.
#[derive(Deserialize, ToSchema)]
pub(super) struct PasswordChange {
    /// The current one.
    old_password: Option<String>,
    /// The new one, by the same rules as at registration.
    new_password: Option<String>,
    /// The new one again.
    confirm_password: Option<String>,
}

/// Changes one's own password; every other session of the account ends.
#[utoipa::path(put, path = "/api/user/change-password", tag = "user", request_body = PasswordChange,
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn change_password(
    State(app): State<App>,
    caller: Caller,
    Json(form): Json<PasswordChange>,
) -> Result<Reply<()>> {
    let given = |value: Option<String>| value.filter(|value| !value.is_empty());
    let (Some(old), Some(new), Some(confirm)) =
        (given(form.old_password), given(form.new_password), given(form.confirm_password))
    else {
        return Err((&texts::PASSWORDS_MISSING).into());
    };
    if new != confirm {
        return Err((&texts::CONFIRM_MISMATCH).into());
    }
    check_new(&app, &caller.facts, &new)?;
    let user = caller.facts.user_id;
    let proof = Proof::of(&app, &caller, &old, &texts::OLD_PASSWORD_WRONG).await?;
    let hash = app.state::<Passwords>().hash(&new, app.random.bytes()).await?;
    let writer = app.clone();
    let kept = caller.claims.map(|claims| claims.jti);
    app.db
        .write(move |tx| {
            // A reset that was committed meanwhile stands.
            proof.hold(&writer, tx)?;
            user::set_password(&writer, tx, user, &hash, kept.as_deref())?;
            Ok(store::forget_sessions(tx, user, kept.as_deref())?)
        })
        .await?;
    Ok(Reply::done())
}

fn check_new(app: &App, facts: &kernel::user::UserFacts, password: &str) -> Result<()> {
    let names = [facts.net_name.as_str(), facts.real_name.as_str(), facts.user_id.as_str()];
    user::check_password(password, &names, app.settings.is_on("deny_common_passwords"))
}

/// A reset with the code an admin handed over.
#[derive(Deserialize, ToSchema)]
pub(super) struct Reset {
    /// User ID.
    account: Option<String>,
    /// The one-time code.
    code: Option<String>,
    /// The new password.
    new_password: Option<String>,
    /// The new password again.
    confirm_password: Option<String>,
}

/// Sets a new password with a one-time code; every session of the account ends.
#[utoipa::path(post, path = "/api/auth/reset-password", tag = "auth", request_body = Reset,
    responses((status = 200, body = Envelope<Option<String>>)), security(()))]
pub(super) async fn reset_password(
    State(app): State<App>,
    _limit: AddressLimit<{ Rule::Login as usize }>,
    Json(form): Json<Reset>,
) -> Result<Reply<()>> {
    let given = |value: Option<String>| value.filter(|value| !value.trim().is_empty());
    let (Some(account), Some(code), Some(new)) =
        (given(form.account), given(form.code), given(form.new_password))
    else {
        return Err((&texts::RESET_MISSING).into());
    };
    if form.confirm_password.as_deref() != Some(new.as_str()) {
        return Err((&texts::CONFIRM_MISMATCH).into());
    }
    let wrong = || ApiError::unauthorized(&texts::RESET_CODE_WRONG);
    let user = UserId::parse(account.trim()).ok_or_else(wrong)?;
    let facts = app.accounts().load(user).await?.ok_or_else(wrong)?;
    check_new(&app, &facts, &new)?;
    let hash = app.state::<Passwords>().hash(&new, app.random.bytes()).await?;
    let code = hash_code(&code);
    let writer = app.clone();
    app.db
        .write(move |tx| {
            // The counter first, in the order of everyone who changes this member.
            writer.events.hold(tx)?;
            if !store::use_code(tx, user, &code, writer.clock.now_ms())? {
                return Err(wrong());
            }
            user::set_password(&writer, tx, user, &hash, None)?;
            Ok(store::forget_sessions(tx, user, None)?)
        })
        .await?;
    Ok(Reply::done())
}

fn hash_code(code: &str) -> String {
    hex::encode(Sha256::digest(code.trim().to_uppercase()))
}

/// A one-time code with which a member sets a new password. It is shown once, never logged, and
/// stored as a hash.
pub(crate) struct ResetCode {
    /// To be handed over.
    pub(crate) code: String,
    /// In milliseconds.
    pub(crate) expires_at: i64,
    hash: String,
}

impl ResetCode {
    pub(crate) fn new(app: &App) -> Self {
        let code = app.random.code(3);
        let lifetime = i64::try_from(CODE_LIFETIME.as_millis()).unwrap_or_default();
        Self { hash: hash_code(&code), expires_at: app.clock.now_ms() + lifetime, code }
    }

    /// Makes it the member's; an earlier one is over.
    pub(crate) fn store(&self, tx: &mut Tx, user: UserId) -> DbResult<()> {
        store::set_code(tx, user, &self.hash, self.expires_at)
    }
}

/// Makes a one-time code for the operator at the command line.
///
/// # Errors
/// 404 when there is no such member.
pub async fn cli_reset_code(app: &App, user: UserId) -> Result<String> {
    app.accounts().load(user).await?.ok_or_else(ApiError::not_found)?;
    let reset = ResetCode::new(app);
    let (code, writer) = (reset.code.clone(), app.clone());
    app.db
        .write(move |tx| {
            reset.store(tx, user)?;
            let detail = json!({ "by": "command line" });
            Ok(audit::record(&writer, tx, &Actor::system(), "reset_password", user.as_str(), &detail)?)
        })
        .await?;
    Ok(code)
}
