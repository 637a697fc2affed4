//! What happens in the chat, as the log has it. What every node does then is in [`super::follow`].
//!
//! Events carry ids and no words. Their audience sees them, and beside it whom they name: who was kicked is in
//! the group no more, nor are the members of a group that has ended.

use kernel::events::FeatureEvent;
use kernel::user::UserId;
use serde::{Deserialize, Serialize};

use super::model::{RemovedBy, RoomId};

/// What happens in the chat. The subject is a message or the room itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum ChatEvent {
    /// A message; its number is the event's.
    MessageCreated(InRoom),
    /// A message has other words.
    MessageEdited(InRoom),
    /// A message was taken back, or removed.
    MessageRecalled(Recalled),
    /// A member put an emoji under a message.
    ReactionAdded(Reaction),
    /// A member took an emoji back.
    ReactionRemoved(Reaction),
    /// A message was pinned.
    MessagePinned(InRoom),
    /// A message is pinned no more.
    MessageUnpinned(InRoom),
    /// A member has read up to a message.
    MessageRead(ByMember),
    /// A member has hidden everything said so far from themselves.
    HistoryCleared(InRoom),
    /// A member has changed how a room may disturb them.
    RoomSettingsChanged(InRoom),
    /// A group was made.
    GroupCreated(Members),
    /// A group has ended.
    GroupDissolved(Members),
    /// A group has another owner.
    GroupTransferred {
        /// The group.
        room_id: String,
        /// Who owned it.
        old_owner_id: UserId,
        /// Who owns it now.
        new_owner_id: UserId,
    },
    /// A group has another name.
    GroupRenamed(InRoom),
    /// A room has another announcement.
    GroupAnnounced(InRoom),
    /// A member came into a group.
    MemberJoined(ByMember),
    /// A member left a group.
    MemberLeft(ByMember),
    /// A member was taken out of a group.
    MemberKicked(ByMember),
}

impl FeatureEvent for ChatEvent {
    const FEATURE: &'static str = "chat";
}

/// A room, as the wire calls it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InRoom {
    /// `public`, `class_CC`, `group_UUID` or `private:ID:ID`.
    pub room_id: String,
}

/// A message that was taken back, or removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recalled {
    /// Its room.
    pub room_id: String,
    /// Who removed it; `None` when its sender took it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) removed_by: Option<RemovedBy>,
}

/// An emoji under a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reaction {
    /// The room of the message.
    pub room_id: String,
    /// Who put it there.
    pub user_id: UserId,
    /// The emoji.
    pub emoji: String,
}

/// What a member did in a room, or what was done to them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ByMember {
    /// The room.
    pub room_id: String,
    /// The member.
    pub user_id: UserId,
}

/// A group and its members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Members {
    /// The group.
    pub room_id: String,
    /// Everyone who is, or was, in it.
    pub members: Vec<UserId>,
}

impl ChatEvent {
    /// Whether messages of its room read differently now.
    pub(super) fn changes_messages(&self) -> bool {
        matches!(
            self,
            Self::MessageCreated(_)
                | Self::MessageEdited(_)
                | Self::MessageRecalled(_)
                | Self::ReactionAdded(_)
                | Self::ReactionRemoved(_)
        )
    }

    /// The room it happened in.
    pub(super) fn room_id(&self) -> &str {
        match self {
            Self::MessageCreated(at)
            | Self::MessageEdited(at)
            | Self::MessagePinned(at)
            | Self::MessageUnpinned(at)
            | Self::HistoryCleared(at)
            | Self::RoomSettingsChanged(at)
            | Self::GroupRenamed(at)
            | Self::GroupAnnounced(at) => &at.room_id,
            Self::MessageRecalled(recalled) => &recalled.room_id,
            Self::ReactionAdded(reaction) | Self::ReactionRemoved(reaction) => &reaction.room_id,
            Self::MessageRead(by)
            | Self::MemberJoined(by)
            | Self::MemberLeft(by)
            | Self::MemberKicked(by) => &by.room_id,
            Self::GroupCreated(members) | Self::GroupDissolved(members) => &members.room_id,
            Self::GroupTransferred { room_id, .. } => room_id,
        }
    }
}

impl From<&RoomId> for InRoom {
    fn from(room: &RoomId) -> Self {
        Self { room_id: room.to_string() }
    }
}
