//! What the enrolment feature tells the event log.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens while a class enrols.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum EnrolmentEvent {
    /// Somebody of the class list has registered. The subject is their user ID.
    Registered,
    /// Ten wrong claim codes have locked out a row of the list. The subject is its user ID.
    ClaimLockedOut,
    /// Somebody who looks after the class has cleared the lockout. The subject is the user ID of the row.
    ClaimLockoutCleared,
    /// The window was opened, moved or closed.
    WindowChanged {
        /// When it ends, ISO 8601; `None` for one that was closed.
        open_until: Option<String>,
    },
}

impl FeatureEvent for EnrolmentEvent {
    const FEATURE: &'static str = "enrolment";
}
