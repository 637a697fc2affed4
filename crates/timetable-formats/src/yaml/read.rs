//! CSES 1 and 2, and which of the versions a file is.

use school_clock::{Activity, Cycle, MAX_DESCRIPTION, MAX_NAME, Span, Timetable};

use super::decode::decode;
use super::fields::{Fields, Reading};
use super::node::{Node, Value, parse};
use super::parts::{assemble, schedules, subjects};
use super::plain;
use crate::{FileProblem, FileRule, Format, Imported, MAX_FILE};

/// Reads CSES 1 or 2, or YAML without a version. Files in UTF-8, UTF-16 with a byte order mark, and GB 18030 are read.
/// Fields that are not known are told and left out. A lesson may have its own `teacher` and `room`.
///
/// # Errors
/// Everything that is wrong, at least one of it fatal.
pub fn read_yaml(bytes: &[u8]) -> Result<Imported, Vec<FileProblem>> {
    let whole = |rule| vec![FileProblem::of_file(rule)];
    if bytes.len() > MAX_FILE {
        return Err(whole(FileRule::TooBig));
    }
    let text = decode(bytes).ok_or_else(|| whole(FileRule::NotText))?;
    if text.trim().is_empty() {
        return Err(whole(FileRule::Empty));
    }
    if is_table(&text) {
        return Err(whole(FileRule::Csv));
    }
    let root = parse(&text).map_err(|problem| vec![problem])?;
    let mut reading = Reading::default();
    let imported = match &root.value {
        Value::Nothing => return Err(whole(FileRule::Empty)),
        _ => read(&mut reading, &root),
    };
    match imported {
        Some(imported) if !reading.problems.is_fatal() => {
            Ok(Imported { problems: reading.problems.into_vec(), ..imported })
        }
        _ => Err(reading.problems.into_vec()),
    }
}

/// What every profile of ClassIsland has.
const CLASS_ISLAND: [&str; 3] = ["TimeLayouts", "ClassPlans", "Subjects"];

/// Whether the text is a table that a spreadsheet wrote as CSV: its first line has several cells and no colon, which
/// every YAML file of a timetable begins with.
fn is_table(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim_start();
    let is_flow = first.starts_with(['#', '{', '[', '-', '%']);
    !is_flow && !first.contains(':') && [",", ";", "\t"].iter().any(|mark| first.contains(mark))
}

fn read(reading: &mut Reading, root: &Node) -> Option<Imported> {
    const KNOWN: &[&str] = &["version", "configuration", "subjects", "schedules", "holidays", "adjustments"];
    if let Value::Map(entries) = &root.value
        && CLASS_ISLAND.iter().all(|name| entries.iter().any(|(key, _, _)| key == name))
    {
        reading.fatal(root.at, FileRule::ClassIsland, "");
        return None;
    }
    let fields = reading.map(root, "version", KNOWN)?;
    let Some((name, node)) = fields.get(&["version"]) else { return Some(plain::read(reading, fields)) };
    let version = reading.text(node, name)?;
    match version.as_str() {
        "1" => Some(version_1(reading, fields)),
        "2" => Some(version_2(reading, fields)),
        _ => {
            reading.fatal(node.at, FileRule::Version, &version);
            None
        }
    }
}

fn version_1(reading: &mut Reading, fields: Fields<'_>) -> Imported {
    let listed = reading.required_list(fields, "subjects");
    let subjects = subjects(reading, listed);
    let schedules = schedules(reading, fields, &Cycle::Weekly);
    let timetable = assemble(reading, (Cycle::Weekly, None), subjects, schedules);
    Imported { format: Format::Cses1, name: None, timetable, days: Vec::new(), problems: Vec::new() }
}

fn version_2(reading: &mut Reading, fields: Fields<'_>) -> Imported {
    let mut name = None;
    let mut description = None;
    let mut cycle = Cycle::default();
    let mut cycle_at = None;
    let configuration = fields.get(&["configuration"]);
    if let Some((key, node)) = configuration {
        if let Some(fields) = reading.map(node, key, &["name", "description", "cycle"]) {
            name = reading.cut(fields, "name", MAX_NAME);
            description = reading.cut(fields, "description", MAX_DESCRIPTION);
            if let Some((key, node)) = fields.get(&["cycle"]) {
                cycle_at = Some(node.at);
                cycle = read_cycle(reading, node, key).unwrap_or_default();
            } else {
                reading.fatal(fields.at, FileRule::Missing, "cycle");
            }
        }
    } else {
        reading.fatal(fields.at, FileRule::Missing, "configuration");
    }
    let listed = reading.required_list(fields, "subjects");
    let subjects = subjects(reading, listed);
    let schedules = schedules(reading, fields, &cycle);
    let timetable = assemble(reading, (cycle, cycle_at), subjects, schedules);
    let timetable = Timetable { description, ..timetable };
    Imported { format: Format::Cses2, name, timetable, days: Vec::new(), problems: Vec::new() }
}

fn read_cycle(reading: &mut Reading, node: &Node, name: &str) -> Option<Cycle> {
    let fields = reading.map(node, name, &["work_count", "rest_count", "spans"])?;
    let mut spans = Vec::new();
    for item in reading.required_list(fields, "spans") {
        let Some(span) = reading.map(item, "spans", &["activity", "count"]) else { continue };
        let activity = match reading.required(span, "activity") {
            Some((text, _)) if text == "work" => Some(Activity::Work),
            Some((text, _)) if text == "rest" => Some(Activity::Rest),
            Some((text, at)) => {
                reading.fatal(at, FileRule::Cycle, &text);
                None
            }
            None => None,
        };
        let count = match span.get(&["count"]) {
            Some((name, node)) => reading.number(node, name),
            None => {
                reading.fatal(span.at, FileRule::Missing, "count");
                None
            }
        };
        spans.extend(activity.zip(count).map(|(activity, count)| Span { activity, count }));
    }
    for (name, activity) in [("work_count", Activity::Work), ("rest_count", Activity::Rest)] {
        let Some((name, node)) = fields.get(&[name]) else { continue };
        let days = activity.days_in(&spans);
        if reading.number(node, name).is_some_and(|count| count != days) {
            reading.warn(node.at, FileRule::CycleCounts, name);
        }
    }
    Some(Cycle::Days { spans, pauses_on_days_off: false })
}
