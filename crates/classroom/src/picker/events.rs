//! What the draws tell the event log: ids, never who was drawn.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens to draws. The subject is the id of a draw, or the class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum PickerEvent {
    /// Somebody was drawn.
    Drawn {
        /// The two digits of the class.
        class: String,
    },
    /// A saved list is another one, or its counts began anew.
    ListsChanged {
        /// The two digits of the class.
        class: String,
    },
}

impl FeatureEvent for PickerEvent {
    const FEATURE: &'static str = "picker";
}
