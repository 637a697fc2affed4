//! What panels tell the event log.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens to panels. The subject is the id of the panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum PanelEvent {
    /// A panel was paired, changed or removed, or has reported something new.
    Changed {
        /// The two digits of the class.
        class: String,
    },
}

impl FeatureEvent for PanelEvent {
    const FEATURE: &'static str = "panels";
}
