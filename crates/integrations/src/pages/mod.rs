//! Pages of integrations, which the desktop shows in a frame (`interface 6.5`, decision 0249).
//!
//! A page is of one of the origins of its integration. The member who opens it agrees first to what it would see. Then
//! the desktop gets a token for it ([`token`]), which opens routes in the name of that member for minutes. What the page
//! asks of the desktop by messages, the desktop asks here with the session of the member ([`data`]).
//!
//! Absent on purpose: a page that writes in the name of whoever looks at it, or reads their chats and their profile. Whoever
//! approved the integration has agreed to that for themselves alone.

pub(super) mod data;
pub(super) mod refusals;
pub(super) mod routes;
pub(super) mod token;

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use identity::api_scopes;
use kernel::api_client::ApiScope;
use kernel::db::Read;
use kernel::http::{Caller, UnlimitedCaller, client_user, count_attempt};
use kernel::limits::Key;
use kernel::user::UserFacts;
use kernel::{ApiError, App, Result};

use super::CALLS;
use super::registry::{Integration, Page, Registry};
use super::store::consents::{self, ConsentRow};
use super::texts;

/// Bytes of all origins of pages that the content policy of the desktop names, twice: proxies take 4 KiB of headers.
const MAX_ORIGINS_LENGTH: usize = 1500;

/// What of the scopes of an integration concerns its page: the channels of `interface 6.5`, and what its token opens.
const PAGE_SCOPES: [ApiScope; 6] = [
    api_scopes::APP_READ,
    api_scopes::APP_WRITE,
    api_scopes::USER_READ,
    api_scopes::NOTIFICATION_WRITE,
    api_scopes::DATA_READ,
    api_scopes::COUNTDOWN_READ,
];

/// The origins of all pages that the desktop may show.
#[must_use]
pub fn origins(app: &App) -> BTreeSet<String> {
    let now = app.clock.now_ms();
    let all = app.state::<Registry>().all();
    let mut shown: Vec<_> = all.iter().filter(|integration| integration.is_on(now)).collect();
    // Those that came first stay when there are too many.
    shown.sort_by_key(|integration| integration.client.id);
    let (mut origins, mut length) = (BTreeSet::new(), 0);
    for page in shown.into_iter().filter_map(|integration| integration.page.as_ref()) {
        let longer = length + page.origin.len() + 1;
        if longer <= MAX_ORIGINS_LENGTH && origins.insert(page.origin.clone()) {
            length = longer;
        }
    }
    origins
}

/// The page of an integration, as somebody meets it who may open it.
pub(super) struct ShownPage {
    pub(super) integration: Arc<Integration>,
    pub(super) owner: Arc<UserFacts>,
}

impl ShownPage {
    /// `None` for an integration that has no page, is off, or whose page is for others, and while the account of its owner
    /// or of who runs it is gone or disabled: the token of the page would open nothing.
    ///
    /// # Errors
    /// When the database is away.
    async fn of(app: &App, viewer: &UserFacts, integration: Arc<Integration>) -> Result<Option<Self>> {
        if integration.page.is_none() || !integration.is_on(app.clock.now_ms()) {
            return Ok(None);
        }
        match client_user(app, &integration.client).await {
            Ok(owner) => Ok(is_for(&integration, &owner, viewer).then_some(Self { integration, owner })),
            Err(refusal) if is_of_account(&refusal) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The one of this number in a path.
    ///
    /// # Errors
    /// 404.
    pub(super) async fn find(app: &App, viewer: &UserFacts, id: &str) -> Result<Self> {
        let found = id.parse().ok().and_then(|id| app.state::<Registry>().by_id(id));
        let found = found.ok_or_else(ApiError::not_found)?;
        Self::of(app, viewer, found).await?.ok_or_else(ApiError::not_found)
    }

    /// Where it is.
    pub(super) fn page(&self) -> Result<&Page> {
        self.integration.page.as_ref().ok_or_else(ApiError::not_found)
    }

    /// What of its scopes concerns the page.
    pub(super) fn scopes(&self) -> BTreeSet<ApiScope> {
        let scopes = &self.integration.client.scopes;
        PAGE_SCOPES.into_iter().filter(|scope| scopes.contains(scope)).collect()
    }

    /// Whether a member has agreed to what the page is now.
    fn is_covered_by(&self, consent: &ConsentRow) -> bool {
        let agreed = super::model::scopes_of(&consent.scopes);
        let is_same = self.integration.page.as_ref().is_some_and(|page| page.origin == consent.origin);
        is_same && agreed.is_superset(&self.scopes())
    }

    /// # Errors
    /// 403 unless the viewer has agreed.
    async fn check_consent(&self, app: &App, viewer: &UserFacts) -> Result<()> {
        let (id, user) = (self.integration.client.id, viewer.user_id);
        let consent = app.db.read(move |read: &mut Read| Ok(consents::find(read, id, user)?)).await?;
        if consent.is_some_and(|consent| self.is_covered_by(&consent)) {
            Ok(())
        } else {
            Err(texts::PAGE_CONSENT_MISSING.err())
        }
    }

    /// The page, for whoever has agreed to open it, when the integration has the scope.
    ///
    /// # Errors
    /// 404, or 403.
    async fn opened(app: &App, viewer: &UserFacts, id: &str, scope: ApiScope) -> Result<Self> {
        let shown = Self::find(app, viewer, id).await?;
        if !shown.integration.client.scopes.contains(&scope) {
            return Err(kernel::texts::SCOPE_MISSING.with("scope", scope.as_str()));
        }
        shown.check_consent(app, viewer).await?;
        Ok(shown)
    }
}

/// Whether an account is refused, and the database is not away.
fn is_of_account(error: &ApiError) -> bool {
    matches!(error.status(), StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN)
}

/// A page is for the class of the member who asked for it. One that nobody asked for is for the class of its owner, or
/// for everybody when an admin owns it. Its people see it in any case.
fn is_for(integration: &Integration, owner: &UserFacts, viewer: &UserFacts) -> bool {
    let user = viewer.user_id;
    let is_of_class = match integration.client.operator {
        Some(requester) => requester.class() == user.class(),
        None => owner.is_admin || owner.user_id.class() == user.class(),
    };
    is_of_class || user == owner.user_id || integration.client.operator == Some(user)
}

/// Whoever looks at pages. What pages ask for draws from the limit of integrations, for each member apart: a page that
/// asks too often must not use up what the desktop itself needs.
pub(super) struct Viewer(Caller);

impl FromRequestParts<App> for Viewer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let UnlimitedCaller(caller) = UnlimitedCaller::from_request_parts(parts, app).await?;
        count_attempt(parts, app, &CALLS, Key::user(caller.facts.user_id))?;
        Ok(Self(caller))
    }
}
