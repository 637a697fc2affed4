//! `cargo xtask check`: the gates that need no server, database or browser.

use anyhow::Result;

use crate::repo::Repo;
use crate::{process, tidy, web};

/// Runs all quick gates.
pub fn main(repo: &Repo) -> Result<()> {
    format(repo)?;
    clippy(repo)?;
    tidy::main(repo)?;
    web(repo)
}

/// Fails when `cargo fmt` would change a file.
pub fn format(repo: &Repo) -> Result<()> {
    process::run(&mut repo.cargo(&["fmt", "--all", "--check"]))
}

/// Fails on any warning, in tests too.
pub fn clippy(repo: &Repo) -> Result<()> {
    let args = ["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"];
    process::run(&mut repo.cargo(&args))
}

/// The web's own checks: format, types, lints.
pub fn web(repo: &Repo) -> Result<()> {
    web::install(repo)?;
    process::run(&mut repo.npm(&["run", "check"]))
}
