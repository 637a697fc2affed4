//! The table of figures, for the terminal and for `docs/benchmarks.md`.

use std::fmt::Display;
use std::path::Path;

use anyhow::{Context, Result};

/// Between these lines the document belongs to this program.
const BEGIN: &str = "<!-- bench:begin -->";
const END: &str = "<!-- bench:end -->";

/// What a value is to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// Not above.
    AtMost(f64),
    /// Not below.
    AtLeast(f64),
    /// Shown for what it explains.
    None,
}

/// One line of the table.
#[derive(Clone, Debug)]
pub struct Row {
    measure: String,
    what: String,
    figure: String,
    cpu: String,
    /// What is judged: a ratio, or the figure itself.
    value: Option<f64>,
    unit: &'static str,
    target: Target,
}

impl Row {
    /// A row that judges nothing yet.
    pub fn new(measure: impl Display, what: &str, figure: String) -> Self {
        let (measure, what, cpu) = (measure.to_string(), what.to_owned(), String::new());
        Self { measure, what, figure, cpu, value: None, unit: "", target: Target::None }
    }

    /// A measure that could not be taken.
    pub fn failed(measure: impl Display, error: &anyhow::Error) -> Self {
        // One line: the table has no place for more.
        let why = format!("{error:#}").lines().next().unwrap_or_default().to_owned();
        Self::new(measure, "not measured", why)
    }

    /// CPU microseconds of the server per operation.
    #[must_use]
    pub fn cpu(mut self, microseconds: f64) -> Self {
        self.cpu = match microseconds {
            us if us >= 1000.0 => format!("{:.1} ms", us / 1000.0),
            us => format!("{us:.1} µs"),
        };
        self
    }

    /// A value with its unit, and what it is to be.
    #[must_use]
    pub fn judge(mut self, value: f64, unit: &'static str, target: Target) -> Self {
        (self.value, self.unit, self.target) = (Some(value), unit, target);
        self
    }

    fn is_met(&self) -> Option<bool> {
        match (self.value?, self.target) {
            (value, Target::AtMost(limit)) => Some(value <= limit),
            (value, Target::AtLeast(limit)) => Some(value >= limit),
            (_, Target::None) => None,
        }
    }

    fn cells(&self) -> [String; 6] {
        let target = match self.target {
            Target::AtMost(limit) => format!("≤ {}{}", short(limit), self.unit),
            Target::AtLeast(limit) => format!("≥ {}{}", short(limit), self.unit),
            Target::None => String::new(),
        };
        let met = self.is_met().map_or("", |met| if met { "met" } else { "not met" });
        let value = self.value.map(|value| format!("{}{}", short(value), self.unit)).unwrap_or_default();
        [
            format!("{}: {}", self.measure, self.what),
            self.figure.clone(),
            self.cpu.clone(),
            value,
            target,
            met.into(),
        ]
    }
}

/// Three digits that count, no more.
fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => trimmed(format!("{value:.1}")),
        _ => trimmed(format!("{value:.2}")),
    }
}

fn trimmed(number: String) -> String {
    number.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A rate as people read it.
pub fn per_second(rate: f64) -> String {
    let digits = format!("{rate:.0}");
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{grouped}/s")
}

const TITLES: [&str; 6] = ["Measure", "Figure", "Server CPU per operation", "Judged", "Target", ""];

/// The table in columns.
pub fn plain(rows: &[Row]) -> String {
    let lines: Vec<[String; 6]> =
        std::iter::once(TITLES.map(str::to_owned)).chain(rows.iter().map(Row::cells)).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 6] = std::array::from_fn(width);
    let line = |cells: &[String; 6]| {
        let padded: Vec<String> =
            std::iter::zip(cells, widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        padded.join("  ").trim_end().to_owned()
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn markdown(rows: &[Row]) -> String {
    let line = |cells: &[String; 6]| format!("| {} |\n", cells.join(" | "));
    let mut text = line(&TITLES.map(str::to_owned));
    text.push_str("| --- | --- | --- | --- | --- | --- |\n");
    rows.iter().for_each(|row| text.push_str(&line(&row.cells())));
    text
}

/// Puts the table between the marks of the document, under the command that measures it again.
pub fn write(document: &Path, command: &str, machine: &str, rows: &[Row]) -> Result<()> {
    let text = std::fs::read_to_string(document).with_context(|| document.display().to_string())?;
    let table = format!("\n`{command}` on {machine}\n\n{}", markdown(rows));
    std::fs::write(document, between_marks(&text, &table)?)?;
    Ok(())
}

fn between_marks(text: &str, table: &str) -> Result<String> {
    let (before, rest) = text.split_once(BEGIN).with_context(|| format!("no line {BEGIN}"))?;
    let (_, after) = rest.split_once(END).with_context(|| format!("no line {END}"))?;
    Ok(format!("{before}{BEGIN}\n{table}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_met_on_its_own_side() {
        let judged = |value, target| Row::new("web", "x", String::new()).judge(value, "", target).is_met();
        assert_eq!(judged(2.0, Target::AtMost(2.0)), Some(true));
        assert_eq!(judged(2.1, Target::AtMost(2.0)), Some(false));
        assert_eq!(judged(0.5, Target::AtLeast(0.5)), Some(true));
        assert_eq!(judged(0.4, Target::AtLeast(0.5)), Some(false));
        assert_eq!(judged(0.4, Target::None), None);
        assert_eq!(Row::new("web", "x", String::new()).is_met(), None);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(["3.5", "12.3", "0.75", "3"], [3.5, 12.34, 0.75, 3.0].map(short));
        assert_eq!(short(100.0), "100");
        assert_eq!(per_second(1_234_567.8), "1,234,568/s");
        assert_eq!(per_second(999.0), "999/s");
    }

    #[test]
    fn only_what_stands_between_the_marks_changes() {
        let text = format!("before\n{BEGIN}\nold\n{END}\nafter\n");
        assert_eq!(between_marks(&text, "new").unwrap(), format!("before\n{BEGIN}\nnew\n{END}\nafter\n"));
        assert!(between_marks("no marks", "new").is_err());
    }

    #[test]
    fn columns_stand_under_their_titles() {
        let row = Row::new("web", "文件", "1 kB".into()).judge(1.0, " kB", Target::AtMost(2.0));
        let table = plain(&[row]);
        assert!(table.lines().nth(1).unwrap().ends_with("1 kB    ≤ 2 kB  met"), "{table}");
    }
}
