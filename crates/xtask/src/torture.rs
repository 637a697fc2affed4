//! `cargo xtask torture`: the tests marked `#[ignore]` whose names start with `torture`.
//!
//! They read `TORTURE_SECONDS` and `TORTURE_SEED`, so that a failure can be run again.

use anyhow::Result;

use crate::process;
use crate::repo::Repo;
use crate::test::postgres::{Durability, Postgres};

/// How long, and how to repeat a run.
#[derive(clap::Args)]
pub struct Args {
    /// Only the tests whose names contain this
    #[arg(default_value = "torture")]
    filter: String,
    /// How long each test goes on
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// Where the randomness starts; a failing run prints its seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// On a private PostgreSQL that writes to disk, instead of SQLite
    #[arg(long)]
    postgres: bool,
}

/// Runs the long tests, in release mode, one after another.
pub fn main(repo: &Repo, args: &Args) -> Result<()> {
    let database = match args.postgres {
        true => Some(Postgres::start(Durability::OnDisk)?),
        false => None,
    };
    let mut command = repo.cargo(&["test", "--release", "--package", "server", "--test", "it"]);
    command.args(["--", "--ignored", "--nocapture", "--test-threads", "1", &args.filter]);
    command.env("TORTURE_SECONDS", args.seconds.to_string());
    command.env("TORTURE_SEED", args.seed.to_string());
    command.env_remove("TEST_DATABASE_URL");
    if let Some(database) = &database {
        command.env("TEST_DATABASE_URL", database.url());
    }
    process::run(&mut command)
}
