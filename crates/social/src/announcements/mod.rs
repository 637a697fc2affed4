//! Announcements: what a class is told and keeps: notices and homework.
//!
//! An announcement is kept, looked up, edited and, where it asks for that, acknowledged. What is only
//! for this moment is a broadcast.
//!
//! Owns the tables `announcements*` and the paths `/api/announcements*` and
//! `/api/admin/announcements*`. Whom one is for stands beside it as audiences, and every query asks
//! them: who is not among them sees neither text nor event nor count. Nothing is written per member
//! until that member reads. One that is scheduled is published by a task of each node, once, because
//! publishing holds the log's counter ([`publish`]). Texts are Markdown as it was written; whoever
//! shows them escapes.
//!
//! Writes `announcements.published`, `.updated`, `.removed` and `.reminded` to the log. Desktops get
//! `announcement_published`, `announcement_updated` and `announcement_removed`, and exactly those who have
//! not acknowledged get `announcement_reminder`.
//!
//! What homework has beyond an announcement, the feature `homework` keeps, which calls [`cards`] and is told of changes
//! by [`hooks`].
//!
//! Absent on purpose: attachments (a text links to the drive), comments (the chat).

mod access;
pub(crate) mod board_part;
pub(crate) mod cards;
mod draft;
mod dto;
mod edit;
mod events;
mod frames;
pub(crate) mod hooks;
mod log_target;
mod model;
mod notifications;
mod outbound;
mod publish;
mod remind;
mod routes;
mod search;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use kernel::apps::BuiltIn;
use kernel::http::BatchRead;
use kernel::user::Permission;
use kernel::{Feature, Routes, routes};

pub use events::AnnouncementEvent;

use routes::{acks, admin, member};

/// What officers may do to announcements.
pub static MANAGE_ANNOUNCEMENTS: Permission =
    Permission { id: "manage_announcements", name: &texts::MANAGE, about: &texts::MANAGE_ABOUT };

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "announcements",
    router,
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    name_log_target: Some(log_target::name),
    permissions: &[&MANAGE_ANNOUNCEMENTS],
    apps: &[BuiltIn {
        name: "announcements",
        label: &texts::APP,
        protected: false,
        paths: &["/api/announcements"],
    }],
    statements: &store::STATEMENTS,
    provides: &[
        &outbound::ANNOUNCEMENT_PUBLISHED,
        &board_part::ANNOUNCEMENTS,
        &notifications::ANNOUNCEMENT,
        &search::ANNOUNCEMENTS,
        &BatchRead("/api/announcements"),
    ],
    start: |app| Box::pin(publish::start(app)),
    frames: frames::FRAMES,
    render: Some(frames::render),
    erase_user: store::erasure::erase,
    export_user: store::erasure::export,
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(member::list_announcements))
        .routes(routes!(member::unread_announcements))
        .routes(routes!(member::get_announcement))
        .routes(routes!(member::mark_announcement_read))
        .routes(routes!(member::acknowledge_announcement))
        .routes(routes!(admin::list_all_announcements, admin::create_announcement))
        .routes(routes!(admin::look_at_announcement, admin::edit_announcement, admin::delete_announcement))
        .routes(routes!(admin::pin_announcement))
        .routes(routes!(admin::restore_announcement))
        .routes(routes!(admin::announcement_history))
        .routes(routes!(acks::announcement_acknowledgements))
        .routes(routes!(acks::remind_announcement))
}
