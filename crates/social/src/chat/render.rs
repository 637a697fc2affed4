//! What clients are shown of the chat's events, built from rows as they are now: a message that was
//! recalled between its event and this moment has no words any more.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use futures_util::future::BoxFuture;
use identity::user::Names;
use kernel::app::iso;
use kernel::db::Read;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::{App, Result};
use realtime::ranges;
use serde::Serialize;
use serde_json::{Value, json};

use super::dto::{self, ChatMessage};
use super::events::{ByMember, ChatEvent, InRoom, Members, Reaction};
use super::greeting::GreetingCache;
use super::model::RoomId;
use super::store::groups::{self, RoomRow};
use super::store::messages::{self, MessageRow};
use super::store::reactions;

/// What the frames of some events need of the tables.
#[derive(Default)]
struct Rows {
    spoken: HashMap<i64, ChatMessage>,
    edited: HashMap<String, ChatMessage>,
    rooms: HashMap<String, RoomRow>,
    names: HashMap<String, String>,
}

/// An event with what its row says.
struct LoggedEvent {
    row: Arc<Event>,
    event: ChatEvent,
}

impl LoggedEvent {
    fn new(row: Arc<Event>) -> Option<Self> {
        let event = ChatEvent::read(&row)?;
        Some(Self { row, event })
    }
}

/// The names of the frames that the chat sends, answers to commands and typing and presence among them.
pub(super) const FRAMES: &[&str] = &[
    "done",
    "message_sent",
    "private_message_sent",
    "group_message_sent",
    "new_message",
    "private_message",
    "group_message",
    "private_message_history",
    "group_message_history",
    "history_messages",
    "message_edited",
    "message_recalled",
    "message_reaction_added",
    "message_reaction_removed",
    "message_pinned",
    "message_unpinned",
    "message_read",
    "chat_cleared",
    "chat_settings_changed",
    "chat_report_changed",
    "group_created",
    "group_member_joined",
    "group_member_left",
    "group_member_kicked",
    "group_dissolved",
    "group_transferred",
    "group_renamed",
    "group_announcement",
    "groups_list",
    "group_members_list",
    "user_typing",
    "user_online",
    "user_offline",
    "user_status_change",
    "presence",
];

/// The frames of chat events.
pub(super) fn render(app: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    Box::pin(async move {
        let logged: Vec<LoggedEvent> = events.into_iter().filter_map(LoggedEvent::new).collect();
        let greetings = app.state::<GreetingCache>();
        logged.iter().for_each(|logged| greetings.note(logged.row.seq, &logged.event));
        let rows = gather(&app, &logged).await?;
        Ok(logged.iter().filter_map(|logged| frame(logged, &rows)).collect())
    })
}

/// What has to be read for the frames of some events.
#[derive(Default)]
struct Needed {
    /// The numbers of new messages.
    spoken: Vec<i64>,
    /// The IDs of edited messages.
    edited: Vec<String>,
    /// Rooms whose rows say more.
    rooms: Vec<String>,
    /// Members who are named.
    members: BTreeSet<String>,
}

impl Needed {
    fn of(logged: &[LoggedEvent]) -> Self {
        let mut needed = Self::default();
        for LoggedEvent { row, event } in logged {
            match event {
                ChatEvent::MessageCreated(_) => needed.spoken.push(row.seq),
                ChatEvent::MessageEdited(_) => needed.edited.push(row.subject_id.clone()),
                ChatEvent::MemberJoined(by) | ChatEvent::MemberLeft(by) | ChatEvent::MemberKicked(by) => {
                    needed.rooms.push(by.room_id.clone());
                    needed.members.insert(by.user_id.to_string());
                }
                ChatEvent::GroupCreated(Members { room_id, .. })
                | ChatEvent::GroupRenamed(InRoom { room_id })
                | ChatEvent::GroupAnnounced(InRoom { room_id }) => needed.rooms.push(room_id.clone()),
                _ => {}
            }
        }
        needed
    }
}

