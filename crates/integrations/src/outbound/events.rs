//! What integrations are told of. Features provide an [`OutboundEvent`] for each.

use std::collections::HashMap;

use identity::user::directory;
use kernel::api_client::ApiScope;
use kernel::events::Event;
use kernel::texts::Text;
use kernel::user::{UserFacts, UserId};
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
    pub read: fn(&mut AppTx, &mut MemberCache, &Event) -> Result<Option<Outbound>>,
}

/// The people whom the transaction has read that makes deliveries: the events of a moment are those of a few members.
#[derive(Default)]
pub struct MemberCache(HashMap<UserId, Option<UserFacts>>);

impl MemberCache {
    /// The facts of a member; `None` for one who is gone.
    ///
    /// # Errors
    /// When a statement fails.
    pub fn find(&mut self, tx: &mut AppTx, user: UserId) -> Result<Option<UserFacts>> {
        if let Some(known) = self.0.get(&user) {
            return Ok(known.clone());
        }
        let facts = directory::member_of(tx, user)?.map(|member| member.facts);
        self.0.insert(user, facts.clone());
        Ok(facts)
    }
}

/// Who would hear of an event.
pub struct Listener {
    /// The owner of the integration: it is told no more than they may see.
    pub owner: UserFacts,
    /// The member who runs it, where that is somebody else.
    pub operator: Option<UserId>,
}

/// Whether an integration may hear of an event.
pub type MayHear = Box<dyn Fn(&mut AppTx, &Listener) -> Result<bool>>;

/// What an event says, and to whom.
pub struct Outbound {
    /// The `data` of the webhook.
    pub data: Value,
    /// Whether an integration may hear of it.
    pub may_hear: MayHear,
    /// The member whom it is about; empty for nobody. Erasing them erases what was sent about them.
    pub about: String,
    /// The integration that has caused it, which is not told of what it did itself.
    pub cause: Option<i64>,
}
