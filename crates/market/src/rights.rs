//! Who may change what in a portal of several classes.

use std::collections::BTreeSet;

use identity::admin::MANAGE_APP_CONTROL;
use identity::setup::has_several_classes;
use kernel::apps::Apps;
use kernel::db::Read;
use kernel::scope::Scope;
use kernel::user::UserFacts;
use kernel::{App, Result};
use market_package::Kind;

use crate::store::apps::{self as store, AppRow, PackageRow};
use crate::texts;

/// What somebody of the staff may do with apps in a portal of several classes.
pub(crate) struct Rights {
    /// An admin, or any of the staff while there is one class.
    pub(crate) manages_portal: bool,
    /// Whether it matters for which class something is.
    pub(crate) several_classes: bool,
    /// The class for which this person installs; empty for all.
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

    /// Whether this person makes an app of one class one for all by installing it: an admin does by the version in use.
    /// Another version is an update, which leaves it with its class.
    pub(crate) fn widens(&self, known: &AppRow, is_in_use: bool) -> bool {
        self.manages_portal && is_in_use && !known.installed_for.is_empty()
    }

    /// The class that has a package after this person has installed it; `None` for all. `known` is what is installed
    /// under its name.
    pub(crate) fn class_after(&self, known: Option<&AppRow>, is_in_use: bool) -> Option<String> {
        let class = match known {
            Some(known) if self.manages_portal && !self.widens(known, is_in_use) => &known.installed_for,
            _ => &self.own_class,
        };
        Some(class.clone()).filter(|class| !class.is_empty())
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

    /// Refuses to turn on for the own class what this person may not change: when others have another package in use
    /// under its name, which need not be what this person has looked at, and when it would stay off.
    ///
    /// # Errors
    /// 409 saying which of both.
    pub(crate) fn refuse_enabling(app: &App, current: &PackageRow, archive: &str) -> Result<()> {
        if current.archive != archive {
            let refusal = texts::ANOTHER_IN_USE.with("name", &current.app);
            return Err(refusal.with("installed", &current.version));
        }
        if app.apps.is_off_in(&Scope::Portal, &current.app) {
            return Err(texts::OFF_FOR_PORTAL.with("name", &current.app));
        }
        Ok(())
    }

    /// What is installed under a name, when somebody may change it; of this kind when one is told.
    ///
    /// # Errors
    /// 404 for what is not installed or of the other kind, 403 when other classes use it.
    pub(crate) fn require(
        read: &mut Read,
        facts: &UserFacts,
        name: &str,
        kind: Option<Kind>,
    ) -> Result<AppRow> {
        let known = store::find(read, name)?.ok_or_else(|| texts::NOT_INSTALLED.with("name", name))?;
        match kind.filter(|kind| known.kind != kind.word()) {
            None => {}
            Some(Kind::App) => return Err(texts::IS_PLUGIN.with("name", name)),
            Some(Kind::Plugin) => return Err(texts::IS_APP.with("name", name)),
        }
        if Self::of(read, facts)?.may_change(read, &known)? {
            Ok(known)
        } else {
            Err(texts::OTHER_CLASSES_USE_IT.with("name", name))
        }
    }

    /// The names of what somebody may update, roll back, set up and uninstall.
    pub(crate) fn changeable(read: &mut Read, facts: &UserFacts) -> Result<BTreeSet<String>> {
        let mut names = BTreeSet::new();
        if !facts.may(&MANAGE_APP_CONTROL) {
            return Ok(names);
        }
        let rights = Self::of(read, facts)?;
        for known in store::list(read)? {
            if rights.may_change(read, &known)? {
                names.insert(known.name);
            }
        }
        Ok(names)
    }
}
