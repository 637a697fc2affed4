//! Judges a package as a whole.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::IgnoredAny;

use crate::finding::{Finding, Report};
use crate::limits::Limits;
use crate::manifest::{self, Context, Manifest};
use crate::package::{Kind, MANIFEST, Package};
use crate::path::extension;
use crate::texts::{files, scripts as texts};
use crate::{images, scripts, styles};

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// The installer: what would harm or break the portal is refused.
    Install,
    /// An author: smaller files, and warnings about what can be better.
    Author,
}

impl Strictness {
    /// The limits that hold for whoever asks.
    pub fn limits(self) -> Limits {
        match self {
            Self::Install => Limits::INSTALL,
            Self::Author => Limits::AUTHOR,
        }
    }
}

/// What a package is expected to be, and what the portal has already.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expected<'a> {
    /// The kind that was asked for.
    pub kind: Option<Kind>,
    /// The name that was asked for.
    pub name: Option<&'a str>,
    /// Paths that the portal answers (`/api/auth`, `/api/market`, …): no `mountPath` may lie in one of
    /// them or around one. Those of other installed packages are compared with [`crate::mounts_collide`].
    pub reserved_mounts: &'a [String],
}

/// A judged package.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Its manifest; `None` if the package is refused.
    pub manifest: Option<Manifest>,
    /// Everything found.
    pub report: Report,
    /// The files of the back end: what its entry requires, and what lies in a folder of its own. The portal
    /// serves them to nobody, because the page part's rules were not asked of them.
    pub server_files: BTreeSet<String>,
}

/// Stack for parsers, which call themselves for each level of nesting. Scripts and styles that are nested more
/// deeply than this carries are refused before they are parsed; `tests/it/whole.rs` holds that.
const STACK: usize = 64 * 1024 * 1024;

/// Checks everything about a package.
pub fn check_package(package: &Package, expected: &Expected<'_>, strictness: Strictness) -> Checked {
    // Memory of a stack is taken as it is used, so a large one costs an ordinary package nothing.
    let builder = std::thread::Builder::new().name("market-check".to_owned()).stack_size(STACK);
    let checked = std::thread::scope(|scope| {
        let worker = builder.spawn_scoped(scope, || check_here(package, expected, strictness));
        worker
            .map_err(|error| error.to_string())
            .and_then(|worker| worker.join().map_err(|_| "a check ended unexpectedly".to_owned()))
    });
    // Without a verdict the package is refused.
    checked.unwrap_or_else(|why| Checked {
        manifest: None,
        report: files::UNREADABLE.error("").with("why", why).into(),
        server_files: BTreeSet::new(),
    })
}

fn check_here(package: &Package, expected: &Expected<'_>, strictness: Strictness) -> Checked {
    let mut report = Report::default();
    package.check_files(&strictness.limits(), &mut report);
    let manifest = manifest::read(&Context { package, expected, strictness }, &mut report);
    let contents = Contents::new(package, manifest.as_ref(), strictness, &mut report);
    let server_files = contents.check_server_scripts(&mut report);
    contents.check_page_scripts(&server_files, &mut report);
    contents.check_others(&mut report);
    let server_files = server_files.into_iter().map(str::to_owned).collect();
    let manifest = manifest.filter(|_| !report.has_errors());
    Checked { manifest, report, server_files }
}

/// The contents of a package's files.
struct Contents<'a> {
    package: &'a Package,
    manifest: Option<&'a Manifest>,
    strictness: Strictness,
    /// Files of text, without a byte order mark.
    texts: BTreeMap<&'a str, &'a str>,
}

impl<'a> Contents<'a> {
    fn new(
        package: &'a Package,
        manifest: Option<&'a Manifest>,
        strictness: Strictness,
        report: &mut Report,
    ) -> Self {
        let mut texts = BTreeMap::new();
        for (path, content) in &package.files {
            if !matches!(
                extension(path).as_str(),
                "json" | "js" | "mjs" | "css" | "svg" | "txt" | "md" | "html"
            ) {
                continue;
            }
            match std::str::from_utf8(content) {
                Ok(text) => {
                    texts.insert(path.as_str(), text.strip_prefix('\u{feff}').unwrap_or(text));
                }
                Err(_) => report.push(files::TEXT_ENCODING.error(path)),
            }
        }
        Self { package, manifest, strictness, texts }
    }

