//! The frames that the chat sends: what its events are shown as, the answers to commands, typing and presence, and
//! what it adds to the first frame of a connection.

mod answers;
mod groups;
mod messages;
mod presence;

use kernel::frames::FrameType;

pub(super) use answers::{
    GroupMessageHistory, GroupMessageSent, HistoryMessages, MessageSent, PrivateMessageHistory,
    PrivateMessageSent,
};
pub(super) use groups::{
    GroupAnnouncement, GroupCreated, GroupDissolved, GroupMemberJoined, GroupMemberKicked, GroupMemberLeft,
    GroupMembersList, GroupRenamed, GroupTransferred, GroupsList,
};
pub(super) use messages::{
    ChatCleared, ChatSettingsChanged, GroupMessage, MessageEdited, MessagePinned, MessageReactionAdded,
    MessageReactionRemoved, MessageRead, MessageRecalled, MessageUnpinned, NewMessage, PrivateMessage,
    RoomType,
};
pub(super) use presence::{PresenceChanged, UserOffline, UserOnline, UserStatusChange, UserTyping};

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[
    FrameType::of::<MessageSent>(),
    FrameType::of::<PrivateMessageSent>(),
    FrameType::of::<GroupMessageSent>(),
    FrameType::of::<NewMessage>(),
    FrameType::of::<PrivateMessage>(),
    FrameType::of::<GroupMessage>(),
    FrameType::of::<PrivateMessageHistory>(),
    FrameType::of::<GroupMessageHistory>(),
    FrameType::of::<HistoryMessages>(),
    FrameType::of::<MessageEdited>(),
    FrameType::of::<MessageRecalled>(),
    FrameType::of::<MessageReactionAdded>(),
    FrameType::of::<MessageReactionRemoved>(),
    FrameType::of::<MessagePinned>(),
    FrameType::of::<MessageUnpinned>(),
    FrameType::of::<MessageRead>(),
    FrameType::of::<ChatCleared>(),
    FrameType::of::<ChatSettingsChanged>(),
    FrameType::of::<GroupCreated>(),
    FrameType::of::<GroupMemberJoined>(),
    FrameType::of::<GroupMemberLeft>(),
    FrameType::of::<GroupMemberKicked>(),
    FrameType::of::<GroupDissolved>(),
    FrameType::of::<GroupTransferred>(),
    FrameType::of::<GroupRenamed>(),
    FrameType::of::<GroupAnnouncement>(),
    FrameType::of::<GroupsList>(),
    FrameType::of::<GroupMembersList>(),
    FrameType::of::<UserTyping>(),
    FrameType::of::<UserOnline>(),
    FrameType::of::<UserOffline>(),
    FrameType::of::<UserStatusChange>(),
    FrameType::of::<PresenceChanged>(),
];
