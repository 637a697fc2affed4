//! What is told in passing, typing and presence, on its way to sockets: a short ring that all of them
//! share. Whoever is too slow for it misses what is gone; nothing here is worth waiting for. Typing is not
//! told to those for whom the chat is switched off; presence is, for the socket serves other features too.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

use bytes::Bytes;
use kernel::user::UserId;

use crate::chat::FEATURE;
use crate::realtime::{Eyes, Recipients};

/// Frames kept.
const KEPT: usize = 1024;

struct Passed {
    to: Recipients,
    /// Of typing, whose.
    writer: Option<UserId>,
    wire: Bytes,
}

/// The newest frames that are told in passing.
#[derive(Default)]
pub(super) struct Passing {
    /// The number of the newest; the first is 1.
    newest: AtomicU64,
    ring: RwLock<VecDeque<Passed>>,
}

impl Passing {
    /// Where a new socket begins.
    pub(super) fn newest(&self) -> u64 {
        self.newest.load(Ordering::Acquire)
    }

    /// Adds one; of typing with the member who writes, who does not hear it.
    pub(super) fn pass(&self, to: Recipients, writer: Option<UserId>, wire: Bytes) {
        let mut ring = self.ring.write().unwrap_or_else(PoisonError::into_inner);
        ring.push_back(Passed { to, writer, wire });
        if ring.len() > KEPT {
            ring.pop_front();
        }
        self.newest.fetch_add(1, Ordering::AcqRel);
    }

    /// Adds the bytes of what this member hears after a number, and answers the newest.
    pub(super) fn take(&self, after: u64, eyes: Eyes<'_>, into: &mut impl Extend<Bytes>) -> u64 {
        if self.newest() == after {
            return after;
        }
        let ring = self.ring.read().unwrap_or_else(PoisonError::into_inner);
        let newest = self.newest();
        let unheard = usize::try_from(newest - after).unwrap_or(usize::MAX).min(ring.len());
        let (facts, silence) = eyes;
        let hears_typing = !silence.covers(FEATURE.name, facts.user_id.class());
        let heard = |passed: &&Passed| {
            passed.to.include(facts)
                && passed.writer.is_none_or(|writer| hears_typing && writer != facts.user_id)
        };
        into.extend(ring.range(ring.len() - unheard..).filter(heard).map(|passed| passed.wire.clone()));
        newest
    }
}
