//! What every request asks of its token, in memory: whether it was revoked, and that it was used.

use std::sync::Arc;

use dashmap::DashMap;

/// Tokens noted at most; more than a school has.
const MOST: usize = 100_000;

/// The revoked tokens that have not expired: token id → seconds since the epoch when it would.
#[derive(Clone, Default)]
pub(crate) struct RevokedTokens(Arc<DashMap<String, i64>>);

impl RevokedTokens {
    pub(crate) fn contains(&self, jti: &str) -> bool {
        self.0.contains_key(jti)
    }

    pub(crate) fn add(&self, jti: &str, expires_at: i64, now: i64) {
        self.0.insert(jti.to_owned(), expires_at);
        // Bounded by the sign-outs of one token lifetime; swept now and then.
        if self.0.len().is_multiple_of(256) {
            self.0.retain(|_, expires_at| *expires_at > now);
        }
    }
}

/// The tokens used since the last write.
#[derive(Clone, Default)]
pub(crate) struct TokensInUse(Arc<DashMap<String, ()>>);

impl TokensInUse {
    /// Notes a use; nothing is allocated when the token was noted already.
    pub(crate) fn note(&self, jti: &str) {
        if !self.0.contains_key(jti) && self.0.len() < MOST {
            self.0.insert(jti.to_owned(), ());
        }
    }

    pub(crate) fn take(&self) -> Vec<String> {
        let seen: Vec<String> = self.0.iter().map(|entry| entry.key().clone()).collect();
        seen.iter().for_each(|jti| drop(self.0.remove(jti)));
        seen
    }
}
