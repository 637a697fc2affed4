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
const PLACE: SecretLocation<'_> = SecretLocation { table: "integrations", row: "page", column: "token" };

/// How sealed texts begin, which a token leaves out.
const SEALED: &str = "v1:";

/// What a token says.
#[derive(Serialize, Deserialize)]
struct Claims {
    integration: i64,
    user: String,
    origin: String,
    /// Joined by blanks.
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
        let mut scopes = shown.scopes();
        scopes.retain(|scope| TOKEN_SCOPES.contains(scope));
        let expires_at = app.clock.now_ms() + LIFETIME;
        let claims = Claims {
            integration: shown.integration.client.id,
            user: viewer.user_id.to_string(),
            origin: shown.page()?.origin.clone(),
            scopes: model::stored_scopes(&scopes),
            expires_at,
            token_version: viewer.token_version,
        };
        let claims = serde_json::to_string(&claims).map_err(kernel::ApiError::internal)?;
        let sealed = app.secrets.seal(&app.random, PLACE, &claims)?;
        let text = format!("{PAGE_CREDENTIAL}{}", sealed.trim_start_matches(SEALED));
        Ok(Self { text, scopes, expires_at })
    }
}

/// The client of a token without its beginning; `None` for one that opens nothing now.
pub(crate) fn open(app: &App, token: &str) -> Option<Arc<ApiClient>> {
    let claims = app.secrets.open(PLACE, &format!("{SEALED}{token}")).ok()?;
    client(app, &serde_json::from_str(claims.expose()).ok()?)
}

/// The client of an open page as it is now; `None` when it opens nothing any more.
pub(crate) fn renewed(app: &App, before: &ApiClient, page: &PageSession) -> Option<Arc<ApiClient>> {
    let claims = Claims {
        integration: before.id,
        user: before.owner.to_string(),
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
    let granted = model::scopes_of(&claims.scopes);
    let scopes = granted.intersection(&integration.client.scopes).copied();
    let session = PageSession {
        of: integration.client.clone(),
        origin: page.origin.clone(),
        expires_at: claims.expires_at,
        token_version: claims.token_version,
    };
    Some(Arc::new(ApiClient {
        id: integration.client.id,
        name: integration.client.name.clone(),
        owner: UserId::parse(&claims.user)?,
        operator: None,
        scopes: scopes.collect(),
        page: Some(session),
    }))
}
