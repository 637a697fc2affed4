//! The frame of panels. The panels come from `GET /api/admin/panels`.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::PanelEvent;

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[FrameType::of::<PanelsChanged>()];

/// A panel was paired, changed or removed, or shows something else; the panels come from `GET /api/admin/panels`.
#[derive(Serialize, ToSchema)]
struct PanelsChanged {
    /// The two digits of the class.
    class: String,
}

impl Frame for PanelsChanged {
    const NAME: &'static str = "panels_changed";

    fn example() -> Self {
        Self { class: "01".into() }
    }
}

/// What clients are shown of these events.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let shown = events.iter().filter_map(|event| {
        let (PanelEvent::Changed { class } | PanelEvent::Reported { class }) = PanelEvent::read(event)?;
        Some(ClientFrame::new(event.seq, &PanelsChanged { class }))
    });
    Box::pin(std::future::ready(Ok(shown.collect())))
}
