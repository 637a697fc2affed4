//! Messages, groups and members as the wire shows them.

mod chat_user;
pub(super) mod examples;

use std::collections::{BTreeSet, HashMap};

use identity::user::{Names, members as members_of_portal};
use integrations::Via;
use kernel::app::iso;
use kernel::texts::Language;
use kernel::user::UserId;
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

pub(super) use chat_user::ChatUser;

use super::attach::{ChatFile, Extra};
use super::model::{RemovedBy, RoomId};
use super::store::groups::RoomRow;
use super::store::messages::MessageRow;
use super::store::reactions::ReactionRow;
use super::texts;

/// The message that another message answers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChatReply {
    /// The id of the message.
    id: String,
    /// The user ID of the sender; empty when the sender's account was erased.
    sender_id: String,
    /// The net name of the sender.
    sender_name: String,
    /// The type of the message.
    r#type: String,
    /// The beginning of the text; empty when the message was recalled.
    content: String,
    /// Whether the message was recalled.
    recalled: bool,
    /// Who removed the message; absent when it was not removed, or its sender took it back.
    #[serde(skip_serializing_if = "Option::is_none")]
    removed_by: Option<RemovedBy>,
}

/// How often a message got a reaction, and from whom.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChatReaction {
    /// The emoji of the reaction.
    emoji: String,
    /// The number of members who reacted with the emoji.
    count: usize,
    /// The user IDs of the members who reacted with the emoji.
    user_ids: Vec<String>,
}

/// A chat message.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChatMessage {
    /// The id of the message, a UUID.
    pub id: String,
    /// The number of the message among all messages, used as the cursor of the history.
    pub seq: i64,
    /// The id of the room: `public`, `class_CC`, `group_UUID` or `private:ID:ID`.
    pub room_id: String,
    /// The type of the message: `text`, `emoji`, `image`, `file`, `audio`, `video`, `community_forward`,
    /// `music_playlist`, `ai_forward`, `ai_batch` or `gomoku_invite`.
    r#type: String,
    /// The text; empty when the message was recalled.
    content: String,
    /// The user ID of the sender; empty when the sender's account was erased.
    pub(super) sender_id: String,
    /// The net name of the sender.
    sender_name: String,
    /// The user ID of the sender of a private message.
    #[serde(skip_serializing_if = "Option::is_none")]
    from_user_id: Option<String>,
    /// The user ID of the receiver of a private message.
    #[serde(skip_serializing_if = "Option::is_none")]
    to_user_id: Option<String>,
    /// The id of the message that this message answers.
    reply_to: Option<String>,
    /// The message it answers, with the fields to show beside this message.
    reply: Option<ChatReply>,
    /// The id that the sender's client made.
    pub temp_id: Option<String>,
    /// The user IDs of the members that the message mentions.
    mentions: Vec<String>,
    /// The reactions to the message.
    reactions: Vec<ChatReaction>,
    /// Whether the message was recalled.
    recalled: bool,
    /// Who removed the message; absent when it was not removed, or its sender took it back.
    #[serde(skip_serializing_if = "Option::is_none")]
    removed_by: Option<RemovedBy>,
    /// When the message was last edited, ISO 8601.
    edited_at: Option<String>,
    /// The file of a message of type `image`, `file`, `audio` or `video`.
    file: Option<ChatFile>,
    /// The integration that sent the message in the name of the sender; absent when a person did.
    #[serde(skip_serializing_if = "Option::is_none")]
    via: Option<Via>,
    /// When the message was created, ISO 8601.
    pub(super) created_at: String,
}

/// Messages with their names and reactions.
///
/// # Errors
/// When the database is away.
pub(super) async fn messages(
    app: &App,
    rows: Vec<MessageRow>,
    reactions: Vec<ReactionRow>,
) -> Result<Vec<ChatMessage>> {
    let mut ids = BTreeSet::new();
    for row in &rows {
        ids.insert(row.sender_id.clone());
        ids.extend(row.reply_sender.clone());
    }
    let names = Names::of(app, ids).await?;
    let mut by_seq: HashMap<i64, Vec<ChatReaction>> = HashMap::new();
    for ReactionRow { seq, emoji, user_id } in reactions {
        let list = by_seq.entry(seq).or_default();
        match list.iter_mut().find(|known| known.emoji == emoji) {
            Some(known) => {
                known.count += 1;
                known.user_ids.push(user_id);
            }
            None => list.push(ChatReaction { emoji, count: 1, user_ids: vec![user_id] }),
        }
    }
    Ok(rows.into_iter().map(|row| message(row, &names, &mut by_seq)).collect())
}

