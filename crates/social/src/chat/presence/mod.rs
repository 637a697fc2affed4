//! Who is there, and what they say of it. Someone is there while any device is connected to any node;
//! whoever comes and goes within a second is told once, and a whole school that comes at once is
//! told class by class. Each node tells its own members, and the other nodes who is here ([`nodes`]).

mod known;
mod nodes;
pub(super) mod tasks;
pub(super) mod typing;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use identity::user::facts_of;
use kernel::ephemeral::Signal;
use kernel::events::Audience;
use kernel::nodes::NodeId;
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, Result};
use realtime::{Channel, EphemeralFrame, Recipients, changed_members, has_socket, polling_members};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::dto::ChatUser;
use super::frames::{PresenceChanged, UserOffline, UserOnline, UserStatusChange};
use super::model::Status;
use known::KnownPresence;
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

/// What was said, and what was told of it.
#[derive(Default)]
pub(super) struct Presence(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    /// Of those who are here.
    chosen: HashMap<UserId, Status>,
    known: KnownPresence,
    polling: HashSet<UserId>,
    changed: HashSet<UserId>,
    /// The nodes that know everything of this one.
    others: BTreeSet<NodeId>,
    told_whole: Duration,
    own: Own,
    elsewhere: Elsewhere,
}

impl Inner {
    /// How someone is who is here, or not.
    fn status(&self, user: &UserId, is_here: bool) -> Status {
        let own = is_here.then(|| self.chosen.get(user).copied().unwrap_or_default());
        own.max(self.elsewhere.status(user)).unwrap_or(Status::Offline)
    }

    /// Notes how someone is now who is here, or not; answers it when members were told otherwise.
    fn take_change(&mut self, user: UserId, is_here: bool) -> Option<Status> {
        match (is_here, self.elsewhere.status(&user)) {
            (false, _) => drop(self.chosen.remove(&user)),
            // What was chosen there before holds for the device that came here.
            (true, Some(chosen)) => drop(self.chosen.entry(user).or_insert(chosen)),
            (true, None) => {}
        }
        let own = is_here.then(|| self.chosen.get(&user).copied().unwrap_or_default());
        self.own.set(user, own);
        let status = self.status(&user, is_here);
        (self.known.set(user, status) != status).then_some(status)
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
    pub(super) fn apply_report(&self, app: &App, signal: &Signal) {
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
            let named = all.elsewhere.apply_report(signal.node, report);
            all.changed.extend(named);
        }
    }

    /// The members whom a greeting of this member names, as JSON of [`ChatUser`], without the member; and how
    /// many others are online. As it was known, so that what is told next goes on from it.
    ///
    /// # Errors
    /// When the database is away.
    pub(super) async fn visible_to(&self, app: &App, user: &UserId) -> Result<(Vec<Arc<RawValue>>, usize)> {
        let mut found = Vec::new();
        let mut unwritten = Vec::new();
        let (others, written) = {
            let all = self.lock();
            let known = &all.known;
            for (other, seen) in known.visible_to(user, || {
                app.groups.of(user).iter().flat_map(|group| app.groups.members(group)).collect()
            }) {
                match &seen.json {
                    Some(json) => found.push(json.clone()),
                    None => unwritten.push((other, seen.status)),
                }
            }
            (known.count - usize::from(known.get(user).is_some()), known.written)
        };
        for (other, status) in unwritten {
            let Some(facts) = facts_of(app, other).await? else { continue };
            let user = ChatUser::with_status(&facts, status);
            let json: Arc<RawValue> = to_raw_value(&user).map_err(ApiError::internal)?.into();
            self.lock().known.remember(other, (status, written), json.clone());
            found.push(json);
        }
        Ok((found, others))
    }

    /// The facts of a member have changed, or of many when none is named: they are written anew.
    pub(super) fn forget_written(&self, user: &str) {
        let mut all = self.lock();
        all.known.written += 1;
        let named = |other: &UserId| user.is_empty() || other.as_str() == user;
        let members = all.known.classes.values_mut().flatten();
        members.filter(|(other, _)| named(other)).for_each(|(_, seen)| seen.json = None);
    }
}

/// Someone says how they are there, on whichever devices.
pub(super) fn choose(app: &App, user: UserId, status: Status) {
    app.state::<Presence>().choose(user, status);
    publish(app, STATUS, json!((user, status)));
}

/// A member as the chat shows them now.
pub(super) fn chat_user(app: &App, facts: &UserFacts) -> ChatUser {
    ChatUser::with_status(facts, app.state::<Presence>().status(app, &facts.user_id))
}

fn publish(app: &App, kind: &str, data: Value) {
    // For the nodes; members are told by their own.
    if let Err(error) = app.ephemeral.publish(kind, Audience::All, data) {
        tracing::error!(%error, kind, "presence not sent to the other nodes");
    }
}

impl Presence {
    /// How a member is there.
    pub(super) fn status(&self, app: &App, user: &UserId) -> Status {
        let is_here = has_socket(app, user);
        let all = self.lock();
        all.status(user, is_here || all.polling.contains(user))
    }

    /// How a member is there who is just coming.
    pub(super) fn status_of_newcomer(&self, user: &UserId) -> Status {
        self.lock().status(user, true)
    }

