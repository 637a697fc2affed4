//! The PostgreSQL engine: the pool and the asynchronous path of lone statements.

pub(super) mod statements;

use deadpool_postgres::{Config, Pool, PoolConfig, Runtime, Timeouts};
use tokio::runtime::Handle;
use tokio_postgres::NoTls;

use self::statements::rows;
use super::session::{Connection, Read};
use super::{DbError, DbResult, FromRow, Row, Statement, Value, migrate, tls};
use crate::clock::Clock;
use crate::error::Result;

/// Connections per node.
const POOL: usize = 16;

/// Builds the pool; connects lazily.
pub(super) fn pool(url: &str, schema: Option<&str>) -> DbResult<Pool> {
    let asked = tls::asked(url)?;
    let mut config = Config::new();
    config.url = Some(asked.url);
    config.options = schema.map(|schema| format!("-c search_path={schema}"));
    let wait = Some(std::time::Duration::from_secs(5));
    config.pool = Some(PoolConfig {
        timeouts: Timeouts { wait, create: wait, recycle: wait },
        ..PoolConfig::new(POOL)
    });
    let runtime = Some(Runtime::Tokio1);
    let pool = match asked.trust {
        None => config.create_pool(runtime, NoTls),
        Some(trust) => config.create_pool(runtime, tls::connector(trust, asked.root.as_deref())?),
    };
    pool.map_err(|e| DbError::Unavailable(format!("DATABASE_URL: {e}")))
}

/// Checks the connection and migrates.
pub(super) async fn prepare(pool: &Pool, clock: &Clock) -> DbResult<()> {
    let client = pool.get().await?;
    migrate::postgres(&client, clock).await
}

pub(super) async fn opt<T: FromRow>(
    pool: &Pool,
    statement: &'static Statement,
    values: &[Value],
) -> DbResult<Option<T>> {
    let client = pool.get().await?;
    let row = rows(&client, statement, values).await?.into_iter().next();
    row.map(|row| T::from_row(&Row::Postgres(&row))).transpose()
}

pub(super) async fn all<T: FromRow>(
    pool: &Pool,
    statement: &'static Statement,
    values: &[Value],
) -> DbResult<Vec<T>> {
    let client = pool.get().await?;
    let rows = rows(&client, statement, values).await?;
    rows.iter().map(|row| T::from_row(&Row::Postgres(row))).collect()
}

pub(super) async fn describe(pool: &Pool, statement: &'static Statement) -> DbResult<(usize, usize)> {
    let prepared = pool.get().await?.prepare(statement.sql).await?;
    Ok((prepared.columns().len(), prepared.params().len()))
}

/// A snapshot: read only, repeatable read.
pub(super) async fn read<T, F>(pool: &Pool, work: F) -> Result<T>
where
    T: Send + 'static,
    F: FnOnce(&mut Read) -> Result<T> + Send + 'static,
{
    let client = pool.get().await.map_err(DbError::from)?;
    let runtime = Handle::current();
    let task = tokio::task::spawn_blocking(move || {
        let mut read = Read::new(Connection::Postgres { client: &client, runtime: &runtime });
        read.control("begin isolation level repeatable read read only")?;
        // Caught here, because a connection inside a transaction must not go back to the pool.
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(&mut read)))
            .unwrap_or_else(|_| Err(DbError::Internal("a read panicked".into()).into()));
        if read.control("rollback").is_err() {
            // A connection in an unknown state must not go back to the pool.
            drop(deadpool_postgres::Object::take(client));
        }
        outcome
    });
    task.await.map_err(|_| DbError::Internal("a read panicked".into()))?
}
