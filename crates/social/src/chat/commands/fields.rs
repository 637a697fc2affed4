//! The fields of the frames that clients send. What the document of frames says of them stands on them.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::chat::draft::FileDraft;

/// Something said, wherever.
#[derive(Debug, Default)]
pub(super) struct OutgoingMessage {
    pub(super) content: Option<String>,
    pub(super) file: Option<FileDraft>,
    pub(super) msg_type: Option<String>,
    pub(super) reply_to: Option<String>,
    pub(super) temp_id: Option<String>,
    pub(super) room: Option<String>,
    pub(super) target_user_id: Option<String>,
    pub(super) group_id: Option<String>,
}

/// A frame that says something, with the field that names the destination.
macro_rules! speech_fields {
    ($name:ident { $(#[$about:meta])* $destination:ident }) => {
        #[derive(Debug, Deserialize, ToSchema)]
        pub(super) struct $name {
            $(#[$about])*
            $destination: Option<String>,
            /// The text, 1 to 4,000 characters; of forwards JSON of at most 32 KiB. Required without `file`.
            content: Option<String>,
            /// The file of an image, file, audio or video, instead of its address in `content`.
            file: Option<FileDraft>,
            /// The type of the message, `text` unless known: `emoji`, `image`, `file`, `audio`, `video`,
            /// `community_forward`, `music_playlist`, `ai_forward`, `ai_batch` or `gomoku_invite`.
            msg_type: Option<String>,
            /// The id of the message that this one answers, of the same room.
            reply_to: Option<String>,
            /// An id that the client made, at most 64 bytes: the same one again is the same message.
            temp_id: Option<String>,
        }

        impl From<$name> for OutgoingMessage {
            fn from(said: $name) -> Self {
                let $name { $destination, content, file, msg_type, reply_to, temp_id } = said;
                Self { $destination, content, file, msg_type, reply_to, temp_id, ..Self::default() }
            }
        }
    };
}

speech_fields! {
    Text {
        /// The id of the room: `public`, `class_CC`, `group_UUID` or `private:ID:ID`; `public` when absent.
        room
    }
}

speech_fields! {
    PrivateMessage {
        /// The user ID of the receiver.
        #[schema(required)]
        target_user_id
    }
}

speech_fields! {
    GroupMessage {
        /// The id of the group, or of the room of a class.
        #[schema(required)]
        group_id
    }
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Emoji {
    /// The id of the room: `public`, `class_CC`, `group_UUID` or `private:ID:ID`; `public` when absent.
    room: Option<String>,
    /// The emoji.
    content: String,
    /// The id of the message that this one answers, of the same room.
    reply_to: Option<String>,
    /// An id that the client made, at most 64 bytes: the same one again is the same message.
    temp_id: Option<String>,
}

impl From<Emoji> for OutgoingMessage {
    fn from(Emoji { room, content, reply_to, temp_id }: Emoji) -> Self {
        let (content, msg_type) = (Some(content), Some("emoji".into()));
        Self { room, content, msg_type, reply_to, temp_id, ..Self::default() }
    }
}

/// A room, another member or a group.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Destination {
    /// The id of the room: `public`, `class_CC`, `group_UUID` or `private:ID:ID`.
    pub(super) room: Option<String>,
    /// The user ID of another member, instead of a room.
    pub(super) target_user_id: Option<String>,
    /// The id of a group, or of the room of a class, instead of a room.
    pub(super) group_id: Option<String>,
}

/// A piece of a history.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) offset: Option<i64>,
    pub(super) before: Option<i64>,
    pub(super) limit: Option<i64>,
}

/// A frame that asks for a piece of a history.
macro_rules! history_fields {
    ($name:ident { $($(#[$about:meta])* $destination:ident)? }) => {
        #[derive(Debug, Deserialize, ToSchema)]
        pub(super) struct $name {
            $($(#[$about])* pub(super) $destination: String,)?
            /// The number of the newest messages to skip, at most 10,000.
            offset: Option<i64>,
            /// The `seq` of a message: only messages before it are wanted. It wins over `offset`.
            before: Option<i64>,
            /// The number of messages, 1 to 100; when absent 50, and 20 in `load_more`.
            limit: Option<i64>,
        }

        impl $name {
            pub(super) fn page(&self) -> Page {
                Page { offset: self.offset, before: self.before, limit: self.limit }
            }
        }
    };
}

history_fields! {
    PrivateHistory {
        /// The user ID of the other member.
        target_user_id
    }
}

history_fields! {
    GroupHistory {
        /// The id of the group, or of the room of a class.
        group_id
    }
}

history_fields! { PublicHistory {} }

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Read {
    /// The id of the room, as `room`.
    pub(super) chat_id: Option<String>,
    /// The id of the last message that was read; the newest of the room when absent.
    pub(super) message_id: Option<String>,
    /// The ids of messages that were read, of which the last one counts.
    #[serde(default)]
    pub(super) message_ids: Vec<String>,
    #[serde(flatten)]
    pub(super) destination: Destination,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Typing {
    /// Whether the caller writes.
    pub(super) is_typing: bool,
    #[serde(flatten)]
    pub(super) destination: Destination,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Edit {
    /// The id of the message.
    pub(super) message_id: String,
    /// The new text.
    pub(super) content: String,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct OfMessage {
    /// The id of the message.
    pub(super) message_id: String,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Reaction {
    /// The id of the message.
    pub(super) message_id: String,
    /// The emoji, one of 👍 ❤️ 😂 😮 😢 😡.
    pub(super) emoji: String,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct NewGroup {
    /// The name of the group, 1 to 30 characters.
    pub(super) group_name: String,
    /// The user IDs of the other members.
    pub(super) member_ids: Vec<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct OfGroup {
    /// The id of the group.
    pub(super) group_id: String,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Invitation {
    /// The id of the group.
    pub(super) group_id: String,
    /// The user ID of a member to invite.
    pub(super) invite_user_id: Option<String>,
    /// The user IDs of further members to invite.
    #[serde(default)]
    pub(super) user_ids: Vec<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Kick {
    /// The id of the group.
    pub(super) group_id: String,
    /// The user ID of the member to take out.
    pub(super) target_user_id: String,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Transfer {
    /// The id of the group.
    pub(super) group_id: String,
    /// The user ID of the new owner.
    pub(super) new_owner_id: String,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Rename {
    /// The id of the group.
    pub(super) group_id: String,
    /// The new name of the group, 1 to 30 characters.
    pub(super) new_name: String,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Announcement {
    /// The id of the group, or of the room of a class.
    pub(super) group_id: String,
    /// The announcement, at most 500 characters; empty takes it down.
    pub(super) announcement: String,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct StatusUpdate {
    /// The presence: `online`, `away`, `busy`, or `offline` to be there unseen.
    pub(super) status: String,
}
