//! The frames of broadcasts (`interface 6.3`).

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use identity::user::Names;
use kernel::app::iso;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::BroadcastEvent;
use super::model::BroadcastPriority;
use super::store;

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[
    FrameType::of::<BroadcastNotification>(),
    FrameType::of::<BroadcastEnded>(),
    FrameType::of::<BroadcastSeen>(),
];

/// A broadcast. `urgent` ones fill a classroom panel until someone confirms them: `POST /api/broadcasts/ID/seen`.
#[derive(Serialize, ToSchema)]
struct BroadcastNotification {
    /// The broadcast.
    notification: IslandNotification,
    /// When the broadcast was sent, ISO 8601.
    created_at: String,
}

/// A notification for the island of the desktop.
#[derive(Serialize, ToSchema)]
struct IslandNotification {
    /// What the notification is.
    #[schema(inline)]
    r#type: IslandNotificationType,
    /// The id of the broadcast, a UUID.
    id: String,
    /// The text of the broadcast, plain text.
    content: String,
    /// The priority of the broadcast: `normal`, `important` or `urgent`.
    priority: BroadcastPriority,
    /// The net name of the sender.
    sender_name: String,
    /// The real name of the sender, as the class list has it.
    sender_real_name: String,
    /// When the broadcast was sent, ISO 8601.
    created_at: String,
    /// When the broadcast ends, ISO 8601.
    expires_at: String,
}

/// What a notification of the island is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum IslandNotificationType {
    Broadcast,
}

impl BroadcastNotification {
    fn new(row: store::Row, names: &Names) -> Self {
        let created_at = iso(row.created_at);
        let notification = IslandNotification {
            r#type: IslandNotificationType::Broadcast,
            id: row.id,
            content: row.content,
            priority: row.priority,
            sender_name: names.get(&row.sender_id),
            sender_real_name: names.real(&row.sender_id),
            created_at: created_at.clone(),
            expires_at: iso(row.expires_at),
        };
        Self { notification, created_at }
    }
}

impl Frame for BroadcastNotification {
    const NAME: &'static str = "super_island_notification";

    fn example() -> Self {
        let notification = IslandNotification {
            r#type: IslandNotificationType::Broadcast,
            id: "01990c2e-7c1a-7000-8000-000000000000".into(),
            content: "今晚七点开家长会".into(),
            priority: BroadcastPriority::Important,
            sender_name: "王老师".into(),
            sender_real_name: "王建国".into(),
            created_at: "2026-09-01T08:00:00.000Z".into(),
            expires_at: "2026-09-02T08:00:00.000Z".into(),
        };
        Self { notification, created_at: "2026-09-01T08:00:00.000Z".into() }
    }
}

/// A broadcast was taken back: show it no more.
#[derive(Serialize, ToSchema)]
struct BroadcastEnded {
    /// The id of the broadcast, a UUID.
    id: String,
    /// When the broadcast was taken back, ISO 8601.
    created_at: String,
}

impl Frame for BroadcastEnded {
    const NAME: &'static str = "broadcast_ended";

    fn example() -> Self {
        let id = "01990c2e-7c1a-7000-8000-000000000000".into();
        Self { id, created_at: "2026-09-01T08:01:00.000Z".into() }
    }
}

/// The caller has seen a broadcast on one of their devices: the others stop showing it.
#[derive(Serialize, ToSchema)]
struct BroadcastSeen {
    /// The id of the broadcast, a UUID.
    id: String,
    /// When the broadcast was seen, ISO 8601.
    created_at: String,
}

impl Frame for BroadcastSeen {
    const NAME: &'static str = "broadcast_seen";

    fn example() -> Self {
        let id = "01990c2e-7c1a-7000-8000-000000000000".into();
        Self { id, created_at: "2026-09-01T08:01:00.000Z".into() }
    }
}

/// What clients are shown of broadcasts. Their words are taken from their rows: what was ended is shown
/// to nobody who comes late.
pub(super) fn render(app: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
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
            BroadcastEvent::Sent { .. } => {
                let row = rows.remove(&event.seq)?;
                Some(ClientFrame::new(row.seq, &BroadcastNotification::new(row, &names)))
            }
            BroadcastEvent::Ended { id } => {
                let frame = BroadcastEnded { id, created_at: iso(event.ts) };
                Some(ClientFrame::new(event.seq, &frame).retracting())
            }
            BroadcastEvent::Seen { id } => {
                Some(ClientFrame::new(event.seq, &BroadcastSeen { id, created_at: iso(event.ts) }))
            }
        };
        Ok(events.iter().filter_map(frame).collect())
    })
}
