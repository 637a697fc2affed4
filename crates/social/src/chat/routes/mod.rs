//! `/api/chat`, by topic.

pub(super) mod groups;
pub(super) mod messages;
pub(super) mod poll;
pub(super) mod reports;
pub(super) mod rooms;

use kernel::audit::Actor;
use kernel::http::Caller;

use super::edit::ChatActor;

/// Who acts.
fn actor(caller: &Caller) -> ChatActor {
    ChatActor { facts: caller.facts.clone(), actor: Actor::from(caller) }
}
