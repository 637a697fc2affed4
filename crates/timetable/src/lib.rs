//! The timetable: which lessons a class and its members have, on which dates, and what differs on single days.
//!
//! Owns the tables `timetable_*` and the paths `/api/timetable*`. What a day looks like is decided by the pure crate
//! `school-clock`; this feature keeps what it needs, and says who may change it. [`calendar`] is where other features
//! ask about school days. Every save of a timetable is kept as a revision, so that each save and each deletion can be
//! undone; a change of single days answers what was there before, which undoes it when it is sent again.
//!
//! Writes `timetable.changed` and `timetable.public_days_changed` to the log; desktops get `timetable_changed` and ask again. The words of a timetable are
//! in no event.
//!
//! Absent on purpose: lessons of other classes, marks, attendance.

mod access;
mod board_part;
pub mod calendar;
mod dto;
mod events;
mod frames;
mod model;
mod notifications;
mod problems;
mod public_days;
mod routes;
mod service;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use kernel::apps::BuiltIn;
use kernel::http::BatchRead;
use kernel::user::Permission;
use kernel::{Feature, Routes, routes};

pub use events::TimetableEvent;

use routes::{days, exports, files, public_years, revisions, timetables};

/// What officers may do to the timetable of their class.
pub static MANAGE_TIMETABLE: Permission =
    Permission { id: "manage_timetable", name: &texts::MANAGE, about: &texts::MANAGE_ABOUT };

/// The features of this crate.
pub const FEATURES: &[Feature] = &[FEATURE];

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "timetable",
    router,
    apps: &[BuiltIn { name: "timetable", label: &texts::APP, protected: false, paths: &["/api/timetable"] }],
    permissions: &[&MANAGE_TIMETABLE],
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    statements: &store::STATEMENTS,
    state: |state, _| state.insert(files::FilePermits::default()),
    provides: &[
        &board_part::TIMETABLE,
        &calendar::LEVEL_SCHOOL_DAYS,
        &notifications::TIMETABLE_CHANGE,
        &BatchRead("/api/timetable/days"),
    ],
    frames: frames::FRAMES,
    render: Some(frames::render),
    erase_user: store::timetables::erase,
    export_user: store::timetables::export,
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(timetables::list_timetables, timetables::create_timetable))
        .routes(routes!(days::list_days, days::change_days))
        .routes(routes!(days::now))
        .routes(routes!(files::read_file))
        .routes(routes!(files::read_grid))
        .routes(routes!(exports::template))
        .routes(routes!(public_years::public_days))
        .routes(routes!(public_years::set_public_days, public_years::reset_public_days))
        .routes(routes!(
            timetables::get_timetable,
            timetables::update_timetable,
            timetables::delete_timetable
        ))
        .routes(routes!(revisions::list_revisions))
        .routes(routes!(revisions::restore_revision))
        .routes(routes!(revisions::undo_save))
        .routes(routes!(exports::export_timetable))
}
