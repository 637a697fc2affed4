//! The scopes of API clients (`interface 5.6`). The list is the contract's and closed; which scope opens a route stands
//! in the signature of its handler (`kernel::http::Scoped`).

use kernel::api_client::ApiScope;

/// Declares the scopes: a constant for each, and in the module `scope` a type, which a handler's signature names.
macro_rules! api_scopes {
    ($($(#[$doc:meta])* $name:ident, $constant:ident = $text:literal;)*) => {
        $($(#[$doc])* pub const $constant: ApiScope = ApiScope($text);)*

        /// All of them, in the order of the interface.
        pub const ALL: &[ApiScope] = &[$($constant),*];

        /// The scopes as types.
        pub mod scope {
            use kernel::api_client::{ApiScope, RequiresScope};

            $(
                $(#[$doc])*
                #[derive(Clone, Copy, Debug)]
                pub struct $name;

                impl RequiresScope for $name {
                    const SCOPE: ApiScope = super::$constant;
                }
            )*
        }
    };
}

api_scopes! {
    /// Reads which apps there are.
    AppRead, APP_READ = "app:read";
    /// Opens apps of the desktop that it is embedded in.
    AppWrite, APP_WRITE = "app:write";
    /// Reads the profile of its owner, and hears of sign-ins.
    UserRead, USER_READ = "user:read";
    /// Changes the profile of its owner.
    UserWrite, USER_WRITE = "user:write";
    /// Notifies members, and hears of announcements.
    NotificationWrite, NOTIFICATION_WRITE = "notification:write";
    /// Reads its own data.
    DataRead, DATA_READ = "data:read";
    /// Writes its own data, publishes events and adds countdowns.
    DataWrite, DATA_WRITE = "data:write";
    /// Reads the calendar.
    CalendarRead, CALENDAR_READ = "calendar:read";
    /// Adds to the calendar.
    CalendarWrite, CALENDAR_WRITE = "calendar:write";
    /// Reads the countdowns of its owner, and hears when their days come.
    CountdownRead, COUNTDOWN_READ = "countdown:read";
    /// Reads the chat rooms of its owner, and hears of messages in them.
    MessageRead, MESSAGE_READ = "message:read";
    /// Sends messages in the name of its owner.
    MessageWrite, MESSAGE_WRITE = "message:write";
    /// Reads the community.
    CommunityRead, COMMUNITY_READ = "community:read";
    /// Posts to the community.
    CommunityWrite, COMMUNITY_WRITE = "community:write";
}

/// Reads one, in either spelling: `read:user` is `user:read`. `None` for anything else.
#[must_use]
pub fn parse(raw: &str) -> Option<ApiScope> {
    let is = |spelling: &str| ALL.iter().copied().find(|scope| scope.as_str() == spelling);
    is(raw).or_else(|| {
        let (verb, subject) = raw.split_once(':').filter(|(verb, _)| matches!(*verb, "read" | "write"))?;
        is(&format!("{subject}:{verb}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_is_read_in_either_spelling_and_nothing_else_is_one() {
        assert_eq!(ALL.len(), 14);
        for scope in ALL {
            let (subject, verb) = scope.as_str().split_once(':').unwrap();
            assert_eq!(parse(scope.as_str()), Some(*scope));
            assert_eq!(parse(&format!("{verb}:{subject}")), Some(*scope));
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
            assert_eq!(parse(raw), None, "{raw}");
        }
    }
}
