//! What the auth feature tells the event log.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens to sessions. The subject is the member's user ID.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum AuthEvent {
    /// A token was ended before its time.
    Revoked {
        /// The token's id.
        jti: String,
        /// When it would have expired, in seconds since the epoch.
        exp: i64,
    },
}

impl FeatureEvent for AuthEvent {
    const FEATURE: &'static str = "auth";
}