async fn gather(app: &App, logged: &[LoggedEvent]) -> Result<Rows> {
    let Needed { spoken, edited, rooms, members } = Needed::of(logged);
    let spoken = ranges(spoken);
    let mut found = Rows::default();
    if !spoken.is_empty() || !edited.is_empty() || !rooms.is_empty() {
        let (said, changed, groups) =
            app.db.read(move |read| read_rows(read, &spoken, &edited, &rooms)).await?;
        found.rooms = groups.into_iter().map(|row| (row.id.clone(), row)).collect();
        // Reactions are logged by events of their own, after the message.
        let messages = dto::messages(app, said, Vec::new()).await?;
        found.spoken = messages.into_iter().map(|message| (message.seq, message)).collect();
        for (row, reactions) in changed {
            let message = dto::one(app, row, reactions).await?;
            found.edited.insert(message.id.clone(), message);
        }
    }
    let names = Names::of(app, members.clone()).await?;
    found.names = members.into_iter().map(|user| (user.clone(), names.get(&user))).collect();
    Ok(found)
}

type Changed = Vec<(MessageRow, Vec<reactions::ReactionRow>)>;

fn read_rows(
    read: &mut Read,
    spoken: &[(i64, i64)],
    edited: &[String],
    rooms: &[String],
) -> Result<(Vec<MessageRow>, Changed, Vec<RoomRow>)> {
    let said = messages::between(read, spoken)?;
    let mut changed = Vec::new();
    for id in edited {
        if let Some(row) = messages::find(read, id)? {
            let reactions = reactions::reactions(read, &row.room_id, row.seq, row.seq)?;
            changed.push((row, reactions));
        }
    }
    let mut found = Vec::new();
    for room in rooms {
        found.extend(groups::find(read, room)?);
    }
    Ok((said, changed, found))
}

/// A message as its room hears it.
#[derive(Serialize)]
struct MessageFrame<'a> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    from_user_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group_id: Option<&'a str>,
    room_id: &'a str,
    temp_id: Option<&'a str>,
    message: &'a ChatMessage,
}

fn spoken(seq: i64, message: &ChatMessage) -> Option<ClientFrame> {
    let room_id = message.room_id.as_str();
    let (name, from, group) = match RoomId::parse(room_id)? {
        RoomId::Public => ("new_message", None, None),
        RoomId::Private(..) => ("private_message", Some(message.sender_id.as_str()), None),
        RoomId::Class(_) | RoomId::Group(_) => ("group_message", None, Some(room_id)),
    };
    let temp_id = message.temp_id.as_deref();
    let frame = MessageFrame { r#type: name, from_user_id: from, group_id: group, room_id, temp_id, message };
    ClientFrame::new(seq, &frame)
}

/// `public`, `private` or `group`, as the frames call a room.
fn message_type(room: &RoomId) -> &'static str {
    match room {
        RoomId::Public => "public",
        RoomId::Private(..) => "private",
        RoomId::Class(_) | RoomId::Group(_) => "group",
    }
}

