//! Relay: the link between the class servers of one school.
//!
//! Owns the path `/api/auth/relay-verify` and the line `relay` of the health answer. This portal
//! takes no part in a relay, and says so to peers that ask. It never answers a password hash.

mod routes;
#[cfg(test)]
mod tests;
mod texts;

use kernel::room::Health;
use kernel::{App, Room};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The room.
pub const ROOM: Room = Room { name: "relay", router, health: Some(health), ..Room::EMPTY };

fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(routes::relay_verify))
}

fn health(_: &App) -> Health {
    Health { name: "relay", status: "not_configured", details: None }
}
