//! Sending what was held for a moderator.

use identity::user::facts_of;
use kernel::{App, Result};
use moderation::{Held, Publication};

use super::send;
use crate::chat::access::no_such_user;
use crate::chat::held_message::HeldMessage;

/// Gets a message that was held ready to be sent. The `temp_id` of its sender's client is left out where another message
/// has it.
///
/// # Errors
/// What sending it refuses by now.
pub(in crate::chat) async fn prepare(app: App, held: Held) -> Result<Publication> {
    let (room, draft) = HeldMessage::parse(&held.payload)?;
    let facts = facts_of(&app, held.author).await?.ok_or_else(no_such_user)?;
    let plan = send::plan_ruled(&app, facts, &room, draft, None).await?;
    Ok(Box::new(move |tx| Ok(plan.write_anew(tx)?.id)))
}
