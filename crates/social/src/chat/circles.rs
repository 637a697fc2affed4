//! Who is in which group, in memory: what the fan-out and the audiences `group:UUID` ask.
//!
//! Loaded at start and kept by the events of this room, on every node. What decides about a request
//! asks the database instead (`access`).

use std::collections::{HashMap, HashSet};
use std::sync::{PoisonError, RwLock};

use kernel::user::UserId;

/// The groups of this portal, by their UUIDs.
#[derive(Default)]
pub(super) struct Circles(RwLock<Inner>);

#[derive(Default)]
struct Inner {
    members: HashMap<String, HashSet<UserId>>,
    groups: HashMap<UserId, HashSet<String>>,
}

impl Circles {
    fn change<T>(&self, change: impl FnOnce(&mut Inner) -> T) -> T {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds members.
    pub(super) fn join(&self, group: &str, users: impl IntoIterator<Item = UserId>) {
        self.change(|inner| {
            for user in users {
                inner.members.entry(group.to_owned()).or_default().insert(user);
                inner.groups.entry(user).or_default().insert(group.to_owned());
            }
        });
    }

    /// Takes one member out.
    pub(super) fn leave(&self, group: &str, user: UserId) {
        self.change(|inner| {
            if let Some(members) = inner.members.get_mut(group) {
                members.remove(&user);
            }
            if let Some(groups) = inner.groups.get_mut(&user) {
                groups.remove(group);
            }
        });
    }

    /// Ends a group.
    pub(super) fn end(&self, group: &str) {
        self.change(|inner| {
            for user in inner.members.remove(group).unwrap_or_default() {
                if let Some(groups) = inner.groups.get_mut(&user) {
                    groups.remove(group);
                }
            }
        });
    }

    /// Takes someone out of every group.
    pub(super) fn forget(&self, user: UserId) {
        self.change(|inner| {
            for group in inner.groups.remove(&user).unwrap_or_default() {
                if let Some(members) = inner.members.get_mut(&group) {
                    members.remove(&user);
                }
            }
        });
    }

    /// How many groups there are.
    pub(super) fn len(&self) -> u64 {
        self.0.read().unwrap_or_else(PoisonError::into_inner).members.len() as u64
    }

    /// The groups of a user.
    pub(super) fn groups_of(&self, user: UserId) -> Vec<String> {
        let inner = self.0.read().unwrap_or_else(PoisonError::into_inner);
        inner.groups.get(&user).map(|groups| groups.iter().cloned().collect()).unwrap_or_default()
    }

    /// The members of a group.
    pub(super) fn members_of(&self, group: &str) -> Vec<UserId> {
        let inner = self.0.read().unwrap_or_else(PoisonError::into_inner);
        inner.members.get(group).map(|members| members.iter().copied().collect()).unwrap_or_default()
    }

    /// Whether someone is in a group.
    pub(super) fn has(&self, group: &str, user: UserId) -> bool {
        let inner = self.0.read().unwrap_or_else(PoisonError::into_inner);
        inner.members.get(group).is_some_and(|members| members.contains(&user))
    }
}
