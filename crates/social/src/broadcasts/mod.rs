//! Broadcasts: what staff say to everyone now, rolled by the island of each desktop.
//!
//! A broadcast is for this moment: it is heard live, shown again to whoever was away while it lasts,
//! and over when it expires or is ended. What a class should keep, look up and acknowledge is an
//! announcement.
//!
//! Owns the tables `broadcasts*` and the paths `/api/admin/broadcasts*`, `/api/broadcasts*` and, as
//! the contract places it there, `/api/assets/broadcasts`. Sending writes one row and one event,
//! however many hear it; the event carries an id, and what clients are shown takes the words from the
//! row. A screen that has shown one says so, and that is the delivery count.
//!
//! Absent on purpose: copies per member, sound and colour (the desktop's).

mod events;
mod model;
mod routes;
mod send;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use identity::user::Names;
use kernel::events::{ClientFrame, Event, FeatureEvent as _, named};
use kernel::user::Permission;
use kernel::{App, Feature, Result, Routes, routes};
use serde_json::json;

pub use events::BroadcastEvent;

/// The frame of a new broadcast (`interface 6.3`).
const NOTIFICATION: &str = "super_island_notification";
/// The frame of a broadcast that was taken back.
const ENDED: &str = "broadcast_ended";

/// What officers may do to broadcasts.
pub static MANAGE_BROADCASTS: Permission =
    Permission { id: "manage_broadcasts", name: &texts::MANAGE, about: &texts::MANAGE_ABOUT };

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "broadcasts",
    router,
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    permissions: &[&MANAGE_BROADCASTS],
    statements: store::STATEMENTS,
    frames: &[NOTIFICATION, ENDED],
    render: Some(render),
    erase_user: store::erase,
    export_user: store::export,
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(routes::list_broadcasts, routes::send_broadcast))
        .routes(routes!(routes::end_broadcast))
        .routes(routes!(routes::mark_broadcast_seen))
        .routes(routes!(routes::newest_broadcasts))
}

/// What clients are shown of broadcasts. Their words are taken from their rows: what was ended is shown
/// to nobody who comes late.
fn render(app: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    Box::pin(async move {
        let (Some(first), Some(last)) = (events.first(), events.last()) else { return Ok(Vec::new()) };
        let (first, last) = (first.seq, last.seq);
        let is_sent =
            |event: &Event| matches!(BroadcastEvent::read(event), Some(BroadcastEvent::Sent { .. }));
        let (mut rows, mut names) = (HashMap::new(), Names::default());
        if events.iter().any(|event| is_sent(event)) {
            let read = app.db.read(move |read| Ok(store::between(read, first, last)?)).await?;
            names = Names::of(&app, read.iter().map(|row| row.sender_id.clone()).collect()).await?;
            rows.extend(read.into_iter().map(|row| (row.seq, row)));
        }
        let frame = |event: &Arc<Event>| match BroadcastEvent::read(event)? {
            BroadcastEvent::Sent { .. } => notification(rows.remove(&event.seq)?, &names),
            BroadcastEvent::Ended { .. } => Some(named(event, ENDED, None)?.withdrawing()),
        };
        Ok(events.iter().filter_map(frame).collect())
    })
}

fn notification(row: store::Row, names: &Names) -> Option<ClientFrame> {
    let created_at = kernel::app::iso(row.created_at);
    let notification = json!({
        "type": "broadcast",
        "id": row.id,
        "content": row.content,
        "priority": row.priority,
        "sender_name": names.get(&row.sender_id),
        "created_at": created_at,
        "expires_at": kernel::app::iso(row.expires_at),
    });
    let frame = json!({ "type": NOTIFICATION, "notification": notification, "created_at": created_at });
    ClientFrame::new(row.seq, &frame)
}
