//! A test's own database.
//!
//! SQLite: a copy of a file that was migrated once for all tests, which spares each of them its
//! migrations. PostgreSQL: a schema that the test migrates itself. Copies of a template database were
//! measured there: under two tests at a time one costs more than the migrations (`file_copy` waits for
//! two checkpoints, `wal_log` writes the whole copy into the log).

use std::path::Path;

use sha2::{Digest, Sha256};
use tokio_postgres::NoTls;

use super::migrate::{CREATE_TABLE, MIGRATIONS, Migration};
use super::{Location, sqlite};
use crate::clock::Clock;
use crate::random::Random;
use crate::testing::START;

/// A fresh schema on the server of `TEST_DATABASE_URL`, else a migrated SQLite file in this data folder.
#[expect(clippy::disallowed_methods, reason = "the test runner says which engine by a variable")]
pub(crate) async fn fresh(data: &Path) -> Location {
    match std::env::var("TEST_DATABASE_URL") {
        Ok(url) => fresh_schema(url).await,
        Err(_) => copied_file(data),
    }
}

async fn fresh_schema(url: String) -> Location {
    let schema = format!("t_{}", Random::system().hex::<8>());
    run_postgres(&url, &format!("create schema {schema}")).await;
    Location::Postgres { url, schema: Some(schema) }
}

#[expect(
    clippy::disallowed_methods,
    reason = "there is no application yet whose tasks could hold the connection"
)]
async fn run_postgres(url: &str, statements: &str) {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("TEST_DATABASE_URL answers");
    let connection = tokio::spawn(connection);
    client.batch_execute(statements).await.expect("statements that the database takes");
    drop(client);
    let _ = connection.await;
}

/// The last migration before events had types.
const UNTYPED: i64 = 25;

/// A database from before events had types, whose log has these, by kind and data.
pub(crate) async fn untyped(data: &Path, events: &[(&str, &str)]) -> Location {
    let mut script = String::new();
    for (seq, (kind, data)) in (1..).zip(events) {
        let stream = kind.split('.').next().unwrap_or_default();
        script += &format!(
            "insert into event_log (seq, ts, stream, audience, kind, actor_id, subject_id, data)
             values ({seq}, {seq}, '{stream}', 'all', '{kind}', '240111', 's', '{data}');
             update event_head set seq = {seq}, ts = {seq};"
        );
    }
    at_version(data, UNTYPED, &script).await
}

/// A database after its migration of this number, on which these statements were run. On PostgreSQL it is a schema as
/// above, otherwise a file.
pub(crate) async fn at_version(data: &Path, last: i64, statements: &str) -> Location {
    let location = fresh(data).await;
    let mut script = format!("{CREATE_TABLE};");
    for migration in MIGRATIONS.iter().filter(|migration| migration.version <= last) {
        let Migration { version, name, sqlite, postgres } = migration;
        script += if matches!(location, Location::Sqlite(_)) { sqlite } else { postgres };
        script += &format!(";insert into schema_migrations values ({version}, '{name}', 0);");
    }
    script += statements;
    match &location {
        Location::Sqlite(file) => {
            std::fs::remove_file(file).expect("the migrated file");
            let file = rusqlite::Connection::open(file).expect("a new file");
            file.execute_batch(&script).expect("statements that the database takes");
        }
        Location::Postgres { url, schema } => {
            let schema = schema.as_deref().unwrap_or_default();
            run_postgres(url, &format!("set search_path to {schema}; {script}")).await;
        }
    }
    location
}

/// Tests are processes of their own, so the migrated file stands beside the test's program. Its name
/// carries a hash of the migrations: one from before a change is never used.
fn copied_file(data: &Path) -> Location {
    let program = std::env::current_exe().expect("the test's program");
    let template = program.with_file_name(format!("migrated-{}.db", fingerprint()));
    if !template.exists() {
        let part = template.with_extension(Random::system().hex::<8>());
        let clock = Clock::manual(START.parse().expect("a timestamp"));
        sqlite::prepare(&part, &clock).expect("the migrations run");
        // Whoever else makes one now makes the same.
        std::fs::rename(&part, &template).expect("the program's folder is writable");
    }
    std::fs::create_dir(data).expect("a data folder");
    let file = data.join("classportal.db");
    std::fs::copy(template, &file).expect("a copied database");
    Location::Sqlite(file)
}

/// What the migrations are, in 16 digits.
fn fingerprint() -> String {
    let mut hasher = Sha256::new();
    for text in MIGRATIONS.iter().flat_map(|migration| [migration.name, migration.sqlite]) {
        hasher.update(text.len().to_le_bytes());
        hasher.update(text);
    }
    hex::encode(&hasher.finalize()[..8])
}
