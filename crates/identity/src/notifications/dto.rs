//! Notifications as the wire shows them.

use serde::Serialize;
use utoipa::ToSchema;

use super::Link;

/// A notification in the inbox of the caller.
#[derive(Serialize, ToSchema)]
#[schema(as = Notification)]
pub(super) struct NotificationItem {
    /// The id of the notification, which grows; the cursor of the inbox.
    pub(super) id: i64,
    /// The name of the kind of the notification.
    pub(super) kind: String,
    /// The app whose icon the notification has: that of its link, or of its kind; empty for none.
    pub(super) app: String,
    /// Notifications of one kind with the same topic belong together; empty for none.
    pub(super) topic: String,
    /// What has happened, in one line, in the language of the caller.
    pub(super) title: String,
    /// What the notification is about; empty for nothing.
    pub(super) text: String,
    /// The user ID of the member who caused the notification; empty for nobody.
    pub(super) sender_id: String,
    /// The name of whoever or whatever sent the notification; empty for the portal.
    pub(super) sender_name: String,
    /// Where to look at what the notification tells of; null for nowhere.
    #[schema(required)]
    pub(super) link: Option<Link>,
    /// Whether open desktops show the notification in the inbox alone: the caller wants that, or an app has shown
    /// it already.
    pub(super) silent: bool,
    /// Whether the notification has been read, on any device.
    pub(super) read: bool,
    /// When the notification came, ISO 8601.
    pub(super) created_at: String,
}

/// A piece of the inbox of the caller.
#[derive(Serialize, ToSchema)]
pub(super) struct Inbox {
    /// The notifications, newest first.
    pub(super) notifications: Vec<NotificationItem>,
    /// The number of unread notifications of the whole inbox.
    pub(super) unread: i64,
    /// Whether there are more beyond this piece.
    pub(super) has_more: bool,
}

/// The number of notifications that the caller has not read.
#[derive(Serialize, ToSchema)]
pub(super) struct UnreadNotifications {
    /// The number of unread notifications.
    pub(super) unread: i64,
}
