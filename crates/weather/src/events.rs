//! What the weather tells the event log.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens to warnings of the weather. The subject is the provider's ID of the warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum WeatherEvent {
    /// One was published.
    AlertPublished,
    /// One was cancelled, has expired, or the provider has it no more.
    AlertEnded,
    /// One that was told before is in force again, or ends at another time.
    AlertRenewed,
}

impl FeatureEvent for WeatherEvent {
    const FEATURE: &'static str = "weather";

    fn is_polled(&self) -> bool {
        true
    }
}
