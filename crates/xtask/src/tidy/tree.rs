//! The repository as the rules see it: paths and texts, and where a Rust file stands.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Folders that the rules look at; everything else in the root is built or private.
const FOLDERS: &[&str] = &[
    ".cargo",
    ".ci",
    ".config",
    ".github",
    "api",
    "crates",
    "docs",
    "examples",
    "interop",
    "market",
    "migrations",
    "web",
];

/// A folder, but in a linked worktree a file that names a path of this machine.
const GIT: &str = ".git";

/// Folders at any depth that hold no source.
const BUILT: &[&str] = &["node_modules", "dist", "generated", "target", "test-results", ".vite"];

/// The crates of features: a folder for each.
pub const FEATURE_CRATES: &[&str] = &["identity", "social", "desk", "classroom", "edge"];

/// The crates that are one feature, by whose name they go.
const SINGLE_FEATURES: &[&str] = &[
    "search",
    "realtime",
    "panels",
    "integrations",
    "ai",
    "market",
    "moderation",
    "community",
    "timetable",
    "calendar",
    "weather",
];

/// A text file.
pub struct File {
    /// From the repository's root, with `/`.
    pub path: String,
    /// Its whole text; empty for a file that is no text.
    pub text: String,
}

impl File {
    /// Whether the path ends in `.` and one of these.
    pub fn has_extension(&self, extensions: &[&str]) -> bool {
        let extension = self.path.rsplit_once('.').map_or("", |(_, extension)| extension);
        extensions.contains(&extension)
    }
}

/// All files of the repository.
pub struct Tree {
    files: Vec<File>,
    paths: BTreeSet<String>,
}

impl Tree {
    /// Reads the repository.
    pub fn load(root: &Path) -> Result<Self> {
        let mut files = Vec::new();
        for entry in sorted_entries(root)? {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_folder = entry.file_type()?.is_dir();
            if is_folder && FOLDERS.contains(&name.as_str()) {
                load_folder(&entry.path(), &name, &mut files)?;
            } else if !is_folder && name != GIT {
                files.push(load_file(&entry.path(), name)?);
            }
        }
        Ok(Self::new(files))
    }

    /// A tree made of these paths and texts.
    #[cfg(test)]
    pub fn of(files: &[(&str, &str)]) -> Self {
        let file = |(path, text): &(&str, &str)| File { path: (*path).into(), text: (*text).into() };
        Self::new(files.iter().map(file).collect())
    }

    fn new(files: Vec<File>) -> Self {
        let mut paths = BTreeSet::new();
        for file in &files {
            let mut path = file.path.as_str();
            while paths.insert(path.to_owned()) {
                path = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            }
        }
        Self { files, paths }
    }

    /// All files.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// The Rust files.
    pub fn rust(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.has_extension(&["rs"]))
    }

    /// Whether a file or folder exists.
    pub fn exists(&self, path: &str) -> bool {
        self.paths.contains(path)
    }

    /// The text of one file.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|file| file.path == path).map(|file| file.text.as_str())
    }

    /// The features: folders of a crate with a `mod.rs`.
    pub fn features(&self) -> BTreeSet<&str> {
        let modules = self.rust().filter(|file| file.path.matches('/').count() == 4);
        let modules = modules.filter(|file| file.path.ends_with("/mod.rs"));
        let folders = modules.filter_map(|file| Some(FeatureFile::of(&file.path)?.feature));
        let crates = SINGLE_FEATURES.iter().copied();
        folders.chain(crates.filter(|name| self.exists(&format!("crates/{name}/src/lib.rs")))).collect()
    }
}

/// Where a Rust file of a feature stands.
#[derive(Debug, PartialEq, Eq)]
pub struct FeatureFile<'a> {
    /// The feature's folder.
    pub feature: &'a str,
    /// What the file is for: `routes`, `model`, `store` …
    pub role: &'a str,
}

impl<'a> FeatureFile<'a> {
    /// The feature and the role of `crates/<crate>/src/<feature>/<role>.rs` or of a file in the folder `<role>/`; without the
    /// feature's folder where the crate is the feature.
    pub fn of(path: &'a str) -> Option<Self> {
        let mut parts = path.strip_prefix("crates/")?.split('/');
        let name = parts.next()?;
        if parts.next()? != "src" {
            return None;
        }
        let feature = if SINGLE_FEATURES.contains(&name) {
            name
        } else {
            parts.next().filter(|_| FEATURE_CRATES.contains(&name))?
        };
        let role = parts.next()?;
        Some(Self { feature, role: role.strip_suffix(".rs").unwrap_or(role) })
    }
}

fn load_folder(folder: &Path, name: &str, files: &mut Vec<File>) -> Result<()> {
    for entry in sorted_entries(folder)? {
        let entry_name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{name}/{entry_name}");
        if !entry.file_type()?.is_dir() {
            files.push(load_file(&entry.path(), path)?);
        } else if !BUILT.contains(&entry_name.as_str()) {
            load_folder(&entry.path(), &path, files)?;
        }
    }
    Ok(())
}

fn load_file(file: &Path, path: String) -> Result<File> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {path}"))?;
    Ok(File { path, text: String::from_utf8(bytes).unwrap_or_default() })
}

fn sorted_entries(folder: &Path) -> Result<Vec<fs::DirEntry>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()));
    let mut entries = entries?.collect::<std::io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_knows_its_feature_and_its_role() {
        let place = FeatureFile::of("crates/desk/src/countdown/store.rs").unwrap();
        assert_eq!((place.feature, place.role), ("countdown", "store"));
        let place = FeatureFile::of("crates/social/src/chat/routes/send.rs").unwrap();
        assert_eq!((place.feature, place.role), ("chat", "routes"));
        let place = FeatureFile::of("crates/realtime/src/store.rs").unwrap();
        assert_eq!((place.feature, place.role), ("realtime", "store"));
        assert_eq!(FeatureFile::of("crates/kernel/src/db/mod.rs"), None);
        assert_eq!(FeatureFile::of("crates/desk/src/lib.rs"), None);
    }

    #[test]
    fn folders_exist_and_features_have_doors() {
        let tree = Tree::of(&[
            ("crates/desk/src/countdown/mod.rs", ""),
            ("crates/desk/src/countdown/routes/mod.rs", ""),
            ("crates/desk/src/shared/help.rs", ""),
        ]);
        assert!(tree.exists("crates/desk/src") && !tree.exists("crates/edge"));
        assert_eq!(tree.features().into_iter().collect::<Vec<_>>(), ["countdown"]);
    }
}
