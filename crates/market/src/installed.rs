//! What is installed, in memory on every node: read at the start, and again after every event of the market.

use std::collections::BTreeMap;
use std::sync::Arc;

use arc_swap::ArcSwap;
use kernel::apps::InstalledApp;
use kernel::db::Read;
use kernel::files::StoredFile;
use kernel::{ApiError, App, Result};
use market_package::{ArchiveEntry, Kind, Manifest};
use tokio::sync::Mutex;

use crate::store::apps::{self as store, AppRow, PackageRow};
use crate::store::config;
use crate::texts;

/// An app or a plugin with the version that is in use.
#[derive(Clone, Debug)]
pub(crate) struct InstalledPackage {
    pub(crate) app: AppRow,
    /// The id of this version.
    pub(crate) package_id: String,
    /// The id of the source that it came from, or `zip`.
    pub(crate) source: String,
    pub(crate) manifest: Manifest,
    /// Where its files begin in the archive.
    pub(crate) files: Index,
    /// The file that holds their bytes.
    pub(crate) archive: StoredFile,
    /// The version to which a rollback leads.
    pub(crate) previous_version: Option<String>,
    /// Whether the back end runs in a process of its own, whatever the manifest says: it was stuck.
    pub(crate) needs_process: bool,
    /// What is set of its settings, by key: JSON, or sealed for a secret.
    pub(crate) config: BTreeMap<String, String>,
}

/// The index of an archive.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index(pub(crate) Vec<ArchiveEntry>);

impl Index {
    /// Where a file is.
    pub(crate) fn find(&self, path: &str) -> Option<&ArchiveEntry> {
        self.0.iter().find(|entry| entry.path == path)
    }
}

impl InstalledPackage {
    pub(crate) fn name(&self) -> &str {
        &self.app.name
    }

    pub(crate) fn is_plugin(&self) -> bool {
        self.manifest.kind() == Kind::Plugin
    }

    /// What app control knows of it.
    fn controlled(&self) -> InstalledApp {
        let class = &self.app.installed_for;
        InstalledApp {
            name: self.app.name.clone(),
            label: self.manifest.about().label.clone(),
            // What one class has installed must not be forced on the others.
            protected: !self.manifest.about().can_disable && class.is_empty(),
            paths: self.manifest.backend().iter().map(|backend| backend.mount_path.clone()).collect(),
            installed_for: (!class.is_empty()).then(|| class.clone()),
        }
    }
}

/// The packages in use, by name.
pub(crate) type Packages = BTreeMap<String, Arc<InstalledPackage>>;

/// What is installed.
#[derive(Default)]
pub(crate) struct Installed {
    packages: ArcSwap<Packages>,
    /// One reading at a time, so that an older one never replaces a newer one.
    reading: Mutex<()>,
}

impl Installed {
    /// All of it.
    pub(crate) fn all(&self) -> Arc<Packages> {
        self.packages.load_full()
    }

    /// The one of this name, for a request that is about it.
    ///
    /// # Errors
    /// 404 when nothing of this name is installed.
    pub(crate) fn required(&self, name: &str) -> Result<Arc<InstalledPackage>> {
        self.find(name).ok_or_else(|| texts::NOT_INSTALLED.with("name", name))
    }

    /// The one of this name.
    pub(crate) fn find(&self, name: &str) -> Option<Arc<InstalledPackage>> {
        self.packages.load().get(name).cloned()
    }

    /// Reads it anew, and tells app control.
    ///
    /// # Errors
    /// When the database is away.
    pub(crate) async fn reload(&self, app: &App) -> Result<()> {
        let _reading = self.reading.lock().await;
        let files = app.files.clone();
        let read = app.db.read(move |read| {
            let apps = store::list(read)?;
            let mut packages: BTreeMap<String, PackageRow> =
                store::packages_in_use(read)?.into_iter().map(|row| (row.id.clone(), row)).collect();
            let mut previous: BTreeMap<String, String> =
                store::previous_versions(read)?.into_iter().collect();
            let mut settings = BTreeMap::<String, BTreeMap<String, String>>::new();
            for (app, key, value) in config::list_all(read)? {
                settings.entry(app).or_default().insert(key, value);
            }
            let stuck = store::packages_that_need_a_process(read)?;
            let mut found = Packages::new();
            for app in apps {
                let Some(package) = packages.remove(&app.package_id) else { continue };
                let (previous, config) = (previous.remove(&app.name), settings.remove(&app.name));
                // What cannot be read must not keep the others from being served.
                match installed(&files, read, (app, package), previous, config.unwrap_or_default()) {
                    Ok(mut package) => {
                        package.needs_process = stuck.contains(&package.package_id);
                        found.insert(package.app.name.clone(), Arc::new(package));
                    }
                    Err(error) => tracing::error!(%error, "an installed package cannot be read"),
                }
            }
            Ok(found)
        });
        let packages = read.await?;
        let controlled: Arc<[InstalledApp]> = packages.values().map(|package| package.controlled()).collect();
        self.packages.store(Arc::new(packages));
        app.apps.set_installed(&controlled);
        Ok(())
    }
}

fn installed(
    files: &kernel::files::Files,
    read: &mut Read,
    (app, package): (AppRow, PackageRow),
    previous_version: Option<String>,
    config: BTreeMap<String, String>,
) -> Result<InstalledPackage> {
    let archive =
        files.find(read, &package.archive)?.ok_or_else(|| ApiError::internal("an archive is gone"))?;
    Ok(InstalledPackage {
        manifest: serde_json::from_str(&package.manifest).map_err(ApiError::internal)?,
        files: Index(serde_json::from_str(&package.files).map_err(ApiError::internal)?),
        package_id: package.id,
        source: package.source,
        archive,
        previous_version,
        needs_process: false,
        config,
        app,
    })
}
