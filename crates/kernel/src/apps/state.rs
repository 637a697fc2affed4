//! What a node has in memory of the apps: the switches, and what they close.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::{BuiltIn, InstalledApp};
use crate::scope::Scope;

/// How an app was switched last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Whether it is on.
    pub enabled: bool,
    /// The user ID of whoever turned it.
    pub updated_by: String,
    /// When, in milliseconds.
    pub updated_at: i64,
    /// The number of the event that told it; what is older changes nothing.
    pub(super) seq: i64,
}

/// What is closed while apps are disabled.
#[derive(Clone, Debug, Default)]
pub(super) struct Closed {
    /// Where their API begins.
    pub(super) paths: Vec<Cow<'static, str>>,
    /// The features whose apps are all disabled.
    pub(super) features: Vec<&'static str>,
}

impl Closed {
    pub(super) fn bars(&self, path: &str) -> bool {
        let begins = |start: &Cow<'static, str>| {
            path.strip_prefix(&**start).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.paths.iter().any(begins)
    }
}

/// What is in memory.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub(super) installed: Arc<[InstalledApp]>,
    pub(super) switches: HashMap<Scope, HashMap<String, Switch>>,
    /// What the portal's switches close for everyone.
    pub(super) portal: Closed,
    /// What is closed for a class, the portal's included; classes without switches are not here.
    pub(super) classes: HashMap<String, Closed>,
    /// What is closed for the classes that are not there.
    pub(super) others: Closed,
}

impl State {
    /// What is closed for a caller of this class; none has what the portal's switches close.
    pub(super) fn closed(&self, class: Option<&str>) -> &Closed {
        class.map_or(&self.portal, |class| self.classes.get(class).unwrap_or(&self.others))
    }

    pub(super) fn switch(&self, scope: &Scope, name: &str) -> Option<&Switch> {
        self.switches.get(scope)?.get(name)
    }

    /// Whether the switch of a scope is off. Without one, only an app that was installed for another class is.
    pub(super) fn is_off(&self, scope: &Scope, name: &str) -> bool {
        match self.switch(scope, name) {
            Some(switch) => !switch.enabled,
            None => self.installed.iter().any(|app| app.name == name && !app.is_for(scope)),
        }
    }

    /// Whether an app can be disabled; none when it is not here.
    pub(super) fn is_protected(&self, name: &str, built_in: &[BuiltIn]) -> Option<bool> {
        let built_in = built_in.iter().find(|app| app.name == name).map(|app| app.protected);
        built_in.or_else(|| self.installed.iter().find(|app| app.name == name).map(|app| app.protected))
    }
}
