//! `/api/admin/server-mode`: whether this server stands alone or works with its peers.

use axum::extract::State;
use kernel::audit::Actor;
use kernel::events::{Audience, NewEvent};
use kernel::http::{ClassAdmin, Json};
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::access::PortalManager;
use super::events::AdminEvent;
use super::model::Mode;
use super::texts;

/// The setting; the relay reads it.
const SERVER_MODE: &str = "server_mode";

/// The working mode of the server.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
pub(super) struct ServerMode {
    /// The working mode of the server.
    mode: Mode,
}

/// Returns the working mode of the server; the default is a server that works alone.
#[utoipa::path(get, path = "/api/admin/server-mode", tag = "admin",
    responses((status = 200, body = Envelope<ServerMode>)))]
pub(super) async fn server_mode(State(app): State<App>, _: ClassAdmin) -> Reply<ServerMode> {
    let multi = app.settings.text(SERVER_MODE).is_some_and(|mode| mode == "multi");
    Reply::ok(ServerMode { mode: if multi { Mode::Multi } else { Mode::Single } })
}

/// Changes the working mode of the server.
#[utoipa::path(post, path = "/api/admin/server-mode", tag = "admin", request_body = ServerMode,
    responses((status = 200, body = Envelope<ServerMode>)))]
pub(super) async fn set_server_mode(
    State(app): State<App>,
    PortalManager(caller): PortalManager,
    Json(wanted): Json<ServerMode>,
) -> Result<Reply<ServerMode>> {
    app.write(move |tx| {
        let data = json!({ "mode": wanted.mode });
        let changed = AdminEvent::ServerModeChanged { mode: wanted.mode };
        let event = NewEvent::new(&changed, Audience::Admins).by(caller.facts.user_id);
        tx.emit(event)?;
        let mode = if wanted.mode == Mode::Multi { "multi" } else { "single" };
        tx.app().settings.set(tx, SERVER_MODE, mode)?;
        Ok(tx.audit(&Actor::from(&caller), &texts::SET_SERVER_MODE, SERVER_MODE, &data)?)
    })
    .await?;
    Ok(Reply::ok(wanted))
}
