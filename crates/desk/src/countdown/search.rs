//! What the search finds here: one's own countdowns and those of the class, by title and note.

use kernel::db::{DbResult, Read};
use kernel::events::FeatureEvent as _;
use kernel::http::Caller;
use kernel::{App, Result};
use search::{Document, Hit, SearchKind, SearchRequest};

use super::access::Owner;
use super::events::CountdownEvent;
use super::store::{self, Item};
use super::texts;

/// Countdowns.
pub(super) static COUNTDOWNS: SearchKind = SearchKind {
    name: "countdown",
    label: &texts::APP,
    app: "countdown",
    is_changed_by: |event| CountdownEvent::read(event).is_some_and(|told| told.is_change()),
    changed: |_, event| Ok(vec![event.subject_id.clone()]),
    document,
    ids: store::ids_after,
    hits,
};

fn document(read: &mut Read, _: &App, id: &str) -> DbResult<Option<Document>> {
    let document = |item: Item| Document {
        audience: item.owner.audience(),
        erased_with: match item.owner {
            Owner::User(user) => Some(user),
            Owner::Class(_) => None,
        },
        also_found_by: None,
        place: String::new(),
        title: item.title.as_str().to_owned(),
        text: item.note.as_str().to_owned(),
        created_at: item.created_at,
    };
    Ok(store::find(read, id)?.map(document))
}

/// The nearest first.
fn hits(read: &mut Read, caller: &Caller, request: &SearchRequest, ids: &[String]) -> Result<Vec<Hit>> {
    let mut found = Vec::new();
    for id in ids {
        let item = store::find(read, id)?.filter(|item| item.owner.is_seen_by(&caller.facts));
        let item = item.filter(|item| request.finds(item.title.as_str(), item.note.as_str()));
        found.extend(item.map(|item| (item.repeat_type.next_date(item.target_date, request.today), item)));
    }
    found.sort_by_key(|(next, _)| (*next < request.today, *next));
    let hit = |(next, item): (jiff::civil::Date, Item)| {
        Hit::titled(request, item.id, item.title.as_str().to_owned(), request.say_day(next))
    };
    Ok(found.into_iter().map(hit).collect())
}
