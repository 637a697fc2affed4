//! What the search of all features finds here: the rooms one is in, by their names. Pairs are found as
//! members are; what was said is searched in the chat itself ([`crate::chat::search::query`]).

use kernel::db::{DbResult, Read};
use kernel::http::Caller;
use kernel::search::{Hit, MAX_HITS, Query};

use crate::chat::model::RoomId;
use crate::chat::store::groups;
use crate::chat::{dto, texts};

/// The public room and the class's first, then groups from the newest.
pub(in crate::chat) fn find(read: &mut Read, caller: &Caller, query: &Query) -> DbResult<Vec<Hit>> {
    let user = caller.facts.user_id;
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
