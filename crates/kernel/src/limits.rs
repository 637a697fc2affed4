//! Rate limits: token buckets in memory (`interface 8.1`).
//!
//! Counting runs on the monotonic clock, so setting the machine's time lets nobody through.
//! Memory is bounded: a limit remembers [`SETS`] times [`SET_SIZE`] keys, and forgets the fullest bucket
//! among a few for a new key.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use dashmap::DashMap;
use governor::clock::Clock as GovernorClock;
use governor::middleware::StateInformationMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::{Quota, RateLimiter};

use crate::clock::Clock;
use sha2::{Digest as _, Sha256};

use crate::config::{Config, RateLimit, Variable};
use crate::error::{ApiError, Result};
use crate::user::UserId;

/// Sets of keys per limit.
const SETS: u64 = 8192;
/// Keys per set: 131,072 per limit in all, which take 3 MB.
const SET_SIZE: usize = 16;

/// Something that is limited: requests of a kind, counted for each caller apart.
///
/// Whoever draws from a limit declares it once, as a `static`, and names it in its
/// [`Feature::limits`](crate::Feature::limits).
pub struct Limit {
    /// What clients know it by, in the header `X-RateLimit-Name`.
    pub name: &'static str,
    /// The variable that sets it.
    pub variable: Variable<RateLimit>,
}

impl Limit {
    /// A limit by its name, its variable with the default `COUNT/SECONDS`, and its meaning for
    /// operators.
    #[must_use]
    pub const fn new(
        name: &'static str,
        variable: &'static str,
        default: &'static str,
        meaning: &'static str,
    ) -> Self {
        Self { name, variable: Variable::new(variable, default, meaning) }
    }
}

/// Requests with a token, but for those that draw from a limit of their own.
pub static USER: Limit = Limit::new("user", "RATE_LIMIT_USER", "60/60", "other requests per user");

/// The kernel's limits.
pub static LIMITS: &[&Limit] = &[&USER];

/// Who is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u8; 8]);

impl Key {
    /// IPv4 counts per address, IPv6 per /64: one household or one attacker, not 2^64.
    #[must_use]
    pub fn address(address: IpAddr) -> Self {
        let mut key = [0; 8];
        match address.to_canonical() {
            IpAddr::V4(v4) => key[4..].copy_from_slice(&v4.octets()),
            IpAddr::V6(v6) => key.copy_from_slice(&v6.octets()[..8]),
        }
        Self(key)
    }

    /// A user.
    #[must_use]
    pub fn user(user: UserId) -> Self {
        let mut key = [0; 8];
        key[..6].copy_from_slice(user.as_str().as_bytes());
        Self(key)
    }

    /// The same caller, counted apart for one of many things.
    #[must_use]
    pub fn within(self, thing: &str) -> Self {
        let digest: [u8; 32] = Sha256::new().chain_update(self.0).chain_update(thing).finalize().into();
        let mut key = [0; 8];
        key.copy_from_slice(&digest[..8]);
        Self(key)
    }

    /// Something counted from 0 while the server runs. No user's key: those begin with a digit's
    /// byte, and no count gets there.
    #[must_use]
    pub fn number(number: u64) -> Self {
        Self(number.to_be_bytes())
    }
}

/// The outcome of one attempt, for the headers of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// `X-RateLimit-Name`.
    pub name: &'static str,
    /// `X-RateLimit-Limit`.
    pub limit: u32,
    /// `X-RateLimit-Remaining`.
    pub remaining: u32,
    /// How long to wait when refused.
    pub wait: Option<Duration>,
}

type Limiter = RateLimiter<Key, SharedStore, Monotonic, StateInformationMiddleware>;

/// The buckets of every registered limit, by the limit's name; `None` for one that is switched off.
pub struct Limits(HashMap<&'static str, Option<Buckets>>);

/// One limit's buckets.
struct Buckets {
    name: &'static str,
    count: u32,
    /// What one attempt takes: the time in which the bucket regains it.
    interval: Duration,
    store: SharedStore,
    limiter: Limiter,
}

impl Limits {
    /// Buckets for these limits.
    #[must_use]
    pub fn new(limits: impl IntoIterator<Item = &'static Limit>, config: &Config, clock: &Clock) -> Self {
        let buckets = |limit: &'static Limit| {
            let rate = *limit.variable.of(config);
            let buckets = quota(rate).map(|quota| {
                let store = SharedStore(Arc::new(BoundedStore::new()));
                let limiter = RateLimiter::new(quota, store.clone(), Monotonic(clock.clone()));
                let interval = quota.replenish_interval();
                Buckets { name: limit.name, count: rate.count, interval, store, limiter }
            });
            (limit.name, buckets)
        };
        Self(limits.into_iter().map(buckets).collect())
    }

    /// Counts one attempt; `None` when the limit is switched off.
    ///
    /// # Panics
    /// When no feature names the limit in `Feature::limits`. Nothing would be limited then, and
    /// nobody would notice.
    #[must_use]
    pub fn count_attempt(&self, limit: &Limit, key: Key) -> Option<Attempt> {
        let buckets = self.0.get(limit.name).expect("the limit stands in `Feature::limits`");
        Some(buckets.as_ref()?.count_attempt(&key))
    }

    /// Takes back one attempt that was counted: it has turned out to be one that draws nothing.
    ///
    /// # Panics
    /// When no feature names the limit in `Feature::limits`.
    pub fn give_back(&self, limit: &Limit, key: Key) {
        let buckets = self.0.get(limit.name).expect("the limit stands in `Feature::limits`");
        if let Some(buckets) = buckets {
            buckets.store.0.give_back(&key, buckets.interval);
        }
    }

    /// Counts one attempt of what has no headers to show the outcome in.
    ///
    /// # Errors
    /// 429 with the time to wait.
    pub fn check(&self, limit: &Limit, key: Key) -> Result<()> {
        self.count_attempt(limit, key).map_or(Ok(()), Attempt::check)
    }
}

