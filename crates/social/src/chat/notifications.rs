//! What members are told of the chat: that a message calls or answers them.

use identity::exam_digest::DigestCount;
use identity::notifications::{
    self, Content, Importance, Link, NewNotification, Notification, NotificationKind, Reader,
};
use identity::setup;
use identity::user::{self, directory};
use kernel::db::{DbResult, Read};
use kernel::texts::Text;
use kernel::user::UserId;
use kernel::{AppTx, Result};

use super::model::RoomId;
use super::store::messages::{self, MessageRow};
use super::store::{groups, read_markers};
use super::{access, texts};

/// Longest beginning of a message that an inbox shows, in characters.
const EXCERPT: usize = 120;

/// A message calls the member by name.
pub(super) static MENTION: NotificationKind = NotificationKind {
    name: "mention",
    label: &texts::MENTION,
    app: "chat",
    importance: Importance::Personal,
    shown_by_app: true,
    describe: |read, reader, about| message(read, reader, about, &texts::MENTIONED),
};

/// A message answers one of the member.
pub(super) static REPLY: NotificationKind = NotificationKind {
    name: "reply",
    label: &texts::REPLY,
    app: "chat",
    importance: Importance::Personal,
    shown_by_app: true,
    describe: |read, reader, about| message(read, reader, about, &texts::REPLIED),
};

/// How many rooms have something new after an exam.
pub(super) static ROOMS_WITH_NEWS: DigestCount = DigestCount {
    name: "chat_rooms",
    label: &texts::ROOMS_WITH_NEWS,
    part_of: None,
    app: "chat",
    count: |read, facts, since| {
        let class = RoomId::class_of(facts.user_id).map(|room| room.to_string());
        read_markers::count_new_since(read, facts.user_id, class.as_deref(), since)
    },
};

/// Tells those whom a new message calls or answers. Between two, every message is meant for the other one, and the
/// room counts it.
pub(super) fn notify_of_message(
    tx: &mut AppTx,
    row: &MessageRow,
    room: &RoomId,
    sender: UserId,
) -> DbResult<()> {
    if matches!(room, RoomId::Private(..)) {
        return Ok(());
    }
    let mentioned: Vec<UserId> = serde_json::from_str(&row.mentions).unwrap_or_default();
    let new = |kind| NewNotification {
        kind,
        topic: &row.room_id,
        subject: &row.id,
        event_seq: row.seq,
        sender: Some(sender),
        content: "",
    };
    let told = notifications::notify(tx, &new(&MENTION), mentioned)?;
    let answered = row.reply_sender.as_deref().and_then(UserId::parse);
    // Once is enough, and who has left the room since cannot read the answer.
    let answered = answered.filter(|user| !told.contains(user) && is_in(tx, room, *user));
    notifications::notify(tx, &new(&REPLY), answered).map(drop)
}

fn is_in(tx: &AppTx, room: &RoomId, user: UserId) -> bool {
    match room {
        RoomId::Group(group) => tx.app().groups.has(group, &user),
        other => other.has(user) == Some(true),
    }
}

/// The member has read a room up to a message.
pub(super) fn mark_room_read(tx: &mut AppTx, user: UserId, room: &str, seq: i64) -> DbResult<()> {
    notifications::mark_topic_read(tx, user, &[&MENTION, &REPLY], room, seq)
}

/// A message was taken back.
pub(super) fn withdraw_message(tx: &mut AppTx, id: &str) -> DbResult<()> {
    notifications::withdraw(tx, &[&MENTION, &REPLY], id)
}

fn message(
    read: &mut Read,
    reader: &Reader<'_>,
    about: &Notification,
    title: &'static Text,
) -> Result<Option<Content>> {
    let Some(row) = messages::find(read, &about.subject)?.filter(|row| !row.recalled) else {
        return Ok(None);
    };
    let Some(room) = RoomId::parse(&row.room_id) else { return Ok(None) };
    // What one has cleared away, or said before one came, one does not see.
    let rights = access::room_rights(read, &room, reader.facts)?;
    if !rights.is_member || row.seq <= rights.hidden {
        return Ok(None);
    }
    let name = name_of(read, reader, &row.sender_id)?;
    let room_name = room_name(read, reader, &room)?;
    Ok(Some(Content {
        title: reader.say(title.with("name", &name).with("room", room_name)),
        text: excerpt(reader, &row),
        sender_name: name,
        link: Some(Link::app("chat", format!("{}/{}", row.room_id, row.seq))),
    }))
}

fn name_of(read: &mut Read, reader: &Reader<'_>, id: &str) -> DbResult<String> {
    let member = UserId::parse(id).map(|user| directory::member_of(read, user)).transpose()?.flatten();
    Ok(member.map_or_else(|| reader.say(user::deleted_name()), |member| member.facts.net_name))
}

fn room_name(read: &mut Read, reader: &Reader<'_>, room: &RoomId) -> DbResult<String> {
    Ok(match room {
        RoomId::Group(_) => groups::find(read, &room.to_string())?.map(|row| row.name).unwrap_or_default(),
        RoomId::Class(class) => {
            let own = setup::class_names(reader.app).get(class).filter(|name| !name.is_empty()).cloned();
            own.unwrap_or_else(|| reader.say(texts::CLASS_ROOM.with("class", class)))
        }
        RoomId::Public | RoomId::Private(..) => reader.say(&texts::PUBLIC_ROOM),
    })
}

/// The beginning of a text, and what anything else is.
fn excerpt(reader: &Reader<'_>, row: &MessageRow) -> String {
    reader.say(match row.kind.as_str() {
        "text" | "emoji" => return row.content.chars().take(EXCERPT).collect(),
        "image" => &texts::SENT_IMAGE,
        "audio" => &texts::SENT_AUDIO,
        "video" => &texts::SENT_VIDEO,
        "file" => &texts::SENT_FILE,
        _ => &texts::SENT_SOMETHING,
    })
}
