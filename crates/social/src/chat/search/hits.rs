//! What a result says of a message: the room, who said it, and when.

use std::collections::BTreeMap;

use identity::setup;
use identity::user::{self, directory};
use kernel::db::{DbResult, Read};
use kernel::http::Caller;
use kernel::texts::Message;
use kernel::user::{Tier, UserId};
use search::{Hit, SearchRequest};

use super::messages::{is_file, searchable};
use crate::chat::model::RoomId;
use crate::chat::store::groups;
use crate::chat::store::messages::MessageRow;
use crate::chat::texts;

/// The names of rooms and members, as whoever asks reads them.
pub(super) struct Names<'a> {
    caller: &'a Caller,
    pub(super) request: &'a SearchRequest,
    /// As the school calls the classes, by their two digits.
    class_names: BTreeMap<String, String>,
    /// Those that were said already.
    said: BTreeMap<String, String>,
}

/// The id is the room's and the message's `seq`, `public/17`. What was said in private says so first: the screen may be
/// projected.
pub(super) fn hit(read: &mut Read, names: &mut Names<'_>, row: &MessageRow) -> DbResult<Hit> {
    let request = names.request;
    let (room, sender) = (RoomId::parse(&row.room_id), UserId::parse(&row.sender_id));
    let parts = [
        room.as_ref().map(|room| names.room(read, room)).transpose()?,
        names.sender(read, room.as_ref(), sender)?,
        Some(request.say_day(request.day_of(row.created_at))),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    let (id, words, detail) = (format!("{}/{}", row.room_id, row.seq), searchable(row), parts.join(" · "));
    Ok(if is_file(row) {
        Hit::titled(request, id, words, detail)
    } else {
        Hit::quoting(request, id, &words, detail)
    })
}

impl<'a> Names<'a> {
    pub(super) fn new(caller: &'a Caller, request: &'a SearchRequest) -> Self {
        let class_names = setup::class_names(request.app());
        Self { caller, request, class_names, said: BTreeMap::new() }
    }

    fn room(&mut self, read: &mut Read, room: &RoomId) -> DbResult<String> {
        let id = room.to_string();
        if let Some(said) = self.said.get(&id) {
            return Ok(said.clone());
        }
        let name = match room {
            RoomId::Group(_) => {
                let name = groups::find(read, &id)?.map(|row| row.name).unwrap_or_default();
                self.request.say(texts::GROUP_NAMED.with("name", name))
            }
            RoomId::Private(one, two) => {
                let other = if *one == self.caller.facts.user_id { two } else { one };
                let name = self.member(read, *other)?;
                self.request.say(texts::PRIVATE_WITH.with("name", name))
            }
            RoomId::Public | RoomId::Class(_) => self.fixed_room(room),
        };
        self.said.insert(id, name.clone());
        Ok(name)
    }

    /// The room of everyone, or of a class, as the school calls it.
    pub(super) fn fixed_room(&self, room: &RoomId) -> String {
        class_name(&self.class_names, room)
            .map_or_else(|| self.request.say(fixed_name(room)), ToOwned::to_owned)
    }

    /// Nobody for the other one of a pair, whom the room names already.
    fn sender(
        &mut self,
        read: &mut Read,
        room: Option<&RoomId>,
        sender: Option<UserId>,
    ) -> DbResult<Option<String>> {
        let Some(sender) = sender else { return Ok(None) };
        if sender == self.caller.facts.user_id {
            return Ok(Some(self.request.say(&texts::ONESELF)));
        }
        let is_pair = matches!(room, Some(RoomId::Private(..)));
        if is_pair { Ok(None) } else { self.member(read, sender).map(Some) }
    }

    /// The net name; for the staff with the real name, as everywhere they look after the class.
    fn member(&mut self, read: &mut Read, user: UserId) -> DbResult<String> {
        let id = user.to_string();
        if let Some(said) = self.said.get(&id) {
            return Ok(said.clone());
        }
        let name = match directory::member_of(read, user)? {
            Some(member) => self.both_names(member.facts.net_name, member.facts.real_name),
            None => self.request.say(user::deleted_name()),
        };
        self.said.insert(id, name.clone());
        Ok(name)
    }

    fn both_names(&self, net_name: String, real_name: String) -> String {
        if self.caller.facts.tier() < Tier::Officer || real_name.is_empty() || real_name == net_name {
            return net_name;
        }
        self.request.say(texts::BOTH_NAMES.with("net_name", net_name).with("real_name", real_name))
    }
}

/// As the school calls a class; `None` where it has no name, and for rooms of no class.
pub(super) fn class_name<'a>(names: &'a BTreeMap<String, String>, room: &RoomId) -> Option<&'a str> {
    let RoomId::Class(class) = room else { return None };
    names.get(class).map(String::as_str).filter(|name| !name.is_empty())
}

/// The name of a room that every portal has.
pub(super) fn fixed_name(room: &RoomId) -> Message {
    match room {
        RoomId::Class(class) => texts::CLASS_ROOM.with("class", class),
        RoomId::Public | RoomId::Group(_) | RoomId::Private(..) => (&texts::PUBLIC_ROOM).into(),
    }
}
