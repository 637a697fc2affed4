//! Signing in and out (`interface 4.1`, `interface 5.3`).

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use kernel::http::{
    Caller, Json, OptionalClaims, Origin, Query, admit_unless_banned, clear_cookie, set_cookie,
};
use kernel::scope::Scope;
use kernel::texts::Language;
use kernel::token::Computer;
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use super::attempts::SignInAttempt;
use super::guesses;
use super::passwords::Passwords;
use super::subjects::{Device, Subject};
use super::{revoked, sessions, texts};
use crate::admin;
use crate::admin::MANAGE_USERS;
use crate::setup;
use crate::user::{self, Account, Credentials, UserInfo};

/// The name and password for a sign-in.
#[derive(Deserialize, ToSchema)]
pub(super) struct Login {
    /// The real name, user ID or net name of the member.
    account: Option<String>,
    /// The password of the account.
    password: Option<String>,
    /// Whether others use this computer: the token then holds for two hours at most and the cookie ends
    /// with the browser. Tokens that it is refreshed to are the same.
    #[serde(default)]
    shared_computer: bool,
}

/// The member and the token of a new session. The token is also set as a cookie.
#[derive(Serialize, ToSchema)]
pub(super) struct SignedIn {
    /// The member who is signed in.
    #[schema(value_type = UserInfo)]
    user_info: Box<RawValue>,
    /// The token, for clients that do not keep cookies.
    token: String,
    /// Whether this member's screen is locked: a desktop shows nothing before it knows.
    screens_locked: bool,
    /// Whether the session is on a shared computer.
    shared_computer: bool,
    /// The number of the newest event that this node knew of; see [`SessionStatus::event_seq`].
    event_seq: i64,
}

impl SignedIn {
    fn new(app: &App, account: &Account, token: &str, computer: Computer) -> Self {
        let event_seq = app.events.newest_known();
        let screens_locked = admin::screens_locked(app, &Scope::of(&account.facts));
        Self {
            user_info: account.user_info(app),
            token: token.to_owned(),
            screens_locked,
            shared_computer: computer == Computer::Shared,
            event_seq,
        }
    }
}

/// Signs in with real name, user ID or net name.
#[utoipa::path(post, path = "/api/auth/login", tag = "auth", request_body = Login,
    responses((status = 200, body = Envelope<SignedIn>)), security(()))]
pub(super) async fn login(
    State(app): State<App>,
    attempt: SignInAttempt,
    origin: Origin,
    headers: HeaderMap,
    form: Result<Json<Login>>,
) -> Result<Response> {
    let outcome = sign_in(&app, form, &origin, &headers).await;
    attempt.judge(&app, outcome)
}

async fn sign_in(
    app: &App,
    form: Result<Json<Login>>,
    origin: &Origin,
    headers: &HeaderMap,
) -> Result<Response> {
    let Json(form) = form?;
    let account = user::normalise(&form.account.unwrap_or_default());
    let password = form.password.unwrap_or_default();
    if account.is_empty() || password.is_empty() {
        return Err(texts::LOGIN_MISSING.err());
    }
    let attempt =
        Attempt { account, password, device: Device::of(headers), may_be_developer: origin.may_be_developer };
    let proven = identify(app, &attempt).await?;
    admit(app, &proven, headers, Computer::of(form.shared_computer)).await
}

/// Signs in whoever has proven to know a password.
pub(super) async fn admit(
    app: &App,
    proven: &Credentials,
    headers: &HeaderMap,
    computer: Computer,
) -> Result<Response> {
    let user = refuse_disabled(app, proven.user_id).await?;
    let noted = app.write(move |tx| Ok(user::note_login(tx, user)?)).await;
    if let Err(error) = noted {
        // A full disk must not keep anyone out (`interface 4.1`): signing in goes on without the note.
        tracing::warn!(%error, "sign-in not recorded");
    }
    let account = user::account(app, user).await?.ok_or_else(ApiError::not_found)?;
    // The password was changed since its hash was read: what was proven is worth nothing any more.
    if account.facts.token_version > proven.token_version {
        return Err(kernel::texts::LOGIN_EXPIRED.err());
    }
    let session = NewSession::open(app, account, proven.token_version, headers, computer).await?;
    Ok(session.into_response(app))
}

/// Someone who wants to sign in.
pub(super) struct Attempt {
    /// In its one spelling.
    pub account: String,
    pub password: String,
    pub device: Option<Device>,
    /// Whether the developer may come in from there.
    pub may_be_developer: bool,
}

/// Whom an account may mean: who has this user ID or name, then whose name on the class list is this one in
/// another spelling. Both, so that nobody takes a spelling of somebody's real name as their net name and keeps
/// the owner out.
///
/// # Errors
/// When the database is away.
pub(super) async fn candidates(app: &App, account: &str) -> Result<Vec<Credentials>> {
    let mut candidates = user::sign_in_candidates(app, account).await?;
    let name = account.to_owned();
    let listed = app.db.read(move |read| Ok(setup::find_record(read, &name)?)).await?;
    let known = |user: UserId| candidates.iter().any(|candidate| candidate.user_id == user);
    if let Some(record) = listed.filter(|record| !known(record.user_id)) {
        candidates.extend(user::sign_in_candidates(app, record.user_id.as_str()).await?);
    }
    Ok(candidates)
}

