//! The frames of inboxes: the devices of a member hear that there is something, and fetch it.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::NotificationEvent;

/// All of them.
pub(super) const FRAMES: &[FrameType] =
    &[FrameType::of::<NotificationAdded>(), FrameType::of::<NotificationsChanged>()];

/// A notification has come: fetch `/api/notifications` with the newest known id as `after`.
#[derive(Serialize, ToSchema)]
struct NotificationAdded {
    /// The id of the notification.
    id: i64,
    /// The name of the kind of the notification.
    kind: String,
}

impl Frame for NotificationAdded {
    const NAME: &'static str = "notification_added";

    fn example() -> Self {
        Self { id: 4711, kind: "mention".into() }
    }
}

/// Notifications were read on another device or taken back, or the caller's preferences changed: fetch anew.
#[derive(Serialize, ToSchema)]
struct NotificationsChanged {}

impl Frame for NotificationsChanged {
    const NAME: &'static str = "notifications_changed";

    fn example() -> Self {
        Self {}
    }
}

/// What the members of inboxes are shown.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let frames = events.iter().filter_map(|event| {
        Some(match NotificationEvent::read(event)? {
            NotificationEvent::Added { kind_of: kind } => {
                ClientFrame::new(event.seq, &NotificationAdded { id: event.seq, kind })
            }
            NotificationEvent::Changed => ClientFrame::new(event.seq, &NotificationsChanged {}),
        })
    });
    let frames = frames.collect();
    Box::pin(std::future::ready(Ok(frames)))
}
