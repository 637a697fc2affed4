//! CDN: fonts, pictures, styles and libraries of public hosts, fetched once and served from here.
//!
//! Owns the paths `/api/cdn/*` and the folder `cdn-cache` in the data folder. It has no table: a
//! body lies there under the SHA-256 of its full address, beside a label that says how to check it,
//! and both are judged again each time they are read.
//!
//! What may be reached is egress's business; what may be handed on is decided here: no page, no
//! drawing that could run a script, and a script only to be read, unless the operator listed it.

mod address;
mod answer;
mod flight;
mod kind;
mod lifetime;
mod routes;
mod shelf;
#[cfg(test)]
mod tests;
mod texts;

use kernel::config::Config;
use kernel::egress::Rules;
use kernel::{App, Room};
use tokio::sync::Semaphore;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The room.
pub const ROOM: Room = Room {
    name: "cdn",
    router,
    state: |state, config| state.insert(Cdn::new(config)),
    on_event: Some(routes::follow),
    ..Room::EMPTY
};

fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(routes::proxy)).routes(routes!(routes::clear_cache))
}

/// Fetches at once; more are told to come again.
const FETCHES: usize = 64;

/// What the room holds in memory.
struct Cdn {
    rules: Rules,
    /// Addresses whose scripts may run, by their beginning.
    scripts: Vec<String>,
    shelf: shelf::Shelf,
    flights: flight::Flights,
    slots: Semaphore,
}

impl Cdn {
    fn new(config: &Config) -> Self {
        let list = |name: &str| {
            let entries = config.text(name).unwrap_or_default().split(',').map(str::trim);
            entries.filter(|entry| !entry.is_empty()).map(ToOwned::to_owned).collect::<Vec<_>>()
        };
        let mebibytes = config.text("CDN_CACHE_MIB").and_then(|size| size.parse().ok()).unwrap_or(1024_u64);
        Self {
            rules: address::rules(&list("CDN_WHITELIST")),
            scripts: list("CDN_SCRIPTS"),
            shelf: shelf::Shelf::new(config.data_dir.join("cdn-cache"), mebibytes << 20),
            flights: flight::Flights::default(),
            slots: Semaphore::new(FETCHES),
        }
    }
}
