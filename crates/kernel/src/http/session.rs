//! Who is calling: token carriers, the session check, and one extractor per tier.
//!
//! A handler's signature says who may call it; there is no other place where that is decided.

use std::marker::PhantomData;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};

use super::context::Context;
use super::cookie::{TOKEN_COOKIE, cookie};
use super::{cors, scoped};
use crate::api_client::ApiClient;
use crate::app::App;
use crate::config::{DEV_ALLOW_REMOTE, TRUSTED_PROXIES};
use crate::error::{ApiError, Result};
use crate::limits::{Attempt, Key, Limit, USER};
use crate::texts;
use crate::token::Claims;
use crate::user::{Permission, Tier, UserFacts, UserId};

/// Someone with a valid token and an account that is not disabled (requireAuth, `interface 5.2`).
/// Draws from the user's 60 requests a minute.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The stored facts, at most a second old on other nodes and current on this one.
    pub facts: Arc<UserFacts>,
    /// The token presented; `None` for calls made in process and of API clients.
    pub claims: Option<Claims>,
    /// The program that calls in the member's name, where it is one.
    pub client: Option<Arc<ApiClient>>,
    /// Where the request came from.
    pub address: IpAddr,
    /// The request's id.
    pub request_id: String,
}

impl FromRequestParts<App> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let caller = authenticate(parts, app).await?;
        // An API client has drawn from its own limit.
        if caller.client.is_none() {
            count_attempt(parts, app, &USER, Key::user(caller.facts.user_id))?;
        }
        Ok(caller)
    }
}

impl OptionalFromRequestParts<App> for Caller {
    type Rejection = ApiError;

    /// `None` without a token that still holds; for routes that answer everyone.
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>> {
        match authenticate(parts, app).await {
            Ok(caller) => Ok(Some(caller)),
            Err(error) if error.status() == StatusCode::UNAUTHORIZED => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The same, drawing nothing: for routes with a rule of their own, which draw from it themselves.
#[derive(Clone, Debug)]
pub struct UnlimitedCaller(pub Caller);

impl FromRequestParts<App> for UnlimitedCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        authenticate(parts, app).await.map(Self)
    }
}

impl Caller {
    /// Whoever a token names, for what carries its token in itself: the first frame of a socket.
    ///
    /// # Errors
    /// 401 for a token that opens nothing, 403 for a disabled account.
    pub async fn of_token(app: &App, token: &str, origin: &Origin) -> Result<Self> {
        let claims = app.tokens.verify(token, &app.clock).ok_or_else(expired)?;
        if claims.user_id.is_developer() && !origin.may_be_developer {
            return Err(expired());
        }
        Self::of_claims(app, claims, origin.address, &origin.request_id).await
    }

    async fn of_claims(app: &App, claims: Claims, address: IpAddr, request_id: &str) -> Result<Self> {
        let facts = current_facts(app, &claims).await?.ok_or_else(expired)?;
        Ok(Self { facts, claims: Some(claims), client: None, address, request_id: request_id.to_owned() })
    }

    /// The token's own id; empty for calls made in process.
    #[must_use]
    pub fn token_id(&self) -> &str {
        self.claims.as_ref().map_or("", |claims| &claims.jti)
    }

    /// The facts as they are now, for what outlasts its request. Open the connection first and ask
    /// then, so that no ban falls between the two.
    ///
    /// # Errors
    /// 401 or 403 when the session has ended meanwhile.
    pub async fn current_facts(&self, app: &App) -> Result<Arc<UserFacts>> {
        if let Some(client) = &self.client {
            return scoped::current_user(app, client).await;
        }
        let Some(claims) = &self.claims else { return Ok(self.facts.clone()) };
        current_facts(app, claims).await?.ok_or_else(expired)
    }

