//! Where a portal under test keeps its data, and a look into it from outside.

use std::path::PathBuf;

use kernel::clock::Clock;
use kernel::db::{Db, Location};
use kernel::events::{self, Event};
use tempfile::TempDir;

/// A folder, and a database of either engine.
pub(crate) struct TestDir {
    /// Working directory of the server.
    pub folder: TempDir,
    location: Location,
    /// What points the server to the database.
    variable: (&'static str, String),
}

impl TestDir {
    /// SQLite, whose file stands in `data/`.
    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("data/classportal.db");
        let variable = ("DB_PATH", file.to_string_lossy().into_owned());
        Self { folder, location: Location::Sqlite(file), variable }
    }

    /// The engine of this run of the suite: a schema of its own on `TEST_DATABASE_URL`, else SQLite.
    pub(crate) fn of_this_run(test: &str) -> Option<Self> {
        let Ok(url) = std::env::var("TEST_DATABASE_URL") else { return Some(Self::sqlite()) };
        let schema = format!("d_{}", kernel::random::Random::system().hex::<8>());
        let Some(psql) = super::program("psql") else {
            super::skip(test, "no psql to make a schema with (Debian: postgresql-client)");
            return None;
        };
        let made =
            std::process::Command::new(psql).args([&url, "-qc", &format!("create schema {schema}")]).status();
        assert!(made.expect("psql runs").success(), "no schema could be made");
        let variable = ("DATABASE_URL", format!("{url}?options=-csearch_path%3D{schema}"));
        let folder = tempfile::tempdir().expect("a folder");
        Some(Self { folder, location: Location::Postgres { url, schema: Some(schema) }, variable })
    }

    /// Variables for the server.
    pub(crate) fn variables(&self) -> Vec<(&str, &str)> {
        let limits = ["RATE_LIMIT_LOGIN", "RATE_LIMIT_REGISTER", "RATE_LIMIT_USER", "RATE_LIMIT_CHAT"];
        let own = (self.variable.0, self.variable.1.as_str());
        limits.into_iter().map(|rule| (rule, "0")).chain([("TIMEZONE", "Asia/Shanghai"), own]).collect()
    }

    /// The folder of the SQLite file.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The whole event log, read past the server.
    pub(crate) fn events(&self) -> Vec<Event> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let db = Db::open(&self.location, &Clock::system()).await.expect("the database opens");
            let events =
                db.read(|read| Ok(events::after(read, 0, i64::MAX)?)).await.expect("the log is read");
            db.close();
            events
        })
    }

    /// Fails when SQLite finds its file damaged. PostgreSQL looks after its own.
    #[track_caller]
    pub(crate) fn assert_whole(&self) {
        if let Location::Sqlite(file) = &self.location {
            let connection = rusqlite::Connection::open(file).expect("the file opens");
            let verdict: String =
                connection.pragma_query_value(None, "integrity_check", |row| row.get(0)).expect("a verdict");
            assert_eq!(verdict, "ok");
        }
    }
}
