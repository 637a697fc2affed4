//! Who may do what in the AI chat. Every route draws from one limit of its own (`interface 8.1`).

use identity::admin::MANAGE_USERS;
use identity::setup::has_several_classes;
use kernel::db::Read;
use kernel::http::{Limited, LimitedCaller};
use kernel::limits::Limit;
use kernel::tier_extractor;
use kernel::user::{Tier, UserFacts};
use kernel::{ApiError, Result};

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

/// Which policies, presets and models a class admin or an admin reaches, by their class: empty for those of the portal.
pub(super) struct Reach {
    class: String,
    is_admin: bool,
    /// Admins, and class admins while the portal has no other class.
    manages_portal: bool,
}

impl Reach {
    /// That of somebody.
    ///
    /// # Errors
    /// When the database is away.
    pub(super) fn of(read: &mut Read, facts: &UserFacts) -> Result<Self> {
        let is_admin = facts.is_admin;
        let manages_portal = is_admin || !has_several_classes(read)?;
        Ok(Self { class: facts.user_id.class().to_owned(), is_admin, manages_portal })
    }

    /// Whether they see what is of this class: an admin all, a class admin what is of the portal and of the own class.
    pub(super) fn sees(&self, class: &str) -> bool {
        self.is_admin || class.is_empty() || class == self.class
    }

    /// Whether they may change it: a class admin what is of the own class, and while the portal has no other class, what is
    /// of the portal.
    pub(super) fn may_change(&self, class: &str) -> bool {
        self.is_admin || class == self.class || (class.is_empty() && self.manages_portal)
    }

    /// The class of what they add: empty for the portal.
    pub(super) fn class_of_new(&self) -> &str {
        if self.manages_portal { "" } else { &self.class }
    }

    /// # Errors
    /// 404 for what they do not see, 403 for what they may not change.
    pub(super) fn check(&self, class: &str) -> Result<()> {
        match (self.sees(class), self.may_change(class)) {
            (false, _) => Err(ApiError::not_found()),
            (true, false) => Err(kernel::texts::NO_PERMISSION.err()),
            (true, true) => Ok(()),
        }
    }
}
