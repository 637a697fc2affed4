//! What answers take: what a member may use in a day, what was used, and what it costs.

mod budget;
mod record;
pub(super) mod routes;

pub(crate) use budget::Budget;
pub(crate) use record::{Purpose, record};
