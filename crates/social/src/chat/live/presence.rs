//! Who is there, and what they say of it. Someone is there while any device is connected to any node;
//! whoever comes and goes within a second is told once, and a whole school that comes at once is
//! told class by class. Each node tells its own members, and the other nodes who is here ([`nodes`]).

mod nodes;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::App;
use kernel::ephemeral::Signal;
use kernel::events::Audience;
use kernel::nodes::NodeId;
use kernel::user::UserId;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Live;
use crate::chat::people::facts_of;
use crate::chat::view::ChatUser;
use crate::realtime::{Channel, Recipients, polling};
use nodes::{Elsewhere, Own, Report};

/// The signal by which a node tells who is there on it.
pub(super) const PRESENCE: &str = "chat.presence";
/// The signal by which a choice of someone reaches the other nodes they are connected to.
pub(super) const STATUS: &str = "chat.status";
/// Up to so many changes are told one by one.
const SINGLE: usize = 5;
/// Up to so many to everyone; more, to each class its own.
const TO_ALL: usize = 100;
/// A node tells the others everything this often, in case something was lost.
const WHOLE: Duration = Duration::from_secs(60);

/// What someone says of being there; the more withdrawn, the greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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
    /// Of those who are here.
    chosen: HashMap<UserId, Status>,
    told: Told,
    polling: HashSet<UserId>,
    changed: HashSet<UserId>,
    /// The nodes that know everything of this one.
    others: BTreeSet<NodeId>,
    told_whole: Duration,
    own: Own,
    elsewhere: Elsewhere,
}

/// Who is seen, by class: what members were told.
#[derive(Default)]
struct Told {
    classes: HashMap<String, HashMap<UserId, Status>>,
    count: usize,
}

impl Told {
    /// Notes what is told now, and answers what was told before.
    fn set(&mut self, user: UserId, status: Status) -> Status {
        let class = self.classes.entry(user.class().to_owned()).or_default();
        let before = match status {
            Status::Offline => class.remove(&user),
            status => class.insert(user, status),
        };
        self.count += usize::from(before.is_none() && status != Status::Offline);
        self.count -= usize::from(before.is_some() && status == Status::Offline);
        before.unwrap_or(Status::Offline)
    }

    fn has(&self, user: &UserId) -> bool {
        self.classes.get(user.class()).is_some_and(|class| class.contains_key(user))
    }

    /// The members of a class first.
    fn users(&self, first: &str) -> impl Iterator<Item = &UserId> {
        let own = self.classes.get(first).into_iter().flat_map(HashMap::keys);
        let others = self.classes.iter().filter(move |(class, _)| *class != first);
        own.chain(others.flat_map(|(_, members)| members.keys()))
    }
}

impl Inner {
    /// How someone is who is here, or not.
    fn status(&self, user: &UserId, is_here: bool) -> Status {
        let own = is_here.then(|| self.chosen.get(user).copied().unwrap_or_default());
        own.max(self.elsewhere.status(user)).unwrap_or(Status::Offline)
    }

    /// Notes how someone is now who is here, or not; answers it when members were told otherwise.
    fn look(&mut self, user: UserId, is_here: bool) -> Option<Status> {
        match (is_here, self.elsewhere.status(&user)) {
            (false, _) => drop(self.chosen.remove(&user)),
            // What was chosen there before holds for the device that came here.
            (true, Some(chosen)) => drop(self.chosen.entry(user).or_insert(chosen)),
            (true, None) => {}
        }
        let own = is_here.then(|| self.chosen.get(&user).copied().unwrap_or_default());
        self.own.set(user, own);
        let status = self.status(&user, is_here);
        (self.told.set(user, status) != status).then_some(status)
    }

    /// What is to be told to the other nodes that are there now.
    fn report(&mut self, others: BTreeSet<NodeId>, now: Duration) -> Vec<Report> {
        let is_new = !others.is_subset(&self.others);
        self.others = others;
        if self.others.is_empty() {
            self.own.skip();
            return Vec::new();
        }
        let is_whole = is_new || now.saturating_sub(self.told_whole) >= WHOLE;
        if is_whole {
            self.told_whole = now;
        }
        self.own.report(is_whole)
    }
}

