//! Catalogs: the `index.json` of a source, which lists its apps and plugins with their files.

mod signature;
#[cfg(test)]
mod tests;

pub use signature::{PublicKey, verify_signature};

use std::collections::HashSet;

use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::finding::{Finding, Report};
use crate::limits::{Limits, size_text};
use crate::package::{Kind, MANIFEST, Package};
use crate::path::{TakenPaths, check_path, extension, has_known_extension, is_name};
use crate::texts::catalog as texts;

/// Bytes of an `index.json`; a catalog with hashes of a thousand apps fits.
pub const CATALOG_BYTES: usize = 8 * 1024 * 1024;

/// Entries of one list that are read; the rest is left out with one warning, since each may have one of its own.
const MOST_ENTRIES: usize = 5_000;

/// Extensions of pictures that an entry may show.
pub const ICON_EXTENSIONS: &[&str] = &["svg", "png", "jpg", "jpeg", "gif", "webp", "ico"];

/// A source's list of packages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Catalog {
    /// The version of its format; 0 if it says none.
    pub version: u64,
    /// When it was written, as it says.
    pub updated_at: String,
    /// Apps.
    pub apps: Vec<CatalogEntry>,
    /// Plugins.
    pub plugins: Vec<CatalogEntry>,
    /// What is listed and could not be read.
    #[serde(skip)]
    pub left_out: Vec<LeftOut>,
}

/// What a catalog lists and nobody can install.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// In which list.
    pub kind: Kind,
    /// The name of the entry, or its place when it has none; `None` for the whole list or all that is behind its
    /// readable part.
    pub name: Option<String>,
    /// Why.
    pub finding: Finding,
}

/// One package of a catalog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CatalogEntry {
    /// Its name.
    pub name: String,
    /// What people call it.
    pub label: String,
    /// Its version as the catalog has it; the manifest's may differ.
    pub version: String,
    /// What it is for.
    pub description: String,
    /// Who made it.
    pub author: String,
    /// Path of its picture from the catalog's root, `apps/<name>/icon.svg`.
    pub icon: Option<String>,
    /// Its files.
    pub files: Vec<CatalogFile>,
}

/// One file of a catalog's entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CatalogFile {
    /// Its path from the catalog's root, `apps/<name>/…`: what is fetched.
    pub path: String,
    /// Its path inside of the package.
    pub inner: String,
    /// The hash that its content must have, hexadecimal in lower case.
    pub sha256: Option<String>,
    /// The bytes that it must have.
    pub size: Option<u64>,
}

impl CatalogFile {
    /// Compares fetched content with what the catalog says.
    ///
    /// # Errors
    /// A finding when hash or size differ.
    pub fn verify(&self, content: &[u8]) -> Result<(), Finding> {
        let size = content.len() as u64;
        if let Some(want) = self.size.filter(|want| *want != size) {
            return Err(texts::SIZE_DIFFERS.error(&self.path).with("want", want).with("size", size));
        }
        match &self.sha256 {
            Some(want) if hex::encode(Sha256::digest(content)) != *want => {
                Err(texts::HASH_DIFFERS.error(&self.path))
            }
            _ => Ok(()),
        }
    }
}

impl CatalogEntry {
    /// Whether every file has a hash, so that the files are as trusted as the catalog is.
    pub fn is_pinned(&self) -> bool {
        self.files.iter().all(|file| file.sha256.is_some())
    }

    /// Compares a package with the hashes and sizes of the entry.
    pub fn check(&self, package: &Package) -> Report {
        let mut report = Report::default();
        for file in &self.files {
            if let Some(Err(finding)) = package.files.get(&file.inner).map(|content| file.verify(content)) {
                report.push(finding);
            }
        }
        report
    }
}

impl Catalog {
    /// Reads an `index.json`. Entries out of form are left out, with a warning each, and so is one of the two
    /// lists: what the other one has is still there to install.
    ///
    /// # Errors
    /// A finding when it is no catalog at all.
    pub fn parse(bytes: &[u8]) -> Result<(Self, Report), Finding> {
        let root = root(bytes)?;
        let mut report = Report::default();
        let mut left_out = Vec::new();
        let mut read = |kind| entries(kind, list(&root, kind, &mut left_out), &mut left_out, &mut report);
        let (apps, plugins) = (read(Kind::App), read(Kind::Plugin));
        report.findings.splice(..0, left_out.iter().map(|one| one.finding.clone()));
        let catalog = Self {
            version: root.get("version").map(number).unwrap_or_default(),
            updated_at: root.get("updated_at").map(plain).unwrap_or_default(),
            apps,
            plugins,
            left_out,
        };
        Ok((catalog, report))
    }

