//! `/api/chat/rooms`, `read`, `history`, `contacts`: the rooms as one member has them.

use std::collections::HashMap;

use axum::extract::State;
use identity::user::{Names, members};
use kernel::app::iso;
use kernel::http::{Caller, Json, Path, Query};
use kernel::user::UserId;
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::chat::access;
use crate::chat::dto::ChatUser;
use crate::chat::dto::{self, ChatMessage};
use crate::chat::messages::send::target;
use crate::chat::model::{RoomId, parse_hour};
use crate::chat::presence;
use crate::chat::rooms::class_rooms;
use crate::chat::rooms::settings::{self, RoomSettings};
use crate::chat::store::reactions;
use crate::chat::store::read_markers::{self, Mark, RoomMark};
use crate::chat::store::removals::{self, RemovalRow};

/// A chat room with what the caller has read and set in it.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatRoom {
    /// The id of the room: `public`, `class_CC`, `group_UUID` or `private:ID:ID`.
    room_id: String,
    /// The kind of the room: `public`, `class`, `group` or `private`.
    kind: &'static str,
    /// The name of the room; for a private room the net name of the other member.
    name: String,
    /// The user ID of the other member of a private room.
    #[schema(value_type = Option<String>)]
    user_id: Option<UserId>,
    /// The user ID of the owner of a group.
    owner_id: Option<String>,
    /// The number of members of the room.
    members_count: usize,
    /// The newest message of the room.
    last_message: Option<ChatMessage>,
    /// When the room was created, ISO 8601. A room without a message stands at this time in the list.
    created_at: String,
    /// The number of messages of others after the caller's read marker; 100 means 99 and more.
    unread: i64,
    /// The number of mentions of the caller among the first hundred unread messages.
    unread_mentions: i64,
    /// Everything up to this `seq` is read.
    read_seq: i64,
    /// The `seq` up to which the other member of a private room has read, when they show it.
    peer_read_seq: Option<i64>,
    /// Whether the room does not notify the caller.
    muted: bool,
    /// The time of day from which the room is quiet, `HH:MM` in the portal's time zone.
    quiet_from: Option<String>,
    /// The time of day until which the room is quiet, `HH:MM` in the portal's time zone.
    quiet_to: Option<String>,
    /// In a private room: whether the other member sees how far the caller has read.
    receipts: bool,
}

/// A group that the caller was removed from, or that was dissolved.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatRemoval {
    /// The id of the group.
    room_id: String,
    /// The name of the group.
    name: String,
    /// How the caller lost the group: `kicked` when its owner took the caller out, `dissolved` when its owner ended
    /// it.
    change: String,
    /// When the caller was removed, ISO 8601.
    removed_at: String,
}

impl From<RemovalRow> for ChatRemoval {
    fn from(RemovalRow { room_id, name, change, removed_at }: RemovalRow) -> Self {
        Self { room_id, name, change, removed_at: iso(removed_at) }
    }
}

impl ChatRoom {
    /// Where the room stands in the list: the time of its newest message or of its creation, then that message.
    fn place(&self) -> (&str, i64) {
        let last = self.last_message.as_ref();
        let at = last
            .map_or(self.created_at.as_str(), |message| self.created_at.as_str().max(&message.created_at));
        (at, last.map_or(0, |message| message.seq))
    }
}

/// The chat rooms of the caller, by the time of the last message or of the creation, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatRooms {
    /// The rooms of the caller.
    rooms: Vec<ChatRoom>,
    /// The groups that the caller was removed from. They are listed until `DELETE /api/chat/removals/{id}`
    /// confirms that the caller has seen it.
    removed: Vec<ChatRemoval>,
}

/// What one snapshot says of a member's rooms.
struct Overview {
    rooms: Vec<RoomMark>,
    last: HashMap<String, ChatMessage>,
    peers: HashMap<String, i64>,
    removed: Vec<RemovalRow>,
}

async fn overview(app: &App, user: UserId) -> Result<Overview> {
    let class = class_rooms::own_class(app, user).await?;
    let (rooms, last, peers, removed) = app
        .db
        .read(move |read| {
            let class = class.as_deref();
            Ok((
                read_markers::rooms(read, user, class)?,
                read_markers::last_messages(read, user, class)?,
                read_markers::peers(read, user)?,
                removals::of(read, user)?,
            ))
        })
        .await?;
    let last = dto::messages(app, last, Vec::new()).await?;
    let last = last.into_iter().map(|message| (message.room_id.clone(), message)).collect();
    Ok(Overview { rooms, last, peers: peers.into_iter().collect(), removed })
}

