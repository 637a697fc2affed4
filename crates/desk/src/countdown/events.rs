//! What the countdown feature tells the event log.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens to countdowns. The subject is the countdown's ID; whose it is stands in the audience.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum CountdownEvent {
    /// A new one.
    Created,
    /// One says something else.
    Updated,
    /// One is gone.
    Deleted,
    /// Its day has come.
    Reached {
        /// The day, `YYYY-MM-DD` in the portal's time zone.
        date: String,
    },
    /// Its members were reminded of one of its days.
    Reminded {
        /// The day that they were reminded of, `YYYY-MM-DD`.
        date: String,
    },
}

impl CountdownEvent {
    /// Whether a countdown is new, gone, or says something else.
    pub(super) fn is_change(&self) -> bool {
        matches!(self, Self::Created | Self::Updated | Self::Deleted)
    }
}

impl FeatureEvent for CountdownEvent {
    const FEATURE: &'static str = "countdown";
}
