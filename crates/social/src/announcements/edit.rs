//! What the staff do to announcements, each as one transaction.

use kernel::audit::Actor;
use kernel::http::Caller;
use kernel::{App, AppTx, Result, sequence};
use serde_json::json;

use super::events::{self, AnnouncementEvent};
use super::model::{self, AnnouncementType};
use super::store::rows::{self, Row};
use super::{access, hooks, notifications, publish, texts};
use crate::target::Target;

/// What may change; what is not given stays.
#[derive(Clone, Default)]
pub(crate) struct Change {
    pub(crate) kind: Option<AnnouncementType>,
    pub(crate) title: Option<String>,
    pub(crate) content: Option<String>,
    /// As it was sent; empty takes it away.
    pub(crate) due_date: Option<String>,
    pub(crate) audience: Option<Target>,
    pub(crate) requires_ack: Option<bool>,
    /// Empty means now.
    pub(crate) publish_at: Option<String>,
    /// Empty means never.
    pub(crate) expires_at: Option<String>,
    /// The revision that was edited; another one is there by now when it does not fit.
    pub(crate) revision: Option<i64>,
    /// Whether everyone has to read and acknowledge it again.
    pub(crate) ask_again: bool,
    /// What changes beside it, kept by another feature: the names of these fields.
    pub(crate) beside: Vec<&'static str>,
}

/// Adds one, and publishes it when its time is now. The same key gets the first one.
pub(crate) fn create(tx: &mut AppTx, caller: &Caller, new: &Row, key: Option<&str>) -> Result<Row> {
    tx.lock_log()?;
    if let Some(first) = key.map(|key| rows::by_key(tx, &new.author_id, key)).transpose()?.flatten() {
        return Ok(first);
    }
    let mut row = Row { id: sequence::next(tx, "announcements")?, ..new.clone() };
    rows::insert(tx, &row, key)?;
    if row.publish_at <= tx.now() {
        publish::publish(tx, Some(caller.facts.user_id), &mut row)?;
    }
    let detail = json!({ "type": row.kind, "classes": row.classes, "role": row.role,
                         "scheduled": row.published_at.is_none() });
    tx.audit(&Actor::from(caller), &texts::CREATE_ANNOUNCEMENT, &row.id.to_string(), &detail)?;
    Ok(row)
}

/// Changes one. What it said is kept.
pub(crate) fn edit(tx: &mut AppTx, caller: &Caller, id: i64, change: &Change) -> Result<Row> {
    let old = access::target(tx, caller, id)?;
    refuse_deleted(&old)?;
    if change.revision.is_some_and(|revision| revision != old.revision) {
        return Err(kernel::texts::REVISION_CONFLICT.err().data(json!({ "revision": old.revision })));
    }
    let mut new = old.clone();
    let fields = apply(tx.app(), caller, &old, &mut new, change)?;
    if fields.is_empty() {
        return Err(kernel::texts::NOTHING_TO_CHANGE.err());
    }
    new.revision += 1;
    new.updated_at = tx.now();
    if change.ask_again {
        new.asked_revision = new.revision;
    }
    let actor = caller.facts.user_id;
    rows::update(tx, &old, &new, actor.as_str())?;
    if old.published_at.is_some() {
        events::append(tx, Some(actor), &new, AnnouncementEvent::Updated)?;
    } else if change.publish_at.is_some() && new.publish_at <= tx.now() {
        publish::publish(tx, Some(actor), &mut new)?;
    }
    hooks::changed(tx, &new)?;
    let detail = json!({ "fields": fields, "revision": new.revision });
    tx.audit(&Actor::from(caller), &texts::EDIT_ANNOUNCEMENT, &id.to_string(), &detail)?;
    Ok(new)
}

