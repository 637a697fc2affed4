//! What the notifications feature tells the event log.

use kernel::AppTx;
use kernel::db::DbResult;
use kernel::events::{Audience, FeatureEvent, NewEvent};
use kernel::user::UserId;
use serde::{Deserialize, Serialize};

/// What happens to inboxes. The audience are the members whose inboxes they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum NotificationEvent {
    /// A notification came. The subject is what it tells of.
    Added {
        /// The name of its kind.
        kind_of: String,
    },
    /// Notifications were read or taken back, or a member wants to be told in another way.
    Changed,
}

impl FeatureEvent for NotificationEvent {
    const FEATURE: &'static str = "notifications";
}

/// Tells the devices of these members that something of their inboxes is other now.
pub(super) fn append_changed(tx: &mut AppTx, users: &[UserId]) -> DbResult<()> {
    let audience = Audience::Any(users.iter().copied().map(Audience::User).collect());
    tx.emit(NewEvent::new(&NotificationEvent::Changed, audience)).map(drop)
}
