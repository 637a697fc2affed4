//! `cargo xtask test`: the whole suite, step by step, stopping at the first failure.

mod fuzz;
mod http;
mod nats;
mod packages;
mod portal;
mod ports;
pub mod postgres;
mod steps;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::repo::Repo;
use steps::{STEPS, Step};

/// Which part of the suite.
#[derive(clap::Args)]
pub struct Args {
    /// Only these steps, in the suite's order
    #[arg(long, value_delimiter = ',', value_name = "STEP,STEP")]
    only: Vec<String>,
    /// Show the steps and what each does
    #[arg(long)]
    list: bool,
}

/// Runs the chosen steps; the last line counts them.
pub fn main(repo: &Repo, args: &Args) -> Result<ExitCode> {
    if args.list {
        for step in STEPS {
            println!("{:<14} {}", step.name, step.about);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let chosen = choose(&args.only)?;
    let results = run_until_failure(repo, &chosen);
    print!("{}", summary(&chosen, &results));
    let passed = results.iter().all(|result| result.passed);
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How one step went.
struct StepResult {
    name: &'static str,
    passed: bool,
    took: Duration,
}

/// The steps with these names, in the suite's order; all of them when none is named.
fn choose(names: &[String]) -> Result<Vec<&'static Step>> {
    for name in names {
        if !STEPS.iter().any(|step| step.name == name) {
            bail!("no step is called {name:?}; `cargo xtask test --list` shows them");
        }
    }
    let wanted = |step: &&Step| names.is_empty() || names.iter().any(|name| name == step.name);
    Ok(STEPS.iter().filter(wanted).collect())
}

fn run_until_failure(repo: &Repo, chosen: &[&Step]) -> Vec<StepResult> {
    let mut results = Vec::new();
    for (index, step) in chosen.iter().enumerate() {
        println!("\n==> [{}/{}] {}: {}", index + 1, chosen.len(), step.name, step.about);
        let started = Instant::now();
        let done = (step.run)(repo);
        let took = started.elapsed();
        results.push(StepResult { name: step.name, passed: done.is_ok(), took });
        match done {
            Ok(()) => println!("<== {}: passed in {:.1} s", step.name, took.as_secs_f32()),
            Err(error) => {
                println!("<== {}: FAILED after {:.1} s", step.name, took.as_secs_f32());
                println!("{error:#}");
                break;
            }
        }
    }
    results
}

/// The closing table; its last line is `steps: N passed, N failed`.
fn summary(chosen: &[&Step], results: &[StepResult]) -> String {
    let mut text = String::from("\nSummary\n");
    for result in results {
        let word = if result.passed { "passed" } else { "FAILED" };
        text += &format!("  {:<14} {word} {:>7.1} s\n", result.name, result.took.as_secs_f32());
    }
    for step in &chosen[results.len()..] {
        text += &format!("  {:<14} not run\n", step.name);
    }
    if let Some(failed) = results.iter().find(|result| !result.passed) {
        text += &format!("Run it alone: cargo xtask test --only {}\n", failed.name);
    }
    let passed = results.iter().filter(|result| result.passed).count();
    text + &format!("steps: {passed} passed, {} failed\n", results.len() - passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(name: &'static str, passed: bool) -> StepResult {
        StepResult { name, passed, took: Duration::from_secs(2) }
    }

    #[test]
    fn steps_are_chosen_by_name_and_run_in_the_suites_order() -> Result<()> {
        let chosen = choose(&["web".into(), "rust-sqlite".into()])?;
        let names: Vec<_> = chosen.iter().map(|step| step.name).collect();
        assert_eq!(names, ["rust-sqlite", "web"]);
        assert_eq!(choose(&[])?.len(), STEPS.len());
        Ok(())
    }

    #[test]
    fn an_unknown_step_is_refused() {
        let error = choose(&["rust".into()]).err().unwrap().to_string();
        assert!(error.contains("--list"), "{error}");
    }

    #[test]
    fn the_last_line_counts_the_steps() -> Result<()> {
        let chosen = choose(&["format".into(), "clippy".into(), "tidy".into()])?;
        let text = summary(&chosen, &[result("format", true), result("clippy", false)]);
        assert!(text.ends_with("\nsteps: 1 passed, 1 failed\n"), "{text}");
        assert!(text.contains("tidy           not run"), "{text}");
        assert!(text.contains("--only clippy"), "{text}");
        Ok(())
    }
}
