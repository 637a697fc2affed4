//! The back ends of installed packages: what reaches them, and what keeps them running.
//!
//! A back end is started by its first call and by its installation, and runs in an isolate of `plugin-host`. What it
//! stores are pages of a SQLite database, which are in the portal's database before any answer is given
//! ([`pages`]). Several nodes never run one back end at the same time: whoever starts it takes it over, and only that
//! node may store pages.

mod call;
mod log;
mod members;
mod mount;
mod network;
mod pages;
mod portal_access;
mod rate;
mod running;
mod start;
mod throttle;
mod turns;

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use identity::user::members;
use kernel::{ApiError, App, Result};

pub(crate) use call::{CALLS, call};
pub(crate) use log::LogLine;
pub(crate) use mount::BuiltInPaths;
pub use mount::reserved_mounts;
pub(crate) use running::{QUOTA, Slot};

use crate::installed::Installed;

/// The back ends of this node.
#[derive(Default)]
pub(crate) struct BackEnds {
    slots: Mutex<HashMap<String, Arc<Slot>>>,
    members: members::MembersCopy,
    bodies: call::BodyMemory,
}

impl BackEnds {
    /// The slot of an app, made when it is first asked for.
    pub(crate) fn slot(&self, name: &str) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.entry(name.to_owned()).or_insert_with(|| Arc::new(Slot::new(name))).clone()
    }

    /// The slot of an app, if it was ever asked for.
    fn find(&self, name: &str) -> Option<Arc<Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    fn take(&self, name: &str) -> Option<Arc<Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).remove(name)
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

/// Ends the back end of an app and starts the one of the version in use; what fails is in its log. One that runs in a
/// process waits for its first call.
pub(crate) async fn restart(app: &App, name: &str) {
    let slot = app.state::<BackEnds>().slot(name);
    slot.reset().await;
    let package = app.state::<Installed>().find(name);
    let starts_now = package.is_some_and(|package| {
        package.manifest.backend().is_some() && start::process_command(app, &package).is_none()
    });
    if !starts_now {
        return;
    }
    if let Err(error) = slot.running(app).await {
        tracing::warn!(name, %error, "a back end does not start");
    }
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

/// Ends all back ends of this node; each starts anew with its next call. What they had of a member whose data is
/// gone ends with them.
pub(crate) async fn stop_all(app: &App) {
    let slots: Vec<_> = {
        let slots = &app.state::<BackEnds>().slots;
        slots.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    };
    for slot in slots {
        slot.stop().await;
    }
}

/// Whether the switches of the portal and of any member's class enable an app.
///
/// # Errors
/// When the database is away.
async fn is_enabled_for_anyone(app: &App, name: &str) -> Result<bool> {
    let members = members(app).await?;
    let classes: BTreeSet<&str> = members.all().iter().map(|facts| facts.user_id.class()).collect();
    Ok(classes.iter().any(|class| app.apps.is_enabled(name, class)))
}

/// Ends the back end of an app when it is not the one of the version in use any more.
pub(crate) async fn follow(app: &App, name: &str) {
    match app.state::<Installed>().find(name) {
        None => stop(app, name).await,
        Some(package) => app.state::<BackEnds>().slot(name).stop_unless(&package).await,
    }
}
