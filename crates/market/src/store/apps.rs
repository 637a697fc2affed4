//! The tables `market_apps` and `market_packages`.

use kernel::db::{DbResult, Read, Tx};
use kernel::{p, record, statements};

macro_rules! app_columns {
    () => {
        "name, kind, package_id, previous_package_id, installed_for, installed_at, updated_at"
    };
}

macro_rules! package_columns {
    () => {
        "id, app, version, source, manifest, files, archive"
    };
}

statements! {
    /// Every app.
    LIST = concat!("select ", app_columns!(), " from market_apps order by name");
    /// One app.
    FIND = concat!("select ", app_columns!(), " from market_apps where name = $1");
    /// Adds an app.
    INSERT = concat!("insert into market_apps (", app_columns!(), ") values ($1, $2, $3, null, $4, $5, $5)");
    /// Puts another package in use.
    SET_PACKAGE = "update market_apps set package_id = $2, previous_package_id = $3, updated_at = $4 where name = $1";
    /// Makes an app one for all classes.
    SET_INSTALLED_FOR = "update market_apps set installed_for = $2 where name = $1";
    /// Removes an app.
    DELETE = "delete from market_apps where name = $1";
    /// One package.
    FIND_PACKAGE = concat!("select ", package_columns!(), " from market_packages where id = $1");
    /// The packages that are in use.
    PACKAGES_IN_USE = concat!("select ", package_columns!(), " from market_packages
                              where id in (select package_id from market_apps)");
    /// The versions to which a rollback leads, by app.
    PREVIOUS_VERSIONS = "select a.name, p.version from market_apps a
                         join market_packages p on p.id = a.previous_package_id order by a.name";
    /// Adds a package.
    INSERT_PACKAGE = concat!("insert into market_packages (", package_columns!(), ")
                             values ($1, $2, $3, $4, $5, $6, $7)");
    /// The ids of the packages of an app.
    PACKAGES_OF = "select id from market_packages where app = $1";
    /// The packages whose back ends run in a process, whatever their manifests say.
    NEED_PROCESS = "select id from market_packages where needs_process = 1";
    /// Lets the back end of a package run in a process from now on.
    SET_NEEDS_PROCESS = "update market_packages set needs_process = 1 where id = $1";
    /// Removes a package.
    DELETE_PACKAGE = "delete from market_packages where id = $1";
}

record! {
    /// An app or a plugin.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct AppRow {
        pub(crate) name: String,
        /// `app` or `plugin`.
        pub(crate) kind: String,
        pub(crate) package_id: String,
        pub(crate) previous_package_id: Option<String>,
        /// Empty for all classes.
        pub(crate) installed_for: String,
        pub(crate) installed_at: i64,
        pub(crate) updated_at: i64,
    }
}

record! {
    /// A version of one.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct PackageRow {
        pub(crate) id: String,
        pub(crate) app: String,
        pub(crate) version: String,
        pub(crate) source: String,
        /// JSON.
        pub(crate) manifest: String,
        /// JSON.
        pub(crate) files: String,
        pub(crate) archive: String,
    }
}

pub(crate) fn list(read: &mut Read) -> DbResult<Vec<AppRow>> {
    read.all(&LIST, p![])
}

pub(crate) fn find(read: &mut Read, name: &str) -> DbResult<Option<AppRow>> {
    read.opt(&FIND, p![name])
}

pub(crate) fn insert(tx: &mut Tx, row: &AppRow) -> DbResult<()> {
    let class = &row.installed_for;
    tx.exec(&INSERT, p![&row.name, &row.kind, &row.package_id, class, row.installed_at])?;
    Ok(())
}

/// Puts a package in use, and remembers the one to which a rollback leads.
pub(crate) fn set_package(
    tx: &mut Tx,
    name: &str,
    package: &str,
    previous: Option<&str>,
    now: i64,
) -> DbResult<()> {
    tx.exec(&SET_PACKAGE, p![name, package, previous, now])?;
    Ok(())
}

pub(crate) fn set_installed_for(tx: &mut Tx, name: &str, class: &str) -> DbResult<()> {
    tx.exec(&SET_INSTALLED_FOR, p![name, class])?;
    Ok(())
}

pub(crate) fn delete(tx: &mut Tx, name: &str) -> DbResult<()> {
    tx.exec(&DELETE, p![name])?;
    Ok(())
}

pub(crate) fn find_package(read: &mut Read, id: &str) -> DbResult<Option<PackageRow>> {
    read.opt(&FIND_PACKAGE, p![id])
}

pub(crate) fn packages_in_use(read: &mut Read) -> DbResult<Vec<PackageRow>> {
    read.all(&PACKAGES_IN_USE, p![])
}

/// Pairs of an app and a version.
pub(crate) fn previous_versions(read: &mut Read) -> DbResult<Vec<(String, String)>> {
    read.all(&PREVIOUS_VERSIONS, p![])
}

pub(crate) fn insert_package(tx: &mut Tx, row: &PackageRow) -> DbResult<()> {
    let (manifest, files) = (&row.manifest, &row.files);
    let values = p![&row.id, &row.app, &row.version, &row.source, manifest, files, &row.archive];
    tx.exec(&INSERT_PACKAGE, values)?;
    Ok(())
}

pub(crate) fn packages_that_need_a_process(read: &mut Read) -> DbResult<Vec<String>> {
    read.all(&NEED_PROCESS, p![])
}

pub(crate) fn set_needs_process(tx: &mut Tx, package: &str) -> DbResult<()> {
    tx.exec(&SET_NEEDS_PROCESS, p![package])?;
    Ok(())
}

pub(crate) fn packages_of(read: &mut Read, app: &str) -> DbResult<Vec<String>> {
    read.all(&PACKAGES_OF, p![app])
}

pub(crate) fn delete_package(tx: &mut Tx, id: &str) -> DbResult<()> {
    tx.exec(&DELETE_PACKAGE, p![id])?;
    Ok(())
}
