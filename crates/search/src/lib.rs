//! The search: one index over what members write, and one request to all of it.
//!
//! Owns the tables `search_*` and the path `/api/search`. A feature provides a [`SearchKind`] for each kind of content:
//! what the index has of one, and how it is shown. The index follows the event log ([`index`]), so that no feature writes
//! into it; who may find what is part of each request to it ([`query`]). What is asked is not remembered.
//!
//! Lies below all other features, because each of them may have something to find.
//!
//! Absent on purpose: an order by relevance (the newest is found first), corrections of mistyped words, words of files.

mod audience;
mod build;
mod index;
mod kind;
mod pinyin;
mod query;
mod routes;
mod search_query;
mod search_request;
pub mod spelling;
mod store;
#[cfg(feature = "testing")]
pub mod testing;
#[cfg(test)]
mod tests;
mod texts;
mod times;

use kernel::{Feature, Routes, routes};

pub use build::rebuild;
pub use index::{catch_up, forget, forget_before};
pub use kind::{Document, Hit, SearchKind};
pub use query::{Within, find};
pub use search_query::{Mark, SearchQuery};
pub use search_request::SearchRequest;
pub use store::Found;

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "search",
    router,
    statements: store::STATEMENTS,
    consumers: &[&index::INDEX],
    start: |app| {
        Box::pin(async move {
            build::start(&app);
            Ok(())
        })
    },
    erase_user: index::erase,
    ..Feature::EMPTY
};

/// The features of this crate.
pub const FEATURES: &[Feature] = &[FEATURE];

fn router() -> Routes {
    Routes::new().routes(routes!(routes::search))
}
