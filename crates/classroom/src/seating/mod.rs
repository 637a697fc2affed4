//! Seating: who sits where in the room of a class.
//!
//! Owns the tables `seating_*` and the paths `/api/seating*`. Each save is kept as a revision, of which the last 30 stay.
//! An arrangement ([`arrange`]) is only proposed; a shuffle follows from its seed.
//!
//! Writes `seating.changed` to the log; desktops get `seating_changed` and ask again.
//!
//! Absent on purpose: several rooms for a class, and wishes of pupils.

mod arrange;
mod events;
mod frames;
mod model;
mod routes;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use kernel::apps::BuiltIn;
use kernel::{Feature, Routes, routes};

pub use events::SeatingEvent;

/// The feature. Its app shows the draws too.
pub const FEATURE: Feature = Feature {
    name: "seating",
    router,
    apps: &[BuiltIn {
        name: "seating",
        label: &texts::APP,
        protected: false,
        paths: &["/api/seating", "/api/picker"],
    }],
    actions: texts::ACTIONS,
    statements: store::STATEMENTS,
    frames: frames::FRAMES,
    render: Some(frames::render),
    erase_user: store::erase,
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(routes::get_seating, routes::put_seating))
        .routes(routes!(routes::list_seating_revisions))
        .routes(routes!(routes::restore_seating_revision))
        .routes(routes!(routes::arrange_seating))
}
