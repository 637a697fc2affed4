//! When back ends start and end.

use std::sync::Arc;

use kernel::{ApiError, App, Result};

use super::BackEnds;
use super::members::is_enabled_for_anyone;
use super::running::{CodeVersion, Running};
use super::slot::{Slot, State};
use super::start::{self, StartFailure};
use super::supervision::look_after;
use super::turns::spawn_turns;
use crate::installed::Installed;
use crate::texts;

/// The back end of the version in use, started if it does not run.
///
/// # Errors
/// 404 without one, 503 when it does not start or is stopped.
pub(super) async fn ensure_running(app: &App, slot: &Slot) -> Result<Arc<Running>> {
    // One that is stuck in a timer has nobody who waits for it.
    if let Some(stuck) = slot.stuck().await {
        look_after(app, slot, &stuck).await;
    }
    let mut state = slot.lock().await;
    // After the lock: whoever waits for it must not bring back the version of before.
    let package =
        app.state::<Installed>().find(&slot.name).ok_or_else(|| kernel::texts::UNKNOWN_PATH.err())?;
    if let Some(running) = state.usable(&package)? {
        return Ok(running);
    }
    state.replace(State::Stopped);
    match start::start(app, &package, slot.log.clone()).await {
        Ok((run, running, turns)) => {
            spawn_turns(app, run, &running, turns);
            *state = State::Running(running.clone());
            Ok(running)
        }
        Err(StartFailure::Code(reason)) => {
            slot.log.add(app.clock.now_ms(), "error", &reason);
            *state = State::Failed(CodeVersion::of(&package), reason.clone());
            Err(texts::BACKEND_STOPPED.err().because(reason))
        }
        // Nothing that the author can mend: the next call tries again.
        Err(StartFailure::Portal(error)) => Err(error),
    }
}

/// Removes the working copies that a process before has left.
///
/// # Errors
/// 503 when the disk refuses.
pub(crate) async fn remove_working_copies(app: &App) -> Result<()> {
    let folder = start::scratch(app);
    let removing = tokio::task::spawn_blocking(move || std::fs::remove_dir_all(folder));
    match removing.await.map_err(ApiError::internal)? {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(ApiError::unavailable(error)),
        _ => Ok(()),
    }
}

/// Ends the back end of an app and starts the one of the version in use. Answers why it does not start, for its author;
/// the same is in its log. One that runs in a process waits for its first call, one that is disabled for everybody until
/// somebody may call it.
pub(crate) async fn restart(app: &App, name: &str) -> Option<String> {
    let slot = app.state::<BackEnds>().slot(name);
    slot.reset().await;
    let package = app.state::<Installed>().find(name);
    let starts_now = package.is_some_and(|package| {
        package.manifest.backend().is_some() && start::process_command(app, &package).is_none()
    });
    if !starts_now {
        return None;
    }
    let error =
        ensure_running(app, &slot).await.err().filter(|error| !error.is(&kernel::texts::APP_DISABLED))?;
    tracing::warn!(name, %error, "a back end does not start");
    // Of what is no fault of its code, the cause is for the operator alone.
    let reason = error.cause().filter(|_| error.is(&texts::BACKEND_STOPPED));
    Some(reason.unwrap_or_else(|| error.slug()).to_owned())
}

/// Ends the back end of an app that is uninstalled, with its log.
pub(crate) async fn stop(app: &App, name: &str) {
    if let Some(slot) = app.state::<BackEnds>().take(name) {
        slot.stop().await;
    }
}

/// Ends the back end of an app that nobody can use any more: its timers would go on.
pub(crate) async fn stop_disabled(app: &App, name: &str) {
    match is_enabled_for_anyone(app, name).await {
        Ok(false) => app.state::<BackEnds>().slot(name).stop().await,
        Ok(true) => {}
        Err(error) => tracing::warn!(name, %error, "whether a back end is still used could not be found out"),
    }
}

/// Ends the back end of an app when it is not the one of the version in use any more.
pub(crate) async fn stop_outdated(app: &App, name: &str) {
    match app.state::<Installed>().find(name) {
        None => stop(app, name).await,
        Some(package) => app.state::<BackEnds>().slot(name).stop_unless(&package).await,
    }
}

/// Ends all back ends of this node; each starts anew with its next call. What they had of a member whose data is
/// gone ends with them.
pub(crate) async fn stop_all(app: &App) {
    for slot in app.state::<BackEnds>().all() {
        slot.stop().await;
    }
}
