//! The generations of this node.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::user::UserId;
use kernel::{App, Result};

use super::generation::{CancelReason, Generation};
use crate::texts;

/// Answers that are written for one member at once (`interface 4.8`).
pub(super) const MAX_OF_USER: usize = 2;
/// Answers that are written at once.
pub(super) const MAX_ALL: usize = 200;
/// When it may be worth trying again.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The generations of this node, by id. One that is over stays for a moment, so that a reader whose line was broken
/// finds its end.
#[derive(Default)]
pub(crate) struct Generations(Mutex<HashMap<String, Arc<Generation>>>);

/// Whether no other node can have generations in this database.
pub(super) fn is_single_node(app: &App) -> bool {
    app.db.engine_name() == "sqlite"
}

impl Generations {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Arc<Generation>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place for a generation.
    ///
    /// # Errors
    /// 409 while its conversation has another one, 429 while too many are written.
    pub(super) fn reserve(&self, generation: &Arc<Generation>) -> Result<()> {
        let mut all = self.all();
        let running = || all.values().filter(|other| !other.is_over());
        let own = running().filter(|other| other.user == generation.user);
        let (mut own_count, mut is_same) = (0, false);
        for other in own {
            own_count += 1;
            is_same |= other.conversation_id == generation.conversation_id;
        }
        check(running().count(), own_count, is_same)?;
        all.insert(generation.id.clone(), generation.clone());
        Ok(())
    }

    pub(super) fn remove(&self, id: &str) {
        self.all().remove(id);
    }

    pub(super) fn find(&self, id: &str) -> Option<Arc<Generation>> {
        self.all().get(id).cloned()
    }

    /// Those that are being written.
    pub(super) fn running(&self) -> Vec<Arc<Generation>> {
        self.all().values().filter(|generation| !generation.is_over()).cloned().collect()
    }

    /// Whether none is being written.
    #[cfg(test)]
    pub(crate) fn is_idle(&self) -> bool {
        self.running().is_empty()
    }

    /// Forgets those that are over and that nobody has read for a while.
    pub(super) fn forget_ended(&self) {
        self.all().retain(|_, generation| !generation.is_over() || !generation.is_abandoned());
    }

    /// Stops what is written in a conversation.
    pub(crate) fn stop_of(&self, user: UserId, conversation: &str) {
        let all = self.all();
        let of_it = all.values().filter(|other| other.user == user && other.conversation_id == conversation);
        of_it.for_each(|generation| generation.cancel(CancelReason::Stopped));
    }
}

/// Whether one more may be written beside so many.
///
/// # Errors
/// 409 for a second one in a conversation, 429 for one too many.
pub(super) fn check(all: usize, of_user: usize, is_same_conversation: bool) -> Result<()> {
    if is_same_conversation {
        return Err(texts::ANSWER_RUNNING.err());
    }
    let refusal = match () {
        () if of_user >= MAX_OF_USER => &texts::TOO_MANY_ANSWERS,
        () if all >= MAX_ALL => &texts::PORTAL_BUSY,
        () => return Ok(()),
    };
    Err(refusal.with("max", MAX_OF_USER).retry_after(RETRY_AFTER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_has_two_answers_at_once_and_the_portal_two_hundred() {
        let slug = |all, own, same| check(all, own, same).err().map(|error| error.slug());
        assert_eq!(slug(199, 1, false), None);
        assert_eq!(slug(199, 2, false), Some("ai_answers_too_many"));
        assert_eq!(slug(200, 1, false), Some("ai_portal_busy"));
        assert_eq!(slug(0, 0, true), Some("ai_answer_running"));
    }
}
