//! What the search of all features finds here: members, by name and user ID, as everyone may write to
//! everyone. Who is disabled is not found.

use kernel::db::{DbResult, Read};
use kernel::http::Caller;
use kernel::search::{Hit, MAX_HITS, SearchQuery};

use super::directory::{self, Filter};

pub(super) fn find(read: &mut Read, _: &Caller, query: &SearchQuery) -> DbResult<Vec<Hit>> {
    let filter = Filter { search: query.text().to_owned(), status: "active".to_owned(), ..Filter::default() };
    let limit = i64::try_from(MAX_HITS).unwrap_or_default();
    let (members, _) = directory::members(read, &filter, limit, 0)?;
    let hit = |member: directory::Member| Hit {
        id: member.facts.user_id.to_string(),
        title: member.facts.net_name,
        detail: member.facts.real_name,
    };
    let shown = members.into_iter().filter(|member| !member.facts.user_id.is_developer());
    Ok(shown.map(hit).collect())
}
