//! Sockets that came without a token and have not signed in yet, counted by the address they come from
//! (decision 0055). Apart from the ports' own bound of unproven connections: that one ends the oldest, which it
//! cannot do to a socket, and an answered request lifts it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::limits::Key;

/// Of one address at once. The desktop brings its token along and never counts; a client that sends it in
/// its first frame is counted for as long as that takes.
const MAX: usize = 256;

/// The counts.
#[derive(Clone)]
pub(super) struct PendingSockets(Arc<Mutex<Counts>>);

struct Counts {
    of: HashMap<Key, usize>,
    max: usize,
}

/// A place among them; freed when it signs in or goes.
pub(super) struct PendingSocket {
    all: PendingSockets,
    key: Key,
}

impl Default for PendingSockets {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Counts { of: HashMap::new(), max: MAX })))
    }
}

impl PendingSockets {
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more of this address; `None` when it has too many.
    pub(super) fn admit(&self, address: IpAddr) -> Option<PendingSocket> {
        let key = Key::address(address);
        let mut counts = self.lock();
        let max = counts.max;
        let count = counts.of.entry(key).or_default();
        if *count >= max {
            return None;
        }
        *count += 1;
        Some(PendingSocket { all: self.clone(), key })
    }

    /// Fewer, so that a test need not open thousands.
    #[cfg(any(test, feature = "testing"))]
    pub(super) fn limit_to(&self, max: usize) {
        self.lock().max = max;
    }
}

impl Drop for PendingSocket {
    fn drop(&mut self) {
        let mut counts = self.all.lock();
        let left = counts.of.get_mut(&self.key).map_or(0, |count| {
            *count -= 1;
            *count
        });
        if left == 0 {
            counts.of.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_own_and_nothing_is_remembered_of_who_has_gone() {
        let pending = PendingSockets::default();
        let all: Vec<_> = std::iter::from_fn(|| pending.admit([192, 0, 2, 1].into())).take(1000).collect();
        assert_eq!(all.len(), MAX);
        assert!(pending.admit([192, 0, 2, 2].into()).is_some());
        drop(all);
        assert!(pending.lock().of.is_empty());
    }
}
