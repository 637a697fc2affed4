//! Broadcasts: what staff say to everyone now, rolled by the island of each desktop.
//!
//! A broadcast is for this moment: it is heard live, shown again to whoever was away while it lasts,
//! and over when it expires or is ended. What a class should keep, look up and acknowledge is an
//! announcement.
//!
//! Owns the tables `broadcasts*` and the paths `/api/admin/broadcasts*`, `/api/broadcasts*` and, as
//! the contract places it there, `/api/assets/broadcasts`. Sending writes one row and one event,
//! however many hear it; the event carries an id, and the poll takes the words from here
//! ([`notifications`]). A screen that has shown one says so, and that is the delivery count.
//!
//! Absent on purpose: copies per member, sound and colour (the desktop's).

mod model;
mod routes;
mod send;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use std::collections::HashMap;

use kernel::Room;
use kernel::app::App;
use kernel::db::{DbResult, Read};
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The event with which a broadcast begins, in the stream `system`.
pub(crate) const NOTIFICATION: &str = "super_island_notification";
/// The event with which it is taken back.
pub(crate) const ENDED: &str = "broadcast_ended";

/// The room.
pub const ROOM: Room = Room {
    name: "broadcasts",
    router,
    statements: store::STATEMENTS,
    erase_user: store::erase,
    export_user: store::export,
    ..Room::EMPTY
};

fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(routes::list_broadcasts, routes::send_broadcast))
        .routes(routes!(routes::end_broadcast))
        .routes(routes!(routes::mark_broadcast_seen))
        .routes(routes!(routes::newest_broadcasts))
}

/// What the events from `first` to `last` say in words, by their numbers: the field `notification`
/// of the frame that a desktop gets. Those that have been ended are not among them.
///
/// # Errors
/// When the statement fails.
pub(crate) fn notifications(read: &mut Read, first: i64, last: i64) -> DbResult<HashMap<i64, Value>> {
    let shown = |row: store::Row| {
        let notification = json!({
            "type": "broadcast",
            "id": row.id,
            "content": row.content,
            "priority": row.priority,
            "created_at": kernel::app::iso(row.created_at),
            "expires_at": kernel::app::iso(row.expires_at),
        });
        (row.seq, notification)
    };
    Ok(store::between(read, first, last)?.into_iter().map(shown).collect())
}
