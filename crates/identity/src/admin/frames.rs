//! The frame of the lock of all screens.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::app::iso;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::AdminEvent;

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[FrameType::of::<LockScreenChanged>()];

/// All screens were locked or unlocked.
#[derive(Serialize, ToSchema)]
struct LockScreenChanged {
    /// Whether the lock is on now.
    enabled: bool,
    /// The two digits of the class whose lock was turned, told to that class alone; absent for the lock of the whole
    /// portal. Either one locks; `GET /api/user/lock-screen` tells which of them is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    /// When the lock was turned, ISO 8601.
    created_at: String,
}

impl Frame for LockScreenChanged {
    const NAME: &'static str = "lock_screen_changed";

    fn example() -> Self {
        Self { enabled: true, class: Some("01".into()), created_at: "2026-09-01T08:00:00.000Z".into() }
    }
}

/// The lock, as those hear of it whose screens it turns.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let shown = events.iter().filter_map(|event| match AdminEvent::read(event)? {
        AdminEvent::LockScreenChanged { enabled, class } => {
            let frame = LockScreenChanged { enabled, class, created_at: iso(event.ts) };
            Some(ClientFrame::new(event.seq, &frame))
        }
        AdminEvent::ServerModeChanged { .. } => None,
    });
    Box::pin(std::future::ready(Ok(shown.collect())))
}
