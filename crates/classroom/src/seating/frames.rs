//! The frame of the seats: that the plan changed. It comes from `GET /api/seating`.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::app::iso;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::SeatingEvent;

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[FrameType::of::<SeatingChanged>()];

/// The plan of seats changed; it comes from `GET /api/seating`.
#[derive(Serialize, ToSchema)]
struct SeatingChanged {
    /// The two digits of the class.
    class: String,
    /// When it changed, ISO 8601.
    created_at: String,
}

impl Frame for SeatingChanged {
    const NAME: &'static str = "seating_changed";

    fn example() -> Self {
        Self { class: "01".into(), created_at: "2026-09-01T08:00:00.000Z".into() }
    }
}

/// What clients are shown of these events.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let shown = events.iter().filter_map(|event| {
        let SeatingEvent::Changed { class } = SeatingEvent::read(event)?;
        Some(ClientFrame::new(event.seq, &SeatingChanged { class, created_at: iso(event.ts) }))
    });
    Box::pin(std::future::ready(Ok(shown.collect())))
}
