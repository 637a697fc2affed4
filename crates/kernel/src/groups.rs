//! The members of groups, in memory: who the audience `group:UUID` is, for frames and for files.
//!
//! The feature that stores groups fills this at its start and keeps it with its events, on every node. A
//! request that changes a group, or that only members may make, asks the database instead.

use std::collections::{HashMap, HashSet};
use std::sync::{PoisonError, RwLock};

use crate::events::Audience;
use crate::user::UserId;

/// The groups of this portal, by their UUIDs.
#[derive(Default)]
pub struct Groups(RwLock<Inner>);

#[derive(Default)]
struct Inner {
    members: HashMap<String, HashSet<UserId>>,
    groups: HashMap<UserId, HashSet<String>>,
}

impl Groups {
    fn change<T>(&self, change: impl FnOnce(&mut Inner) -> T) -> T {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds members to a group; the first one makes it.
    pub fn join(&self, group: &str, users: impl IntoIterator<Item = UserId>) {
        self.change(|inner| {
            for user in users {
                inner.members.entry(group.to_owned()).or_default().insert(user);
                inner.groups.entry(user).or_default().insert(group.to_owned());
            }
        });
    }

    /// Takes one member out of a group.
    pub fn leave(&self, group: &str, user: UserId) {
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
    pub fn end(&self, group: &str) {
        self.change(|inner| {
            for user in inner.members.remove(group).unwrap_or_default() {
                if let Some(groups) = inner.groups.get_mut(&user) {
                    groups.remove(group);
                }
            }
        });
    }

    /// Takes a user out of every group.
    pub fn forget(&self, user: UserId) {
        self.change(|inner| {
            for group in inner.groups.remove(&user).unwrap_or_default() {
                if let Some(members) = inner.members.get_mut(&group) {
                    members.remove(&user);
                }
            }
        });
    }

    /// The number of groups.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.read().unwrap_or_else(PoisonError::into_inner).members.len() as u64
    }

    /// The groups of a user.
    #[must_use]
    pub fn of(&self, user: &UserId) -> Vec<String> {
        let inner = self.0.read().unwrap_or_else(PoisonError::into_inner);
        inner.groups.get(user).map(|groups| groups.iter().cloned().collect()).unwrap_or_default()
    }

    /// The members of a group, in no order; none for a group that does not exist.
    #[must_use]
    pub fn members(&self, group: &str) -> Vec<UserId> {
        let inner = self.0.read().unwrap_or_else(PoisonError::into_inner);
        inner.members.get(group).map(|members| members.iter().copied().collect()).unwrap_or_default()
    }

    /// An audience with the members of each group, as they are now, in place of the group: the facts of a member tell
    /// whether they are among it.
    #[must_use]
    pub fn resolve(&self, audience: Audience) -> Audience {
        let all = |several: Vec<Audience>| several.into_iter().map(|one| self.resolve(one)).collect();
        match audience {
            Audience::Group(group) => {
                Audience::Any(self.members(&group).into_iter().map(Audience::User).collect())
            }
            Audience::Any(several) => Audience::Any(all(several)),
            Audience::Except(whoever, but) => Audience::Except(Box::new(self.resolve(*whoever)), all(but)),
            other => other,
        }
    }

    /// Whether a user is in a group.
    #[must_use]
    pub fn has(&self, group: &str, user: &UserId) -> bool {
        let inner = self.0.read().unwrap_or_else(PoisonError::into_inner);
        inner.members.get(group).is_some_and(|members| members.contains(user))
    }
}
