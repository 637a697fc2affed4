//! Clients of other projects against a running portal: every `interop/test_*.py`.

use std::process::Command;

use anyhow::{Context, Result};

use super::portal::{Portal, Tier};
use super::python;
use crate::process;
use crate::repo::Repo;

/// Starts a portal and lets every client talk to it, as the member that the environment names.
pub fn run(repo: &Repo) -> Result<()> {
    let programs = python::programs(repo)?;
    let log = repo.scratch()?.join("interop-server.log");
    println!("the server's log: {}", log.display());
    // The clients receive webhooks on this machine.
    let mut portal = Portal::start(repo, &log, &[("EGRESS_ALLOW", "127.0.0.0/8")])?;
    let people = portal.register_people().context("cannot register who the clients are")?;
    let mut tests = Command::new(programs.join("python"));
    tests.args(["-m", "unittest", "discover", "--start-directory"]).arg(python::interop(repo));
    tests.arg("--verbose").env("PORTAL_URL", portal.url("")).env("CHAT_URL", portal.chat_url());
    tests.env("REPOSITORY", repo.root()).env("CLASSPORTAL", repo.debug_binary()?);
    // Else Python keeps its compiled files beside the sources.
    tests.env("PYTHONDONTWRITEBYTECODE", "1");
    for (tier, token) in people.iter().filter(|(tier, _)| *tier != Tier::Unsigned) {
        tests.env(format!("TOKEN_{}", format!("{tier:?}").to_uppercase()), token);
    }
    process::run(&mut tests)?;
    portal.still_runs()
}
