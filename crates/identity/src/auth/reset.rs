//! New passwords: changed by the member, or set with a one-time code from an admin.

use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use kernel::audit::Actor;
use kernel::http::{AddressLimit, Caller, Json};
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::confirmed_password::ConfirmedPassword;
use super::guesses;
use super::passwords::Passwords;
use super::subjects::{Device, Subject};
use super::{LoginLimit, routes, store, texts};
use crate::user;

/// How long a one-time code holds (`interface 4.3`).
const CODE_LIFETIME: Duration = Duration::from_secs(15 * 60);

/// The current password and the new one, to change the member's own password.
#[derive(Deserialize, ToSchema)]
pub(super) struct PasswordChange {
    /// The current password of the member.
    old_password: Option<String>,
    /// The new password: 8–128 bytes with a letter and a digit, as at registration.
    new_password: Option<String>,
    /// The new password a second time, against slips.
    confirm_password: Option<String>,
}

/// Changes the password of the caller and ends all other sessions of the account.
#[utoipa::path(put, path = "/api/user/change-password", tag = "user", request_body = PasswordChange,
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn change_password(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Json(form): Json<PasswordChange>,
) -> Result<Reply<()>> {
    let given = |value: Option<String>| value.filter(|value| !value.is_empty());
    let (Some(old), Some(new), Some(confirm)) =
        (given(form.old_password), given(form.new_password), given(form.confirm_password))
    else {
        return Err(texts::PASSWORDS_MISSING.err());
    };
    if new != confirm {
        return Err(texts::CONFIRM_MISMATCH.err());
    }
    check_new(&app, &caller.facts, &new)?;
    let user = caller.facts.user_id;
    let confirmed = ConfirmedPassword::of(&app, &caller, &headers, &old, &texts::OLD_PASSWORD_WRONG).await?;
    let hash = app.state::<Passwords>().hash(&new, app.random.bytes()).await?;
    let kept = caller.claims.map(|claims| claims.jti);
    app.write(move |tx| {
        // A reset that was committed meanwhile stands.
        confirmed.hold(tx)?;
        user::set_password(tx, user, &hash, kept.as_deref())?;
        Ok(store::forget_sessions(tx, user, kept.as_deref())?)
    })
    .await?;
    Ok(Reply::done())
}

fn check_new(app: &App, facts: &kernel::user::UserFacts, password: &str) -> Result<()> {
    let names = [facts.net_name.as_str(), facts.real_name.as_str(), facts.user_id.as_str()];
    user::check_password(password, &names, app.settings.is_on("deny_common_passwords"))
}

/// A request to set a new password with the one-time code of an admin.
#[derive(Deserialize, ToSchema)]
pub(super) struct Reset {
    /// The real name, user ID or net name of the member, as for the sign-in.
    account: Option<String>,
    /// The one-time code that the member was given.
    code: Option<String>,
    /// The new password.
    new_password: Option<String>,
    /// The new password a second time, against slips.
    confirm_password: Option<String>,
}

/// Sets a new password with a one-time code; every session of the account ends.
#[utoipa::path(post, path = "/api/auth/reset-password", tag = "auth", request_body = Reset,
    responses((status = 200, body = Envelope<Option<String>>)), security(()))]
pub(super) async fn reset_password(
    State(app): State<App>,
    _limit: AddressLimit<LoginLimit>,
    headers: HeaderMap,
    Json(form): Json<Reset>,
) -> Result<Reply<()>> {
    let given = |value: Option<String>| value.filter(|value| !value.trim().is_empty());
    let (Some(account), Some(code), Some(new)) =
        (given(form.account), given(form.code), given(form.new_password))
    else {
        return Err(texts::RESET_MISSING.err());
    };
    if form.confirm_password.as_deref() != Some(new.as_str()) {
        return Err(texts::CONFIRM_MISMATCH.err());
    }
    let account = user::normalise(&account);
    // Before it is known whether there is such a member: what is said must not tell.
    user::check_password(&new, &[&account], app.settings.is_on("deny_common_passwords"))?;
    let candidates: Vec<UserId> =
        routes::candidates(&app, &account).await?.into_iter().map(|known| known.user_id).collect();
    let mut subjects: Vec<Subject> = candidates.iter().map(|user| Subject::account(*user)).collect();
    if subjects.is_empty() {
        subjects.push(Subject::of_nobody(&app, &account).await?);
    }
    let device = Device::of(&headers);
    for subject in &subjects {
        guesses::admit(&app, subject, device.as_ref()).await?;
    }
    let hash = app.state::<Passwords>().hash(&new, app.random.bytes()).await?;
    let new = NewPassword { hash, code: hash_code(&code), password: new };
    // Members who share a name: the code is of one of them.
    for user in candidates {
        if new.clone().set(&app, user).await? {
            return Ok(Reply::done());
        }
    }
    let wrong = texts::RESET_CODE_WRONG.err();
    Err(guesses::failed(&app, subjects, device.as_ref(), wrong).await)
}

/// A new password with the code that allows it.
#[derive(Clone)]
struct NewPassword {
    password: String,
    hash: String,
    /// As it is stored.
    code: String,
}

impl NewPassword {
    /// Uses the code up and sets the password; false when the code is wrong or over.
    ///
    /// # Errors
    /// 400 for a password that is one of the member's names: then the code still holds.
    async fn set(self, app: &App, user: UserId) -> Result<bool> {
        let Some(facts) = app.accounts().load(user).await? else { return Ok(false) };
        app.write(move |tx| {
            // The counter first, in the order of everyone who changes this member.
            tx.lock_log()?;
            let now = tx.now();
            if !store::use_code(tx, user, &self.code, now)? {
                return Ok(false);
            }
            check_new(tx.app(), &facts, &self.password)?;
            user::set_password(tx, user, &self.hash, None)?;
            store::forget_sessions(tx, user, None)?;
            Ok(true)
        })
        .await
    }
}

/// Of letters and digits alone: codes are copied by hand, with other dashes, blanks and widths.
fn hash_code(code: &str) -> String {
    let plain: String = user::normalise(code).chars().filter(char::is_ascii_alphanumeric).collect();
    hex::encode(Sha256::digest(plain.to_uppercase()))
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

    /// Makes it the member's; an earlier one is over. The account may be in wrong hands: every session
    /// ends, the old password opens nothing from now on, and no device is known any more
    /// (`interface 4.3`).
    ///
    /// # Errors
    /// 403 for the developer, whose password is DEV_PASSWORD.
    pub(crate) fn store(&self, tx: &mut AppTx, user: UserId) -> Result<()> {
        if user.is_developer() {
            return Err(texts::DEVELOPER_PASSWORD.err());
        }
        user::lock_password(tx, user)?;
        store::forget_sessions(tx, user, None)?;
        store::forget_devices(tx, user)?;
        Ok(store::set_code(tx, user, &self.hash, self.expires_at)?)
    }
}

/// Makes a one-time code for the operator at the command line; a running server ends the member's
/// sessions within a second.
///
/// # Errors
/// 404 when there is no such member, 403 for the developer.
pub async fn cli_reset_code(app: &App, user: UserId) -> Result<String> {
    app.accounts().load(user).await?.ok_or_else(ApiError::not_found)?;
    let reset = ResetCode::new(app);
    let code = reset.code.clone();
    app.write(move |tx| {
        reset.store(tx, user)?;
        let detail = json!({ "by": "command line" });
        Ok(tx.audit(&Actor::system(), &texts::RESET_PASSWORD, user.as_str(), &detail)?)
    })
    .await?;
    Ok(code)
}
