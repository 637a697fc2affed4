//! Installing, updating, rolling back and uninstalling: one transaction each, so that there is the old version or the
//! new one and nothing between, wherever the process is killed. The bytes of a package are one file of the store of
//! files, which is there before the transaction and swept when no package refers to it.

use identity::setup::has_several_classes;
use kernel::apps::Apps;
use kernel::audit::{Action, Actor};
use kernel::db::Read;
use kernel::events::{Audience, NewEvent};
use kernel::files::{Reader, Reference, StoredFile};
use kernel::http::Caller;
use kernel::scope::Scope;
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, AppTx, Result};
use market_package::{Archive, Kind, Limits, Manifest, Version};
use serde_json::json;

use crate::candidate::Candidate;
use crate::events::{MarketEvent, Package};
use crate::installed::Installed;
use crate::store::apps::{self as store, AppRow, PackageRow};
use crate::store::{backends, config, storage};
use crate::{FEATURE, backend, conflicts, texts};

/// What an installation came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Installed,
    Updated,
    /// It was installed already, and is on for the class of the caller now.
    Enabled,
}

/// Puts a package in use: to install it, or to update what is installed.
///
/// # Errors
/// 403 for a package that other classes use, 400 for a version below the one in use, 503 when disk or database refuse.
pub(crate) async fn install(
    app: &App,
    caller: &Caller,
    candidate: Candidate,
    is_install: bool,
) -> Result<Outcome> {
    let Archive { blob, index } = Archive::of(&candidate.package, &candidate.server_files);
    let manifest = candidate.manifest;
    let archive = store_archive(app, caller.facts.user_id, &manifest, &blob).await?;
    drop(blob);
    let new = NewPackage {
        row: PackageRow {
            id: app.random.id(&app.clock),
            app: manifest.about().name.clone(),
            version: manifest.about().version.clone(),
            source: candidate.source,
            is_signed: candidate.is_signed,
            manifest: serde_json::to_string(&manifest).map_err(ApiError::internal)?,
            files: serde_json::to_string(&index).map_err(ApiError::internal)?,
            archive: archive.hash,
            created_at: app.clock.now_ms(),
        },
        kind: manifest.kind(),
        is_install,
    };
    let caller = caller.clone();
    let written = app.write(move |tx| put_in_use(tx, &caller, &new));
    let outcome = written.await?;
    app.state::<Installed>().reload(app).await?;
    backend::restart(app, &manifest.about().name).await;
    Ok(outcome)
}

/// The bytes of a package on the disk.
async fn store_archive(app: &App, owner: UserId, manifest: &Manifest, bytes: &[u8]) -> Result<StoredFile> {
    let mut upload = app.files.begin(&app.random, Limits::INSTALL.total_bytes).await?;
    upload.write(bytes).await?;
    let name = format!("{}-{}", manifest.about().name, manifest.about().version);
    upload.finish(app, owner, &name, |_, _, _| Ok(())).await
}

/// A package on its way into the database.
struct NewPackage {
    row: PackageRow,
    kind: Kind,
    /// Whether it was asked to be installed: an admin's update of what one class has leaves it that class's.
    is_install: bool,
}

fn put_in_use(tx: &mut AppTx, caller: &Caller, new: &NewPackage) -> Result<Outcome> {
    tx.lock_log()?;
    let NewPackage { row, kind, is_install } = new;
    refuse_conflicts(tx, row)?;
    let rights = Rights::of(tx, &caller.facts)?;
    let Some(known) = store::find(tx, &row.app)? else {
        add(tx, caller, new, &rights)?;
        return Ok(Outcome::Installed);
    };
    let current = store::find_package(tx, &known.package_id)?.ok_or_else(ApiError::not_found)?;
    if !rights.may_change(tx, &known)? {
        // What others have installed under this name need not be what this person has looked at.
        if current.archive != row.archive {
            let refusal = texts::ANOTHER_IN_USE.with("name", &row.app);
            return Err(refusal.with("installed", &current.version));
        }
        return enable(tx, caller, &known).map(|()| Outcome::Enabled);
    }
    if Version::parse(&row.version) < Version::parse(&current.version) {
        return Err(texts::DOWNGRADE.with("version", &row.version).with("installed", &current.version));
    }
    let widens = *is_install && rights.manages_portal && !known.installed_for.is_empty();
    if current.archive == row.archive && !widens {
        return Ok(Outcome::Installed);
    }
    let event =
        MarketEvent::Updated(Package { version: row.version.clone(), is_plugin: *kind == Kind::Plugin });
    tx.emit(NewEvent::new(&event, Audience::All).by(caller.facts.user_id).about(&row.app))?;
    if widens {
        store::set_installed_for(tx, &row.app, "")?;
    }
    if current.archive != row.archive {
        replace(tx, caller, row, &known)?;
    }
    let from_to = json!({ "old_version": current.version, "version": row.version, "source": row.source, "sha256": row.archive });
    audit(tx, caller, &texts::UPDATE, &row.app, &from_to)?;
    Ok(Outcome::Updated)
}

