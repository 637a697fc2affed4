//! What happens to the settings that the console turns, and what every node does then.

use kernel::App;
use kernel::events::{Event, FeatureEvent};
use serde::{Deserialize, Serialize};

use super::model::Mode;

/// What happens in the console.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
#[expect(clippy::enum_variant_names, reason = "the stored events have these names")]
pub enum AdminEvent {
    /// The lock of all screens was turned.
    LockScreenChanged {
        /// Whether screens are locked now.
        enabled: bool,
        /// The class whose lock was turned; none for the lock of the whole portal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        class: Option<String>,
    },
    /// An exam mode was set, or ended before its time.
    ExamModeChanged {
        /// The class whose exam mode it is; none for that of the whole portal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        class: Option<String>,
        /// When the exam begins, ISO 8601; none when it was ended.
        from: Option<String>,
        /// When the exam ends, ISO 8601; none when it was ended.
        until: Option<String>,
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

/// Another node may have turned the lock, set an exam mode, or changed how the portal works.
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
