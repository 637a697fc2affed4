//! What the cdn feature tells the event log.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens to the cache.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum CdnEvent {
    /// A node has cleared its cache, and the others do.
    Cleared {
        /// The node.
        node: String,
    },
}

impl FeatureEvent for CdnEvent {
    const FEATURE: &'static str = "cdn";
}
