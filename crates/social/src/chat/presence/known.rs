//! What members were told of who is online.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use kernel::user::UserId;
use serde_json::value::RawValue;

use crate::chat::model::Status;

/// Members whom a greeting names at most.
const MAX_GREETED: usize = 200;

/// Who is seen, by class: what members were told.
#[derive(Default)]
pub(super) struct KnownPresence {
    pub(super) classes: HashMap<String, HashMap<UserId, VisibleMember>>,
    pub(super) count: usize,
    /// Grows when the facts of a member change.
    pub(super) written: u64,
}

/// A member who is online.
pub(super) struct VisibleMember {
    pub(super) status: Status,
    /// The member as greetings have them, [`crate::chat::dto::ChatUser`]; made when the first greeting names them.
    pub(super) json: Option<Arc<RawValue>>,
}

impl KnownPresence {
    /// Notes what is told now, and answers what was told before.
    pub(super) fn set(&mut self, user: UserId, status: Status) -> Status {
        let class = self.classes.entry(user.class().to_owned()).or_default();
        let before = match status {
            Status::Offline => class.remove(&user),
            status => class.insert(user, VisibleMember { status, json: None }),
        };
        let before = before.map_or(Status::Offline, |seen| seen.status);
        self.count += usize::from(before == Status::Offline && status != Status::Offline);
        self.count -= usize::from(before != Status::Offline && status == Status::Offline);
        before
    }

    pub(super) fn get(&self, user: &UserId) -> Option<&VisibleMember> {
        self.classes.get(user.class())?.get(user)
    }

    /// Keeps how a member is written, unless it is another status by now or somebody's facts have changed.
    pub(super) fn remember(&mut self, user: UserId, (status, written): (Status, u64), json: Arc<RawValue>) {
        let seen = self.classes.get_mut(user.class()).and_then(|class| class.get_mut(&user));
        if let Some(seen) = seen.filter(|seen| seen.status == status && self.written == written) {
            seen.json = Some(json);
        }
    }

    /// Those whom a greeting of this member names: everyone while they are few, else the own class and the
    /// members of these groups.
    pub(super) fn visible_to(
        &self,
        user: &UserId,
        groups: impl FnOnce() -> BTreeSet<UserId>,
    ) -> Vec<(UserId, &VisibleMember)> {
        let is_other = |(other, _): &(UserId, &VisibleMember)| other != user;
        if self.count <= MAX_GREETED {
            let everyone = self.classes.values().flatten().map(|(other, seen)| (*other, seen));
            return everyone.filter(is_other).collect();
        }
        let own = self.classes.get(user.class()).into_iter().flatten().map(|(other, seen)| (*other, seen));
        let others = groups().into_iter().filter(|other| other.class() != user.class());
        let others = others.filter_map(|other| Some((other, self.get(&other)?)));
        own.chain(others).filter(is_other).take(MAX_GREETED).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_names_everyone_while_they_are_few_and_then_the_own_class_and_groups() {
        let user = |class: usize, n: usize| UserId::parse(&format!("24{class:02}{n:02}")).unwrap();
        let mut told = KnownPresence::default();
        let seen = |told: &KnownPresence| {
            let mut seen: Vec<_> = told.visible_to(&user(1, 1), || [user(3, 7), user(3, 99)].into());
            seen.sort_unstable_by_key(|(user, _)| *user);
            seen.into_iter().map(|(user, _)| user).collect::<Vec<_>>()
        };
        for n in 1..=50 {
            for class in 1..=4 {
                told.set(user(class, n), Status::Online);
            }
        }
        assert_eq!(seen(&told).len(), 199, "all but oneself");
        told.set(user(5, 1), Status::Busy);
        let own: Vec<_> = (2..=50).map(|n| user(1, n)).chain([user(3, 7)]).collect();
        assert_eq!(seen(&told), own, "who is not online is not named");
    }
}
