//! Reads a package from a zip archive. Nothing that the archive says of itself is believed.

use std::io::Cursor;

use bytes::Bytes;
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::{Kind, MANIFEST, Meter, Opened, Package, is_left_out, left_out};
use crate::finding::{Finding, Report};
use crate::limits::Limits;
use crate::path::{check_path, is_name};
use crate::texts::files;

/// Entries of an archive, folders and hidden files too, for each file that a package may have.
const ENTRIES_PER_FILE: usize = 8;

/// The file type of a Unix mode, and the two types that are taken.
const TYPE_MASK: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;
const DIRECTORY: u32 = 0o040_000;

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Opened, Report> {
    if bytes.len() as u64 > limits.total_bytes {
        return Err(super::package_too_large(limits).into());
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes))
        .map_err(|error| files::ZIP_UNREADABLE.error("").with("why", error))?;
    if archive.len() > limits.files * ENTRIES_PER_FILE {
        return Err(super::too_many_files(limits).into());
    }
    // Two readers must see the same files: no name twice, no local header that says something else,
    // no entry inside of another, no entry that the directory leaves out.
    archive.validate_header_consistency().map_err(invalid)?;
    if archive.offset() > 0 {
        return Err(files::ZIP_INVALID.error("").with("why", "data before the archive").into());
    }
    let mut report = Report::default();
    let entries = entries(&mut archive, &mut report)?;
    let root = root(&entries)?;
    let (package, errors) = extract(&mut archive, &entries, &root, limits);
    if errors.has_errors() { Err(errors) } else { Ok(Opened { package, place: place(&root), report }) }
}

fn invalid(error: ZipError) -> Report {
    files::ZIP_INVALID.error("").with("why", error).into()
}

/// The files of an archive: their indexes and paths.
fn entries(archive: &mut Archive<'_>, report: &mut Report) -> Result<Vec<(usize, String)>, Report> {
    let mut found = Vec::new();
    let mut errors = Report::default();
    for index in 0..archive.len() {
        match entry(archive, index) {
            Ok(Some(path)) if is_left_out(&path) => report.push(left_out(&path)),
            Ok(Some(path)) => found.push((index, path)),
            Ok(None) => {}
            Err(finding) => errors.push(finding),
        }
    }
    if errors.has_errors() { Err(errors) } else { Ok(found) }
}

/// The path of an entry; `None` for a folder.
fn entry(archive: &mut Archive<'_>, index: usize) -> Result<Option<String>, Finding> {
    let file =
        archive.by_index_raw(index).map_err(|error| files::ZIP_INVALID.error("").with("why", error))?;
    let raw = String::from_utf8_lossy(file.name_raw()).into_owned();
    if std::str::from_utf8(file.name_raw()).is_err() {
        return Err(files::NAME_ENCODING.error(raw));
    }
    if file.encrypted() {
        return Err(files::ZIP_ENCRYPTED.error(raw));
    }
    // Archives of systems without Unix modes have none, or one without a type.
    let mode = file.unix_mode().unwrap_or(0) & TYPE_MASK;
    let directory = raw.ends_with('/');
    let expected = if directory { DIRECTORY } else { REGULAR };
    if mode != 0 && mode != expected {
        return Err(files::SPECIAL_FILE.error(raw));
    }
    if directory {
        // Its name leads files nowhere, but a hostile one tells of a hostile archive.
        let name = raw.trim_end_matches('/');
        return match check_path(name) {
            Err(fault) if !is_left_out(name) => Err(fault.finding(&raw)),
            _ => Ok(None),
        };
    }
    if !matches!(file.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
        return Err(files::ZIP_METHOD.error(raw));
    }
    Ok(Some(raw))
}

/// The folder that the package lies in, with a slash at its end: that of the topmost manifest.
fn root(entries: &[(usize, String)]) -> Result<String, Report> {
    let mut roots: Vec<&str> = entries
        .iter()
        .filter_map(|(_, path)| {
            path.strip_suffix(MANIFEST).filter(|root| root.is_empty() || root.ends_with('/'))
        })
        .collect();
    roots.sort_by_key(|root| (root.matches('/').count(), *root));
    let Some(first) = roots.first().copied() else {
        return Err(files::NO_MANIFEST.error("").into());
    };
    let depth = |root: &str| root.matches('/').count();
    match roots.get(1) {
        Some(second) if depth(second) == depth(first) => {
            let finding = files::SEVERAL_PACKAGES.error("").with("one", first).with("two", second);
            Err(finding.into())
        }
        _ if is_root(first) => Ok(first.to_owned()),
        _ => Err(files::NO_MANIFEST.error(first).into()),
    }
}

/// Whether a package may lie here: at the top, in one folder, or in `apps/<name>/` or `plugins/<name>/`,
/// which may lie in one folder.
fn is_root(root: &str) -> bool {
    place(root).is_some() || root.matches('/').count() <= 1
}

/// The kind and name that the folder of a package says.
fn place(root: &str) -> Option<(Kind, String)> {
    let parts: Vec<&str> = root.trim_end_matches('/').split('/').collect();
    let [.., folder, name] = parts.as_slice() else { return None };
    let kind = Kind::of_folder(folder)?;
    (parts.len() <= 3 && is_name(name)).then(|| (kind, (*name).to_owned()))
}

fn extract(
    archive: &mut Archive<'_>,
    entries: &[(usize, String)],
    root: &str,
    limits: &Limits,
) -> (Package, Report) {
    let mut package = Package::default();
    let mut errors = Report::default();
    let mut meter = Meter::new(limits);
    for (index, path) in entries {
        let Some(relative) = path.strip_prefix(root) else {
            errors.push(files::OUTSIDE_PACKAGE.error(path).with("root", root.trim_end_matches('/')));
            continue;
        };
        let added = inflate(archive, *index, path, &mut meter).and_then(|content| {
            check_path(path).map_err(|fault| fault.finding(path))?;
            package.insert(relative, content)
        });
        if let Err(finding) = added {
            // Over a limit of all files together, the rest is not even inflated.
            let over = [files::TOO_MANY_FILES.code, files::PACKAGE_TOO_LARGE.code].contains(&finding.code);
            errors.push(finding);
            if over {
                break;
            }
        }
    }
    (package, errors)
}

fn inflate(
    archive: &mut Archive<'_>,
    index: usize,
    path: &str,
    meter: &mut Meter<'_>,
) -> Result<Bytes, Finding> {
    let file = archive.by_index(index).map_err(|error| files::ZIP_INVALID.error(path).with("why", error))?;
    meter.read(path, file)
}
