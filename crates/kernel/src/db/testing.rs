//! A test's own database.
//!
//! SQLite: a copy of a file that was migrated once for all tests, which spares each of them its
//! migrations. PostgreSQL: a schema that the test migrates itself. Copies of a template database were
//! measured there: under two tests at a time one costs more than the migrations (`file_copy` waits for
//! two checkpoints, `wal_log` writes the whole copy into the log).

use std::path::Path;

use sha2::{Digest, Sha256};
use tokio_postgres::NoTls;

use super::migrate::MIGRATIONS;
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

#[expect(
    clippy::disallowed_methods,
    reason = "there is no application yet whose tasks could hold the connection"
)]
async fn fresh_schema(url: String) -> Location {
    let schema = format!("t_{}", Random::system().hex::<8>());
    let (client, connection) = tokio_postgres::connect(&url, NoTls).await.expect("TEST_DATABASE_URL answers");
    let connection = tokio::spawn(connection);
    client.batch_execute(&format!("create schema {schema}")).await.expect("a schema");
    drop(client);
    let _ = connection.await;
    Location::Postgres { url, schema: Some(schema) }
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
