//! The frame of countdowns: that one changed. What it says comes from `GET /api/countdown`.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::app::iso;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::CountdownEvent;

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[FrameType::of::<CountdownChanged>()];

/// A countdown is new, gone, or says something else; what it says comes from `GET /api/countdown`.
#[derive(Serialize, ToSchema)]
struct CountdownChanged {
    /// The id of the countdown.
    id: String,
    /// The two digits of the class whose countdown it is; null for the member's own.
    #[schema(required)]
    class: Option<String>,
    /// When it changed, ISO 8601.
    created_at: String,
}

impl Frame for CountdownChanged {
    const NAME: &'static str = "countdown_changed";

    fn example() -> Self {
        Self {
            id: "01890a5d-ac96-774b-bcce-b302099a8057".into(),
            class: Some("01".into()),
            created_at: "2026-09-01T08:00:00.000Z".into(),
        }
    }
}

/// What clients are shown of these events: of a reminder its notification tells.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let changed =
        events.iter().filter(|event| CountdownEvent::read(event).is_some_and(|told| told.is_change()));
    let shown = changed.map(|event| {
        let class = event.audience.strip_prefix("class:").map(str::to_owned);
        let frame = CountdownChanged { id: event.subject_id.clone(), class, created_at: iso(event.ts) };
        ClientFrame::new(event.seq, &frame)
    });
    Box::pin(std::future::ready(Ok(shown.collect())))
}
