//! Asking the index. Who may find what is part of the expression that the engines read, so that a page holds what its
//! reader sees, however much there is for others.

use std::collections::HashMap;

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
use crate::{audience, store, times};

/// Contents that one answer looks at in each kind at most: some have the pairs of a longer word apart, and some are hidden
/// by whoever asks.
const MAX_LOOKED_AT: usize = 400;
/// Contents that it looks at for each result at first; most answers need no more.
const LOOKED_AT_FIRST: usize = 5;
/// Contents whose feature is asked at once.
const PIECE: usize = 40;
/// For each content that is wanted so many of the newest are asked at first. One in fifty has a common word; a rarer one
/// is found quickly among all.
const NEWEST: usize = 50;

/// Where is searched.
pub enum Within<'a> {
    /// In everything that a member sees.
    Everything(&'a UserFacts),
    /// In one place, which the caller has found to be the reader's.
    Place(&'a str),
}

/// What is found of a kind.
pub(crate) struct FoundOfKind {
    pub(crate) kind: &'static SearchKind,
    pub(crate) hits: Vec<Hit>,
    /// Whether there may be more.
    pub(crate) more: bool,
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
    (before, limit): (Option<i64>, usize),
) -> DbResult<Vec<Found>> {
    let whose = match within {
        Within::Everything(facts) => audience::expression(&app.memberships(facts), facts.user_id),
        Within::Place(place) => format!("\"{}\"", place_token(place)),
    };
    newest(read, &expression(wanted, kinds, &whose), before.unwrap_or(i64::MAX), limit)
}

fn expression(wanted: &SearchQuery, kinds: &[&SearchKind], whose: &str) -> String {
    let kinds: Vec<_> = kinds.iter().map(|kind| format!("\"{}\"", kind_token(kind.name))).collect();
    format!("{} AND ({}) AND {whose}", wanted.expression(), kinds.join(" OR "))
}

/// What is found before a number, from the newest documents alone where these are enough: PostgreSQL collects all that
/// an expression finds before it takes the newest of them.
fn newest(read: &mut Read, expression: &str, before: i64, limit: usize) -> DbResult<Vec<Found>> {
    if let Some(among_newest) = among_newest(read, expression, before, limit)? {
        let found = store::find(read, &among_newest, before, count(limit))?;
        if found.len() == limit {
            return Ok(found);
        }
    }
    store::find(read, expression, before, count(limit))
}

/// The expression for the newest documents before a number alone; `None` where there are few.
fn among_newest(read: &mut Read, expression: &str, before: i64, limit: usize) -> DbResult<Option<String>> {
    let span = store::newest(read, before, count(limit * NEWEST))?;
    Ok(span.map(|(first, last)| format!("{expression} AND ({})", times::span(first, last))))
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// What a caller finds of these kinds, at most so much of each.
pub(crate) fn hits(
    read: &mut Read,
    (caller, memberships): (&Caller, &Memberships),
    request: &SearchRequest,
    kinds: &[&'static SearchKind],
    limit: usize,
) -> Result<Vec<FoundOfKind>> {
    let whose = audience::expression(memberships, caller.facts.user_id);
    let first = limit * LOOKED_AT_FIRST;
    let mut newest = newest_of_each(read, |kinds| expression(request.query(), kinds, &whose), kinds, first)?;
    let of_kind = |kind: &&'static SearchKind| {
        let expression = expression(request.query(), &[kind], &whose);
        let found = newest.remove(kind.name).unwrap_or_default();
        shown(read, (caller, request), (kind, &expression), (found, first), limit)
    };
    kinds.iter().map(of_kind).collect()
}

/// The newest contents of each kind: so many, or all that are found. All kinds are asked at once, at first among the
/// newest documents; whatever kind has enough then is asked no more, so that one with much hides no other.
fn newest_of_each(
    read: &mut Read,
    expression: impl Fn(&[&SearchKind]) -> String,
    kinds: &[&'static SearchKind],
    enough: usize,
) -> DbResult<HashMap<String, Vec<Found>>> {
    let (mut newest, mut left) = (HashMap::new(), kinds.to_vec());
    let mut among_newest = among_newest(read, &expression(kinds), i64::MAX, enough)?;
    while !left.is_empty() {
        let (is_part, limit) = (among_newest.is_some(), left.len() * enough);
        let asked = among_newest.take().unwrap_or_else(|| expression(&left));
        let found = store::find(read, &asked, i64::MAX, count(limit))?;
        let is_all = !is_part && found.len() < limit;
        let mut of_kinds: HashMap<String, Vec<Found>> = HashMap::new();
        for found in found {
            of_kinds.entry(found.kind.clone()).or_default().push(found);
        }
        of_kinds.retain(|_, found| is_all || found.len() >= enough);
        left.retain(|kind| !is_all && !of_kinds.contains_key(kind.name));
        newest.extend(of_kinds);
    }
    Ok(newest)
}

/// What the feature of a kind shows of the contents that were found first, and of further ones while these are too few.
fn shown(
    read: &mut Read,
    (caller, request): (&Caller, &SearchRequest),
    (kind, expression): (&'static SearchKind, &str),
    (mut found, first): (Vec<Found>, usize),
    limit: usize,
) -> Result<FoundOfKind> {
    let (mut hits, mut looked_at, mut is_all) = (Vec::new(), 0, found.len() < first);
    loop {
        for piece in found.chunks(PIECE) {
            let ids: Vec<String> = piece.iter().map(|found| found.id.clone()).collect();
            hits.extend((kind.hits)(read, caller, request, &ids)?);
            if hits.len() > limit {
                hits.truncate(limit);
                return Ok(FoundOfKind { kind, hits, more: true });
            }
        }
        looked_at += found.len();
        let left = MAX_LOOKED_AT.saturating_sub(looked_at);
        let Some(last) = found.last().filter(|_| !is_all && left > 0) else { break };
        found = newest(read, expression, last.number, left)?;
        is_all = found.len() < left;
    }
    Ok(FoundOfKind { kind, hits, more: !is_all })
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
