//! What the search finds here: one's own notifications, by their kind, their sender and what they themselves say. What
//! they tell of, such as a message, is found where it stands.

use kernel::db::{DbResult, Read};
use kernel::events::{Audience, Event, FeatureEvent as _};
use kernel::http::Caller;
use kernel::user::UserId;
use kernel::{App, Result};
use search::{Document, Hit, SearchKind, SearchRequest};
use serde_json::Value;

use super::events::NotificationEvent;
use super::inbox::{describe, kinds};
use super::kinds::Reader;
use super::store::{self, Row};
use super::texts;
use crate::user::{UserEvent, directory};

/// Notifications.
pub(super) static NOTIFICATIONS: SearchKind = SearchKind {
    name: "notification",
    label: &texts::NOTIFICATIONS,
    app: "",
    is_changed_by: |event| is_new(event) || is_new_name(event),
    changed,
    document,
    ids: |read, after, limit| {
        let ids = store::ids_after(read, after.parse().unwrap_or_default(), limit)?;
        Ok(ids.into_iter().map(|id| id.to_string()).collect())
    },
    hits,
};

fn is_new(event: &Event) -> bool {
    matches!(NotificationEvent::read(event), Some(NotificationEvent::Added { .. }))
}

/// Those that a member has caused are found by the name of the member.
fn is_new_name(event: &Event) -> bool {
    matches!(UserEvent::read(event), Some(UserEvent::ProfileChanged))
}

fn changed(read: &mut Read, event: &Event) -> DbResult<Vec<String>> {
    // The number of the event is the id of the notification, in whoever's inbox.
    let ids = if is_new(event) { vec![event.seq] } else { store::ids_from(read, &event.subject_id)? };
    Ok(ids.into_iter().map(|id| id.to_string()).collect())
}

/// One for all inboxes that have it: a notification of a whole school must not fill the index.
fn document(read: &mut Read, app: &App, id: &str) -> DbResult<Option<Document>> {
    let id: i64 = id.parse().unwrap_or_default();
    let Some(row) = store::with_id(read, id)? else { return Ok(None) };
    let readers = store::readers_of(read, id)?.into_iter().map(Audience::User).collect();
    Ok(Some(Document {
        audience: Audience::Any(readers),
        erased_with: UserId::parse(&row.sender_id),
        also_found_by: None,
        place: String::new(),
        title: sender_name(read, &row)?,
        text: words(app, &row),
        created_at: row.created_at,
    }))
}

fn sender_name(read: &mut Read, row: &Row) -> DbResult<String> {
    let sender = UserId::parse(&row.sender_id);
    let sender = sender.map(|sender| directory::member_of(read, sender)).transpose()?.flatten();
    Ok(sender.map(|member| member.facts.net_name).unwrap_or_default())
}

/// The name of the kind in both languages, and the texts that the notification itself keeps.
fn words(app: &App, row: &Row) -> String {
    let label = kinds(app).find(|kind| kind.name == row.kind).map(|kind| kind.label);
    let label = label.map(|label| format!("{}\n{}", label.zh, label.en)).unwrap_or_default();
    let content: Value = serde_json::from_str(&row.content).unwrap_or_default();
    let texts = content.as_object().into_iter().flat_map(|fields| fields.values());
    texts.filter_map(Value::as_str).fold(label, |words, text| format!("{words}\n{text}"))
}

fn hits(read: &mut Read, caller: &Caller, request: &SearchRequest, ids: &[String]) -> Result<Vec<Hit>> {
    let reader = Reader { app: request.app(), facts: &caller.facts, language: request.language() };
    let mut hits = Vec::new();
    for id in ids {
        let row = store::find(read, caller.facts.user_id, id.parse().unwrap_or_default())?;
        let Some(row) = row else { continue };
        let (sender, words) = (sender_name(read, &row)?, words(request.app(), &row));
        if !request.finds(&sender, &words) {
            continue;
        }
        let day = request.say_day(request.day_of(row.created_at));
        let (_, content) = describe(read, &reader, row)?;
        hits.extend(content.map(|content| Hit::titled(request, id.as_str(), content.title, day)));
    }
    Ok(hits)
}
