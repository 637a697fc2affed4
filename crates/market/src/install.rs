//! Installing, updating, rolling back and uninstalling: one transaction each, so that there is the old version or the
//! new one and nothing between, wherever the process is killed. The bytes of a package are one file of the store of
//! files, which is there before the transaction and swept when no package refers to it.

use kernel::apps::Apps;
use kernel::audit::{Action, Actor};
use kernel::events::{Audience, NewEvent};
use kernel::files::{Reader, Reference, StoredFile};
use kernel::http::Caller;
use kernel::scope::Scope;
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Result};
use market_package::{Archive, Kind, Limits, Manifest, Version};
use serde::Serialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use crate::backend::BackEnds;
use crate::candidate::Candidate;
use crate::events::{MarketEvent, Package};
use crate::installed::Installed;
use crate::rights::Rights;
use crate::store::apps::{self as store, AppRow, PackageRow};
use crate::store::{backends, config as settings, storage};
use crate::{FEATURE, backend, config, conflicts, texts};

/// Whose file an archive is: no member's, so that it shows in nobody's drive and counts to nobody's quota.
const ARCHIVE_OWNER: UserId = UserId::DEVELOPER;

/// What an act came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// It was not there before.
    Installed,
    /// Another version was in use before.
    Updated,
    /// It was installed already, and is on for the class of the caller from now on.
    Enabled,
    /// The same package was in use already, and on for the class of the caller if others have installed it.
    Unchanged,
    /// The version before is in use again.
    RolledBack,
}

/// What somebody asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    /// That it is there; for all classes when an admin asks for the version in use.
    Install,
    /// A newer version of what is there, for those who have it.
    Update,
}

/// What is in use after an act: what the act itself has stored, whatever others have done since.
pub(crate) struct Done {
    pub(crate) outcome: Outcome,
    pub(crate) manifest: Manifest,
    /// The id of the source that the version came from, or `zip`.
    pub(crate) source: String,
    /// The keys of the settings that have to be set before it works.
    pub(crate) config_missing: Vec<String>,
    /// Why the back end did not start, for its author.
    pub(crate) backend_error: Option<String>,
    package_id: String,
}

impl Done {
    fn read(tx: &mut AppTx, name: &str, outcome: Outcome) -> Result<Self> {
        let known = store::find(tx, name)?.ok_or_else(ApiError::not_found)?;
        let package = store::find_package(tx, &known.package_id)?.ok_or_else(ApiError::not_found)?;
        let manifest = parse_manifest(&package)?;
        let set = settings::list_of(tx, name)?.into_iter().collect();
        Ok(Self {
            outcome,
            config_missing: config::missing(&manifest, &set),
            manifest,
            source: package.source,
            backend_error: None,
            package_id: package.id,
        })
    }

    /// Reads what is installed anew, and starts the back end if another version is in use now.
    async fn bring_into_effect(mut self, app: &App) -> Result<Self> {
        let installed = app.state::<Installed>();
        installed.reload(app).await?;
        let name = &self.manifest.about().name;
        if matches!(self.outcome, Outcome::Enabled | Outcome::Unchanged) {
            // The members who use it keep what it has in memory.
            self.backend_error = app.state::<BackEnds>().slot(name).status(app).await.error;
            return Ok(self);
        }
        let error = backend::restart(app, name).await;
        // Another version may have come since; what it fails of is told to whoever has installed it.
        let is_own = installed.find(name).is_some_and(|known| known.package_id == self.package_id);
        self.backend_error = error.filter(|_| is_own);
        Ok(self)
    }
}

/// Puts a package in use: to install it, or to update what is installed.
///
/// # Errors
/// 409 for another package than the one that other classes use and for one that is off for the whole portal, 400 for a
/// version below the one in use, 503 when disk or database refuse.
pub(crate) async fn install(
    app: &App,
    caller: &Caller,
    candidate: Candidate,
    intent: Intent,
) -> Result<Done> {
    let Archive { blob, index } = Archive::of(&candidate.package, &candidate.server_files);
    let manifest = candidate.manifest;
    let archive = store_archive(app, &manifest, &blob).await?;
    drop(blob);
    let new = NewPackage {
        row: PackageRow {
            id: app.random.id(&app.clock),
            app: manifest.about().name.clone(),
            version: manifest.about().version.clone(),
            source: candidate.source,
            manifest: serde_json::to_string(&manifest).map_err(ApiError::internal)?,
            files: serde_json::to_string(&index).map_err(ApiError::internal)?,
            archive: archive.hash,
        },
        kind: manifest.kind(),
        intent,
    };
    let caller = caller.clone();
    let written = app.write(move |tx| {
        let outcome = put_in_use(tx, &caller, &new)?;
        Done::read(tx, &new.row.app, outcome)
    });
    written.await?.bring_into_effect(app).await
}

/// The bytes of a package on the disk.
async fn store_archive(app: &App, manifest: &Manifest, bytes: &[u8]) -> Result<StoredFile> {
    let mut upload = app.files.begin(&app.random, Limits::INSTALL.total_bytes).await?;
    upload.write(bytes).await?;
    let name = format!("{}-{}", manifest.about().name, manifest.about().version);
    upload.finish(app, ARCHIVE_OWNER, &name, |_, _, _| Ok(())).await
}

