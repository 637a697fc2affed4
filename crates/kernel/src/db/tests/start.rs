//! Opening: migrations, backups, and the refusals that protect what is there.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;
use std::time::Duration;

use super::super::migrate::MIGRATIONS;
use super::super::{Db, DbError, Location, SCHEMA_VERSION, backup_name, backup_to, newest_backup};
use super::*;
use crate::clock::Clock;
use crate::testing::START;
use crate::tests::{TestKernel, idle, until};

/// A place for a SQLite file, whatever engine the suite runs on.
struct TestDatabase {
    folder: tempfile::TempDir,
    clock: Clock,
}

impl TestDatabase {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), clock: Clock::manual(START.parse().unwrap()) }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("data/school.db")
    }

    async fn open(&self) -> Result<Db, DbError> {
        Db::open(&Location::Sqlite(self.file()), &self.clock).await
    }

    /// Opens and closes, so that everything is in the one file.
    async fn made(self) -> Self {
        drop(self.open().await.unwrap());
        // The threads close their connections a moment later; alone, this one can do without the journal.
        let last = rusqlite::Connection::open(self.file()).unwrap();
        let alone = || last.query_row("pragma journal_mode = delete", [], |row| row.get::<_, String>(0));
        until(|| alone().is_ok_and(|mode| mode == "delete")).await;
        self
    }

    async fn refusal(&self) -> String {
        self.open().await.err().expect("a refusal").to_string()
    }

    /// Fills the file with rubbish from `at` on.
    fn damage(&self, at: usize) {
        let mut bytes = fs::read(self.file()).unwrap();
        bytes[at..].fill(0xA5);
        fs::write(self.file(), bytes).unwrap();
    }

    fn leave(&self, name: &str) {
        fs::write(self.file().with_file_name(name), "x").unwrap();
    }

    fn backups(&self) -> Vec<String> {
        let names = fs::read_dir(self.file().parent().unwrap())
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.contains(".bak-")).collect()
    }
}

fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn every_migration_runs_once_in_order_and_starting_again_is_harmless() {
    let kernel = TestKernel::new().await;
    let expected: Vec<i64> = MIGRATIONS.iter().map(|migration| migration.version).collect();
    assert!(expected.is_sorted_by(|a, b| a < b));
    assert_eq!(kernel.app.db.all::<i64>(&RUN, p![]).await.unwrap(), expected);

    let kernel = kernel.restart(&[]).await;
    assert_eq!(kernel.app.db.all::<i64>(&RUN, p![]).await.unwrap(), expected);
    let beside = Db::open(&kernel.app.config.database, &kernel.app.clock).await.unwrap();
    assert_eq!([beside.health().await.status, kernel.app.db.health().await.status], ["ok", "ok"]);
}

#[tokio::test]
async fn a_newer_schema_is_refused_and_left_alone() {
    let kernel = TestKernel::new().await;
    kernel.app.db.exec(&FUTURE, p![9999]).await.unwrap();
    let refused = Db::open(&kernel.app.config.database, &kernel.app.clock).await.err().unwrap();
    assert!(
        matches!(refused, DbError::UnknownMigration { found: 9999, known } if known == SCHEMA_VERSION),
        "{refused}"
    );
    assert!(refused.to_string().contains("start the newer binary"));
    assert_eq!(kernel.app.db.health().await.status, "ok");
}

#[tokio::test]
async fn an_unknown_version_between_known_ones_is_refused_too() {
    let kernel = TestKernel::new().await;
    assert!(MIGRATIONS.iter().all(|migration| migration.version != 7));
    kernel.app.db.exec(&FUTURE, p![7]).await.unwrap();
    let refused = Db::open(&kernel.app.config.database, &kernel.app.clock).await.err().unwrap();
    assert!(matches!(refused, DbError::UnknownMigration { found: 7, .. }), "{refused}");
}

/// Takes `0022_file_generations` back, as if it were merged after the later ones had run.
async fn forget_generations(kernel: &TestKernel) -> Vec<i64> {
    let every = kernel.app.db.all::<i64>(&RUN, p![]).await.unwrap();
    kernel.app.db.exec(&DROP_GENERATION, p![]).await.unwrap();
    assert_eq!(kernel.app.db.exec(&FORGET, p![22]).await.unwrap(), 1);
    assert!(every.last() > Some(&22));
    every
}

