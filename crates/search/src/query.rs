//! Asking the index. Who may find what is part of the expression that the engines read, so that a page holds what its
//! reader sees, however much there is for others.

use kernel::db::{DbResult, Read};
use kernel::events::Memberships;
use kernel::http::Caller;
use kernel::user::UserFacts;
use kernel::{App, Result, feature};

use crate::index::{kind_token, place_token};
use crate::kind::{Hit, SearchKind};
use crate::search_query::SearchQuery;
use crate::search_request::SearchRequest;
use crate::store::Found;
use crate::{audience, store};

/// Contents that one answer looks at in each kind at most: some have the pairs of a longer word apart, and some are hidden
/// by whoever asks.
const MAX_LOOKED_AT: i64 = 400;
/// Contents whose feature is asked at once.
const PIECE: usize = 40;

/// Where is searched.
pub enum Within<'a> {
    /// In everything that a member sees.
    Everything(&'a UserFacts),
    /// In one place, which the caller has found to be the reader's.
    Place(&'a str),
}

/// Contents of some kinds that have the words, before a number of an earlier page, the newest first.
///
/// # Errors
/// When a statement fails.
pub fn find(
    read: &mut Read,
    app: &App,
    (wanted, kinds): (&SearchQuery, &[&SearchKind]),
    within: &Within<'_>,
    (before, limit): (Option<i64>, i64),
) -> DbResult<Vec<Found>> {
    let whose = match within {
        Within::Everything(facts) => audience::expression(&app.memberships(facts), facts.user_id),
        Within::Place(place) => format!("\"{}\"", place_token(place)),
    };
    store::find(read, &expression(wanted, kinds, &whose), before.unwrap_or(i64::MAX), limit)
}

fn expression(wanted: &SearchQuery, kinds: &[&SearchKind], whose: &str) -> String {
    let kinds: Vec<_> = kinds.iter().map(|kind| format!("\"{}\"", kind_token(kind.name))).collect();
    format!("{} AND ({}) AND {whose}", wanted.expression(), kinds.join(" OR "))
}

/// What a caller finds of a kind, at most so much, and whether there may be more.
pub(crate) fn hits(
    read: &mut Read,
    (caller, memberships): (&Caller, &Memberships),
    request: &SearchRequest,
    kind: &SearchKind,
    limit: usize,
) -> Result<(Vec<Hit>, bool)> {
    let whose = audience::expression(memberships, caller.facts.user_id);
    let expression = expression(request.query(), &[kind], &whose);
    let found = store::find(read, &expression, i64::MAX, MAX_LOOKED_AT)?;
    let (mut hits, mut more) = (Vec::new(), i64::try_from(found.len()) == Ok(MAX_LOOKED_AT));
    for piece in found.chunks(PIECE) {
        let ids: Vec<String> = piece.iter().map(|found| found.id.clone()).collect();
        hits.extend((kind.hits)(read, caller, request, &ids)?);
        if hits.len() > limit {
            more = true;
            break;
        }
    }
    hits.truncate(limit);
    Ok((hits, more))
}

/// The kinds that a caller can open: what is switched off is not found either.
pub(crate) fn open_to<'a>(
    app: &'a App,
    caller: &'a Caller,
) -> impl Iterator<Item = &'static SearchKind> + 'a {
    let class = caller.facts.user_id.class();
    let kinds = feature::provided::<SearchKind>(&app.features);
    kinds.filter(move |kind| kind.app.is_empty() || app.apps.is_enabled(kind.app, class))
}