/// A package on its way into the database.
struct NewPackage {
    row: PackageRow,
    kind: Kind,
    intent: Intent,
}

fn put_in_use(tx: &mut AppTx, caller: &Caller, new: &NewPackage) -> Result<Outcome> {
    tx.lock_log()?;
    let NewPackage { row, kind, intent } = new;
    refuse_conflicts(tx, row)?;
    let rights = Rights::of(tx, &caller.facts)?;
    let Some(known) = store::find(tx, &row.app)? else {
        add(tx, caller, new, &rights)?;
        return Ok(Outcome::Installed);
    };
    let current = store::find_package(tx, &known.package_id)?.ok_or_else(ApiError::not_found)?;
    if !rights.may_change(tx, &known)? {
        Rights::refuse_enabling(tx.app(), &current, &row.archive)?;
        return enable(tx, caller, &known);
    }
    if Version::parse(&row.version) < Version::parse(&current.version) {
        return Err(texts::DOWNGRADE.with("version", &row.version).with("installed", &current.version));
    }
    let is_in_use = row.version == current.version;
    let widens = *intent == Intent::Install && rights.widens(&known, is_in_use);
    if current.archive == row.archive && !widens {
        return Ok(Outcome::Unchanged);
    }
    let event =
        MarketEvent::Updated(Package { version: row.version.clone(), is_plugin: *kind == Kind::Plugin });
    tx.emit(NewEvent::new(&event, Audience::All).by(caller.facts.user_id).about(&row.app))?;
    if widens {
        store::set_installed_for(tx, &row.app, "")?;
    }
    if current.archive != row.archive {
        replace(tx, row, &known)?;
        forget_changed_settings(tx, &current, row)?;
    }
    let from_to = json!({ "old_version": current.version, "version": row.version, "source": row.source, "sha256": row.archive });
    audit(tx, caller, &texts::UPDATE, &row.app, &from_to)?;
    Ok(Outcome::Updated)
}

/// The same as before the package was stored: others may have installed something since.
fn refuse_conflicts(tx: &mut AppTx, row: &PackageRow) -> Result<()> {
    let installed: Vec<Manifest> =
        store::packages_in_use(tx)?.iter().map(parse_manifest).collect::<Result<_>>()?;
    conflicts::refuse(tx.app(), installed.iter(), &parse_manifest(row)?)
}

/// Puts another version in use; the one before it is kept, and the one before that is not.
fn replace(tx: &mut AppTx, row: &PackageRow, known: &AppRow) -> Result<()> {
    add_package(tx, row)?;
    let now = tx.now();
    store::set_package(tx, &row.app, &row.id, Some(&known.package_id), now)?;
    match &known.previous_package_id {
        Some(old) => remove_package(tx, old),
        None => Ok(()),
    }
}

/// Forgets the values of settings whose type is another one in the new version: what was a text is no secret, and what
/// was a secret must not become a text that everybody reads.
fn forget_changed_settings(tx: &mut AppTx, old: &PackageRow, new: &PackageRow) -> Result<()> {
    let fields = |row: &PackageRow| parse_manifest(row).map(|manifest| manifest.about().config.clone());
    let new_fields = fields(new)?;
    for field in fields(old)? {
        let now = new_fields.iter().find(|known| known.key == field.key);
        if now.is_some_and(|now| now.kind != field.kind) {
            settings::delete(tx, &new.app, &field.key)?;
        }
    }
    Ok(())
}

fn parse_manifest(row: &PackageRow) -> Result<Manifest> {
    serde_json::from_str(&row.manifest).map_err(ApiError::internal)
}

/// Installs what was not there.
fn add(tx: &mut AppTx, caller: &Caller, new: &NewPackage, rights: &Rights) -> Result<()> {
    let NewPackage { row, kind, .. } = new;
    let event =
        MarketEvent::Installed(Package { version: row.version.clone(), is_plugin: *kind == Kind::Plugin });
    tx.emit(NewEvent::new(&event, Audience::All).by(caller.facts.user_id).about(&row.app))?;
    let app = AppRow {
        name: row.app.clone(),
        kind: kind.word().to_owned(),
        package_id: row.id.clone(),
        previous_package_id: None,
        installed_for: rights.own_class.clone(),
        installed_at: tx.now(),
        updated_at: tx.now(),
    };
    store::insert(tx, &app)?;
    add_package(tx, row)?;
    let detail = json!({ "version": row.version, "source": row.source, "sha256": row.archive, "class": app.installed_for });
    audit(tx, caller, &texts::INSTALL, &row.app, &detail)
}

fn add_package(tx: &mut AppTx, row: &PackageRow) -> Result<()> {
    let owner = ARCHIVE_OWNER;
    let reader = Reader { user: owner, memberships: kernel::events::Memberships::default() };
    let audience = format!("user:{owner}");
    let reference = Reference {
        feature: FEATURE.name,
        ref_id: &row.id,
        owner: Some(owner),
        audience: &audience,
        name: "",
    };
    let files = tx.app().files.clone();
    files.add_ref(tx, &reader, &row.archive, &reference)?;
    Ok(store::insert_package(tx, row)?)
}

