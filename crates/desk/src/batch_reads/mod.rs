//! Batch: several reads in one request, for a desktop that starts with a dozen widgets.
//!
//! Owns the path `/api/batch`. Each read is answered as its own route answers it, with the rights and in the language
//! of the caller. Four of them draw from the limit of a member like one request, so that a desktop may be opened again
//! and again within a minute, and a loop over many still meets the limit.
//!
//! Which paths can be read so is said by the features that have them ([`kernel::http::BatchRead`]): what is heavy, waits, or
//! has a limit of its own is asked for by itself. Absent on purpose: writes, which must not be half done.

mod routes;
#[cfg(test)]
mod tests;
mod texts;

use kernel::{Feature, Routes, routes};

/// The feature.
pub const FEATURE: Feature = Feature { name: "batch_reads", router, ..Feature::EMPTY };

fn router() -> Routes {
    Routes::new().routes(routes!(routes::read_batch))
}
