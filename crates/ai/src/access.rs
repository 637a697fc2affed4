//! Who may do what in the AI chat. Every route draws from one limit of its own (`interface 8.1`).

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use kernel::http::{Caller, Limited, LimitedCaller};
use kernel::limits::Limit;
use kernel::user::Tier;
use kernel::{ApiError, App, Result};

/// Requests to the AI chat.
pub(super) static REQUESTS: Limit =
    Limit::new("ai", "RATE_LIMIT_AI", "30/60", "requests to the AI chat per user");

/// Names the limit in types.
pub(super) struct Requests;

impl Limited for Requests {
    fn limit() -> &'static Limit {
        &REQUESTS
    }
}

/// Declares an extractor that admits callers of a tier and above.
macro_rules! tier_extractor {
    ($(#[$doc:meta])* $name:ident, $tier:expr) => {
        $(#[$doc])*
        pub(super) struct $name(pub(super) Caller);

        impl FromRequestParts<App> for $name {
            type Rejection = ApiError;

            async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
                let limited = LimitedCaller::<Requests>::from_request_parts(parts, app).await?;
                let caller = limited.0;
                if caller.facts.tier() >= $tier {
                    Ok(Self(caller))
                } else {
                    Err(kernel::texts::NO_PERMISSION.err())
                }
            }
        }
    };
}

tier_extractor! {
    /// Whoever is signed in.
    Member, Tier::User
}
tier_extractor! {
    /// Class admins and admins: they add models with keys of their own and give policies.
    PolicyAdmin, Tier::ClassAdmin
}
tier_extractor! {
    /// is_admin = 1: every model, and what it costs.
    ModelAdmin, Tier::Admin
}
