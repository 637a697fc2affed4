//! The browser tests: all of them, or those of what changed.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::packages;
use super::steps::Scope;
use crate::process;
use crate::repo::Repo;

/// The way of a new member through everything; always part of a quick run.
const JOURNEY: &str = "journey";

/// Runs `npm run e2e` with the built server.
pub fn test(repo: &Repo, scope: Scope) -> Result<()> {
    let chromium =
        packages::chromium().context("Chromium is missing; install it or set CHROMIUM to its path")?;
    let mut tests = repo.npm(&["run", "e2e", "--"]);
    if scope == Scope::Quick {
        let selected = specs_of(&changed(repo)?, &specs(&repo.web().join("e2e"))?);
        tests.args(selected.iter().map(|name| format!("e2e/{name}.spec.mjs")));
    }
    tests.env("PORTAL_BIN", repo.debug_binary()?).env("CHROMIUM", chromium);
    process::run(&mut tests)
}

/// The names of the files of browser tests, without `.spec.mjs`.
fn specs(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut specs: Vec<_> =
        names.filter_map(|name| name.strip_suffix(".spec.mjs").map(str::to_owned)).collect();
    specs.sort();
    Ok(specs)
}

/// The files that differ from the last commit; those of the last commit where none does.
fn changed(repo: &Repo) -> Result<Vec<String>> {
    let git = |args: &[&str]| {
        process::output(std::process::Command::new("git").args(args).current_dir(repo.root()))
    };
    let status = git(&["status", "--porcelain", "--untracked-files=all"])?;
    let own: Vec<String> = status.lines().filter_map(|line| line.get(3..).map(str::to_owned)).collect();
    if !own.is_empty() {
        return Ok(own);
    }
    let last = git(&["show", "--format=", "--name-only", "HEAD"])?;
    Ok(last.lines().map(str::to_owned).collect())
}

/// The tests that are changed themselves, those named after a changed app, and the journey.
fn specs_of(changed: &[String], specs: &[String]) -> Vec<String> {
    let concerns = |spec: &str| {
        changed.iter().any(|path| {
            let app = path.strip_prefix("web/src/apps/").and_then(|rest| rest.split('/').next());
            let of_app = app.is_some_and(|app| spec == app || spec.starts_with(&format!("{app}-")));
            of_app || *path == format!("web/e2e/{spec}.spec.mjs")
        })
    };
    specs.iter().filter(|spec| *spec == JOURNEY || concerns(spec)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quick_run_has_the_journey_and_the_tests_of_changed_apps() {
        let specs = ["admin", "admin-members", "chat", "journey", "windows"].map(String::from);
        let changed = ["web/src/apps/admin/Members.vue", "web/e2e/windows.spec.mjs", "README.md"];
        let selected = specs_of(&changed.map(String::from), &specs);
        assert_eq!(selected, ["admin", "admin-members", "journey", "windows"]);
    }
}