fn frame(LoggedEvent { row, event }: &LoggedEvent, rows: &Rows) -> Option<ClientFrame> {
    let (seq, id, actor) = (row.seq, row.subject_id.as_str(), row.actor_id.as_str());
    let room_id = event.room_id().unwrap_or_default();
    let frame = match event {
        ChatEvent::MessageCreated(_) => return spoken(seq, rows.spoken.get(&seq)?),
        ChatEvent::MessageEdited(_) => {
            let kind = message_type(&RoomId::parse(room_id)?);
            let message = rows.edited.get(id)?;
            json!({ "type": "message_edited", "room_id": room_id, "message_type": kind, "message": message })
        }
        ChatEvent::MessageRecalled(_) => {
            return Some(ClientFrame::new(seq, &recalled(room_id, id, actor)?)?.withdrawing());
        }
        ChatEvent::ReactionAdded(reaction) => reacted("message_reaction_added", id, reaction),
        ChatEvent::ReactionRemoved(reaction) => reacted("message_reaction_removed", id, reaction),
        ChatEvent::MessagePinned(_) => pinned("message_pinned", room_id, id, actor),
        ChatEvent::MessageUnpinned(_) => pinned("message_unpinned", room_id, id, actor),
        ChatEvent::MessageRead(by) => json!({ "type": "message_read", "room_id": room_id,
                                              "reader_id": by.user_id, "message_ids": [id] }),
        ChatEvent::HistoryCleared(_) => json!({ "type": "chat_cleared", "room_id": room_id }),
        ChatEvent::RoomSettingsChanged(_) => json!({ "type": "chat_settings_changed", "room_id": room_id }),
        ChatEvent::ReportChanged { change } => {
            json!({ "type": "chat_report_changed", "report_id": id, "change": change })
        }
        ChatEvent::MemberJoined(by) => return also_to_member(seq, &joined(by, actor, rows)?, by),
        ChatEvent::MemberLeft(by) => return also_to_member(seq, &member("group_member_left", by, rows), by),
        ChatEvent::MemberKicked(by) => {
            let mut frame = member("group_member_kicked", by, rows);
            frame["kicked_by"] = actor.into();
            return also_to_member(seq, &frame, by);
        }
        ChatEvent::GroupDissolved(Members { members, .. }) => {
            let frame = json!({ "type": "group_dissolved", "group_id": room_id });
            return Some(ClientFrame::new(seq, &frame)?.also(members.iter().copied()));
        }
        ChatEvent::GroupCreated(Members { members, .. }) => {
            json!({ "type": "group_created", "group_id": room_id, "group_name": rows.rooms.get(room_id)?.name,
                    "creator_id": actor, "members": members, "success": true })
        }
        ChatEvent::GroupTransferred { old_owner_id, new_owner_id, .. } => {
            json!({ "type": "group_transferred", "group_id": room_id,
                    "old_owner_id": old_owner_id, "new_owner_id": new_owner_id })
        }
        ChatEvent::GroupRenamed(_) => {
            json!({ "type": "group_renamed", "group_id": room_id, "new_name": rows.rooms.get(room_id)?.name })
        }
        ChatEvent::GroupAnnounced(_) => {
            let row = rows.rooms.get(room_id)?;
            json!({ "type": "group_announcement", "group_id": room_id, "announcement": row.announcement,
                    "announced_by": row.announced_by, "announcement_at": row.announced_at.map(iso) })
        }
    };
    ClientFrame::new(seq, &frame)
}

fn recalled(room_id: &str, message: &str, actor: &str) -> Option<Value> {
    let kind = message_type(&RoomId::parse(room_id)?);
    let room_field = if kind == "group" { "group_id" } else { "chat_id" };
    Some(json!({ "type": "message_recalled", "room_id": room_id, "message_type": kind,
                 "message_id": message, room_field: room_id, "user_id": actor }))
}

fn pinned(name: &str, room_id: &str, message: &str, actor: &str) -> Value {
    json!({ "type": name, "room_id": room_id, "message_id": message, "user_id": actor })
}

fn joined(by: &ByMember, inviter: &str, rows: &Rows) -> Option<Value> {
    let mut frame = member("group_member_joined", by, rows);
    frame["group_name"] = rows.rooms.get(&by.room_id)?.name.clone().into();
    frame["invited_by"] = inviter.into();
    Some(frame)
}

/// A frame that its member gets as well: whoever left a group is not in its audience any more, and whoever
/// joined may not be in it yet.
fn also_to_member(seq: i64, frame: &Value, by: &ByMember) -> Option<ClientFrame> {
    Some(ClientFrame::new(seq, frame)?.also([by.user_id]))
}

fn reacted(name: &str, message: &str, Reaction { room_id, user_id, emoji }: &Reaction) -> Value {
    json!({ "type": name, "room_id": room_id, "message_id": message, "user_id": user_id, "emoji": emoji })
}

fn member(name: &str, ByMember { room_id, user_id }: &ByMember, rows: &Rows) -> Value {
    let user_name = rows.names.get(user_id.as_str());
    json!({ "type": name, "group_id": room_id, "user_id": user_id, "user_name": user_name })
}