impl Presence {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn choose(&self, user: UserId, status: Status) {
        let mut all = self.lock();
        all.chosen.insert(user, status);
        all.changed.insert(user);
    }

    /// Hears another node: who is there on it, or what someone has chosen there. A node that is gone
    /// has nothing to say any more.
    pub(super) fn hear(&self, app: &App, signal: &Signal) {
        let data = signal.data.clone();
        if signal.kind == STATUS {
            if let Ok((user, status)) = serde_json::from_value(data) {
                self.choose(user, status);
            }
            return;
        }
        let Ok(report) = serde_json::from_value(data) else { return };
        let mut all = self.lock();
        // Asked under the lock: whoever leaves from now on is forgotten by the next look.
        if app.nodes.others().borrow().contains(&signal.node) {
            let named = all.elsewhere.hear(signal.node, report);
            all.changed.extend(named);
        }
    }

    /// How many are there, as it was told.
    pub(super) fn count(&self) -> usize {
        self.lock().told.count
    }

    /// Who is there beside someone, their class first, at most so many; and how many there are. As it
    /// was told, so that what is told next goes on from it.
    pub(super) fn beside(&self, user: &UserId, limit: usize) -> (Vec<UserId>, usize) {
        let told = &self.lock().told;
        let others = told.users(user.class()).filter(|other| *other != user).take(limit);
        (others.copied().collect(), told.count - usize::from(told.has(user)))
    }
}

/// Someone says how they are there, on whichever devices.
pub(super) fn choose(app: &App, user: UserId, status: Status) {
    app.state::<Live>().presence.choose(user, status);
    publish(app, STATUS, json!((user, status)));
}

fn publish(app: &App, kind: &str, data: Value) {
    // For the nodes; members are told by their own.
    if let Err(error) = app.ephemeral.publish(kind, Audience::All, data) {
        tracing::error!(%error, kind, "presence not sent to the other nodes");
    }
}

impl Live {
    /// How someone is there.
    pub(in crate::chat) fn status(&self, user: &UserId) -> Status {
        let is_here = self.sockets.has(user);
        let all = self.presence.lock();
        all.status(user, is_here || all.polling.contains(user))
    }

    /// How someone is there who is just coming.
    pub(super) fn status_of_guest(&self, user: &UserId) -> Status {
        self.presence.lock().status(user, true)
    }

    /// What has changed since the last time, for members and for other nodes; whoever has gone has no
    /// wishes any more.
    fn changes(&self, app: &App) -> (Vec<(UserId, Status)>, Vec<Report>) {
        let polling = polling(app, Channel::Chat);
        let mut changed = self.sockets.changed();
        let mut all = self.presence.lock();
        let others = app.nodes.others().borrow().clone();
        changed.extend(all.elsewhere.keep(&others));
        changed.extend(all.changed.drain());
        changed.extend(all.polling.symmetric_difference(&polling));
        all.polling = polling;
        let mut changes = Vec::new();
        for user in changed {
            let is_here = self.sockets.has(&user) || all.polling.contains(&user);
            changes.extend(all.look(user, is_here).map(|status| (user, status)));
        }
        changes.sort_unstable_by_key(|(user, _)| *user);
        (changes, all.report(others, app.clock.monotonic()))
    }
}

/// Tells what has changed: the other nodes, and the members who are here.
pub(super) async fn tell(app: &App, live: &Live) {
    let (changes, pieces) = live.changes(app);
    for piece in pieces {
        publish(app, PRESENCE, json!(piece));
    }
    if changes.len() <= SINGLE {
        for (user, status) in changes {
            live.pass(Recipients::All, None, &single(app, user, status).await);
        }
    } else if changes.len() <= TO_ALL {
        live.pass(Recipients::All, None, &gathered(&changes));
    } else {
        let mut classes: BTreeMap<&str, Vec<(UserId, Status)>> = BTreeMap::new();
        for change in &changes {
            classes.entry(change.0.class()).or_default().push(*change);
        }
        for (class, changes) in classes {
            live.pass(Recipients::Class(class.to_owned()), None, &gathered(&changes));
        }
    }
}

