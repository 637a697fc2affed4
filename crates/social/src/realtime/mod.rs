//! Realtime: events for apps and plugins over HTTP long poll (`interface 4.6`, `6.1`).
//!
//! Owns the table `realtime_events` and the paths `/api/realtime/*`. It carries what members publish
//! and what the server tells everyone (streams `extension` and `system` of the log), nothing else:
//! chat has a poll of its own. Nothing is queued per poll. One task reads the log and builds each
//! frame once ([`feed`]); a registration is a place in it ([`parking`]), and a poll that finds
//! nothing is parked until the task shows something its caller may see ([`poll`]).
//!
//! Absent on purpose: sockets, delivery to those who are away for longer than the log is kept.

mod feed;
mod jobs;
mod model;
mod parking;
mod poll;
mod routes;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};

use kernel::{App, Room};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The room.
pub const ROOM: Room = Room {
    name: "realtime",
    router,
    statements: store::STATEMENTS,
    state: |state, _| state.insert(Hub::default()),
    start: |app| Box::pin(jobs::start(app)),
    erase_user: store::delete_all_of,
    export_user: store::export_all_of,
    ..Room::EMPTY
};

fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(routes::register_poll))
        .routes(routes!(routes::poll_events))
        .routes(routes!(routes::publish_event))
        .routes(routes!(routes::unregister_poll))
}

/// Whether polls see everything up to this number.
#[cfg(test)]
pub(crate) fn shows(app: &App, seq: i64) -> bool {
    app.state::<Hub>().feed.shown().seq >= seq
}

/// What the room holds in memory.
#[derive(Default)]
struct Hub {
    feed: feed::Feed,
    parking: Arc<parking::Parking>,
    /// Answers with events since frames were last shown: how busy it is.
    answers: AtomicU64,
    /// This process, as its poll ids begin.
    node: OnceLock<String>,
}
