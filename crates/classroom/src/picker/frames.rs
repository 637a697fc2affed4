//! The frames of the draws. What was drawn comes from `GET /api/picker/draws/{id}`.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::app::iso;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::PickerEvent;

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[FrameType::of::<PickerDrawn>(), FrameType::of::<PickerChanged>()];

/// Somebody was drawn; the draw comes from `GET /api/picker/draws/{id}`.
#[derive(Serialize, ToSchema)]
struct PickerDrawn {
    /// The two digits of the class.
    class: String,
    /// The id of the draw.
    id: String,
    /// When it was drawn, ISO 8601.
    created_at: String,
}

impl Frame for PickerDrawn {
    const NAME: &'static str = "picker_drawn";

    fn example() -> Self {
        Self {
            class: "01".into(),
            id: "0190c1a2-0000-7000-8000-000000000000".into(),
            created_at: "2026-09-01T08:00:00.000Z".into(),
        }
    }
}

/// A saved list changed, or its counts began anew; the lists come from `GET /api/picker/lists`.
#[derive(Serialize, ToSchema)]
struct PickerChanged {
    /// The two digits of the class.
    class: String,
    /// When it changed, ISO 8601.
    created_at: String,
}

impl Frame for PickerChanged {
    const NAME: &'static str = "picker_changed";

    fn example() -> Self {
        Self { class: "01".into(), created_at: "2026-09-01T08:00:00.000Z".into() }
    }
}

/// What clients are shown of these events.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let shown = events.iter().filter_map(|event| {
        let created_at = iso(event.ts);
        Some(match PickerEvent::read(event)? {
            PickerEvent::Drawn { class } => {
                let id = event.subject_id.clone();
                ClientFrame::new(event.seq, &PickerDrawn { class, id, created_at })
            }
            PickerEvent::ListsChanged { class } => {
                ClientFrame::new(event.seq, &PickerChanged { class, created_at })
            }
        })
    });
    Box::pin(std::future::ready(Ok(shown.collect())))
}
