//! What the search of all rooms finds here: one's own countdowns by title and note.

use kernel::db::{DbResult, Read};
use kernel::http::Caller;
use kernel::search::{Hit, MAX_HITS, Query};

use super::model::Repeat;
use super::store;

/// The nearest first. Few enough to be looked through here, see `MAX_ITEMS`.
pub(super) fn find(read: &mut Read, caller: &Caller, query: &Query) -> DbResult<Vec<Hit>> {
    let mut found: Vec<_> = store::all_of(read, caller.facts.user_id)?
        .into_iter()
        .filter(|item| query.fits(&format!("{}\n{}", item.title, item.note)))
        .map(|item| {
            let target = item.target_date.parse().unwrap_or(query.today);
            (Repeat::parse(&item.repeat_type).next_date(target, query.today), item)
        })
        .collect();
    found.sort_by_key(|(next, _)| (*next < query.today, *next));
    let hit = |(next, item): (jiff::civil::Date, store::Item)| Hit {
        id: item.id,
        title: item.title,
        detail: next.to_string(),
    };
    Ok(found.into_iter().take(MAX_HITS).map(hit).collect())
}
