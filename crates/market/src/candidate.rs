//! A candidate is a package that somebody may install: fetched from a source, as its catalog lists it, or sent as a zip,
//! and checked. What becomes of it is [`crate::install`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use kernel::texts::{Bilingual, Language};
use kernel::user::UserId;
use kernel::{ApiError, App, Result};
use market_package::{
    CatalogEntry, Checked, Expected, Kind, Limits, Manifest, Package, Strictness, Version, check_package,
    is_name,
};
use realtime::{EphemeralFrame, Recipients};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::backend::BuiltInPaths;
use crate::catalog::{self, MARKET_KEYS};
use crate::conflicts;
use crate::frames::{InstallProgress, Step};
use crate::installed::Installed;
use crate::refusals::{self, Failure};
use crate::source::{Source, Sources};
use crate::texts;

/// How long a source may take to hand over a package: its catalog and all files.
const SOURCE_TIMEOUT: Duration = Duration::from_secs(120);

/// Packages that are in memory at the same time; each may be 80 MiB, and its checks take a processor.
const AT_ONCE: usize = 2;

/// Permits for fetching and checking a package; whoever gets none waits.
pub(crate) struct PackagePermits(Arc<Semaphore>);

impl Default for PackagePermits {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

impl PackagePermits {
    /// Waits for a permit.
    ///
    /// # Errors
    /// Never while the portal runs: nobody closes the semaphore.
    pub(crate) async fn acquire(&self) -> Result<OwnedSemaphorePermit> {
        self.0.clone().acquire_owned().await.map_err(ApiError::internal)
    }
}

/// The source of what was sent as a zip.
pub(crate) const ZIP: &str = "zip";

/// A checked package.
#[derive(Debug)]
pub(crate) struct Candidate {
    /// The id of its source, or `zip`.
    pub(crate) source: String,
    /// Whether its catalog is signed and has a hash for each file.
    pub(crate) is_signed: bool,
    pub(crate) manifest: Manifest,
    pub(crate) package: Package,
    /// The paths of the back end's files.
    pub(crate) server_files: BTreeSet<String>,
    /// SHA-256 over the names and the bytes of all files: the same package has the same.
    pub(crate) digest: String,
    /// What whoever installs should know.
    pub(crate) warnings: Vec<Bilingual>,
}

/// Who wants what.
#[derive(Clone, Debug)]
pub(crate) struct Wanted<'a> {
    /// None for either kind: the app of a source, or else its plugin.
    pub(crate) kind: Option<Kind>,
    pub(crate) name: &'a str,
    /// The source to ask first.
    pub(crate) source: Option<&'a str>,
    /// Whoever is told how far it has come.
    pub(crate) user: UserId,
    pub(crate) language: Language,
}

/// Finds a package: the sources are asked in order, and whatever is wrong with one leads to the next.
///
/// # Errors
/// 400 with the reasons of all sources.
pub(crate) async fn from_sources(app: &App, wanted: &Wanted<'_>) -> Result<Candidate> {
    if !is_name(wanted.name) {
        return Err(texts::NAME_INVALID.err());
    }
    let sources = app.state::<Sources>();
    let mut failures = Vec::new();
    for source in sources.in_order(wanted.source)? {
        let found = app.clock.timeout(SOURCE_TIMEOUT, from_source(app, source, wanted)).await;
        let error = match found {
            Ok(Ok(candidate)) => return Ok(candidate),
            Ok(Err(error)) => error,
            Err(_) => texts::SOURCE_TOO_SLOW.with("path", wanted.name),
        };
        failures.push(Failure::of(source, &error, wanted.language));
    }
    Err(refusals::of_sources(texts::NOT_INSTALLABLE.with("name", wanted.name), &failures))
}

async fn from_source(app: &App, source: &Source, wanted: &Wanted<'_>) -> Result<Candidate> {
    report_progress(app, wanted, Step::Catalog, (0, 0)).await;
    let read = catalog::read(app, source).await?;
    let (kind, entry) = read.entry(wanted.kind, wanted.name, wanted.language)?;
    refuse_downgrade(app, wanted.name, &entry.version)?;
    let is_pinned = read.is_signed && entry.is_pinned();
    if MARKET_KEYS.of(&app.config).are_set() && !is_pinned && !source.is_builtin() {
        return Err(texts::UNPINNED.err());
    }
    let files = download(app, source, wanted, entry).await?;
    report_progress(app, wanted, Step::Check, (0, 0)).await;
    let mut candidate = check(app, files, Some((kind, wanted.name)), wanted.language).await?;
    refuse_downgrade(app, wanted.name, &candidate.manifest.about().version)?;
    (candidate.source, candidate.is_signed) = (source.id.clone(), is_pinned);
    if !is_pinned && !source.is_builtin() {
        candidate.warnings.insert(0, Bilingual::from(&texts::UNSIGNED));
    }
    Ok(candidate)
}

