//! The frame of homework: that a member has done something. What it is comes from `GET /api/homework/ID`.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::app::iso;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::HomeworkEvent;

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[FrameType::of::<HomeworkChanged>()];

/// A member has ticked homework, handed it in, or took that back: told to the member's own devices and to the author of
/// the homework.
#[derive(Serialize, ToSchema)]
struct HomeworkChanged {
    /// The number of the homework.
    id: i64,
    /// When that happened, ISO 8601.
    created_at: String,
}

impl Frame for HomeworkChanged {
    const NAME: &'static str = "homework_changed";

    fn example() -> Self {
        Self { id: 7, created_at: "2026-09-01T08:00:00.000Z".into() }
    }
}

/// What clients are shown of these events.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let shown = events.iter().filter_map(|event| {
        let HomeworkEvent::Changed { id } = HomeworkEvent::read(event)?;
        Some(ClientFrame::new(event.seq, &HomeworkChanged { id, created_at: iso(event.ts) }))
    });
    Box::pin(std::future::ready(Ok(shown.collect())))
}