/// Lists the chat rooms of the caller: the public room, the room of the class, groups, and private rooms with
/// messages.
#[utoipa::path(get, path = "/api/chat/rooms", tag = "chat", responses((status = 200, body = Envelope<ChatRooms>)))]
pub(in crate::chat) async fn list_rooms(State(app): State<App>, caller: Caller) -> Result<Reply<ChatRooms>> {
    let user = caller.facts.user_id;
    let Overview { rooms: rows, mut last, peers, removed } = overview(&app, user).await?;
    let mut rooms = Vec::with_capacity(rows.len());
    for row in rows {
        let Some(room) = RoomId::parse(&row.id) else { continue };
        let other = room.other(user);
        let name = match other {
            Some(other) => Names::of(&app, [other.to_string()].into()).await?.get(other.as_str()),
            None => dto::name(&row.id, &row.name),
        };
        rooms.push(ChatRoom {
            kind: room.kind(),
            name,
            user_id: other,
            owner_id: row.owner_id,
            members_count: dto::members(&app, &room).await?.len(),
            last_message: last.remove(&row.id),
            created_at: iso(row.created_at),
            unread: row.unread,
            unread_mentions: row.unread_mentions,
            read_seq: row.read_seq,
            peer_read_seq: peers.get(&row.id).copied(),
            muted: row.muted,
            quiet_from: row.quiet_from,
            quiet_to: row.quiet_to,
            receipts: row.receipts,
            room_id: row.id,
        });
    }
    rooms.sort_by(|one, other| other.place().cmp(&one.place()));
    Ok(Reply::ok(ChatRooms { rooms, removed: removed.into_iter().map(ChatRemoval::from).collect() }))
}

/// Confirms that the caller has seen that a group is gone. Repeating it has no effect.
#[utoipa::path(delete, path = "/api/chat/removals/{id}", tag = "chat",
    params(("id" = String, Path, description = "The id of the group that is gone")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(in crate::chat) async fn see_removal(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let (user, room) = (caller.facts.user_id, access::room(&id)?.to_string());
    app.write(move |tx| Ok(removals::forget(tx, user, &room)?)).await?;
    Ok(Reply::done())
}

/// The notification settings of a room to change; absent fields stay.
#[derive(Deserialize, ToSchema)]
pub(in crate::chat) struct ChatRoomChange {
    /// Whether the room does not notify the caller.
    muted: Option<bool>,
    /// The time of day from which the room is quiet, `HH:MM` in the portal's time zone; `null` or an empty text,
    /// together with the other time, for no quiet hours.
    #[serde(default, deserialize_with = "kernel::http::double_option")]
    #[schema(value_type = Option<String>)]
    quiet_from: Option<Option<String>>,
    /// The time of day until which the room is quiet, `HH:MM` in the portal's time zone.
    #[serde(default, deserialize_with = "kernel::http::double_option")]
    #[schema(value_type = Option<String>)]
    quiet_to: Option<Option<String>>,
    /// In a private room: whether the other member sees how far the caller has read.
    receipts: Option<bool>,
}

/// How a room may notify the caller.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatRoomSettings {
    /// The id of the room.
    room_id: String,
    /// Whether the room does not notify the caller.
    muted: bool,
    /// The time of day from which the room is quiet, `HH:MM` in the portal's time zone.
    quiet_from: Option<String>,
    /// The time of day until which the room is quiet, `HH:MM` in the portal's time zone.
    quiet_to: Option<String>,
    /// In a private room: whether the other member sees how far the caller has read.
    receipts: bool,
}

/// Sets how a room may notify the caller, on all devices of the caller.
#[utoipa::path(put, path = "/api/chat/rooms/{id}/settings", tag = "chat",
    params(("id" = String, Path, description = "The id of the room")),
    request_body = ChatRoomChange, responses((status = 200, body = Envelope<ChatRoomSettings>)))]
pub(in crate::chat) async fn set_room(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(change): Json<ChatRoomChange>,
) -> Result<Reply<ChatRoomSettings>> {
    let room = access::room(&id)?;
    let is_given = change.quiet_from.is_some() || change.quiet_to.is_some();
    let hour = |raw: Option<Option<String>>| parse_hour(raw.flatten().as_deref());
    let quiet = (hour(change.quiet_from)?, hour(change.quiet_to)?);
    let settings =
        RoomSettings { muted: change.muted, quiet: is_given.then_some(quiet), receipts: change.receipts };
    let Mark { muted, quiet_from, quiet_to, receipts, .. } =
        settings::set(&app, &caller.facts, &room, settings).await?;
    Ok(Reply::ok(ChatRoomSettings { room_id: room.to_string(), muted, quiet_from, quiet_to, receipts }))
}

