//! The frame of duty: that something changed. What it is comes from `GET /api/duty`.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::app::iso;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::DutyEvent;

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[FrameType::of::<DutyChanged>()];

/// A roster, a turn, a day that differs or a swap changed; they come from `GET /api/duty`.
#[derive(Serialize, ToSchema)]
struct DutyChanged {
    /// The two digits of the class.
    class: String,
    /// When it changed, ISO 8601.
    created_at: String,
}

impl Frame for DutyChanged {
    const NAME: &'static str = "duty_changed";

    fn example() -> Self {
        Self { class: "01".into(), created_at: "2026-09-01T08:00:00.000Z".into() }
    }
}

/// What clients are shown of these events: that somebody was told, the notification says.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let shown = events.iter().filter_map(|event| match DutyEvent::read(event)? {
        DutyEvent::Changed { class } | DutyEvent::SwapChanged { class } => {
            Some(ClientFrame::new(event.seq, &DutyChanged { class, created_at: iso(event.ts) }))
        }
        DutyEvent::Told { .. } => None,
    });
    Box::pin(std::future::ready(Ok(shown.collect())))
}
