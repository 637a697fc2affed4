//! `/api/admin/process`: the portal's own services on this node, stopped and started singly.
//!
//! Every class stands on them, so stopping one needs more than a class admin where there are several
//! classes; starting takes nothing from anyone. What was stopped runs again after the next start of the
//! portal. The log is written first: an act that cannot be logged does not happen.

use axum::extract::State;
use kernel::app::iso;
use kernel::audit::{Action, Actor};
use kernel::http::{Caller, ClassAdmin, Path};
use kernel::tasks::{Need, Refused, Status};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::access::{PortalManager, manages_portal};
use super::texts;

/// Parts that nothing here may touch: without them nobody could undo it.
const FIXED: [&str; 2] = ["http", "database"];

/// A part of the portal that runs on its own, such as the chat socket.
#[derive(Serialize, ToSchema)]
pub(super) struct Process {
    /// The name of the part of the portal.
    name: &'static str,
    /// The state of the part: `running`, `waiting` (it failed and begins again after a pause) or `stopped`.
    state: &'static str,
    /// Whether the process may be stopped.
    stoppable: bool,
    /// When the present state began, ISO 8601.
    since: String,
    /// How often the part was started again after a failure.
    restarts: u64,
    /// The error of the last failure.
    last_error: Option<String>,
}

impl From<Status> for Process {
    fn from(status: Status) -> Self {
        Self {
            name: status.name,
            state: status.state.into(),
            stoppable: status.need == Need::Optional,
            since: iso(status.since),
            restarts: status.restarts,
            last_error: status.last_error,
        }
    }
}

/// All parts of the portal on this node.
#[derive(Serialize, ToSchema)]
pub(super) struct Processes {
    /// The parts of the portal.
    processes: Vec<Process>,
    /// Whether the caller may stop and restart them, and change the server's mode.
    manageable: bool,
}

/// Lists the parts of the portal that run on this node, with their state.
#[utoipa::path(get, path = "/api/admin/process/status", tag = "admin",
    responses((status = 200, body = Envelope<Processes>)))]
pub(super) async fn list_processes(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
) -> Result<Reply<Processes>> {
    let manageable = manages_portal(&app, &caller.facts).await?;
    let uptime = i64::try_from(app.clock.monotonic().as_millis()).unwrap_or_default();
    let since = app.clock.now_ms() - uptime;
    let fixed = FIXED.into_iter().map(|name| Process {
        name,
        state: "running",
        stoppable: false,
        since: iso(since),
        restarts: 0,
        last_error: None,
    });
    let processes = fixed.chain(app.tasks.services().into_iter().map(Into::into)).collect();
    Ok(Reply::ok(Processes { processes, manageable }))
}

/// Stops a part of the portal and answers when it has ended.
#[utoipa::path(post, path = "/api/admin/process/{name}/stop", tag = "admin",
    params(("name" = String, Path, description = "The name of the part of the portal")),
    responses((status = 200, body = Envelope<Process>)))]
pub(super) async fn stop_process(
    State(app): State<App>,
    PortalManager(caller): PortalManager,
    Path(name): Path<String>,
) -> Result<Reply<Process>> {
    log(&app, caller, &texts::PROCESS_STOP, &name).await?;
    settled(app.tasks.stop_service(&app.clock, &name).await)
}

/// Starts a part of the portal that was stopped.
#[utoipa::path(post, path = "/api/admin/process/{name}/start", tag = "admin",
    params(("name" = String, Path, description = "The name of the part of the portal")),
    responses((status = 200, body = Envelope<Process>)))]
pub(super) async fn start_process(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path(name): Path<String>,
) -> Result<Reply<Process>> {
    log(&app, caller, &texts::PROCESS_START, &name).await?;
    settled(app.tasks.start_service(&app.clock, &name).await)
}

/// Restarts a part of the portal.
#[utoipa::path(post, path = "/api/admin/process/{name}/restart", tag = "admin",
    params(("name" = String, Path, description = "The name of the part of the portal")),
    responses((status = 200, body = Envelope<Process>)))]
pub(super) async fn restart_process(
    State(app): State<App>,
    PortalManager(caller): PortalManager,
    Path(name): Path<String>,
) -> Result<Reply<Process>> {
    log(&app, caller, &texts::PROCESS_RESTART, &name).await?;
    settled(app.tasks.restart_service(&app.clock, &name).await)
}

/// Refuses what cannot be, then writes the act down.
async fn log(app: &App, caller: Caller, action: &'static Action, name: &str) -> Result<()> {
    if FIXED.contains(&name) {
        return Err(texts::PROCESS_ESSENTIAL.err());
    }
    let service = app.tasks.services().into_iter().find(|service| service.name == name);
    let service = service.ok_or_else(ApiError::not_found)?;
    if *action == texts::PROCESS_STOP && service.need == Need::Essential {
        return Err(texts::PROCESS_ESSENTIAL.err());
    }
    app.write(move |tx| {
        let detail = json!({ "node": tx.app().nodes.id() });
        Ok(tx.audit(&Actor::from(&caller), action, service.name, &detail)?)
    })
    .await
}

fn settled(outcome: std::result::Result<Status, Refused>) -> Result<Reply<Process>> {
    match outcome {
        Ok(status) => Ok(Reply::ok(status.into())),
        Err(Refused::Unknown) => Err(ApiError::not_found()),
        Err(Refused::Essential) => Err(texts::PROCESS_ESSENTIAL.err()),
    }
}
