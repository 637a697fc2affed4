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
//! Told to the log for the house: `announcement.published`, `.updated`, `.removed`; to the desktops the
//! same as `system.announcement_…`, and `announcement_reminder` to exactly those who have not
//! acknowledged.
//!
//! Absent on purpose: attachments (a text links to the drive), comments (the chat).

mod access;
mod edit;
mod model;
mod publish;
mod remind;
mod routes;
mod store;
mod tell;
#[cfg(test)]
mod tests;
mod texts;
mod wire;

use kernel::apps::BuiltIn;
use kernel::{App, Room};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use routes::{acks, admin, member};

/// The room.
pub const ROOM: Room = Room {
    name: "announcements",
    router,
    apps: &[BuiltIn {
        name: "announcements",
        label: &texts::APP,
        protected: false,
        paths: &["/api/announcements"],
    }],
    statements: &store::STATEMENTS,
    start: |app| Box::pin(publish::start(app)),
    // Desktops are told in the stream `system`, which polls carry too.
    shows: &[("announcement", kernel::events::hidden)],
    erase_user: store::leave::erase,
    export_user: store::leave::export,
    ..Room::EMPTY
};

fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
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