    /// Asks once more, when a body has arrived: whoever held back its last byte must not act with a
    /// session or rights that have gone meanwhile (`interface 5.2`). [`super::Json`] asks by itself;
    /// what reads a body piece by piece asks at its end.
    ///
    /// # Errors
    /// 401 or 403.
    pub async fn recheck(&self, app: &App) -> Result<()> {
        let now = self.current_facts(app).await?;
        let before = &self.facts;
        // Class admins and administrators may do what every permission allows, without holding any.
        let holds_all = now.tier() >= Tier::ClassAdmin;
        let has_lost = now.tier() < before.tier()
            || (!holds_all && before.permissions.iter().any(|id| !now.permissions.contains(id)));
        if has_lost { Err(texts::NO_PERMISSION.err()) } else { Ok(()) }
    }
}

/// Counts one attempt and leaves the outcome for the answer's headers.
///
/// # Errors
/// 429 with the time to wait.
pub fn count_attempt(parts: &Parts, app: &App, limit: &Limit, key: Key) -> Result<()> {
    // Calls in process draw nothing: the request that caused them has paid.
    if parts.extensions.get::<Caller>().is_some() {
        return Ok(());
    }
    let Some(attempt) = app.limits.count_attempt(limit, key) else { return Ok(()) };
    note_attempt(parts, attempt);
    attempt.check()
}

/// Leaves the outcome of an attempt for the answer's headers: of one that a feature has counted by itself.
pub fn note_attempt(parts: &Parts, attempt: Attempt) {
    Context::of(parts).note(|notes| notes.attempt = Some(attempt));
}

/// Where a request came from: for the log of what someone did who had no session yet, and for sockets, which
/// outlive their request.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The client's address.
    pub address: IpAddr,
    /// The request's id.
    pub request_id: String,
    /// Whether the developer may come in from there ([`admits_developer`]).
    pub may_be_developer: bool,
}

impl Origin {
    /// Of the request being answered.
    #[must_use]
    pub fn of(parts: &Parts, app: &App) -> Self {
        let context = Context::of(parts);
        Self {
            address: context.address(),
            request_id: context.request_id().to_owned(),
            may_be_developer: admits_developer(app, context.address(), &parts.headers),
        }
    }
}

impl FromRequestParts<App> for Origin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        Ok(Self::of(parts, app))
    }
}

pub(super) fn expired() -> ApiError {
    texts::LOGIN_EXPIRED.err()
}

/// Who sends the body of a request, in its extensions: their rights are checked again when the last byte has come. A
/// [`Caller`] in the extensions would be one of a call in process, which draws from no limit.
#[derive(Clone)]
pub(super) struct BodySender(pub Caller);

async fn authenticate(parts: &mut Parts, app: &App) -> Result<Caller> {
    if let Some(caller) = parts.extensions.get::<Caller>() {
        return Ok(caller.clone());
    }
    let context = Context::of(parts).clone();
    let (token, carrier) = carried(parts).ok_or_else(|| texts::NO_LOGIN.err())?;
    let mutation = !matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
    if carrier == Carrier::Query && mutation {
        return Err(texts::QUERY_TOKEN_REFUSED.err());
    }
    if carrier == Carrier::Header && scoped::is_client_credential(&token) {
        let caller = scoped::authenticate(parts, app, &token).await?;
        if mutation {
            parts.extensions.insert(BodySender(caller.clone()));
        }
        return Ok(caller);
    }
    let claims = app.tokens.verify(&token, &app.clock).ok_or_else(expired)?;
    if carrier == Carrier::Cookie && mutation && !cors::is_own_site(&parts.headers, &app.config.origins) {
        return Err(texts::CROSS_SITE.err());
    }
    if claims.user_id.is_developer() && !admits_developer(app, context.address(), &parts.headers) {
        return Err(expired());
    }
    let caller = Caller::of_claims(app, claims, context.address(), context.request_id()).await?;
    context.note(|notes| notes.user = Some(caller.facts.user_id));
    context.mark_member();
    if mutation {
        parts.extensions.insert(BodySender(caller.clone()));
    }
    app.accounts().note_use(caller.token_id());
    Ok(caller)
}

/// Whether whoever comes from there may be the developer (`interface 5.4`): from this machine alone,
/// unless DEV_ALLOW_REMOTE says otherwise. What a proxy on this machine passes on may come from anywhere,
/// and is refused, unless `address` was read from the `X-Forwarded-For` of one in TRUSTED_PROXIES.
fn admits_developer(app: &App, address: IpAddr, headers: &HeaderMap) -> bool {
    let trusted = TRUSTED_PROXIES.of(&app.config).iter().any(|network| network.contains(&address));
    let is_passed_on = if headers.contains_key("x-forwarded-for") {
        !trusted
    } else {
        headers.contains_key("forwarded") || headers.contains_key("x-real-ip")
    };
    *DEV_ALLOW_REMOTE.of(&app.config) || (address.to_canonical().is_loopback() && !is_passed_on)
}

/// The claims of the token presented, when it has not ended: logout must work for a disabled account
/// too. Draws nothing, so that nobody is kept signed in by their own haste: what ends a token happens
/// once for each, and to get another one draws.
pub struct OptionalClaims(pub Option<Claims>);

