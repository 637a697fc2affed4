//! Starting the back end of an installed package.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};
use kernel::{ApiError, App};
use plugin_host::{BackEnd, Database, Limits, ProcessCommand, ProcessError, Source, StartError, Turns};

use super::log::Log;
use super::members::is_enabled_for_anyone;
use super::portal_access::PortalAccess;
use super::running::{CodeVersion, Running};
use super::{BackEnds, pages};
use crate::installed::InstalledPackage;
use crate::{config, static_files};

/// Largest database of a back end, in bytes.
pub(crate) const QUOTA: u64 = 64 << 20;

/// Whether a back end may want a file: code and texts. Pictures and fonts would only fill the memory.
fn is_readable(path: &str) -> bool {
    let ending = path.rsplit('.').next().unwrap_or_default();
    ["js", "mjs", "json", "txt", "md", "html", "css", "svg"].contains(&ending)
}

/// Where working copies of databases lie.
pub(super) fn scratch(app: &App) -> PathBuf {
    app.config.data_dir.join("backends")
}

/// Why a back end did not start.
pub(super) enum StartFailure {
    /// Its code does not run.
    Code(String),
    /// Disk, database or the store of files.
    Portal(ApiError),
}

impl From<StartError> for StartFailure {
    fn from(error: StartError) -> Self {
        Self::Code(error.to_string())
    }
}

impl From<ProcessError> for StartFailure {
    fn from(error: ProcessError) -> Self {
        match error {
            ProcessError::Code(error) => error.into(),
            ProcessError::System(_) => Self::Portal(ApiError::unavailable(error)),
        }
    }
}

impl From<ApiError> for StartFailure {
    fn from(error: ApiError) -> Self {
        Self::Portal(error)
    }
}

/// From which moment local time is how far ahead of UTC, until the year 2100: milliseconds since the epoch, and minutes.
fn offsets(zone: &TimeZone) -> Vec<(i64, i32)> {
    const END_MS: i64 = 4_102_444_800_000;
    let minutes = |offset: Offset| offset.seconds() / 60;
    let changes = zone.following(Timestamp::UNIX_EPOCH);
    let changes = changes.map(|change| (change.timestamp().as_millisecond(), minutes(change.offset())));
    let first = (0, minutes(zone.to_offset(Timestamp::UNIX_EPOCH)));
    std::iter::once(first).chain(changes.take_while(|(at, _)| *at < END_MS)).collect()
}

/// The program that runs a back end in a process of its own: one that may reach other hosts is trusted less, and one
/// that was stuck can only be ended by killing. None for a thread of this process.
pub(super) fn process_command(app: &App, package: &InstalledPackage) -> Option<ProcessCommand> {
    let reaches_hosts = package.manifest.backend().is_some_and(|backend| !backend.hosts.is_empty());
    let program = app.config.executable.clone().filter(|_| reaches_hosts || package.needs_process)?;
    Some(ProcessCommand::of(program))
}

/// Starts it with the stored pages of its database; from here on no other run stores any. What its turns leave waits
/// for [`super::turns::spawn_turns`].
pub(super) async fn start(
    app: &App,
    package: &Arc<InstalledPackage>,
    log: Arc<Log>,
) -> std::result::Result<(pages::Run, Arc<Running>, Turns), StartFailure> {
    let manifest = package.manifest.backend().ok_or_else(|| kernel::texts::UNKNOWN_PATH.err())?;
    if !is_enabled_for_anyone(app, package.name()).await? {
        return Err(kernel::texts::APP_DISABLED.err().into());
    }
    let name = package.name().to_owned();
    let mut files = BTreeMap::new();
    for entry in package.files.0.iter().filter(|entry| is_readable(&entry.path)) {
        let bytes = static_files::read(app, package, &entry.path).await?;
        files.insert(entry.path.clone(), bytes.to_vec());
    }
    let members = app.state::<BackEnds>().members.newest(app).await?;
    let settings = config::backend_values(app, package);
    let (run, stored) = pages::begin(app, package).await?;
    let portal = Arc::new(PortalAccess::new(app, log, members, &manifest.hosts));
    let source = Source {
        name: name.clone(),
        entry: manifest.entry.clone(),
        files,
        settings,
        offsets: offsets(&app.timezone()),
        ..Source::default()
    };
    // One of its own: a back end that is stuck may still hold the folder of before.
    let folder = scratch(app).join(format!("{name}-{}", app.random.hex::<8>()));
    let (limits, access) = (Limits::default(), portal.clone());
    let (back_end, turns) = match process_command(app, package) {
        Some(command) => {
            BackEnd::start_process(command, source, limits, stored, QUOTA, folder, access).await?
        }
        None => {
            let opening = tokio::task::spawn_blocking(move || Database::open(&folder, stored, QUOTA));
            let database = opening.await.map_err(ApiError::internal)?.map_err(ApiError::unavailable)?;
            BackEnd::start(source, limits, database, access).await?
        }
    };
    let running = Arc::new(Running::new(CodeVersion::of(package), back_end, portal));
    Ok((run, running, turns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_is_its_changes() {
        let named = |name| offsets(&TimeZone::get(name).unwrap());
        assert_eq!(offsets(&TimeZone::UTC), [(0, 0)]);
        assert_eq!(named("Asia/Shanghai").last().unwrap().1, 480);
        let berlin = named("Europe/Berlin");
        let summer = "2026-03-29T01:00:00Z".parse::<Timestamp>().unwrap().as_millisecond();
        assert!(berlin.contains(&(summer, 120)), "{berlin:?}");
        assert!(berlin.len() < 400 && berlin.is_sorted());
    }
}
