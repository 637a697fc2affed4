//! The frames of the AI chat: what desktops offer has changed.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::AiEvent;

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[
    FrameType::of::<AiModelsChanged>(),
    FrameType::of::<AiPoliciesChanged>(),
    FrameType::of::<AiPresetsChanged>(),
];

/// A model was added, changed, switched or removed: whoever shows models fetches `/api/ai-chat/models` anew.
#[derive(Serialize, ToSchema)]
struct AiModelsChanged {}

impl Frame for AiModelsChanged {
    const NAME: &'static str = "ai_models_changed";

    fn example() -> Self {
        Self {}
    }
}

/// A policy was added, changed, removed or given to members: they may use other models now.
#[derive(Serialize, ToSchema)]
struct AiPoliciesChanged {}

impl Frame for AiPoliciesChanged {
    const NAME: &'static str = "ai_policies_changed";

    fn example() -> Self {
        Self {}
    }
}

/// A preset was added, changed or removed: whoever shows presets fetches `/api/ai-chat/presets` anew.
#[derive(Serialize, ToSchema)]
struct AiPresetsChanged {}

impl Frame for AiPresetsChanged {
    const NAME: &'static str = "ai_presets_changed";

    fn example() -> Self {
        Self {}
    }
}

/// What desktops are shown.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let frames = events.into_iter().filter_map(|event| {
        Some(match AiEvent::read(&event)? {
            AiEvent::ModelsChanged => ClientFrame::new(event.seq, &AiModelsChanged {}),
            AiEvent::PoliciesChanged => ClientFrame::new(event.seq, &AiPoliciesChanged {}),
            AiEvent::PresetsChanged => ClientFrame::new(event.seq, &AiPresetsChanged {}),
        })
    });
    let frames = frames.collect();
    Box::pin(async move { Ok(frames) })
}
