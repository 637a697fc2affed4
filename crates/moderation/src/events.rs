//! What happens to cases and silenced members, as the log has it: ids and codes.
//!
//! An event of a case names neither who reported nor who wrote what it is about, and is for moderators alone: authors
//! and those who reported hear of decisions by notifications.

use kernel::events::FeatureEvent;
use kernel::user::UserId;
use serde::{Deserialize, Serialize};

/// What happens in moderation. The subject is the case, or the member who is silenced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum ModerationEvent {
    /// A case was opened, decided, opened again or appealed against.
    CaseChanged {
        /// What happened: `opened`, `kept`, `removed`, `reopened`, `restored`, `appealed` or `upheld`.
        change: String,
    },
    /// A word rule was added, changed or removed.
    RulesChanged {
        /// The class; empty for the portal.
        class: String,
    },
    /// A member was silenced, or may write again.
    SilenceChanged {
        /// The member.
        user_id: UserId,
        /// Until when, in milliseconds; none when they may write again.
        ends_at: Option<i64>,
    },
}

impl FeatureEvent for ModerationEvent {
    const FEATURE: &'static str = "moderation";
}
