//! What a feature tells the kernel about itself.

use std::any::Any;
use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use serde_json::Value;

use crate::app::{App, StateMap};
use crate::apps::BuiltIn;
use crate::audit::{Action, Entry, LogWord, TargetName};
use crate::config::{AnyVariable, Config, ConfigError, VARIABLES};
use crate::db::{DbResult, Read, Statement, Tx};
use crate::error::Result;
use crate::events::{Consumer, Event, Render};
use crate::frames::FrameType;
use crate::http::Routes;
use crate::limits::{self, Limit};
use crate::texts;
use crate::user::{Permission, UserFacts, UserId};

/// Names the target of an act for a reader of the operation log.
pub type NameLogTarget = fn(&App, &mut Read, &UserFacts, &Entry) -> Result<TargetName>;

/// One area of the interface. The server lists the `FEATURE` value of each feature once.
#[derive(Clone, Copy)]
pub struct Feature {
    /// The one word that names it everywhere.
    pub name: &'static str,
    /// Its routes, with full paths.
    pub router: fn() -> Routes,
    /// The apps of the desktop that live in it, for app control.
    pub apps: &'static [BuiltIn],
    /// The variables that it reads, but for those of its limits.
    pub variables: &'static [&'static dyn AnyVariable],
    /// Refuses or warns about variables that do not go together, before anything is opened.
    pub check_config: fn(&Config, &mut Vec<String>) -> std::result::Result<(), ConfigError>,
    /// The limits that callers draw from here.
    pub limits: &'static [&'static Limit],
    /// What officers may be allowed here.
    pub permissions: &'static [&'static Permission],
    /// Headers of its own that front ends of other origins may send (`interface 5.7`).
    pub request_headers: &'static [&'static str],
    /// What it writes to the operation log.
    pub actions: &'static [&'static Action],
    /// The words of the details of its acts, for the log's readers.
    pub log_words: &'static [LogWord],
    /// Names the target of one of its acts for somebody who reads the log; targets that are members need none.
    pub name_log_target: Option<NameLogTarget>,
    /// Its SQL, for the test that prepares every statement on both engines.
    pub statements: &'static [&'static Statement],
    /// Puts what it holds in memory into the app, before the app is shared.
    pub state: fn(&mut StateMap, &Config),
    /// Runs before the port opens: loading lists, settling stored flags.
    pub start: fn(App) -> BoxFuture<'static, Result<()>>,
    /// Reads the event log as it grows.
    pub on_event: Option<fn(&App, &Event)>,
    /// The frames that it sends to clients. Members may publish nothing under their names.
    pub frames: &'static [FrameType],
    /// What clients are shown of its events; without it the plain rows.
    pub render: Option<Render>,
    /// Durable work that follows the event log.
    pub consumers: &'static [&'static Consumer],
    /// What it provides to a feature of a lower crate, which declares the type and asks for all values of
    /// it with [`provided`]: the kernel need not know either.
    pub provides: &'static [&'static (dyn Any + Send + Sync)],
    /// Its line in the health answer.
    pub health: Option<fn(&App) -> Health>,
    /// Forgets everything the user owns here.
    pub erase_user: fn(&mut Tx, &UserId) -> DbResult<()>,
    /// What the user may take along; `None` when nothing of them is here.
    pub export_user: fn(&mut Read, &UserId) -> DbResult<Option<Value>>,
}

impl Feature {
    /// A feature with nothing in it; real ones write `Feature { name: "…", ..Feature::EMPTY }`.
    pub const EMPTY: Self = Self {
        name: "",
        router: Routes::new,
        apps: &[],
        variables: &[],
        check_config: |_, _| Ok(()),
        limits: &[],
        permissions: &[],
        request_headers: &[],
        actions: &[],
        log_words: &[],
        name_log_target: None,
        statements: &[],
        state: |_, _| {},
        start: |_| Box::pin(async { Ok(()) }),
        on_event: None,
        frames: &[],
        render: None,
        consumers: &[],
        provides: &[],
        health: None,
        erase_user: |_, _| Ok(()),
        export_user: |_, _| Ok(None),
    };
}

/// Every variable of the kernel and of these features, in the order of `.env.example`.
pub fn variables(features: &[Feature]) -> Vec<&'static dyn AnyVariable> {
    let own = features.iter().flat_map(|feature| feature.variables.iter().copied());
    let limits = limits(features).map(|limit| &limit.variable as &dyn AnyVariable);
    VARIABLES.iter().copied().chain(own).chain(limits).collect()
}

/// Every limit of the kernel and of these features.
pub fn limits(features: &[Feature]) -> impl Iterator<Item = &'static Limit> {
    limits::LIMITS.iter().chain(features.iter().flat_map(|feature| feature.limits)).copied()
}

/// Everything that these features let officers be allowed.
pub fn permissions(features: &[Feature]) -> impl Iterator<Item = &'static Permission> {
    features.iter().flat_map(|feature| feature.permissions).copied()
}

/// Everything of a type that these features provide.
pub fn provided<T: 'static>(features: &[Feature]) -> impl Iterator<Item = &'static T> {
    features.iter().flat_map(|feature| feature.provides).filter_map(|value| value.downcast_ref())
}

/// All frames that the kernel and these features send to clients.
pub fn frames(features: &[Feature]) -> impl Iterator<Item = &'static FrameType> {
    crate::apps::FRAMES.iter().chain(features.iter().flat_map(|feature| feature.frames))
}

/// Every act that the operation log may name.
pub fn actions(features: &[Feature]) -> impl Iterator<Item = &'static Action> {
    texts::ACTIONS.iter().chain(features.iter().flat_map(|feature| feature.actions)).copied()
}

/// The feature that writes acts of this name to the operation log.
pub fn writer<'a>(features: &'a [Feature], action: &str) -> Option<&'a Feature> {
    features.iter().find(|feature| feature.actions.iter().any(|known| known.id == action))
}

/// Every word of the details of acts.
pub fn log_words(features: &[Feature]) -> impl Iterator<Item = &'static LogWord> {
    texts::LOG_WORDS.iter().chain(features.iter().flat_map(|feature| feature.log_words))
}

/// Builds the configuration of these features from names and values.
///
/// # Errors
/// The first variable that does not fit, or does not go with another.
pub fn config(
    given: &BTreeMap<String, String>,
    features: &[Feature],
) -> std::result::Result<Config, ConfigError> {
    let mut config = Config::new(given, variables(features))?;
    let mut warnings = std::mem::take(&mut config.warnings);
    for feature in features {
        (feature.check_config)(&config, &mut warnings)?;
    }
    config.warnings = warnings;
    Ok(config)
}

/// A feature's line in the health answer (`interface 2.9`).
#[derive(Clone, Debug)]
pub struct Health {
    /// Key under `checks`.
    pub name: &'static str,
    /// `ok`, `warning` or `not_configured` are healthy; anything else makes the answer 503.
    pub status: &'static str,
    /// For the operator; never paths, names or addresses.
    pub details: Option<String>,
}
