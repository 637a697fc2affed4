//! The frames that answer what a client says, and what it asks of the history.

use kernel::frames::{Frame, FrameSource};
use serde::Serialize;
use utoipa::ToSchema;

use crate::chat::dto::ChatMessage;
use crate::chat::dto::examples::{GROUP, PAIR};

/// The answer to a message, which is on disk, with the room or member that the client named.
macro_rules! sent_frame {
    ($(#[$about:meta])* $name:ident = $type:literal {
        $($(#[$field_about:meta])* $field:ident = $example:expr)?
    } in $room:expr) => {
        $(#[$about])*
        #[derive(Serialize, ToSchema)]
        pub(in crate::chat) struct $name {
            $($(#[$field_about])* pub(in crate::chat) $field: String,)?
            /// The id of the message.
            message_id: String,
            /// The id that the client made; null for none.
            #[schema(required)]
            temp_id: Option<String>,
            /// Always `true`.
            success: bool,
            /// The message.
            message: ChatMessage,
            /// Only `true`: sent before under this `temp_id`; the message is the first one.
            #[serde(skip_serializing_if = "std::ops::Not::not")]
            #[schema(required = false)]
            repeated: bool,
        }

        impl $name {
            pub(in crate::chat) fn new(
                $($field: String,)?
                message: ChatMessage,
                temp_id: Option<String>,
                repeated: bool,
            ) -> Self {
                Self { $($field,)? message_id: message.id.clone(), temp_id, success: true, message, repeated }
            }
        }

        impl Frame for $name {
            const NAME: &'static str = $type;
            const SOURCE: FrameSource = FrameSource::Answer;

            fn example() -> Self {
                Self::new($($example.into(),)? ChatMessage::example($room), Some("t1".into()), false)
            }
        }
    };
}

sent_frame! {
    /// The message is on disk.
    MessageSent = "message_sent" {} in "public"
}

sent_frame! {
    /// The private message is on disk.
    PrivateMessageSent = "private_message_sent" {
        /// The user ID of the receiver.
        target_user_id = "240112"
    } in PAIR
}

sent_frame! {
    /// The message to a group or to the room of a class is on disk.
    GroupMessageSent = "group_message_sent" {
        /// The id of the group, or of the room of a class.
        group_id = GROUP
    } in GROUP
}

/// Older messages of the public room, oldest first.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct HistoryMessages {
    /// The id of the room: `public`.
    pub(in crate::chat) room_id: String,
    /// The messages.
    pub(in crate::chat) messages: Vec<ChatMessage>,
    /// Whether there are older messages.
    pub(in crate::chat) has_more: bool,
}

impl Frame for HistoryMessages {
    const NAME: &'static str = "history_messages";
    const SOURCE: FrameSource = FrameSource::Answer;

    fn example() -> Self {
        let messages = vec![ChatMessage::example("public")];
        Self { room_id: "public".into(), messages, has_more: true }
    }
}

/// Messages between the caller and another member, oldest first.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct PrivateMessageHistory {
    /// The id of the room: `private:ID:ID`.
    pub(in crate::chat) room_id: String,
    /// The messages.
    pub(in crate::chat) messages: Vec<ChatMessage>,
    /// Whether there are older messages.
    pub(in crate::chat) has_more: bool,
    /// The user ID of the other member.
    pub(in crate::chat) target_user_id: String,
}

impl Frame for PrivateMessageHistory {
    const NAME: &'static str = "private_message_history";
    const SOURCE: FrameSource = FrameSource::Answer;

    fn example() -> Self {
        let (messages, target_user_id) = (vec![ChatMessage::example(PAIR)], "240112".into());
        Self { room_id: PAIR.into(), messages, has_more: false, target_user_id }
    }
}

/// Messages of a group or of the room of a class, oldest first.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct GroupMessageHistory {
    /// The id of the room.
    pub(in crate::chat) room_id: String,
    /// The messages.
    pub(in crate::chat) messages: Vec<ChatMessage>,
    /// Whether there are older messages.
    pub(in crate::chat) has_more: bool,
    /// The id of the group, or of the room of a class.
    pub(in crate::chat) group_id: String,
}

impl Frame for GroupMessageHistory {
    const NAME: &'static str = "group_message_history";
    const SOURCE: FrameSource = FrameSource::Answer;

    fn example() -> Self {
        let messages = vec![ChatMessage::example(GROUP)];
        Self { room_id: GROUP.into(), messages, has_more: false, group_id: GROUP.into() }
    }
}
