//! What the AI chat tells the event log.

use kernel::AppTx;
use kernel::db::DbResult;
use kernel::events::{Audience, FeatureEvent, NewEvent};
use kernel::user::UserId;
use serde::{Deserialize, Serialize};

/// What happens to what members may choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum AiEvent {
    /// A model was added, changed, switched or removed.
    ModelsChanged,
    /// A policy was added, changed, removed or given to members.
    PoliciesChanged,
    /// A preset was added, changed or removed.
    PresetsChanged,
}

impl FeatureEvent for AiEvent {
    const FEATURE: &'static str = "ai";
}

/// Appends what somebody has changed. Every desktop hears of it: it may offer other models now.
pub(super) fn append(tx: &mut AppTx, actor: UserId, event: &AiEvent) -> DbResult<i64> {
    tx.emit(NewEvent::new(event, Audience::All).by(actor))
}