#[tokio::test]
async fn a_migration_with_a_lower_number_than_the_newest_applied_one_is_made_up_for_once() {
    let kernel = TestKernel::new().await;
    let every = forget_generations(&kernel).await;
    for _ in 0..2 {
        drop(Db::open(&kernel.app.config.database, &kernel.app.clock).await.unwrap());
        assert_eq!(kernel.app.db.all::<i64>(&RUN, p![]).await.unwrap(), every);
        assert_eq!(kernel.app.db.all::<String>(&GENERATIONS, p![]).await.unwrap(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn a_migration_that_is_made_up_for_is_backed_up_under_the_newest_version() {
    let kernel = TestKernel::new().await;
    let Location::Sqlite(path) = kernel.app.config.database.clone() else { return };
    forget_generations(&kernel).await;
    assert_eq!(newest_backup(&path), None);
    drop(Db::open(&kernel.app.config.database, &kernel.app.clock).await.unwrap());
    assert_eq!(newest_backup(&path), Some(backup_name(&path, SCHEMA_VERSION, &kernel.app.clock)));
}

/// The second statement of `0012_files` fails: its index is still there.
#[tokio::test]
async fn a_migration_that_fails_leaves_nothing_of_itself() {
    let kernel = TestKernel::new().await;
    let db = &kernel.app.db;
    let every = db.all::<i64>(&RUN, p![]).await.unwrap();
    db.exec(&DROP_NAME, p![]).await.unwrap();
    db.exec(&FORGET, p![12]).await.unwrap();
    let failed = Db::open(&kernel.app.config.database, &kernel.app.clock).await.err().unwrap().to_string();
    assert!(failed.contains("0012_files failed") && failed.contains("already exists"), "{failed}");
    assert!(db.all::<String>(&FILE_NAMES, p![]).await.is_err(), "the column was not added");
    assert!(!db.all::<i64>(&RUN, p![]).await.unwrap().contains(&12));

    db.exec(&DROP_INDEX, p![]).await.unwrap();
    drop(Db::open(&kernel.app.config.database, &kernel.app.clock).await.unwrap());
    assert_eq!(db.all::<String>(&FILE_NAMES, p![]).await.unwrap(), Vec::<String>::new());
    assert_eq!(db.all::<i64>(&RUN, p![]).await.unwrap(), every);
}

#[tokio::test]
async fn files_are_for_the_service_alone() {
    let place = TestDatabase::new().made().await;
    assert_eq!((mode(&place.file()), mode(place.file().parent().unwrap())), (0o600, 0o700));
}

#[tokio::test]
async fn an_older_schema_is_backed_up_before_it_is_migrated() {
    let place = TestDatabase::new();
    fs::create_dir_all(place.file().parent().unwrap()).unwrap();
    let old = rusqlite::Connection::open(place.file()).unwrap();
    old.execute_batch("create table schema_migrations (version bigint primary key, name text not null, applied_at bigint not null)").unwrap();
    old.execute_batch(MIGRATIONS[0].sqlite).unwrap();
    old.execute("insert into schema_migrations values (1, '0001_kernel', 0)", []).unwrap();
    old.execute("insert into settings values ('kept', 'yes')", []).unwrap();
    drop(old);

    let db = place.open().await.unwrap();
    assert_eq!(db.all::<i64>(&RUN, p![]).await.unwrap().len(), MIGRATIONS.len());
    assert_eq!(place.backups(), ["school.bak-20260901T000000-v1.db"]);
    let backup = newest_backup(&place.file()).unwrap();
    assert_eq!(backup, backup_name(&place.file(), 1, &place.clock));
    assert_eq!(mode(&backup), 0o600);
    let backup = rusqlite::Connection::open(backup).unwrap();
    let version: i64 =
        backup.query_row("select max(version) from schema_migrations", [], |row| row.get(0)).unwrap();
    let kept: String =
        backup.query_row("select value from settings where name = 'kept'", [], |row| row.get(0)).unwrap();
    assert_eq!((version, kept.as_str()), (1, "yes"), "the backup is the old state");
}

#[tokio::test]
async fn a_first_start_and_a_start_without_news_make_no_backup() {
    let place = TestDatabase::new().made().await.made().await;
    assert_eq!(place.backups(), Vec::<String>::new());
}

#[tokio::test]
async fn a_damaged_file_is_refused_by_the_name_of_the_newest_backup() {
    for at in [100, 4096] {
        let place = TestDatabase::new().made().await;
        place.damage(at);
        assert!(place.refusal().await.ends_with("no backup was found beside it"));
        place.leave("school.bak-20260301T000000-v1.db");
        place.leave("school.bak-20260802T000000-v2.db");
        place.leave("other.bak-20270101T000000-v1.db");
        place.leave("school.bak-x.partial");
        let refusal = place.refusal().await;
        assert!(refusal.contains("is damaged"), "{refusal}");
        assert!(refusal.ends_with("school.bak-20260802T000000-v2.db"), "{refusal}");
    }
}

#[tokio::test]
async fn what_is_no_sqlite_file_is_refused_and_not_overwritten() {
    for (content, why) in
        [("a list of pupils, not a database", "is not a SQLite file"), ("short", "is too short")]
    {
        let place = TestDatabase::new();
        fs::create_dir_all(place.file().parent().unwrap()).unwrap();
        fs::write(place.file(), content).unwrap();
        assert!(place.refusal().await.contains(why));
        assert_eq!(fs::read_to_string(place.file()).unwrap(), content);
    }
}

#[tokio::test]
async fn a_file_that_vanished_after_set_up_is_a_loss_not_a_first_start() {
    let place = TestDatabase::new();
    place.open().await.unwrap().mark_initialised();
    fs::remove_file(place.file()).unwrap();
    place.leave("school.bak-20260301T000000-v1.db");
    let refusal = place.refusal().await;
    assert!(refusal.contains("is missing although this portal was set up"), "{refusal}");
    assert!(refusal.contains("school.bak-20260301T000000-v1.db"), "{refusal}");
    assert!(!place.file().exists(), "an empty database would reopen set-up");
    fs::write(place.file(), "").unwrap();
    assert!(place.refusal().await.contains("is missing"), "an empty file is no database either");
}

#[tokio::test]
async fn a_file_that_vanished_before_set_up_is_made_again() {
    let place = TestDatabase::new().made().await;
    fs::remove_file(place.file()).unwrap();
    assert_eq!(place.open().await.unwrap().health().await.status, "ok");
}

#[tokio::test]
async fn a_backup_is_taken_while_the_database_is_written() {
    let place = TestDatabase::new();
    let db = place.open().await.unwrap();
    db.exec(&CREATE, p![]).await.unwrap();
    db.exec(&INSERT, p![1, "x"]).await.unwrap();
    let target = place.folder.path().join("copy.db");
    backup_to(&place.file(), &target).unwrap();
    db.exec(&INSERT, p![2, "y"]).await.unwrap();
    let copy = rusqlite::Connection::open(target).unwrap();
    let rows: i64 = copy.query_row("select count(*) from test_rows", [], |row| row.get(0)).unwrap();
    assert_eq!(rows, 1);
    let unwritable = backup_to(&place.file(), Path::new("/proc/nowhere/copy.db"));
    assert!(matches!(unwritable, Err(DbError::Unavailable(_))), "{unwritable:?}");
}

#[tokio::test]
async fn the_hourly_check_finds_damage_and_health_shows_it_until_it_is_repaired() {
    let kernel = TestKernel::new().await;
    let Location::Sqlite(path) = kernel.app.config.database.clone() else { return };
    let app = &kernel.app;
    let damaged = || app.db.0.damage.lock().unwrap_or_else(PoisonError::into_inner).is_some();
    idle().await;

    let whole = fs::read(&path).unwrap();
    let mut broken = whole.clone();
    let (start, end) = (whole.len() / 2 / 4096 * 4096, whole.len());
    broken[start..end].fill(0xA5);
    fs::write(&path, broken).unwrap();
    assert!(!damaged(), "nobody has looked yet");
    app.clock.advance(Duration::from_secs(3600));
    until(damaged).await;
    assert_eq!(app.db.health().await.status, "error");

    fs::write(&path, whole).unwrap();
    idle().await;
    app.clock.advance(Duration::from_secs(3600));
    until(|| !damaged()).await;
    // A write of another hourly task may have been refused by the broken file; health believes that for ten
    // seconds, and then stores something itself.
    while app.db.health().await.status != "ok" {
        app.clock.advance(Duration::from_secs(10));
        idle().await;
    }
}

#[tokio::test]
async fn a_server_that_is_away_is_unavailable_and_named() {
    let location = Location::Postgres { url: "postgres://nobody@127.0.0.1:1/none".into(), schema: None };
    let clock = Clock::manual(START.parse().unwrap());
    assert!(matches!(Db::open(&location, &clock).await, Err(DbError::Unavailable(_))));
    let location = Location::Postgres { url: "postgres://host:no-port/none".into(), schema: None };
    let refused = Db::open(&location, &clock).await.err().unwrap().to_string();
    assert!(refused.contains("DATABASE_URL"), "{refused}");
}
