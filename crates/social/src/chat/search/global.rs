//! What the search of all features finds here: the rooms one is in, by their names, and what was said or
//! sent in them. Pairs are found as members are.

use identity::user::directory;
use kernel::db::{DbResult, Read};
use kernel::http::Caller;
use kernel::search::{Hit, MAX_HITS, Query};
use kernel::user::UserId;

use crate::chat::model::RoomId;
use crate::chat::search::query;
use crate::chat::search::tokenizer::Wanted;
use crate::chat::store::groups;
use crate::chat::{dto, texts};

/// Rooms, then messages from the newest.
pub(in crate::chat) fn find(read: &mut Read, caller: &Caller, query: &Query) -> DbResult<Vec<Hit>> {
    let mut hits = rooms(read, caller.facts.user_id, query)?;
    let left = MAX_HITS - hits.len();
    hits.extend(messages(read, caller.facts.user_id, query, left)?);
    Ok(hits)
}

/// The public room and the class's first, then groups from the newest.
fn rooms(read: &mut Read, user: UserId, query: &Query) -> DbResult<Vec<Hit>> {
    let mut names = vec![(
        RoomId::Public.to_string(),
        texts::PUBLIC_ROOM.zh.to_owned(),
        texts::PUBLIC_ROOM.en.to_owned(),
    )];
    if let Some(room) = RoomId::class_of(user) {
        let room = room.to_string();
        let english = texts::CLASS_ROOM.with("class", user.class()).localized(true);
        names.push((room.clone(), dto::name(&room, ""), english));
    }
    let groups = groups::groups_of(read, user)?.into_iter().rev();
    names.extend(groups.map(|group| (group.id, group.name, String::new())));
    let found = names.into_iter().filter(|(_, name, english)| query.fits(&format!("{name}\n{english}")));
    Ok(found.take(MAX_HITS).map(|(id, title, _)| Hit { id, title, detail: String::new() }).collect())
}

/// Messages and files: the id is the room's and the message's `seq`, `public/17`; beside the words stand who
/// said them and when.
fn messages(read: &mut Read, user: UserId, query: &Query, limit: usize) -> DbResult<Vec<Hit>> {
    let Some(wanted) = Wanted::parse(query.text()) else { return Ok(Vec::new()) };
    let rows = query::newest(read, user, &wanted, limit)?;
    let mut hits = Vec::with_capacity(rows.len());
    for row in rows {
        let sender =
            UserId::parse(&row.sender_id).map(|sender| directory::member_of(read, sender)).transpose()?;
        let name = sender.flatten().map(|sender| sender.facts.net_name).unwrap_or_default();
        hits.push(Hit {
            title: wanted.excerpt(&query::searchable(&row)),
            detail: format!("{name} {}", query.day_of(row.created_at)).trim().to_owned(),
            id: format!("{}/{}", row.room_id, row.seq),
        });
    }
    Ok(hits)
}
