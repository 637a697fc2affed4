//! Examples for the document of frames.

use kernel::user::UserId;

use super::{ChatGroup, ChatMessage};

/// The message of the examples.
pub(in crate::chat) const MESSAGE: &str = "019900aa-7c1d-7e55-8a11-1b2c3d4e5f60";
/// The group of the examples.
pub(in crate::chat) const GROUP: &str = "group_019900bb-3c1d-7e55-8a11-1b2c3d4e5f60";
/// The room of two members in the examples.
pub(in crate::chat) const PAIR: &str = "private:240111:240112";
/// The time of the examples.
pub(in crate::chat) const AT: &str = "2026-09-01T00:00:00.000Z";

impl ChatMessage {
    /// A text in this room.
    pub(in crate::chat) fn example(room: &str) -> Self {
        Self {
            id: MESSAGE.into(),
            seq: 120,
            room_id: room.into(),
            r#type: "text".into(),
            content: "大家好".into(),
            sender_id: "240111".into(),
            sender_name: "小明".into(),
            from_user_id: None,
            to_user_id: None,
            reply_to: None,
            reply: None,
            temp_id: Some("t1".into()),
            mentions: Vec::new(),
            reactions: Vec::new(),
            recalled: false,
            removed_by: None,
            edited_at: None,
            file: None,
            via: None,
            created_at: AT.into(),
        }
    }
}

impl ChatGroup {
    /// A group of two.
    pub(in crate::chat) fn example() -> Self {
        let members: Vec<UserId> = ["240111", "240112"].into_iter().filter_map(UserId::parse).collect();
        Self {
            group_id: GROUP.into(),
            group_name: "物理小组".into(),
            creator_id: Some("240111".into()),
            member_count: members.len(),
            members,
            announcement: String::new(),
            announced_by: None,
            announcement_at: None,
            created_at: AT.into(),
            is_class_group: false,
        }
    }
}