/// The same as before the package was stored: others may have installed something since.
fn refuse_conflicts(tx: &mut AppTx, row: &PackageRow) -> Result<()> {
    let read = |row: &PackageRow| serde_json::from_str::<Manifest>(&row.manifest).map_err(ApiError::internal);
    let installed: Vec<Manifest> = store::packages_in_use(tx)?.iter().map(read).collect::<Result<_>>()?;
    conflicts::refuse(&tx.app(), installed.iter(), &read(row)?)
}

/// Puts another version in use; the one before it is kept, and the one before that is not.
fn replace(tx: &mut AppTx, caller: &Caller, row: &PackageRow, known: &AppRow) -> Result<()> {
    add_package(tx, caller, row)?;
    let now = tx.now();
    store::set_package(tx, &row.app, &row.id, Some(&known.package_id), now)?;
    match &known.previous_package_id {
        Some(old) => remove_package(tx, old),
        None => Ok(()),
    }
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
        installed_by: caller.facts.user_id.to_string(),
        installed_for: rights.own_class.clone(),
        installed_at: tx.now(),
        updated_at: tx.now(),
    };
    store::insert(tx, &app)?;
    add_package(tx, caller, row)?;
    let detail = json!({ "version": row.version, "source": row.source, "sha256": row.archive, "class": app.installed_for });
    audit(tx, caller, &texts::INSTALL, &row.app, &detail)
}

fn add_package(tx: &mut AppTx, caller: &Caller, row: &PackageRow) -> Result<()> {
    let owner = caller.facts.user_id;
    let reader = Reader { user: owner, audiences: Vec::new() };
    let audience = format!("user:{owner}");
    let reference =
        Reference { feature: FEATURE.name, ref_id: &row.id, owner, audience: &audience, name: "" };
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
fn enable(tx: &mut AppTx, caller: &Caller, known: &AppRow) -> Result<()> {
    let scope = Scope::managed(&caller.facts, None)?;
    Apps::set(tx, caller, &scope, &known.name, true).map(drop)
}

/// Goes back to the version before. What the back end has stored stays as it is.
///
/// # Errors
/// 404 for what is not installed, 409 without a version before, 403 when other classes use it.
pub(crate) async fn roll_back(app: &App, caller: &Caller, kind: Kind, name: &str) -> Result<()> {
    let (caller, owned) = (caller.clone(), name.to_owned());
    let written = app.write(move |tx| {
        tx.lock_log()?;
        let known = changeable(tx, &caller, kind, &owned)?;
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
        let detail = json!({ "old_version": current.version, "version": package.version });
        audit(tx, &caller, &texts::ROLL_BACK, &owned, &detail)
    });
    written.await?;
    app.state::<Installed>().reload(app).await?;
    backend::restart(app, name).await;
    Ok(())
}

/// Removes an app or a plugin with everything that it has stored.
///
/// # Errors
/// 404 for what is not installed, 403 when other classes use it.
pub(crate) async fn uninstall(app: &App, caller: &Caller, kind: Kind, name: &str) -> Result<()> {
    let (caller, owned) = (caller.clone(), name.to_owned());
    let written = app.write(move |tx| {
        tx.lock_log()?;
        let known = changeable(tx, &caller, kind, &owned)?;
        let current = store::find_package(tx, &known.package_id)?.ok_or_else(ApiError::not_found)?;
        let event = MarketEvent::Uninstalled(Package {
            version: current.version.clone(),
            is_plugin: kind == Kind::Plugin,
        });
        let seq = tx.emit(NewEvent::new(&event, Audience::All).by(caller.facts.user_id).about(&owned))?;
        for id in store::packages_of(tx, &owned)? {
            remove_package(tx, &id)?;
        }
        config::delete_of(tx, &owned)?;
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

/// What is installed under a name, if the caller may change it.
fn changeable(tx: &mut AppTx, caller: &Caller, kind: Kind, name: &str) -> Result<AppRow> {
    let known = store::find(tx, name)?.filter(|known| known.kind == kind.word());
    let known = known.ok_or_else(|| texts::NOT_INSTALLED.with("name", name))?;
    if Rights::of(tx, &caller.facts)?.may_change(tx, &known)? {
        Ok(known)
    } else {
        Err(texts::OTHER_CLASSES_USE_IT.with("name", name))
    }
}

/// What somebody of the staff may do with apps in a portal of several classes.
pub(crate) struct Rights {
    /// An admin, or any of the staff while there is one class.
    pub(crate) manages_portal: bool,
    /// The class for which this person installs; empty for all.
    own_class: String,
}

impl Rights {
    pub(crate) fn of(read: &mut Read, facts: &UserFacts) -> Result<Self> {
        let manages_portal = facts.is_admin || !has_several_classes(read)?;
        let own_class =
            if manages_portal { String::new() } else { Scope::managed(facts, None)?.stored().to_owned() };
        Ok(Self { manages_portal, own_class })
    }

    /// Whether this person may change a package: below an admin only what the own class has installed and no other
    /// class has turned on.
    pub(crate) fn may_change(&self, read: &mut Read, known: &AppRow) -> Result<bool> {
        if self.manages_portal {
            return Ok(true);
        }
        let is_own = !self.own_class.is_empty() && known.installed_for == self.own_class;
        Ok(is_own && Apps::enabled_in(read, &known.name)?.iter().all(|class| *class == self.own_class))
    }
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
