//! The frame of the calendar: that something changed. What it is comes from `GET /api/calendar`.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::app::iso;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use crate::events::CalendarEvent;

/// All of them.
pub(crate) const FRAMES: &[FrameType] = &[FrameType::of::<CalendarChanged>()];

/// Events of a calendar changed; they come from `GET /api/calendar`.
#[derive(Serialize, ToSchema)]
struct CalendarChanged {
    /// The two digits of the class whose calendar it is; null for the member's own.
    #[schema(required)]
    class: Option<String>,
    /// When it changed, ISO 8601.
    created_at: String,
}

impl Frame for CalendarChanged {
    const NAME: &'static str = "calendar_changed";

    fn example() -> Self {
        Self { class: Some("01".into()), created_at: "2026-09-01T08:00:00.000Z".into() }
    }
}

/// What clients are shown of these events: of a reminder its notification tells.
pub(crate) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let shown = events.iter().filter_map(|event| {
        let class = CalendarEvent::read(event)?.facts()?.class.clone();
        Some(ClientFrame::new(event.seq, &CalendarChanged { class, created_at: iso(event.ts) }))
    });
    Box::pin(std::future::ready(Ok(shown.collect())))
}
