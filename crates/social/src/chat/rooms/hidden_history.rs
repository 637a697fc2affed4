//! Which members have hidden the history of the public room, in memory: greetings ask for every member who comes.

use std::collections::HashSet;
use std::sync::{PoisonError, RwLock};

use kernel::user::UserId;

/// The members who have hidden what was said in the public room.
#[derive(Default)]
pub(in crate::chat) struct HiddenHistory(RwLock<HashSet<UserId>>);

impl HiddenHistory {
    /// Adds members.
    pub(in crate::chat) fn add(&self, users: impl IntoIterator<Item = UserId>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).extend(users);
    }

    /// Whether this member has.
    pub(in crate::chat) fn contains(&self, user: &UserId) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).contains(user)
    }
}
