//! The steps of the suite: [`STEPS`] is the only list. Which of them go on at once: [`super::schedule`].

use std::process::Command;

use anyhow::Result;

use super::nats::Nats;
use super::postgres::{Durability, Postgres};
use super::step::{Lane, Step};
use super::{browser, fuzz, interop, packages};
use crate::repo::Repo;
use crate::{check, process, tidy, web};

/// All of them, each lane in its order. `build` comes before the checks that nothing waits for.
pub const STEPS: &[Step] = &[
    Step {
        name: "packages",
        about: "the system packages that the suite needs",
        lane: Lane::Web,
        needs: &[],
        quick: true,
        run: |_, _| packages::install_missing(),
    },
    Step {
        name: "web-build",
        about: "the web desktop that the server shows",
        lane: Lane::Web,
        needs: &[],
        quick: true,
        run: |repo, _| web::build(repo),
    },
    Step {
        name: "web-checks",
        about: "the web's format, types, lints and unit tests",
        lane: Lane::Web,
        needs: &[],
        quick: true,
        run: |repo, _| web_checks(repo),
    },
    Step {
        name: "format",
        about: "cargo fmt --check",
        lane: Lane::Rust,
        needs: &[],
        quick: true,
        run: |repo, _| check::format(repo),
    },
    Step {
        name: "tidy",
        about: "the repository's own rules",
        lane: Lane::Rust,
        needs: &[],
        quick: true,
        run: |repo, _| tidy::main(repo),
    },
    Step {
        name: "build",
        about: "the Rust tests and the server that all later steps use",
        lane: Lane::Rust,
        needs: &[],
        quick: true,
        run: |repo, _| build(repo),
    },
    Step {
        name: "rust-sqlite",
        about: "Rust tests on SQLite",
        lane: Lane::Rust,
        needs: &["packages", "web-build", "build"],
        quick: true,
        run: |repo, _| rust_on_sqlite(repo),
    },
    Step {
        name: "rust-postgres",
        about: "those Rust tests that a database matters to, on a private PostgreSQL and NATS",
        lane: Lane::Rust,
        needs: &["packages", "web-build", "build"],
        quick: false,
        run: |repo, _| rust_on_postgres(repo),
    },
    Step {
        name: "clippy",
        about: "lints of all targets, no warning allowed",
        lane: Lane::Rust,
        needs: &[],
        quick: true,
        run: |repo, _| check::clippy(repo),
    },
    Step {
        name: "e2e",
        about: "browser tests against the built server",
        lane: Lane::Web,
        needs: &["packages", "web-build", "build"],
        quick: true,
        run: browser::test,
    },
    Step {
        name: "interop",
        about: "clients of other projects against the built server",
        lane: Lane::Web,
        needs: &["packages", "build"],
        quick: false,
        run: |repo, _| interop::run(repo),
    },
    Step {
        name: "fuzz",
        about: "random requests against the documented API",
        lane: Lane::Web,
        needs: &["packages", "build"],
        quick: false,
        run: |repo, _| fuzz::run(repo),
    },
];

/// One build for all steps: the server is the one that the Rust tests start too.
fn build(repo: &Repo) -> Result<()> {
    let command: &[&str] = if has_nextest(repo) {
        &["nextest", "run", "--no-run", "--workspace"]
    } else {
        &["test", "--no-run", "--workspace"]
    };
    process::run(&mut repo.cargo(command))
}

fn rust_on_sqlite(repo: &Repo) -> Result<()> {
    let tests = process::run(&mut rust_tests(repo, "default"));
    if has_nextest(repo) {
        // The examples in comments, which nextest leaves out; their names alone end with a line. `--doc` would
        // choose other features of the dependencies, and so compile most of them again.
        process::run(&mut repo.cargo(&["test", "--workspace", "--quiet", "--", "(line "]))?;
    }
    tests
}

fn rust_on_postgres(repo: &Repo) -> Result<()> {
    let database = Postgres::start(Durability::InMemory)?;
    let nats = Nats::start()?;
    let mut tests = rust_tests(repo, "postgres");
    tests.env("TEST_DATABASE_URL", database.url()).env("TEST_NATS_URL", nats.url());
    process::run(&mut tests)
}

/// The Rust tests of a profile of `.config/nextest.toml`, on SQLite unless told otherwise. Where nextest is not
/// installed, `cargo test` runs them all.
fn rust_tests(repo: &Repo, profile: &str) -> Command {
    let mut command = if has_nextest(repo) {
        repo.cargo(&["nextest", "run", "--workspace", "--profile", profile])
    } else {
        repo.cargo(&["test", "--workspace", "--no-fail-fast"])
    };
    command.env_remove("TEST_DATABASE_URL").env_remove("TEST_NATS_URL");
    command
}

/// Whether the runner is installed that repeats, times and filters.
pub fn has_nextest(repo: &Repo) -> bool {
    process::output(&mut repo.cargo(&["nextest", "--version"])).is_ok()
}

/// Both, whatever becomes of the first.
fn web_checks(repo: &Repo) -> Result<()> {
    let checks = check::web(repo);
    process::run(&mut repo.npm(&["test"]))?;
    checks
}
