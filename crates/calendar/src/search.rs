//! What the search finds here: events by title, description and place.

use kernel::db::{DbResult, Read};
use kernel::events::FeatureEvent as _;
use kernel::http::Caller;
use kernel::{App, Result};
use search::{Document, Hit, SearchKind, SearchRequest};

use crate::access::Owner;
use crate::events::CalendarEvent;
use crate::model::content::Content;
use crate::store::events::Event;
use crate::store::{changes, events, occurrences};
use crate::texts;

/// Events.
pub(crate) static CALENDAR_EVENTS: SearchKind = SearchKind {
    name: "calendar",
    label: &texts::APP,
    app: "calendar",
    is_changed_by: |event| CalendarEvent::read(event).is_some_and(|event| event.facts().is_some()),
    changed: |read, event| match CalendarEvent::read(event) {
        Some(told) => told.facts().map_or(Ok(Vec::new()), |facts| changes::events(read, &facts.change)),
        None => Ok(Vec::new()),
    },
    document,
    ids: events::ids_after,
    hits,
};

fn text(content: &Content) -> String {
    format!("{}\n{}", content.location, content.description)
}

fn document(read: &mut Read, _: &App, id: &str) -> DbResult<Option<Document>> {
    let event = events::find(read, id)?.filter(|event| event.deleted_at.is_none());
    let document = |event: Event| {
        let owner = Owner::parse(&event.owner);
        Document {
            audience: owner.audience(),
            erased_with: match owner {
                Owner::User(user) => Some(user),
                Owner::Class(_) => None,
            },
            also_found_by: None,
            place: String::new(),
            text: text(&event.content),
            title: event.content.title,
            created_at: event.created_at,
        }
    };
    Ok(event.map(document))
}

/// What comes next first, then what is over, the latest first.
fn hits(read: &mut Read, caller: &Caller, request: &SearchRequest, ids: &[String]) -> Result<Vec<Hit>> {
    let now = request.app().clock.now_ms();
    let mut found = Vec::new();
    for id in ids {
        let Some(event) = events::find(read, id)?.filter(|event| event.deleted_at.is_none()) else {
            continue;
        };
        let (seen, content) = (Owner::parse(&event.owner).is_seen_by(&caller.facts), &event.content);
        if !seen || !request.finds(&content.title, &text(content)) {
            continue;
        }
        let next = occurrences::next(read, id, now)?;
        let is_over = next.is_none();
        let at = match next {
            Some(next) => Some(next),
            None => occurrences::last(read, id)?,
        };
        let day = at.as_ref().map_or(content.starts.date(), |at| at.first_day);
        let order = at.map_or(0, |at| at.starts_at);
        found.push(((is_over, if is_over { -order } else { order }), day, event));
    }
    found.sort_by_key(|(order, ..)| *order);
    let hit = |(_, day, event): (_, jiff::civil::Date, Event)| {
        let day = request.say_day(day);
        Hit::titled(request, event.id, event.content.title, day)
    };
    Ok(found.into_iter().map(hit).collect())
}
