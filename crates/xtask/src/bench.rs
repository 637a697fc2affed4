//! `cargo xtask bench`: hands over to the crate `bench`, in release mode.

use anyhow::{Result, bail};

use crate::process;
use crate::repo::Repo;

/// What to pass on.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub struct Args {
    /// Arguments for the benchmark program; `--help` lists what it measures
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    args: Vec<String>,
}

/// Runs the benchmark program.
pub fn main(repo: &Repo, args: &Args) -> Result<()> {
    if !repo.root().join("crates").join("bench").is_dir() {
        bail!("crates/bench is not in this checkout, so there is nothing to measure with");
    }
    let mut command = repo.cargo(&["run", "--release", "--package", "bench", "--"]);
    process::run(command.args(&args.args))
}
