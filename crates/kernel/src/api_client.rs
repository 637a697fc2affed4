//! API clients: programs that call the API in the name of a member, with a credential and scopes of their own
//! (`interface 5.6`).
//!
//! The rows belong to the feature that issues the credentials, which provides an [`ApiClients`]. A route admits API
//! clients only when its handler's signature has [`crate::http::Scoped`].

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::Arc;

use crate::app::App;
use crate::feature;
use crate::limits::Limit;
use crate::user::UserId;

/// What an API client may do, by the name that the interface gives it, like `user:read` (`interface 5.6`). The feature
/// that issues credentials knows all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ApiScope(pub &'static str);

impl ApiScope {
    /// As the interface spells it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

/// Names the scope of a [`crate::http::Scoped`] extractor in its type.
pub trait RequiresScope {
    /// What the API client needs.
    const SCOPE: ApiScope;
}

/// A program that calls in the name of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiClient {
    /// Its number.
    pub id: i64,
    /// What people call it.
    pub name: String,
    /// In whose name it calls: the owner of the program, or who looks at its page. It may do nothing that they may not.
    pub user: UserId,
    /// The member who runs it, where that is somebody else: it opens nothing while their account is disabled.
    pub operator: Option<UserId>,
    /// What it may do.
    pub scopes: BTreeSet<ApiScope>,
    /// Set when the client is a page that a browser shows.
    pub page: Option<PageSession>,
}

/// For how long, and from where, a page in a browser calls in the name of the member who looks at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageSession {
    /// The client whose page it is: the page opens nothing when that one does not.
    pub of: Arc<ApiClient>,
    /// The origin that its requests come from. A request without this `Origin` is refused.
    pub origin: String,
    /// When its credential ends, in milliseconds since 1970.
    pub expires_at: i64,
    /// The version of the member's session tokens when it was made: it ends with them.
    pub token_version: i64,
}

/// What the feature that issues the credentials of API clients does for every request with one. It answers from
/// memory.
pub struct ApiClients {
    /// The client of a credential that holds now. It was used from this address.
    pub authenticate: fn(&App, credential: &str, address: IpAddr) -> Option<Arc<ApiClient>>,
    /// The same client as it is now, as long as it holds.
    pub find: fn(&App, client: &ApiClient) -> Option<Arc<ApiClient>>,
    /// What its requests draw from, each client apart, and each member who looks at a page.
    pub limit: &'static Limit,
}

impl ApiClients {
    /// What the features of this portal provide; `None` when no feature issues credentials.
    pub(crate) fn of(app: &App) -> Option<&'static Self> {
        feature::provided(&app.features).next()
    }
}
