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

use super::dto::{self, ChatMessage};
use super::events::{ByMember, ChatEvent, InRoom, Members, Reaction, Recalled};
use super::frames::{
    ChatCleared, ChatSettingsChanged, GroupAnnouncement, GroupCreated, GroupDissolved, GroupMemberJoined,
    GroupMemberKicked, GroupMemberLeft, GroupMessage, GroupRenamed, GroupTransferred, MessageEdited,
    MessagePinned, MessageReactionAdded, MessageReactionRemoved, MessageRead, MessageRecalled,
    MessageUnpinned, NewMessage, PrivateMessage, RoomType,
};
use super::model::RoomId;
use super::store::groups::{self, RoomRow};
use super::store::messages::{self, MessageRow};
use super::store::reactions;
use crate::chat::rooms::greeting::GreetingCache;

/// What the frames of some events need of the tables.
#[derive(Default)]
struct Rows {
    created: HashMap<i64, ChatMessage>,
    edited: HashMap<String, ChatMessage>,
    rooms: HashMap<String, RoomRow>,
    names: HashMap<String, String>,
}

impl Rows {
    /// The user ID and the net name of a member.
    fn member(&self, by: &ByMember) -> (String, String) {
        let name = self.names.get(by.user_id.as_str()).cloned();
        (by.user_id.to_string(), name.unwrap_or_default())
    }
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

/// The frames of chat events.
pub(super) fn render(app: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    Box::pin(async move {
        let logged: Vec<LoggedEvent> = events.into_iter().filter_map(LoggedEvent::new).collect();
        let greetings = app.state::<GreetingCache>();
        logged.iter().for_each(|logged| greetings.note(logged.row.seq, &logged.event));
        let mut rows = gather(&app, &logged).await?;
        Ok(logged.iter().filter_map(|logged| frame(logged, &mut rows)).collect())
    })
}

/// What has to be read for the frames of some events.
#[derive(Default)]
struct Needed {
    /// The numbers of new messages.
    created: Vec<i64>,
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
                ChatEvent::MessageCreated(_) => needed.created.push(row.seq),
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
    let Needed { created, edited, rooms, members } = Needed::of(logged);
    let created = ranges(created);
    let mut found = Rows::default();
    if !created.is_empty() || !edited.is_empty() || !rooms.is_empty() {
        let (sent, changed, groups) =
            app.db.read(move |read| read_rows(read, &created, &edited, &rooms)).await?;
        found.rooms = groups.into_iter().map(|row| (row.id.clone(), row)).collect();
        // Reactions are logged by events of their own, after the message.
        let messages = dto::messages(app, sent, Vec::new()).await?;
        found.created = messages.into_iter().map(|message| (message.seq, message)).collect();
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
    created: &[(i64, i64)],
    edited: &[String],
    rooms: &[String],
) -> Result<(Vec<MessageRow>, Changed, Vec<RoomRow>)> {
    let sent = messages::between(read, created)?;
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
    Ok((sent, changed, found))
}

fn message_frame(seq: i64, message: ChatMessage) -> Option<ClientFrame> {
    let (room_id, temp_id) = (message.room_id.clone(), message.temp_id.clone());
    Some(match RoomId::parse(&room_id)? {
        RoomId::Public => ClientFrame::new(seq, &NewMessage { room_id, temp_id, message }),
        RoomId::Private(..) => {
            let from_user_id = message.sender_id.clone();
            ClientFrame::new(seq, &PrivateMessage { from_user_id, room_id, temp_id, message })
        }
        RoomId::Class(_) | RoomId::Group(_) => {
            ClientFrame::new(seq, &GroupMessage { group_id: room_id.clone(), room_id, temp_id, message })
        }
    })
}

fn frame(LoggedEvent { row, event }: &LoggedEvent, rows: &mut Rows) -> Option<ClientFrame> {
    let (seq, id, actor) = (row.seq, row.subject_id.as_str(), row.actor_id.as_str());
    let room_id = event.room_id();
    let room = || RoomId::parse(room_id);
    Some(match event {
        ChatEvent::MessageCreated(_) => return message_frame(seq, rows.created.remove(&seq)?),
        ChatEvent::MessageEdited(_) => {
            let (message_type, message) = (RoomType::from(&room()?), rows.edited.get(id)?.clone());
            ClientFrame::new(seq, &MessageEdited { room_id: room_id.into(), message_type, message })
        }
        ChatEvent::MessageRecalled(Recalled { removed_by, .. }) => {
            ClientFrame::new(seq, &MessageRecalled::new(&room()?, id, actor, *removed_by)).retracting()
        }
        ChatEvent::ReactionAdded(Reaction { room_id, user_id, emoji }) => {
            let (room_id, message_id, user_id) = (room_id.clone(), id.into(), user_id.to_string());
            ClientFrame::new(
                seq,
                &MessageReactionAdded { room_id, message_id, user_id, emoji: emoji.clone() },
            )
        }
        ChatEvent::ReactionRemoved(Reaction { room_id, user_id, emoji }) => {
            let (room_id, message_id, user_id) = (room_id.clone(), id.into(), user_id.to_string());
            ClientFrame::new(
                seq,
                &MessageReactionRemoved { room_id, message_id, user_id, emoji: emoji.clone() },
            )
        }
        ChatEvent::MessagePinned(_) => {
            let (message_id, user_id) = (id.into(), actor.into());
            ClientFrame::new(seq, &MessagePinned { room_id: room_id.into(), message_id, user_id })
        }
        ChatEvent::MessageUnpinned(_) => {
            let (message_id, user_id) = (id.into(), actor.into());
            ClientFrame::new(seq, &MessageUnpinned { room_id: room_id.into(), message_id, user_id })
        }
        ChatEvent::MessageRead(by) => {
            let (reader_id, message_ids) = (by.user_id.to_string(), vec![id.into()]);
            ClientFrame::new(seq, &MessageRead { room_id: room_id.into(), reader_id, message_ids })
        }
        ChatEvent::HistoryCleared(_) => ClientFrame::new(seq, &ChatCleared { room_id: room_id.into() }),
        ChatEvent::RoomSettingsChanged(_) => {
            ClientFrame::new(seq, &ChatSettingsChanged { room_id: room_id.into() })
        }
        ChatEvent::GroupCreated(_)
        | ChatEvent::GroupDissolved(_)
        | ChatEvent::GroupTransferred { .. }
        | ChatEvent::GroupRenamed(_)
        | ChatEvent::GroupAnnounced(_)
        | ChatEvent::MemberJoined(_)
        | ChatEvent::MemberLeft(_)
        | ChatEvent::MemberKicked(_) => return of_group(event, (seq, actor), rows),
    })
}

/// What happened to a group. Its member gets what happened to them as well: whoever left a group is not in its
/// audience any more, and whoever joined may not be in it yet.
fn of_group(event: &ChatEvent, (seq, actor): (i64, &str), rows: &Rows) -> Option<ClientFrame> {
    let group_id = event.room_id().to_owned();
    let group = rows.rooms.get(&group_id);
    Some(match event {
        ChatEvent::MemberJoined(by) => {
            let (user_id, user_name) = rows.member(by);
            let (group_name, invited_by) = (group?.name.clone(), actor.into());
            let frame = GroupMemberJoined { group_id, user_id, user_name, group_name, invited_by };
            ClientFrame::new(seq, &frame).also_to([by.user_id])
        }
        ChatEvent::MemberLeft(by) => {
            let (user_id, user_name) = rows.member(by);
            ClientFrame::new(seq, &GroupMemberLeft { group_id, user_id, user_name }).also_to([by.user_id])
        }
        ChatEvent::MemberKicked(by) => {
            let (user_id, user_name) = rows.member(by);
            let frame = GroupMemberKicked { group_id, user_id, user_name, kicked_by: actor.into() };
            ClientFrame::new(seq, &frame).also_to([by.user_id])
        }
        ChatEvent::GroupDissolved(Members { members, .. }) => {
            ClientFrame::new(seq, &GroupDissolved { group_id }).also_to(members.iter().copied())
        }
        ChatEvent::GroupCreated(Members { members, .. }) => {
            let (group_name, creator_id, members) = (group?.name.clone(), actor.into(), members.clone());
            ClientFrame::new(seq, &GroupCreated { group_id, group_name, creator_id, members, success: true })
        }
        ChatEvent::GroupTransferred { old_owner_id, new_owner_id, .. } => {
            let (old_owner_id, new_owner_id) = (old_owner_id.to_string(), new_owner_id.to_string());
            ClientFrame::new(seq, &GroupTransferred { group_id, old_owner_id, new_owner_id })
        }
        ChatEvent::GroupRenamed(_) => {
            ClientFrame::new(seq, &GroupRenamed { group_id, new_name: group?.name.clone() })
        }
        ChatEvent::GroupAnnounced(_) => {
            let group = group?;
            let frame = GroupAnnouncement {
                group_id,
                announcement: group.announcement.clone(),
                announced_by: group.announced_by.clone(),
                announcement_at: group.announced_at.map(iso),
            };
            ClientFrame::new(seq, &frame)
        }
        _ => return None,
    })
}
