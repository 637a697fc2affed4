//! What can go wrong in the database, told the same way for both engines.

use thiserror::Error;

/// Shorthand for what store functions answer.
pub type DbResult<T> = std::result::Result<T, DbError>;

/// A database failure. Only [`DbError::NotFound`] and [`DbError::Unique`] are a caller's business;
/// the rest becomes 503 or 500 without detail (`interface 10.2`).
#[derive(Debug, Error)]
pub enum DbError {
    /// A query that must find a row found none.
    #[error("no such row")]
    NotFound,
    /// A unique key refused the row. The text is the engine's and differs between them.
    #[error("unique key violated: {0}")]
    Unique(String),
    /// Too many jobs wait.
    #[error("the database queue is full")]
    Busy,
    /// The disk is full, a sync failed, the server is away: trying again later may work.
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    /// PostgreSQL asked for the transaction to be run again.
    #[error("serialisation failure")]
    Retry,
    /// The file is damaged or not a database.
    #[error("{0}")]
    Corrupt(String),
    /// The database has had a migration that this binary does not know.
    #[error(
        "the database has schema version {found}, which this binary does not know (its newest is {known}); \
         start the newer binary"
    )]
    UnknownMigration {
        /// The highest unknown version in the database.
        found: i64,
        /// Newest version this binary knows.
        known: i64,
    },
    /// A mistake of ours: wrong SQL, wrong type.
    #[error("{0}")]
    Internal(String),
}

impl DbError {
    /// Whether the engine refused for reasons of its own: space, damage, a lost connection.
    pub(super) fn is_of_the_engine(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::Corrupt(_))
    }
}

impl From<rusqlite::Error> for DbError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode as Code;
        match error.sqlite_error_code() {
            Some(Code::ConstraintViolation) => {
                let unique = error.sqlite_error().is_some_and(|e| {
                    e.extended_code == rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE
                        || e.extended_code == rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY
                });
                if unique { Self::Unique(error.to_string()) } else { Self::Internal(error.to_string()) }
            }
            Some(
                Code::DiskFull
                | Code::SystemIoFailure
                | Code::DatabaseBusy
                | Code::CannotOpen
                | Code::ReadOnly,
            ) => Self::Unavailable(error.to_string()),
            Some(Code::DatabaseCorrupt | Code::NotADatabase) => Self::Corrupt(error.to_string()),
            _ => Self::Internal(error.to_string()),
        }
    }
}

impl From<tokio_postgres::Error> for DbError {
    fn from(error: tokio_postgres::Error) -> Self {
        use tokio_postgres::error::SqlState;
        // `Display` of this error hides the server's words; they sit in the source.
        let text = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
        match error.code() {
            Some(code) if *code == SqlState::UNIQUE_VIOLATION => Self::Unique(text),
            Some(code)
                if *code == SqlState::T_R_SERIALIZATION_FAILURE
                    || *code == SqlState::T_R_DEADLOCK_DETECTED =>
            {
                Self::Retry
            }
            // A server that only answers reads, as one that stands by.
            Some(code) if *code == SqlState::READ_ONLY_SQL_TRANSACTION => Self::Unavailable(text),
            // Connection, resources, operator's intervention, disk.
            Some(code) if ["08", "53", "57", "58"].contains(&&code.code()[..2]) => Self::Unavailable(text),
            Some(_) => Self::Internal(text),
            // No server code: the connection itself failed.
            None => Self::Unavailable(text),
        }
    }
}

impl From<deadpool_postgres::PoolError> for DbError {
    fn from(error: deadpool_postgres::PoolError) -> Self {
        match error {
            deadpool_postgres::PoolError::Timeout(_) => Self::Busy,
            other => Self::Unavailable(other.to_string()),
        }
    }
}
