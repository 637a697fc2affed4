//! A package as the portal stores it: all contents in one blob, and an index of where each file lies.

use std::collections::BTreeSet;

use bytes::{Bytes, BytesMut};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Package;
use crate::finding::Finding;
use crate::texts::catalog::ARCHIVE_DAMAGED;

/// One file of an [`Archive`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchiveEntry {
    /// Its path in the package.
    pub path: String,
    /// Where it begins in the blob.
    pub offset: u64,
    /// Its bytes.
    pub length: u64,
    /// Hash of its content, hexadecimal; also what an ETag is made of.
    pub sha256: String,
    /// Whether it is of the back end, so that nobody may load it.
    #[serde(default)]
    pub is_server: bool,
}

/// All contents of a package in one blob, with an index sorted by path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    /// The contents, one after another.
    pub blob: Bytes,
    /// Where each file lies.
    pub index: Vec<ArchiveEntry>,
}

impl Archive {
    /// Lays the files of a package one after another; `server_files` are those of its back end.
    pub fn of(package: &Package, server_files: &BTreeSet<String>) -> Self {
        let total = package.files.values().map(Bytes::len).sum();
        let mut blob = BytesMut::with_capacity(total);
        let mut index = Vec::with_capacity(package.files.len());
        for (path, content) in &package.files {
            index.push(ArchiveEntry {
                path: path.clone(),
                offset: blob.len() as u64,
                length: content.len() as u64,
                sha256: hex::encode(Sha256::digest(content)),
                is_server: server_files.contains(path),
            });
            blob.extend_from_slice(content);
        }
        Self { blob: blob.freeze(), index }
    }

    /// The entry of a path.
    pub fn entry(&self, path: &str) -> Option<&ArchiveEntry> {
        let at = self.index.binary_search_by(|entry| entry.path.as_str().cmp(path)).ok()?;
        self.index.get(at)
    }

    /// The content of an entry, without a copy; `None` if the index points outside of the blob.
    pub fn content(&self, entry: &ArchiveEntry) -> Option<Bytes> {
        let start = usize::try_from(entry.offset).ok()?;
        let end = start.checked_add(usize::try_from(entry.length).ok()?)?;
        (end <= self.blob.len()).then(|| self.blob.slice(start..end))
    }

    /// The package again; every hash is checked.
    ///
    /// # Errors
    /// A finding when the blob is not what the index says.
    pub fn package(&self) -> Result<Package, Finding> {
        let mut package = Package::default();
        for entry in &self.index {
            let damaged = || ARCHIVE_DAMAGED.error(&entry.path);
            let content = self.content(entry).ok_or_else(|| damaged().with("why", "index"))?;
            if hex::encode(Sha256::digest(&content)) != entry.sha256 {
                return Err(damaged().with("why", "sha256"));
            }
            package.insert(&entry.path, content)?;
        }
        Ok(package)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package() -> Package {
        let files = [("b/x.js", "two"), ("a.txt", ""), ("manifest.json", "{}")];
        Package {
            files: files.map(|(path, text)| (path.to_owned(), Bytes::from_static(text.as_bytes()))).into(),
        }
    }

    #[test]
    fn an_archive_gives_the_package_back() {
        let archive = Archive::of(&package(), &BTreeSet::new());
        assert_eq!(archive.blob.len(), 5);
        assert_eq!(archive.package().unwrap(), package());
        let entry = archive.entry("b/x.js").unwrap();
        assert_eq!(archive.content(entry).unwrap(), "two");
        assert!(archive.entry("c.js").is_none());
        let server_files = BTreeSet::from(["b/x.js".to_owned()]);
        let index = Archive::of(&package(), &server_files).index;
        let hidden: Vec<_> = index.iter().filter(|entry| entry.is_server).map(|entry| &*entry.path).collect();
        assert_eq!(hidden, ["b/x.js"]);
    }

    #[test]
    fn a_damaged_archive_is_found() {
        let mut archive = Archive::of(&package(), &BTreeSet::new());
        archive.index[1].offset = u64::MAX;
        assert_eq!(archive.package().unwrap_err().code, "archive-damaged");
        let mut archive = Archive::of(&package(), &BTreeSet::new());
        archive.blob = Bytes::from_static(b"twO{}");
        assert_eq!(archive.package().unwrap_err().place, "b/x.js");
        let mut archive = Archive::of(&package(), &BTreeSet::new());
        archive.index[0].path = "../x.js".to_owned();
        assert_eq!(archive.package().unwrap_err().code, "bad-path");
    }
}
