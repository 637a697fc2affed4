//! Timetables as files: what is read, what is refused and where, and what survives being written.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on may say so anywhere")]

mod grid;
mod ics;
mod refused;
mod round_trips;
mod strategies;
mod template;
mod workbook;
mod yaml;

use timetable_formats::{FileProblem, Place};

/// Problems as `place rule name`, a warning in brackets.
fn shown(problems: &[FileProblem]) -> Vec<String> {
    let shown = problems.iter().map(|problem| {
        let place = match &problem.place {
            Place::File => "file".to_owned(),
            Place::Line { line, .. } => line.to_string(),
            Place::Cell { cell, .. } => cell.clone(),
        };
        let text = format!("{place} {:?} {}", problem.rule, problem.name);
        let text = text.trim_end().to_owned();
        if problem.fatal { text } else { format!("({text})") }
    });
    shown.collect()
}
