//! System: what the portal says of itself, to anyone: version, heartbeat, health.
//!
//! Owns the paths `/api/system/*`, `/api/admin/app-control` and `/api/admin/version`, and no table: which
//! apps are enabled and what clients are told of updates the kernel keeps ([`kernel::apps`],
//! [`kernel::settings`]). It never names a path, an address or a member;
//! the features add their own lines to the health answer through [`kernel::Feature::health`].

mod app_control;
mod client_update;
mod events;
mod frames;
mod health;
mod routes;
#[cfg(test)]
mod tests;
mod texts;
mod version;

use kernel::{Feature, Routes, routes};

pub use events::SystemEvent;
pub use version::VERSION;

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "system",
    router,
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    // Of the webhooks that other systems call. No feature receives them yet.
    on_event: Some(client_update::follow),
    frames: frames::FRAMES,
    render: Some(frames::render),
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(routes::version))
        .routes(routes!(routes::heartbeat))
        .routes(routes!(health::health))
        .routes(routes!(app_control::enabled_apps, app_control::switch_app))
        .routes(routes!(app_control::list_apps))
        .routes(routes!(client_update::client_update, client_update::set_client_update))
}
