//! The table `market_config`.

use kernel::db::{DbResult, Read, Tx};
use kernel::{p, statements};

statements! {
    /// What is set of all apps.
    LIST_ALL = "select app, key, value from market_config order by app, key";
    /// What is set of an app.
    LIST_OF = "select key, value from market_config where app = $1 order by key";
    /// Sets one.
    SET = "insert into market_config (app, key, value) values ($1, $2, $3)
           on conflict (app, key) do update set value = excluded.value";
    /// Removes one.
    DELETE = "delete from market_config where app = $1 and key = $2";
    /// Removes all of an app.
    DELETE_OF = "delete from market_config where app = $1";
}

/// App, key and value of all; a value is JSON, or sealed when the manifest calls it a secret.
pub(crate) fn list_all(read: &mut Read) -> DbResult<Vec<(String, String, String)>> {
    read.all(&LIST_ALL, p![])
}

/// Key and value of those of an app.
pub(crate) fn list_of(read: &mut Read, app: &str) -> DbResult<Vec<(String, String)>> {
    read.all(&LIST_OF, p![app])
}

pub(crate) fn set(tx: &mut Tx, app: &str, key: &str, value: &str) -> DbResult<()> {
    tx.exec(&SET, p![app, key, value])?;
    Ok(())
}

pub(crate) fn delete(tx: &mut Tx, app: &str, key: &str) -> DbResult<()> {
    tx.exec(&DELETE, p![app, key])?;
    Ok(())
}

pub(crate) fn delete_of(tx: &mut Tx, app: &str) -> DbResult<()> {
    tx.exec(&DELETE_OF, p![app])?;
    Ok(())
}
