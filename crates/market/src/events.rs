//! What the market tells the event log.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens to apps and plugins. The subject is the name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum MarketEvent {
    /// One was installed.
    Installed(Package),
    /// A newer version of one was installed.
    Updated(Package),
    /// One went back to the version before.
    RolledBack(Package),
    /// One is gone, with everything that it had stored.
    Uninstalled(Package),
    /// Values of its settings were set; the back end starts anew with them.
    ConfigChanged,
}

/// What was installed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Package {
    /// The version that is in use from now on, or was last.
    pub version: String,
    /// Whether it is a plugin, which has no window.
    pub is_plugin: bool,
}

impl FeatureEvent for MarketEvent {
    const FEATURE: &'static str = "market";

    /// Front ends of other authors hear of packages through the poll.
    fn is_polled(&self) -> bool {
        true
    }
}
