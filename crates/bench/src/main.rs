//! `cargo xtask bench`: what the server costs, beside a limit measured in the same run.
//!
//! A figure alone says little: machines differ, and so does the load on one machine from minute to
//! minute. So every measure runs three times, in turn with its baseline, and what is judged is the
//! ratio of the medians. Rates come with the CPU time that the server spent per operation, which
//! moves far less than wall time does.
//!
//! The server under test is the release binary, started on a temporary data folder with its
//! product defaults; only the rate limits are lifted. Load stays on 127.0.0.1. Nothing here fails
//! a build: a target that is missed is reported as missed.
#![expect(
    clippy::disallowed_methods,
    reason = "a measuring program asks the machine's own clock and owns its tasks"
)]

mod baseline;
mod client;
mod deliveries;
mod load;
mod machine;
mod measure;
mod message_seed;
mod portal;
mod post_seed;
mod process;
mod repo;
mod report;
mod schema;
mod seed;
mod socket;
mod stats;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;

use baseline::Baseline;
use measure::{Measure, Session};

/// The allocator of the server, so that the baselines have it too.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

const EXAMPLES: &str = "Examples:
  cargo xtask bench                         everything
  cargo xtask bench requests writes         only these
  cargo xtask bench sockets --hold 600      idle sockets are held for ten minutes
  cargo xtask bench --write                 also into docs/benchmarks.md";

/// Measures the built server against limits of this machine
#[derive(Parser)]
#[command(name = "bench", after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Which measures; all of them when none is named
    names: Vec<Measure>,
    /// Write the table into docs/benchmarks.md as well
    #[arg(long)]
    write: bool,
    /// Measure target/release/classportal as it is
    #[arg(long)]
    no_build: bool,
    /// Hold idle sockets open for this many seconds before their memory counts
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    hold: u64,
    /// Measure this binary instead
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// What the server is compared with, in a process of its own
    #[command(hide = true)]
    Baseline {
        /// Which
        name: Baseline,
    },
}

fn main() -> Result<()> {
    let cli = Cli::parse();
    match cli.command {
        Some(Command::Baseline { name }) => baseline::run(name),
        None => measure_all(cli),
    }
}

fn measure_all(cli: Cli) -> Result<()> {
    if cfg!(debug_assertions) {
        bail!("figures of a debug build mean nothing; run `cargo xtask bench`");
    }
    let binary = match cli.binary {
        Some(binary) => binary.canonicalize().with_context(|| binary.display().to_string())?,
        None if cli.no_build => repo::release_binary(),
        None => repo::build_release_binary()?,
    };
    machine::lift_open_files()?;
    let mut session = Session::new(binary, Duration::from_secs(cli.hold))?;
    let machine = machine::describe(session.folder())?;
    let names = if cli.names.is_empty() { Measure::ALL.to_vec() } else { cli.names };
    let mut rows = Vec::new();
    for name in &names {
        eprintln!("measuring: {name}");
        match name.run(&mut session) {
            Ok(found) => rows.extend(found),
            // One measure that cannot be taken must not cost the others.
            Err(error) => rows.push(report::Row::failed(*name, &error)),
        }
    }
    println!("{machine}\n\n{}", report::plain(&rows));
    if cli.write {
        let mut command = "cargo xtask bench --write".to_owned();
        if names.len() != Measure::ALL.len() {
            names.iter().for_each(|name| command.push_str(&format!(" {name}")));
        }
        report::write(&repo::root().join("docs/benchmarks.md"), &command, &machine, &rows)?;
    }
    Ok(())
}
