//! Every verb of the project, as `cargo xtask VERB`; the list is [`Verb`].
//!
//! One file or folder per verb. What they share: [`repo`] (where things are), [`process`]
//! (running programs), [`guard`] (cleaning up), [`hash`] (sparing work) and [`web`] (npm).
#![allow(
    clippy::disallowed_methods,
    reason = "a command-line tool: it has no app to ask for a clock, tasks or settings"
)]

mod accept;
mod bench;
mod check;
mod demo;
mod dev;
mod guard;
mod hash;
mod package;
mod process;
mod release;
mod repo;
mod run;
mod test;
mod tidy;
mod torture;
mod web;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::repo::Repo;

/// The tools of classportal.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Build the web desktop when it changed, then serve it with a database in ./data
    Run(run::Args),
    /// Serve the API and the web desktop with hot reload, both ended together
    Dev(dev::Args),
    /// The quick gates: format, clippy, tidy and the web's own checks
    Check,
    /// The whole suite on both databases, in a browser and under fuzzing
    Test(test::Args),
    /// Regenerate api/openapi, api/routes.txt, the lists of variables and the web's types
    Accept,
    /// The repository's own rules: budgets, direction, vocabulary, tables, documents, dependencies
    Tidy,
    /// Measure against the targets, in release mode
    Bench(bench::Args),
    /// Long runs: kills, full disks and races; with --browser a whole class and every screen
    Torture(torture::Args),
    /// Raise the patch number and build the release binary with the web inside
    Release,
    /// Build the release binary as it is and pack it for download, with a Dockerfile
    Package,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    Repo::find().and_then(|repo| dispatch(&repo, cli.verb)).unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

fn dispatch(repo: &Repo, verb: Verb) -> Result<ExitCode> {
    match verb {
        Verb::Run(args) => run::main(repo, &args)?,
        Verb::Dev(args) => dev::main(repo, &args)?,
        Verb::Check => check::main(repo)?,
        // Tells its failures itself, so that its closing line is the last one.
        Verb::Test(args) => return test::main(repo, &args),
        Verb::Accept => accept::main(repo)?,
        Verb::Tidy => tidy::main(repo)?,
        Verb::Bench(args) => bench::main(repo, &args)?,
        Verb::Torture(args) => torture::main(repo, &args)?,
        Verb::Release => release::main(repo)?,
        Verb::Package => package::main(repo)?,
    }
    Ok(ExitCode::SUCCESS)
}
