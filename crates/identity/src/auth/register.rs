//! `POST /api/auth/register`: a listed name becomes a member (`interface 4.1`, `decisions §2`).

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use kernel::audit::{self, Actor};
use kernel::db::DbError;
use kernel::http::{AddressLimit, Json, Origin};
use kernel::limits::Rule;
use kernel::texts::Text;
use kernel::{ApiError, App, Envelope, Result};
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use utoipa::ToSchema;

use super::passwords::Passwords;
use super::routes::{SignedIn, signed_in};
use super::texts;
use crate::setup::{self, PreRecord};
use crate::user::{self, NetName, NewUser};

/// A registration. All texts are required; the codes only where the portal asks for them.
#[derive(Deserialize, ToSchema)]
pub(super) struct Registration {
    /// 1–20 visible characters, unique.
    net_name: Option<String>,
    /// As on the class list.
    real_name: Option<String>,
    /// 8–128 bytes with a letter and a digit.
    password: Option<String>,
    /// The same again.
    confirm_password: Option<String>,
    /// The one-time code of the list row, with CLAIM_CODES=1; or the admin claim code, for a row
    /// that becomes admin or class admin.
    claim_code: Option<String>,
}

/// Registers a listed name and signs in.
#[utoipa::path(post, path = "/api/auth/register", tag = "auth", request_body = Registration,
    responses((status = 200, body = Envelope<SignedIn>)), security(()))]
pub(super) async fn register(
    State(app): State<App>,
    _limit: AddressLimit<{ Rule::Register as usize }>,
    origin: Origin,
    headers: HeaderMap,
    Json(form): Json<Registration>,
) -> Result<Response> {
    let given = |value: Option<String>, field: &'static str| {
        let value = value.filter(|value| !value.trim().is_empty());
        value.ok_or_else(|| ApiError::bad_request(texts::REGISTER_MISSING.with("field", field)))
    };
    let net_name = given(form.net_name, "net_name")?;
    let real_name = given(form.real_name, "real_name")?;
    let password = given(form.password, "password")?;
    let confirm = given(form.confirm_password, "confirm_password")?;
    if password != confirm {
        return Err((&texts::CONFIRM_MISMATCH).into());
    }
    let net_name = NetName::parse(&net_name)?;
    let real_name = user::normalise(&real_name);
    user::check_password(
        &password,
        &[net_name.as_str(), &real_name],
        app.settings.is_on("deny_common_passwords"),
    )?;

    let record = listed(&app, &real_name, &password, form.claim_code.as_deref()).await?;
    refuse_registered(&app, &record).await?;
    user::refuse_imitation(&app, &net_name, record.user_id).await?;
    let hash = app.state::<Passwords>().hash(&password, app.random.bytes()).await?;
    let new = NewUser {
        user_id: record.user_id,
        net_name: net_name.as_str().to_owned(),
        real_name: record.real_name,
        gender: record.gender,
        password_hash: hash,
        is_admin: setup::effective_admin_ids(&app).contains(&record.user_id),
    };
    let (writer, privileged) = (app.clone(), user::is_privileged(&app, record.user_id));
    app.db
        .write(move |tx| {
            user::refuse_taken_name(tx, &net_name, new.user_id)?;
            user::insert(&writer, tx, &new).map_err(lost_race)?;
            user::note_login(&writer, tx, new.user_id)?;
            if privileged {
                // Whoever runs the portal sees who claimed the office, when and from where.
                let actor = Actor::newcomer(new.user_id, &origin);
                audit::record(&writer, tx, &actor, "register_admin", new.user_id.as_str(), &json!({}))?;
            }
            Ok(())
        })
        .await?;
    if privileged {
        tracing::warn!(user = %record.user_id, "a row with an office was claimed: someone runs the class from now on");
    }
    let account = user::account(&app, record.user_id).await?.ok_or_else(ApiError::not_found)?;
    signed_in(&app, &account, account.facts.token_version, &headers).await
}

/// The row of the class list, and the codes it may ask for.
async fn listed(app: &App, real_name: &str, password: &str, code: Option<&str>) -> Result<PreRecord> {
    let name = real_name.to_owned();
    let record = app.db.read(move |read| Ok(setup::find_record(read, &name)?)).await?;
    let record = record.ok_or_else(|| ApiError::bad_request(&texts::NOT_LISTED))?;
    user::check_password(password, &[record.user_id.as_str()], false)?;
    let code = code.unwrap_or_default().trim();
    // A privileged row asks for the admins' code when there is one, else for its own like any other.
    if user::is_privileged(app, record.user_id)
        && let Some(fits) = admin_code_fits(app, code)
    {
        return if fits { Ok(record) } else { Err(refusal(&texts::ADMIN_CLAIM_CODE)) };
    }
    let wanted = record.claim_code.as_deref().filter(|_| app.config.claim_codes);
    match wanted {
        Some(wanted) if !same(wanted, &code.to_uppercase()) => Err(refusal(&texts::CLAIM_CODE)),
        _ => Ok(record),
    }
}

fn refusal(text: &'static Text) -> ApiError {
    ApiError::bad_request(text)
}

/// `None` when no code is set: then anyone may claim a listed row, as the contract says. The
/// variable wins over the wizard's.
fn admin_code_fits(app: &App, code: &str) -> Option<bool> {
    if let Some(wanted) = &app.config.admin_claim_code {
        return Some(same(wanted.expose(), code));
    }
    let hash = app.settings.text("admin_claim_code").filter(|hash| !hash.is_empty())?;
    Some(same(&hash, &hex::encode(Sha256::digest(code))))
}

fn same(a: &str, b: &str) -> bool {
    bool::from(a.as_bytes().ct_eq(b.as_bytes()))
}

/// Told before the password is hashed; the unique keys decide in the end.
async fn refuse_registered(app: &App, record: &PreRecord) -> Result<()> {
    let (id, name) = (record.user_id, record.real_name.clone());
    if app.db.read(move |read| Ok(user::is_registered(read, id, &name)?)).await? {
        return Err(ApiError::conflict(&texts::ALREADY_REGISTERED));
    }
    Ok(())
}

/// Two registrations of one name at once: the unique keys decide.
fn lost_race(error: DbError) -> ApiError {
    match error {
        DbError::Unique(ref key) if key.contains("net_name") => user::net_name_taken().because(error),
        DbError::Unique(_) => ApiError::conflict(&texts::ALREADY_REGISTERED).because(error),
        other => other.into(),
    }
}
