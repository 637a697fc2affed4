//! The frame of experience: what a member's devices hear of it.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::app::iso;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::LevelEvent;

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[FrameType::of::<ExpUpdated>()];

/// The member has gained experience.
#[derive(Serialize, ToSchema)]
struct ExpUpdated {
    /// The user ID of the member.
    user_id: String,
    /// The name of the action that earned it, one of the keys of `exp_rewards`.
    action: String,
    /// How much experience the action has earned.
    exp_gained: i64,
    /// All experience of the member afterwards.
    exp: i64,
    /// The level afterwards.
    level: usize,
    /// The level before.
    previous_level: usize,
    /// Whether the level has risen.
    leveled_up: bool,
    /// When the experience was gained, ISO 8601.
    created_at: String,
}

impl ExpUpdated {
    /// What an event says.
    fn of(event: &Event) -> Option<Self> {
        let LevelEvent::ExpChanged { action, exp_gained, exp, level, previous_level, leveled_up } =
            LevelEvent::read(event)?;
        let (user_id, created_at) = (event.subject_id.clone(), iso(event.ts));
        Some(Self { user_id, action, exp_gained, exp, level, previous_level, leveled_up, created_at })
    }
}

impl Frame for ExpUpdated {
    const NAME: &'static str = "exp_updated";

    fn example() -> Self {
        Self {
            user_id: "240111".into(),
            action: "send_message".into(),
            exp_gained: 2,
            exp: 220,
            level: 2,
            previous_level: 2,
            leveled_up: false,
            created_at: "2026-09-01T08:00:00.000Z".into(),
        }
    }
}

/// One's experience, as one's devices hear of it.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let shown = events.iter().filter_map(|event| Some(ClientFrame::new(event.seq, &ExpUpdated::of(event)?)));
    Box::pin(std::future::ready(Ok(shown.collect())))
}