    /// The name of the app, for what depends on it.
    fn name(&self) -> &str {
        self.manifest.map_or("", |manifest| &manifest.about().name)
    }

    fn scripts(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let is_script = |path: &str| matches!(extension(path).as_str(), "js" | "mjs");
        self.texts.iter().map(|(path, text)| (*path, *text)).filter(move |(path, _)| is_script(path))
    }

    /// What the page loads by name: it is judged as such and served wherever it lies.
    fn page_files(&self) -> BTreeSet<&str> {
        let app = self.manifest.and_then(Manifest::app);
        let frontend = app.and_then(|app| app.frontend.as_ref()).into_iter().flat_map(|frontend| {
            let widgets = frontend.widgets.iter().map(|widget| widget.component.as_str());
            widgets.chain([frontend.entry.as_str()]).chain(frontend.style.as_deref())
        });
        frontend.chain(self.manifest.and_then(|manifest| manifest.about().icon.as_deref())).collect()
    }

    fn check_page_scripts(&self, server_files: &BTreeSet<&str>, report: &mut Report) {
        let mut defines = false;
        for (path, text) in self.scripts().filter(|(path, _)| !server_files.contains(path)) {
            defines |= scripts::check_page(path, text, self.name(), report).defines;
        }
        let frontend = self.manifest.and_then(Manifest::app).and_then(|app| app.frontend.as_ref());
        if let Some(frontend) = frontend.filter(|_| !defines) {
            report.push(texts::NO_DEFINE.warning(&frontend.entry));
        }
    }

    /// Finds the files of the back end and checks its scripts. Those that the page loads too are no part of them.
    fn check_server_scripts(&self, report: &mut Report) -> BTreeSet<&'a str> {
        let Some(backend) = self.manifest.and_then(Manifest::backend) else { return BTreeSet::new() };
        let page_files = self.page_files();
        let mut found = self.server_folder(&backend.entry, &page_files);
        let mut waiting: Vec<String> = found.iter().map(|path| (*path).to_owned()).collect();
        waiting.push(backend.entry.clone());
        let mut checked = BTreeSet::new();
        while let Some(path) = waiting.pop() {
            let Some((path, text)) = self.texts.get_key_value(path.as_str()) else { continue };
            found.insert(path);
            if !matches!(extension(path).as_str(), "js" | "mjs") || !checked.insert(*path) {
                continue;
            }
            for required in scripts::check_server(path, text, report) {
                waiting.extend(scripts::required_files(path, &required));
            }
        }
        found.retain(|path| !page_files.contains(path));
        found
    }

    /// All files in the folder of the entry, unless the page has some of its own there.
    fn server_folder(&self, entry: &str, page_files: &BTreeSet<&str>) -> BTreeSet<&'a str> {
        let Some((folder, _)) = entry.rsplit_once('/') else { return BTreeSet::new() };
        let is_inside = |path: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        if page_files.iter().any(|path| is_inside(path)) {
            return BTreeSet::new();
        }
        self.package.files.keys().map(String::as_str).filter(|path| is_inside(path)).collect()
    }

    /// Checks styles, data and pictures.
    fn check_others(&self, report: &mut Report) {
        let icon = self.manifest.and_then(|manifest| manifest.about().icon.as_deref());
        let author = self.strictness == Strictness::Author;
        for (path, content) in &self.package.files {
            let is_icon = author && icon == Some(path.as_str());
            match (extension(path).as_str(), self.texts.get(path.as_str())) {
                ("css", Some(text)) => styles::check(path, text, self.name(), author, report),
                ("svg", Some(text)) => images::check_svg(path, text, is_icon, report),
                ("json", Some(text)) if path != MANIFEST => report.findings.extend(check_json(path, text)),
                (kind, None) => images::check_binary(path, kind, content, is_icon, report),
                _ => {}
            }
        }
    }
}

fn check_json(path: &str, text: &str) -> Option<Finding> {
    let error = serde_json::from_str::<IgnoredAny>(text).err()?;
    let place = format!("{path}:{}:{}", error.line(), error.column());
    Some(files::JSON_SYNTAX.error(place).with("why", error))
}
