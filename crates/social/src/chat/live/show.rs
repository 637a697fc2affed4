//! What clients are shown of the chat's events, built from rows as they are now: a message that was
//! recalled between its event and this moment has no words any more.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::app::iso;
use kernel::db::Read;
use kernel::events::{Event, Shown};
use kernel::user::UserId;
use kernel::{App, Result};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::chat::model::RoomId;
use crate::chat::people::Names;
use crate::chat::store::groups::{self, RoomRow};
use crate::chat::store::messages::{self, MessageRow};
use crate::chat::store::talk;
use crate::chat::view::{self, ChatMessage};
use crate::realtime::stretches;

/// What the frames of some events need of the tables.
#[derive(Default)]
struct Rows {
    spoken: HashMap<i64, ChatMessage>,
    edited: HashMap<String, ChatMessage>,
    rooms: HashMap<String, RoomRow>,
    names: HashMap<String, String>,
}

/// An event with what its row says.
struct Told {
    event: Arc<Event>,
    data: Value,
}

impl Told {
    fn new(event: Arc<Event>) -> Self {
        let data = serde_json::from_str(&event.data).unwrap_or_default();
        Self { event, data }
    }

    fn what(&self) -> &str {
        self.event.kind.strip_prefix("chat.").unwrap_or_default()
    }

    fn text(&self, name: &str) -> &str {
        self.data[name].as_str().unwrap_or_default()
    }

    fn room(&self) -> Option<RoomId> {
        RoomId::parse(self.text("room_id"))
    }

    fn user(&self, name: &str) -> Option<UserId> {
        UserId::parse(self.text(name))
    }
}

/// The frames of chat events.
pub(in crate::chat) fn show(app: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<Shown>>> {
    Box::pin(async move {
        let told: Vec<Told> = events.into_iter().map(Told::new).collect();
        let rows = gather(&app, &told).await?;
        Ok(told.iter().filter_map(|told| frame(told, &rows)).collect())
    })
}

async fn gather(app: &App, told: &[Told]) -> Result<Rows> {
    let of = |what: &str| told.iter().filter(|told| told.what() == what).collect::<Vec<_>>();
    let spoken = stretches(of("message_created").iter().map(|told| told.event.seq));
    let edited: Vec<String> = of("message_edited").iter().map(|told| told.event.subject_id.clone()).collect();
    let named = told.iter().filter(|told| matches!(told.what(), "group_changed" | "member_changed"));
    let rooms: Vec<String> = named.map(|told| told.text("room_id").to_owned()).collect();
    let members = of("member_changed").iter().map(|told| told.text("user_id").to_owned()).collect();
    let mut rows = Rows::default();
    if !spoken.is_empty() || !edited.is_empty() || !rooms.is_empty() {
        let (said, changed, groups) =
            app.db.read(move |read| read_rows(read, &spoken, &edited, &rooms)).await?;
        rows.rooms = groups.into_iter().map(|row| (row.id.clone(), row)).collect();
        // Reactions are told by events of their own, after the message.
        let messages = view::messages(app, said, Vec::new()).await?;
        rows.spoken = messages.into_iter().map(|message| (message.seq, message)).collect();
        for (row, reactions) in changed {
            let message = view::one(app, row, reactions).await?;
            rows.edited.insert(message.id.clone(), message);
        }
    }
    let names = Names::of(app, members).await?;
    for told in of("member_changed") {
        let user = told.text("user_id");
        rows.names.insert(user.to_owned(), names.get(user));
    }
    Ok(rows)
}

type Changed = Vec<(MessageRow, Vec<talk::ReactionRow>)>;

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
            let reactions = talk::reactions(read, &row.room_id, row.seq, row.seq)?;
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
struct Spoken<'a> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    from_user_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group_id: Option<&'a str>,
    room_id: &'a str,
    temp_id: Option<&'a str>,
    message: &'a ChatMessage,
}

fn spoken(seq: i64, message: &ChatMessage) -> Option<Shown> {
    let room_id = message.room_id.as_str();
    let (name, from, group) = match RoomId::parse(room_id)? {
        RoomId::Public => ("new_message", None, None),
        RoomId::Private(..) => ("private_message", Some(message.sender_id.as_str()), None),
        RoomId::Class(_) | RoomId::Group(_) => ("group_message", None, Some(room_id)),
    };
    let temp_id = message.temp_id.as_deref();
    let frame = Spoken { r#type: name, from_user_id: from, group_id: group, room_id, temp_id, message };
    Shown::new(seq, &frame)
}

/// `public`, `private` or `group`, as the frames call a room.
fn message_type(room: &RoomId) -> &'static str {
    match room {
        RoomId::Public => "public",
        RoomId::Private(..) => "private",
        RoomId::Class(_) | RoomId::Group(_) => "group",
    }
}

