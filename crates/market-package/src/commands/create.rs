//! `market new`: a small app that works, to begin with.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::finding::Bilingual;
use crate::path::is_name;
use crate::texts::commands as texts;

const MANIFEST: &str = include_str!("../../templates/manifest.json");
const ICON: &str = include_str!("../../templates/icon.svg");
const STYLE: &str = include_str!("../../templates/style.css");
const ENTRY: &str = include_str!("../../templates/entry.js");
const ENTRY_WITH_BACKEND: &str = include_str!("../../templates/entry-backend.js");
const ROUTES: &str = include_str!("../../templates/routes.js");

/// An app that was made.
#[derive(Clone, Debug)]
pub struct Created {
    /// Its folder.
    pub folder: PathBuf,
    /// Its files, relative to the folder.
    pub files: Vec<&'static str>,
}

impl Created {
    /// What an author reads.
    pub fn summary(&self) -> Bilingual {
        let created = texts::CREATED.error("").text;
        created.with("folder", self.folder.display()).with("files", self.files.len())
    }
}

/// Makes a small working app in a new folder of its name, with or without a back end.
///
/// # Errors
/// The reason, when the name is none, the folder is there already, or a file cannot be written.
pub fn new(parent: &Path, name: &str, with_backend: bool) -> Result<Created, Bilingual> {
    if !is_name(name) {
        return Err(texts::NEW_NAME.error("").text.with("name", name));
    }
    let folder = parent.join(name);
    if fs::symlink_metadata(&folder).is_ok() {
        return Err(texts::NEW_EXISTS.error("").text.with("folder", folder.display()));
    }
    let mut files = vec![
        ("manifest.json", manifest(with_backend)),
        ("icon.svg", ICON.to_owned()),
        ("frontend/style.css", STYLE.to_owned()),
        ("frontend/entry.js", if with_backend { ENTRY_WITH_BACKEND } else { ENTRY }.to_owned()),
    ];
    if with_backend {
        files.push(("backend/routes.js", ROUTES.to_owned()));
    }
    for (path, text) in &files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(&folder);
        let written =
            fs::create_dir_all(parent).and_then(|()| fs::write(&path, text.replace("{{name}}", name)));
        written.map_err(|error| {
            texts::UNWRITABLE.error("").text.with("file", path.display()).with("why", error)
        })?;
    }
    Ok(Created { folder, files: files.into_iter().map(|(path, _)| path).collect() })
}

/// The manifest, without its back end where there is none.
fn manifest(with_backend: bool) -> String {
    if with_backend {
        return MANIFEST.to_owned();
    }
    let parsed = serde_json::from_str::<serde_json::Map<String, Value>>(MANIFEST);
    let mut manifest = parsed.unwrap_or_default();
    manifest.shift_remove("backend");
    if let Some(capabilities) = manifest.get_mut("capabilities") {
        *capabilities = Value::Array(Vec::new());
    }
    serde_json::to_string_pretty(&manifest).unwrap_or_default() + "\n"
}
