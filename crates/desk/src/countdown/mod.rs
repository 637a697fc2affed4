//! Countdown: the days a member looks forward to.
//!
//! Owns the table `countdown_items` and the paths `/api/countdown*`. Each row belongs to one member
//! and nobody else sees it. It tells the event log what changed, and when a day has come. The calendar shows the days,
//! and the list has the events of the calendar that ask for it.
//!
//! This is the example feature. A feature of its own has the same files: the public API (`mod.rs`), `routes.rs`
//! (HTTP), `model.rs` (nouns and rules, pure), `store.rs` (all SQL), `events.rs` (what it tells the event log),
//! `texts.rs` (what people read) and `tests.rs` (through `HttpApp`). `search.rs` is what it adds to the search of
//! all features, `calendar.rs` what it adds to the calendar, `inbound.rs` what integrations may do here, `reached.rs` the
//! task that tells of days that have come. It has no frames, rights, limits or acts of its own; `crates/social/src/broadcasts` and
//! `crates/social/src/chat` have.

mod calendar;
mod events;
mod inbound;
mod model;
mod reached;
mod routes;
mod search;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use kernel::apps::BuiltIn;
use kernel::{Feature, Routes, routes};

pub use events::CountdownEvent;

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "countdown",
    router,
    apps: &[BuiltIn { name: "countdown", label: &texts::APP, protected: false, paths: &["/api/countdown"] }],
    statements: store::STATEMENTS,
    start: |app| Box::pin(reached::start(app)),
    provides: &[
        &calendar::COUNTDOWN_DAYS,
        &inbound::COUNTDOWN_CREATE,
        &reached::COUNTDOWN_REACHED,
        &search::COUNTDOWNS,
    ],
    erase_user: store::delete_all_of,
    export_user: store::export_all_of,
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new().routes(routes!(routes::list_countdowns, routes::create_countdown)).routes(routes!(
        routes::get_countdown,
        routes::update_countdown,
        routes::delete_countdown
    ))
}
