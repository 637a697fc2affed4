//! What a closure sees of a connection: [`Read`] for snapshots, [`Tx`] for transactions.

use std::ops::{Deref, DerefMut};

use rusqlite::params_from_iter;
use tokio::runtime::Handle;

use super::postgres::statements;
use super::{DbError, DbResult, FromRow, Row, Statement, Value};

/// A connection inside a snapshot or a transaction. All calls block: a closure runs on a thread
/// of its own, never on an async worker.
pub struct Read<'a> {
    connection: Connection<'a>,
    /// Set when PostgreSQL wants the transaction run again, whatever the closure made of the error.
    pub(super) retry: bool,
    /// Set when a statement failed: a closure that went on all the same is not kept.
    pub(super) failed: bool,
    /// Set when the engine refused a statement for reasons of its own, such as a full disk.
    pub(super) refused: bool,
}

/// The two engines behind one set of verbs.
pub(super) enum Connection<'a> {
    Sqlite(&'a rusqlite::Connection),
    Postgres { client: &'a deadpool_postgres::ClientWrapper, runtime: &'a Handle },
}

impl<'a> Read<'a> {
    pub(super) fn new(connection: Connection<'a>) -> Self {
        Self { connection, retry: false, failed: false, refused: false }
    }

    /// Remembers a failure before the closure can turn it into something else.
    fn noted<T>(&mut self, outcome: DbResult<T>) -> DbResult<T> {
        self.failed |= outcome.is_err();
        self.refused |= outcome.as_ref().is_err_and(DbError::is_of_the_engine);
        if matches!(outcome, Err(DbError::Retry)) {
            self.retry = true;
        }
        outcome
    }

    /// The one row of a query that must find one.
    ///
    /// # Errors
    /// [`DbError::NotFound`] when there is none.
    pub fn one<T: FromRow>(&mut self, statement: &'static Statement, params: &[Value]) -> DbResult<T> {
        self.opt(statement, params)?.ok_or(DbError::NotFound)
    }

    /// The first row, if any.
    ///
    /// # Errors
    /// When the statement fails.
    pub fn opt<T: FromRow>(
        &mut self,
        statement: &'static Statement,
        params: &[Value],
    ) -> DbResult<Option<T>> {
        let found = match &self.connection {
            Connection::Sqlite(connection) => {
                sqlite_rows(connection, statement, params, 1).map(|mut rows| rows.pop())
            }
            Connection::Postgres { client, runtime } => runtime.block_on(async {
                let row = statements::rows(client, statement, params).await?.into_iter().next();
                row.map(|row| T::from_row(&Row::Postgres(&row))).transpose()
            }),
        };
        self.noted(found)
    }

    /// All rows.
    ///
    /// # Errors
    /// When the statement fails.
    pub fn all<T: FromRow>(&mut self, statement: &'static Statement, params: &[Value]) -> DbResult<Vec<T>> {
        let found = match &self.connection {
            Connection::Sqlite(connection) => sqlite_rows(connection, statement, params, usize::MAX),
            Connection::Postgres { client, runtime } => runtime.block_on(async {
                let rows = statements::rows(client, statement, params).await?;
                rows.iter().map(|row| T::from_row(&Row::Postgres(row))).collect()
            }),
        };
        self.noted(found)
    }

    /// Columns and parameters of a statement.
    pub(super) fn describe(&mut self, statement: &'static Statement) -> DbResult<(usize, usize)> {
        match &self.connection {
            Connection::Sqlite(connection) => {
                let prepared = connection.prepare(statement.sqlite)?;
                Ok((prepared.column_count(), prepared.parameter_count()))
            }
            Connection::Postgres { .. } => Err(DbError::Internal("described asynchronously".into())),
        }
    }

    /// Runs the engine's own words: `begin`, `savepoint …`, `commit`.
    pub(super) fn control(&mut self, sql: &str) -> DbResult<()> {
        match &self.connection {
            // Cached: these few texts run once or more per write.
            Connection::Sqlite(connection) => {
                connection.prepare_cached(sql)?.execute([])?;
                Ok(())
            }
            Connection::Postgres { client, runtime } => Ok(runtime.block_on(client.batch_execute(sql))?),
        }
    }
}

/// The first rows of a query on SQLite, at most `limit`.
fn sqlite_rows<T: FromRow>(
    connection: &rusqlite::Connection,
    statement: &Statement,
    params: &[Value],
    limit: usize,
) -> DbResult<Vec<T>> {
    let mut prepared = connection.prepare_cached(statement.sqlite)?;
    let mut rows = prepared.query(params_from_iter(params))?;
    let mut found = Vec::new();
    while found.len() < limit
        && let Some(row) = rows.next()?
    {
        found.push(T::from_row(&Row::Sqlite(row))?);
    }
    Ok(found)
}

/// Something to do once the commit is on disk.
pub(super) type Effect = Box<dyn FnOnce() + Send>;

/// A transaction: a [`Read`] that may also write.
pub struct Tx<'a> {
    read: Read<'a>,
    pub(super) effects: Vec<Effect>,
    pub(super) wakes: Vec<Effect>,
    /// Set when a statement touched a row.
    pub(super) wrote: bool,
}

impl<'a> Tx<'a> {
    pub(super) fn new(connection: Connection<'a>) -> Self {
        Self { read: Read::new(connection), effects: Vec::new(), wakes: Vec::new(), wrote: false }
    }

    /// Runs a writing statement; answers the number of rows it touched.
    ///
    /// # Errors
    /// [`DbError::Unique`] when a unique key refuses the row.
    pub fn exec(&mut self, statement: &'static Statement, params: &[Value]) -> DbResult<u64> {
        let done = match &self.read.connection {
            Connection::Sqlite(connection) => connection
                .prepare_cached(statement.sqlite)
                .and_then(|mut prepared| prepared.execute(params_from_iter(params)))
                .map(|rows| rows as u64)
                .map_err(DbError::from),
            Connection::Postgres { client, runtime } => {
                runtime.block_on(statements::execute(client, statement, params))
            }
        };
        self.wrote |= done.as_ref().is_ok_and(|rows| *rows > 0);
        self.read.noted(done)
    }

    /// Runs `effect` after the commit and before the answer: what is kept in memory changes here.
    /// It must be quick, because other answers wait behind it.
    pub fn on_commit(&mut self, effect: impl FnOnce() + Send + 'static) {
        self.effects.push(Box::new(effect));
    }

    /// Runs `wake` after the effects of this transaction, whichever were asked for first: whoever it
    /// wakes finds in memory what they have changed.
    pub fn wake_on_commit(&mut self, wake: impl FnOnce() + Send + 'static) {
        self.wakes.push(Box::new(wake));
    }
}

impl<'a> Deref for Tx<'a> {
    type Target = Read<'a>;

    fn deref(&self) -> &Self::Target {
        &self.read
    }
}

impl DerefMut for Tx<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.read
    }
}
