//! How often a member may call a back end whose manifest has a limit of its own; `RATE_LIMIT_MARKET` holds for the
//! others.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kernel::limits::Key;
use kernel::user::UserId;
use market_package::manifest::RateLimit;

/// Callers that are remembered; more than these and those whose time is over are forgotten.
const REMEMBERED: usize = 4096;

/// What a manifest may allow at most (`interface 8.1`).
const MOST_A_MINUTE: u64 = 600;

/// Who is counted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Counted {
    Member(UserId),
    Address(Key),
}

/// When a caller's window began, and the calls since.
type Window = (Duration, u32);

/// The calls of one back end, counted in windows as its manifest says. Members and addresses apart: many addresses must
/// not keep members out.
#[derive(Debug, Default)]
pub(crate) struct Windows {
    members: Mutex<HashMap<UserId, Window>>,
    addresses: Mutex<HashMap<Key, Window>>,
}

impl Windows {
    /// Counts a call, and answers how long to wait when there were too many.
    pub(super) fn count(&self, who: Counted, limit: &RateLimit, now: Duration) -> Option<Duration> {
        match who {
            Counted::Member(user) => count(&self.members, user, limit, now),
            Counted::Address(key) => count(&self.addresses, key, limit, now),
        }
    }
}

fn count<K: Eq + Hash>(
    windows: &Mutex<HashMap<K, Window>>,
    who: K,
    limit: &RateLimit,
    now: Duration,
) -> Option<Duration> {
    let length = Duration::from_millis(limit.window_ms);
    let most = u64::from(limit.max).min((MOST_A_MINUTE * limit.window_ms / 60_000).max(1));
    let mut windows = windows.lock().unwrap_or_else(PoisonError::into_inner);
    if windows.len() >= REMEMBERED {
        windows.retain(|_, (start, _)| *start + length > now);
    }
    if windows.len() >= REMEMBERED && !windows.contains_key(&who) {
        return Some(length);
    }
    let window = windows.entry(who).or_insert((now, 0));
    if window.0 + length <= now {
        *window = (now, 0);
    }
    window.1 += 1;
    (u64::from(window.1) > most).then(|| (window.0 + length).saturating_sub(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_lets_so_many_in_and_begins_anew() {
        let windows = Windows::default();
        let limit = RateLimit { max: 2, window_ms: 1000, message: None };
        let generous = RateLimit { max: 100_000, ..limit.clone() };
        let who = Counted::Address(Key::number(1));
        let count = |ms| windows.count(who, &limit, Duration::from_millis(ms));
        assert_eq!((count(0), count(10)), (None, None));
        assert_eq!(count(400), Some(Duration::from_millis(600)));
        assert_eq!(count(1000), None);
        let other = Counted::Address(Key::number(2));
        assert_eq!(windows.count(other, &limit, Duration::from_millis(400)), None);
        let third = Counted::Address(Key::number(3));
        let refused = (0..20).filter(|_| windows.count(third, &generous, Duration::ZERO).is_some()).count();
        assert_eq!(refused, 10, "600 a minute are 10 a second");
    }
}