    /// What has changed since the last time, for members and for other nodes; what a member chose is forgotten
    /// when they have gone.
    fn changes(&self, app: &App) -> (Vec<(UserId, Status)>, Vec<Report>) {
        let polling = polling_members(app, Channel::Chat);
        let mut changed = changed_members(app);
        let mut all = self.lock();
        let others = app.nodes.others().borrow().clone();
        changed.extend(all.elsewhere.keep(&others));
        changed.extend(all.changed.drain());
        changed.extend(all.polling.symmetric_difference(&polling));
        all.polling = polling;
        let mut changes = Vec::new();
        for user in changed {
            let is_here = has_socket(app, &user) || all.polling.contains(&user);
            changes.extend(all.take_change(user, is_here).map(|status| (user, status)));
        }
        changes.sort_unstable_by_key(|(user, _)| *user);
        app.gauges.online_members.set(all.known.count);
        (changes, all.report(others, app.clock.monotonic()))
    }
}

/// Tells what has changed: the other nodes, and the members who are here.
pub(super) async fn announce_changes(app: &App, presence: &Presence) {
    let (changes, pieces) = presence.changes(app);
    for piece in pieces {
        publish(app, PRESENCE, json!(piece));
    }
    if changes.len() <= SINGLE {
        for (user, status) in changes {
            single(app, user, status).await.send(app).await;
        }
    } else if changes.len() <= TO_ALL {
        gathered(Recipients::All, &changes).send(app).await;
    } else {
        let mut classes: BTreeMap<&str, Vec<(UserId, Status)>> = BTreeMap::new();
        for change in &changes {
            classes.entry(change.0.class()).or_default().push(*change);
        }
        for (class, changes) in classes {
            gathered(Recipients::Class(class.to_owned()), &changes).send(app).await;
        }
    }
}

async fn single(app: &App, user: UserId, status: Status) -> EphemeralFrame {
    let (to, user_id) = (Recipients::All, user.to_string());
    match status {
        Status::Offline => EphemeralFrame::new(to, &UserOffline { user_id }),
        Status::Online => match facts_of(app, user).await {
            Ok(Some(facts)) => {
                let user_info = chat_user(app, &facts);
                EphemeralFrame::new(to, &UserOnline { user_id, user_info })
            }
            // Without a database there is the ID alone.
            _ => gathered(to, &[(user, status)]),
        },
        other => EphemeralFrame::new(to, &UserStatusChange { user_id, status: other.into_str() }),
    }
}

fn gathered(to: Recipients, changes: &[(UserId, Status)]) -> EphemeralFrame {
    let of = |wanted: Status| -> Vec<UserId> {
        changes.iter().filter(|(_, status)| *status == wanted).map(|(user, _)| *user).collect()
    };
    let [online, away, busy, offline] = [Status::Online, Status::Away, Status::Busy, Status::Offline].map(of);
    EphemeralFrame::new(to, &PresenceChanged { online, away, busy, offline })
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

    fn apply_report(all: &mut Inner, status: Option<Status>) {
        let members = status.map(|status| (user(), status)).into_iter().collect();
        all.elsewhere.apply_report(node(), [("2401".to_owned(), members)].into());
    }

    #[test]
    fn members_are_told_of_real_changes_alone() {
        let mut all = Inner::default();
        assert_eq!(all.take_change(user(), true), Some(Status::Online));
        apply_report(&mut all, Some(Status::Online));
        assert_eq!(all.take_change(user(), true), None, "another node is no news");
        assert_eq!(all.take_change(user(), false), None, "still there on the other");
        apply_report(&mut all, None);
        assert_eq!(all.take_change(user(), false), Some(Status::Offline));
        assert_eq!((all.take_change(user(), false), all.known.count), (None, 0));
        apply_report(&mut all, Some(Status::Busy));
        assert_eq!((all.take_change(user(), false), all.known.count), (Some(Status::Busy), 1));
        all.elsewhere.keep(&BTreeSet::new());
        assert_eq!(all.take_change(user(), false), Some(Status::Offline), "gone with the node");
    }

    #[test]
    fn what_was_chosen_on_another_node_holds_for_a_device_that_comes_here() {
        let mut all = Inner::default();
        apply_report(&mut all, Some(Status::Offline));
        assert_eq!(all.take_change(user(), false), None);
        assert_eq!(all.take_change(user(), true), None, "unseen there, unseen here");
        apply_report(&mut all, None);
        assert_eq!(all.take_change(user(), true), None, "nor when the other device goes");
        all.chosen.insert(user(), Status::Online);
        assert_eq!(all.take_change(user(), true), Some(Status::Online));
        assert_eq!(all.take_change(user(), false), Some(Status::Offline));
        assert_eq!(all.take_change(user(), true), Some(Status::Online), "forgotten with the last device");
    }

    #[test]
    fn everything_is_told_to_a_node_that_is_new_and_once_a_minute_and_nothing_to_nobody() {
        let mut all = Inner::default();
        let known = |all: &mut Inner, others: &[NodeId], seconds| {
            all.report(others.iter().copied().collect(), Duration::from_secs(seconds)).len()
        };
        all.take_change(user(), true);
        assert_eq!(known(&mut all, &[], 100), 0);
        assert_eq!(known(&mut all, &[node()], 101), 1, "new");
        assert_eq!([known(&mut all, &[node()], 102), known(&mut all, &[node()], 160)], [0, 0]);
        assert_eq!(known(&mut all, &[node()], 161), 1, "once a minute");
        assert_eq!([known(&mut all, &[], 162), known(&mut all, &[node()], 163)], [0, 1], "new again");
    }
}
