//! `cargo xtask torture`: what takes too long for the suite. The Rust tests marked `#[ignore]` whose names start with
//! `torture`, and browser tests with more of what they do ([`BROWSER`]).
//!
//! The Rust tests read `TORTURE_SECONDS` and `TORTURE_SEED`, so that a failure can be run again.

use std::process::Command;

use anyhow::{Result, bail};

use crate::repo::Repo;
use crate::test::postgres::{Durability, Postgres};
use crate::{process, web};

/// Browser tests by the name that [`Args::browser`] takes, and the variable that makes them long.
const BROWSER: &[(&str, (&str, &str))] = &[
    // A class of 45 registers and signs in from one address.
    ("enrolment", ("ENROLMENT_PUPILS", "45")),
    // Every screen at every size in both languages, light and dark, with axe.
    ("screens", ("SCREENS", "all")),
];

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
    /// The long browser tests instead: `enrolment`, `screens`, or both without a name
    #[arg(long, value_name = "NAME", num_args = 0..=1)]
    browser: Option<Option<String>>,
}

/// Runs the long tests one after another, those in Rust in release mode.
pub fn main(repo: &Repo, args: &Args) -> Result<()> {
    match &args.browser {
        Some(name) => browser(repo, name.as_deref()),
        None => rust(repo, args),
    }
}

fn rust(repo: &Repo, args: &Args) -> Result<()> {
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

fn browser(repo: &Repo, only: Option<&str>) -> Result<()> {
    let chosen: Vec<_> = BROWSER.iter().filter(|(name, _)| only.is_none_or(|only| only == *name)).collect();
    if chosen.is_empty() {
        let names: Vec<_> = BROWSER.iter().map(|(name, _)| *name).collect();
        bail!("no long browser test has this name; there are {}", names.join(", "));
    }
    web::build(repo)?;
    process::run(&mut repo.cargo(&["build", "--package", "server"]))?;
    for (name, (variable, value)) in chosen {
        let mut tests: Command = repo.npm(&["run", "e2e", "--"]);
        tests.args([&format!("e2e/{name}.spec.mjs"), "--retries=0"]).env(variable, value);
        process::run(&mut tests)?;
    }
    Ok(())
}