/// The files of an entry, one after the other.
async fn download(
    app: &App,
    source: &Source,
    wanted: &Wanted<'_>,
    entry: &CatalogEntry,
) -> Result<BTreeMap<String, Bytes>> {
    let total = entry.files.len();
    let limits = Limits::INSTALL;
    let mut files = BTreeMap::new();
    let mut size = 0;
    for (done, file) in entry.files.iter().enumerate() {
        report_progress(app, wanted, Step::Download, (done, total)).await;
        let bytes = source.read(app, &file.path, limits.file_bytes).await?;
        let bytes = bytes.ok_or_else(|| texts::SOURCE_FILE_MISSING.with("path", &file.path))?;
        file.verify(&bytes).map_err(|finding| refusals::of_report(&finding.into(), wanted.language))?;
        size += bytes.len() as u64;
        if size > limits.total_bytes {
            return Err(texts::PACKAGE_TOO_LARGE.with("max", limits.total_bytes >> 20));
        }
        files.insert(file.inner.clone(), bytes);
    }
    Ok(files)
}

/// A zip that somebody has sent.
///
/// # Errors
/// 400 with what is wrong.
pub(crate) async fn from_zip(app: &App, bytes: Bytes, language: Language) -> Result<Candidate> {
    let unpacking = tokio::task::spawn_blocking(move || Package::from_zip(&bytes, &Limits::INSTALL));
    let opened = unpacking
        .await
        .map_err(ApiError::internal)?
        .map_err(|report| refusals::of_report(&report, language))?;
    let named = opened.place.as_ref().map(|(kind, name)| (*kind, name.as_str()));
    let mut candidate = check(app, opened.package.files, named, language).await?;
    candidate.warnings.splice(..0, opened.report.warnings().map(refusals::words));
    refuse_downgrade(app, &candidate.manifest.about().name, &candidate.manifest.about().version)?;
    Ok(candidate)
}

/// Checks the files of a package, off the async threads.
async fn check(
    app: &App,
    files: BTreeMap<String, Bytes>,
    named: Option<(Kind, &str)>,
    language: Language,
) -> Result<Candidate> {
    let reserved = app.state::<BuiltInPaths>().all(app);
    let (kind, name) = named.map(|(kind, name)| (kind, name.to_owned())).unzip();
    let checking = tokio::task::spawn_blocking(move || {
        let expected = Expected { kind, name: name.as_deref(), reserved_mounts: &reserved };
        let package = Package { files };
        let checked = check_package(&package, &expected, Strictness::Install);
        let digest = package.digest();
        (package, checked, digest)
    });
    let (package, Checked { manifest, report, server_files }, digest) =
        checking.await.map_err(ApiError::internal)?;
    let manifest = manifest.ok_or_else(|| refusals::of_report(&report, language))?;
    let installed = app.state::<Installed>().all();
    conflicts::refuse(app, installed.values().map(|known| &known.manifest), &manifest)?;
    let warnings = report.warnings().map(refusals::words).collect();
    Ok(Candidate { source: ZIP.into(), is_signed: false, manifest, package, server_files, digest, warnings })
}

/// A version below the one in use is refused; a rollback leads back.
fn refuse_downgrade(app: &App, name: &str, version: &str) -> Result<()> {
    let Some(known) = app.state::<Installed>().find(name) else { return Ok(()) };
    if Version::parse(version) < Version::parse(&known.manifest.about().version) {
        let refusal = texts::DOWNGRADE.with("version", version);
        return Err(refusal.with("installed", &known.manifest.about().version));
    }
    Ok(())
}

/// Reports to whoever installs how far it has come.
pub(crate) async fn report_progress(
    app: &App,
    wanted: &Wanted<'_>,
    step: Step,
    (done, total): (usize, usize),
) {
    let progress = InstallProgress { name: wanted.name.to_owned(), step, done, total };
    EphemeralFrame::new(Recipients::users(vec![wanted.user]), &progress).send(app).await;
}
