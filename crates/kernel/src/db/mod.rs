//! The database layer: one SQL text per query for SQLite and PostgreSQL.
//!
//! Features see four verbs for a lone statement (`one`, `opt`, `all`, `exec`), [`Db::read`] for a
//! consistent snapshot and [`Db::write`] for a transaction, and nothing else of either engine.
//!
//! Both engines write through one queue per node. Its thread runs the waiting closures in one
//! transaction, each in its own savepoint, and answers after the commit is on disk, so that many
//! callers share one `fdatasync`. Reads never wait for it.
//!
//! Absent on purpose: an ORM, query builders, a second SQL dialect, `await` inside a transaction.

mod backup;
mod check;
mod error;
mod meter;
mod migrate;
mod postgres;
mod session;
mod sqlite;
mod statement;
#[cfg(any(test, feature = "testing"))]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod tls;
mod value;
mod writer;

use std::sync::{Arc, Mutex};

pub use backup::{backup_name, backup_to, newest_backup};
pub(crate) use check::spawn_hourly_check;
pub use error::{DbError, DbResult};
pub use meter::WriteLoad;
pub use migrate::{Migration, SCHEMA_VERSION};
pub use session::{Read, Tx};
#[doc(hidden)]
pub use statement::question_marks;
pub use statement::{Statement, joined};
pub use value::{Column, FromRow, Row, TextEnum, Value, from_text, to_text};

use crate::clock::Clock;
use crate::error::Result;

/// The SQL of this module itself.
pub(crate) fn check_statements() -> &'static [&'static Statement] {
    check::STATEMENTS
}

/// Which engine a [`Db`] speaks to, and where.
#[derive(Clone)]
pub enum Location {
    /// A SQLite file, created with its folder when missing.
    Sqlite(std::path::PathBuf),
    /// A PostgreSQL URL and, in tests, the schema that stands in for a database of its own.
    Postgres {
        /// `postgres://…`
        url: String,
        /// Set as `search_path`; created by the test harness.
        schema: Option<String>,
    },
}

/// A handle to the database; cheap to clone.
#[derive(Clone)]
pub struct Db(Arc<Inner>);

struct Inner {
    location: Location,
    engine: Engine,
    writer: writer::Writer,
    /// What the hourly check found.
    damage: Mutex<Option<String>>,
}

enum Engine {
    Sqlite(sqlite::Readers),
    Postgres(deadpool_postgres::Pool),
}

impl Db {
    /// Opens the database, checks it, backs it up when migrations wait, and migrates it.
    ///
    /// # Errors
    /// [`DbError::Corrupt`] and [`DbError::UnknownMigration`] refuse a start; both name the way out.
    pub async fn open(location: &Location, clock: &Clock) -> DbResult<Self> {
        let (engine, writer) = match location {
            Location::Sqlite(path) => {
                sqlite::prepare(path, clock)?;
                let readers = sqlite::Readers::open(path)?;
                (Engine::Sqlite(readers), writer::Writer::sqlite(path, clock.clone())?)
            }
            Location::Postgres { url, schema } => {
                let pool = postgres::pool(url, schema.as_deref())?;
                postgres::prepare(&pool, clock).await?;
                (Engine::Postgres(pool.clone()), writer::Writer::postgres(pool, clock.clone())?)
            }
        };
        let location = location.clone();
        Ok(Self(Arc::new(Inner { location, engine, writer, damage: Mutex::default() })))
    }

    /// Remembers beside a SQLite file that the portal was set up, so that a missing file is told
    /// from a first start.
    pub fn mark_initialised(&self) {
        if let Location::Sqlite(path) = &self.0.location
            && let Err(error) = sqlite::mark_initialised(path)
        {
            tracing::warn!(%error, "data folder not marked as set up");
        }
    }

    /// The engine's name, as health and `classportal config` show it.
    #[must_use]
    pub fn engine_name(&self) -> &'static str {
        match self.0.engine {
            Engine::Sqlite(_) => "sqlite",
            Engine::Postgres(_) => "postgres",
        }
    }

    /// The one row of a query that must find one.
    ///
    /// # Errors
    /// [`DbError::NotFound`] when there is none.
    pub async fn one<T: FromRow + Send + 'static>(
        &self,
        statement: &'static Statement,
        params: &[Value],
    ) -> DbResult<T> {
        self.opt(statement, params).await?.ok_or(DbError::NotFound)
    }

    /// The first row, if any.
    ///
    /// # Errors
    /// When the database is busy, away or broken.
    pub async fn opt<T: FromRow + Send + 'static>(
        &self,
        statement: &'static Statement,
        params: &[Value],
    ) -> DbResult<Option<T>> {
        match &self.0.engine {
            Engine::Sqlite(readers) => {
                let params = params.to_vec();
                readers.run(move |read| read.opt(statement, &params)).await?
            }
            Engine::Postgres(pool) => postgres::opt(pool, statement, params).await,
        }
    }

    /// All rows of a query. Lists are bounded by their SQL, not here.
    ///
    /// # Errors
    /// When the database is busy, away or broken.
    pub async fn all<T: FromRow + Send + 'static>(
        &self,
        statement: &'static Statement,
        params: &[Value],
    ) -> DbResult<Vec<T>> {
        match &self.0.engine {
            Engine::Sqlite(readers) => {
                let params = params.to_vec();
                readers.run(move |read| read.all(statement, &params)).await?
            }
            Engine::Postgres(pool) => postgres::all(pool, statement, params).await,
        }
    }

    /// One writing statement in a transaction of its own; answers the number of rows it touched.
    ///
    /// # Errors
    /// As [`Db::write`].
    pub async fn exec(&self, statement: &'static Statement, params: &[Value]) -> Result<u64> {
        let params = params.to_vec();
        self.write(move |tx| Ok(tx.exec(statement, &params)?)).await
    }

    /// Runs `work` on a consistent snapshot: every statement in it sees the same moment.
    ///
    /// # Errors
    /// Those of `work`, and of a busy or absent database.
    pub async fn read<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&mut Read) -> Result<T> + Send + 'static,
    {
        match &self.0.engine {
            Engine::Sqlite(readers) => readers.run_snapshot(work).await?,
            Engine::Postgres(pool) => postgres::read(pool, work).await,
        }
    }

    /// Runs `work` in a transaction and answers after the commit is on disk.
    ///
    /// `work` must not wait, hash or reach outside: it holds up every other write, and it may run
    /// again after a serialisation failure. Effects belong into [`Tx::on_commit`].
    ///
    /// # Errors
    /// Those of `work`, after which nothing of it is stored; [`DbError::Busy`] when the queue is
    /// full and [`DbError::Unavailable`] when the commit failed (503).
    pub async fn write<T, F>(&self, work: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&mut Tx) -> Result<T> + Send + 'static,
    {
        self.0.writer.submit(work).await
    }

    /// Column and parameter counts of a statement, as the engine understands it; for the test
    /// that prepares every registered statement on both engines.
    ///
    /// # Errors
    /// The engine's own words when it does not accept the text.
    pub async fn describe(&self, statement: &'static Statement) -> DbResult<(usize, usize)> {
        match &self.0.engine {
            Engine::Sqlite(readers) => readers.run(move |read| read.describe(statement)).await?,
            Engine::Postgres(pool) => postgres::describe(pool, statement).await,
        }
    }

    /// How the write queue has done since the last reading.
    #[must_use]
    pub fn take_load(&self) -> WriteLoad {
        self.0.writer.take_load()
    }

    /// Ends the writer after what it holds is committed. Later writes answer 503.
    pub fn close(&self) {
        self.0.writer.close();
    }
}