    /// The entry of a kind and name.
    pub fn find(&self, kind: Kind, name: &str) -> Option<&CatalogEntry> {
        let list = match kind {
            Kind::App => &self.apps,
            Kind::Plugin => &self.plugins,
        };
        list.iter().find(|entry| entry.name == name)
    }

    /// Why the entry of a kind and name could not be read; `None` when the catalog has none.
    pub fn why_left_out(&self, kind: Kind, name: &str) -> Option<&Finding> {
        let is_it = |one: &&LeftOut| one.kind == kind && one.name.as_deref() == Some(name);
        self.left_out.iter().find(is_it).map(|one| &one.finding)
    }

    /// Why the list of a kind, or what is behind its readable part, could not be read: nobody knows what stands there.
    pub fn why_unread(&self, kind: Kind) -> Option<&Finding> {
        let is_it = |one: &&LeftOut| one.kind == kind && one.name.is_none();
        self.left_out.iter().find(is_it).map(|one| &one.finding)
    }
}

/// The object that a catalog is, with a list at least.
fn root(bytes: &[u8]) -> Result<Map<String, Value>, Finding> {
    const INDEX: &str = "index.json";
    if bytes.len() > CATALOG_BYTES {
        return Err(texts::CATALOG_SIZE.error(INDEX).with("most", size_text(CATALOG_BYTES as u64)));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let root = match serde_json::from_slice(bytes) {
        Ok(Value::Object(root)) => root,
        Ok(_) => return Err(texts::CATALOG_OBJECT.error(INDEX)),
        Err(error) => {
            let (line, column, why) = (error.line(), error.column(), error.to_string());
            // The place stands before it, in the reader's language.
            let why = why.rsplit_once(" at line ").map_or(why.as_str(), |(why, _)| why);
            let finding = texts::CATALOG_JSON.error(format!("{INDEX}:{line}:{column}"));
            return Err(finding.with("line", line).with("column", column).with("why", why));
        }
    };
    let kinds = [Kind::App, Kind::Plugin].map(Kind::folder);
    if kinds.iter().any(|list| root.get(*list).is_some_and(Value::is_array)) {
        return Ok(root);
    }
    let is_there = |list: &str| root.get(list).is_some_and(|value| !value.is_null());
    let zh =
        kinds.map(|list| if is_there(list) { format!("{list} 不是列表") } else { format!("缺少 {list}") });
    let en = kinds
        .map(|list| if is_there(list) { format!("{list} is no list") } else { format!("{list} is missing") });
    let finding = texts::CATALOG_LISTS.error(INDEX);
    Err(finding.with("why_zh", zh.join("，")).with("why_en", en.join(", ")))
}

/// The entries of a kind as they stand there. A catalog need not have both lists.
fn list<'a>(root: &'a Map<String, Value>, kind: Kind, left_out: &mut Vec<LeftOut>) -> &'a [Value] {
    match root.get(kind.folder()) {
        Some(Value::Array(entries)) => return entries,
        None | Some(Value::Null) => {}
        Some(_) => {
            let finding = texts::LIST_FORM.warning(kind.folder()).with("list", kind.folder());
            left_out.push(LeftOut { kind, name: None, finding });
        }
    }
    &[]
}

fn number(value: &Value) -> u64 {
    value.as_u64().or_else(|| value.as_str()?.parse().ok()).unwrap_or_default()
}

/// A short text or number, without what would disturb a list.
fn plain(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    };
    text.chars().filter(|c| !c.is_control()).take(400).collect::<String>().trim().to_owned()
}

/// Why an entry is left out, in both languages.
type Why = (&'static str, &'static str);

fn entries(
    kind: Kind,
    values: &[Value],
    left_out: &mut Vec<LeftOut>,
    report: &mut Report,
) -> Vec<CatalogEntry> {
    let mut names = HashSet::new();
    let mut found = Vec::new();
    if values.len() > MOST_ENTRIES {
        let finding = texts::TOO_MANY_ENTRIES.warning(kind.folder()).with("list", kind.folder());
        left_out.push(LeftOut { kind, name: None, finding: finding.with("most", MOST_ENTRIES) });
    }
    for (index, value) in values.iter().take(MOST_ENTRIES).enumerate() {
        let read = match entry(kind, value, report) {
            Ok(entry) if !names.insert(entry.name.clone()) => Err(("重名", "the name stands twice")),
            read => read,
        };
        match read {
            Ok(entry) => found.push(entry),
            Err((zh, en)) => {
                let (name, place) = named(kind, index, value);
                let finding = texts::ENTRY_SKIPPED.warning(place);
                let finding = finding.with("name", &name).with("why_zh", zh).with("why_en", en);
                left_out.push(LeftOut { kind, name: Some(name), finding });
            }
        }
    }
    found
}

