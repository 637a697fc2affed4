//! App control: which apps the desktop has, and which of them are enabled (`interface 3`).
//!
//! The apps are known from the features; a feature that installs apps at run time says which ones those are
//! ([`Apps::set_installed`]). Whether one is enabled stands in `app_control`, in memory on
//! every node, and follows the event that tells the desktops. There is one switch for the whole portal
//! and one for each class; an app is enabled for a caller when both say so, and a caller whose class
//! has no switch sees the portal's (`interface 3`). The API of a disabled app answers 404 at the
//! `HttpApp`; what manages an app (`/api/admin/…`) is no part of its paths and stays open.
//!
//! A switch is kept by name, whether or not an app of that name is here: an app that comes back with a
//! release is as it was. Uninstalling an app removes its switches ([`Apps::forget`]).

mod frames;
mod installed;
mod state;

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use arc_swap::ArcSwap;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::app::App;
use crate::audit;
use crate::db::{Db, DbResult, Read};
use crate::error::{ApiError, Result};
use crate::events::{ClientFrame, Event, FeatureEvent, NewEvent};
use crate::feature::Feature;
use crate::http::Caller;
use crate::scope::Scope;
use crate::texts::{self, Text};
use crate::transaction::AppTx;
use crate::user::UserId;
use crate::{p, record, statements};
use frames::AppControlChanged;
pub(crate) use frames::FRAMES;
pub use installed::InstalledApp;
pub use state::Switch;
use state::{Closed, State};

/// What happens to apps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum AppEvent {
    /// An app was enabled or disabled, for the whole portal or for a class. The subject is its name.
    #[serde(rename_all = "camelCase")]
    Switched {
        /// The name of the app.
        app_name: String,
        /// Whether it is enabled now.
        enabled: bool,
        /// Who turned it.
        updated_by: UserId,
        /// The class for whom it was turned; none for the whole portal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        class: Option<String>,
    },
}

impl FeatureEvent for AppEvent {
    const FEATURE: &'static str = "apps";

    fn is_polled(&self) -> bool {
        true
    }
}

/// The frame that `interface 6.3` names.
pub(crate) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let shown = events.iter().filter_map(|event| {
        let frame = AppControlChanged::of(event)?;
        Some(ClientFrame::new(event.seq, &frame))
    });
    Box::pin(std::future::ready(Ok(shown.collect())))
}

statements! {
    /// Every switch.
    ALL = "select class, app_name, enabled, updated_by, updated_at from app_control";
    /// Turns one.
    SET = "insert into app_control (class, app_name, enabled, updated_by, updated_at)
           values ($1, $2, $3, $4, $5)
           on conflict (class, app_name) do update set enabled = excluded.enabled,
               updated_by = excluded.updated_by, updated_at = excluded.updated_at";
    /// Whether one is enabled.
    IS_ENABLED = "select enabled from app_control where class = $1 and app_name = $2";
    /// Removes the switches of an app.
    FORGET = "delete from app_control where app_name = $1";
    /// The classes whose own switch enables an app.
    ENABLED_IN = "select class from app_control where app_name = $1 and enabled = 1 and class <> '' order by class";
}

/// An app that comes with a feature.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// As `web/src/apps` names it.
    pub name: &'static str,
    /// What people call it.
    pub label: &'static Text,
    /// Cannot be disabled: without it nobody could enable anything again.
    pub protected: bool,
    /// Where its API begins, like `/api/countdown`; never what manages it.
    pub paths: &'static [&'static str],
}

record! {
    /// Who turned an app on or off.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Row {
        class: String,
        app_name: String,
        enabled: bool,
        updated_by: String,
        updated_at: i64,
    }
}

/// The switches as they stand at this moment, for what is delivered: what an app told while it was
/// enabled is not shown after it was disabled, however late it comes.
#[derive(Clone, Debug, Default)]
pub struct MutedFeatures(Arc<State>);

impl MutedFeatures {
    /// Whether nobody of this class is shown the events of a feature, because its apps are all disabled
    /// for them.
    #[must_use]
    pub fn covers(&self, feature: &str, class: &str) -> bool {
        self.0.closed(Some(class)).features.contains(&feature)
    }
}

/// A feature that has apps, and which those are.
#[derive(Clone, Copy, Debug)]
struct Owner {
    feature: &'static str,
    apps: &'static [BuiltIn],
}

/// The apps of this portal.
#[derive(Clone)]
pub struct Apps {
    built_in: Arc<[BuiltIn]>,
    owners: Arc<[Owner]>,
    state: Arc<ArcSwap<State>>,
}

