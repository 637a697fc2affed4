//! What the search of all features finds here: the rooms one is in, by their names, and what was said or
//! sent in them. Pairs are found as members are.

use std::collections::BTreeMap;

use identity::setup;
use identity::user::{self, directory};
use kernel::db::{DbResult, Read};
use kernel::http::Caller;
use kernel::search::{Hit, MAX_HITS, SearchQuery};
use kernel::texts::{Language, Message};
use kernel::user::{Tier, UserId};

use crate::chat::model::RoomId;
use crate::chat::search::query;
use crate::chat::search::tokenizer::Wanted;
use crate::chat::store::groups;
use crate::chat::store::messages::MessageRow;
use crate::chat::texts;

/// Rooms, then messages from the newest.
pub(in crate::chat) fn find(read: &mut Read, caller: &Caller, query: &SearchQuery) -> DbResult<Vec<Hit>> {
    let groups: Vec<_> = groups::groups_of(read, caller.facts.user_id)?;
    let groups: Vec<(String, String)> = groups.into_iter().rev().map(|room| (room.id, room.name)).collect();
    let search = Search { caller, query, class_names: setup::class_names(query.app()), groups };
    let mut hits = search.rooms();
    let left = MAX_HITS - hits.len();
    hits.extend(search.messages(read, left)?);
    Ok(hits)
}

struct Search<'a> {
    caller: &'a Caller,
    query: &'a SearchQuery,
    /// As the school calls them, by their two digits.
    class_names: BTreeMap<String, String>,
    /// Id and name of the groups that the caller is in, from the newest.
    groups: Vec<(String, String)>,
}

impl Search<'_> {
    /// The public room and the class's first, then groups from the newest. They are found by their names in
    /// either language.
    fn rooms(&self) -> Vec<Hit> {
        let fixed = [Some(RoomId::Public), RoomId::class_of(self.caller.facts.user_id)].into_iter().flatten();
        let fixed = fixed.map(|room| {
            let name = fixed_name(&room);
            let own = self.class_name(&room).unwrap_or_default();
            let searched = format!(
                "{}\n{}\n{own}",
                name.localized(Language::Chinese),
                name.localized(Language::English)
            );
            let title = if own.is_empty() { self.query.say(name) } else { own.to_owned() };
            (room.to_string(), title, searched)
        });
        let groups = self.groups.iter().map(|(id, name)| (id.clone(), name.clone(), name.clone()));
        let found = fixed.chain(groups).filter(|(_, _, searched)| self.query.fits(searched));
        found.take(MAX_HITS).map(|(id, title, _)| Hit { id, title, detail: String::new() }).collect()
    }

    /// Messages and files: the id is the room's and the message's `seq`, `public/17`; beside the words stand the
    /// room, who said them and when. What was said in private says so first: the screen may be projected.
    fn messages(&self, read: &mut Read, limit: usize) -> DbResult<Vec<Hit>> {
        let Some(wanted) = Wanted::parse(self.query.text()) else { return Ok(Vec::new()) };
        let rows = query::newest(read, self.caller.facts.user_id, &wanted, limit)?;
        rows.iter().map(|row| self.message(read, &wanted, row)).collect()
    }

    fn message(&self, read: &mut Read, wanted: &Wanted, row: &MessageRow) -> DbResult<Hit> {
        let (room, sender) = (RoomId::parse(&row.room_id), UserId::parse(&row.sender_id));
        let parts = [
            room.as_ref().map(|room| self.room_name(read, room)).transpose()?,
            self.sender_name(read, room.as_ref(), sender)?,
            Some(self.query.say_day(self.query.day_of(row.created_at))),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
        Ok(Hit {
            title: wanted.excerpt(&query::searchable(row)),
            detail: parts.join(" · "),
            id: format!("{}/{}", row.room_id, row.seq),
        })
    }

    fn room_name(&self, read: &mut Read, room: &RoomId) -> DbResult<String> {
        Ok(match room {
            RoomId::Group(_) => {
                let id = room.to_string();
                let name = self.groups.iter().find(|(known, _)| *known == id).map(|(_, name)| name.as_str());
                self.query.say(texts::GROUP_NAMED.with("name", name.unwrap_or_default()))
            }
            RoomId::Private(one, two) => {
                let other = if *one == self.caller.facts.user_id { two } else { one };
                self.query.say(texts::PRIVATE_WITH.with("name", self.member_name(read, *other)?))
            }
            RoomId::Public | RoomId::Class(_) => {
                self.class_name(room).map_or_else(|| self.query.say(fixed_name(room)), ToOwned::to_owned)
            }
        })
    }

    /// Nobody for the other one of a pair, whom the room names already.
    fn sender_name(
        &self,
        read: &mut Read,
        room: Option<&RoomId>,
        sender: Option<UserId>,
    ) -> DbResult<Option<String>> {
        let Some(sender) = sender else { return Ok(None) };
        if sender == self.caller.facts.user_id {
            return Ok(Some(self.query.say(&texts::ONESELF)));
        }
        let is_pair = matches!(room, Some(RoomId::Private(..)));
        if is_pair { Ok(None) } else { self.member_name(read, sender).map(Some) }
    }

    fn class_name(&self, room: &RoomId) -> Option<&str> {
        let RoomId::Class(class) = room else { return None };
        self.class_names.get(class).map(String::as_str)
    }

    /// The net name; for the staff with the real name, as everywhere they look after the class.
    fn member_name(&self, read: &mut Read, user: UserId) -> DbResult<String> {
        let Some(member) = directory::member_of(read, user)? else {
            return Ok(self.query.say(user::deleted_name()));
        };
        let (net_name, real_name) = (member.facts.net_name, member.facts.real_name);
        if self.caller.facts.tier() < Tier::Officer || real_name.is_empty() || real_name == net_name {
            return Ok(net_name);
        }
        Ok(self.query.say(texts::BOTH_NAMES.with("net_name", net_name).with("real_name", real_name)))
    }
}

/// The name of a room that every portal has.
fn fixed_name(room: &RoomId) -> Message {
    match room {
        RoomId::Class(class) => texts::CLASS_ROOM.with("class", class),
        RoomId::Public | RoomId::Group(_) | RoomId::Private(..) => (&texts::PUBLIC_ROOM).into(),
    }
}
