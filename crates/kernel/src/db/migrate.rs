//! Migrations: numbered SQL texts, each run once, in one transaction, after a backup.

use std::collections::BTreeSet;
use std::path::Path;

use deadpool_postgres::ClientWrapper;

use super::backup::{backup_name, backup_to};
use super::{DbError, DbResult};
use crate::clock::Clock;

/// One numbered schema change.
pub struct Migration {
    /// Position in the sequence, from the file name's leading digits.
    pub version: i64,
    /// The file name without ending.
    pub name: &'static str,
    /// Text for SQLite.
    pub sqlite: &'static str,
    /// Text for PostgreSQL; the same but for what only one engine can say.
    pub postgres: &'static str,
}

// `MIGRATIONS`, made from the folder `migrations/` by build.rs.
include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// The version this binary writes and the newest it reads.
pub const SCHEMA_VERSION: i64 = MIGRATIONS[MIGRATIONS.len() - 1].version;

pub(super) const CREATE_TABLE: &str = "create table if not exists schema_migrations (
    version bigint primary key, name text not null, applied_at bigint not null)";
const APPLIED: &str = "select version from schema_migrations";

/// The migrations that the database has not had, in order of number. One whose number is lower than
/// that of another already applied is among them: two branches may be merged in either order.
///
/// A version that this binary does not know is refused wherever it stands between the known ones: what
/// that migration changed is not known here either.
fn pending(applied: &BTreeSet<i64>) -> DbResult<Vec<&'static Migration>> {
    let known = |version: i64| MIGRATIONS.iter().any(|migration| migration.version == version);
    if let Some(found) = applied.iter().rev().copied().find(|version| !known(*version)) {
        return Err(DbError::UnknownMigration { found, known: SCHEMA_VERSION });
    }
    Ok(MIGRATIONS.iter().filter(|migration| !applied.contains(&migration.version)).collect())
}

pub(super) fn sqlite(connection: &mut rusqlite::Connection, path: &Path, clock: &Clock) -> DbResult<()> {
    connection.execute_batch(CREATE_TABLE)?;
    let applied: BTreeSet<i64> =
        connection.prepare(APPLIED)?.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let pending = pending(&applied)?;
    if let Some(newest) = applied.last().filter(|_| !pending.is_empty()) {
        let backup = backup_name(path, *newest, clock);
        backup_to(path, &backup)?;
        tracing::info!(backup = %backup.display(), "database backed up before its migrations");
    }
    for migration in pending {
        let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        transaction.execute_batch(migration.sqlite).map_err(|e| named(migration, &e.to_string()))?;
        transaction.execute(
            "insert into schema_migrations (version, name, applied_at) values (?1, ?2, ?3)",
            (migration.version, migration.name, clock.now().as_millisecond()),
        )?;
        transaction.commit()?;
    }
    Ok(())
}

/// PostgreSQL has no cheap backup of its own kind here: its operator takes one (`docs/operate.md`),
/// and each migration is whole or absent.
pub(super) async fn postgres(client: &ClientWrapper, clock: &Clock) -> DbResult<()> {
    // Two nodes that start together must not migrate together.
    client.batch_execute("begin").await?;
    let outcome = postgres_locked(client, clock).await;
    client.batch_execute(if outcome.is_ok() { "commit" } else { "rollback" }).await?;
    outcome
}

async fn postgres_locked(client: &ClientWrapper, clock: &Clock) -> DbResult<()> {
    client.batch_execute("select pg_advisory_xact_lock(7340621)").await?;
    client.batch_execute(CREATE_TABLE).await?;
    let rows = client.query(APPLIED, &[]).await?;
    let applied = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    for migration in pending(&applied)? {
        client
            .batch_execute(migration.postgres)
            .await
            .map_err(|e| named(migration, &DbError::from(e).to_string()))?;
        client
            .execute(
                "insert into schema_migrations (version, name, applied_at) values ($1, $2, $3)",
                &[&migration.version, &migration.name, &clock.now().as_millisecond()],
            )
            .await?;
    }
    Ok(())
}

fn named(migration: &Migration, why: &str) -> DbError {
    DbError::Internal(format!("migration {} failed: {why}", migration.name))
}
