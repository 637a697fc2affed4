//! Panels: the screens of classrooms, and the board that each of them shows.
//!
//! A panel is a caller of its own kind. It shows a code; an officer confirms the code, and from then on the panel shows
//! the board of that class and nothing else. No member is signed in on it. Its token lies in a cookie that browsers send
//! to `/api/panel` alone, and [`PanelCaller`] is the only extractor that takes it, so it opens nothing else.
//!
//! Owns the tables `panels` and `panels_shown` and the paths `/api/panel*` and `/api/admin/panels*`. What the board has
//! on it comes from other features: each provides a [`BoardPart`](kernel::board::BoardPart). A panel reads the board as a stream, which has a new
//! one whenever something changed that every member of the class may see. What a panel reports is what the console shows
//! of it, and tells the sender of a broadcast or an announcement that a panel has shown it ([`shown`]).
//!
//! Writes `panels.changed` to the log; the staff of the class gets `panels_changed`.
//!
//! Absent on purpose: pictures of the screen (the console draws what the panel reports), and anything that a hand at the
//! screen could change.

mod access;
mod board;
mod caller;
mod events;
mod frames;
mod log_target;
mod model;
mod routes;
mod shown;
mod store;
mod streams;
#[cfg(test)]
mod tests;
mod texts;

use kernel::Feature;
use kernel::limits::Limit;

pub use caller::TOKEN_COOKIE;
pub use events::PanelEvent;
pub use shown::{PanelCount, SentItem, ShownKind, counts};

/// Codes that screens ask for.
static PAIRINGS: Limit = Limit::new(
    "panel-pairings",
    "RATE_LIMIT_PANEL_PAIRINGS",
    "20/600",
    "codes for classroom screens per address",
);
/// Codes that officers enter.
static CODES: Limit = Limit::new(
    "panel-codes",
    "RATE_LIMIT_PANEL_CODES",
    "40/600",
    "codes of classroom screens entered per member",
);
/// What panels report, and the streams that they open.
static REPORTS: Limit = Limit::new(
    "panel-reports",
    "RATE_LIMIT_PANEL_REPORTS",
    "60/60",
    "reports and streams per classroom screen",
);

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "panels",
    router: routes::router,
    limits: &[&PAIRINGS, &CODES, &REPORTS],
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    name_log_target: Some(log_target::name),
    statements: store::STATEMENTS,
    state: |state, _| state.insert(streams::Streams::default()),
    on_event: Some(streams::follow_event),
    frames: frames::FRAMES,
    render: Some(frames::render),
    erase_user: store::erase,
    ..Feature::EMPTY
};

/// The features of this crate.
pub const FEATURES: &[Feature] = &[FEATURE];
