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
    ChatCleared, ChatReportChanged, ChatSettingsChanged, GroupMessage, MessageEdited, MessagePinned,
    MessageReactionAdded, MessageReactionRemoved, MessageRead, MessageRecalled, MessageUnpinned, NewMessage,
    PrivateMessage, RoomType,
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
    FrameType::of::<ChatReportChanged>(),
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

/// The message of the examples.
pub(super) const MESSAGE: &str = "019900aa-7c1d-7e55-8a11-1b2c3d4e5f60";
/// The group of the examples.
pub(super) const GROUP: &str = "group_019900bb-3c1d-7e55-8a11-1b2c3d4e5f60";
/// The room of two members in the examples.
pub(super) const PAIR: &str = "private:240111:240112";
/// The time of the examples.
pub(super) const AT: &str = "2026-09-01T00:00:00.000Z";
