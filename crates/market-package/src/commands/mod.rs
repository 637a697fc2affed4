//! What the command line does for authors: `classportal market lint`, `pack` and `new`.
//!
//! Each gives back what it did, and its text in both languages; nothing is printed here.

mod create;

pub use create::{Created, new};

use std::fs;
use std::path::{Path, PathBuf};

use crate::check::{Checked, Expected, Strictness, check_package};
use crate::finding::{Bilingual, Finding, Report};
use crate::limits::{Limits, size_text};
use crate::manifest::Manifest;
use crate::package::{Package, zip_package};
use crate::path::is_name;
use crate::texts::commands as texts;
use crate::version::Version;

/// A folder that was judged for its author.
#[derive(Clone, Debug)]
pub struct Linted {
    /// The manifest; `None` if there are errors.
    pub manifest: Option<Manifest>,
    /// What is wrong and what can be better.
    pub report: Report,
    /// The files; empty if the folder could not be read.
    pub package: Package,
}

impl Linted {
    /// The last line of what an author reads; the findings are [`Report::text`].
    pub fn summary(&self) -> Bilingual {
        let (errors, warnings) = (self.report.errors().count(), self.report.warnings().count());
        match &self.manifest {
            Some(manifest) if errors + warnings == 0 => text(&texts::CLEAN.error(""))
                .with("kind", manifest.kind().word())
                .with("name", &manifest.about().name)
                .with("version", &manifest.about().version)
                .with("files", self.package.files.len())
                .with("size", size_text(self.package.total_bytes())),
            _ => text(&texts::FOUND.error("")).with("errors", errors).with("warnings", warnings),
        }
    }
}

/// The text of a rule that is no finding.
fn text(finding: &Finding) -> Bilingual {
    finding.text.clone()
}

/// Judges a folder as its author should see it.
pub fn lint(folder: &Path, expected: &Expected<'_>) -> Linted {
    let opened = match Package::from_folder(folder, &Limits::AUTHOR) {
        Ok(opened) => opened,
        Err(report) => return Linted { manifest: None, report, package: Package::default() },
    };
    let mut report = opened.report;
    let Checked { manifest, report: found, .. } =
        check_package(&opened.package, expected, Strictness::Author);
    report.append(found);
    if let Some(manifest) = &manifest {
        report.findings.extend(folder_name(folder, &manifest.about().name));
    }
    Linted { manifest, report, package: opened.package }
}

/// A package lies in a folder of its name, in catalogs and when it is submitted.
fn folder_name(folder: &Path, name: &str) -> Option<Finding> {
    let folder = fs::canonicalize(folder).ok()?;
    let own = folder.file_name()?.to_string_lossy().into_owned();
    (own != name).then(|| texts::FOLDER_NAME.warning("name").with("folder", own).with("name", name))
}

/// A package that was written as a zip.
#[derive(Clone, Debug)]
pub struct Packed {
    /// Where it is.
    pub file: PathBuf,
    /// Its bytes.
    pub bytes: u64,
    /// [`Package::digest`] of its files.
    pub digest: String,
    /// What was found; warnings only.
    pub linted: Linted,
}

impl Packed {
    /// The last line of what an author reads.
    pub fn summary(&self) -> Bilingual {
        let packed = text(&texts::PACKED.error("")).with("file", self.file.display());
        packed.with("size", size_text(self.bytes)).with("digest", &self.digest)
    }
}

/// Packs a folder into one zip, if it has no errors. Without `file`, the zip lies beside the folder and is
/// called after the package and its version.
///
/// # Errors
/// What was found, with at least one error; nothing is written then.
pub fn pack(folder: &Path, file: Option<&Path>, expected: &Expected<'_>) -> Result<Packed, Box<Linted>> {
    let mut linted = lint(folder, expected);
    let Some(manifest) = &linted.manifest else { return Err(Box::new(linted)) };
    let file = file.map_or_else(|| beside(folder, manifest), Path::to_path_buf);
    let written = zip_package(&linted.package)
        .map_err(|error| error.to_string())
        .and_then(|zip| fs::write(&file, &zip).map(|()| zip.len()).map_err(|error| error.to_string()));
    match written {
        Ok(bytes) => Ok(Packed { file, bytes: bytes as u64, digest: linted.package.digest(), linted }),
        Err(why) => {
            let finding = texts::UNWRITABLE.error(file.to_string_lossy());
            linted.report.push(finding.with("file", file.display()).with("why", why));
            linted.manifest = None;
            Err(Box::new(linted))
        }
    }
}

/// `<name>-<version>.zip` beside the folder: in it, the next `lint` would find the zip.
fn beside(folder: &Path, manifest: &Manifest) -> PathBuf {
    let about = manifest.about();
    let Version(major, minor, patch) = Version::parse(&about.version);
    let parent = fs::canonicalize(folder).ok().and_then(|folder| folder.parent().map(Path::to_path_buf));
    // A name of the form of names is a file name on every system.
    let name = if is_name(&about.name) { about.name.as_str() } else { "package" };
    parent.unwrap_or_default().join(format!("{name}-{major}.{minor}.{patch}.zip"))
}
