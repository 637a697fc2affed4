//! What the seats tell the event log: the class, never who sits where.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens to seats. The subject is the class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum SeatingEvent {
    /// The plan of a class is another one.
    Changed {
        /// The two digits of the class.
        class: String,
    },
}

impl FeatureEvent for SeatingEvent {
    const FEATURE: &'static str = "seating";
}
