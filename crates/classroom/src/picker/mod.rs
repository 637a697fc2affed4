//! Picker: who is drawn at random, so that everyone can compute it again.
//!
//! Owns the tables `picker_*` and the paths `/api/picker*`, which belong to the app of the seats. A draw keeps its seed,
//! its candidates and how often each was drawn before; who is drawn follows from these ([`model::draw`]).
//!
//! Writes `picker.drawn` and `.lists_changed` to the log; desktops get `picker_drawn` and `picker_changed`.
//!
//! Absent on purpose: weights by hand, marks for answers.

mod events;
mod frames;
mod model;
mod routes;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use kernel::Feature;
use kernel::limits::Limit;

pub use events::PickerEvent;

/// Draws.
static DRAWS: Limit =
    Limit::new("picker-draws", "RATE_LIMIT_PICKER_DRAWS", "60/60", "draws of pupils at random per member");

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "picker",
    router: routes::router,
    limits: &[&DRAWS],
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    statements: store::STATEMENTS,
    frames: frames::FRAMES,
    render: Some(frames::render),
    erase_user: store::erase,
    export_user: store::export,
    ..Feature::EMPTY
};
