//! What the setup feature tells the event log.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens to the class list and the settings beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum SetupEvent {
    /// The list has other rows.
    ListChanged {
        /// How many there are now.
        rows: usize,
    },
    /// Settings of the wizard have other values.
    SettingsChanged {
        /// Their names.
        settings: Vec<String>,
    },
}

impl FeatureEvent for SetupEvent {
    const FEATURE: &'static str = "setup";
}
