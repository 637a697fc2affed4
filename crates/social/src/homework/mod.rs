//! Homework: one card for each subject and day, which members tick when they have done it and hand in where that is asked.
//!
//! A card is an announcement of the type homework: title, text, day, audience, reading and acknowledging are kept there,
//! under the same number, and its routes pin, delete and restore it too. What a card has beyond that stands here: subject,
//! time, pictures, whether something is handed in, and what members have done. So an announcement that a program writes is
//! a card as well, without any of these. What happens to announcements comes by [`hooks`].
//!
//! Owns the tables `homework_*` and the paths `/api/homework*` and `/api/admin/homework*`. Whoever sees the announcement
//! sees the card and its pictures. A submission is read by its member and by whoever manages the card: its files are sent by
//! a path of this feature, which asks for that right each time ([`routes::work`]).
//!
//! Writes `homework.changed` to the log for the member and for the author of the card; desktops get `homework_changed`.
//!
//! Absent on purpose: marks and comments on submissions, submissions of groups.

mod board_part;
mod cards;
mod dto;
mod edit;
mod events;
mod frames;
mod hooks;
mod model;
mod notifications;
mod pictures;
mod progress;
mod routes;
mod store;
mod submissions;
#[cfg(test)]
mod tests;
mod texts;

use kernel::apps::BuiltIn;
use kernel::http::BatchRead;
use kernel::{Feature, Routes, routes};

pub use events::HomeworkEvent;

use crate::announcements::cards::name_log_target;
use routes::{admin, member, progress as who, work};

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "homework",
    router,
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    name_log_target: Some(name_log_target),
    apps: &[BuiltIn { name: "homework", label: &texts::APP, protected: false, paths: &["/api/homework"] }],
    statements: &store::STATEMENTS,
    provides: &[
        &board_part::HOMEWORK,
        &hooks::HOMEWORK,
        &notifications::HOMEWORK,
        &notifications::NEW_HOMEWORK,
        &BatchRead("/api/homework/left"),
    ],
    frames: frames::FRAMES,
    render: Some(frames::render),
    erase_user: store::erasure::erase,
    export_user: store::erasure::export,
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(member::list_homework))
        .routes(routes!(member::homework_left))
        .routes(routes!(member::homework_subjects))
        .routes(routes!(member::get_homework))
        .routes(routes!(work::tick_homework))
        .routes(routes!(work::hand_in_homework, work::withdraw_homework))
        .routes(routes!(admin::list_staff_homework, admin::create_homework))
        .routes(routes!(admin::look_at_homework, admin::edit_homework))
        .routes(routes!(who::homework_progress))
        .routes(routes!(who::remind_homework))
        .routes(routes!(work::get_submission))
        .routes(routes!(work::get_submitted_file))
}
