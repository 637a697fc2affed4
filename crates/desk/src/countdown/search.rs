//! What the search of all features finds here: one's own countdowns by title and note.

use kernel::db::{DbResult, Read};
use kernel::http::Caller;
use kernel::search::{Hit, MAX_HITS, SearchQuery};

use super::store;

/// The nearest first. Few enough to be looked through here, see `MAX_ITEMS`.
pub(super) fn find(read: &mut Read, caller: &Caller, query: &SearchQuery) -> DbResult<Vec<Hit>> {
    let mut found: Vec<_> = store::all_of(read, caller.facts.user_id)?
        .into_iter()
        .filter(|item| query.fits(&format!("{}\n{}", item.title.as_str(), item.note.as_str())))
        .map(|item| (item.repeat_type.next_date(item.target_date, query.today), item))
        .collect();
    found.sort_by_key(|(next, _)| (*next < query.today, *next));
    let hit = |(next, item): (jiff::civil::Date, store::Item)| Hit {
        id: item.id,
        title: item.title.as_str().to_owned(),
        detail: query.say_day(next),
    };
    Ok(found.into_iter().take(MAX_HITS).map(hit).collect())
}
