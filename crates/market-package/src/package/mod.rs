//! A package in memory: its files by path. It is read from a folder or a zip, and written as one zip.

mod archive;
mod folder;
#[cfg(test)]
mod tests;
mod unzip;
mod zipped;

pub use archive::{Archive, ArchiveEntry};
pub use zipped::zip_package;

use std::collections::BTreeMap;
use std::path::Path;

use bytes::Bytes;
use sha2::{Digest, Sha256};

use crate::finding::{Finding, Level, Report};
use crate::limits::{Limits, size_text};
use crate::path::{PathFault, TakenPaths, check_path, has_known_extension};
use crate::texts::files;

/// Name of the manifest at the top of a package.
pub const MANIFEST: &str = "manifest.json";

/// What a package is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An app of the desktop.
    App,
    /// An extension without a page of its own.
    Plugin,
}

impl Kind {
    /// The folder of such packages in a catalog.
    pub fn folder(self) -> &'static str {
        match self {
            Self::App => "apps",
            Self::Plugin => "plugins",
        }
    }

    /// The kind whose packages lie in a folder.
    pub fn of_folder(folder: &str) -> Option<Self> {
        [Self::App, Self::Plugin].into_iter().find(|kind| kind.folder() == folder)
    }

    /// The manifest's `type`.
    pub fn word(self) -> &'static str {
        match self {
            Self::App => "app",
            Self::Plugin => "plugin",
        }
    }
}

/// The files of a package by their paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Package {
    /// Contents by path. Paths are checked by whoever adds them; see [`Package::insert`].
    pub files: BTreeMap<String, Bytes>,
}

/// A package that was read, with what its container says of it.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The files.
    pub package: Package,
    /// The kind and name that a zip with `apps/<name>/…` or `plugins/<name>/…` gives.
    pub place: Option<(Kind, String)>,
    /// Warnings: files that were left out.
    pub report: Report,
}

impl Package {
    /// Adds a file whose path comes from outside.
    ///
    /// # Errors
    /// A finding if the path is refused or its extension is not in the list.
    pub fn insert(&mut self, path: &str, content: Bytes) -> Result<(), Finding> {
        check_path(path).map_err(|fault| fault.finding(path))?;
        if !has_known_extension(path) {
            return Err(files::EXTENSION.error(path));
        }
        self.files.insert(path.to_owned(), content);
        Ok(())
    }

    /// Reads a folder. Links and special files are refused, hidden files are left out with a warning.
    ///
    /// # Errors
    /// A report with what refuses the folder.
    pub fn from_folder(folder: &Path, limits: &Limits) -> Result<Opened, Report> {
        folder::read(folder, limits)
    }

    /// Reads a zip archive.
    ///
    /// # Errors
    /// A report with what refuses the archive.
    pub fn from_zip(bytes: &[u8], limits: &Limits) -> Result<Opened, Report> {
        unzip::read(bytes, limits)
    }

    /// Bytes of all files together.
    pub fn total_bytes(&self) -> u64 {
        self.files.values().map(|content| content.len() as u64).sum()
    }

    /// A hash of all paths and contents, hexadecimal: the same for the same files, however they were packed.
    pub fn digest(&self) -> String {
        let mut all = Sha256::new();
        for (path, content) in &self.files {
            // Lengths keep "a" + "bc" apart from "ab" + "c".
            all.update((path.len() as u64).to_be_bytes());
            all.update(path);
            all.update(Sha256::digest(content));
        }
        hex::encode(all.finalize())
    }

    /// Checks paths, extensions, twins and sizes: what holds for a package wherever it came from.
    pub(crate) fn check_files(&self, limits: &Limits, report: &mut Report) {
        if self.files.is_empty() {
            report.push(files::EMPTY_PACKAGE.error(""));
        }
        if self.files.len() > limits.files {
            report.push(too_many_files(limits));
        }
        let mut taken = TakenPaths::default();
        for (path, content) in &self.files {
            if let Err(fault) = check_path(path) {
                report.push(fault.finding(path));
            } else if !has_known_extension(path) {
                report.push(files::EXTENSION.error(path));
            }
            if let Err(finding) = taken.take(path) {
                report.push(finding);
            }
            if content.len() as u64 > limits.file_bytes {
                report.push(file_too_large(path, limits));
            }
        }
        if self.total_bytes() > limits.total_bytes {
            report.push(package_too_large(limits));
        }
    }
}

fn too_many_files(limits: &Limits) -> Finding {
    files::TOO_MANY_FILES.error("").with("most", limits.files)
}

fn file_too_large(path: &str, limits: &Limits) -> Finding {
    files::FILE_TOO_LARGE.error(path).with("most", size_text(limits.file_bytes))
}

fn package_too_large(limits: &Limits) -> Finding {
    files::PACKAGE_TOO_LARGE.error("").with("most", size_text(limits.total_bytes))
}

/// Folders that packing tools of systems leave behind.
const JUNK: &[&str] = &["__MACOSX", "node_modules"];
/// Files of systems that are no part of a package.
const JUNK_FILES: &[&str] = &["thumbs.db", "desktop.ini"];

/// Whether a file is left out rather than refused.
fn is_left_out(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default().to_lowercase();
    let hidden = check_path(path) == Err(PathFault::Hidden);
    hidden || path.split('/').any(|part| JUNK.contains(&part)) || JUNK_FILES.contains(&name.as_str())
}

fn left_out(path: &str) -> Finding {
    files::HIDDEN_SKIPPED.at(Level::Warning, path)
}

/// Adds up what is read, and refuses at the first byte over a limit.
struct Meter<'a> {
    limits: &'a Limits,
    files: usize,
    total: u64,
}

impl<'a> Meter<'a> {
    fn new(limits: &'a Limits) -> Self {
        Self { limits, files: 0, total: 0 }
    }

    /// Reads a file to its end. Sizes are counted here and never believed.
    fn read(&mut self, path: &str, source: impl std::io::Read) -> Result<Bytes, Finding> {
        self.files += 1;
        if self.files > self.limits.files {
            return Err(too_many_files(self.limits));
        }
        let left = self.limits.total_bytes - self.total;
        let most = left.min(self.limits.file_bytes);
        let mut content = Vec::new();
        let read = std::io::Read::read_to_end(&mut std::io::Read::take(source, most + 1), &mut content);
        if let Err(error) = read {
            return Err(files::UNREADABLE.error(path).with("why", error));
        }
        if content.len() as u64 > self.limits.file_bytes {
            return Err(file_too_large(path, self.limits));
        }
        if content.len() as u64 > left {
            return Err(package_too_large(self.limits));
        }
        self.total += content.len() as u64;
        Ok(content.into())
    }
}