impl Attempt {
    /// The outcome as an answer.
    ///
    /// # Errors
    /// 429 with the time to wait.
    pub fn check(self) -> Result<()> {
        let Some(wait) = self.wait else { return Ok(()) };
        Err(ApiError::rate_limited(wait))
    }
}

impl Buckets {
    fn count_attempt(&self, key: &Key) -> Attempt {
        let (name, limit) = (self.name, self.count);
        match self.limiter.check_key(key) {
            Ok(state) => Attempt { name, limit, remaining: state.remaining_burst_capacity(), wait: None },
            Err(refusal) => {
                let wait = refusal.wait_time_from(self.limiter.clock().now());
                Attempt { name, limit, remaining: 0, wait: Some(wait) }
            }
        }
    }
}

/// `None` when the limit is off.
fn quota(limit: RateLimit) -> Option<Quota> {
    let burst = NonZeroU32::new(limit.count)?;
    // Rounded up: a period that is a little too short would admit more than was promised.
    let nanos = limit.period.as_nanos().div_ceil(limit.count.into());
    let period = Duration::from_nanos(u64::try_from(nanos).ok()?);
    Some(Quota::with_period(period)?.allow_burst(burst))
}

/// The app's monotonic clock in governor's terms.
#[derive(Clone)]
struct Monotonic(Clock);

impl GovernorClock for Monotonic {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        self.0.monotonic().into()
    }
}

/// Buckets in a bounded number of sets, each of which holds a bounded number of keys.
///
/// A key belongs to one set, by a hash that nobody outside can compute. In a full set a new key takes
/// the place of the fullest bucket: one that is full again has nothing to remember, and one that is
/// nearly full forgets the least. So nobody shares a bucket, an attempt looks at [`SET_SIZE`] keys at
/// most, and an exhausted bucket is forgotten only when the whole set is as exhausted, which takes as
/// many attempts again for every other key as have emptied it.
struct BoundedStore {
    sets: DashMap<u64, Vec<(Key, Nanos)>>,
    hasher: RandomState,
}

impl BoundedStore {
    fn new() -> Self {
        Self { sets: DashMap::new(), hasher: RandomState::new() }
    }

    /// Makes the bucket of a key full one interval earlier. One that is full, or forgotten, stays as it is.
    fn give_back(&self, key: &Key, interval: Duration) {
        let mut set = self.sets.entry(self.hasher.hash_one(key) % SETS).or_default();
        if let Some((_, full_at)) = set.iter_mut().find(|(known, _)| known == key) {
            *full_at = full_at.saturating_sub(interval.into());
        }
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        self.sets.iter().map(|set| set.len()).sum()
    }
}

/// A store that the limiter shares with [`Limits::give_back`].
#[derive(Clone)]
struct SharedStore(Arc<BoundedStore>);

impl StateStore for SharedStore {
    type Key = Key;

    fn measure_and_replace<T, F, E>(&self, key: &Key, measure: F) -> std::result::Result<T, E>
    where
        F: Fn(Option<Nanos>) -> std::result::Result<(T, Nanos), E>,
    {
        self.0.measure_and_replace(key, measure)
    }
}

impl StateStore for BoundedStore {
    type Key = Key;

    /// The state of a bucket is the moment at which it is full again.
    fn measure_and_replace<T, F, E>(&self, key: &Key, measure: F) -> std::result::Result<T, E>
    where
        F: Fn(Option<Nanos>) -> std::result::Result<(T, Nanos), E>,
    {
        let mut set = self.sets.entry(self.hasher.hash_one(key) % SETS).or_default();
        if let Some((_, full_at)) = set.iter_mut().find(|(known, _)| known == key) {
            let (outcome, later) = measure(Some(*full_at))?;
            *full_at = later;
            return Ok(outcome);
        }
        let (outcome, full_at) = measure(None)?;
        if set.len() < SET_SIZE {
            set.push((*key, full_at));
        } else if let Some(fullest) = set.iter_mut().min_by_key(|(_, full_at)| *full_at) {
            *fullest = (*key, full_at);
        }
        Ok(outcome)
    }
}
