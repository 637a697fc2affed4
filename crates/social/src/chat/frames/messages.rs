//! The frames of what happens to messages and rooms.

use kernel::frames::Frame;
use serde::Serialize;
use utoipa::ToSchema;

use crate::chat::dto::ChatMessage;
use crate::chat::dto::examples::{GROUP, MESSAGE, PAIR};
use crate::chat::model::{RemovedBy, RoomId};

/// What a room is: the public room, the room of two members, or a group or the room of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ChatRoomType)]
pub(in crate::chat) enum RoomType {
    Public,
    Private,
    Group,
}

impl From<&RoomId> for RoomType {
    fn from(room: &RoomId) -> Self {
        match room {
            RoomId::Public => Self::Public,
            RoomId::Private(..) => Self::Private,
            RoomId::Class(_) | RoomId::Group(_) => Self::Group,
        }
    }
}

/// A message was sent in the public room; the sender gets it too.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct NewMessage {
    /// The id of the room: `public`.
    pub(in crate::chat) room_id: String,
    /// The id that the sender's client made; null for none.
    #[schema(required)]
    pub(in crate::chat) temp_id: Option<String>,
    /// The message.
    pub(in crate::chat) message: ChatMessage,
}

impl Frame for NewMessage {
    const NAME: &'static str = "new_message";

    fn example() -> Self {
        let message = ChatMessage::example("public");
        Self { room_id: "public".into(), temp_id: Some("t1".into()), message }
    }
}

/// A private message was sent; both members get it.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct PrivateMessage {
    /// The user ID of the sender.
    pub(in crate::chat) from_user_id: String,
    /// The id of the room: `private:ID:ID`.
    pub(in crate::chat) room_id: String,
    /// The id that the sender's client made; null for none.
    #[schema(required)]
    pub(in crate::chat) temp_id: Option<String>,
    /// The message.
    pub(in crate::chat) message: ChatMessage,
}

impl Frame for PrivateMessage {
    const NAME: &'static str = "private_message";

    fn example() -> Self {
        let (from_user_id, temp_id) = ("240111".into(), Some("t1".into()));
        Self { from_user_id, room_id: PAIR.into(), temp_id, message: ChatMessage::example(PAIR) }
    }
}

/// A message was sent in a group or in the room of a class.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct GroupMessage {
    /// The id of the group, or of the room of a class.
    pub(in crate::chat) group_id: String,
    /// The same id.
    pub(in crate::chat) room_id: String,
    /// The id that the sender's client made; null for none.
    #[schema(required)]
    pub(in crate::chat) temp_id: Option<String>,
    /// The message.
    pub(in crate::chat) message: ChatMessage,
}

impl Frame for GroupMessage {
    const NAME: &'static str = "group_message";

    fn example() -> Self {
        let (group_id, room_id) = (GROUP.into(), GROUP.into());
        Self { group_id, room_id, temp_id: Some("t1".into()), message: ChatMessage::example(GROUP) }
    }
}

/// A message was edited.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct MessageEdited {
    /// The id of the room.
    pub(in crate::chat) room_id: String,
    /// What the room is.
    pub(in crate::chat) message_type: RoomType,
    /// The message as it is now.
    pub(in crate::chat) message: ChatMessage,
}

impl Frame for MessageEdited {
    const NAME: &'static str = "message_edited";

    fn example() -> Self {
        let message = ChatMessage::example("public");
        Self { room_id: "public".into(), message_type: RoomType::Public, message }
    }
}

/// A message was taken back by its sender, or removed.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct MessageRecalled {
    /// The id of the room.
    room_id: String,
    /// What the room is.
    message_type: RoomType,
    /// The id of the message.
    message_id: String,
    /// The id of the room, unless it is a group or the room of a class.
    #[serde(skip_serializing_if = "Option::is_none")]
    chat_id: Option<String>,
    /// The id of the room of a group or class.
    #[serde(skip_serializing_if = "Option::is_none")]
    group_id: Option<String>,
    /// The user ID of the member who took it back, or removed it.
    user_id: String,
    /// Who removed the message; absent when its sender took it back.
    #[serde(skip_serializing_if = "Option::is_none")]
    removed_by: Option<RemovedBy>,
}

impl MessageRecalled {
    pub(in crate::chat) fn new(
        room: &RoomId,
        message: &str,
        by: &str,
        removed_by: Option<RemovedBy>,
    ) -> Self {
        let (room_id, message_type) = (room.to_string(), RoomType::from(room));
        let is_group = message_type == RoomType::Group;
        Self {
            message_type,
            message_id: message.into(),
            chat_id: (!is_group).then(|| room_id.clone()),
            group_id: is_group.then(|| room_id.clone()),
            user_id: by.into(),
            removed_by,
            room_id,
        }
    }
}

impl Frame for MessageRecalled {
    const NAME: &'static str = "message_recalled";

    fn example() -> Self {
        Self::new(&RoomId::Public, MESSAGE, "240111", None)
    }
}

/// A frame that says of a message and a member what its name says.
macro_rules! message_frame {
    ($(#[$about:meta])* $name:ident = $type:literal { $($(#[$field_about:meta])* $field:ident = $example:literal)? }) => {
        $(#[$about])*
        #[derive(Serialize, ToSchema)]
        pub(in crate::chat) struct $name {
            /// The id of the room.
            pub(in crate::chat) room_id: String,
            /// The id of the message.
            pub(in crate::chat) message_id: String,
            /// The user ID of the member.
            pub(in crate::chat) user_id: String,
            $($(#[$field_about])* pub(in crate::chat) $field: String,)?
        }

        impl Frame for $name {
            const NAME: &'static str = $type;

            fn example() -> Self {
                Self {
                    room_id: "public".into(),
                    message_id: MESSAGE.into(),
                    user_id: "240112".into(),
                    $($field: $example.into(),)?
                }
            }
        }
    };
}

message_frame! {
    /// A member put an emoji under a message.
    MessageReactionAdded = "message_reaction_added" {
        /// The emoji.
        emoji = "👍"
    }
}

message_frame! {
    /// A member took an emoji back.
    MessageReactionRemoved = "message_reaction_removed" {
        /// The emoji.
        emoji = "👍"
    }
}

message_frame! {
    /// A member pinned a message.
    MessagePinned = "message_pinned" {}
}

message_frame! {
    /// A member took a message from the pinned ones.
    MessageUnpinned = "message_unpinned" {}
}

/// How far someone has read: the caller on another device, or the other one of a pair.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct MessageRead {
    /// The id of the room.
    pub(in crate::chat) room_id: String,
    /// The user ID of the reader.
    pub(in crate::chat) reader_id: String,
    /// The id of the last message that was read, alone.
    pub(in crate::chat) message_ids: Vec<String>,
}

impl Frame for MessageRead {
    const NAME: &'static str = "message_read";

    fn example() -> Self {
        Self { room_id: PAIR.into(), reader_id: "240112".into(), message_ids: vec![MESSAGE.into()] }
    }
}

/// The caller hid the history of a room from themselves, on another device.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatCleared {
    /// The id of the room.
    pub(in crate::chat) room_id: String,
}

impl Frame for ChatCleared {
    const NAME: &'static str = "chat_cleared";

    fn example() -> Self {
        Self { room_id: "public".into() }
    }
}

/// The caller changed how a room may disturb them, on another device.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatSettingsChanged {
    /// The id of the room.
    pub(in crate::chat) room_id: String,
}

impl Frame for ChatSettingsChanged {
    const NAME: &'static str = "chat_settings_changed";

    fn example() -> Self {
        Self { room_id: "public".into() }
    }
}