impl Apps {
    pub(crate) async fn load(db: &Db, features: &[Feature]) -> DbResult<Self> {
        let built_in = features.iter().flat_map(|feature| feature.apps).copied().collect();
        let owners = features.iter().filter(|feature| !feature.apps.is_empty());
        let owners = owners.map(|feature| Owner { feature: feature.name, apps: feature.apps }).collect();
        let apps = Self { built_in, owners, state: Arc::default() };
        for row in db.all::<Row>(&ALL, p![]).await? {
            let Row { class, app_name, enabled, updated_by, updated_at } = row;
            let scope = Scope::from_stored(&class);
            apps.take(&scope, &app_name, &Switch { enabled, updated_by, updated_at, seq: 0 });
        }
        Ok(apps)
    }

    /// Every app that comes with a feature.
    #[must_use]
    pub fn built_in(&self) -> &[BuiltIn] {
        &self.built_in
    }

    /// Every app that was installed at run time.
    #[must_use]
    pub fn installed(&self) -> Arc<[InstalledApp]> {
        self.state.load().installed.clone()
    }

    /// The names of all apps, those of the features first.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let installed = self.installed();
        let built_in = self.built_in.iter().map(|app| app.name);
        built_in.chain(installed.iter().map(|app| app.name.as_str())).map(ToOwned::to_owned).collect()
    }

    /// From here on these are the apps that were installed at run time; each node is told by the feature
    /// that installs them.
    pub fn set_installed(&self, installed: &Arc<[InstalledApp]>) {
        self.change(|state| state.installed = installed.clone());
    }

    /// How an app was switched last in this scope; one that never was is enabled there, unless it was installed
    /// for another class.
    #[must_use]
    pub fn switch(&self, scope: &Scope, name: &str) -> Option<Switch> {
        self.state.load().switch(scope, name).cloned()
    }

    /// Whether this scope's own switch disables an app; what other switches say is not asked.
    #[must_use]
    pub fn is_off_in(&self, scope: &Scope, name: &str) -> bool {
        let state = self.state.load();
        state.is_protected(name, &self.built_in) == Some(false) && state.is_off(scope, name)
    }

    /// Whether an app is here and on for a caller of this class: the portal's switch and the class's
    /// both say so.
    #[must_use]
    pub fn is_enabled(&self, name: &str, class: &str) -> bool {
        self.is_here(name) && !self.is_off(name, class)
    }

    fn is_off(&self, name: &str, class: &str) -> bool {
        self.is_off_in(&Scope::Portal, name) || self.is_off_in(&Scope::Class(class.to_owned()), name)
    }

    /// The name of a feature if it has apps, so that it may fall silent.
    #[must_use]
    pub fn owner(&self, feature: &str) -> Option<&'static str> {
        self.owners.iter().find(|owner| owner.feature == feature).map(|owner| owner.feature)
    }

    /// What is shown to nobody at this moment.
    #[must_use]
    pub fn muted_features(&self) -> MutedFeatures {
        MutedFeatures(self.state.load_full())
    }

    fn is_here(&self, name: &str) -> bool {
        self.state.load().is_protected(name, &self.built_in).is_some()
    }

    /// Lets what an app is asked in unless the app is disabled for callers of this class; for what
    /// does not come by a path of its API, such as a frame of a socket.
    ///
    /// # Errors
    /// 404.
    pub fn admit_to(&self, name: &str, class: &str) -> Result<()> {
        if self.is_off(name, class) { Err(disabled()) } else { Ok(()) }
    }

    /// Lets a request in unless it is for a disabled app. Who the caller is, is asked only where a
    /// class has closed what the portal has not.
    ///
    /// # Errors
    /// 404.
    pub(crate) fn admit(&self, path: &str, caller: impl FnOnce() -> Option<UserId>) -> Result<()> {
        let state = self.state.load();
        if state.portal.bars(path) {
            return Err(disabled());
        }
        let is_closed_somewhere =
            state.others.bars(path) || state.classes.values().any(|closed| closed.bars(path));
        if is_closed_somewhere
            && caller().is_some_and(|user| state.closed(Scope::of_user(user).class()).bars(path))
        {
            return Err(disabled());
        }
        Ok(())
    }

    /// Turns an app on or off in a scope, tells whom it is for and writes the log; false when it was
    /// so already. The switches of other scopes stay as they are.
    ///
    /// # Errors
    /// 404 for an app that is not here, 400 for a protected one.
    pub fn set(tx: &mut AppTx, caller: &Caller, scope: &Scope, name: &str, enabled: bool) -> Result<bool> {
        let app = tx.app();
        let Some(is_protected) = app.apps.state.load().is_protected(name, &app.apps.built_in) else {
            return Err(texts::APP_UNKNOWN.with("app", name));
        };
        if is_protected && !enabled {
            return Err(texts::APP_PROTECTED.err());
        }
        tx.lock_log()?;
        let is_off_without_switch =
            app.apps.installed().iter().any(|app| app.name == name && !app.is_for(scope));
        let stored = tx.opt::<i64>(&IS_ENABLED, p![scope.stored(), name])?;
        if stored.map_or(!is_off_without_switch, |on| on != 0) == enabled {
            return Ok(false);
        }
        let actor = caller.facts.user_id;
        let class = scope.class().map(ToOwned::to_owned);
        let switched = AppEvent::Switched { app_name: name.to_owned(), enabled, updated_by: actor, class };
        let seq = tx.emit(NewEvent::new(&switched, scope.audience()).by(actor).about(name))?;
        let switch = Switch { enabled, updated_by: actor.to_string(), updated_at: tx.now(), seq };
        tx.exec(&SET, p![scope.stored(), name, enabled, &switch.updated_by, switch.updated_at])?;
        let action = if enabled { &texts::ENABLE_APP } else { &texts::DISABLE_APP };
        tx.audit(&audit::Actor::from(caller), action, name, &scope.with_class(json!({})))?;
        let (apps, scope, name) = (app.apps.clone(), scope.clone(), name.to_owned());
        tx.on_commit(move || apps.take(&scope, &name, &switch));
        Ok(true)
    }

    /// Another node may have turned one.
    pub(crate) fn follow(&self, event: &Event) {
        let Some(AppEvent::Switched { app_name, enabled, class, .. }) = AppEvent::read(event) else { return };
        let (updated_by, updated_at) = (event.actor_id.clone(), event.ts);
        let scope = class.map_or(Scope::Portal, Scope::Class);
        self.take(&scope, &app_name, &Switch { enabled, updated_by, updated_at, seq: event.seq });
    }

    /// Removes the switches of an app that is uninstalled, so that it is enabled when it comes back. `seq` is the
    /// number of the event that tells it.
    ///
    /// # Errors
    /// When the statement fails.
    pub fn forget(tx: &mut AppTx, name: &str, seq: i64) -> DbResult<()> {
        tx.exec(&FORGET, p![name])?;
        let (apps, name) = (tx.app().apps.clone(), name.to_owned());
        tx.on_commit(move || apps.forget_switches(&name, seq));
        Ok(())
    }

    /// The classes whose own switch enables an app.
    ///
    /// # Errors
    /// When the statement fails.
    pub fn enabled_in(read: &mut Read, name: &str) -> DbResult<Vec<String>> {
        read.all(&ENABLED_IN, p![name])
    }

    /// Forgets the switches of an app that another node has uninstalled. Those that were turned after the event of
    /// this number are of an app of the same name that was installed since; they stay.
    pub fn forget_switches(&self, name: &str, seq: i64) {
        self.change(|state| {
            for switches in state.switches.values_mut() {
                switches.retain(|known, switch| known != name || switch.seq > seq);
            }
        });
    }

    /// Keeps what is newest of an app in a scope.
    fn take(&self, scope: &Scope, name: &str, switch: &Switch) {
        self.change(|state| {
            let switches = state.switches.entry(scope.clone()).or_default();
            if switches.get(name).is_none_or(|known| known.seq <= switch.seq) {
                switches.insert(name.to_owned(), switch.clone());
            }
        });
    }

    /// Changes what is in memory, and settles what is closed from then on.
    fn change(&self, change: impl Fn(&mut State)) {
        self.state.rcu(|state| {
            let mut state = State::clone(state);
            change(&mut state);
            let portal = |name: &str| state.is_off(&Scope::Portal, name);
            let closed_in = |class: &str| {
                let scope = Scope::Class(class.to_owned());
                self.closed(&state.installed, |name| portal(name) || state.is_off(&scope, name))
            };
            let switched = state.switches.keys().filter_map(Scope::class);
            let installed_for = state.installed.iter().filter_map(|app| app.installed_for.as_deref());
            let classes: HashSet<&str> = switched.chain(installed_for).collect();
            let classes = classes.into_iter().map(|class| (class.to_owned(), closed_in(class))).collect();
            let (others, portal) = (closed_in(""), self.closed(&state.installed, portal));
            (state.classes, state.others, state.portal) = (classes, others, portal);
            state
        });
    }

    /// What is closed while these are off.
    fn closed(&self, installed: &[InstalledApp], is_off: impl Fn(&str) -> bool) -> Closed {
        let is_closed = |app: &&BuiltIn| !app.protected && is_off(app.name);
        let paths = self.built_in.iter().filter(is_closed).flat_map(|app| app.paths).copied();
        let closed = installed.iter().filter(|app| !app.protected && is_off(&app.name));
        let paths = paths.map(Cow::Borrowed).chain(closed.flat_map(|app| app.paths.clone()).map(Cow::Owned));
        let is_silent = |owner: &&Owner| owner.apps.iter().all(|app| is_closed(&app));
        let features = self.owners.iter().filter(is_silent).map(|owner| owner.feature).collect();
        Closed { paths: paths.collect(), features }
    }
}

fn disabled() -> ApiError {
    texts::APP_DISABLED.err()
}
