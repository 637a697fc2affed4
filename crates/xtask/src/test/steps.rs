//! The steps of the suite, in their order: [`STEPS`] is the only list.

use std::process::Command;

use anyhow::{Context, Result, bail};

use super::nats::Nats;
use super::postgres::{Durability, Postgres};
use super::{fuzz, packages};
use crate::repo::Repo;
use crate::{check, process, tidy, web};

/// One part of the suite.
pub struct Step {
    /// What `--only` calls it.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// Does it.
    pub run: fn(&Repo) -> Result<()>,
}

/// All of them.
pub const STEPS: &[Step] = &[
    step("packages", "the system packages that the suite needs", packages::install_missing),
    step("format", "cargo fmt --check", check::format),
    step("clippy", "lints of all targets, no warning allowed", check::clippy),
    step("tidy", "the repository's own rules", tidy::main),
    step("rust-sqlite", "Rust tests on SQLite", rust_on_sqlite),
    step("rust-postgres", "Rust tests on a private PostgreSQL and NATS", rust_on_postgres),
    step("web", "the web's checks, unit tests and build", web_tests),
    step("build", "the server with the web desktop inside", build_server),
    step("e2e", "browser tests against the built server", browser_tests),
    step("fuzz", "random requests against the documented API", fuzz_api),
];

const fn step(name: &'static str, about: &'static str, run: fn(&Repo) -> Result<()>) -> Step {
    Step { name, about, run }
}

fn rust_on_sqlite(repo: &Repo) -> Result<()> {
    if has_nextest(repo) {
        // The one kind of test that nextest leaves out; they touch no database.
        process::run(&mut repo.cargo(&["test", "--workspace", "--doc", "--quiet"]))?;
    }
    process::run(&mut rust_tests(repo))
}

fn rust_on_postgres(repo: &Repo) -> Result<()> {
    let database = Postgres::start(Durability::InMemory)?;
    let nats = Nats::start()?;
    let mut tests = rust_tests(repo);
    tests.env("TEST_DATABASE_URL", database.url()).env("TEST_NATS_URL", nats.url());
    process::run(&mut tests)
}

/// The Rust tests, by nextest where it is installed; on SQLite unless told otherwise.
fn rust_tests(repo: &Repo) -> Command {
    let mut command = if has_nextest(repo) {
        repo.cargo(&["nextest", "run", "--workspace"])
    } else {
        repo.cargo(&["test", "--workspace", "--no-fail-fast"])
    };
    command.env_remove("TEST_DATABASE_URL").env_remove("TEST_NATS_URL");
    command
}

fn has_nextest(repo: &Repo) -> bool {
    process::output(&mut repo.cargo(&["nextest", "--version"])).is_ok()
}

fn web_tests(repo: &Repo) -> Result<()> {
    check::web(repo)?;
    process::run(&mut repo.npm(&["test"]))?;
    web::build(repo)
}

fn build_server(repo: &Repo) -> Result<()> {
    web::build(repo)?;
    let mut command = repo.cargo(&["build", "--package", "server", "--bin", "classportal"]);
    web::set_build_id(repo, &mut command)?;
    process::run(&mut command)
}

fn browser_tests(repo: &Repo) -> Result<()> {
    build_server(repo)?;
    if !has_script(repo, "e2e")? {
        bail!("web/package.json has no script `e2e`, so no browser test would run; add it");
    }
    let chromium =
        packages::chromium().context("Chromium is missing; install it or set CHROMIUM to its path")?;
    let mut tests = repo.npm(&["run", "e2e"]);
    tests.env("PORTAL_BIN", repo.debug_binary()?).env("CHROMIUM", chromium);
    process::run(&mut tests)
}

fn has_script(repo: &Repo, name: &str) -> Result<bool> {
    let text =
        std::fs::read_to_string(repo.web().join("package.json")).context("cannot read web/package.json")?;
    let package: serde_json::Value = serde_json::from_str(&text).context("web/package.json is not JSON")?;
    Ok(package["scripts"][name].is_string())
}

fn fuzz_api(repo: &Repo) -> Result<()> {
    build_server(repo)?;
    fuzz::run(repo)
}
