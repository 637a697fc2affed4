//! What readers of the operation log are told of a message: the room it stands in, never its words.

use kernel::audit::{Entry, TargetName};
use kernel::db::Read;
use kernel::texts::Language;
use kernel::user::UserFacts;
use kernel::{App, Result};
use serde_json::Value;

use super::model::RoomId;
use super::search::rooms::ROOMS;
use super::texts;

/// The room of an act on a message; an act on a report names none.
pub(super) fn name(_: &App, _: &mut Read, reader: &UserFacts, entry: &Entry) -> Result<TargetName> {
    let detail: Value = serde_json::from_str(&entry.detail).unwrap_or_default();
    let id = detail["room_id"].as_str().unwrap_or_default();
    let Some(room) = RoomId::parse(id) else { return Ok(TargetName::Unnamed) };
    let text = match &room {
        RoomId::Public => (&texts::PUBLIC_ROOM).into(),
        RoomId::Class(class) => texts::CLASS_ROOM.with("class", class),
        RoomId::Group(_) => (&texts::A_GROUP).into(),
        RoomId::Private(..) => (&texts::A_PRIVATE_CHAT).into(),
    };
    let named = TargetName::named(text.localized(Language::Chinese), text.localized(Language::English));
    let opens = matches!(room, RoomId::Public | RoomId::Class(_)) && room.audience().includes(reader);
    Ok(if opens { named.at(ROOMS.name, id) } else { named })
}
