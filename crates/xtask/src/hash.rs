//! Hashes of files and folders, and the stamps that spare work done before.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// The hash of a folder's files: their names and contents, not their times.
/// Entries named in `skip` are left out at every depth. A missing folder hashes as empty.
pub fn of_folder(root: &Path, skip: &[&str]) -> Result<String> {
    let mut files = Vec::new();
    collect(root, skip, &mut files)?;
    files.sort();
    let mut hasher = Sha256::new();
    for file in files {
        let bytes = read(&file)?;
        let name = file.strip_prefix(root).unwrap_or(&file).to_string_lossy().into_owned();
        hasher.update((name.len() as u64).to_le_bytes());
        hasher.update(name.as_bytes());
        hasher.update((bytes.len() as u64).to_le_bytes());
        hasher.update(&bytes);
    }
    Ok(hex(&hasher.finalize()))
}

/// The hash of one file's contents.
pub fn of_file(path: &Path) -> Result<String> {
    Ok(hex(&Sha256::digest(read(path)?)))
}

/// The hash of a text.
pub fn of_text(text: &str) -> String {
    hex(&Sha256::digest(text))
}

/// A file that remembers the inputs of the last successful piece of work.
pub struct Stamp(PathBuf);

impl Stamp {
    /// The stamp `name` in the tools' own folder.
    pub fn new(folder: &Path, name: &str) -> Self {
        Self(folder.join(name))
    }

    /// Whether the work was last done for exactly these inputs.
    pub fn matches(&self, inputs: &str) -> bool {
        fs::read_to_string(&self.0).is_ok_and(|stored| stored == inputs)
    }

    /// Remembers that the work is done for these inputs.
    pub fn set(&self, inputs: &str) -> Result<()> {
        fs::write(&self.0, inputs).with_context(|| format!("cannot write {}", self.0.display()))
    }
}

fn collect(folder: &Path, skip: &[&str], files: &mut Vec<PathBuf>) -> Result<()> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(());
    };
    for entry in entries {
        let entry = entry?;
        if skip.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), skip, files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_hash_sees_names_and_contents_but_not_what_is_skipped() -> Result<()> {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join("a"), "1")?;
        let first = of_folder(folder.path(), &["skipped"])?;

        fs::write(folder.path().join("skipped"), "x")?;
        assert_eq!(of_folder(folder.path(), &["skipped"])?, first);

        fs::write(folder.path().join("a"), "2")?;
        let second = of_folder(folder.path(), &["skipped"])?;
        assert_ne!(second, first);

        fs::rename(folder.path().join("a"), folder.path().join("b"))?;
        assert_ne!(of_folder(folder.path(), &["skipped"])?, second);
        Ok(())
    }

    #[test]
    fn a_stamp_matches_only_what_was_set() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let stamp = Stamp::new(folder.path(), "work");
        assert!(!stamp.matches("one"));
        stamp.set("one")?;
        assert!(stamp.matches("one") && !stamp.matches("two"));
        Ok(())
    }
}
