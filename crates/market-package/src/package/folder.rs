//! Reads a package from a folder.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;
use walkdir::WalkDir;

use super::{Meter, Opened, Package, is_left_out, left_out};
use crate::finding::Report;
use crate::limits::Limits;
use crate::texts::files;

/// Entries looked at before the folder is given up: someone named a home folder by mistake.
const MOST_ENTRIES: usize = 20_000;

pub(super) fn read(folder: &Path, limits: &Limits) -> Result<Opened, Report> {
    let mut report = Report::default();
    let mut errors = Report::default();
    let mut package = Package::default();
    let mut meter = Meter::new(limits);
    let mut entries = WalkDir::new(folder).min_depth(1).sort_by_file_name().into_iter();
    let mut seen = 0;
    while let Some(entry) = entries.next() {
        seen += 1;
        if seen > MOST_ENTRIES {
            return Err(super::too_many_files(limits).into());
        }
        let entry = entry.map_err(|error| Report::from(files::UNREADABLE.error("").with("why", error)))?;
        let relative = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let Some(path) = relative.to_str().map(|path| path.replace(std::path::MAIN_SEPARATOR, "/")) else {
            errors.push(files::NAME_ENCODING.error(relative.to_string_lossy()));
            continue;
        };
        let kind = entry.file_type();
        if is_left_out(&path) {
            report.push(left_out(&path));
            if kind.is_dir() {
                entries.skip_current_dir();
            }
        } else if kind.is_file() {
            let file = open(entry.path())
                .map_err(|error| Report::from(files::UNREADABLE.error(&path).with("why", error)))?;
            match meter.read(&path, file).and_then(|content| package.insert(&path, content)) {
                Ok(()) => {}
                Err(finding) if finding.code == files::TOO_MANY_FILES.code => return Err(finding.into()),
                Err(finding) => errors.push(finding),
            }
        } else if !kind.is_dir() {
            errors.push(files::SPECIAL_FILE.error(&path));
        }
    }
    if errors.has_errors() { Err(errors) } else { Ok(Opened { package, place: None, report }) }
}

/// Opens a plain file. Between the look at the folder and this moment it may have become a link or a pipe: a
/// link is not followed, and a pipe is not waited for.
fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let flags = i32::try_from(flags.bits()).map_err(io::Error::other)?;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::ErrorKind::InvalidInput.into()) }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    fn read_folder(fill: impl FnOnce(&Path)) -> Result<Opened, Report> {
        let folder = tempfile::tempdir().unwrap();
        fill(folder.path());
        read(folder.path(), &Limits::INSTALL)
    }

    fn codes(fill: impl FnOnce(&Path)) -> Vec<&'static str> {
        let report = read_folder(fill).unwrap_err();
        report.findings.iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn a_folder_is_read_with_its_folders_and_without_hidden_files() {
        let opened = read_folder(|at| {
            fs::create_dir_all(at.join("frontend")).unwrap();
            fs::create_dir_all(at.join(".git/objects")).unwrap();
            fs::write(at.join("frontend/entry.js"), "1").unwrap();
            fs::write(at.join("manifest.json"), "{}").unwrap();
            fs::write(at.join(".git/objects/a.exe"), "x").unwrap();
            fs::write(at.join("Thumbs.db"), "x").unwrap();
        })
        .unwrap();
        let paths: Vec<_> = opened.package.files.keys().collect();
        assert_eq!(paths, ["frontend/entry.js", "manifest.json"]);
        assert_eq!(opened.report.warnings().count(), 2);
    }

    #[test]
    fn links_and_devices_are_refused() {
        assert_eq!(codes(|at| symlink("/etc/passwd", at.join("a.js")).unwrap()), ["special-file"]);
        assert_eq!(codes(|at| symlink("/etc", at.join("folder")).unwrap()), ["special-file"]);
        let socket = |at: &Path| drop(std::os::unix::net::UnixListener::bind(at.join("a.js")).unwrap());
        assert_eq!(codes(socket), ["special-file"]);
    }

    #[test]
    fn a_file_that_became_a_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.txt"), "a").unwrap();
        symlink("a.txt", folder.path().join("b.txt")).unwrap();
        assert!(open(&folder.path().join("a.txt")).is_ok());
        assert!(open(&folder.path().join("b.txt")).is_err());
        assert!(open(folder.path()).is_err());
    }

    #[test]
    fn files_of_other_kinds_and_names_are_refused_each() {
        let fill = |at: &Path| {
            fs::write(at.join("run.exe"), "x").unwrap();
            fs::write(at.join("LICENSE"), "x").unwrap();
            fs::write(at.join("con.js"), "x").unwrap();
        };
        assert_eq!(codes(fill), ["file-extension", "bad-path", "file-extension"]);
    }

    #[test]
    fn three_hundred_and_one_files_are_refused() {
        let fill = |at: &Path| (0..301).for_each(|n| fs::write(at.join(format!("{n}.txt")), "x").unwrap());
        assert_eq!(codes(fill), ["too-many-files"]);
        assert_eq!(
            codes(|at| fs::write(at.join("a.txt"), vec![0; 15 << 20 | 1]).unwrap()),
            ["file-too-large"]
        );
    }

    #[test]
    fn a_folder_that_is_not_there_is_refused() {
        let report = read(Path::new("does/not/exist"), &Limits::INSTALL).unwrap_err();
        assert_eq!(report.findings[0].code, "unreadable");
    }
}
