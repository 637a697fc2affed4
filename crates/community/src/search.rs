//! What the search of all features finds here: posts that the member sees, by title, text and tags.

use kernel::db::{DbResult, Read};
use kernel::http::Caller;
use kernel::search::{Hit, MAX_HITS, SearchQuery};

use crate::store::lists::{self, Wanted};
use crate::store::posts::PostRow;
use crate::viewer::Viewer;

/// How many are looked through: the newest that the member sees. The database cannot look itself, because the two
/// engines fold case differently.
const LOOKED_AT: i64 = 300;
/// What a result without a title shows of its text, in characters.
const EXCERPT: usize = 60;

/// Those whose title fits come first, then the newest.
pub(crate) fn find(read: &mut Read, caller: &Caller, query: &SearchQuery) -> DbResult<Vec<Hit>> {
    let sees = Viewer::of(query.app(), caller).in_lists(query.app(), read)?;
    let wanted = Wanted { kind: "", featured: false, before: i64::MAX, limit: LOOKED_AT };
    let mut found = lists::latest(read, &sees, &wanted, 0)?;
    found.retain(|row| query.fits(&format!("{}\n{}\n{}", row.title, row.content, row.tag_list().join("\n"))));
    found.sort_by_key(|row| !query.fits(&row.title));
    found.truncate(MAX_HITS);
    Ok(found.into_iter().map(|row| hit(row, query)).collect())
}

fn hit(row: PostRow, query: &SearchQuery) -> Hit {
    let title = if row.title.is_empty() { row.content.chars().take(EXCERPT).collect() } else { row.title };
    Hit { id: row.id.to_string(), title, detail: query.say_day(query.day_of(row.created_at)) }
}
