//! How long each test took and which were flaky: read from what the runners of the tests report, written to
//! `target/xtask/timings.csv`, or `timings-partial.csv` for a part of the suite, and the slowest shown.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use super::schedule::{Outcome, StepResult};
use super::steps::STEPS;
use crate::repo::Repo;

/// So many are shown.
const SLOWEST_SHOWN: usize = 20;

/// One test that ran.
#[derive(Debug, PartialEq)]
pub struct TestResult {
    /// The step that ran it.
    pub step: &'static str,
    /// As its runner names it.
    pub name: String,
    /// In the browser all its runs together, in Rust the last one.
    pub seconds: f64,
    /// It failed, and passed when it ran once more.
    pub is_flaky: bool,
}

/// Where the timings of these steps go; a part of the suite leaves those of the last whole run in place.
pub fn file(repo: &Repo, steps: &[StepResult]) -> Result<PathBuf> {
    let name = if steps.len() == STEPS.len() { "timings.csv" } else { "timings-partial.csv" };
    Ok(repo.scratch()?.join(name))
}

/// The reports of the runners, each with its step and how it is read.
type Reader = fn(&'static str, &str) -> Result<Vec<TestResult>>;
const REPORTS: &[(&str, &str, Reader)] = &[
    ("rust-sqlite", "nextest/default/junit.xml", of_junit),
    ("rust-postgres", "nextest/postgres/junit.xml", of_junit),
    ("e2e", "e2e/results.json", of_playwright),
];

/// Removes the reports of earlier runs, which would else count as this one's.
pub fn remove_old_reports(repo: &Repo) -> Result<()> {
    for (_, path, _) in REPORTS {
        let path = repo.target()?.join(path);
        if path.exists() {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}

/// Every test of which a runner has reported; a step that passed must have a report.
pub fn collect(repo: &Repo, steps: &[StepResult]) -> Result<Vec<TestResult>> {
    let mut tests = Vec::new();
    for (step, path, read) in REPORTS {
        let path = repo.target()?.join(path);
        let has_passed = steps.iter().any(|one| one.name == *step && one.outcome == Outcome::Passed);
        // A step that failed may have ended before its first test; `cargo test` writes no report.
        if !path.exists() && (!has_passed || (step.starts_with("rust") && !super::steps::has_nextest(repo))) {
            continue;
        }
        let text = fs::read_to_string(&path).with_context(|| format!("no report at {}", path.display()))?;
        tests.extend(read(step, &text).with_context(|| format!("cannot read {}", path.display()))?);
    }
    Ok(tests)
}

/// What marks a test that passed after a failure or a crash.
const FLAKY: &[&str] = &["flakyFailure", "flakyError"];

/// The report of nextest.
fn of_junit(step: &'static str, text: &str) -> Result<Vec<TestResult>> {
    let document = roxmltree::Document::parse(text)?;
    let cases = document.descendants().filter(|node| node.has_tag_name("testcase"));
    cases
        .map(|case| {
            let attribute = |name| case.attribute(name).unwrap_or_default();
            Ok(TestResult {
                step,
                name: format!("{} {}", attribute("classname"), attribute("name")),
                seconds: attribute("time").parse().context("a test without a time")?,
                is_flaky: case.children().any(|node| FLAKY.contains(&node.tag_name().name())),
            })
        })
        .collect()
}

/// The report of Playwright: files hold groups, groups hold tests.
fn of_playwright(step: &'static str, text: &str) -> Result<Vec<TestResult>> {
    let report: Value = serde_json::from_str(text)?;
    let mut tests = Vec::new();
    for file in list(&report["suites"]) {
        add_group(step, file["title"].as_str().unwrap_or_default(), file, &mut tests);
    }
    Ok(tests)
}

fn add_group(step: &'static str, path: &str, group: &Value, tests: &mut Vec<TestResult>) {
    for spec in list(&group["specs"]) {
        let name = format!("{path} › {}", spec["title"].as_str().unwrap_or_default());
        for test in list(&spec["tests"]) {
            let took = list(&test["results"]).filter_map(|run| run["duration"].as_f64());
            let seconds = took.sum::<f64>() / 1000.0;
            tests.push(TestResult { step, name: name.clone(), seconds, is_flaky: test["status"] == "flaky" });
        }
    }
    for inner in list(&group["suites"]) {
        add_group(step, &format!("{path} › {}", inner["title"].as_str().unwrap_or_default()), inner, tests);
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Writes `step,test,seconds,result`; a step itself has an empty test.
pub fn write(path: &Path, steps: &[StepResult], tests: &[TestResult]) -> Result<()> {
    let mut text = String::from("step,test,seconds,result\n");
    for step in steps {
        text += &format!("{},,{:.3},{:?}\n", step.name, step.took.as_secs_f64(), step.outcome);
    }
    for test in tests {
        let name = test.name.replace('"', "\"\"");
        let result = if test.is_flaky { "Flaky" } else { "" };
        text += &format!("{},\"{name}\",{:.3},{result}\n", test.step, test.seconds);
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// The slowest tests, for people.
pub fn slowest(tests: &[TestResult]) -> String {
    let mut sorted: Vec<_> = tests.iter().collect();
    sorted.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    let mut text = format!("\nThe slowest of {} tests\n", tests.len());
    for test in sorted.iter().take(SLOWEST_SHOWN) {
        text += &format!("  {:>6.1} s  {:<13} {}\n", test.seconds, test.step, test.name);
    }
    text
}

/// The names of the flaky tests.
pub fn flaky(tests: &[TestResult]) -> Vec<String> {
    tests.iter().filter(|test| test.is_flaky).map(|test| test.name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_of_nextest_gives_times_and_flaky_tests() -> Result<()> {
        let text = r#"<?xml version="1.0"?><testsuites><testsuite name="kernel">
            <testcase name="db::a" classname="kernel" time="0.25"/>
            <testcase name="db::b" classname="kernel" time="2"><flakyFailure message="x"/></testcase>
        </testsuite></testsuites>"#;
        let tests = of_junit("rust-sqlite", text)?;
        assert_eq!(tests.iter().map(|test| test.seconds).collect::<Vec<_>>(), [0.25, 2.0]);
        assert_eq!(flaky(&tests), ["kernel db::b"]);
        Ok(())
    }

    #[test]
    fn the_report_of_playwright_gives_times_and_flaky_tests() -> Result<()> {
        let text = r#"{ "suites": [{ "title": "chat.spec.mjs", "specs": [], "suites": [{ "title": "two members",
            "specs": [
                { "title": "talk", "tests": [{ "status": "expected", "results": [{ "duration": 500 }] }] },
                { "title": "read", "tests": [{ "status": "flaky", "results": [{ "duration": 900 }, { "duration": 100 }] }] }
            ] }] }] }"#;
        let tests = of_playwright("e2e", text)?;
        assert_eq!(tests.iter().map(|test| test.seconds).collect::<Vec<_>>(), [0.5, 1.0]);
        assert_eq!(flaky(&tests), ["chat.spec.mjs › two members › read"]);
        assert!(slowest(&tests).contains("1.0 s  e2e           chat.spec.mjs › two members › read"));
        Ok(())
    }
}
