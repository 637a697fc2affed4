//! The Python environment of the clients that talk to the portal: `interop/requirements.txt`, installed once.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::hash::{self, Stamp};
use crate::process;
use crate::repo::Repo;

/// The environment's folder of programs; installed anew when the pinned versions change.
pub fn programs(repo: &Repo) -> Result<PathBuf> {
    let scratch = repo.scratch()?;
    let venv = scratch.join("venv");
    let programs = venv.join("bin");
    let requirements = interop(repo).join("requirements.txt");
    let stamp = Stamp::new(&scratch, "python.stamp");
    let inputs = hash::of_file(&requirements)?;
    if stamp.matches(&inputs) && programs.join("python").is_file() {
        return Ok(programs);
    }
    process::run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv))?;
    let mut install = Command::new(programs.join("pip"));
    install.args(["install", "--quiet", "--require-hashes", "--requirement"]).arg(&requirements);
    process::run(&mut install)?;
    stamp.set(&inputs)?;
    Ok(programs)
}

/// Where the clients stand.
pub fn interop(repo: &Repo) -> PathBuf {
    repo.root().join("interop")
}
