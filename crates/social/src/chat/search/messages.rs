//! Messages in the index: what was said, and what was sent by its name.

use std::collections::BTreeSet;

use kernel::Result;
use kernel::db::{DbResult, Read};
use kernel::events::{Event, FeatureEvent as _};
use kernel::http::Caller;
use kernel::user::UserId;
use search::{Document, Hit, SearchKind, SearchRequest};

use super::hits::{Names, hit};
use crate::chat::case_content::words_of;
use crate::chat::events::ChatEvent;
use crate::chat::model::{Kind, MAX_TEXT, RoomId};
use crate::chat::store::messages::{self, MessageRow};
use crate::chat::store::{groups, read_markers};
use crate::chat::texts;

/// What was said.
pub(in crate::chat) static MESSAGES: SearchKind = SearchKind {
    name: "message",
    label: &texts::MESSAGES,
    app: "chat",
    is_changed_by: is_of_message,
    changed: |_, event| Ok(vec![event.subject_id.clone()]),
    document: |read, _, id| document(read, id, false),
    ids: messages::ids_after,
    hits,
};

/// What was sent by its name: pictures, recordings, videos and other files.
pub(in crate::chat) static FILES: SearchKind = SearchKind {
    name: "file",
    label: &texts::FILES,
    app: "chat",
    is_changed_by: is_of_message,
    changed: |_, event| Ok(vec![event.subject_id.clone()]),
    document: |read, _, id| document(read, id, true),
    ids: messages::ids_after,
    hits,
};

/// Whether it was sent by its name.
pub(super) fn is_file(row: &MessageRow) -> bool {
    row.kind.parse::<Kind>().unwrap_or_default().needs_file()
}

fn is_of_message(event: &Event) -> bool {
    use ChatEvent::{MessageCreated, MessageEdited, MessageRecalled};
    matches!(ChatEvent::read(event), Some(MessageCreated(_) | MessageEdited(_) | MessageRecalled(_)))
}

fn document(read: &mut Read, id: &str, of_files: bool) -> DbResult<Option<Document>> {
    let row = messages::find(read, id)?.filter(|row| !row.recalled && is_file(row) == of_files);
    let Some(row) = row else { return Ok(None) };
    let (text, room) = (searchable(&row), RoomId::parse(&row.room_id));
    let Some(room) = room.filter(|_| !text.is_empty()) else { return Ok(None) };
    Ok(Some(Document {
        audience: room.audience(),
        erased_with: UserId::parse(&row.sender_id),
        also_found_by: None,
        place: row.room_id,
        title: if of_files { text.clone() } else { String::new() },
        text,
        created_at: row.created_at,
    }))
}

/// The words that the search finds a message by.
pub(super) fn searchable(row: &MessageRow) -> String {
    let kind: Kind = row.kind.parse().unwrap_or_default();
    let words = if matches!(kind, Kind::Emoji | Kind::GomokuInvite) { String::new() } else { words_of(row) };
    words.chars().take(MAX_TEXT).collect()
}

/// What of these a member sees and has not hidden from themselves, in the same order.
pub(super) fn seen_by(read: &mut Read, user: UserId, ids: &[String]) -> DbResult<Vec<MessageRow>> {
    let mut rows = Vec::new();
    for id in ids {
        rows.extend(messages::find(read, id)?.filter(|row| !row.recalled));
    }
    let groups: BTreeSet<String> = groups::groups_of(read, user)?.into_iter().map(|room| room.id).collect();
    let mut sees = std::collections::BTreeMap::new();
    for row in &rows {
        if sees.contains_key(&row.room_id) {
            continue;
        }
        let is_in = RoomId::parse(&row.room_id)
            .is_some_and(|room| room.has(user).unwrap_or_else(|| groups.contains(&row.room_id)));
        let hidden = if is_in { read_markers::find(read, user, &row.room_id)?.cleared_seq } else { i64::MAX };
        sees.insert(row.room_id.clone(), hidden);
    }
    rows.retain(|row| row.seq > sees[&row.room_id]);
    Ok(rows)
}

fn hits(read: &mut Read, caller: &Caller, request: &SearchRequest, ids: &[String]) -> Result<Vec<Hit>> {
    let rows = seen_by(read, caller.facts.user_id, ids)?;
    let mut names = Names::new(caller, request);
    // The name of a file is its title, which is found by its sound as well.
    let title = |row: &MessageRow| if is_file(row) { searchable(row) } else { String::new() };
    let rows = rows.into_iter().filter(|row| request.finds(&title(row), &searchable(row)));
    rows.map(|row| Ok(hit(read, &mut names, &row)?)).collect()
}