async fn single(app: &App, user: UserId, status: Status) -> Value {
    match status {
        Status::Offline => json!({ "type": "user_offline", "user_id": user }),
        Status::Online => match facts_of(app, user).await {
            Ok(Some(facts)) => {
                json!({ "type": "user_online", "user_id": user, "user_info": ChatUser::new(app, &facts) })
            }
            // Without a database there is the ID alone.
            _ => gathered(&[(user, status)]),
        },
        other => json!({ "type": "user_status_change", "user_id": user, "status": other.as_str() }),
    }
}

fn gathered(changes: &[(UserId, Status)]) -> Value {
    let of = |wanted: Status| -> Vec<UserId> {
        changes.iter().filter(|(_, status)| *status == wanted).map(|(user, _)| *user).collect()
    };
    json!({ "type": "presence", "online": of(Status::Online), "away": of(Status::Away),
            "busy": of(Status::Busy), "offline": of(Status::Offline) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user() -> UserId {
        UserId::parse("240101").unwrap()
    }

    fn node() -> NodeId {
        "00000000000000a1".parse().unwrap()
    }

    fn hear(all: &mut Inner, status: Option<Status>) {
        let members = status.map(|status| (user(), status)).into_iter().collect();
        all.elsewhere.hear(node(), [("2401".to_owned(), members)].into());
    }

    #[test]
    fn members_are_told_of_real_changes_alone() {
        let mut all = Inner::default();
        assert_eq!(all.look(user(), true), Some(Status::Online));
        hear(&mut all, Some(Status::Online));
        assert_eq!(all.look(user(), true), None, "another node is no news");
        assert_eq!(all.look(user(), false), None, "still there on the other");
        hear(&mut all, None);
        assert_eq!(all.look(user(), false), Some(Status::Offline));
        assert_eq!((all.look(user(), false), all.told.count), (None, 0));
        hear(&mut all, Some(Status::Busy));
        assert_eq!((all.look(user(), false), all.told.count), (Some(Status::Busy), 1));
        all.elsewhere.keep(&BTreeSet::new());
        assert_eq!(all.look(user(), false), Some(Status::Offline), "gone with the node");
    }

    #[test]
    fn what_was_chosen_on_another_node_holds_for_a_device_that_comes_here() {
        let mut all = Inner::default();
        hear(&mut all, Some(Status::Offline));
        assert_eq!(all.look(user(), false), None);
        assert_eq!(all.look(user(), true), None, "unseen there, unseen here");
        hear(&mut all, None);
        assert_eq!(all.look(user(), true), None, "nor when the other device goes");
        all.chosen.insert(user(), Status::Online);
        assert_eq!(all.look(user(), true), Some(Status::Online));
        assert_eq!(all.look(user(), false), Some(Status::Offline));
        assert_eq!(all.look(user(), true), Some(Status::Online), "forgotten with the last device");
    }

    #[test]
    fn everything_is_told_to_a_node_that_is_new_and_once_a_minute_and_nothing_to_nobody() {
        let mut all = Inner::default();
        let told = |all: &mut Inner, others: &[NodeId], seconds| {
            all.report(others.iter().copied().collect(), Duration::from_secs(seconds)).len()
        };
        all.look(user(), true);
        assert_eq!(told(&mut all, &[], 100), 0);
        assert_eq!(told(&mut all, &[node()], 101), 1, "new");
        assert_eq!([told(&mut all, &[node()], 102), told(&mut all, &[node()], 160)], [0, 0]);
        assert_eq!(told(&mut all, &[node()], 161), 1, "once a minute");
        assert_eq!([told(&mut all, &[], 162), told(&mut all, &[node()], 163)], [0, 1], "new again");
    }
}
