//! What a member takes along, and what is forgotten with them.

use kernel::app::iso;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, statements};
use serde_json::{Value, json};

use super::events;
use super::feeds::{self, Feed};
use crate::model::MAX_EVENTS;

statements! {
    /// The occurrences of a member's own events.
    ERASE_OCCURRENCES = "delete from calendar_occurrences where owner = $1";
    /// Their reminders.
    ERASE_REMINDERS = "delete from calendar_reminders
                       where event_id in (select id from calendar_events where owner = $1)";
    /// What they were before, and what the member has changed elsewhere: what was changed stays so.
    ERASE_CHANGED = "delete from calendar_change_rows
                     where change_id in (select id from calendar_changes where owner = $1 or made_by = $1)";
    /// The changes.
    ERASE_CHANGES = "delete from calendar_changes where owner = $1 or made_by = $1";
    /// The events.
    ERASE_EVENTS = "delete from calendar_events where owner = $1";
    /// Who made an event of the class.
    ERASE_MAKER = "update calendar_events set created_by = '' where created_by = $1";
    /// The feeds.
    ERASE_FEEDS = "delete from calendar_feeds where user_id = $1";
}

/// Forgets what is a member's own, and that it was they who changed what is the class's.
pub(crate) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    let all = [
        &ERASE_OCCURRENCES,
        &ERASE_REMINDERS,
        &ERASE_CHANGED,
        &ERASE_CHANGES,
        &ERASE_EVENTS,
        &ERASE_MAKER,
        &ERASE_FEEDS,
    ];
    for statement in all {
        tx.exec(statement, p![user])?;
    }
    Ok(())
}

/// A member's own events, those that they deleted as long as they are kept, and their feeds.
pub(crate) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let own = events::all(read, user.as_str(), MAX_EVENTS)?;
    let deleted = events::deleted(read, user.as_str())?;
    let feeds = feeds::list(read, *user)?;
    if own.is_empty() && deleted.is_empty() && feeds.is_empty() {
        return Ok(None);
    }
    let own: Vec<Value> = own.into_iter().map(|event| json!(event.content)).collect();
    let deleted = deleted.into_iter().map(|event| {
        let mut content = json!(event.content);
        content["deleted_at"] = json!(event.deleted_at.map(iso));
        content
    });
    let deleted: Vec<Value> = deleted.collect();
    let feed = |feed: Feed| {
        json!({ "name": feed.name, "content": feed.content, "created_at": iso(feed.created_at),
                "last_used_at": feed.last_used_at.map(iso) })
    };
    let feeds: Vec<Value> = feeds.into_iter().map(feed).collect();
    Ok(Some(json!({ "events": own, "deleted_events": deleted, "feeds": feeds })))
}
