//! The frames of the lock of all screens and of the exam mode.

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
pub(super) const FRAMES: &[FrameType] =
    &[FrameType::of::<LockScreenChanged>(), FrameType::of::<ExamModeChanged>()];

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

/// An exam mode was set, changed or ended.
#[derive(Serialize, ToSchema)]
struct ExamModeChanged {
    /// The two digits of the class whose exam mode it is, told to that class alone; absent for that of the whole
    /// portal. Either one holds; `GET /api/user/exam-mode` tells what follows for a member.
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    /// When the exam begins, ISO 8601; null when the exam mode was ended.
    #[schema(required)]
    from: Option<String>,
    /// When the exam ends, ISO 8601; null when the exam mode was ended.
    #[schema(required)]
    until: Option<String>,
    /// When the exam mode was changed, ISO 8601.
    created_at: String,
}

impl Frame for ExamModeChanged {
    const NAME: &'static str = "exam_mode_changed";

    fn example() -> Self {
        Self {
            class: Some("01".into()),
            from: Some("2026-09-01T08:00:00.000Z".into()),
            until: Some("2026-09-01T09:30:00.000Z".into()),
            created_at: "2026-09-01T07:55:00.000Z".into(),
        }
    }
}

/// What was turned, as those hear of it whom it concerns.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let shown = events.iter().filter_map(|event| match AdminEvent::read(event)? {
        AdminEvent::LockScreenChanged { enabled, class } => {
            let frame = LockScreenChanged { enabled, class, created_at: iso(event.ts) };
            Some(ClientFrame::new(event.seq, &frame))
        }
        AdminEvent::ExamModeChanged { class, from, until } => {
            let frame = ExamModeChanged { class, from, until, created_at: iso(event.ts) };
            Some(ClientFrame::new(event.seq, &frame))
        }
        AdminEvent::ServerModeChanged { .. } => None,
    });
    Box::pin(std::future::ready(Ok(shown.collect())))
}
