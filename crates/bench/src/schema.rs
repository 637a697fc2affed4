//! A place on a PostgreSQL server for tests.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

/// A schema of this run alone, dropped at its end.
pub struct Schema<'a> {
    psql: &'a Path,
    server: &'a str,
    name: String,
    /// The URL of the schema, as a portal takes it.
    pub url: String,
}

impl<'a> Schema<'a> {
    /// Makes one on a server for tests.
    pub fn new(psql: &'a Path, server: &'a str) -> Result<Self> {
        let name = format!("bench_{}", kernel::random::Random::system().hex::<8>());
        let url = format!("{server}?options=-csearch_path%3D{name}");
        let schema = Self { psql, server, name, url };
        schema.execute("create schema")?;
        Ok(schema)
    }

    fn execute(&self, what: &str) -> Result<()> {
        let text = format!("set client_min_messages = warning; {what} {}", self.name);
        let told = Command::new(self.psql).args([self.server, "-qc", &text]).status()?;
        ensure!(told.success(), "psql: {what}");
        Ok(())
    }
}

impl Drop for Schema<'_> {
    fn drop(&mut self) {
        let tail = format!("drop schema {} cascade", self.name);
        let text = format!("set client_min_messages = warning; {tail}");
        // Left behind at worst in a database for tests.
        let _ = Command::new(self.psql).args([self.server, "-qc", &text]).status();
    }
}
