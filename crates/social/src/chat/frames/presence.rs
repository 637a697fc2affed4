//! The frames of who writes and who is there: told, and never stored.

use kernel::frames::{Frame, FrameSource};
use kernel::user::UserId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::chat::dto::ChatUser;
use crate::chat::dto::examples::PAIR;

/// A member writes, or no longer does. It holds for 6 seconds unless it is told again.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct UserTyping {
    /// The user ID of the member.
    pub(in crate::chat) from_user_id: String,
    /// The net name of the member.
    pub(in crate::chat) from_user_name: String,
    /// The id of the room.
    pub(in crate::chat) room_id: String,
    /// Whether the member writes.
    pub(in crate::chat) is_typing: bool,
    /// The id of the room of a group or class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::chat) group_id: Option<String>,
}

impl Frame for UserTyping {
    const NAME: &'static str = "user_typing";
    const SOURCE: FrameSource = FrameSource::Server;

    fn example() -> Self {
        Self {
            from_user_id: "240112".into(),
            from_user_name: "小红".into(),
            room_id: PAIR.into(),
            is_typing: true,
            group_id: None,
        }
    }
}

/// The first device of a member came.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct UserOnline {
    /// The user ID of the member.
    pub(in crate::chat) user_id: String,
    /// The member.
    pub(in crate::chat) user_info: ChatUser,
}

impl Frame for UserOnline {
    const NAME: &'static str = "user_online";
    const SOURCE: FrameSource = FrameSource::Server;

    fn example() -> Self {
        Self { user_id: "240111".into(), user_info: ChatUser::example() }
    }
}

/// The last device of a member went, or the member wants to be unseen.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct UserOffline {
    /// The user ID of the member.
    pub(in crate::chat) user_id: String,
}

impl Frame for UserOffline {
    const NAME: &'static str = "user_offline";
    const SOURCE: FrameSource = FrameSource::Server;

    fn example() -> Self {
        Self { user_id: "240111".into() }
    }
}

/// The presence of a member who is online changed.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct UserStatusChange {
    /// The user ID of the member.
    pub(in crate::chat) user_id: String,
    /// The presence of the member: `away` or `busy`.
    pub(in crate::chat) status: &'static str,
}

impl Frame for UserStatusChange {
    const NAME: &'static str = "user_status_change";
    const SOURCE: FrameSource = FrameSource::Server;

    fn example() -> Self {
        Self { user_id: "240111".into(), status: "busy" }
    }
}

/// Many members came and went at once, told instead of a frame for each.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct PresenceChanged {
    /// The user IDs of members who are online now.
    #[schema(value_type = Vec<String>)]
    pub(in crate::chat) online: Vec<UserId>,
    /// The user IDs of members who are away now.
    #[schema(value_type = Vec<String>)]
    pub(in crate::chat) away: Vec<UserId>,
    /// The user IDs of members who are busy now.
    #[schema(value_type = Vec<String>)]
    pub(in crate::chat) busy: Vec<UserId>,
    /// The user IDs of members who are offline now.
    #[schema(value_type = Vec<String>)]
    pub(in crate::chat) offline: Vec<UserId>,
}

impl Frame for PresenceChanged {
    const NAME: &'static str = "presence";
    const SOURCE: FrameSource = FrameSource::Server;

    fn example() -> Self {
        let users = |ids: &[&str]| ids.iter().filter_map(|id| UserId::parse(id)).collect();
        let (online, offline) = (users(&["240111", "240112"]), users(&["240113"]));
        Self { online, away: Vec::new(), busy: Vec::new(), offline }
    }
}