fn remove_package(tx: &mut AppTx, id: &str) -> Result<()> {
    let files = tx.app().files.clone();
    files.remove_refs(tx, FEATURE.name, id)?;
    Ok(store::delete_package(tx, id)?)
}

/// Turns an installed app on for the class of the caller.
fn enable(tx: &mut AppTx, caller: &Caller, known: &AppRow) -> Result<Outcome> {
    let scope = Scope::managed(&caller.facts, None)?;
    let was_off = Apps::set(tx, caller, &scope, &known.name, true)?;
    Ok(if was_off { Outcome::Enabled } else { Outcome::Unchanged })
}

/// Refuses what [`install`] would refuse because of what others have in use.
///
/// # Errors
/// 409 with what is in the way.
pub(crate) async fn refuse_what_others_use(app: &App, caller: &Caller, candidate: &Candidate) -> Result<()> {
    let facts = caller.facts.clone();
    let name = candidate.manifest.about().name.clone();
    let current = app.db.read(move |read| {
        let Some(known) = store::find(read, &name)? else { return Ok(None) };
        if Rights::of(read, &facts)?.may_change(read, &known)? {
            return Ok(None);
        }
        Ok(store::find_package(read, &known.package_id)?)
    });
    let Some(current) = current.await? else { return Ok(()) };
    let (package, server_files) = (candidate.package.clone(), candidate.server_files.clone());
    let hashing = tokio::task::spawn_blocking(move || {
        hex::encode(Sha256::digest(&Archive::of(&package, &server_files).blob))
    });
    Rights::refuse_enabling(app, &current, &hashing.await.map_err(ApiError::internal)?)
}

/// Goes back to the version before. What the back end has stored stays as it is.
///
/// # Errors
/// 404 for what is not installed, 409 without a version before, 403 when other classes use it.
pub(crate) async fn roll_back(app: &App, caller: &Caller, kind: Kind, name: &str) -> Result<Done> {
    let (caller, owned) = (caller.clone(), name.to_owned());
    let written = app.write(move |tx| {
        tx.lock_log()?;
        let known = Rights::require(tx, &caller.facts, &owned, Some(kind))?;
        let previous = known.previous_package_id.as_deref().ok_or_else(|| texts::NO_PREVIOUS.err())?;
        let package = store::find_package(tx, previous)?.ok_or_else(ApiError::not_found)?;
        let current = store::find_package(tx, &known.package_id)?.ok_or_else(ApiError::not_found)?;
        refuse_conflicts(tx, &package)?;
        let event = MarketEvent::RolledBack(Package {
            version: package.version.clone(),
            is_plugin: kind == Kind::Plugin,
        });
        tx.emit(NewEvent::new(&event, Audience::All).by(caller.facts.user_id).about(&owned))?;
        let now = tx.now();
        store::set_package(tx, &owned, previous, Some(&known.package_id), now)?;
        forget_changed_settings(tx, &current, &package)?;
        let detail = json!({ "old_version": current.version, "version": package.version });
        audit(tx, &caller, &texts::ROLL_BACK, &owned, &detail)?;
        Done::read(tx, &owned, Outcome::RolledBack)
    });
    written.await?.bring_into_effect(app).await
}

/// Removes an app or a plugin with everything that it has stored.
///
/// # Errors
/// 404 for what is not installed, 403 when other classes use it.
pub(crate) async fn uninstall(app: &App, caller: &Caller, kind: Kind, name: &str) -> Result<()> {
    let (caller, owned) = (caller.clone(), name.to_owned());
    let written = app.write(move |tx| {
        tx.lock_log()?;
        let known = Rights::require(tx, &caller.facts, &owned, Some(kind))?;
        let current = store::find_package(tx, &known.package_id)?.ok_or_else(ApiError::not_found)?;
        let event = MarketEvent::Uninstalled(Package {
            version: current.version.clone(),
            is_plugin: kind == Kind::Plugin,
        });
        let seq = tx.emit(NewEvent::new(&event, Audience::All).by(caller.facts.user_id).about(&owned))?;
        for id in store::packages_of(tx, &owned)? {
            remove_package(tx, &id)?;
        }
        settings::delete_of(tx, &owned)?;
        storage::delete_of(tx, &owned)?;
        backends::delete(tx, &owned)?;
        store::delete(tx, &owned)?;
        Apps::forget(tx, &owned, seq)?;
        audit(tx, &caller, &texts::UNINSTALL, &owned, &json!({ "version": current.version }))
    });
    written.await?;
    app.state::<Installed>().reload(app).await?;
    backend::stop(app, name).await;
    Ok(())
}

fn audit(
    tx: &mut AppTx,
    caller: &Caller,
    action: &'static Action,
    name: &str,
    detail: &serde_json::Value,
) -> Result<()> {
    Ok(tx.audit(&Actor::from(caller), action, name, detail)?)
}
