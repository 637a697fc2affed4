//! Rooms in the index: the public one, classes and groups, by their names in either language. Pairs are found as members
//! are.

use std::collections::BTreeSet;

use identity::setup::{self, SetupEvent, listed_names};
use identity::user::UserEvent;
use kernel::db::{DbResult, Read};
use kernel::events::{Event, FeatureEvent as _};
use kernel::http::Caller;
use kernel::texts::Language;
use kernel::user::UserId;
use kernel::{App, Result};
use search::{Document, Hit, SearchKind, SearchRequest};

use super::hits::{Names, class_name, fixed_name};
use crate::chat::access;
use crate::chat::events::ChatEvent;
use crate::chat::model::RoomId;
use crate::chat::store::groups::{self, RoomRow};
use crate::chat::texts;

/// The setting with the names of the classes.
const CLASS_NAMES: &str = "class_names";

/// Rooms.
pub(in crate::chat) static ROOMS: SearchKind = SearchKind {
    name: "room",
    label: &texts::ROOMS,
    app: "chat",
    is_changed_by: |event| {
        changes_classes(event) || changed_group(event).is_some() || class_of_new_member(event).is_some()
    },
    changed,
    document,
    ids: groups::ids_after,
    hits,
};

fn changes_classes(event: &Event) -> bool {
    match SetupEvent::read(event) {
        Some(SetupEvent::SettingsChanged { settings }) => settings.iter().any(|name| name == CLASS_NAMES),
        // A new class comes with the list.
        Some(SetupEvent::ListChanged { .. }) => true,
        None => false,
    }
}

fn changed_group(event: &Event) -> Option<String> {
    let event = ChatEvent::read(event)?;
    let is_one = matches!(
        event,
        ChatEvent::GroupCreated(_) | ChatEvent::GroupRenamed(_) | ChatEvent::GroupDissolved(_)
    );
    is_one.then(|| event.room_id().to_owned())
}

/// Whose class may be on no list.
fn class_of_new_member(event: &Event) -> Option<String> {
    let is_new = matches!(UserEvent::read(event), Some(UserEvent::Registered));
    let user = UserId::parse(&event.subject_id).filter(|_| is_new)?;
    RoomId::class_of(user).map(|room| room.to_string())
}

fn changed(read: &mut Read, event: &Event) -> DbResult<Vec<String>> {
    if let Some(room) = changed_group(event).or_else(|| class_of_new_member(event)) {
        return Ok(vec![room]);
    }
    let listed = listed_names(read)?.into_iter().filter_map(|(_, user)| RoomId::class_of(user));
    let listed = listed.map(|room| room.to_string()).collect::<Vec<_>>();
    let all: BTreeSet<String> = groups::classes(read)?.into_iter().chain(listed).collect();
    Ok(all.into_iter().collect())
}

fn document(read: &mut Read, _: &App, id: &str) -> DbResult<Option<Document>> {
    let Some((room, row)) = room(read, id)? else { return Ok(None) };
    Ok(Some(Document {
        audience: room.audience(),
        erased_with: None,
        also_found_by: None,
        place: String::new(),
        title: names(read, &room, row.as_ref())?,
        text: String::new(),
        created_at: row.map_or(0, |row| row.created_at),
    }))
}

/// A room that is found, with its row. That of a class is there without one until somebody looks at it.
fn room(read: &mut Read, id: &str) -> DbResult<Option<(RoomId, Option<RoomRow>)>> {
    let row = groups::find(read, id)?;
    Ok(match RoomId::parse(id) {
        Some(room @ RoomId::Group(_)) => row.map(|row| (room, Some(row))),
        Some(room @ (RoomId::Public | RoomId::Class(_))) => Some((room, row)),
        Some(RoomId::Private(..)) | None => None,
    })
}

/// Every name of a room, one a line.
fn names(read: &mut Read, room: &RoomId, row: Option<&RoomRow>) -> DbResult<String> {
    if matches!(room, RoomId::Group(_)) {
        return Ok(row.map(|row| row.name.clone()).unwrap_or_default());
    }
    let name = fixed_name(room);
    let (class_names, both) = (setup::stored_class_names(read)?, [Language::Chinese, Language::English]);
    let own = class_name(&class_names, room).unwrap_or_default();
    let [zh, en] = both.map(|language| name.localized(language));
    Ok(format!("{zh}\n{en}\n{own}"))
}

/// The public room and the class's first, then groups from the newest.
fn hits(read: &mut Read, caller: &Caller, request: &SearchRequest, ids: &[String]) -> Result<Vec<Hit>> {
    let said = Names::new(caller, request);
    let mut hits = Vec::new();
    for id in ids {
        let Some((room, row)) = room(read, id)? else { continue };
        let is_in = access::is_member(read, &room, caller.facts.user_id)?;
        let names = names(read, &room, row.as_ref())?;
        if !is_in || !request.finds(&names, "") {
            continue;
        }
        let is_group = matches!(room, RoomId::Group(_));
        let given = row.filter(|_| is_group).map(|row| row.name);
        let title = given.unwrap_or_else(|| said.fixed_room(&room));
        hits.push((is_group, Hit::titled(request, id.as_str(), title, String::new())));
    }
    hits.sort_by_key(|(is_group, _)| *is_group);
    Ok(hits.into_iter().map(|(_, hit)| hit).collect())
}
