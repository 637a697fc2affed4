//! Frames of moderation: ids and codes. The words come from `GET /api/moderation/cases/ID`.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::app::iso;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use crate::events::ModerationEvent;

/// All of them.
pub(crate) const FRAMES: &[FrameType] =
    &[FrameType::of::<ModerationCaseChanged>(), FrameType::of::<SilenceChanged>()];

/// A case was opened, decided, opened again or appealed against: for whoever moderates it.
#[derive(Serialize, ToSchema)]
struct ModerationCaseChanged {
    /// The id of the case.
    case_id: String,
    /// What happened: `opened`, `kept`, `removed`, `reopened`, `restored`, `appealed` or `upheld`.
    change: String,
}

impl Frame for ModerationCaseChanged {
    const NAME: &'static str = "moderation_case_changed";

    fn example() -> Self {
        Self { case_id: "019a2f6e-0000-7000-8000-000000000001".into(), change: "opened".into() }
    }
}

/// The caller was silenced, or may write again.
#[derive(Serialize, ToSchema)]
struct SilenceChanged {
    /// Until when the caller may write nothing, ISO 8601; null when they may write again.
    ends_at: Option<String>,
}

impl Frame for SilenceChanged {
    const NAME: &'static str = "silence_changed";

    fn example() -> Self {
        Self { ends_at: Some("2026-09-01T08:00:00.000Z".into()) }
    }
}

/// What clients are shown of these events.
pub(crate) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let frame = |event: &Arc<Event>| {
        Some(match ModerationEvent::read(event)? {
            ModerationEvent::CaseChanged { change } => ClientFrame::new(
                event.seq,
                &ModerationCaseChanged { case_id: event.subject_id.clone(), change },
            ),
            ModerationEvent::RulesChanged { .. } => return None,
            ModerationEvent::SilenceChanged { ends_at, .. } => {
                ClientFrame::new(event.seq, &SilenceChanged { ends_at: ends_at.map(iso) })
            }
        })
    };
    let shown = events.iter().filter_map(frame).collect();
    Box::pin(std::future::ready(Ok(shown)))
}
