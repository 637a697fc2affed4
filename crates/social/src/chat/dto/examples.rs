//! Examples for the document of frames.

use kernel::user::UserId;

use super::{ChatGroup, ChatMessage};
use crate::chat::frames::{AT, GROUP, MESSAGE};

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
            edited_at: None,
            file: None,
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