/// Tries every candidate's password in the contract's order; the first that fits is the identity.
/// All of them are tried each time, so that the time taken says nothing. A wrong password counts
/// against each account that it was tried on, whichever name was written (`interface 5.8`).
pub(super) async fn identify(app: &App, attempt: &Attempt) -> Result<Credentials> {
    let Attempt { account, password, device, may_be_developer } = attempt;
    let mut candidates = candidates(app, account).await?;
    for developer in candidates.iter_mut().filter(|candidate| candidate.user_id.is_developer()) {
        if !may_be_developer {
            developer.password_hash = None;
        }
    }
    let passwords = app.state::<Passwords>();
    // A password longer than any that can be set fits none; hashing it would only cost time.
    let password = if password.len() <= 128 { password.as_str() } else { "" };
    let several = candidates.len() > 1 && UserId::parse(account).is_none();
    if candidates.is_empty() {
        passwords.verify(password, None).await?;
    }
    let (mut identity, mut failed) = (None, Vec::new());
    for candidate in candidates {
        let fits = passwords.verify(password, candidate.password_hash.as_deref()).await?;
        match (fits, &identity) {
            (true, None) => identity = Some(candidate),
            (false, None) => failed.push(Subject::account(candidate.user_id)),
            // Nobody learns whether it fits those after the first.
            (_, Some(_)) => {}
        }
    }
    let refusal = if several { &texts::WRONG_CREDENTIALS_USE_ID } else { &texts::WRONG_CREDENTIALS };
    let refusal = refusal.err();
    let Some(identity) = identity else {
        if failed.is_empty() {
            failed.push(Subject::of_nobody(app, account).await?);
        }
        return Err(guesses::failed(app, failed, device.as_ref(), refusal).await);
    };
    if !failed.is_empty() {
        // They share the name; a guess at them it was all the same, whether or not the sign-in must wait.
        guesses::failed(app, failed, device.as_ref(), refusal).await;
    }
    guesses::admit(app, &Subject::account(identity.user_id), device.as_ref()).await?;
    Ok(identity)
}

/// 403 with the ban fields; a ban that is over is lifted right here.
async fn refuse_disabled(app: &App, user: UserId) -> Result<UserId> {
    let facts = app.accounts().load(user).await?.ok_or_else(ApiError::not_found)?;
    Ok(admit_unless_banned(app, facts).await?.ok_or_else(ApiError::not_found)?.user_id)
}

/// A session that has just begun, and the device it belongs to.
pub(crate) struct NewSession {
    account: Arc<Account>,
    /// The token, which the cookie holds, too.
    pub(crate) token: String,
    /// Remembered on a computer of one's own.
    device: Device,
    computer: Computer,
}

impl NewSession {
    /// A new token for a member. It holds as long as `token_version`, the one that was current when the member was
    /// let in: what is remembered of the account may be older, or newer. A shared computer does not become one of
    /// the devices that skip the waits after wrong guesses.
    ///
    /// # Errors
    /// 500 when no token can be made.
    pub(crate) async fn open(
        app: &App,
        account: Arc<Account>,
        token_version: i64,
        headers: &HeaderMap,
        computer: Computer,
    ) -> Result<Self> {
        let facts = UserFacts { token_version, ..UserFacts::clone(&account.facts) };
        let token =
            app.tokens.issue_on(computer, &facts, &app.clock, &app.random).map_err(ApiError::internal)?;
        let known = Device::of(headers).filter(|_| computer == Computer::Own);
        let device = known.unwrap_or_else(|| Device::new(&app.random));
        sessions::record(app, &token, headers, &device).await;
        Ok(Self { account, token, device, computer })
    }

    /// The member.
    pub(crate) fn user_info(&self, app: &App) -> Box<RawValue> {
        self.account.user_info(app)
    }

    /// Leaves the cookies of session and device.
    pub(crate) fn leave_cookies(&self, response: &mut Response, app: &App) {
        set_cookie(response, app, &self.token, self.computer);
        if self.computer == Computer::Own {
            self.device.remember(response, app);
        }
    }

    /// The answer to a sign-in: the token in the body and as a cookie.
    pub(super) fn into_response(self, app: &App) -> Response {
        let mut response =
            Reply::ok(SignedIn::new(app, &self.account, &self.token, self.computer)).into_response();
        self.leave_cookies(&mut response, app);
        response
    }
}

/// Renews the session: returns a new token and sets it as the cookie.
#[utoipa::path(post, path = "/api/auth/refresh-token", tag = "auth",
    responses((status = 200, body = Envelope<SignedIn>)))]
