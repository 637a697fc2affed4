//! App control: which apps the desktop has, and which of them are enabled (`interface 3`, market app).
//!
//! The apps are known from the rooms. Whether one is enabled stands in `app_control`, in memory on
//! every node, and follows the event that tells the desktops. The API of a disabled app answers 404
//! at the front door; what manages an app (`/api/admin/…`) is no part of its paths and stays open.
//!
//! A switch is kept by name, whether or not an app of that name is here: an app that comes back is
//! as it was.

use std::collections::HashMap;
use std::sync::Arc;

use arc_swap::ArcSwap;
use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::app::App;
use crate::audit;
use crate::db::{Db, DbResult, Tx};
use crate::error::{ApiError, Result};
use crate::events::{Audience, Event, NewEvent};
use crate::http::Caller;
use crate::room::Room;
use crate::texts::{self, Text};
use crate::{p, record, statements};

/// The event, in the stream `system` (`interface 6.3`).
const CHANGED: &str = "market_app_control_changed";

statements! {
    /// Every switch.
    ALL = "select app_name, enabled, updated_by, updated_at from app_control";
    /// Turns one.
    SET = "insert into app_control (app_name, enabled, updated_by, updated_at) values ($1, $2, $3, $4)
           on conflict (app_name) do update set enabled = excluded.enabled, updated_by = excluded.updated_by,
               updated_at = excluded.updated_at";
    /// Whether one is enabled.
    IS_ENABLED = "select enabled from app_control where app_name = $1";
}

/// An app that comes with a room.
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
        app_name: String,
        enabled: bool,
        updated_by: String,
        updated_at: i64,
    }
}

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
    seq: i64,
}

/// What is in memory.
#[derive(Clone, Debug, Default)]
struct State {
    switches: HashMap<String, Switch>,
    /// Where the API of disabled apps begins.
    closed: Vec<&'static str>,
    /// The streams of rooms whose apps are all disabled.
    silent: Silent,
}

