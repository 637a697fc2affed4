//! The frame that tells clients of an update (`interface 6.3`).

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::app::iso;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::SystemEvent;
use super::version::{MIN_CLIENT_VERSION, VERSION};

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[FrameType::of::<AppUpdateAvailable>()];

/// What clients are told of updates is another one now; `GET /api/system/version` and the heartbeat have it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AppUpdateAvailable {
    /// The server's version.
    version: String,
    /// The oldest client version that does not have to update.
    min_client_version: String,
    /// Whether clients must update at once: then the heartbeat's `action` is `force_reload`.
    force_update: bool,
    /// When that was settled, ISO 8601.
    #[serde(rename = "created_at")]
    created_at: String,
}

impl Frame for AppUpdateAvailable {
    const NAME: &'static str = "app_update_available";

    fn example() -> Self {
        Self {
            version: VERSION.into(),
            min_client_version: MIN_CLIENT_VERSION.into(),
            force_update: true,
            created_at: "2026-09-01T08:00:00.000Z".into(),
        }
    }
}

/// What clients are shown of these events.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let shown = events.iter().filter_map(|event| {
        let SystemEvent::ClientUpdateChanged { version, min_client_version, force_update } =
            SystemEvent::read(event)?;
        let created_at = iso(event.ts);
        let frame = AppUpdateAvailable { version, min_client_version, force_update, created_at };
        Some(ClientFrame::new(event.seq, &frame))
    });
    Box::pin(std::future::ready(Ok(shown.collect())))
}
