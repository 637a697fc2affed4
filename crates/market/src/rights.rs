//! Who may change what in a portal of several classes.

use identity::setup::has_several_classes;
use kernel::Result;
use kernel::apps::Apps;
use kernel::db::Read;
use kernel::scope::Scope;
use kernel::user::UserFacts;

use crate::store::apps::AppRow;

/// What somebody of the staff may do with apps in a portal of several classes.
pub(crate) struct Rights {
    /// An admin, or any of the staff while there is one class.
    pub(crate) manages_portal: bool,
    /// The class for which this person installs; empty for all.
    pub(crate) own_class: String,
}

impl Rights {
    pub(crate) fn of(read: &mut Read, facts: &UserFacts) -> Result<Self> {
        let manages_portal = facts.is_admin || !has_several_classes(read)?;
        let own_class =
            if manages_portal { String::new() } else { Scope::managed(facts, None)?.stored().to_owned() };
        Ok(Self { manages_portal, own_class })
    }

    /// Whether this person may change a package: below an admin only what the own class has installed and no other
    /// class has turned on.
    pub(crate) fn may_change(&self, read: &mut Read, known: &AppRow) -> Result<bool> {
        if self.manages_portal {
            return Ok(true);
        }
        let is_own = !self.own_class.is_empty() && known.installed_for == self.own_class;
        Ok(is_own && Apps::enabled_in(read, &known.name)?.iter().all(|class| *class == self.own_class))
    }
}
