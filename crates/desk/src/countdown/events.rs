//! What the countdown feature tells the event log.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens to countdowns. The subject is the countdown's ID.
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
}

impl FeatureEvent for CountdownEvent {
    const FEATURE: &'static str = "countdown";
}