impl FromRequestParts<App> for OptionalClaims {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Some((token, carrier)) = carried(parts) else { return Ok(Self(None)) };
        if carrier == Carrier::Cookie && !cors::is_own_site(&parts.headers, &app.config.origins) {
            return Err(texts::CROSS_SITE.err());
        }
        let claims = app.tokens.verify(&token, &app.clock).filter(|_| carrier != Carrier::Query);
        let Some(claims) = claims.filter(|claims| !app.accounts().is_revoked(&claims.jti)) else {
            return Ok(Self(None));
        };
        let facts = known(app, claims.user_id).await?;
        // A later version than the known one was given by another node a moment ago.
        let holds = facts
            .is_some_and(|facts| claims.ver > facts.token_version || facts.accepts(claims.ver, &claims.jti));
        Ok(Self(Some(claims).filter(|_| holds)))
    }
}

/// The user's facts now; `None` when this token no longer opens anything.
async fn current_facts(app: &App, claims: &Claims) -> Result<Option<Arc<UserFacts>>> {
    let accounts = app.accounts();
    if accounts.is_revoked(&claims.jti) {
        return Ok(None);
    }
    let mut facts = known(app, claims.user_id).await?;
    if let Some(banned) = facts.take_if(|facts| facts.ban.is_some()) {
        facts = admit_unless_banned(app, banned).await?;
    }
    Ok(facts.filter(|facts| facts.accepts(claims.ver, &claims.jti)))
}

/// The user's facts as this node knows them, disabled or not.
pub(super) async fn known(app: &App, user: UserId) -> Result<Option<Arc<UserFacts>>> {
    match app.accounts().cached(&user) {
        Some(facts) => Ok(Some(facts)),
        None => app.accounts().load(user).await,
    }
}

/// Lifts a ban that is over, and answers the facts after that (`interface 5.2`).
///
/// # Errors
/// 403 with the ban fields while the account is disabled.
pub async fn admit_unless_banned(app: &App, facts: Arc<UserFacts>) -> Result<Option<Arc<UserFacts>>> {
    let refuse_banned = |facts: &UserFacts| {
        let standing = facts.ban.as_ref().filter(|ban| ban.holds(app.clock.now()));
        standing.map_or(Ok(()), |ban| Err(app.disabled(ban)))
    };
    refuse_banned(&facts)?;
    if facts.ban.is_none() {
        return Ok(Some(facts));
    }
    let fresh = app.accounts().lift_expired_ban(app, facts.user_id).await?;
    // What was known here may be older than another end that an admin has set since.
    fresh.as_deref().map_or(Ok(()), refuse_banned)?;
    Ok(fresh)
}

/// Whom a request names: by its call in process, or by a token that this portal has signed. Whether
/// the session still holds is the business of the extractors above.
pub(super) fn named(parts: &Parts, app: &App) -> Option<UserId> {
    if let Some(caller) = parts.extensions.get::<Caller>() {
        return Some(caller.facts.user_id);
    }
    let (token, carrier) = carried(parts)?;
    if carrier == Carrier::Header && scoped::is_client_credential(&token) {
        return scoped::owner_of(app, &token, Context::of(parts).address());
    }
    app.tokens.verify(&token, &app.clock).map(|claims| claims.user_id)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Carrier {
    Cookie,
    Header,
    Query,
}

/// The first carrier present decides: cookie, header, query (`interface 5.1`).
fn carried(parts: &Parts) -> Option<(String, Carrier)> {
    cookie(&parts.headers, TOKEN_COOKIE)
        .map(|token| (token, Carrier::Cookie))
        .or_else(|| bearer(&parts.headers).map(|token| (token, Carrier::Header)))
        .or_else(|| query_token(parts).map(|token| (token, Carrier::Query)))
}

fn bearer(headers: &HeaderMap) -> Option<String> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then(|| token.to_owned())
}

pub(super) fn query_token(parts: &Parts) -> Option<String> {
    let query = parts.uri.query()?;
    let (_, token) = form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == TOKEN_COOKIE)?;
    (!token.is_empty()).then(|| token.into_owned())
}

/// Names the permission of an [`Officer`] extractor in its type.
pub trait Requires {
    /// What an officer needs.
    fn permission() -> &'static Permission;
}

/// requirePermission: class admins and admins, and officers who hold `P`.
#[derive(Clone, Debug)]
pub struct Officer<P>(pub Caller, PhantomData<P>);

impl<P> From<Officer<P>> for Caller {
    fn from(officer: Officer<P>) -> Self {
        officer.0
    }
}

impl<P: Requires + Send> FromRequestParts<App> for Officer<P> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let caller = <Caller as FromRequestParts<App>>::from_request_parts(parts, app).await?;
        if caller.facts.may(P::permission()) {
            Ok(Self(caller, PhantomData))
        } else {
            Err(texts::NO_PERMISSION.err())
        }
    }
}
