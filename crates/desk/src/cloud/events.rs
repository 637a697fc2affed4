//! What the cloud feature tells the event log.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens to uploaded files. The subject is the file's hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum CloudEvent {
    /// A member has uploaded one.
    Uploaded,
    /// A member has taken one back.
    Removed,
}

impl FeatureEvent for CloudEvent {
    const FEATURE: &'static str = "cloud";
}
