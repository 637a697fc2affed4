//! YAML without a version, which may have holidays and adjustments too.

use std::collections::BTreeSet;

use jiff::civil::Date;
use school_clock::{Cycle, DayChange, DayPlan, MAX_NOTE, Subject, Weeks, YEARS};

use super::fields::{Fields, Reading};
use super::node::{At, Node, Value};
use super::parts::{Placed, assemble, schedules, subject, subjects};
use crate::{FileRule, Format, Imported};

/// Reads the fields of the file.
pub(super) fn read(reading: &mut Reading, fields: Fields<'_>) -> Imported {
    let mut listed = match fields.get(&["subjects"]) {
        Some((_, Node { value: Value::Map(entries), .. })) => named_subjects(reading, entries),
        _ => {
            let items = reading.list(fields, "subjects");
            subjects(reading, items)
        }
    };
    let schedules = schedules(reading, fields, &Cycle::Weekly);
    if listed.is_empty() {
        listed = used_subjects(&schedules);
    }
    let timetable = assemble(reading, (Cycle::Weekly, None), listed, schedules);
    let days = days(reading, fields);
    Imported { format: Format::PlainYaml, name: None, timetable, days, problems: Vec::new() }
}

/// Subjects whose names are the keys of a map: the value is nothing, the teacher, or the fields of a subject.
fn named_subjects(reading: &mut Reading, entries: &[(String, At, Node)]) -> Vec<(Subject, At)> {
    let mut found = Vec::new();
    for (name, at, node) in entries {
        found.extend(subject(reading, node, Some(name.trim())).map(|subject| (subject, *at)));
    }
    found
}

/// The subjects of the lessons, for a file that lists none.
fn used_subjects(schedules: &[Placed]) -> Vec<(Subject, At)> {
    let mut names = BTreeSet::new();
    let mut found = Vec::new();
    for (schedule, _, places) in schedules {
        for (lesson, at) in schedule.lessons.iter().zip(places) {
            if names.insert(lesson.subject.as_str()) {
                found.push((Subject { name: lesson.subject.clone(), ..Subject::default() }, *at));
            }
        }
    }
    found
}

fn days(reading: &mut Reading, fields: Fields<'_>) -> Vec<(Date, DayChange)> {
    let mut dates = BTreeSet::new();
    let mut found = Vec::new();
    for item in reading.list(fields, "holidays") {
        let Some(fields) = reading.map(item, "holidays", &["date", "name", "note"]) else { continue };
        let key = if fields.get(&["name"]).is_some() { "name" } else { "note" };
        let note = reading.cut(fields, key, MAX_NOTE).unwrap_or_default();
        let Some(date) = date(reading, fields, &mut dates) else { continue };
        found.push((date, DayChange { plan: DayPlan::Off, note, from: None, until: None }));
    }
    for item in reading.list(fields, "adjustments") {
        let known = &["date", "as_day", "weeks", "note"];
        let Some(fields) = reading.map(item, "adjustments", known) else { continue };
        let note = reading.cut(fields, "note", MAX_NOTE).unwrap_or_default();
        let weeks = Some(reading.weeks(fields)).filter(|weeks| *weeks != Weeks::All);
        let date = date(reading, fields, &mut dates);
        let Some(day) = as_day(reading, fields) else { continue };
        let plan = DayPlan::AsDay { day, weeks };
        found.extend(date.map(|date| (date, DayChange { plan, note, from: None, until: None })));
    }
    found
}

/// The date of an entry, which no other entry has.
fn date(reading: &mut Reading, fields: Fields<'_>, dates: &mut BTreeSet<Date>) -> Option<Date> {
    let (text, at) = reading.required(fields, "date")?;
    let date = text.parse::<Date>().ok().filter(|date| YEARS.contains(&date.year()));
    let Some(date) = date else {
        reading.fatal(at, FileRule::Date, &text);
        return None;
    };
    if !dates.insert(date) {
        reading.fatal(at, FileRule::DateTwice, &text);
        return None;
    }
    Some(date)
}

/// The weekday in whose manner a date is held.
fn as_day(reading: &mut Reading, fields: Fields<'_>) -> Option<u16> {
    let Some((name, node)) = fields.get(&["as_day"]) else {
        reading.fatal(fields.at, FileRule::Missing, "as_day");
        return None;
    };
    let day = reading.number(node, name)?;
    if !(1..=7).contains(&day) {
        reading.fatal(node.at, FileRule::Day, &day.to_string());
        return None;
    }
    Some(day)
}
