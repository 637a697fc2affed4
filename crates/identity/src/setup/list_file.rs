//! The list file (`interface 2.6`): its text, its place on disk, its backups.
//!
//! A new list becomes visible in three steps, and the database's commit is the one that decides:
//! 1. the new text is written and synced beside the file, as `pre-records.new-<hash>.json`;
//! 2. the transaction stores the rows together with the hash of that text;
//! 3. the new text is renamed over the file.
//!
//! When the first fails, nothing is saved. After a crash the next start finds a waiting text: with
//! the stored hash it is renamed (the commit had happened), with any other it is removed. So file
//! and rows are old together or new together, and never half.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use kernel::http::parse_json;
use kernel::texts::{Language, Message, Text};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::dto::SetupRow;
use super::model::{self, Entry, Listed, MAX_ROWS, Position};
use super::texts;

/// Larger files are no class list; they are not read.
const MAX_BYTES: u64 = 4 << 20;

/// Why a file cannot be used, in words for the operator; `None` when it holds no rows at all.
pub(super) type Fault = Option<String>;

/// Reads the file's text: all `classXX` keys, others ignored. Rows are checked one by one.
///
/// # Errors
/// [`Fault`], naming class and row but no person.
pub(super) fn parse(bytes: &[u8]) -> Result<Vec<Entry>, Fault> {
    // Editors on Windows begin a file with a byte order mark.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.trim_ascii().is_empty() {
        return Err(None);
    }
    let lists: Map<String, Value> =
        parse_json(bytes).map_err(|error| Some(error.localized(Language::Chinese)))?;
    let mut entries = Vec::new();
    for (key, rows) in lists {
        let Some(class) = key.strip_prefix("class").and_then(model::class_of_digits) else { continue };
        let Value::Array(rows) = rows else {
            return Err(Some(
                Position { class, row: 1 }.refuse(&texts::ROW_INVALID).localized(Language::Chinese),
            ));
        };
        for (index, row) in rows.into_iter().enumerate() {
            entries.push(parse_row(Position { class, row: index + 1 }, row)?);
        }
    }
    match entries.len() {
        0 => Err(None),
        1..=MAX_ROWS => Ok(entries),
        _ => Err(Some(texts::LIST_TOO_LONG.with("max", MAX_ROWS).localized(Language::Chinese))),
    }
}

fn parse_row(position: Position, row: Value) -> Result<Entry, Fault> {
    let invalid = |_| Some(position.refuse(&texts::ROW_INVALID).localized(Language::Chinese));
    let row: SetupRow = serde_json::from_value(row).map_err(invalid)?;
    model::parse_row(position, &row).map_err(|error| Some(error.localized(Language::Chinese)))
}

/// The file's text for a list: the fields of `interface 2.6`, in the order of the user IDs, so
/// that the same list always has the same text.
pub(super) fn render<'a>(rows: impl IntoIterator<Item = &'a Listed>) -> Vec<u8> {
    let mut rows: Vec<&Listed> = rows.into_iter().collect();
    rows.sort_by_key(|row| row.user_id);
    let fields =
        |row: &Listed| json!({ "real_name": row.real_name, "user_id": row.user_id, "gender": row.gender });
    let classes = model::by_class(rows.iter().map(|row| (row.user_id, fields(row))));
    // Maps of texts and texts alone: this cannot fail.
    let mut text = serde_json::to_vec_pretty(&classes).unwrap_or_default();
    text.push(b'\n');
    text
}

/// What tells whether the rows are those of a file.
pub(super) fn hash(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// The file and its companions in the same folder. All calls block.
#[derive(Clone, Debug)]
pub(super) struct Disk {
    file: PathBuf,
}

impl Disk {
    /// The place that PRE_RECORDS_PATH names; a link is followed, so that it stays a link.
    pub fn new(path: &Path) -> Self {
        Self { file: fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()) }
    }

    /// A companion; the name is fixed by `interface 2.6`, so that one pattern keeps all of them
    /// out of repositories and synchronised folders.
    fn beside(&self, suffix: &str) -> PathBuf {
        self.file.with_file_name(format!("pre-records{suffix}.json"))
    }

    fn folder(&self) -> &Path {
        self.file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    /// Where a text waits. Named by its hash: nodes may share a folder, and each renames its own.
    fn waiting(&self, hash: &str) -> PathBuf {
        self.beside(&format!(".new-{hash}"))
    }

    /// The file's bytes; `None` when there is none.
    pub fn read(&self) -> io::Result<Option<Vec<u8>>> {
        read_bounded(&self.file)
    }

    /// Writes the new text beside the file, after the day's first backup of the old one.
    pub fn stage(&self, bytes: &[u8], today: Date) -> io::Result<()> {
        let hash = hash(bytes);
        fs::DirBuilder::new().recursive(true).mode(0o700).create(self.folder())?;
        if self.file.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let backup = self.beside(&format!(".bak-{today}"));
        // Not read bounded: whatever is overwritten is kept.
        if self.file.exists() && !backup.exists() {
            let half = self.beside(&format!(".tmp-{hash}"));
            write_synced(&half, &fs::read(&self.file)?)?;
            fs::rename(half, backup)?;
        }
        write_synced(&self.waiting(&hash), bytes)
    }

    /// Puts the waiting text in the file's place.
    pub fn publish(&self, hash: &str) -> io::Result<()> {
        fs::rename(self.waiting(hash), &self.file)?;
        File::open(self.folder())?.sync_all()
    }

    /// Forgets the waiting text.
    pub fn discard(&self, hash: &str) -> io::Result<()> {
        fs::remove_file(self.waiting(hash))
    }

    /// Ends what a crash left open, given the hash that was committed.
    pub fn recover(&self, committed: Option<&str>) -> Recovered {
        let whole =
            |text: &str| read_bounded(&self.waiting(text)).is_ok_and(|b| b.is_some_and(|b| hash(&b) == text));
        if let Some(committed) = committed.filter(|committed| whole(committed))
            && let Err(error) = self.publish(committed)
        {
            tracing::warn!(%error, "class list file not put in place; the saved list is in the file beside it");
            return Recovered::Pending;
        }
        if let Err(error) = self.remove_unfinished() {
            tracing::warn!(%error, "unfinished class list file not removed");
        }
        Recovered::Whole
    }

    /// Removes what was never committed: it holds names.
    fn remove_unfinished(&self) -> io::Result<()> {
        let entries = match fs::read_dir(self.folder()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let unfinished = name.starts_with("pre-records.new-") || name.starts_with("pre-records.tmp-");
            if unfinished && name.ends_with(".json") {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Takes a hand-written file out of everyone else's sight.
    pub fn hide(&self) -> io::Result<()> {
        let mode = fs::metadata(&self.file)?.permissions().mode();
        if mode & 0o077 == 0 {
            Ok(())
        } else {
            fs::set_permissions(&self.file, Permissions::from_mode(0o600))
        }
    }
}

fn read_bounded(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(Some(bytes)) }
}

/// A file of mode 0600 whose bytes are on disk.
fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    // New, so that the mode is ours and not that of a file left there.
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// What [`Disk::recover`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Recovered {
    /// Nothing waits any more.
    Whole,
    /// A committed text waits and cannot be moved: the file is older than the rows.
    Pending,
}

/// What the list file's line in the health answer says.
#[derive(Clone, Debug)]
pub(super) enum Report {
    /// Neither a file nor rows yet.
    Absent,
    /// File and rows agree.
    Fine,
    /// Something for the operator to look at.
    Warning(Message),
}

impl Report {
    pub fn warning(text: &'static Text) -> Self {
        Self::Warning(text.into())
    }
}
