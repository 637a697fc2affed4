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
    /// Whether it matters for which class something is.
    pub(crate) several_classes: bool,
    /// The class for which this person installs; empty for all. It holds for what is there already too: an admin makes
    /// it one for all classes, everyone else may change what is the own class's alone, and turns the rest on for it.
    pub(crate) own_class: String,
}

impl Rights {
    pub(crate) fn of(read: &mut Read, facts: &UserFacts) -> Result<Self> {
        let several_classes = has_several_classes(read)?;
        let manages_portal = facts.is_admin || !several_classes;
        let own_class =
            if manages_portal { String::new() } else { Scope::managed(facts, None)?.stored().to_owned() };
        Ok(Self { manages_portal, several_classes, own_class })
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
