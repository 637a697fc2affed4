//! Which steps go on at once: one of each lane, each when what it needs has passed.
//!
//! Every step is a process of its own, this program again with `--step`, so that what it prints is kept together
//! and what it starts ends with it. A failed step ends nothing but those that need it.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::step::{Lane, Scope, Step};
use crate::guard::Daemon;
use crate::repo::Repo;

/// How one step went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Passed,
    Failed,
    /// Something that it needs did not pass.
    Skipped,
}

/// One step and how it went.
pub struct StepResult {
    pub name: &'static str,
    pub outcome: Outcome,
    pub took: Duration,
}

/// A step that goes on.
struct Running {
    step: &'static Step,
    process: Daemon,
    log: PathBuf,
    since: Instant,
}

/// Runs the selected steps to their ends; the results stand in the order in which the steps ended.
pub fn run(repo: &Repo, selected: &[&'static Step], scope: Scope) -> Result<Vec<StepResult>> {
    let mut waiting = selected.to_vec();
    let mut running: Vec<Running> = Vec::new();
    let mut results: Vec<StepResult> = Vec::new();
    while !waiting.is_empty() || !running.is_empty() {
        let busy: Vec<Lane> = running.iter().map(|one| one.step.lane).collect();
        match next(&waiting, &busy, &results, selected) {
            Next::Start(index) => running.push(start(repo, waiting.remove(index), scope)?),
            Next::Skip(index) => {
                let step = waiting.remove(index);
                println!("<== {}: not run, since a step that it needs did not pass", step.name);
                results.push(StepResult { name: step.name, outcome: Outcome::Skipped, took: Duration::ZERO });
            }
            Next::Wait => {
                thread::sleep(Duration::from_millis(50));
                results.extend(collect(&mut running)?);
            }
        }
    }
    Ok(results)
}

/// What can be done at this moment; the indices are those of the waiting steps.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    Start(usize),
    Skip(usize),
    Wait,
}

fn next(waiting: &[&Step], busy: &[Lane], results: &[StepResult], selected: &[&Step]) -> Next {
    let outcome = |name: &str| results.iter().find(|result| result.name == name).map(|result| result.outcome);
    // What is not selected is taken for done: whoever chooses a step alone has done what it needs.
    let needs = |step: &Step| -> Vec<Option<Outcome>> {
        let selected = |name: &&&str| selected.iter().any(|step| step.name == **name);
        step.needs.iter().filter(selected).map(|name| outcome(name)).collect()
    };
    if let Some(index) = waiting.iter().position(|step| {
        needs(step).iter().any(|one| matches!(one, Some(Outcome::Failed | Outcome::Skipped)))
    }) {
        return Next::Skip(index);
    }
    let can_start = |step: &&Step| {
        !busy.contains(&step.lane) && needs(step).iter().all(|one| *one == Some(Outcome::Passed))
    };
    waiting.iter().position(can_start).map_or(Next::Wait, Next::Start)
}

fn start(repo: &Repo, step: &'static Step, scope: Scope) -> Result<Running> {
    let folder = repo.scratch()?.join("logs");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let log = folder.join(format!("{}.log", step.name));
    let output = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
    println!("==> {}: {} ({})", step.name, step.about, log.display());
    // The program's own file may be replaced by the build; what runs stays reachable under this name.
    let mut command = Command::new("/proc/self/exe");
    command.args(["test", "--step", step.name]).current_dir(repo.root());
    if scope == Scope::Quick {
        command.arg("--quick");
    }
    command.stdout(output.try_clone()?).stderr(output);
    let process = Daemon::start(&mut command, None)?;
    Ok(Running { step, process, log, since: Instant::now() })
}

/// The steps that have ended since; what a step printed is shown when it has ended.
fn collect(running: &mut Vec<Running>) -> Result<Vec<StepResult>> {
    let mut ended = Vec::new();
    let mut index = 0;
    while index < running.len() {
        let Some(status) = running[index].process.ended()? else {
            index += 1;
            continue;
        };
        let Running { step, log, since, .. } = running.remove(index);
        let took = since.elapsed();
        let printed = fs::read(&log).with_context(|| format!("cannot read {}", log.display()))?;
        println!("\n--- {} ---\n{}", step.name, String::from_utf8_lossy(&printed).trim_end());
        let (outcome, word) =
            if status.success() { (Outcome::Passed, "passed in") } else { (Outcome::Failed, "FAILED after") };
        println!("<== {}: {word} {:.1} s\n", step.name, took.as_secs_f32());
        ended.push(StepResult { name: step.name, outcome, took });
    }
    Ok(ended)
}

#[cfg(test)]
mod tests {
    use super::super::steps::STEPS;
    use super::*;

    fn step(name: &str) -> &'static Step {
        STEPS.iter().find(|step| step.name == name).expect("a step of that name")
    }

    fn result(name: &'static str, outcome: Outcome) -> StepResult {
        StepResult { name, outcome, took: Duration::ZERO }
    }

    #[test]
    fn a_step_starts_when_its_lane_is_free_and_what_it_needs_has_passed() {
        let selected = [step("web-build"), step("build"), step("e2e")];
        let waiting = [step("e2e")];
        let web = result("web-build", Outcome::Passed);
        assert_eq!(next(&waiting, &[Lane::Rust], &[web], &selected), Next::Wait);
        let both = [result("web-build", Outcome::Passed), result("build", Outcome::Passed)];
        assert_eq!(next(&waiting, &[Lane::Rust], &both, &selected), Next::Start(0));
        assert_eq!(next(&waiting, &[Lane::Web], &both, &selected), Next::Wait);
    }

    #[test]
    fn a_failed_step_ends_only_those_that_need_it() {
        let selected = [step("build"), step("clippy"), step("fuzz")];
        let failed = [result("build", Outcome::Failed)];
        assert_eq!(next(&[step("clippy"), step("fuzz")], &[], &failed, &selected), Next::Skip(1));
        assert_eq!(next(&[step("clippy")], &[], &failed, &selected), Next::Start(0));
    }

    #[test]
    fn a_step_that_is_chosen_alone_waits_for_nothing() {
        assert_eq!(next(&[step("e2e")], &[], &[], &[step("e2e")]), Next::Start(0));
    }

    #[test]
    fn every_step_needs_steps_that_exist_and_come_before_it_in_its_lane() {
        for (index, step) in STEPS.iter().enumerate() {
            for name in step.needs {
                let needed = STEPS.iter().position(|other| other.name == *name).expect("a step of that name");
                assert!(STEPS[needed].lane != step.lane || needed < index, "{} needs {name}", step.name);
            }
        }
    }
}
