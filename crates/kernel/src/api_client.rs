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

/// Declares [`ApiScope`], and in the module `scope` a type for each, which a handler's signature names.
macro_rules! api_scopes {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        /// What an API client may do (`interface 5.6`).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ApiScope {
            $($(#[$doc])* $name),*
        }

        impl ApiScope {
            /// All of them, in the order of the interface.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// As the interface spells it.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }

        /// The scopes as types.
        pub mod scope {
            use super::{ApiScope, RequiresScope};

            $(
                $(#[$doc])*
                #[derive(Clone, Copy, Debug)]
                pub struct $name;

                impl RequiresScope for $name {
                    const SCOPE: ApiScope = ApiScope::$name;
                }
            )*
        }
    };
}

api_scopes! {
    /// Reads which apps there are.
    AppRead = "app:read";
    /// Opens apps of the desktop that it is embedded in.
    AppWrite = "app:write";
    /// Reads the profile of its owner, and hears of sign-ins.
    UserRead = "user:read";
    /// Changes the profile of its owner.
    UserWrite = "user:write";
    /// Notifies members, and hears of announcements.
    NotificationWrite = "notification:write";
    /// Reads its own data.
    DataRead = "data:read";
    /// Writes its own data, publishes events and adds countdowns.
    DataWrite = "data:write";
    /// Reads the calendar.
    CalendarRead = "calendar:read";
    /// Adds to the calendar.
    CalendarWrite = "calendar:write";
    /// Reads the countdowns of its owner, and hears when their days come.
    CountdownRead = "countdown:read";
    /// Reads the chat rooms of its owner, and hears of messages in them.
    MessageRead = "message:read";
    /// Sends messages in the name of its owner.
    MessageWrite = "message:write";
    /// Reads the forum.
    CommunityRead = "community:read";
    /// Posts to the forum.
    CommunityWrite = "community:write";
}

impl ApiScope {
    /// Reads one, in either spelling: `read:user` is `user:read`. `None` for anything else.
    #[must_use]
    pub fn parse(raw: &str) -> Option<Self> {
        let is = |spelling: &str| Self::ALL.iter().copied().find(|scope| scope.as_str() == spelling);
        is(raw).or_else(|| {
            let (verb, subject) =
                raw.split_once(':').filter(|(verb, _)| matches!(*verb, "read" | "write"))?;
            is(&format!("{subject}:{verb}"))
        })
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
    /// In whose name it calls: it may do nothing that they may not.
    pub owner: UserId,
    /// What it may do.
    pub scopes: BTreeSet<ApiScope>,
}

/// What the feature that issues the credentials of API clients does for every request with one. It answers from
/// memory.
pub struct ApiClients {
    /// The client of a credential that holds now. It was used from this address.
    pub authenticate: fn(&App, credential: &str, address: IpAddr) -> Option<Arc<ApiClient>>,
    /// The client of this number, as long as it holds.
    pub find: fn(&App, id: i64) -> Option<Arc<ApiClient>>,
    /// What its requests draw from, each client apart.
    pub limit: &'static Limit,
}

impl ApiClients {
    /// What the features of this portal provide; `None` when no feature issues credentials.
    pub(crate) fn of(app: &App) -> Option<&'static Self> {
        feature::provided(&app.features).next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_is_read_in_either_spelling_and_nothing_else_is_one() {
        assert_eq!(ApiScope::ALL.len(), 14);
        for scope in ApiScope::ALL {
            let (subject, verb) = scope.as_str().split_once(':').unwrap();
            assert_eq!(ApiScope::parse(scope.as_str()), Some(*scope));
            assert_eq!(ApiScope::parse(&format!("{verb}:{subject}")), Some(*scope));
        }
        for raw in [
            "",
            ":",
            "user",
            "user:",
            "users:read",
            "read:users",
            "countdown:write",
            "USER:READ",
            "read:user:",
        ] {
            assert_eq!(ApiScope::parse(raw), None, "{raw}");
        }
    }
}
