//! `/api/chat`, by topic.

pub(super) mod groups;
pub(super) mod messages;
pub(super) mod poll;
pub(super) mod reports;
pub(super) mod rooms;

use kernel::audit::Actor;
use kernel::http::Caller;

use super::change::By;

/// Who acts.
fn by(caller: &Caller) -> By {
    By { facts: caller.facts.clone(), actor: Actor::from(caller) }
}
