//! `cargo xtask test`: the whole suite. Every step runs to its end, so that one failure hides no other.

mod browser;
mod fuzz;
mod http;
mod interop;
mod nats;
mod packages;
mod portal;
mod ports;
pub mod postgres;
mod python;
mod schedule;
mod step;
mod steps;
mod timings;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::repo::Repo;
use schedule::{Outcome, StepResult};
use step::{Scope, Step};
use steps::STEPS;

/// Which part of the suite.
#[derive(clap::Args)]
pub struct Args {
    /// Only these steps, in the suite's order
    #[arg(long, value_delimiter = ',', value_name = "STEP,STEP")]
    only: Vec<String>,
    /// SQLite, the unit tests of the web, and the browser tests of what changed since the last commit
    #[arg(long)]
    quick: bool,
    /// Show the steps and what each does
    #[arg(long)]
    list: bool,
    /// Do this one step in this process; the suite runs itself with it
    #[arg(long, hide = true, value_name = "STEP")]
    step: Option<String>,
}

/// Runs the selected steps; the last line counts them.
pub fn main(repo: &Repo, args: &Args) -> Result<ExitCode> {
    let scope = if args.quick { Scope::Quick } else { Scope::Full };
    if args.list {
        for step in STEPS {
            println!("{:<14} {}", step.name, step.about);
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(name) = &args.step {
        for step in select(std::slice::from_ref(name), Scope::Full)? {
            (step.run)(repo, scope)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let selected = select(&args.only, scope)?;
    timings::remove_old_reports(repo)?;
    let started = Instant::now();
    let results = schedule::run(repo, &selected, scope)?;
    let tests = timings::collect(repo, &results);
    let none = Vec::new();
    let tests_read = tests.as_ref().unwrap_or(&none);
    let file = timings::file(repo, &results)?;
    timings::write(&file, &results, tests_read)?;
    print!("{}", timings::slowest(tests_read));
    print!("{}", summary(&results, &timings::flaky(tests_read)));
    println!("took {:.0} s; timings: {}", started.elapsed().as_secs_f32(), file.display());
    println!("{}", count(&results));
    // Without the reports nobody knows how many tests were flaky.
    tests?;
    let passed = results.iter().all(|result| result.outcome == Outcome::Passed);
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The steps with these names, in the suite's order; all that the scope has when none is named.
fn select(names: &[String], scope: Scope) -> Result<Vec<&'static Step>> {
    for name in names {
        if !STEPS.iter().any(|step| step.name == name) {
            bail!("no step is called {name:?}; `cargo xtask test --list` shows them");
        }
    }
    let wanted = |step: &&Step| match names {
        [] => step.quick || scope == Scope::Full,
        _ => names.iter().any(|name| name == step.name),
    };
    Ok(STEPS.iter().filter(wanted).collect())
}

/// How each step went, and which tests passed only when they ran once more.
fn summary(results: &[StepResult], flaky: &[String]) -> String {
    let mut text = String::from("\nSteps\n");
    for result in results {
        let word = match result.outcome {
            Outcome::Passed => "passed",
            Outcome::Failed => "FAILED",
            Outcome::Skipped => "not run",
        };
        text += &format!("  {:<14} {word:<7} {:>7.1} s\n", result.name, result.took.as_secs_f32());
    }
    for result in results.iter().filter(|result| result.outcome == Outcome::Failed) {
        text += &format!("Run it alone: cargo xtask test --only {}\n", result.name);
    }
    for name in flaky {
        text += &format!("FLAKY, to be repaired: {name}\n");
    }
    text + &format!("flaky tests: {} (budget 0)\n", flaky.len())
}

/// The closing line.
fn count(results: &[StepResult]) -> String {
    let of = |outcome| results.iter().filter(|result| result.outcome == outcome).count();
    let (passed, failed, not_run) = (of(Outcome::Passed), of(Outcome::Failed), of(Outcome::Skipped));
    format!("steps: {passed} passed, {failed} failed, {not_run} not run")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn result(name: &'static str, outcome: Outcome) -> StepResult {
        StepResult { name, outcome, took: Duration::from_secs(2) }
    }

    #[test]
    fn steps_are_chosen_by_name_and_run_in_the_suites_order() -> Result<()> {
        let selected = select(&["rust-sqlite".into(), "web-build".into()], Scope::Full)?;
        let names: Vec<_> = selected.iter().map(|step| step.name).collect();
        assert_eq!(names, ["web-build", "rust-sqlite"]);
        assert_eq!(select(&[], Scope::Full)?.len(), STEPS.len());
        Ok(())
    }

    #[test]
    fn the_quick_suite_has_one_database_and_no_fuzzing() -> Result<()> {
        let names: Vec<_> = select(&[], Scope::Quick)?.iter().map(|step| step.name).collect();
        assert!(names.contains(&"rust-sqlite") && names.contains(&"e2e"), "{names:?}");
        assert!(!names.contains(&"rust-postgres") && !names.contains(&"fuzz"), "{names:?}");
        Ok(())
    }

    #[test]
    fn an_unknown_step_is_refused() {
        let error = select(&["rust".into()], Scope::Full).err().unwrap().to_string();
        assert!(error.contains("--list"), "{error}");
    }

    #[test]
    fn the_summary_names_what_failed_and_what_is_flaky() {
        let results = [
            result("format", Outcome::Passed),
            result("build", Outcome::Failed),
            result("e2e", Outcome::Skipped),
        ];
        let text = summary(&results, &["chat.spec.mjs › two members".into()]);
        assert!(text.contains("--only build"), "{text}");
        assert!(text.contains("FLAKY, to be repaired: chat.spec.mjs"), "{text}");
        assert!(text.contains("flaky tests: 1 (budget 0)"), "{text}");
        assert_eq!(count(&results), "steps: 1 passed, 1 failed, 1 not run");
    }
}