fn message(row: MessageRow, names: &Names, reactions: &mut HashMap<i64, Vec<ChatReaction>>) -> ChatMessage {
    let extra = Extra::read(row.extra.as_deref());
    let room = RoomId::parse(&row.room_id);
    let is_private = matches!(room, Some(RoomId::Private(..)));
    let other = room.and_then(|room| room.other(UserId::parse(&row.sender_id)?)).map(|user| user.to_string());
    let reply = row.reply_to.clone().zip(row.reply_sender).map(|(id, sender_id)| ChatReply {
        id,
        sender_name: names.get(&sender_id),
        sender_id,
        r#type: row.reply_kind.unwrap_or_default(),
        content: row.reply_content.unwrap_or_default(),
        recalled: row.reply_recalled == Some(1),
        removed_by: Extra::read(row.reply_extra.as_deref()).removed_by,
    });
    ChatMessage {
        sender_name: names.get(&row.sender_id),
        from_user_id: is_private.then(|| row.sender_id.clone()),
        to_user_id: other,
        reactions: reactions.remove(&row.seq).unwrap_or_default(),
        mentions: serde_json::from_str(&row.mentions).unwrap_or_default(),
        file: extra.file,
        via: extra.via,
        edited_at: row.edited_at.map(iso),
        created_at: iso(row.created_at),
        id: row.id,
        seq: row.seq,
        room_id: row.room_id,
        r#type: row.kind,
        content: row.content,
        sender_id: row.sender_id,
        reply_to: row.reply_to,
        reply,
        temp_id: row.temp_id,
        recalled: row.recalled,
        removed_by: extra.removed_by,
    }
}

/// One message.
///
/// # Errors
/// When the database is away.
pub(super) async fn one(app: &App, row: MessageRow, reactions: Vec<ReactionRow>) -> Result<ChatMessage> {
    let mut all = messages(app, vec![row], reactions).await?;
    all.pop().ok_or_else(kernel::ApiError::not_found)
}

/// A chat group, or the chat room of a class.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ChatGroup {
    /// The id of the group: `group_UUID`, or `class_CC` for the room of a class.
    group_id: String,
    /// The name of the group.
    pub(super) group_name: String,
    /// The user ID of the owner; null for the room of a class.
    creator_id: Option<String>,
    /// The number of members of the group.
    member_count: usize,
    /// The user IDs of the members.
    #[schema(value_type = Vec<String>)]
    members: Vec<UserId>,
    /// The announcement of the group; empty when there is none.
    announcement: String,
    /// The user ID of the member who set the announcement.
    announced_by: Option<String>,
    /// When the announcement was set, ISO 8601.
    announcement_at: Option<String>,
    /// When the group was created, ISO 8601.
    created_at: String,
    /// Whether the group is the room of a class.
    is_class_group: bool,
}

impl ChatGroup {
    pub(super) fn new(row: RoomRow, members: Vec<UserId>) -> Self {
        Self {
            group_name: name(&row.id, &row.name),
            is_class_group: row.kind == "class",
            group_id: row.id,
            creator_id: row.owner_id,
            member_count: members.len(),
            members,
            announcement: row.announcement,
            announced_by: row.announced_by,
            announcement_at: row.announced_at.map(iso),
            created_at: iso(row.created_at),
        }
    }
}

impl ChatGroup {
    /// Who is in it.
    pub(super) fn member_ids(&self) -> &[UserId] {
        &self.members
    }
}

/// What a room is called; a pair's is empty, each of the two sees the other's name.
pub(super) fn name(room: &str, given: &str) -> String {
    match RoomId::parse(room) {
        Some(RoomId::Public) => texts::PUBLIC_ROOM.zh.to_owned(),
        Some(RoomId::Class(class)) => texts::CLASS_ROOM.with("class", class).localized(Language::Chinese),
        _ => given.to_owned(),
    }
}

/// Who is in a room, from memory.
///
/// # Errors
/// When the database is away.
pub(super) async fn members(app: &App, room: &RoomId) -> Result<Vec<UserId>> {
    Ok(match room {
        RoomId::Public => members_of_portal(app).await?.all().iter().map(|facts| facts.user_id).collect(),
        RoomId::Class(class) => members_of_portal(app).await?.of_class(class).collect(),
        RoomId::Group(group) => {
            let mut members = app.groups.members(group);
            members.sort_unstable();
            members
        }
        RoomId::Private(one, other) => vec![*one, *other],
    })
}
