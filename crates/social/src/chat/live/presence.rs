//! Who is there, and what they say of it. Counted by devices; who comes and goes within a second is
//! told once, and a whole school that comes at once is told class by class.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use kernel::events::Audience;
use kernel::user::UserId;
use kernel::{App, Result};
use serde_json::{Value, json};

use super::Live;
use crate::chat::people::facts_of;
use crate::chat::view::ChatUser;
use crate::realtime::{Channel, polling};

/// Up to so many changes are told one by one.
const SINGLE: usize = 5;
/// Up to so many to everyone; more, to each class its own.
const TO_ALL: usize = 100;

/// What someone says of being there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::chat) enum Status {
    #[default]
    Online,
    Away,
    Busy,
    /// Not there, or unseen.
    Offline,
}

impl Status {
    pub(in crate::chat) fn as_str(self) -> &'static str {
        match self {
            Self::Online => "online",
            Self::Away => "away",
            Self::Busy => "busy",
            Self::Offline => "offline",
        }
    }

    pub(super) fn parse(raw: &str) -> Option<Self> {
        [Self::Online, Self::Away, Self::Busy, Self::Offline].into_iter().find(|s| s.as_str() == raw)
    }
}

/// What was said, and what was told of it.
#[derive(Default)]
pub(super) struct Presence(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    chosen: HashMap<UserId, Status>,
    told: HashMap<UserId, Status>,
    polling: HashSet<UserId>,
    changed: HashSet<UserId>,
}

impl Presence {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Someone says how they are there.
    pub(super) fn choose(&self, user: UserId, status: Status) {
        let mut all = self.lock();
        all.chosen.insert(user, status);
        all.changed.insert(user);
    }
}

impl Live {
    /// How someone is there.
    pub(in crate::chat) fn status(&self, user: &UserId) -> Status {
        let is_here = self.sockets.has(user);
        let all = self.presence.lock();
        if is_here || all.polling.contains(user) {
            all.chosen.get(user).copied().unwrap_or_default()
        } else {
            Status::Offline
        }
    }

    /// What has changed since the last time; whoever has gone has no wishes any more.
    fn changes(&self, app: &App) -> Vec<(UserId, Status)> {
        let polling = polling(app, Channel::Chat);
        let mut changed = self.sockets.changed();
        {
            let mut all = self.presence.lock();
            changed.extend(all.changed.drain());
            changed.extend(all.polling.symmetric_difference(&polling));
            all.polling = polling;
        }
        let mut changes = Vec::new();
        for user in changed {
            let status = self.status(&user);
            let is_here = self.sockets.has(&user);
            let mut all = self.presence.lock();
            if !is_here && !all.polling.contains(&user) {
                all.chosen.remove(&user);
            }
            let told = match status {
                Status::Offline => all.told.remove(&user),
                status => all.told.insert(user, status),
            };
            if told.unwrap_or(Status::Offline) != status {
                changes.push((user, status));
            }
        }
        changes.sort_unstable_by_key(|(user, _)| *user);
        changes
    }
}

/// Tells what has changed.
///
/// # Errors
/// When the database is away.
pub(super) async fn tell(app: &App, live: &Live) -> Result<()> {
    let changes = live.changes(app);
    if changes.len() <= SINGLE {
        for (user, status) in changes {
            let Some(facts) = facts_of(app, user).await? else { continue };
            let frame = match status {
                Status::Offline => json!({ "type": "user_offline", "user_id": user }),
                Status::Online => {
                    json!({ "type": "user_online", "user_id": user, "user_info": ChatUser::new(app, &facts) })
                }
                other => json!({ "type": "user_status_change", "user_id": user, "status": other.as_str() }),
            };
            app.whispers.say(Audience::All, None, &frame);
        }
    } else if changes.len() <= TO_ALL {
        app.whispers.say(Audience::All, None, &gathered(&changes));
    } else {
        let mut classes: BTreeMap<&str, Vec<(UserId, Status)>> = BTreeMap::new();
        for change in &changes {
            classes.entry(change.0.class()).or_default().push(*change);
        }
        for (class, changes) in classes {
            app.whispers.say(Audience::Class(class.to_owned()), None, &gathered(&changes));
        }
    }
    Ok(())
}

fn gathered(changes: &[(UserId, Status)]) -> Value {
    let of = |wanted: Status| -> Vec<UserId> {
        changes.iter().filter(|(_, status)| *status == wanted).map(|(user, _)| *user).collect()
    };
    json!({ "type": "presence", "online": of(Status::Online), "away": of(Status::Away),
            "busy": of(Status::Busy), "offline": of(Status::Offline) })
}
