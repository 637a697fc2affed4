//! `POST /api/auth/register`: a listed name becomes a member (`interface 4.1`, `interface 5.8`).

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use kernel::audit::Actor;
use kernel::db::Read;
use kernel::http::{Json, Origin};
use kernel::settings::Settings;
use kernel::token::Computer;
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Envelope, Result};
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use utoipa::ToSchema;

use super::attempts::RegisterAttempt;
use super::claim_lockouts;
use super::passwords::Passwords;
use super::routes::{NewSession, SignedIn};
use super::texts;
use crate::enrolment;
use crate::setup::{self, ADMIN_CLAIM_CODE, PreRecord};
use crate::user::{self, NetName, NewUser};

/// A registration. All texts are required; the codes only where the portal asks for them.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct Registration {
    /// The net name, 1–20 visible characters, unique in the portal.
    net_name: Option<String>,
    /// The real name, as on the class list.
    real_name: Option<String>,
    /// 8–128 bytes with a letter and a digit.
    password: Option<String>,
    /// The password again; both must be equal.
    confirm_password: Option<String>,
    /// The one-time code of the list row, where the portal asks for it; or the admin claim code, for a row
    /// that becomes admin or class admin.
    claim_code: Option<String>,
    /// Whether others use this computer, as in a sign-in.
    #[serde(default)]
    shared_computer: bool,
}

/// Registers a person of the class list and signs them in.
#[utoipa::path(post, path = "/api/auth/register", tag = "auth", request_body = Registration,
    responses((status = 200, body = Envelope<SignedIn>)), security(()))]
pub(super) async fn register(
    State(app): State<App>,
    attempt: RegisterAttempt,
    origin: Origin,
    headers: HeaderMap,
    Json(form): Json<Registration>,
) -> Result<Response> {
    let computer = Computer::of(form.shared_computer);
    let applicant = Applicant::parse(form, app.settings.is_on("deny_common_passwords"))?;
    let newcomer = applicant.prepare(&app).await?.enrol(&app, origin).await?;
    attempt.succeeded(&app);
    let session = newcomer.sign_in(&app, &headers, computer).await?;
    Ok(session.into_response(&app))
}

/// A form whose fields hold on their own.
#[derive(Clone)]
pub(super) struct Applicant {
    net_name: NetName,
    real_name: String,
    password: String,
    code: String,
    /// The account of whoever sets the portal up: nobody has given them a code.
    is_first: bool,
}

/// A row that someone may claim, and what comes with it.
struct Claim {
    record: PreRecord,
    is_admin: bool,
    /// Makes them admin or class admin.
    privileged: bool,
}

