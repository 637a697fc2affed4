//! The frame of the integrations feature.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::IntegrationEvent;

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[FrameType::of::<IntegrationsChanged>()];

/// An integration was issued, asked for, decided, changed or revoked, or has another secret: its owner, the member who
/// asked for it, class admins and admins fetch `/api/integrations/tokens` and `/api/integrations/requests` anew, and
/// those who see its page `/api/integration-pages`.
#[derive(Serialize, ToSchema)]
struct IntegrationsChanged {
    /// The number of the integration.
    id: i64,
}

impl Frame for IntegrationsChanged {
    const NAME: &'static str = "integrations_changed";

    fn example() -> Self {
        Self { id: 7 }
    }
}

/// What the people of an integration are shown.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let frames = events.into_iter().filter_map(|event| {
        if IntegrationEvent::read(&event)? == IntegrationEvent::Pinged {
            return None;
        }
        let id = event.subject_id.parse().ok()?;
        Some(ClientFrame::new(event.seq, &IntegrationsChanged { id }))
    });
    let frames = frames.collect();
    Box::pin(async move { Ok(frames) })
}
