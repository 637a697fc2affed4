//! Rate limits: token buckets in memory (`interface 8.1`).
//!
//! Counting runs on the monotonic clock, so setting the machine's time lets nobody through.
//! Memory is bounded: a rule remembers [`SETS`] times [`SET_SIZE`] keys, and forgets the fullest bucket
//! among a few for a new key.

#[cfg(test)]
mod tests;

use std::hash::{BuildHasher as _, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use axum::http::StatusCode;
use dashmap::DashMap;
use governor::clock::Clock as GovernorClock;
use governor::middleware::StateInformationMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::{Quota, RateLimiter};

use crate::clock::Clock;
use crate::config::{Config, RateLimit};
use crate::error::{ApiError, Result, whole_seconds};
use crate::texts;
use crate::user::UserId;

/// Sets of keys per rule.
const SETS: u64 = 8192;
/// Keys per set: 131,072 per rule in all, which take 3 MB.
const SET_SIZE: usize = 16;

/// What is counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Sign-in attempts per address.
    Login,
    /// Registrations per address.
    Register,
    /// Password checks by peers per address.
    RelayVerify,
    /// Inbound webhooks per integration.
    Webhook,
    /// Everything else with a token, per user.
    User,
    /// The AI chat module, per user.
    Ai,
    /// Chat messages per user.
    Chat,
    /// Polls per registration.
    Poll,
    /// Refused sign-ins at the chat socket per address.
    Socket,
    /// What the chat only passes on (typing, status) or answers at once (ping), per user.
    Signal,
    /// Thumbnails made per user.
    Thumbnail,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 11] = [
        Self::Login,
        Self::Register,
        Self::RelayVerify,
        Self::Webhook,
        Self::User,
        Self::Ai,
        Self::Chat,
        Self::Poll,
        Self::Socket,
        Self::Signal,
        Self::Thumbnail,
    ];

    /// The variable that overrides it.
    #[must_use]
    pub fn variable(self) -> &'static str {
        match self {
            Self::Login => "RATE_LIMIT_LOGIN",
            Self::Register => "RATE_LIMIT_REGISTER",
            Self::RelayVerify => "RATE_LIMIT_RELAY_VERIFY",
            Self::Webhook => "RATE_LIMIT_WEBHOOK",
            Self::User => "RATE_LIMIT_USER",
            Self::Ai => "RATE_LIMIT_AI",
            Self::Chat => "RATE_LIMIT_CHAT",
            Self::Poll => "RATE_LIMIT_POLL",
            Self::Socket => "RATE_LIMIT_SOCKET",
            Self::Signal => "RATE_LIMIT_SIGNAL",
            Self::Thumbnail => "RATE_LIMIT_THUMBNAIL",
        }
    }
}

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

    /// Something counted from 0 while the server runs. No user's key: those begin with a digit's
    /// byte, and no count gets there.
    #[must_use]
    pub fn number(number: u64) -> Self {
        Self(number.to_be_bytes())
    }
}

/// The outcome of one attempt, for the headers of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// `X-RateLimit-Limit`.
    pub limit: u32,
    /// `X-RateLimit-Remaining`.
    pub remaining: u32,
    /// How long to wait when refused.
    pub wait: Option<Duration>,
}

type Limiter = RateLimiter<Key, BoundedStore, Monotonic, StateInformationMiddleware>;

/// All rules with their buckets.
pub struct Limits(Vec<Bucket>);

/// One rule's buckets.
struct Bucket {
    rule: Rule,
    limit: u32,
    limiter: Limiter,
}

impl Limits {
    /// Buckets for the rules that are on.
    #[must_use]
    pub fn new(config: &Config, clock: &Clock) -> Self {
        let limiter = |rule: Rule| {
            let limit = config.limit(rule)?;
            let limiter = RateLimiter::new(quota(limit)?, BoundedStore::new(), Monotonic(clock.clone()));
            Some(Bucket { rule, limit: limit.count, limiter })
        };
        Self(Rule::ALL.into_iter().filter_map(limiter).collect())
    }

    /// Counts one attempt; `None` when the rule is switched off.
    #[must_use]
    pub fn draw(&self, rule: Rule, key: Key) -> Option<Draw> {
        let bucket = self.0.iter().find(|bucket| bucket.rule == rule)?;
        Some(bucket.draw(&key))
    }

    /// Counts one attempt of what has no headers to show the outcome in.
    ///
    /// # Errors
    /// 429 with the time to wait.
    pub fn check(&self, rule: Rule, key: Key) -> Result<()> {
        self.draw(rule, key).map_or(Ok(()), Draw::check)
    }
}

impl Draw {
    /// The outcome as an answer.
    ///
    /// # Errors
    /// 429 with the time to wait.
    pub fn check(self) -> Result<()> {
        let Some(wait) = self.wait else { return Ok(()) };
        let message = texts::RATE_LIMITED.with("seconds", whole_seconds(wait));
        Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(wait))
    }
}

impl Bucket {
    fn draw(&self, key: &Key) -> Draw {
        match self.limiter.check_key(key) {
            Ok(state) => Draw { limit: self.limit, remaining: state.remaining_burst_capacity(), wait: None },
            Err(refusal) => {
                let wait = refusal.wait_time_from(self.limiter.clock().now());
                Draw { limit: self.limit, remaining: 0, wait: Some(wait) }
            }
        }
    }
}

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

    #[cfg(test)]
    fn len(&self) -> usize {
        self.sets.iter().map(|set| set.len()).sum()
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
