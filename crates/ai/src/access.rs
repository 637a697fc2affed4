//! Who may do what in the AI chat. Every route draws from one limit of its own (`interface 8.1`).

use kernel::http::{Limited, LimitedCaller};
use kernel::limits::Limit;
use kernel::tier_extractor;
use kernel::user::Tier;

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

tier_extractor! {
    /// Whoever is signed in.
    Member, LimitedCaller<Requests>, |facts| facts.tier() >= Tier::User
}
tier_extractor! {
    /// Class admins and admins: they add models with keys of their own and give policies.
    PolicyAdmin, LimitedCaller<Requests>, |facts| facts.tier() >= Tier::ClassAdmin
}
tier_extractor! {
    /// is_admin = 1: every model, and what it costs.
    ModelAdmin, LimitedCaller<Requests>, |facts| facts.tier() == Tier::Admin
}
