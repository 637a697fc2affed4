//! Version and heartbeat (`interface 2.9`).

use axum::extract::State;
use kernel::app::iso;
use kernel::{App, Envelope, Reply};
use serde::Serialize;
use utoipa::ToSchema;
use web_assets::build_hash;

use super::client_update::ClientUpdate;
use super::version::{VERSION, build_time, changelog};

/// The build of the server.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Version {
    /// The server's version.
    version: &'static str,
    /// Changes with any file of the web desktop.
    build_hash: &'static str,
    /// When the portal was built, ISO 8601.
    build_time: String,
    /// The oldest client version that does not have to update.
    min_client_version: String,
    /// The changes of this version, as a text for people.
    changelog: &'static str,
    /// Whether clients must update at once.
    force_update: bool,
    /// Where to get the update; empty for the web desktop, which updates by reloading.
    update_url: String,
    /// The time of the server, in milliseconds since the epoch.
    timestamp: i64,
}

/// Returns the version of the server and what is new in it.
#[utoipa::path(get, path = "/api/system/version", tag = "system",
    responses((status = 200, body = Envelope<Version>)), security(()))]
pub(super) async fn version(State(app): State<App>) -> Reply<Version> {
    let update = ClientUpdate::current(&app.settings);
    Reply::ok(Version {
        version: VERSION,
        build_hash: build_hash(),
        build_time: build_time(),
        min_client_version: update.min_version,
        changelog: changelog(),
        force_update: update.forced_since.is_some(),
        update_url: update.url,
        timestamp: app.clock.now_ms(),
    })
}

/// The heartbeat of the server.
#[derive(Serialize, ToSchema)]
pub(super) struct Heartbeat {
    /// The time of the server, in milliseconds since the epoch.
    timestamp: i64,
    /// The time of the server, ISO 8601.
    server_time: String,
    /// Always `running`: a server that stops does not answer.
    status: &'static str,
    /// The server's version.
    version: &'static str,
    /// The oldest client version that does not have to update.
    #[serde(rename = "minClientVersion")]
    min_client_version: String,
    /// Whether clients must update at once.
    #[serde(rename = "forceUpdate")]
    force_update: bool,
    /// When the present forced update began, ISO 8601; null when none is forced. A client uses it to obey
    /// each forced update once.
    #[serde(rename = "forceUpdateSince")]
    force_update_since: Option<String>,
    /// The action for open clients: `force_reload` while an update is forced, else `none`.
    action: &'static str,
    /// Another value than last time means that the web desktop is newer than the one open.
    #[serde(rename = "buildHash")]
    build_hash: &'static str,
}

/// Returns the heartbeat: time, version and whether clients must update. Open desktops call it regularly.
#[utoipa::path(get, path = "/api/system/heartbeat", tag = "system",
    responses((status = 200, body = Envelope<Heartbeat>)), security(()))]
pub(super) async fn heartbeat(State(app): State<App>) -> Reply<Heartbeat> {
    let timestamp = app.clock.now_ms();
    let update = ClientUpdate::current(&app.settings);
    Reply::ok(Heartbeat {
        timestamp,
        server_time: iso(timestamp),
        status: "running",
        version: VERSION,
        force_update: update.forced_since.is_some(),
        force_update_since: update.since(),
        action: update.action(),
        min_client_version: update.min_version,
        build_hash: build_hash(),
    })
}
