//! The frame of the timetable: that something changed. What it is comes from `GET /api/timetable/days`.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::app::iso;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::TimetableEvent;

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[FrameType::of::<TimetableChanged>()];

/// A timetable, a day that differs or the public holidays changed; the days come from `GET /api/timetable/days`.
#[derive(Serialize, ToSchema)]
struct TimetableChanged {
    /// The two digits of the class whose timetable it is; null for the member's own, and for the public holidays.
    #[schema(required)]
    class: Option<String>,
    /// When it changed, ISO 8601.
    created_at: String,
}

impl Frame for TimetableChanged {
    const NAME: &'static str = "timetable_changed";

    fn example() -> Self {
        Self { class: Some("01".into()), created_at: "2026-09-01T08:00:00.000Z".into() }
    }
}

/// What clients are shown of these events.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let shown = events.iter().filter_map(|event| {
        let class = match TimetableEvent::read(event)? {
            TimetableEvent::Changed { class } => class,
            TimetableEvent::PublicDaysChanged { .. } => None,
        };
        Some(ClientFrame::new(event.seq, &TimetableChanged { class, created_at: iso(event.ts) }))
    });
    Box::pin(std::future::ready(Ok(shown.collect())))
}
