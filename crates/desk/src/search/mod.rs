//! Search: one question to every feature.
//!
//! Owns the path `/api/search` and no table. What is found, and who may see it, is each feature's own
//! query ([`kernel::Feature::search`]); nothing is indexed or remembered here, not even the question.

mod routes;
#[cfg(test)]
mod tests;
mod texts;

use kernel::{Feature, Routes, routes};

/// The feature.
pub const FEATURE: Feature = Feature { name: "search", router, ..Feature::EMPTY };

fn router() -> Routes {
    Routes::new().routes(routes!(routes::search))
}
