//! What the search of all features finds here: announcements that the member sees now, by title and text.

use kernel::db::{DbResult, Read};
use kernel::http::Caller;
use kernel::search::{Hit, MAX_HITS, SearchQuery};

use super::store::lists;

/// How many are looked through: those at the beginning of the member's own list. The database cannot look itself,
/// because the two engines fold case differently.
const LOOKED_AT: i64 = 200;
const ANY_TYPE: &str = "";

/// Those whose title fits come first, then the order of the member's list.
pub(super) fn find(read: &mut Read, caller: &Caller, query: &SearchQuery) -> DbResult<Vec<Hit>> {
    let (shown, _) = lists::page(read, &caller.facts, query.now, (ANY_TYPE, LOOKED_AT, 0))?;
    let mut found: Vec<_> = shown
        .into_iter()
        .map(|marked| marked.row)
        .filter(|row| query.fits(&format!("{}\n{}", row.title, row.content)))
        .collect();
    found.sort_by_key(|row| !query.fits(&row.title));
    found.truncate(MAX_HITS);
    let hit = |row: super::store::rows::Row| Hit {
        id: row.id.to_string(),
        title: row.title,
        detail: row.due_date.map(|day| day.parse().map_or(day, |due| query.say_day(due))).unwrap_or_default(),
    };
    Ok(found.into_iter().map(hit).collect())
}