/// Streams of the log that nobody is shown now, see [`Apps::silent`].
pub type Silent = Arc<[&'static str]>;

/// A stream of a room that has apps, and which those are.
#[derive(Clone, Copy, Debug)]
struct Stream {
    name: &'static str,
    apps: &'static [BuiltIn],
}

/// The apps of this portal.
#[derive(Clone)]
pub struct Apps {
    built_in: Arc<[BuiltIn]>,
    streams: Arc<[Stream]>,
    state: Arc<ArcSwap<State>>,
}

impl Apps {
    pub(crate) async fn load(db: &Db, rooms: &[Room]) -> DbResult<Self> {
        let built_in = rooms.iter().flat_map(|room| room.apps).copied().collect();
        let streams = rooms.iter().filter(|room| !room.apps.is_empty()).flat_map(|room| {
            let shown = room.shows.iter().map(|(name, _)| *name).filter(|name| *name != room.name);
            shown.chain([room.name]).map(|name| Stream { name, apps: room.apps })
        });
        let apps = Self { built_in, streams: streams.collect(), state: Arc::default() };
        for row in db.all::<Row>(&ALL, p![]).await? {
            let Row { app_name, enabled, updated_by, updated_at } = row;
            apps.take(&app_name, &Switch { enabled, updated_by, updated_at, seq: 0 });
        }
        Ok(apps)
    }

    /// Every app and how it was switched last; one that never was is enabled.
    #[must_use]
    pub fn list(&self) -> Vec<(BuiltIn, Option<Switch>)> {
        let state = self.state.load();
        self.built_in.iter().map(|app| (*app, state.switches.get(app.name).cloned())).collect()
    }

    /// Whether an app is here and on.
    #[must_use]
    pub fn is_enabled(&self, name: &str) -> bool {
        self.find(name).is_some_and(|app| app.protected || !self.is_off(name))
    }

    fn is_off(&self, name: &str) -> bool {
        self.state.load().switches.get(name).is_some_and(|switch| !switch.enabled)
    }

    /// What a stream is called here if it belongs to apps, so that it may fall silent.
    #[must_use]
    pub fn stream(&self, name: &str) -> Option<&'static str> {
        self.streams.iter().find(|stream| stream.name == name).map(|stream| stream.name)
    }

    /// The streams whose apps are all disabled at this moment: what they told is shown to nobody,
    /// however late they come.
    #[must_use]
    pub fn silent(&self) -> Silent {
        self.state.load().silent.clone()
    }

    fn find(&self, name: &str) -> Option<&BuiltIn> {
        self.built_in.iter().find(|app| app.name == name)
    }

    /// Lets what an app is asked in unless the app is disabled; for what does not come by a path of
    /// its API, such as a frame of a socket.
    ///
    /// # Errors
    /// 404.
    pub fn admit_to(&self, name: &str) -> Result<()> {
        let is_closed = self.find(name).is_some_and(|app| !app.protected && self.is_off(name));
        if is_closed { Err(disabled()) } else { Ok(()) }
    }

    /// Lets a request in unless it is for a disabled app.
    ///
    /// # Errors
    /// 404.
    pub(crate) fn admit(&self, path: &str) -> Result<()> {
        let begins = |start: &&str| {
            path.strip_prefix(*start).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        if self.state.load().closed.iter().any(begins) {
            return Err(disabled());
        }
        Ok(())
    }

    /// Turns an app on or off, tells everyone and writes the log; false when it was so already.
    ///
    /// # Errors
    /// 404 for an app that is not here, 400 for a protected one.
    pub fn set(app: &App, tx: &mut Tx, caller: &Caller, name: &str, enabled: bool) -> Result<bool> {
        let Some(found) = app.apps.find(name) else {
            return Err(ApiError::new(StatusCode::NOT_FOUND, texts::APP_UNKNOWN.with("app", name)));
        };
        if found.protected && !enabled {
            return Err((&texts::APP_PROTECTED).into());
        }
        app.events.hold(tx)?;
        if tx.opt::<i64>(&IS_ENABLED, p![name])?.is_none_or(|on| on != 0) == enabled {
            return Ok(false);
        }
        let actor = caller.facts.user_id;
        let event = NewEvent {
            stream: "system",
            what: CHANGED,
            audience: Audience::All,
            actor: Some(actor),
            subject: name,
            data: json!({ "appName": name, "enabled": enabled, "updatedBy": actor }),
        };
        let seq = app.events.append(tx, event)?;
        let switch = Switch { enabled, updated_by: actor.to_string(), updated_at: app.clock.now_ms(), seq };
        tx.exec(&SET, p![name, enabled, &switch.updated_by, switch.updated_at])?;
        let action = if enabled { "enable_app" } else { "disable_app" };
        audit::record(app, tx, &audit::Actor::from(caller), action, name, &json!({}))?;
        let (apps, name) = (app.apps.clone(), name.to_owned());
        tx.on_commit(move || apps.take(&name, &switch));
        Ok(true)
    }

    /// Another node may have turned one.
    pub(crate) fn follow(&self, event: &Event) {
        if event.stream != "system" || event.kind.strip_prefix("system.") != Some(CHANGED) {
            return;
        }
        let data: Value = serde_json::from_str(&event.data).unwrap_or_default();
        if let Some(enabled) = data["enabled"].as_bool() {
            let (updated_by, updated_at) = (event.actor_id.clone(), event.ts);
            self.take(&event.subject_id, &Switch { enabled, updated_by, updated_at, seq: event.seq });
        }
    }

    /// Keeps what is newest of an app.
    fn take(&self, name: &str, switch: &Switch) {
        self.state.rcu(|state| {
            let mut state = State::clone(state);
            if state.switches.get(name).is_none_or(|known| known.seq <= switch.seq) {
                state.switches.insert(name.to_owned(), switch.clone());
            }
            let is_off = |app: &&BuiltIn| {
                !app.protected && state.switches.get(app.name).is_some_and(|switch| !switch.enabled)
            };
            state.closed = self.built_in.iter().filter(is_off).flat_map(|app| app.paths).copied().collect();
            let is_silent = |stream: &&Stream| stream.apps.iter().all(|app| is_off(&app));
            state.silent = self.streams.iter().filter(is_silent).map(|stream| stream.name).collect();
            state
        });
    }
}

fn disabled() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, &texts::APP_DISABLED)
}