impl Applicant {
    /// # Errors
    /// 400 for the first field that is missing or does not fit.
    pub(super) fn parse(form: Registration, refuses_common: bool) -> Result<Self> {
        let given = |value: Option<String>, field: &'static str| {
            let value = value.filter(|value| !value.trim().is_empty());
            value.ok_or_else(|| texts::REGISTER_MISSING.with("field", field))
        };
        let net_name = given(form.net_name, "net_name")?;
        let real_name = given(form.real_name, "real_name")?;
        let password = given(form.password, "password")?;
        let confirm = given(form.confirm_password, "confirm_password")?;
        if password != confirm {
            return Err(texts::CONFIRM_MISMATCH.err());
        }
        let net_name = NetName::parse(&net_name)?;
        let real_name = user::normalise(&real_name);
        user::check_password(&password, &[net_name.as_str(), &real_name], refuses_common)?;
        let code = form.claim_code.unwrap_or_default().trim().to_owned();
        Ok(Self { net_name, real_name, password, code, is_first: false })
    }

    /// Tells at once what stands against it, then hashes the password.
    ///
    /// # Errors
    /// Those of [`Applicant::claim`]; 409 for a net name that imitates somebody.
    pub(super) async fn prepare(self, app: &App) -> Result<Prepared> {
        let (reader, applicant) = (app.clone(), self.clone());
        let claimed = app.db.read(move |read| {
            let record = applicant.record(read)?;
            Ok((applicant.claim(&reader, read), record.user_id))
        });
        let (claim, user) = claimed.await?;
        let claim = match claim {
            // An empty code is no guess.
            Err(error) if is_wrong_code(&error) && !self.code.is_empty() => {
                return Err(claim_lockouts::count_failure(app, user, error).await);
            }
            claim => claim?,
        };
        user::refuse_imitation(app, &self.net_name, claim.record.user_id).await?;
        self.hashed(app).await
    }

    async fn hashed(self, app: &App) -> Result<Prepared> {
        let hash = app.state::<Passwords>().hash(&self.password, app.random.bytes()).await?;
        Ok(Prepared { applicant: self, hash })
    }

    /// The row of the list that the name means.
    ///
    /// # Errors
    /// 400 for a name that is not listed.
    fn record(&self, read: &mut Read) -> Result<PreRecord> {
        if let Some(record) = setup::find_record(read, &self.real_name)? {
            return Ok(record);
        }
        let refusal =
            if setup::has_namesakes(read, &self.real_name)? { &texts::NAMESAKES } else { &texts::NOT_LISTED };
        Err(refusal.err())
    }

    /// The row of the list, when nothing stands against claiming it now.
    ///
    /// # Errors
    /// 400 for a name that is not listed, a password like the ID or a wrong code, 429 for a row that wrong codes
    /// have locked out, 409 for a row that somebody has claimed.
    fn claim(&self, app: &App, read: &mut Read) -> Result<Claim> {
        let record = self.record(read)?;
        user::check_password(&self.password, &[record.user_id.as_str()], false)?;
        let is_admin = setup::stored_effective_admin_ids(app, read)?.contains(&record.user_id);
        let privileged = is_admin || record.is_class_admin;
        // Before the code: whoever has registered is not asked for one that they have thrown away.
        if user::is_registered(read, record.user_id, &record.real_name)? {
            return Err(texts::ALREADY_REGISTERED.err());
        }
        if !self.is_first {
            self.check_code(app, read, &record, privileged)?;
        }
        user::refuse_taken_name(read, &self.net_name, record.user_id)?;
        Ok(Claim { record, is_admin, privileged })
    }
}

impl Applicant {
    /// A privileged row asks for the admins' code when there is one, else for its own like any other.
    fn check_code(&self, app: &App, read: &mut Read, record: &PreRecord, privileged: bool) -> Result<()> {
        let admin_code = if privileged { admin_code_fits(app, read, &self.code)? } else { None };
        let asked = setup::are_stored_claim_codes_on(app, read)?;
        let own_code = record.claim_code.as_deref().filter(|_| asked);
        if admin_code.is_none() && own_code.is_none() {
            return Ok(());
        }
        // Also just before the account is made: of guesses that come all at once, the right one must not pass
        // when the others have been counted meanwhile.
        claim_lockouts::refuse_locked_out(read, record.user_id, app.clock.now_ms())?;
        match (admin_code, own_code) {
            (Some(false), _) => Err(texts::ADMIN_CLAIM_CODE.err()),
            (None, Some(wanted)) => fits_own_code(&letters(wanted), &letters(&self.code)),
            _ => Ok(()),
        }
    }
}

/// A code that is not all there is no guess: it says how many characters there are, and is not counted.
fn fits_own_code(wanted: &str, given: &str) -> Result<()> {
    if !given.is_empty() && given.len() != wanted.len() {
        return Err(texts::CLAIM_CODE_LENGTH.with("count", wanted.len()));
    }
    if same(wanted, given) { Ok(()) } else { Err(texts::CLAIM_CODE.err()) }
}

fn is_wrong_code(error: &ApiError) -> bool {
    error.is(&texts::CLAIM_CODE) || error.is(&texts::ADMIN_CLAIM_CODE)
}

/// An application with its password hashed.
#[derive(Clone)]
pub(super) struct Prepared {
    applicant: Applicant,
    hash: String,
}

