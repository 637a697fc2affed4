//! Search: one question to every room.
//!
//! Owns the path `/api/search` and no table. What is found, and who may see it, is each room's own
//! query ([`kernel::Room::search`]); nothing is indexed or remembered here, not even the question.

mod routes;
#[cfg(test)]
mod tests;
mod texts;

use kernel::{App, Room};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The room.
pub const ROOM: Room = Room { name: "search", router, ..Room::EMPTY };

fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(routes::search))
}
