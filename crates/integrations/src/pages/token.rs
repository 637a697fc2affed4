//! The token of a page: sealed text that names the integration, the member who looks at the page, the origin, the scopes
//! and the end. No table holds it, and every node of the portal opens it.

use std::collections::BTreeSet;
use std::sync::Arc;

use identity::api_scopes;
use kernel::api_client::{ApiClient, ApiScope, PageSession};
use kernel::http::PAGE_CREDENTIAL;
use kernel::secrets::SecretLocation;
use kernel::user::{UserFacts, UserId};
use kernel::{App, Result};
use serde::{Deserialize, Serialize};

use super::ShownPage;
use crate::model;
use crate::registry::Registry;

/// How long a token holds, in milliseconds.
const LIFETIME: i64 = 5 * 60 * 1000;

/// What a token may open: it reads, and nothing that is the member's alone but their countdowns.
const TOKEN_SCOPES: [ApiScope; 3] = [api_scopes::APP_READ, api_scopes::DATA_READ, api_scopes::COUNTDOWN_READ];

/// Sets this use of the key apart from all others.
const LOCATION: SecretLocation<'_> = SecretLocation { table: "integrations", row: "page", column: "token" };

/// How sealed texts begin. A token leaves it out, since a bearer token has no colon (RFC 6750).
const SEALED: &str = "v1:";

/// What a token says.
#[derive(Serialize, Deserialize)]
struct Claims {
    integration: i64,
    user: String,
    origin: String,
    /// What of the scopes the member had agreed to, joined by blanks. The token opens a part of them.
    scopes: String,
    /// In milliseconds since 1970.
    expires_at: i64,
    /// The version of the member's session tokens then.
    token_version: i64,
}

/// A new token.
pub(super) struct NewToken {
    pub(super) text: String,
    pub(super) scopes: BTreeSet<ApiScope>,
    pub(super) expires_at: i64,
}

impl NewToken {
    /// For a page, in the name of whoever looks at it.
    ///
    /// # Errors
    /// When it cannot be sealed.
    pub(super) fn make(app: &App, shown: &ShownPage, viewer: &UserFacts) -> Result<Self> {
        let agreed = shown.scopes();
        let expires_at = app.clock.now_ms() + LIFETIME;
        let claims = Claims {
            integration: shown.integration.client.id,
            user: viewer.user_id.to_string(),
            origin: shown.page()?.origin.clone(),
            scopes: model::stored_scopes(&agreed),
            expires_at,
            token_version: viewer.token_version,
        };
        let claims = serde_json::to_string(&claims).map_err(kernel::ApiError::internal)?;
        let sealed = app.secrets.seal(&app.random, LOCATION, &claims)?;
        let text = format!("{PAGE_CREDENTIAL}{}", sealed.strip_prefix(SEALED).unwrap_or(&sealed));
        let scopes = agreed.into_iter().filter(|scope| TOKEN_SCOPES.contains(scope)).collect();
        Ok(Self { text, scopes, expires_at })
    }
}

/// What a token opens.
pub(crate) struct OpenedToken {
    pub(crate) client: Arc<ApiClient>,
    /// Whether the page may know who looks at it: the member had agreed to that, and the integration has the scope.
    pub(super) names_member: bool,
}

/// Opens a token without its beginning; `None` for one that opens nothing now.
pub(crate) fn open(app: &App, token: &str) -> Option<OpenedToken> {
    let sealed = app.secrets.open(LOCATION, &format!("{SEALED}{token}")).ok()?;
    let claims: Claims = serde_json::from_str(sealed.expose()).ok()?;
    let client = client(app, &claims)?;
    let of = client.page.as_ref().map(|page| &page.of.scopes);
    let has_scope = of.is_some_and(|scopes| scopes.contains(&api_scopes::USER_READ));
    let names_member = has_scope && model::scopes_of(&claims.scopes).contains(&api_scopes::USER_READ);
    Some(OpenedToken { client, names_member })
}

/// The client of an open page as it is now; `None` when it opens nothing any more.
pub(crate) fn renewed(app: &App, before: &ApiClient, page: &PageSession) -> Option<Arc<ApiClient>> {
    let claims = Claims {
        integration: before.id,
        user: before.user.to_string(),
        origin: page.origin.clone(),
        scopes: model::stored_scopes(&before.scopes),
        expires_at: page.expires_at,
        token_version: page.token_version,
    };
    client(app, &claims)
}

fn client(app: &App, claims: &Claims) -> Option<Arc<ApiClient>> {
    let now = app.clock.now_ms();
    let integration = app.state::<Registry>().by_id(claims.integration)?;
    let page = integration.page.as_ref().filter(|page| page.origin == claims.origin)?;
    if claims.expires_at <= now || !integration.is_on(now) {
        return None;
    }
    let agreed = model::scopes_of(&claims.scopes);
    let scopes = agreed.intersection(&integration.client.scopes).copied();
    let scopes = scopes.filter(|scope| TOKEN_SCOPES.contains(scope));
    let session = PageSession {
        of: integration.client.clone(),
        origin: page.origin.clone(),
        expires_at: claims.expires_at,
        token_version: claims.token_version,
    };
    Some(Arc::new(ApiClient {
        id: integration.client.id,
        name: integration.client.name.clone(),
        user: UserId::parse(&claims.user)?,
        operator: None,
        scopes: scopes.collect(),
        page: Some(session),
    }))
}
