//! Who may do what in the AI chat. Every route draws from one limit of its own (`interface 8.1`).

use identity::admin::MANAGE_USERS;
use identity::setup::has_several_classes;
use kernel::Result;
use kernel::db::Read;
use kernel::http::{Limited, LimitedCaller};
use kernel::limits::Limit;
use kernel::tier_extractor;
use kernel::user::{Tier, UserFacts};

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
    /// Whoever looks after members: officers with manage_users, class admins and admins.
    SafetyReader, LimitedCaller<Requests>, |facts| facts.may(&MANAGE_USERS)
}
tier_extractor! {
    /// is_admin = 1: every model, and what it costs.
    ModelAdmin, LimitedCaller<Requests>, |facts| facts.tier() == Tier::Admin
}

/// Which policies and presets a class admin or admin sees, by their class: those of the portal, and of the own class.
/// An admin sees all.
pub(super) fn is_seen(facts: &UserFacts, class: &str) -> bool {
    facts.is_admin || class.is_empty() || class == facts.user_id.class()
}

/// Whose policies and presets somebody may change: an admin all; a class admin those of the own class, and while the
/// portal has no other class, those of the portal.
///
/// # Errors
/// When the database is away.
pub(super) fn may_change(read: &mut Read, facts: &UserFacts, class: &str) -> Result<bool> {
    Ok(facts.is_admin || class == facts.user_id.class() || (class.is_empty() && !has_several_classes(read)?))
}
