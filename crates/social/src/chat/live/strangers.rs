//! Sockets that have not signed in yet, counted by the address they come from (decision 0025).

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::limits::Key;

/// Of one address at once: a school of two thousand behind one address, two devices each, comes back
/// after a restart; a fifth of all seats.
const MAX: usize = 4096;

/// The counts.
#[derive(Clone)]
pub(super) struct Strangers(Arc<Mutex<Counts>>);

struct Counts {
    of: HashMap<Key, usize>,
    max: usize,
}

/// A place among them; freed when it signs in or goes.
pub(super) struct Stranger {
    all: Strangers,
    key: Key,
}

impl Default for Strangers {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Counts { of: HashMap::new(), max: MAX })))
    }
}

impl Strangers {
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more of this address; `None` when it has too many.
    pub(super) fn admit(&self, address: IpAddr) -> Option<Stranger> {
        let key = Key::address(address);
        let mut counts = self.lock();
        let max = counts.max;
        let count = counts.of.entry(key).or_default();
        if *count >= max {
            return None;
        }
        *count += 1;
        Some(Stranger { all: self.clone(), key })
    }

    /// Fewer, so that a test need not open thousands.
    #[cfg(test)]
    pub(super) fn limit_to(&self, max: usize) {
        self.lock().max = max;
    }
}

impl Drop for Stranger {
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
    fn a_whole_school_behind_one_address_may_come_and_no_address_takes_all_seats() {
        let strangers = Strangers::default();
        let school: Vec<_> = (0..4000).map_while(|_| strangers.admit([192, 0, 2, 1].into())).collect();
        assert_eq!(school.len(), 4000);
        let all: Vec<_> =
            std::iter::from_fn(|| strangers.admit([192, 0, 2, 1].into())).take(30_000).collect();
        assert!(all.len() + school.len() <= super::super::MAX_SOCKETS / 4, "{}", all.len());
        assert!(strangers.admit([192, 0, 2, 2].into()).is_some(), "another address has its own");
        drop((school, all));
        assert!(strangers.lock().of.is_empty(), "nothing is remembered of who has gone");
    }
}
