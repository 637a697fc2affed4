//! Random requests, made from api/openapi.json by schemathesis, against a running portal.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::portal::Portal;
use crate::hash::Stamp;
use crate::process;
use crate::repo::Repo;

/// The fuzzer; raise the version here and nowhere else.
const FUZZER: &str = "schemathesis==4.32.5";

/// How long it goes on, in seconds.
const TIME: &str = "75";

/// The same requests on each run.
const SEED: &str = "20250101";

/// What every answer must hold: no 5xx, and only documented statuses, types and shapes.
const CHECKS: &str =
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";

/// Paths left out, since one call would blunt all later ones.
const LEFT_OUT: &[&str] = &[
    // Revokes the token that all other requests carry.
    "/api/auth/logout",
    // Waits up to 25 s for an event by design.
    "/api/realtime/poll",
    // Answers 503 until the relay is configured, which a lone portal never is.
    "/api/auth/relay-verify",
];

/// Fuzzes a fresh portal as one of its members.
pub fn run(repo: &Repo) -> Result<()> {
    let program = install(repo)?;
    let log = repo.scratch()?.join("fuzzed-server.log");
    println!("the server's log: {}", log.display());
    let mut portal = Portal::start(repo, &log)?;
    let token = portal.register_member().context("cannot register a member to test as")?;
    let scratch = repo.scratch()?;
    let mut fuzzer = fuzzer(&program, &portal.url("/api/openapi.json"), &scratch);
    println!("$ {}", process::shown(&fuzzer));
    fuzzer.arg("--header").arg(format!("Authorization: Bearer {token}"));
    let status = fuzzer.status().context("the fuzzer does not start")?;
    portal.still_runs()?;
    if !status.success() {
        bail!("the API does not hold what it documents; see the failures above");
    }
    Ok(())
}

/// The fuzzer's command line, without the token.
fn fuzzer(program: &Path, document: &str, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(["--no-color", "run", document, "--checks", CHECKS]);
    command.args(["--max-time", TIME, "--request-timeout", "20"]);
    command.args(["--seed", SEED, "--generation-database", "none"]);
    for path in LEFT_OUT {
        command.args(["--exclude-path", path]);
    }
    // It drops its own files into the current folder.
    command.current_dir(folder);
    command
}

/// Installs the fuzzer into a Python environment of its own, once per version.
fn install(repo: &Repo) -> Result<PathBuf> {
    let scratch = repo.scratch()?;
    let venv = scratch.join("venv");
    let program = venv.join("bin").join("schemathesis");
    let stamp = Stamp::new(&scratch, "fuzzer.stamp");
    if stamp.matches(FUZZER) && program.is_file() {
        return Ok(program);
    }
    process::run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv))?;
    let pip = venv.join("bin").join("pip");
    process::run(Command::new(pip).args(["install", "--quiet", FUZZER]))?;
    stamp.set(FUZZER)?;
    Ok(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_bounded_and_repeatable() {
        let command = fuzzer(Path::new("fuzzer"), "http://127.0.0.1:1/x", Path::new("/"));
        let line = process::shown(&command);
        for wanted in ["--max-time 75", "--seed", "--exclude-path"] {
            assert!(line.contains(wanted), "{line}");
        }
    }
}