/// What an entry is called, and where it stands. One without a name is called by its place.
fn named(kind: Kind, index: usize, value: &Value) -> (String, String) {
    let folder = kind.folder();
    match value.get("name").map(plain).filter(|name| !name.is_empty()) {
        Some(name) => (name.clone(), format!("{folder}.{name}")),
        None => (format!("{folder}[{index}]"), format!("{folder}[{index}]")),
    }
}

fn entry(kind: Kind, value: &Value, report: &mut Report) -> Result<CatalogEntry, Why> {
    let text = |key: &str| value.get(key).map(plain).unwrap_or_default();
    let name = value.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    if !is_name(&name) {
        return Err(("name 无效", "its name is not valid"));
    }
    let label = text("label");
    if label.is_empty() {
        return Err(("缺少 label", "it has no label"));
    }
    let Some(Value::Array(files)) = value.get("files") else {
        return Err(("缺少 files", "it has no files"));
    };
    let folder = format!("{}/{name}/", kind.folder());
    let files = read_files(&folder, files)?;
    let icon = icon(&folder, value.get("icon"));
    if icon.is_none() && value.get("icon").is_some_and(|icon| !icon.is_null()) && kind == Kind::App {
        report.push(texts::ENTRY_ICON.warning(format!("{}.{name}.icon", kind.folder())).with("name", &name));
    }
    let version =
        Some(text("version")).filter(|version| !version.is_empty()).unwrap_or_else(|| "0.0.0".to_owned());
    Ok(CatalogEntry {
        name,
        label,
        version,
        description: text("description"),
        author: text("author"),
        icon,
        files,
    })
}

fn read_files(folder: &str, values: &[Value]) -> Result<Vec<CatalogFile>, Why> {
    let limits = Limits::INSTALL;
    if values.len() > limits.files {
        return Err(("文件太多", "it has too many files"));
    }
    let mut taken = TakenPaths::default();
    let mut files = Vec::with_capacity(values.len());
    for value in values {
        let file = read_file(folder, value)?;
        if taken.take(&file.inner).is_err() {
            return Err(("有重复或冲突的路径", "two of its paths are the same file"));
        }
        files.push(file);
    }
    if !files.iter().any(|file| file.inner == MANIFEST) {
        return Err(("files 中没有 manifest.json", "its files have no manifest.json"));
    }
    let total = files.iter().filter_map(|file| file.size).try_fold(0_u64, u64::checked_add);
    if total.is_none_or(|total| total > limits.total_bytes) {
        return Err(("文件合计太大", "its files are too large in total"));
    }
    Ok(files)
}

fn read_file(folder: &str, value: &Value) -> Result<CatalogFile, Why> {
    let (path, sha256, size) = match value {
        Value::String(path) => (path.as_str(), None, None),
        Value::Object(fields) => {
            let path = fields.get("path").and_then(Value::as_str).unwrap_or_default();
            (path, fields.get("sha256").filter(|v| !v.is_null()), fields.get("size").filter(|v| !v.is_null()))
        }
        _ => {
            return Err((
                "files 的条目应为路径或 {path, sha256, size}",
                "a file is a path or {path, sha256, size}",
            ));
        }
    };
    let Some(inner) = path.strip_prefix(folder).filter(|inner| check_path(inner).is_ok()) else {
        return Err(("有路径不在自己的文件夹下", "a path does not lie in its own folder"));
    };
    if !has_known_extension(inner) {
        return Err(("有不接受的文件类型", "a file is of a kind that is not accepted"));
    }
    let hash_form = ("sha256 无效", "a sha256 is not valid");
    let sha256 = match sha256 {
        None => None,
        Some(value) => {
            let text = value.as_str().ok_or(hash_form)?.to_ascii_lowercase();
            let valid = text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
            Some(valid.then_some(text).ok_or(hash_form)?)
        }
    };
    let size = match size {
        None => None,
        Some(value) => Some(value.as_u64().ok_or(("size 无效", "a size is not valid"))?),
    };
    if size.is_some_and(|size| size > Limits::INSTALL.file_bytes) {
        return Err(("有文件太大", "a file is too large"));
    }
    Ok(CatalogFile { path: path.to_owned(), inner: inner.to_owned(), sha256, size })
}

/// The path of an entry's picture, which may be written from the entry's folder or from the root.
fn icon(folder: &str, value: Option<&Value>) -> Option<String> {
    let text = value?.as_str()?;
    let text = text.strip_prefix("./").unwrap_or(text);
    let inner = text.strip_prefix(folder).unwrap_or(text);
    let valid = check_path(inner).is_ok() && ICON_EXTENSIONS.contains(&extension(inner).as_str());
    valid.then(|| format!("{folder}{inner}"))
}
