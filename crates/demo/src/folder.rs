//! The folder of a demo class: made, kept for a day, and never taken from anyone else.

use std::fs;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use kernel::db::backup_to;
use sha2::{Digest, Sha256};

use crate::class;
use crate::term::school;

/// The file that says that a folder was made here, of what, and on which day.
const MARKER: &str = "demo-class.txt";

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The class of today was there already.
    Kept,
    /// There was none, or one of another day or of another class file.
    Made,
}

/// Sees to it that the folder holds a demo class of today.
///
/// A folder without the marker of a demo is somebody's data: it is left alone.
///
/// # Errors
/// When the folder is somebody's data, or the class cannot be made.
pub fn prepare(folder: &Path, now: Timestamp) -> Result<Outcome> {
    let wanted = marker(now);
    match fs::read_to_string(folder.join(MARKER)) {
        Ok(found) if found == wanted => return Ok(Outcome::Kept),
        Ok(_) => {}
        Err(_) if !folder.exists() => {}
        Err(_) => bail!(
            "{} was not made by the demo, so it is left alone; move it away or name another folder",
            folder.display()
        ),
    }
    let partial = beside(folder);
    let work = work_folder().unwrap_or_else(|| partial.clone());
    let made = make(&work, &partial, now, &wanted);
    let _ = (work != partial).then(|| fs::remove_dir_all(&work));
    if made.is_err() {
        // The error that counts is the first one.
        let _ = fs::remove_dir_all(&partial);
    }
    made?;
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    fs::rename(&partial, folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(Outcome::Made)
}

/// Fills the database in `work` and moves what is there to `partial`.
fn make(work: &Path, partial: &Path, now: Timestamp, marker: &str) -> Result<()> {
    let parent = partial.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
    for folder in std::collections::BTreeSet::from([work, partial]) {
        // Fails when it exists, so nobody else has made it.
        let made = fs::DirBuilder::new().mode(0o700).create(folder);
        made.with_context(|| format!("cannot make {}", folder.display()))?;
    }
    crate::fill(work, now)?;
    if work != partial {
        copy(work, partial)?;
    }
    fs::write(partial.join(MARKER), marker).with_context(|| format!("cannot write {MARKER}"))
}

/// Copies the database with all that belongs to it. SQLite copies itself: the threads of the portal that has filled it
/// may still close their connections, and the last one moves the journal into the database and removes it.
fn copy(work: &Path, partial: &Path) -> Result<()> {
    for entry in fs::read_dir(work)? {
        let file = entry?.path();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with("-wal") || name.ends_with("-shm") {
            continue;
        }
        let copy = partial.join(&*name);
        let copied = if name.ends_with(".db") {
            backup_to(&file, &copy).map_err(anyhow::Error::from)
        } else {
            fs::copy(&file, &copy).map(drop).map_err(anyhow::Error::from)
        };
        copied.with_context(|| format!("cannot write {}", copy.display()))?;
    }
    Ok(())
}

/// A folder in memory, where there is one: the portal waits for the disk after each message, and a term of
/// such waits is most of the time.
fn work_folder() -> Option<PathBuf> {
    let memory = Path::new("/dev/shm");
    memory.is_dir().then(|| memory.join(format!("classportal-demo-{}", std::process::id())))
}

/// A new name in the same folder, so that the finished class is moved into place at once.
fn beside(folder: &Path) -> PathBuf {
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(format!(".partial-{}", std::process::id()));
    folder.with_file_name(name)
}

fn marker(now: Timestamp) -> String {
    let today = now.to_zoned(TimeZone::system()).date();
    let digest: String = Sha256::digest([class::FILE, school::FILE].concat())
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!(
        "A made-up class, made by `cargo xtask run --demo`; it may be deleted at any time.\n{today} {digest}\n"
    )
}
