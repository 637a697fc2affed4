//! The table `integrations_data`.

use kernel::db::{DbResult, Read, Tx};
use kernel::{p, record, statements};

statements! {
    /// One value.
    FIND = "select key, value, size, updated_at from integrations_data where integration_id = $1 and key = $2";
    /// The entries after a key.
    LIST = "select key, value, size, updated_at from integrations_data where integration_id = $1 and key > $2
            order by key limit $3";
    /// How many entries there are, and how many bytes they have.
    USAGE = "select count(*), cast(coalesce(sum(size), 0) as bigint) from integrations_data where integration_id = $1";
    /// Sets one.
    SET = "insert into integrations_data (integration_id, key, value, size, updated_at) values ($1, $2, $3, $4, $5)
           on conflict (integration_id, key) do update set value = excluded.value, size = excluded.size,
               updated_at = excluded.updated_at";
    /// Removes one.
    DELETE = "delete from integrations_data where integration_id = $1 and key = $2";
    /// Removes all.
    DELETE_ALL = "delete from integrations_data where integration_id = $1";
}

record! {
    /// An entry.
    #[derive(Clone, Debug)]
    pub(crate) struct DataRow {
        pub(crate) key: String,
        /// JSON.
        pub(crate) value: String,
        pub(crate) size: i64,
        pub(crate) updated_at: i64,
    }
}

pub(crate) fn find(read: &mut Read, integration: i64, key: &str) -> DbResult<Option<DataRow>> {
    read.opt(&FIND, p![integration, key])
}

/// The entries after a key, in the order of their keys.
pub(crate) fn list(read: &mut Read, integration: i64, after: &str, limit: i64) -> DbResult<Vec<DataRow>> {
    read.all(&LIST, p![integration, after, limit])
}

/// How many entries there are, and how many bytes they have.
pub(crate) fn usage(read: &mut Read, integration: i64) -> DbResult<(i64, i64)> {
    read.one(&USAGE, p![integration])
}

pub(crate) fn set(tx: &mut Tx, integration: i64, row: &DataRow) -> DbResult<()> {
    tx.exec(&SET, p![integration, &row.key, &row.value, row.size, row.updated_at])?;
    Ok(())
}

/// False when there is no such entry.
pub(crate) fn delete(tx: &mut Tx, integration: i64, key: &str) -> DbResult<bool> {
    Ok(tx.exec(&DELETE, p![integration, key])? == 1)
}

/// How many entries were removed.
pub(crate) fn delete_all(tx: &mut Tx, integration: i64) -> DbResult<u64> {
    tx.exec(&DELETE_ALL, p![integration])
}

pub(super) fn delete_of(tx: &mut Tx, integration: i64) -> DbResult<()> {
    delete_all(tx, integration).map(drop)
}
