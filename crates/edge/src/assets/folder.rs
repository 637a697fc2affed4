//! RESOURCES_DIR on the disk. Whatever is asked, only files inside a set's own folder are seen:
//! no link leads out of it.

use std::fs::{self, File, Metadata};
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use kernel::config::Config;

use super::RESOURCES_DIR;
use super::model::{FileName, Format, Set};

/// Entries of a folder that are looked at; beyond it a folder is no set of assets.
const MAX_ENTRIES: usize = 2000;
/// Begins the names of unfinished uploads and of files about to go; such names are never served.
const HIDDEN: &str = ".asset-";

/// The folders of assets. Every function blocks; see [`Resources::run`].
pub(super) struct Resources {
    root: PathBuf,
    /// Held while a file gets its name, so that the number of files holds.
    naming: Mutex<()>,
}

/// A file that may be sent.
pub(super) struct Opened {
    pub(super) file: File,
    pub(super) length: u64,
    /// Changes with the file.
    pub(super) version: String,
}

impl Resources {
    pub(super) fn new(config: &Config) -> Self {
        let root = RESOURCES_DIR.of(config).clone().unwrap_or_else(|| config.data_dir.join("resources"));
        Self { root, naming: Mutex::default() }
    }

    /// The files of a set, by name; none when there is no such folder.
    pub(super) fn list(&self, set: Set) -> Vec<FileName> {
        let Ok(folder) = self.root.join(set.folder()).canonicalize() else { return Vec::new() };
        let Ok(entries) = fs::read_dir(&folder) else { return Vec::new() };
        let names = entries.take(MAX_ENTRIES).filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut names: Vec<FileName> = names
            .filter_map(|name| FileName::parse(set, &name))
            .filter(|name| find_beneath(&folder, name).is_some())
            .collect();
        names.sort();
        names
    }

    pub(super) fn open(&self, set: Set, name: &FileName) -> Option<Opened> {
        let folder = self.root.join(set.folder()).canonicalize().ok()?;
        let (path, _) = find_beneath(&folder, name)?;
        let file = File::open(path).ok()?;
        let facts = file.metadata().ok()?;
        let changed = facts.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos();
        Some(Opened { length: facts.len(), version: format!("{changed:x}-{:x}", facts.len()), file })
    }

    /// An empty hidden file for an upload.
    pub(super) fn begin(&self, set: Set, id: &str) -> Result<(Hidden, File)> {
        let folder = self.root.join(set.folder());
        fs::create_dir_all(&folder)?;
        let hidden = Hidden(folder.join(format!("{HIDDEN}{id}")));
        let file = File::create_new(&hidden.0)?;
        Ok((hidden, file))
    }

    /// Gives an upload its name, the next free one of its kind; `None` when there are `max` files.
    pub(super) fn place(
        &self,
        set: Set,
        hidden: &Hidden,
        wanted: Option<&str>,
        format: &Format,
        max: usize,
    ) -> Result<Option<FileName>> {
        let _naming = self.naming.lock().unwrap_or_else(PoisonError::into_inner);
        if self.list(set).len() >= max {
            return Ok(None);
        }
        let folder = self.root.join(set.folder());
        for n in 1..MAX_ENTRIES {
            let name = FileName::upload(wanted, format, n);
            let path = folder.join(name.as_str());
            // Empty, so not seen yet: it only keeps the name while the bytes are moved over it.
            match File::create_new(&path) {
                Ok(_) => {
                    fs::rename(&hidden.0, &path).inspect_err(|_| drop(Hidden(path)))?;
                    File::open(&folder)?.sync_all()?;
                    return Ok(Some(name));
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(Error::other("no free name"))
    }

    /// Takes a file out of sight; it goes when the answer is dropped, or comes back.
    pub(super) fn hide(&self, set: Set, name: &FileName, id: &str) -> Result<Hidden> {
        let folder = self.root.join(set.folder());
        let hidden = folder.join(format!("{HIDDEN}{id}"));
        fs::rename(folder.join(name.as_str()), &hidden)?;
        Ok(Hidden(hidden))
    }

    /// Puts a hidden file back.
    pub(super) fn unhide(&self, set: Set, hidden: &Hidden, name: &FileName) -> Result<()> {
        fs::rename(&hidden.0, self.root.join(set.folder()).join(name.as_str()))
    }

    /// Removes what a crash has left behind.
    pub(super) fn forget_hidden(&self, set: Set) {
        let Ok(entries) = fs::read_dir(self.root.join(set.folder())) else { return };
        let hidden =
            entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(HIDDEN));
        hidden.for_each(|entry| drop(Hidden(entry.path())));
    }
}

/// A file that nobody sees and that is removed when this is dropped, unless it was moved away.
pub(super) struct Hidden(PathBuf);

impl Hidden {
    pub(super) fn open(&self) -> Result<File> {
        File::open(&self.0)
    }
}

impl Drop for Hidden {
    fn drop(&mut self) {
        // What fails, the next start tries again.
        let _ = fs::remove_file(&self.0);
    }
}

/// A file with something in it whose real place is in this folder. Asked before it is opened:
/// opening a pipe would wait for its other end.
fn find_beneath(folder: &Path, name: &FileName) -> Option<(PathBuf, Metadata)> {
    let path = folder.join(name.as_str()).canonicalize().ok()?;
    let facts = fs::metadata(&path).ok()?;
    (path.starts_with(folder) && facts.is_file() && facts.len() > 0).then_some((path, facts))
}
