//! Broadcasts: what staff say to everyone now, rolled by the island of each desktop.
//!
//! A broadcast is for this moment: it is heard live, shown again to whoever was away while it lasts,
//! and over when it expires or is ended. What a class should keep, look up and acknowledge is an
//! announcement.
//!
//! Owns the tables `broadcasts*` and the paths `/api/admin/broadcasts*`, `/api/broadcasts*` and, as
//! the contract places it there, `/api/assets/broadcasts`. Sending writes one row and one event,
//! however many hear it; the event carries an id, and what clients are shown takes the words from the
//! row. Whoever has seen one says so, which is the count, and what the member's other devices hear.
//!
//! Absent on purpose: copies per member, sound and colour (the desktop's).

mod board_part;
mod events;
mod frames;
mod log_target;
mod model;
mod recipients;
mod routes;
mod send;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use kernel::user::Permission;
use kernel::{Feature, Routes, routes};

pub use events::BroadcastEvent;

/// What officers may do to broadcasts.
pub static MANAGE_BROADCASTS: Permission =
    Permission { id: "manage_broadcasts", name: &texts::MANAGE, about: &texts::MANAGE_ABOUT };

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "broadcasts",
    router,
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    name_log_target: Some(log_target::name),
    permissions: &[&MANAGE_BROADCASTS],
    statements: store::STATEMENTS,
    provides: &[&board_part::BROADCASTS],
    frames: frames::FRAMES,
    render: Some(frames::render),
    erase_user: store::erase,
    export_user: store::export,
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(routes::list_broadcasts, routes::send_broadcast))
        .routes(routes!(routes::end_broadcast))
        .routes(routes!(recipients::list_broadcast_recipients))
        .routes(routes!(routes::mark_broadcast_seen))
        .routes(routes!(routes::newest_broadcasts))
}