fn apply(app: &App, caller: &Caller, old: &Row, new: &mut Row, change: &Change) -> Result<Vec<&'static str>> {
    let (now, mut given) = (app.clock.now_ms(), Vec::new());
    if let Some(kind) = change.kind {
        new.kind = kind;
        given.push("type");
    }
    if let Some(title) = &change.title {
        new.title.clone_from(title);
        // In the log `title` is the title of an office.
        given.push("headline");
    }
    if let Some(content) = &change.content {
        new.content.clone_from(content);
        given.push("content");
    }
    let kind = new.kind;
    if let Some(due) = &change.due_date {
        new.due_date = model::parse_due(Some(due), kind, app.today())?;
        given.push("due_date");
    } else if kind == AnnouncementType::Notice {
        new.due_date = None;
    }
    if let Some(wanted) = change.requires_ack {
        new.requires_ack = wanted;
        given.push("requires_ack");
    }
    if old.published_at.is_some() && (change.publish_at.is_some() || change.audience.is_some()) {
        return Err(texts::PUBLISHED_ALREADY.err());
    }
    if let Some(at) = &change.publish_at {
        new.publish_at = model::parse_time("publish_at", Some(at), now)?.unwrap_or(now);
        given.push("publish_at");
    }
    if let Some(audience) = &change.audience {
        let target = Target::settle(Some(audience.clone()), &caller.facts)?;
        (new.classes, new.role) = (target.classes(), target.role());
        given.push("audience");
    }
    if let Some(end) = &change.expires_at {
        new.expires_at = model::parse_time("expires_at", Some(end), now)?;
        given.push("expires_at");
    }
    model::check_order(new.publish_at, new.expires_at)?;
    if change.ask_again {
        given.push("ask_again");
    }
    given.extend(&change.beside);
    Ok(given)
}

/// Puts one first, or back among the others.
pub(super) fn pin(tx: &mut AppTx, caller: &Caller, id: i64, pinned: bool) -> Result<Row> {
    let row = access::target(tx, caller, id)?;
    refuse_deleted(&row)?;
    if row.pinned == pinned {
        return Ok(row);
    }
    let row = Row { pinned, ..row };
    rows::pin(tx, id, pinned)?;
    if row.published_at.is_some() {
        events::append(tx, Some(caller.facts.user_id), &row, AnnouncementEvent::Updated)?;
    }
    let detail = json!({ "pinned": pinned });
    tx.audit(&Actor::from(caller), &texts::PIN_ANNOUNCEMENT, &id.to_string(), &detail)?;
    Ok(row)
}

/// Takes one away for a day, then for good. Fine when it is deleted already.
pub(super) fn delete(tx: &mut AppTx, caller: &Caller, id: i64) -> Result<()> {
    let row = access::target(tx, caller, id)?;
    if row.deleted_at.is_some() {
        return Ok(());
    }
    let now = tx.now();
    rows::set_deleted(tx, id, Some(now))?;
    hooks::changed(tx, &Row { deleted_at: Some(now), ..row.clone() })?;
    if row.published_at.is_some() {
        events::append(tx, Some(caller.facts.user_id), &row, AnnouncementEvent::Removed)?;
        notifications::withdraw_announcement(tx, id)?;
    }
    Ok(tx.audit(&Actor::from(caller), &texts::DELETE_ANNOUNCEMENT, &id.to_string(), &json!({}))?)
}

/// Brings a deleted one back as it was. Its time may have come meanwhile: then it is published now, if
/// it would have been.
pub(super) fn restore(tx: &mut AppTx, caller: &Caller, id: i64) -> Result<Row> {
    let row = access::target(tx, caller, id)?;
    if row.deleted_at.is_none() {
        return Ok(row);
    }
    rows::set_deleted(tx, id, None)?;
    let (mut row, now) = (Row { deleted_at: None, ..row }, tx.now());
    let actor = Some(caller.facts.user_id);
    if row.published_at.is_some() {
        let seq = events::append(tx, actor, &row, AnnouncementEvent::Updated)?;
        notifications::notify_who_has_not_read(tx, &row, seq)?;
    } else if row.is_due(now) && publish::goes_out(tx, &row, now)? {
        publish::publish(tx, actor, &mut row)?;
    }
    hooks::changed(tx, &row)?;
    tx.audit(&Actor::from(caller), &texts::RESTORE_ANNOUNCEMENT, &id.to_string(), &json!({}))?;
    Ok(row)
}

fn refuse_deleted(row: &Row) -> Result<()> {
    if row.deleted_at.is_some() { Err(texts::DELETED.err()) } else { Ok(()) }
}
