//! The database of one back end: a working copy that is made of stored pages, and the pages that every turn commits.

mod authorizer;
mod member_rows;
mod statements;
mod users;
mod wal;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use std::fs::{self, File};
use std::os::unix::fs::FileExt;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};

use crate::budget::Budget;
use crate::limits::Limits;
use crate::turns::PageChanges;

use authorizer::Authorizer;
use wal::WalReader;

pub use member_rows::{erase_member_rows, export_member_rows};
pub use statements::{Rows, SqlError};

/// Bytes of a page.
pub const PAGE: usize = 4096;

/// Frames of the log after which it is copied into the file and emptied: one MiB at the end of a turn, 16 within one.
const LONG_LOG: usize = 256;
const LONG_LOG_IN_TURN: usize = 4096;

/// Instructions of SQLite's machine between two looks at the clock. Each may copy a value of the largest size, so
/// more of them would be too long.
const PROGRESS: i32 = 100;

/// Statements that stay prepared.
const CACHED: usize = 64;

/// Why a working copy could not be made or read.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The scratch folder.
    #[error("the working copy: {0}")]
    Io(#[from] io::Error),
    /// SQLite, for example because stored pages are damaged.
    #[error("the working copy: {0}")]
    Sqlite(#[from] rusqlite::Error),
}

/// What a turn left in the database.
#[derive(Debug)]
pub(crate) struct TurnEnd {
    /// The pages that were committed.
    pub changes: Option<PageChanges>,
    /// Whether a transaction was still open; it has been rolled back.
    pub rolled_back: bool,
}

/// The database of one back end. Its file is a working copy: what counts is what the portal stored, so the file
/// needs no sync and is removed with the value.
#[derive(Debug)]
pub struct Database {
    connection: Connection,
    authorizer: Arc<Authorizer>,
    /// Frames of the log up to the last commit.
    committed: Arc<AtomicU32>,
    wal: WalReader,
    /// What was read of the log before it was emptied within a turn.
    changes: Option<PageChanges>,
    result_rows: usize,
    result_bytes: usize,
    _files: Files,
}

impl Database {
    /// Makes the working copy in `folder`, which is this back end's alone, of stored pages: number from 1, 4096 bytes.
    /// `quota` is how many bytes the database may have. Whoever replaces a back end that is stuck takes another
    /// folder: the old thread has this one until it ends.
    pub fn open(
        folder: &Path,
        pages: impl IntoIterator<Item = (u32, Vec<u8>)>,
        quota: u64,
    ) -> Result<Self, DatabaseError> {
        fs::create_dir_all(folder)?;
        Self::open_in(folder, pages, quota)
    }

    /// The same in a folder that is there.
    pub(crate) fn open_in(
        folder: &Path,
        pages: impl IntoIterator<Item = (u32, Vec<u8>)>,
        quota: u64,
    ) -> Result<Self, DatabaseError> {
        let file = Files { path: folder.join("database.sqlite") };
        file.remove();
        write_pages(&file.path, pages, quota)?;
        // No URI: a path with `?` in it stays a path.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(&file.path, flags)?;
        prepare_connection(&connection, quota)?;
        let authorizer = Arc::new(Authorizer::default());
        let committed = Arc::new(AtomicU32::new(0));
        authorizer.as_host(|| users::create(&connection))?;
        let (rules, frames) = (Arc::clone(&authorizer), Arc::clone(&committed));
        connection
            .authorizer(Some(move |context: rusqlite::hooks::AuthContext<'_>| rules.decide(context)))?;
        // It answers how many frames the log has, so the first commit of the back end also tells of those of
        // `users::create`. A back end that commits nothing stores nothing.
        connection.wal_hook(Some(move |_: &mut rusqlite::hooks::Wal, count: i32| {
            frames.store(count.unsigned_abs(), Relaxed);
            Ok(())
        }))?;
        let limits = Limits::default();
        let wal = WalReader::new(file.beside("-wal"));
        let (result_rows, result_bytes) = (limits.result_rows, limits.result_bytes);
        Ok(Self {
            connection,
            authorizer,
            committed,
            wal,
            changes: None,
            result_rows,
            result_bytes,
            _files: file,
        })
    }

    /// Sets the limits of the back end that uses this from now on.
    pub(crate) fn limit(&mut self, limits: &Limits, budget: Arc<Budget>) -> Result<(), DatabaseError> {
        self.result_rows = limits.result_rows;
        self.result_bytes = limits.result_bytes;
        let length = i32::try_from(limits.result_bytes).unwrap_or(i32::MAX);
        self.connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, length)?;
        self.connection.progress_handler(PROGRESS, Some(move || budget.is_exceeded()))?;
        Ok(())
    }

    /// Ends a turn: no transaction goes on, and the pages that were committed are handed over once.
    pub(crate) fn end_turn(&mut self) -> Result<TurnEnd, DatabaseError> {
        let rolled_back = !self.connection.is_autocommit();
        if rolled_back {
            self.authorizer.as_host(|| self.connection.execute_batch("ROLLBACK"))?;
        }
        self.wal.read_to(self.committed_frames(), &mut self.changes)?;
        if self.wal.frames() > LONG_LOG {
            self.empty_log()?;
        }
        Ok(TurnEnd { changes: self.changes.take(), rolled_back })
    }

    /// Keeps the log short within a turn that commits again and again.
    pub(crate) fn shorten_log(&mut self) -> Result<(), DatabaseError> {
        let committed = self.committed_frames();
        if committed > LONG_LOG_IN_TURN && self.connection.is_autocommit() {
            self.wal.read_to(committed, &mut self.changes)?;
            self.empty_log()?;
        }
        Ok(())
    }

    fn committed_frames(&self) -> usize {
        usize::try_from(self.committed.load(Relaxed)).unwrap_or(usize::MAX)
    }

    /// Bytes of the database.
    pub(crate) fn stored_bytes(&self) -> u64 {
        let pages = self
            .authorizer
            .as_host(|| self.connection.pragma_query_value(None, "page_count", |row| row.get(0)));
        pages.map_or(0, |pages: u32| u64::from(pages) * PAGE as u64)
    }

    /// Whether a transaction is open.
    pub(crate) fn in_transaction(&self) -> bool {
        !self.connection.is_autocommit()
    }

    fn empty_log(&mut self) -> Result<(), DatabaseError> {
        let connection = &self.connection;
        self.authorizer.as_host(|| connection.pragma(None, "wal_checkpoint", "TRUNCATE", |_| Ok(())))?;
        self.committed.store(0, Relaxed);
        self.wal.restart();
        Ok(())
    }
}

/// Settings of the connection: the log without shared memory, the quota, and what statements may cost.
fn prepare_connection(connection: &Connection, quota: u64) -> Result<(), rusqlite::Error> {
    connection.pragma_update(None, "page_size", PAGE as u32)?;
    // First of all, because a change of the journal's form syncs too.
    connection.pragma_update(None, "synchronous", "OFF")?;
    // Before the first access: with it the index of the log is in this process's memory.
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    connection.pragma_update(None, "cache_size", -1024)?;
    connection.pragma_update(
        None,
        "max_page_count",
        u32::try_from(quota / PAGE as u64).unwrap_or(u32::MAX),
    )?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    // The file is removed then.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.set_prepared_statement_cache_capacity(CACHED);
    for (limit, most) in [
        (Limit::SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
        (Limit::SQLITE_LIMIT_COLUMN, 500),
        (Limit::SQLITE_LIMIT_EXPR_DEPTH, 200),
        (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 100),
        (Limit::SQLITE_LIMIT_VDBE_OP, 1 << 20),
        (Limit::SQLITE_LIMIT_ATTACHED, 0),
        (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000),
        (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 50),
        (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
    ] {
        connection.set_limit(limit, most)?;
    }
    Ok(())
}

/// Writes the file. Pages that were never used are not stored; they are zeros.
fn write_pages(path: &Path, pages: impl IntoIterator<Item = (u32, Vec<u8>)>, quota: u64) -> io::Result<()> {
    let file = File::create(path)?;
    let mut page_count = 0;
    for (number, page) in pages {
        if number == 0 || page.len() != PAGE {
            return Err(damaged());
        }
        // The database's header says how many pages it has.
        if let (1, Some(count)) = (number, page.get(28..32)) {
            page_count = count.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        }
        file.write_all_at(&page, u64::from(number - 1) * PAGE as u64)?;
    }
    let bytes = page_count * PAGE as u64;
    // The quota may have been a larger one when it grew.
    if bytes > quota.saturating_mul(8) {
        return Err(damaged());
    }
    file.set_len(bytes)
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a stored page is damaged")
}

/// The files of a working copy, removed when it is dropped. Declared last in [`Database`], so the connection has
/// closed them by then.
#[derive(Debug)]
struct Files {
    path: PathBuf,
}

impl Files {
    fn beside(&self, suffix: &str) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(suffix);
        name.into()
    }

    /// A file that is not there needs no removal, and one that stays is removed before the next use.
    fn remove(&self) {
        for path in [self.path.clone(), self.beside("-wal"), self.beside("-shm"), self.beside("-journal")] {
            let _ = fs::remove_file(path);
        }
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        self.remove();
        // Empty by now, unless it is the portal's for others too.
        if let Some(folder) = self.path.parent() {
            let _ = fs::remove_dir(folder);
        }
    }
}
