//! `/api/search`: what all features have that fits a query.

use std::time::Duration;

use axum::extract::State;
use kernel::http::{Caller, Query};
use kernel::texts::Language;
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::kind::Hit;
use crate::query::FoundOfKind;
use crate::search_query::SearchQuery;
use crate::search_request::{MAX_TEXT, SearchRequest};
use crate::{build, index, query, texts};

/// How long an answer waits for what was written a moment ago to be in the index. After much was written, or while
/// consumers of the log have failed, it comes from what the index holds.
const WAIT: Duration = Duration::from_millis(300);
/// Results of each kind, where all kinds are asked.
const FEW: usize = 8;
/// Results where one kind is asked.
const MANY: usize = 40;

/// What is asked.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// 1–80 characters; every word of it must occur.
    q: String,
    /// The name of the only kind to search in, such as `message`; without it all kinds are searched.
    kind: Option<String>,
}

/// The results of one kind.
#[derive(Serialize, ToSchema)]
pub(crate) struct KindHits {
    /// The name of the kind, such as `message`.
    kind: &'static str,
    /// The name of the kind as members read it.
    label: String,
    /// The app that opens the results; empty for members.
    app: &'static str,
    /// The results, at most eight of each kind, at most forty of the only kind.
    hits: Vec<Hit>,
    /// Whether there are more results than these.
    more: bool,
}

/// The results of a search.
#[derive(Serialize, ToSchema)]
pub(crate) struct FoundKinds {
    /// The kinds of which something was found, each with its results.
    kinds: Vec<KindHits>,
    /// Whether the index is being built, so that what is older may be missing.
    building: bool,
}

/// Searches everything that the caller may see.
#[utoipa::path(get, path = "/api/search", tag = "search", params(Asked),
    responses((status = 200, body = Envelope<FoundKinds>)))]
pub(crate) async fn search(
    State(app): State<App>,
    caller: Caller,
    language: Language,
    Query(asked): Query<Asked>,
) -> Result<Reply<FoundKinds>> {
    if !SearchRequest::is_sound(&asked.q) {
        return Err(texts::QUERY_INVALID.with("max", MAX_TEXT));
    }
    let wanted = SearchQuery::parse(&asked.q);
    tokio::select! {
        () = index::catch_up(&app) => {}
        () = app.clock.sleep(WAIT) => {}
    }
    let reader = app.clone();
    let found = reader.db.read(move |read| {
        let building = build::is_building(read, &app)?;
        // Signs alone stand in no index.
        let Some(wanted) = wanted else { return Ok(FoundKinds { kinds: Vec::new(), building }) };
        let request = SearchRequest::new(&app, wanted, language);
        let memberships = app.memberships(&caller.facts);
        let is_asked = |name: &str| asked.kind.as_deref().is_none_or(|kind| kind == name);
        let limit = if asked.kind.is_some() { MANY } else { FEW };
        let kinds: Vec<_> = query::open_to(&app, &caller).filter(|kind| is_asked(kind.name)).collect();
        let found = query::hits(read, (&caller, &memberships), &request, &kinds, limit)?;
        let shown = found.into_iter().filter(|found| !found.hits.is_empty());
        let kinds = shown.map(|FoundOfKind { kind, hits, more }| KindHits {
            kind: kind.name,
            label: request.say(kind.label),
            app: kind.app,
            hits,
            more,
        });
        let kinds = kinds.collect();
        Ok(FoundKinds { kinds, building })
    });
    Ok(Reply::ok(found.await?))
}
