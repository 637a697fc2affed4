//! What the kernel asks of the accounts, which belong to `identity`.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::app::App;
use crate::error::Result;
use crate::user::{UserFacts, UserId};

/// What `identity` does for every request. A trait because the kernel must not know that feature.
pub trait Accounts: Send + Sync {
    /// The facts from memory, when fresh: the hot path touches no database.
    fn cached(&self, user: &UserId) -> Option<Arc<UserFacts>>;

    /// The facts from the store; `None` when there is no such user.
    fn load(&self, user: UserId) -> BoxFuture<'_, Result<Option<Arc<UserFacts>>>>;

    /// Reactivates an account whose ban has ended (`interface 5.2`), and answers the new facts.
    fn lift_expired_ban<'a>(
        &'a self,
        app: &'a App,
        user: UserId,
    ) -> BoxFuture<'a, Result<Option<Arc<UserFacts>>>>;

    /// Whether this one token was ended by a logout.
    fn is_revoked(&self, jti: &str) -> bool;

    /// A token that holds was used. Called for every request.
    fn note_use(&self, _jti: &str) {}

    /// Drops the facts from memory, because the row was written.
    fn forget(&self, user: &UserId);
}
