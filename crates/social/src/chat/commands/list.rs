//! Which frames clients send to the chat: their limits, and what the document of frames says of them.

use kernel::events::FeatureEvent as _;
use kernel::limits::{Limit, USER};
use realtime::{Command as Frame, NoFields, SIGNALS};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::fields::{
    Announcement, Edit, Emoji, GroupHistory, GroupMessage, Invitation, Kick, NewGroup, OfGroup, OfMessage,
    PrivateHistory, PrivateMessage, PublicHistory, Reaction, Read, Rename, StatusUpdate, Text, Transfer,
    Typing,
};
use crate::chat::dto::examples::{GROUP, MESSAGE};
use crate::chat::{ChatEvent, MESSAGES};

/// A frame that is refused to members for whom the chat is disabled.
const fn frame<T: DeserializeOwned + ToSchema>(
    name: &'static str,
    limit: &'static Limit,
    summary: &'static str,
    example: fn() -> Value,
) -> Frame {
    Frame::of::<T>(name, limit, summary, example).of_app(ChatEvent::FEATURE)
}

fn of_group() -> Value {
    json!({ "group_id": GROUP })
}

fn of_message() -> Value {
    json!({ "message_id": MESSAGE })
}

fn reaction() -> Value {
    json!({ "message_id": MESSAGE, "emoji": "👍" })
}

/// Messages draw from the limit of messages, what asks the database from the user's, what is only passed on from a
/// generous one.
pub(super) const LIST: &[Frame] = &[
    frame::<Text>(
        "text",
        &MESSAGES,
        "Sends a message, to everyone unless `room` names another room. Answered by `message_sent`.",
        || json!({ "content": "大家好", "temp_id": "t1" }),
    ),
    frame::<Emoji>(
        "emoji",
        &MESSAGES,
        "Sends an emoji. Answered by `message_sent`.",
        || json!({ "content": "👍", "temp_id": "t2" }),
    ),
    frame::<PrivateMessage>(
        "private_message",
        &MESSAGES,
        "Sends a message to one member. Answered by `private_message_sent`.",
        || json!({ "target_user_id": "240112", "content": "作业写完了吗？", "temp_id": "t3" }),
    ),
    frame::<GroupMessage>(
        "group_message",
        &MESSAGES,
        "Sends a message in a group or in the room of a class. Answered by `group_message_sent`.",
        || json!({ "group_id": GROUP, "content": "明天带尺子", "temp_id": "t4" }),
    ),
    frame::<Edit>(
        "edit_message",
        &USER,
        "Corrects a text of the caller within 15 minutes. Answered by `done`; all get `message_edited`.",
        || json!({ "message_id": MESSAGE, "content": "大家早上好" }),
    ),
    frame::<OfMessage>(
        "recall_message",
        &USER,
        "Takes a message back: one of the caller within 2 minutes, as a moderator any time. Answered by `done`; all \
         get `message_recalled`.",
        of_message,
    ),
    frame::<Reaction>(
        "add_reaction",
        &USER,
        "Puts an emoji under a message. Answered by `done`; all get `message_reaction_added`.",
        reaction,
    ),
    frame::<Reaction>(
        "remove_reaction",
        &USER,
        "Takes an emoji of the caller back. Answered by `done`; all get `message_reaction_removed`.",
        reaction,
    ),
    frame::<OfMessage>(
        "pin_message",
        &USER,
        "Pins a message, for owners, moderators and both of a pair. Answered by `done`.",
        of_message,
    ),
    frame::<OfMessage>(
        "unpin_message",
        &USER,
        "Takes a message from the pinned ones, for owners, moderators and both of a pair. Answered by `done`.",
        of_message,
    ),
    frame::<PrivateHistory>(
        "get_private_history",
        &USER,
        "Asks for messages with another member. Answered by `private_message_history`.",
        || json!({ "target_user_id": "240112" }),
    ),
    frame::<GroupHistory>(
        "get_group_history",
        &USER,
        "Asks for messages of a group or of the room of a class. Answered by `group_message_history`.",
        || json!({ "group_id": GROUP, "offset": 0, "limit": 50 }),
    ),
    frame::<PublicHistory>(
        "load_more",
        &USER,
        "Asks for older messages of the public room. Answered by `history_messages`.",
        || json!({ "offset": 50, "limit": 20 }),
    ),
    frame::<NewGroup>(
        "create_group",
        &USER,
        "Makes a group. Answered by `group_created`.",
        || json!({ "group_name": "物理小组", "member_ids": ["240112"] }),
    ),
    frame::<OfGroup>(
        "join_group",
        &USER,
        "Nobody joins by knowing an id: members get `done`, others an `error`.",
        of_group,
    ),
    frame::<OfGroup>(
        "leave_group",
        &USER,
        "Leaves a group, which the owner hands over first. Answered by `done`.",
        of_group,
    ),
    frame::<OfGroup>("dissolve_group", &USER, "Ends a group, for its owner. Answered by `done`.", of_group),
    frame::<OfGroup>(
        "get_group_members",
        &USER,
        "Asks who is in a group or class. Answered by `group_members_list`.",
        of_group,
    ),
    frame::<NoFields>(
        "get_groups",
        &USER,
        "Asks for the caller's groups. Answered by `groups_list`.",
        || json!({}),
    ),
    frame::<Invitation>(
        "invite_to_group",
        &USER,
        "Takes others into a group, for any member; they are in at once. Answered by `done`.",
        || json!({ "group_id": GROUP, "invite_user_id": "240113" }),
    ),
    frame::<Kick>(
        "kick_member",
        &USER,
        "Takes a member out, for the owner. Answered by `done`.",
        || json!({ "group_id": GROUP, "target_user_id": "240113" }),
    ),
    frame::<Transfer>(
        "transfer_group",
        &USER,
        "Makes another member the owner, for the owner. Answered by `done`.",
        || json!({ "group_id": GROUP, "new_owner_id": "240112" }),
    ),
    frame::<Rename>(
        "rename_group",
        &USER,
        "Renames a group, for its owner. Answered by `done`.",
        || json!({ "group_id": GROUP, "new_name": "化学小组" }),
    ),
    frame::<Announcement>(
        "set_announcement",
        &USER,
        "Sets the announcement, for the owner, and in the room of a class for moderators. Answered by `done`.",
        || json!({ "group_id": GROUP, "announcement": "周五交作业" }),
    ),
    frame::<Read>(
        "mark_read",
        &USER,
        "Moves the caller's mark in a room, never back. Answered by `done`; the devices of the caller get `message_read`.",
        || json!({ "room": "public", "message_id": MESSAGE }),
    ),
    frame::<Typing>(
        "typing",
        &SIGNALS,
        "Says that the caller writes. Never stored; at most one a second for each room goes out. No answer.",
        || json!({ "is_typing": true, "target_user_id": "240112" }),
    ),
    // Who is there is shown to other apps too.
    Frame::of::<StatusUpdate>(
        "status_update",
        &SIGNALS,
        "Says how the caller is there. No answer.",
        || json!({ "status": "busy" }),
    ),
];
