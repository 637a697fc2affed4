//! `/api/search`: what all features know that fits a question.

use axum::extract::State;
use kernel::http::{Caller, Query};
use kernel::search::{Hit, MAX_TEXT, SearchQuery};
use kernel::texts::Language;
use kernel::{App, Envelope, Feature, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::texts;

/// What is asked.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// 1–80 characters; every word of it must occur.
    q: String,
}

/// The results of one area.
#[derive(Serialize, ToSchema)]
pub(super) struct FeatureHits {
    /// The name of the area, such as `countdown`.
    feature: &'static str,
    /// The results, at most eight, best first.
    hits: Vec<Hit>,
}

/// The results of a search in all areas.
#[derive(Serialize, ToSchema)]
pub(super) struct Found {
    /// The features that have found something, each with its results.
    features: Vec<FeatureHits>,
}

/// Searches all areas for what the caller may see.
#[utoipa::path(get, path = "/api/search", tag = "search", params(Asked),
    responses((status = 200, body = Envelope<Found>)))]
pub(super) async fn search(
    State(app): State<App>,
    caller: Caller,
    language: Language,
    Query(asked): Query<Asked>,
) -> Result<Reply<Found>> {
    let query = SearchQuery::parse(&app, &asked.q, language);
    let query = query.ok_or_else(|| texts::QUERY_INVALID.with("max", MAX_TEXT))?;
    let reader = app.clone();
    let found = app.db.read(move |read| {
        let mut features = Vec::new();
        // What is switched off is not found either.
        let class = caller.facts.user_id.class();
        let is_on = |feature: &&Feature| {
            feature.apps.is_empty() || feature.apps.iter().any(|app| reader.apps.is_enabled(app.name, class))
        };
        for feature in reader.features.iter().filter(is_on) {
            let hits = (feature.search)(read, &caller, &query)?;
            if !hits.is_empty() {
                features.push(FeatureHits { feature: feature.name, hits });
            }
        }
        Ok(features)
    });
    Ok(Reply::ok(Found { features: found.await? }))
}
