//! What an edit of one feature costs a contributor: CPU seconds until the server is checked again.

use std::fs::File;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};

use super::Measure;
use crate::process::waited_cpu_seconds;
use crate::repo;
use crate::report::{Row, Target};
use crate::stats::{ROUNDS, median};

/// The example feature stands for any feature.
const EDITED: &str = "crates/desk/src/countdown/routes.rs";

pub fn measure() -> Result<Vec<Row>> {
    let mut spent = Vec::new();
    for _ in 0..ROUNDS {
        // Everything else is up to date before the clock starts.
        check()?;
        let file = File::options().append(true).open(repo::root().join(EDITED))?;
        file.set_modified(SystemTime::now())?;
        let before = waited_cpu_seconds();
        check()?;
        spent.push(waited_cpu_seconds() - before);
    }
    let row = Row::new(
        Measure::Edit,
        "cargo check after an edit of one feature",
        "all crates, dev profile".to_owned(),
    );
    Ok(vec![row.judge(median(&spent), " CPU s", Target::AtMost(5.0))])
}

fn check() -> Result<()> {
    let status =
        repo::cargo(&["check", "--quiet", "--package", "server"]).status().context("cargo does not start")?;
    ensure!(status.success(), "the server does not compile");
    Ok(())
}
