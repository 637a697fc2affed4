//! The SQLite engine: opening and checking the file, the reader threads, backups.

use std::io::Read as _;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crossbeam_channel::{Sender, TrySendError, bounded};
use rusqlite::config::DbConfig;
use rusqlite::{Connection as Sqlite, OpenFlags};
use tokio::sync::oneshot;

use super::backup::newest_backup;
use super::session::{Connection, Read};
use super::{DbError, DbResult, migrate};
use crate::clock::Clock;
use crate::error::Result;

/// Waiting reads beyond this are refused with 503 rather than piled up.
const QUEUE: usize = 4096;
/// More threads than cores: a reader also waits for the disk.
const READERS: usize = 4;

/// Opens a connection with the settings every connection has.
pub(super) fn connect(path: &Path) -> DbResult<Sqlite> {
    let connection = Sqlite::open(path)?;
    connection.execute_batch(
        "pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000;
         pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -4000;
         pragma wal_autocheckpoint = 2000;",
    )?;
    // Otherwise a statement that compares with a parameter is planned again each time it is run.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(256);
    Ok(connection)
}

/// Makes the file ready: folder, checks, backup before migrations, migrations.
pub(super) fn prepare(path: &Path, clock: &Clock) -> DbResult<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    let unavailable = |e: std::io::Error| DbError::Unavailable(format!("{}: {e}", folder.display()));
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(unavailable)?;
    let existed = path.metadata().is_ok_and(|m| m.len() > 0);
    if !existed && marker(path).exists() {
        return Err(damaged(path, "is missing although this portal was set up"));
    }
    if existed {
        check_header(path)?;
    }
    let mut connection = connect(path).map_err(|e| or_damaged(path, e))?;
    if existed {
        check_small_tables(&connection).map_err(|e| or_damaged(path, e))?;
    }
    let permissions = std::fs::Permissions::from_mode(0o600);
    std::fs::set_permissions(path, permissions).map_err(unavailable)?;
    migrate::sqlite(&mut connection, path, clock)
}

/// The file whose presence says that a missing database is a loss and not a first start.
fn marker(path: &Path) -> PathBuf {
    path.with_extension("initialised")
}

/// Remembers beside the file that the portal was set up (`interface 1.2`).
pub(super) fn mark_initialised(path: &Path) -> std::io::Result<()> {
    std::fs::write(marker(path), b"")
}

fn damaged(path: &Path, what: &str) -> DbError {
    let way_out = newest_backup(path).map_or_else(
        || "no backup was found beside it".to_owned(),
        |backup| format!("restore the newest backup {}", backup.display()),
    );
    DbError::Corrupt(format!("the database {} {what}: {way_out}", path.display()))
}

fn or_damaged(path: &Path, error: DbError) -> DbError {
    match error {
        DbError::Corrupt(why) => damaged(path, &format!("is damaged ({why})")),
        other => other,
    }
}

/// A file that is not SQLite at all is told from a damaged one before SQLite touches it.
fn check_header(path: &Path) -> DbResult<()> {
    let mut header = [0_u8; 16];
    let whole = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut header));
    match whole {
        Ok(()) if &header == b"SQLite format 3\0" => Ok(()),
        Ok(()) => Err(damaged(path, "is not a SQLite file")),
        Err(_) => Err(damaged(path, "is too short")),
    }
}

/// What start can afford: the schema and the small tables. The whole file is checked hourly in
/// the background, see [`full_check`].
fn check_small_tables(connection: &Sqlite) -> DbResult<()> {
    for table in ["schema_migrations", "settings", "event_head", "sequences"] {
        let known: bool = connection.query_row(
            "select exists (select 1 from sqlite_master where type = 'table' and name = ?1)",
            [table],
            |row| row.get(0),
        )?;
        if known {
            let verdict: String =
                connection.query_row(&format!("pragma quick_check('{table}')"), [], |row| row.get(0))?;
            if verdict != "ok" {
                return Err(DbError::Corrupt(verdict));
            }
        }
    }
    Ok(())
}

/// Checks the whole file on a connection of its own; blocks for as long as that takes.
///
/// # Errors
/// [`DbError::Corrupt`] with SQLite's first finding.
pub(super) fn full_check(path: &Path) -> DbResult<()> {
    let connection = Sqlite::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let verdict: String = connection.query_row("pragma quick_check(1)", [], |row| row.get(0))?;
    if verdict == "ok" { Ok(()) } else { Err(DbError::Corrupt(verdict)) }
}

type Job = Box<dyn FnOnce(&Sqlite) + Send>;

/// A panic costs the one who asked, not the thread: four of them would otherwise end all reading.
fn serve(connection: &Sqlite, job: Job) {
    let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(connection)));
    // A snapshot left open would show its moment to every later reader.
    if ran.is_err() && !connection.is_autocommit() && connection.execute_batch("rollback").is_err() {
        tracing::error!("read connection did not leave its snapshot; restart the server");
    }
}

/// The threads that answer reads.
pub(super) struct Readers(Sender<Job>);

impl Readers {
    pub(super) fn open(path: &Path) -> DbResult<Self> {
        let (sender, jobs) = bounded::<Job>(QUEUE);
        for number in 0..READERS {
            let connection = connect(path)?;
            // The page cache of the system serves all readers; their own may stay small.
            connection.execute_batch("pragma query_only = on; pragma cache_size = -1000;")?;
            let jobs = jobs.clone();
            let work = move || {
                for job in jobs {
                    serve(&connection, job);
                }
            };
            std::thread::Builder::new()
                .name(format!("db-read-{number}"))
                .spawn(work)
                .map_err(|e| DbError::Unavailable(e.to_string()))?;
        }
        Ok(Self(sender))
    }

    /// Runs `work` on the next free reader.
    pub(super) async fn run<T, F>(&self, work: F) -> DbResult<T>
    where
        T: Send + 'static,
        F: FnOnce(&mut Read) -> T + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            // Nobody listens any more when the request was dropped; that is fine.
            let _ = answer.send(work(&mut Read::new(Connection::Sqlite(connection))));
        });
        self.0.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => DbError::Busy,
            TrySendError::Disconnected(_) => DbError::Unavailable("the readers have ended".into()),
        })?;
        answered.await.map_err(|_| DbError::Internal("a read panicked".into()))
    }

    /// The same, all statements of `work` at one moment.
    pub(super) async fn run_snapshot<T, F>(&self, work: F) -> DbResult<Result<T>>
    where
        T: Send + 'static,
        F: FnOnce(&mut Read) -> Result<T> + Send + 'static,
    {
        self.run(move |read| {
            read.control("begin")?;
            let outcome = work(read);
            read.control("rollback")?;
            outcome
        })
        .await
    }
}
