//! What integrations are told of. Features provide an [`OutboundEvent`] for each.

use kernel::api_client::ApiScope;
use kernel::events::Event;
use kernel::texts::Text;
use kernel::user::UserFacts;
use kernel::{AppTx, Result};
use serde_json::Value;

/// An event that integrations may be sent. A feature names it in `Feature::provides`.
pub struct OutboundEvent {
    /// Its name, like `message.received`.
    pub name: &'static str,
    /// What the integration needs.
    pub scope: ApiScope,
    /// What it tells, for people.
    pub about: &'static Text,
    /// Whether an event of the log is one.
    pub selects: fn(&Event) -> bool,
    /// What it says, read in the transaction that makes the deliveries; `None` when there is nothing to tell any more.
    pub read: fn(&mut AppTx, &Event) -> Result<Option<Outbound>>,
}

/// Whether an owner may hear of an event: integrations are told no more than their owners may see.
pub type MayHear = Box<dyn Fn(&mut AppTx, &UserFacts) -> Result<bool>>;

/// What an event says, and to whom.
pub struct Outbound {
    /// The `data` of the webhook.
    pub data: Value,
    /// Whether an owner may hear of it.
    pub may_hear: MayHear,
    /// The integration that has caused it, which is not told of what it did itself.
    pub cause: Option<i64>,
}
