//! Whose the wallpapers are: a class admin deletes those of the own class, an admin any
//! (`interface 3`). What nobody uploaded, or an admin did, is the whole portal's.

use std::collections::HashMap;

use identity::setup;
use kernel::db::{DbResult, Read};
use kernel::scope::Scope;
use kernel::user::{Tier, UserFacts};

use super::store;

/// The class of each upload, and how many classes there are.
pub(super) struct Owners {
    classes: HashMap<String, Scope>,
    /// With one class at most, what is the portal's is that class's.
    has_several_classes: bool,
}

impl Owners {
    pub(super) fn load(read: &mut Read) -> DbResult<Self> {
        let owned = store::owners(read)?;
        let classes = owned.into_iter().map(|(id, class)| (id, Scope::from_stored(&class))).collect();
        Ok(Self { classes, has_several_classes: setup::has_several_classes(read)? })
    }

    /// Whether this caller may delete the wallpaper of this id.
    pub(super) fn may_delete(&self, facts: &UserFacts, id: &str) -> bool {
        let is_theirs = match self.classes.get(id) {
            Some(Scope::Class(class)) => class == facts.user_id.class(),
            Some(Scope::Portal) | None => !self.has_several_classes,
        };
        facts.is_admin || (facts.tier() >= Tier::ClassAdmin && is_theirs)
    }
}

/// Whose an upload of this member is.
pub(super) fn of_upload(facts: &UserFacts) -> Scope {
    if facts.is_admin { Scope::Portal } else { Scope::of(facts) }
}
