//! What happens to the settings that the console turns, and what every node does then.

use kernel::App;
use kernel::events::{Event, FeatureEvent};
use serde::{Deserialize, Serialize};

use super::model::Mode;

/// What happens in the console.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum AdminEvent {
    /// The lock of all screens was turned.
    LockScreenChanged {
        /// Whether screens are locked now.
        enabled: bool,
        /// The class whose lock was turned; none for the lock of the whole portal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        class: Option<String>,
    },
    /// The portal works alone or with its peers from now on.
    ServerModeChanged {
        /// How it works now.
        mode: Mode,
    },
}

impl FeatureEvent for AdminEvent {
    const FEATURE: &'static str = "admin";
}

/// Another node may have turned the lock, or changed the mode.
pub(super) fn follow(app: &App, event: &Event) {
    if AdminEvent::read(event).is_none() {
        return;
    }
    let follower = app.clone();
    app.tasks.spawn("admin-follow", |_| async move {
        if let Err(error) = follower.settings.reload(&follower.db).await {
            tracing::warn!(%error, "settings not reloaded after a change on another node");
        }
    });
}
