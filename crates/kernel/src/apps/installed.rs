//! Apps that were installed while the portal runs.

use crate::scope::Scope;

/// An app, or a plugin, that does not come with a feature. Whoever installs it tells the kernel of it, so that it has
/// switches as the apps of the features have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalledApp {
    /// Its name, which no other app has.
    pub name: String,
    /// What people call it, in its author's language.
    pub label: String,
    /// Cannot be disabled.
    pub protected: bool,
    /// Where its API begins, like `/api/gomoku`.
    pub paths: Vec<String>,
    /// The class, two digits, for which alone it was installed: the others have it off until they turn it on.
    /// None for all classes.
    pub installed_for: Option<String>,
}

impl InstalledApp {
    /// Whether it is on in a scope that has no switch for it.
    #[must_use]
    pub(super) fn is_for(&self, scope: &Scope) -> bool {
        match (&self.installed_for, scope) {
            (Some(own), Scope::Class(class)) => own == class,
            (None, _) | (_, Scope::Portal) => true,
        }
    }
}
