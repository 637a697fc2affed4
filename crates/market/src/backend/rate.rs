//! How often a member may call a back end whose manifest has a limit of its own; `RATE_LIMIT_MARKET` holds for the
//! others.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kernel::limits::{Attempt, Key, Limit};
use kernel::user::UserId;
use market_package::MOST_CALLS_A_MINUTE;
use market_package::manifest::RateLimit;

/// Calls of back ends whose manifests say nothing of their own.
pub(crate) static CALLS: Limit = Limit::new(
    "market",
    "RATE_LIMIT_MARKET",
    "120/60",
    "calls of the back end of an app, per member and app",
);

/// Callers that are remembered; more than these and those whose time is over are forgotten.
const REMEMBERED: usize = 4096;

const MINUTE: Duration = Duration::from_secs(60);

/// Who is counted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Counted {
    Member(UserId),
    Address(Key),
}

/// When a window began, and the calls since.
type Window = (Duration, u32);

/// The calls of one caller: in the window of the manifest, and in the minute that bounds every manifest.
#[derive(Clone, Copy, Debug)]
struct Calls {
    own: Window,
    minute: Window,
}

/// The calls of one back end, counted in windows as its manifest says. Members and addresses apart: many addresses must
/// not keep members out.
#[derive(Debug, Default)]
pub(crate) struct Windows {
    members: Mutex<HashMap<UserId, Calls>>,
    addresses: Mutex<HashMap<Key, Calls>>,
}

impl Windows {
    /// Counts a call.
    pub(super) fn count(&self, who: Counted, limit: &RateLimit, now: Duration) -> Attempt {
        match who {
            Counted::Member(user) => count(&self.members, user, limit, now),
            Counted::Address(key) => count(&self.addresses, key, limit, now),
        }
    }
}

fn count<K: Eq + Hash>(
    callers: &Mutex<HashMap<K, Calls>>,
    who: K,
    limit: &RateLimit,
    now: Duration,
) -> Attempt {
    let own_length = Duration::from_millis(limit.window_ms);
    let longest = own_length.max(MINUTE);
    let mut callers = callers.lock().unwrap_or_else(PoisonError::into_inner);
    if callers.len() >= REMEMBERED {
        callers.retain(|_, calls| calls.own.0.max(calls.minute.0) + longest > now);
    }
    let attempt = |remaining, wait| Attempt {
        name: CALLS.name,
        limit: limit.max.min(MOST_CALLS_A_MINUTE),
        remaining,
        wait,
    };
    if callers.len() >= REMEMBERED && !callers.contains_key(&who) {
        return attempt(0, Some(own_length));
    }
    let calls = callers.entry(who).or_insert(Calls { own: (now, 0), minute: (now, 0) });
    let own = step(&mut calls.own, own_length, limit.max, now);
    let minute = step(&mut calls.minute, MINUTE, MOST_CALLS_A_MINUTE, now);
    let left = limit.max.saturating_sub(calls.own.1).min(MOST_CALLS_A_MINUTE.saturating_sub(calls.minute.1));
    attempt(left, own.max(minute))
}

/// Counts in a window, and answers how long to wait when there were too many.
fn step(window: &mut Window, length: Duration, most: u32, now: Duration) -> Option<Duration> {
    if window.0 + length <= now {
        *window = (now, 0);
    }
    window.1 = window.1.saturating_add(1);
    (window.1 > most).then(|| (window.0 + length).saturating_sub(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_lets_so_many_in_and_begins_anew() {
        let windows = Windows::default();
        let limit = RateLimit { max: 2, window_ms: 1000, message: None };
        let who = Counted::Address(Key::number(1));
        let count = |ms| windows.count(who, &limit, Duration::from_millis(ms));
        assert_eq!((count(0).wait, count(10).wait), (None, None));
        let refused = count(400);
        assert_eq!((refused.remaining, refused.wait), (0, Some(Duration::from_millis(600))));
        assert_eq!((count(1000).wait, count(1001).remaining), (None, 0));
        let other = Counted::Address(Key::number(2));
        assert_eq!(windows.count(other, &limit, Duration::from_millis(400)).remaining, 1);
    }

    #[test]
    fn no_manifest_lets_in_more_than_600_a_minute() {
        let windows = Windows::default();
        let generous = RateLimit { max: 100, window_ms: 1000, message: None };
        let who = Counted::Address(Key::number(3));
        // 100 in each of ten seconds.
        let count = |call: u64| windows.count(who, &generous, Duration::from_millis(call * 10)).wait;
        let refused = (0..1000).filter(|call| count(*call).is_some()).count();
        assert_eq!(refused, 400);
        assert_eq!(count(999), Some(Duration::from_millis(50_010)));
    }
}