/// The pinned messages of a room, the newest pin first.
#[utoipa::path(get, path = "/api/chat/rooms/{id}/pins", tag = "chat",
    params(("id" = String, Path, description = "The id of the room")),
    responses((status = 200, body = Envelope<Vec<ChatMessage>>)))]
pub(in crate::chat) async fn list_pins(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<Vec<ChatMessage>>> {
    let (room, facts) = (access::room(&id)?, caller.facts.clone());
    let rows = app
        .db
        .read(move |read| {
            let hidden = access::member_rights(read, &room, &facts)?.hidden;
            Ok(reactions::pinned(read, &room.to_string(), hidden)?)
        })
        .await?;
    Ok(Reply::ok(dto::messages(&app, rows, Vec::new()).await?))
}

/// The room that was read, and up to which message.
#[derive(Deserialize, ToSchema)]
pub(in crate::chat) struct ChatRead {
    /// The id of the room: `public`, `class_CC`, `group_UUID` or `private:ID:ID`.
    room: Option<String>,
    /// The user ID of the other member of a private room, in place of `room`.
    target_user_id: Option<String>,
    /// The id of the group, in place of `room`.
    group_id: Option<String>,
    /// The id of the last message that was read; by default the newest message.
    message_id: Option<String>,
}

/// Marks a room as read on all devices of the caller; the read marker never moves back.
#[utoipa::path(post, path = "/api/chat/read", tag = "chat", request_body = ChatRead,
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(in crate::chat) async fn mark_read(
    State(app): State<App>,
    caller: Caller,
    Json(read): Json<ChatRead>,
) -> Result<Reply<()>> {
    let user = caller.facts.user_id;
    let room = target(user, read.room.as_deref(), read.target_user_id.as_deref(), read.group_id.as_deref())?;
    settings::read(&app, &caller.facts, &room, read.message_id.as_deref()).await?;
    Ok(Reply::done())
}

/// Which history.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::chat) struct ClearQuery {
    /// The id of the room: `public`, `class_CC`, `group_UUID` or `private:ID:ID`.
    room: Option<String>,
    /// The user ID of the other member of a private room, in place of `room`.
    target_user_id: Option<String>,
    /// The id of the group, in place of `room`.
    group_id: Option<String>,
}

/// Hides all messages of a room so far, for the caller only.
#[utoipa::path(delete, path = "/api/chat/history", tag = "chat", params(ClearQuery),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(in crate::chat) async fn clear_history(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<ClearQuery>,
) -> Result<Reply<()>> {
    let user = caller.facts.user_id;
    let room =
        target(user, query.room.as_deref(), query.target_user_id.as_deref(), query.group_id.as_deref())?;
    settings::clear(&app, &caller.facts, &room).await?;
    Ok(Reply::done())
}

/// A member that the caller can write to.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatContact {
    #[serde(flatten)]
    user: ChatUser,
    /// The id of the private room of the caller and the member.
    room_id: String,
    /// The newest message of the private room.
    last_message: Option<ChatMessage>,
    /// The number of unread messages of the member; 100 means 99 and more.
    unread: i64,
    /// Whether the member is of another server.
    remote: bool,
}

/// The members that the caller can write to, by the time of the last message, newest first.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatContacts {
    /// The members that the caller can write to.
    contacts: Vec<ChatContact>,
}

/// Lists the members that the caller can write to.
#[utoipa::path(get, path = "/api/chat/contacts", tag = "chat",
    responses((status = 200, body = Envelope<ChatContacts>)))]
pub(in crate::chat) async fn list_contacts(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<ChatContacts>> {
    let user = caller.facts.user_id;
    let everyone = members(&app).await?;
    let Overview { rooms, mut last, .. } = overview(&app, user).await?;
    let unread: HashMap<String, i64> = rooms.into_iter().map(|room| (room.id, room.unread)).collect();
    let mut contacts = Vec::new();
    for facts in everyone.all() {
        let Ok(room) = RoomId::between(user, facts.user_id) else { continue };
        let room_id = room.to_string();
        contacts.push(ChatContact {
            user: presence::chat_user(&app, facts),
            last_message: last.remove(&room_id),
            unread: unread.get(&room_id).copied().unwrap_or_default(),
            remote: false,
            room_id,
        });
    }
    contacts
        .sort_by_key(|contact| std::cmp::Reverse(contact.last_message.as_ref().map(|message| message.seq)));
    Ok(Reply::ok(ChatContacts { contacts }))
}
