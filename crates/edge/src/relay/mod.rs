//! Relay: the link between the class servers of one school.
//!
//! Owns the path `/api/auth/relay-verify` and the line `relay` of the health answer. This portal
//! takes no part in a relay, and says so to peers that ask. It never answers a password hash.

mod routes;
#[cfg(test)]
mod tests;
mod texts;

use kernel::feature::Health;
use kernel::limits::Limit;
use kernel::{App, Feature, Routes, routes};

/// Password checks that peers ask for.
static VERIFY: Limit =
    Limit::new("relay_verify", "RATE_LIMIT_RELAY_VERIFY", "20/60", "password checks by peers per address");

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "relay",
    router,
    limits: &[&VERIFY],
    request_headers: &["X-Relay-Secret"],
    health: Some(health),
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new().routes(routes!(routes::relay_verify))
}

fn health(_: &App) -> Health {
    Health { name: "relay", status: "not_configured", details: None }
}
