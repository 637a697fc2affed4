//! Callers that are programs: [`Scoped`] is the only way in for them.

use std::marker::PhantomData;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::header::ORIGIN;
use axum::http::request::Parts;

use super::context::Context;
use super::session::{self, Caller, count_attempt};
use crate::api_client::{ApiClient, ApiClients, ApiScope, PageSession, RequiresScope};
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::limits::Key;
use crate::texts;
use crate::user::{UserFacts, UserId};

/// Admits whom `C` admits, and the API clients that have the scope `S`. Without it a route refuses API clients with
/// 403, whatever their scopes.
#[derive(Clone, Debug)]
pub struct Scoped<S, C = Caller>(pub C, pub PhantomData<S>);

/// The scope that the route names, in the extensions of its request: [`authenticate`] looks for it.
#[derive(Clone, Copy)]
struct RouteScope(ApiScope);

impl<S, C> FromRequestParts<App> for Scoped<S, C>
where
    S: RequiresScope + Send,
    C: FromRequestParts<App, Rejection = ApiError>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        parts.extensions.insert(RouteScope(S::SCOPE));
        C::from_request_parts(parts, app).await.map(|caller| Self(caller, PhantomData))
    }
}

/// An API client with the scope `S`, and nobody else: for what belongs to the client, and not to its owner.
#[derive(Clone, Debug)]
pub struct ClientOnly<S>(pub Arc<ApiClient>, pub PhantomData<S>);

impl<S: RequiresScope + Send> FromRequestParts<App> for ClientOnly<S> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Scoped::<S>(caller, _) = Scoped::from_request_parts(parts, app).await?;
        let client = caller.client.ok_or_else(|| texts::CLIENTS_ONLY.err())?;
        Ok(Self(client, PhantomData))
    }
}

/// How the credential of a page begins; no session token does.
pub const PAGE_CREDENTIAL: &str = "page_";

/// Whether a bearer token is the credential of an API client: those of programs are hexadecimal digits, those of pages
/// have a beginning of their own, and session tokens have dots.
pub(super) fn is_client_credential(token: &str) -> bool {
    let is_secret = token.len() == 128 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_secret || token.starts_with(PAGE_CREDENTIAL)
}

/// The caller that a credential names: its owner, with no more than the client's scopes. Draws from the client's
/// limit.
///
/// # Errors
/// 401 for a credential that opens nothing, 403 where the route names no scope or one that the client lacks, 429.
pub(super) async fn authenticate(parts: &mut Parts, app: &App, credential: &str) -> Result<Caller> {
    let context = Context::of(parts).clone();
    let clients = ApiClients::of(app).ok_or_else(session::expired)?;
    let found = (clients.authenticate)(app, credential, context.address());
    let client = found.ok_or_else(|| texts::CREDENTIAL_INVALID.err())?;
    let key = match client.page {
        Some(_) => Key::user(client.user),
        None => Key::number(client.id.unsigned_abs()),
    };
    count_attempt(parts, app, clients.limit, key)?;
    if let Some(page) = &client.page {
        admit_origin(parts, page)?;
    }
    let facts = client_user(app, &client).await?;
    context.note(|notes| notes.user = Some(client.user));
    match parts.extensions.get() {
        Some(RouteScope(scope)) if client.scopes.contains(scope) => {}
        Some(RouteScope(scope)) => return Err(texts::SCOPE_MISSING.with("scope", scope.as_str())),
        None => return Err(texts::NO_SCOPE_OPENS.err()),
    }
    let (address, request_id) = (context.address(), context.request_id().to_owned());
    Ok(Caller { facts, claims: None, client: Some(client), address, request_id })
}

/// # Errors
/// 403 for a request from anywhere but the origin of the page.
fn admit_origin(parts: &Parts, page: &PageSession) -> Result<()> {
    let mut origins = parts.headers.get_all(ORIGIN).iter();
    let is_own = origins.next().is_some_and(|origin| origin.as_bytes() == page.origin.as_bytes());
    if is_own && origins.next().is_none() { Ok(()) } else { Err(texts::PAGE_ORIGIN_REFUSED.err()) }
}

/// Whom a credential names, whether or not the route admits the client.
pub(super) fn owner_of(app: &App, credential: &str, address: IpAddr) -> Option<UserId> {
    let clients = ApiClients::of(app)?;
    (clients.authenticate)(app, credential, address).map(|client| client.user)
}

/// The facts of the client's owner now.
///
/// # Errors
/// 401 when the account of the owner or of who runs the client is gone, or is the developer's, which is for the machine
/// itself; 403 while one of them is disabled. For a page 401 in all these cases, since why an account is disabled is no
/// business of the page, and when the sessions of whoever looks at it have ended.
pub async fn client_user(app: &App, client: &ApiClient) -> Result<Arc<UserFacts>> {
    let Some(page) = &client.page else { return owner_facts(app, client).await };
    let found = match owner_facts(app, &page.of).await {
        Ok(_) => current_facts(app, client.user).await,
        refused => refused,
    };
    match found {
        Ok(facts) if facts.token_version == page.token_version => Ok(facts),
        Err(error) if !matches!(error.status(), StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) => {
            Err(error)
        }
        _ => Err(texts::CREDENTIAL_INVALID.err()),
    }
}

/// The facts of the owner of a program, whose account and that of who runs it are not disabled.
async fn owner_facts(app: &App, program: &ApiClient) -> Result<Arc<UserFacts>> {
    if let Some(operator) = program.operator {
        current_facts(app, operator).await?;
    }
    current_facts(app, program.user).await
}

/// # Errors
/// 401 for an account that is gone or the developer's, 403 while it is disabled.
async fn current_facts(app: &App, person: UserId) -> Result<Arc<UserFacts>> {
    if person.is_developer() {
        return Err(texts::CREDENTIAL_INVALID.err());
    }
    let facts = session::known(app, person).await?.ok_or_else(|| texts::CREDENTIAL_INVALID.err())?;
    let facts = session::admit_unless_banned(app, facts).await?;
    facts.ok_or_else(|| texts::CREDENTIAL_INVALID.err())
}

/// The facts of the owner now, when the client still holds with all that it had.
///
/// # Errors
/// 401 or 403.
pub(super) async fn current_user(app: &App, before: &ApiClient) -> Result<Arc<UserFacts>> {
    let clients = ApiClients::of(app).ok_or_else(session::expired)?;
    let now = (clients.find)(app, before).ok_or_else(|| texts::CREDENTIAL_INVALID.err())?;
    if !now.scopes.is_superset(&before.scopes) {
        return Err(texts::NO_PERMISSION.err());
    }
    client_user(app, &now).await
}
