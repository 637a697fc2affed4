//! Copies of a SQLite database beside it.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rusqlite::{Connection as Sqlite, OpenFlags};

use super::{DbError, DbResult};
use crate::clock::Clock;

/// Where the backup before a migration goes: `classportal.bak-20260901T080000-v3.db`.
#[must_use]
pub fn backup_name(path: &Path, version: i64, clock: &Clock) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let time = clock.now().strftime("%Y%m%dT%H%M%S");
    path.with_file_name(format!("{stem}.bak-{time}-v{version}.db"))
}

/// Copies the live database to `target` without holding up writers; the copy is complete or absent.
///
/// # Errors
/// When the disk refuses.
pub fn backup_to(path: &Path, target: &Path) -> DbResult<()> {
    let source = Sqlite::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let partial = target.with_extension("partial");
    source.execute("vacuum into ?1", [partial.to_string_lossy()])?;
    let kept = std::fs::File::open(&partial)
        .and_then(|file| file.sync_all())
        .and_then(|()| std::fs::set_permissions(&partial, std::fs::Permissions::from_mode(0o600)))
        .and_then(|()| std::fs::rename(&partial, target));
    kept.map_err(|e| DbError::Unavailable(format!("{}: {e}", target.display())))
}

/// The newest `<name>.bak-*.db` beside the database, by name: names carry the time.
#[must_use]
pub fn newest_backup(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    let prefix = format!("{}.bak-", path.file_stem()?.to_string_lossy());
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "db"))
        .filter(|p| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with(&prefix)))
        .collect();
    found.sort();
    found.pop()
}
