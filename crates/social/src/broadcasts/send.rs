//! Sending a broadcast and taking it back.

use kernel::audit::{self, Actor};
use kernel::db::Tx;
use kernel::events::NewEvent;
use kernel::http::Caller;
use kernel::{ApiError, App, Result};
use serde_json::json;

use super::events::BroadcastEvent;
use super::model::SAME_WITHIN;
use super::store::{self, Row};
use super::texts;

/// Writes the row, the event and the log. A repetition gets the first one: the counter of the log is
/// held before looking, so that of fifty at once one is first.
pub(super) fn send(app: &App, tx: &mut Tx, caller: &Caller, new: &Row, key: Option<&str>) -> Result<Row> {
    app.events.hold(tx)?;
    if let Some(first) = store::first_of(tx, new, key, new.created_at - SAME_WITHIN)? {
        return Ok(first);
    }
    let (reach, id) = (new.reach(), &new.id);
    let sent = BroadcastEvent::Sent { id: id.clone(), priority: new.priority.clone() };
    let event = NewEvent::new(&sent, reach.audience()).by(caller.facts.user_id).about(id);
    let row = Row { seq: app.events.append(tx, event)?, ..new.clone() };
    store::insert(tx, &row, key)?;
    let detail = json!({ "priority": row.priority, "classes": row.classes, "role": row.role });
    audit::record(app, tx, &Actor::from(caller), &texts::SEND_BROADCAST, &row.id, &detail)?;
    Ok(row)
}

/// Takes one back: it leaves every screen and list. Fine when it was over already.
pub(super) fn end(app: &App, tx: &mut Tx, caller: &Caller, id: &str) -> Result<()> {
    app.events.hold(tx)?;
    let row = store::find(tx, id)?.ok_or_else(ApiError::not_found)?;
    if !row.reach().is_managed_by(row.sender_tier, &caller.facts) {
        return Err(kernel::texts::NO_PERMISSION.err());
    }
    if !store::end(tx, id, app.clock.now_ms())? {
        return Ok(());
    }
    let ended = BroadcastEvent::Ended { id: id.to_owned() };
    app.events
        .append(tx, NewEvent::new(&ended, row.reach().audience()).by(caller.facts.user_id).about(id))?;
    Ok(audit::record(app, tx, &Actor::from(caller), &texts::END_BROADCAST, id, &json!({}))?)
}
