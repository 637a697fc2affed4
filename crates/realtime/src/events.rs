//! What the realtime feature tells the event log.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens in the realtime channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum RealtimeEvent {
    /// A member published something for apps; the row is in `realtime_events`.
    Published,
}

impl FeatureEvent for RealtimeEvent {
    const FEATURE: &'static str = "realtime";

    fn is_polled(&self) -> bool {
        true
    }
}
