//! What the chat tells a member first: who is online, the newest messages, the groups.
//!
//! A whole school comes within minutes in the morning. So a greeting names the members that its member sees, not
//! everyone who is online, and is put together from pieces in memory that many greetings have in common: how each
//! member is written, the newest messages of the public room, the room of a class. The database is read for what
//! is a member's own alone, and only where there is such a thing.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, Result};
use realtime::{Fields, newest_seq};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::chat::FEATURE;
use crate::chat::dto::ChatUser;
use crate::chat::dto::{self, ChatGroup, ChatMessage};
use crate::chat::events::ChatEvent;
use crate::chat::model::RoomId;
use crate::chat::model::Status;
use crate::chat::presence::Presence;
use crate::chat::rooms::class_rooms;
use crate::chat::rooms::hidden_history::HiddenHistory;
use crate::chat::rooms::history::{self, HistoryRange};

/// What the chat tells a client first, after it has connected.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChatGreeting<'a> {
    /// The caller, as the chat shows members.
    #[schema(value_type = ChatUser)]
    user_info: &'a RawValue,
    /// The members who are online: those of the caller's class first, at most 200.
    #[schema(value_type = Vec<ChatUser>)]
    users: Vec<&'a RawValue>,
    /// The number of members who are online.
    online_count: usize,
    /// The members of other servers who are online.
    remote_users: Vec<Value>,
    /// The newest 50 messages of the public room.
    #[schema(value_type = Vec<ChatMessage>)]
    history: &'a RawValue,
    /// The groups of the caller.
    #[schema(value_type = Vec<ChatGroup>)]
    groups: Vec<&'a RawValue>,
}

impl ChatGreeting<'_> {
    /// An example for the document of frames.
    pub(in crate::chat) fn example() -> Value {
        let user = ChatUser::example();
        json!({ "user_info": user, "users": [user], "online_count": 1, "remote_users": [],
                "history": [ChatMessage::example("public")], "groups": [ChatGroup::example()] })
    }
}

/// Messages of the public room.
const MESSAGES: i64 = 50;

/// Parts of greetings as JSON: of the public room its newest messages, of the room of a class the room.
#[derive(Default)]
pub(in crate::chat) struct GreetingCache {
    /// By room, each with the number of an event up to which everything is in it.
    known: Mutex<HashMap<String, (i64, Arc<RawValue>)>>,
    /// By room, the number of the last event that changed its part.
    changed: Mutex<HashMap<String, i64>>,
    /// Grows when the facts of a member change: what was read before must not be kept after.
    members: AtomicU64,
}

impl GreetingCache {
    /// Notes an event before clients are shown it: a client that begins behind it is greeted with what it changed.
    pub(in crate::chat) fn note(&self, seq: i64, event: &ChatEvent) {
        let Some(room) = RoomId::parse(event.room_id()) else { return };
        let changes = match room {
            RoomId::Public => event.changes_messages(),
            RoomId::Class(_) => matches!(event, ChatEvent::GroupAnnounced(_) | ChatEvent::GroupRenamed(_)),
            RoomId::Group(_) | RoomId::Private(..) => false,
        };
        if changes {
            let mut changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
            let last = changed.entry(room.to_string()).or_default();
            *last = seq.max(*last);
        }
    }

    /// The facts of a member have changed.
    pub(in crate::chat) fn forget(&self) {
        self.members.fetch_add(1, Ordering::AcqRel);
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn get(&self, room: &str) -> Option<Arc<RawValue>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(room).cloned();
        let (read_to, json) = known?;
        let changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        changed.get(room).is_none_or(|seq| *seq <= read_to).then_some(json)
    }

    /// The part of a room, from memory or as `build` makes it.
    async fn get_or_build<T: Serialize>(
        &self,
        app: &App,
        room: &str,
        build: impl Future<Output = Result<T>>,
    ) -> Result<Arc<RawValue>> {
        if let Some(known) = self.get(room) {
            return Ok(known);
        }
        let members = self.members.load(Ordering::Acquire);
        // Before anything is read, so that everything up to here is in it.
        let (read_to, _) = app.events.newest().await?;
        let json = to_json(&build.await?)?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if self.members.load(Ordering::Acquire) == members {
            known.insert(room.to_owned(), (read_to, json.clone()));
        }
        Ok(json)
    }
}

fn to_json(value: &impl Serialize) -> Result<Arc<RawValue>> {
    Ok(to_raw_value(value).map_err(ApiError::internal)?.into())
}

/// The chat's fields of the first frame; a client that goes on where it stood has its history.
///
/// # Errors
/// When the database is away.
pub(in crate::chat) async fn fields(app: &App, facts: &Arc<UserFacts>, is_resumed: bool) -> Result<Fields> {
    let user = facts.user_id;
    let presence = app.state::<Presence>();
    let (others, others_online) = presence.visible_to(app, &user).await?;
    let status = presence.status_of_newcomer(&user);
    let is_online = status != Status::Offline;
    let own = to_json(&ChatUser::with_status(facts, status))?;
    let (history, groups) = if is_resumed || app.apps.admit_to(FEATURE.name, user.class()).is_err() {
        (to_json(&Vec::<ChatMessage>::new())?, Vec::new())
    } else {
        // What clients have been shown may be ahead of what features have been told: then memory is not asked.
        let is_current = app.events.followed() >= newest_seq(app);
        (public_history(app, facts, is_current).await?, groups(app, user, is_current).await?)
    };
    Fields::of(&ChatGreeting {
        user_info: &own,
        users: is_online.then_some(&*own).into_iter().chain(others.iter().map(AsRef::as_ref)).collect(),
        online_count: others_online + usize::from(is_online),
        remote_users: Vec::new(),
        history: &history,
        groups: groups.iter().map(AsRef::as_ref).collect(),
    })
}

/// The newest messages of the public room that a member has not hidden.
async fn public_history(app: &App, facts: &Arc<UserFacts>, is_current: bool) -> Result<Arc<RawValue>> {
    let read = async {
        let range = HistoryRange { limit: MESSAGES, ..HistoryRange::default() };
        Ok(history::history(app, facts, &RoomId::Public, range).await?.0)
    };
    if is_current && !app.state::<HiddenHistory>().contains(&facts.user_id) {
        return app.state::<GreetingCache>().get_or_build(app, "public", read).await;
    }
    to_json(&read.await?)
}

/// The room of a member's class and the member's groups.
async fn groups(app: &App, user: UserId, is_current: bool) -> Result<Vec<Arc<RawValue>>> {
    let mut found = Vec::new();
    if let (Some(name), Some(room)) = (class_rooms::own_class(app, user).await?, RoomId::class_of(user)) {
        let read = async {
            let wanted = name.clone();
            let row = app.db.read(move |read| history::room_row(read, &wanted)).await?;
            Ok(ChatGroup::new(row, dto::members(app, &room).await?))
        };
        found.push(app.state::<GreetingCache>().get_or_build(app, &name, read).await?);
    }
    if !is_current || !app.groups.of(&user).is_empty() {
        let rows = app.db.read(move |read| history::group_rows(read, user)).await?;
        for (row, members) in rows {
            found.push(to_json(&ChatGroup::new(row, members))?);
        }
    }
    Ok(found)
}
