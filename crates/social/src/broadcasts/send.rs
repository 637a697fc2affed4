//! Sending a broadcast, having seen it, and taking it back.

use kernel::audit::Actor;
use kernel::events::{Audience, NewEvent};
use kernel::http::Caller;
use kernel::user::UserFacts;
use kernel::{ApiError, AppTx, Result};
use serde_json::json;

use super::events::BroadcastEvent;
use super::model::SAME_WITHIN;
use super::store::{self, Row};
use super::texts;

/// Writes the row, the event and the log. A repetition gets the first one: the counter of the log is
/// held before looking, so that of fifty at once one is first.
pub(super) fn send(tx: &mut AppTx, caller: &Caller, new: &Row, key: Option<&str>) -> Result<Row> {
    tx.lock_log()?;
    if let Some(first) = store::first_of(tx, new, key, new.created_at - SAME_WITHIN)? {
        return Ok(first);
    }
    let (target, id) = (new.target(), &new.id);
    let sent = BroadcastEvent::Sent { id: id.clone(), priority: new.priority.into_str().to_owned() };
    let event = NewEvent::new(&sent, target.audience()).by(caller.facts.user_id).about(id);
    let row = Row { seq: tx.emit(event)?, ..new.clone() };
    store::insert(tx, &row, key)?;
    let detail = json!({ "priority": row.priority, "classes": row.classes, "role": row.role });
    tx.audit(&Actor::from(caller), &texts::SEND_BROADCAST, &row.id, &detail)?;
    Ok(row)
}

/// Notes that a member has seen one, and tells the member's devices; the first time alone does either.
pub(super) fn see(tx: &mut AppTx, facts: &UserFacts, id: &str) -> Result<()> {
    if !store::is_for(tx, id, facts)? {
        return Err(ApiError::not_found());
    }
    let user = facts.user_id;
    tx.lock_log()?;
    if store::is_seen(tx, id, user)? {
        return Ok(());
    }
    let seen = BroadcastEvent::Seen { id: id.to_owned() };
    tx.emit(NewEvent::new(&seen, Audience::User(user)).by(user).about(id))?;
    let now = tx.now();
    Ok(store::mark_seen(tx, id, user, now)?)
}

/// Takes one back: it leaves every screen and list. Fine when it was over already.
pub(super) fn end(tx: &mut AppTx, caller: &Caller, id: &str) -> Result<()> {
    tx.lock_log()?;
    let row = store::find(tx, id)?.ok_or_else(ApiError::not_found)?;
    if !row.target().is_managed_by(row.sender_tier, &caller.facts) {
        return Err(kernel::texts::NO_PERMISSION.err());
    }
    let now = tx.now();
    if !store::end(tx, id, now)? {
        return Ok(());
    }
    let ended = BroadcastEvent::Ended { id: id.to_owned() };
    tx.emit(NewEvent::new(&ended, row.target().audience()).by(caller.facts.user_id).about(id))?;
    Ok(tx.audit(&Actor::from(caller), &texts::END_BROADCAST, id, &json!({}))?)
}
