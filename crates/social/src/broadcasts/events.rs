//! What the broadcasts feature tells the event log.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens to broadcasts. The subject is the broadcast's ID.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum BroadcastEvent {
    /// One was sent.
    Sent {
        /// Its ID.
        id: String,
        /// `normal`, `important` or `urgent`.
        priority: String,
    },
    /// One was taken back.
    Ended {
        /// Its ID.
        id: String,
    },
    /// A member has seen one; for the other devices of this member.
    Seen {
        /// Its ID.
        id: String,
    },
}

impl FeatureEvent for BroadcastEvent {
    const FEATURE: &'static str = "broadcasts";

    fn is_polled(&self) -> bool {
        true
    }
}
