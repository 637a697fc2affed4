//! What a room tells the kernel about itself.

use futures_util::future::BoxFuture;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;

use crate::app::{App, StateMap};
use crate::config::Config;
use crate::db::{DbResult, Read, Statement, Tx};
use crate::error::Result;
use crate::events::Event;
use crate::http::Caller;
use crate::search::{Hit, Query};
use crate::user::UserId;

/// One area of the interface. The server lists the `ROOM` value of each room once.
#[derive(Clone, Copy)]
pub struct Room {
    /// The one word that names it everywhere.
    pub name: &'static str,
    /// Its routes, with full paths.
    pub router: fn() -> OpenApiRouter<App>,
    /// Its SQL, for the test that prepares every statement on both engines.
    pub statements: &'static [&'static Statement],
    /// Puts what it holds in memory into the app, before the app is shared.
    pub state: fn(&mut StateMap, &Config),
    /// Runs before the port opens: loading lists, settling stored flags.
    pub start: fn(App) -> BoxFuture<'static, Result<()>>,
    /// Reads the event log as it grows.
    pub on_event: Option<fn(&App, &Event)>,
    /// The groups that a user is in, by their UUIDs, from memory: the audiences `group:UUID`.
    pub groups: fn(&App, &UserId) -> Vec<String>,
    /// Its line in the health answer.
    pub health: Option<fn(&App) -> Health>,
    /// What fits a question, best first, at most [`crate::search::MAX_HITS`]: only what the caller
    /// may see, which the room's own query decides.
    pub search: fn(&mut Read, &Caller, &Query) -> DbResult<Vec<Hit>>,
    /// Forgets everything the user owns here.
    pub erase_user: fn(&mut Tx, &UserId) -> DbResult<()>,
    /// What the user may take along; `None` when nothing of them is here.
    pub export_user: fn(&mut Read, &UserId) -> DbResult<Option<Value>>,
}

impl Room {
    /// A room with nothing in it; real ones write `Room { name: "…", ..Room::EMPTY }`.
    pub const EMPTY: Self = Self {
        name: "",
        router: OpenApiRouter::new,
        statements: &[],
        state: |_, _| {},
        start: |_| Box::pin(async { Ok(()) }),
        on_event: None,
        groups: |_, _| Vec::new(),
        health: None,
        search: |_, _, _| Ok(Vec::new()),
        erase_user: |_, _| Ok(()),
        export_user: |_, _| Ok(None),
    };
}

/// A room's line in the health answer (`interface 2.9`).
#[derive(Clone, Debug)]
pub struct Health {
    /// Key under `checks`.
    pub name: &'static str,
    /// `ok`, `warning` or `not_configured` are healthy; anything else makes the answer 503.
    pub status: &'static str,
    /// For the operator; never paths, names or addresses.
    pub details: Option<String>,
}
