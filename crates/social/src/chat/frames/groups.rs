//! The frames of groups.

use kernel::frames::{Frame, FrameSource};
use kernel::user::UserId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::chat::dto::ChatGroup;
use crate::chat::dto::ChatUser;
use crate::chat::dto::examples::{AT, GROUP};

/// The caller is in a new group; its maker gets it as the answer too.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct GroupCreated {
    /// The id of the group.
    pub(in crate::chat) group_id: String,
    /// The name of the group.
    pub(in crate::chat) group_name: String,
    /// The user ID of the owner.
    pub(in crate::chat) creator_id: String,
    /// The user IDs of the members.
    #[schema(value_type = Vec<String>)]
    pub(in crate::chat) members: Vec<UserId>,
    /// Always `true`.
    pub(in crate::chat) success: bool,
}

impl Frame for GroupCreated {
    const NAME: &'static str = "group_created";
    const SOURCE: FrameSource = FrameSource::EventOrAnswer;

    fn example() -> Self {
        let members = ["240111", "240112"].into_iter().filter_map(UserId::parse).collect();
        let (group_name, creator_id) = ("物理小组".into(), "240111".into());
        Self { group_id: GROUP.into(), group_name, creator_id, members, success: true }
    }
}

/// A member came into a group.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct GroupMemberJoined {
    /// The id of the group.
    pub(in crate::chat) group_id: String,
    /// The user ID of the member.
    pub(in crate::chat) user_id: String,
    /// The net name of the member.
    pub(in crate::chat) user_name: String,
    /// The name of the group.
    pub(in crate::chat) group_name: String,
    /// The user ID of the member who invited them.
    pub(in crate::chat) invited_by: String,
}

impl Frame for GroupMemberJoined {
    const NAME: &'static str = "group_member_joined";

    fn example() -> Self {
        Self {
            group_id: GROUP.into(),
            user_id: "240113".into(),
            user_name: "小红".into(),
            group_name: "物理小组".into(),
            invited_by: "240111".into(),
        }
    }
}

/// A member left a group.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct GroupMemberLeft {
    /// The id of the group.
    pub(in crate::chat) group_id: String,
    /// The user ID of the member.
    pub(in crate::chat) user_id: String,
    /// The net name of the member.
    pub(in crate::chat) user_name: String,
}

impl Frame for GroupMemberLeft {
    const NAME: &'static str = "group_member_left";

    fn example() -> Self {
        Self { group_id: GROUP.into(), user_id: "240113".into(), user_name: "小红".into() }
    }
}

/// A member was taken out of a group; that member gets it as well.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct GroupMemberKicked {
    /// The id of the group.
    pub(in crate::chat) group_id: String,
    /// The user ID of the member.
    pub(in crate::chat) user_id: String,
    /// The net name of the member.
    pub(in crate::chat) user_name: String,
    /// The user ID of the owner who took them out.
    pub(in crate::chat) kicked_by: String,
}

impl Frame for GroupMemberKicked {
    const NAME: &'static str = "group_member_kicked";

    fn example() -> Self {
        let (user_id, user_name) = ("240113".into(), "小红".into());
        Self { group_id: GROUP.into(), user_id, user_name, kicked_by: "240111".into() }
    }
}

/// A group has ended.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct GroupDissolved {
    /// The id of the group.
    pub(in crate::chat) group_id: String,
}

impl Frame for GroupDissolved {
    const NAME: &'static str = "group_dissolved";

    fn example() -> Self {
        Self { group_id: GROUP.into() }
    }
}

/// A group has another owner.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct GroupTransferred {
    /// The id of the group.
    pub(in crate::chat) group_id: String,
    /// The user ID of the owner before.
    pub(in crate::chat) old_owner_id: String,
    /// The user ID of the owner now.
    pub(in crate::chat) new_owner_id: String,
}

impl Frame for GroupTransferred {
    const NAME: &'static str = "group_transferred";

    fn example() -> Self {
        Self { group_id: GROUP.into(), old_owner_id: "240111".into(), new_owner_id: "240112".into() }
    }
}

/// A group has another name.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct GroupRenamed {
    /// The id of the group.
    pub(in crate::chat) group_id: String,
    /// The new name of the group.
    pub(in crate::chat) new_name: String,
}

impl Frame for GroupRenamed {
    const NAME: &'static str = "group_renamed";

    fn example() -> Self {
        Self { group_id: GROUP.into(), new_name: "化学小组".into() }
    }
}

/// A group, the room of a class or `public` has another announcement.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct GroupAnnouncement {
    /// The id of the room.
    pub(in crate::chat) group_id: String,
    /// The announcement; empty for none.
    pub(in crate::chat) announcement: String,
    /// The user ID of the member who set it; null for none.
    #[schema(required)]
    pub(in crate::chat) announced_by: Option<String>,
    /// When it was set, ISO 8601; null for none.
    #[schema(required)]
    pub(in crate::chat) announcement_at: Option<String>,
}

impl Frame for GroupAnnouncement {
    const NAME: &'static str = "group_announcement";

    fn example() -> Self {
        Self {
            group_id: GROUP.into(),
            announcement: "周五交作业".into(),
            announced_by: Some("240111".into()),
            announcement_at: Some(AT.into()),
        }
    }
}

/// The groups of the caller.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct GroupsList {
    /// The groups.
    pub(in crate::chat) groups: Vec<ChatGroup>,
}

impl Frame for GroupsList {
    const NAME: &'static str = "groups_list";
    const SOURCE: FrameSource = FrameSource::Answer;

    fn example() -> Self {
        Self { groups: vec![ChatGroup::example()] }
    }
}

/// The members of a group.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct GroupMembersList {
    /// The id of the group.
    pub(in crate::chat) group_id: String,
    /// The user IDs of the members.
    #[schema(value_type = Vec<String>)]
    pub(in crate::chat) members: Vec<UserId>,
    /// The members.
    pub(in crate::chat) users: Vec<ChatUser>,
}

impl Frame for GroupMembersList {
    const NAME: &'static str = "group_members_list";
    const SOURCE: FrameSource = FrameSource::Answer;

    fn example() -> Self {
        let members = UserId::parse("240111").into_iter().collect();
        Self { group_id: GROUP.into(), members, users: vec![ChatUser::example()] }
    }
}
