//! The web desktop's build: npm runs only when its inputs changed.

use std::process::Command;

use anyhow::{Result, bail};

use crate::hash::{self, Stamp};
use crate::process;
use crate::repo::Repo;

/// The oldest Node.js that the web build works with.
const OLDEST_NODE: (u32, u32) = (20, 19);

/// What is no source of the web build. The generated files are types, which the build leaves out.
const NOT_SOURCES: &[&str] = &["node_modules", "dist", "e2e", "generated", "test-results", ".vite"];

/// Fails, saying what to install, unless a fit Node.js is in `PATH`.
pub fn require_node() -> Result<()> {
    let (major, minor) = OLDEST_NODE;
    match node_version() {
        Some(found) if found >= OLDEST_NODE => Ok(()),
        Some((old_major, old_minor)) => bail!(
            "Node.js {old_major}.{old_minor} is too old; install {major}.{minor} or newer from https://nodejs.org"
        ),
        None => {
            bail!("Node.js is missing; install {major}.{minor} or newer from https://nodejs.org")
        }
    }
}

/// Installs the npm packages when `package-lock.json` changed since the last time.
pub fn install(repo: &Repo) -> Result<()> {
    require_node()?;
    let web = repo.web();
    let lock = web.join("package-lock.json");
    if !lock.is_file() {
        bail!("web/package-lock.json is missing; this checkout has no web desktop to build");
    }
    let stamp = Stamp::new(&repo.scratch()?, "npm-ci.stamp");
    let inputs = hash::of_file(&lock)?;
    if stamp.matches(&inputs) && web.join("node_modules").is_dir() {
        return Ok(());
    }
    process::run(&mut repo.npm(&["ci", "--ignore-scripts", "--no-audit", "--no-fund"]))?;
    stamp.set(&inputs)
}

/// Builds `web/dist` when a web source changed since the last time.
pub fn build(repo: &Repo) -> Result<()> {
    install(repo)?;
    let stamp = Stamp::new(&repo.scratch()?, "web-build.stamp");
    let inputs = hash::of_folder(&repo.web(), NOT_SOURCES)?;
    if stamp.matches(&inputs) && has_dist(repo) {
        return Ok(());
    }
    process::run(&mut repo.npm(&["run", "build"]))?;
    stamp.set(&inputs)
}

/// Whether a built web desktop is there.
pub fn has_dist(repo: &Repo) -> bool {
    repo.web().join("dist").join("index.html").is_file()
}

fn node_version() -> Option<(u32, u32)> {
    parse_version(&process::output(Command::new("node").arg("--version")).ok()?)
}

/// The first two numbers of `v20.19.5`.
fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().trim_start_matches('v').split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_versions_compare_as_numbers() {
        assert_eq!(parse_version("v20.19.5\n"), Some((20, 19)));
        assert!(parse_version("v20.9.0") < Some(OLDEST_NODE));
        assert!(parse_version("v24.1.0") > Some(OLDEST_NODE));
        assert_eq!(parse_version("not node"), None);
    }
}
