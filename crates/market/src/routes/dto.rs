//! What several routes answer.

use kernel::App;
use kernel::texts::Bilingual;
use market_package::Manifest;
use market_package::manifest::ConfigField;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::candidate::Candidate;
use crate::install::{Done, Outcome};
use crate::installed::Installed;
use crate::rights::Rights;

/// What is asked to be installed, updated, rolled back or uninstalled.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct PackageRequest {
    /// The name of the app or plugin.
    pub(crate) name: String,
    /// The id of the source that is asked first; the others are asked when it fails.
    pub(crate) source: Option<String>,
    /// The digest that the preview answered: what the source has now is refused when it is another package.
    pub(crate) digest: Option<String>,
}

/// The name of an app or a plugin.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct PackageName {
    /// The name of the app or plugin.
    pub(crate) name: String,
}

/// What the act has installed.
#[derive(Serialize, ToSchema)]
pub(crate) struct PackageReply {
    /// The name.
    name: String,
    /// What people call it.
    label: String,
    /// The version that is in use.
    version: String,
    /// The id of the source that it came from, or `zip`.
    source: String,
    /// The keys of its settings that have to be set before it works.
    #[serde(rename = "configRequired")]
    config_required: Vec<String>,
    /// What the act came to.
    outcome: Outcome,
    /// Why the back end did not start, for its author; `null` when it did, and for one that waits for its first call.
    backend_error: Option<String>,
}

impl From<Done> for PackageReply {
    fn from(done: Done) -> Self {
        let about = done.manifest.about();
        Self {
            outcome: done.outcome,
            name: about.name.clone(),
            label: about.label.clone(),
            version: about.version.clone(),
            source: done.source,
            config_required: done.config_missing,
            backend_error: done.backend_error,
        }
    }
}

/// Things that a package names, and what is new or gone against the version in use.
#[derive(Serialize, ToSchema)]
pub(crate) struct Difference {
    /// All of them.
    all: Vec<String>,
    /// Those that the version in use does not name.
    added: Vec<String>,
    /// Those that only the version in use names.
    removed: Vec<String>,
}

impl Difference {
    fn between(old: &[String], new: &[String]) -> Self {
        let only = |these: &[String], those: &[String]| {
            these.iter().filter(|one| !those.contains(one)).cloned().collect::<Vec<_>>()
        };
        Self { all: new.to_vec(), added: only(new, old), removed: only(old, new) }
    }
}

/// A field of the settings of an app.
#[derive(Serialize, ToSchema)]
pub(crate) struct SettingField {
    /// The key of the field in the manifest.
    pub(crate) key: String,
    /// What the field is called.
    pub(crate) label: String,
    /// What a value of the field is: `string`, `number`, `boolean` or `secret`.
    pub(crate) r#type: &'static str,
    /// Whether the app does not work without a value.
    pub(crate) required: bool,
}

impl SettingField {
    pub(crate) fn of(field: &ConfigField) -> Self {
        Self {
            key: field.key.clone(),
            label: field.label.clone(),
            r#type: field.kind.word(),
            required: field.required,
        }
    }
}

/// A package as whoever is about to install it sees it. Nothing is installed yet.
#[derive(Serialize, ToSchema)]
pub(crate) struct PackagePreview {
    /// What the package is: `app` or `plugin`.
    kind: &'static str,
    /// The name.
    name: String,
    /// What people call it.
    label: String,
    /// The version.
    version: String,
    /// The version that is in use; `null` when none is.
    installed_version: Option<String>,
    /// What it is for.
    description: String,
    /// Who made it.
    author: String,
    /// The id of the source, or `zip`.
    source: String,
    /// How many files there are.
    files: usize,
    /// How large the files are together, in bytes.
    bytes: u64,
    /// Names exactly this package; send it along with the installation.
    digest: String,
    /// Whether a key of the operator has signed the catalog with the hashes of all files.
    signed: bool,
    /// What whoever installs should know.
    warnings: Vec<Bilingual>,
    /// What the author says that the page part uses. Nothing enforces it: a page part acts with the session of the
    /// member who opens it.
    capabilities: Difference,
    /// The hosts that the back end may reach.
    hosts: Difference,
    /// Whether there is a back end, which runs fenced on the server.
    backend: bool,
    /// Whether the version in use has no back end and this one has.
    backend_added: bool,
    /// Where the API of the back end begins; `null` without one.
    mount_path: Option<String>,
    /// The settings.
    config: Vec<SettingField>,
    /// Who sees it: `admin`, `officer`, `student`; empty for everyone.
    visible_roles: Vec<String>,
    /// Whether the portal has several classes, so that it matters for which of them this is installed.
    several_classes: bool,
    /// The class, two digits, for which the caller installs; `null` for all classes. What is for all of them already is
    /// turned on for that class, and stays as it is for the others. An update leaves what one class has with that class.
    for_class: Option<String>,
}

impl PackagePreview {
    pub(crate) fn of(app: &App, candidate: &Candidate, rights: &Rights) -> Self {
        let manifest = &candidate.manifest;
        let known = app.state::<Installed>().find(&manifest.about().name);
        let old = known.as_ref().map(|known| &known.manifest);
        let capabilities = |manifest: &Manifest| manifest.about().capabilities.clone();
        let hosts =
            |manifest: &Manifest| manifest.backend().map(|backend| backend.hosts.clone()).unwrap_or_default();
        let has_backend = manifest.backend().is_some();
        let is_in_use = old.is_some_and(|old| old.about().version == manifest.about().version);
        Self {
            kind: manifest.kind().word(),
            name: manifest.about().name.clone(),
            label: manifest.about().label.clone(),
            version: manifest.about().version.clone(),
            installed_version: old.map(|old| old.about().version.clone()),
            description: manifest.about().description.clone(),
            author: manifest.about().author.clone(),
            source: candidate.source.clone(),
            files: candidate.package.files.len(),
            bytes: candidate.package.files.values().map(|bytes| bytes.len() as u64).sum(),
            digest: candidate.digest.clone(),
            signed: candidate.is_signed,
            warnings: candidate.warnings.clone(),
            capabilities: Difference::between(
                &old.map(capabilities).unwrap_or_default(),
                &capabilities(manifest),
            ),
            hosts: Difference::between(&old.map(hosts).unwrap_or_default(), &hosts(manifest)),
            backend: has_backend,
            backend_added: has_backend && old.is_some_and(|old| old.backend().is_none()),
            mount_path: manifest.backend().map(|backend| backend.mount_path.clone()),
            config: manifest.about().config.iter().map(SettingField::of).collect(),
            visible_roles: manifest.app().map(|app| app.visible_roles.clone()).unwrap_or_default(),
            several_classes: rights.several_classes,
            for_class: rights.class_after(known.as_ref().map(|known| &known.app), is_in_use),
        }
    }
}
