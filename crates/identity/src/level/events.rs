//! What the level feature tells the event log.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens to experience. The subject is the member's user ID.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum LevelEvent {
    /// A member has gained experience.
    ExpChanged {
        /// The name of the action, one of the keys of `exp_rewards`.
        action: String,
        /// How much the action has earned.
        exp_gained: i64,
        /// All experience afterwards.
        exp: i64,
        /// The level afterwards.
        level: usize,
        /// The level before.
        previous_level: usize,
        /// Whether the level has risen.
        leveled_up: bool,
    },
}

impl FeatureEvent for LevelEvent {
    const FEATURE: &'static str = "level";
}
