//! What the search finds here: announcements that the member sees now, by title and text.

use kernel::db::{DbResult, Read};
use kernel::events::FeatureEvent as _;
use kernel::http::Caller;
use kernel::{App, Result};
use search::{Document, Hit, SearchKind, SearchRequest};

use super::events::AnnouncementEvent;
use super::store::rows::Row;
use super::store::{lists, rows};
use super::texts;

/// Announcements.
pub(super) static ANNOUNCEMENTS: SearchKind = SearchKind {
    name: "announcement",
    label: &texts::APP,
    app: "announcements",
    is_changed_by: |event| {
        let changed = AnnouncementEvent::read(event);
        changed.is_some_and(|changed| !matches!(changed, AnnouncementEvent::Reminded { .. }))
    },
    changed: |_, event| Ok(vec![event.subject_id.clone()]),
    document,
    ids: |read, after, limit| {
        let ids = rows::ids_after(read, after.parse().unwrap_or_default(), limit)?;
        Ok(ids.into_iter().map(|id| id.to_string()).collect())
    },
    hits,
};

/// Members find what was published. What is over is left out when it is shown: time alone changes that.
fn document(read: &mut Read, _: &App, id: &str) -> DbResult<Option<Document>> {
    let row = rows::find(read, id.parse().unwrap_or_default())?.filter(|row| row.deleted_at.is_none());
    let published = row.and_then(|row| row.published_at.map(|at| (at, row)));
    Ok(published.map(|(published_at, row)| Document {
        audience: row.target().audience(),
        erased_with: None,
        also_found_by: None,
        place: String::new(),
        title: row.title,
        text: row.content,
        created_at: published_at,
    }))
}

fn hits(read: &mut Read, caller: &Caller, request: &SearchRequest, ids: &[String]) -> Result<Vec<Hit>> {
    let mut found = Vec::new();
    for id in ids {
        let id = id.parse().unwrap_or_default();
        let row = lists::one(read, &caller.facts, request.now, id)?.map(|marked| marked.row);
        found.extend(row.filter(|row| request.finds(&row.title, &row.content)));
    }
    // Those whose title has the words come first.
    found.sort_by_key(|row| !request.finds(&row.title, ""));
    Ok(found.into_iter().map(|row| hit(request, row)).collect())
}

fn hit(request: &SearchRequest, row: Row) -> Hit {
    let due = row.due_date.map(|day| day.parse().map_or(day, |due| request.say_day(due)));
    let id = row.id.to_string();
    if request.finds(&row.title, "") {
        return Hit::titled(request, id, row.title, due.unwrap_or_default());
    }
    let detail: Vec<String> = [Some(row.title), due].into_iter().flatten().collect();
    Hit::quoting(request, id, &row.content, detail.join(" · "))
}
