//! Countdown: the days that a member or a class looks forward to.
//!
//! Owns the table `countdown_items` and the paths `/api/countdown*`. Each row belongs to a class, or to one member, and
//! then nobody else sees it. It tells the event log what changed, and when a day has come; it reminds members on the days
//! that they have chosen. The calendar shows the days, and the list has the events of the calendar that ask for it. The
//! hundred days before a day show how many of the class checked in on each, which `identity::level` counts.
//!
//! This is the example feature. A feature of its own has the same files: the public API (`mod.rs`), `routes.rs`
//! (HTTP), `access.rs` (whose it is, and who may change it), `change.rs` (writing), `dto.rs` (answers), `model.rs` (nouns
//! and rules, pure), `store.rs` (all SQL), `events.rs` (what it tells the event log), `frames.rs` (what desktops hear of
//! it), `notifications.rs` (what members are told), `texts.rs` (what people read) and `tests` (through `HttpApp`).
//! `search.rs` is what it adds to the search of all features, `calendar.rs` what it adds to the calendar, `inbound.rs`
//! what integrations may do here, `reached.rs` and `remind.rs` its tasks. It has no rights and limits of its own;
//! `crates/social/src/broadcasts` and `crates/social/src/chat` have.

mod access;
mod board_part;
mod calendar;
mod change;
mod days;
mod dto;
mod events;
mod frames;
mod inbound;
mod model;
mod notifications;
mod reached;
mod remind;
mod routes;
mod search;
mod store;
mod suggestions;
#[cfg(test)]
mod tests;
mod texts;

use kernel::apps::BuiltIn;
use kernel::http::BatchRead;
use kernel::{Feature, Routes, routes};

pub use events::CountdownEvent;

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "countdown",
    router,
    apps: &[BuiltIn { name: "countdown", label: &texts::APP, protected: false, paths: &["/api/countdown"] }],
    actions: texts::ACTIONS,
    statements: store::STATEMENTS,
    start: |app| {
        Box::pin(async move {
            reached::start(app.clone());
            remind::start(app);
            Ok(())
        })
    },
    provides: &[
        &board_part::COUNTDOWN,
        &calendar::COUNTDOWN_DAYS,
        &inbound::COUNTDOWN_CREATE,
        &notifications::COUNTDOWN_REMINDER,
        &reached::COUNTDOWN_REACHED,
        &search::COUNTDOWNS,
        &BatchRead("/api/countdown"),
    ],
    frames: frames::FRAMES,
    render: Some(frames::render),
    erase_user: store::erase,
    export_user: store::export,
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(routes::list_countdowns, routes::create_countdown))
        .routes(routes!(suggestions::countdown_suggestions))
        .routes(routes!(routes::get_countdown, routes::update_countdown, routes::delete_countdown))
        .routes(routes!(days::countdown_days))
}