fn frame(told: &Told, rows: &Rows) -> Option<Shown> {
    let (seq, id) = (told.event.seq, told.event.subject_id.as_str());
    let shown = |frame: Value| Shown::new(seq, &frame);
    let (room_id, change, actor) = (told.text("room_id"), told.text("change"), &told.event.actor_id);
    match told.what() {
        "message_created" => spoken(seq, rows.spoken.get(&seq)?),
        "message_edited" => {
            let kind = message_type(&told.room()?);
            let message = rows.edited.get(id)?;
            shown(
                json!({ "type": "message_edited", "room_id": room_id, "message_type": kind, "message": message }),
            )
        }
        "message_recalled" => {
            let room = told.room()?;
            let place = if message_type(&room) == "group" { "group_id" } else { "chat_id" };
            let frame = json!({ "type": "message_recalled", "room_id": room_id, "message_type": message_type(&room),
                                "message_id": id, place: room_id, "user_id": actor });
            Some(shown(frame)?.withdrawing())
        }
        "reaction_changed" => {
            let name = if change == "added" { "message_reaction_added" } else { "message_reaction_removed" };
            shown(json!({ "type": name, "room_id": room_id, "message_id": id,
                          "user_id": told.text("user_id"), "emoji": told.text("emoji") }))
        }
        "pin_changed" => {
            let name = if change == "added" { "message_pinned" } else { "message_unpinned" };
            shown(json!({ "type": name, "room_id": room_id, "message_id": id, "user_id": actor }))
        }
        "read_marked" => shown(match change {
            "cleared" => json!({ "type": "chat_cleared", "room_id": room_id }),
            "settings" => json!({ "type": "chat_settings_changed", "room_id": room_id }),
            _ => json!({ "type": "message_read", "room_id": room_id, "reader_id": told.text("user_id"),
                         "message_ids": [id] }),
        }),
        "report_changed" => {
            shown(json!({ "type": "chat_report_changed", "report_id": id, "change": change }))
        }
        "member_changed" => member(told, rows),
        "group_changed" => group(told, rows),
        _ => None,
    }
}

fn member(told: &Told, rows: &Rows) -> Option<Shown> {
    let (room_id, user) = (told.text("room_id"), told.text("user_id"));
    let mut frame = Map::new();
    let name = match told.text("change") {
        "joined" => "group_member_joined",
        "left" => "group_member_left",
        "kicked" => "group_member_kicked",
        _ => return None,
    };
    frame.insert("type".into(), name.into());
    frame.insert("group_id".into(), room_id.into());
    if name == "group_member_joined" {
        frame.insert("group_name".into(), rows.rooms.get(room_id)?.name.clone().into());
    }
    frame.insert("user_id".into(), user.into());
    frame.insert("user_name".into(), rows.names.get(user).cloned().into());
    for by in ["invited_by", "kicked_by"].into_iter().filter(|by| !told.text(by).is_empty()) {
        frame.insert(by.into(), told.text(by).into());
    }
    // Who left is in the group no more when this is told.
    Some(Shown::new(told.event.seq, &frame)?.also(told.user("user_id")))
}

fn group(told: &Told, rows: &Rows) -> Option<Shown> {
    let (room_id, change, seq) = (told.text("room_id"), told.text("change"), told.event.seq);
    let listed = told.data["members"].as_array().into_iter().flatten();
    let members: Vec<UserId> = listed.filter_map(|id| UserId::parse(id.as_str()?)).collect();
    if change == "dissolved" {
        return Some(
            Shown::new(seq, &json!({ "type": "group_dissolved", "group_id": room_id }))?.also(members),
        );
    }
    let row = rows.rooms.get(room_id)?;
    let frame = match change {
        "created" => json!({ "type": "group_created", "group_id": room_id, "group_name": row.name,
                             "creator_id": told.event.actor_id, "members": members, "success": true }),
        "transferred" => json!({ "type": "group_transferred", "group_id": room_id,
                                 "old_owner_id": told.text("old_owner_id"), "new_owner_id": told.text("new_owner_id") }),
        "renamed" => json!({ "type": "group_renamed", "group_id": room_id, "new_name": row.name }),
        "announced" => {
            json!({ "type": "group_announcement", "group_id": room_id, "announcement": row.announcement,
                               "announced_by": row.announced_by, "announcement_at": row.announced_at.map(iso) })
        }
        _ => return None,
    };
    Shown::new(seq, &frame)
}