pub(super) async fn refresh_token(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response> {
    let token = sessions::renew(&app, &caller, &headers).await?;
    let account = user::account(&app, caller.facts.user_id).await?.ok_or_else(ApiError::not_found)?;
    let computer = computer_of(&caller);
    let session = SignedIn::new(&app, &account, &token, computer);
    let mut response = Reply::ok(session)
        .with_message(kernel::texts::Message::from(&texts::REFRESHED).localized(Language::Chinese))
        .into_response();
    set_cookie(&mut response, &app, &token, computer);
    Ok(response)
}

/// The computer that the session of a caller was begun on.
fn computer_of(caller: &Caller) -> Computer {
    Computer::of(caller.claims.as_ref().is_some_and(|claims| claims.shared))
}

/// The member that the session belongs to, and whether their screen is locked.
#[derive(Serialize, ToSchema)]
pub(super) struct SessionStatus {
    /// The member who is signed in.
    #[schema(value_type = UserInfo)]
    user_info: Box<RawValue>,
    /// Whether this member's screen is locked: a desktop shows nothing before it knows.
    screens_locked: bool,
    /// Whether the session is on a shared computer.
    shared_computer: bool,
    /// The number of the newest event that this node knew of when it answered. Whatever a client reads
    /// afterwards includes that event. A first connection with this as its `since_seq` misses nothing; one that begins at
    /// a later number has missed what came between.
    event_seq: i64,
}

/// Checks the session and returns the member that it belongs to.
#[utoipa::path(get, path = "/api/auth/check-status", tag = "auth",
    responses((status = 200, body = Envelope<SessionStatus>)))]
pub(super) async fn check_status(State(app): State<App>, caller: Caller) -> Result<Reply<SessionStatus>> {
    let event_seq = app.events.newest_known();
    let account = user::account(&app, caller.facts.user_id).await?.ok_or_else(ApiError::not_found)?;
    let screens_locked = admin::screens_locked(&app, &Scope::of(&caller.facts));
    let shared_computer = computer_of(&caller) == Computer::Shared;
    let user_info = account.user_info(&app);
    Ok(Reply::ok(SessionStatus { user_info, screens_locked, shared_computer, event_seq }))
}

/// Ends the presented token, if there is one, and clears the cookie.
#[utoipa::path(post, path = "/api/auth/logout", tag = "auth",
    responses((status = 200, body = Envelope<Option<String>>)), security(()))]
pub(super) async fn logout(
    State(app): State<App>,
    OptionalClaims(claims): OptionalClaims,
) -> Result<Response> {
    if let Some(claims) = claims {
        app.write(move |tx| Ok(revoked::revoke(tx, claims.user_id, &claims.jti, claims.exp)?)).await?;
    }
    let mut response = Reply::done().into_response();
    clear_cookie(&mut response, &app);
    Ok(response)
}

/// Whose ban.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct BanQuery {
    /// The user ID of a member that the caller may manage; without it the caller.
    user_id: Option<String>,
}

/// The ban of an account. The other fields are present only when `banned` is true.
#[derive(Serialize, ToSchema)]
pub(super) struct BanInfo {
    /// Whether the account is disabled.
    banned: bool,
    /// `YYYY-MM-DD HH:mm:ss` in the portal's zone; null means without end.
    #[serde(skip_serializing_if = "Option::is_none")]
    ban_expires_at: Option<Option<String>>,
    /// The reason of the ban.
    #[serde(skip_serializing_if = "Option::is_none")]
    ban_reason: Option<Option<String>>,
    /// The net name of the banned member.
    #[serde(skip_serializing_if = "Option::is_none")]
    net_name: Option<String>,
}

/// Returns the ban of the caller, or of a member that the caller may manage.
#[utoipa::path(get, path = "/api/auth/ban-info", tag = "auth", params(BanQuery),
    responses((status = 200, body = Envelope<BanInfo>)))]
pub(super) async fn ban_info(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<BanQuery>,
) -> Result<Reply<BanInfo>> {
    let facts = match query.user_id {
        None => caller.facts.clone(),
        Some(raw) => {
            let target = UserId::parse(&raw).ok_or_else(|| ApiError::invalid("user_id"))?;
            let forbidden = || kernel::texts::NO_PERMISSION.err();
            // Whoever may manage nobody does not learn which IDs exist either.
            if target != caller.facts.user_id && !caller.facts.may(&MANAGE_USERS) {
                return Err(forbidden());
            }
            let facts = app.accounts().load(target).await?.ok_or_else(ApiError::not_found)?;
            let own = target == caller.facts.user_id;
            if !own && !caller.facts.may_manage(&facts, &MANAGE_USERS) {
                return Err(forbidden());
            }
            facts
        }
    };
    let standing = facts.ban.as_ref().filter(|ban| ban.holds(app.clock.now()));
    Ok(Reply::ok(match standing {
        None => BanInfo { banned: false, ban_expires_at: None, ban_reason: None, net_name: None },
        Some(ban) => BanInfo {
            banned: true,
            ban_expires_at: Some(ban.expires_at.map(|end| app.local_time(end))),
            ban_reason: Some(ban.reason.clone()),
            net_name: Some(facts.net_name.clone()),
        },
    }))
}