impl Prepared {
    /// Makes the member, of the row that the list has for them by now: hashing took its time.
    ///
    /// # Errors
    /// Those of [`Applicant::claim`].
    pub(super) async fn enrol(self, app: &App, origin: Origin) -> Result<Newcomer> {
        let account = NewAccount { prepared: self, origin };
        let newcomer = app
            .write(move |tx| {
                // First: nobody else changes the list, the admins, the codes or a name until the end.
                tx.lock_log()?;
                account.insert(tx)
            })
            .await?;
        // From here on a database that is missing is a loss and no first start.
        app.db.mark_initialised();
        Ok(newcomer)
    }
}

/// An account that is ready to be stored.
#[derive(Clone)]
pub(crate) struct NewAccount {
    prepared: Prepared,
    /// Where the registration came from.
    origin: Origin,
}

impl NewAccount {
    /// The account of whoever sets the portal up. Its row is stored in the same transaction, so it is looked for
    /// by [`NewAccount::insert`] alone. Whether common passwords are refused is saved with it as well.
    ///
    /// # Errors
    /// 400 for the first field that is missing or does not fit.
    pub(crate) async fn first(
        app: &App,
        form: Registration,
        origin: Origin,
        refuses_common: bool,
    ) -> Result<Self> {
        let applicant = Applicant { is_first: true, ..Applicant::parse(form, refuses_common)? };
        let prepared = applicant.hashed(app).await?;
        Ok(Self { prepared, origin })
    }

    /// The name on the class list.
    pub(crate) fn real_name(&self) -> &str {
        &self.prepared.applicant.real_name
    }

    /// Makes the member.
    ///
    /// # Errors
    /// Those of [`Applicant::claim`].
    pub(crate) fn insert(&self, tx: &mut AppTx) -> Result<Newcomer> {
        let Prepared { applicant, hash } = &self.prepared;
        let Claim { record, is_admin, privileged } = applicant.claim(&tx.app().clone(), tx)?;
        let new = NewUser {
            user_id: record.user_id,
            net_name: applicant.net_name.as_str().to_owned(),
            real_name: record.real_name,
            gender: record.gender,
            password_hash: hash.clone(),
            is_admin,
        };
        user::insert(tx, &new)?;
        user::note_login(tx, new.user_id)?;
        enrolment::emit_registered(tx, new.user_id)?;
        if privileged {
            // Whoever runs the portal sees who claimed the office, when and from where.
            let actor = Actor::newcomer(new.user_id, &self.origin);
            tx.audit(&actor, &texts::REGISTER_ADMIN, new.user_id.as_str(), &json!({}))?;
        }
        Ok(Newcomer { user_id: new.user_id, privileged })
    }
}

/// Somebody who has just registered.
pub(crate) struct Newcomer {
    pub(super) user_id: UserId,
    privileged: bool,
}

impl Newcomer {
    /// Opens their first session.
    ///
    /// # Errors
    /// 500 when no token can be made.
    pub(crate) async fn sign_in(
        self,
        app: &App,
        headers: &HeaderMap,
        computer: Computer,
    ) -> Result<NewSession> {
        if self.privileged {
            tracing::warn!(user = %self.user_id, "row of a class admin or admin claimed by a registration");
        }
        let account = user::account(app, self.user_id).await?.ok_or_else(ApiError::not_found)?;
        let token_version = account.facts.token_version;
        NewSession::open(app, account, token_version, headers, computer).await
    }
}

/// What a person types of a code: without the hyphen and blanks, in capitals of usual width.
fn letters(code: &str) -> String {
    user::normalise(code).chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

/// `None` when no code is set: then anyone may claim a listed row, as the contract says. The
/// variable wins over the wizard's.
fn admin_code_fits(app: &App, read: &mut Read, code: &str) -> Result<Option<bool>> {
    if let Some(wanted) = ADMIN_CLAIM_CODE.of(&app.config) {
        return Ok(Some(same(wanted.expose(), code)));
    }
    let hash = Settings::stored(read, setup::SETTING_ADMIN_CLAIM_CODE)?.filter(|hash| !hash.is_empty());
    Ok(hash.map(|hash| same(&hash, &hex::encode(Sha256::digest(code)))))
}

fn same(a: &str, b: &str) -> bool {
    bool::from(a.as_bytes().ct_eq(b.as_bytes()))
}
