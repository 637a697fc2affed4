//! What the system feature tells the event log.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens to what clients are told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum SystemEvent {
    /// Clients are told something else of updates.
    #[serde(rename_all = "camelCase")]
    ClientUpdateChanged {
        /// The portal's version.
        version: String,
        /// The oldest client that is still served.
        min_client_version: String,
        /// Whether clients must update at once.
        force_update: bool,
    },
}

impl FeatureEvent for SystemEvent {
    const FEATURE: &'static str = "system";

    fn is_polled(&self) -> bool {
        true
    }
}
