//! Extractors that admit callers of a tier and above.

use super::session::Caller;
use crate::user::Tier;

/// Declares an extractor that takes a caller by another one, such as [`Caller`], and admits those of a tier and above.
#[macro_export]
macro_rules! tier_extractor {
    ($(#[$doc:meta])* $name:ident, $base:ty, $passes:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name(pub $crate::http::Caller);

        impl ::axum::extract::FromRequestParts<$crate::App> for $name {
            type Rejection = $crate::ApiError;

            async fn from_request_parts(
                parts: &mut ::axum::http::request::Parts,
                app: &$crate::App,
            ) -> $crate::Result<Self> {
                let base = <$base as ::axum::extract::FromRequestParts<$crate::App>>::from_request_parts(parts, app);
                let caller = $crate::http::Caller::from(base.await?);
                let passes: fn(&$crate::user::UserFacts) -> bool = $passes;
                if passes(&caller.facts) { Ok(Self(caller)) } else { Err($crate::texts::NO_PERMISSION.err()) }
            }
        }
    };
}

tier_extractor! {
    /// requireAdmin: officers, class admins and admins (`interface 5.4`). Mutations of an officer
    /// need [`Officer`](super::Officer) instead.
    Admin, Caller, |facts| facts.tier() >= Tier::Officer
}
tier_extractor! {
    /// Class admins and admins.
    ClassAdmin, Caller, |facts| facts.tier() >= Tier::ClassAdmin
}
tier_extractor! {
    /// is_admin = 1.
    SystemAdmin, Caller, |facts| facts.tier() == Tier::Admin
}
