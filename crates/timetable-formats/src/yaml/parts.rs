//! The parts that every form of YAML has: subjects, schedules, and the timetable of both.

use std::collections::BTreeSet;

use school_clock::{Cycle, Lesson, Problem, Rule, Schedule, Subject, Timetable};

use super::fields::{Fields, Reading};
use super::node::{At, Node, Value};
use crate::{FileProblem, FileRule};

/// The subjects of a list. A subject may be a name alone.
pub(super) fn subjects(reading: &mut Reading, items: &[Node]) -> Vec<(Subject, At)> {
    let mut found = Vec::new();
    for item in items {
        found.extend(subject(reading, item, None).map(|subject| (subject, item.at)));
    }
    found
}

/// A subject that is a name or has fields; `named` is its name where a map gives it.
pub(super) fn subject(reading: &mut Reading, item: &Node, named: Option<&str>) -> Option<Subject> {
    const KNOWN: &[&str] = &["name", "simplified_name", "teacher", "room", "location"];
    if let Value::Text(_) | Value::Nothing = item.value {
        let text = reading.text(item, "name");
        return match named {
            Some(name) => Some(Subject { name: name.to_owned(), teacher: text, ..Subject::default() }),
            None => {
                let name = text.or_else(|| {
                    reading.fatal(item.at, FileRule::Missing, "name");
                    None
                })?;
                Some(Subject { name, ..Subject::default() })
            }
        };
    }
    let fields = reading.map(item, "subjects", KNOWN)?;
    let name = match named {
        Some(name) => name.to_owned(),
        None => reading.required(fields, "name")?.0,
    };
    Some(Subject {
        name,
        short_name: reading.optional(fields, &["simplified_name"]),
        teacher: reading.optional(fields, &["teacher"]),
        room: reading.optional(fields, &["room", "location"]),
        color: None,
    })
}

/// A schedule with the places of it and of its lessons.
pub(super) type Placed = (Schedule, At, Vec<At>);

/// The list of schedules, whose lessons are put in the order of their times.
pub(super) fn schedules(reading: &mut Reading, fields: Fields<'_>, cycle: &Cycle) -> Vec<Placed> {
    let mut found = Vec::new();
    for item in reading.required_list(fields, "schedules") {
        let known = &["name", "enable_day", "weeks", "classes"];
        let Some(fields) = reading.map(item, "schedules", known) else { continue };
        let name = reading.optional(fields, &["name"]).unwrap_or_default();
        let days = reading.days(fields, "enable_day", cycle);
        let weeks = reading.weeks(fields);
        let mut lessons = Vec::new();
        for item in reading.list(fields, "classes") {
            lessons.extend(lesson(reading, item).map(|lesson| (lesson, item.at)));
        }
        lessons.sort_by_key(|(lesson, _)| lesson.start);
        let (lessons, places) = lessons.into_iter().unzip();
        found.push((Schedule { name, days, weeks, lessons }, item.at, places));
    }
    found
}

fn lesson(reading: &mut Reading, item: &Node) -> Option<Lesson> {
    let known = &["subject", "start_time", "end_time", "teacher", "room", "location"];
    let fields = reading.map(item, "classes", known)?;
    let subject = reading.required(fields, "subject");
    let start = reading.time(fields, "start_time");
    let end = reading.time(fields, "end_time");
    Some(Lesson {
        subject: subject?.0,
        start: start?,
        end: end?,
        teacher: reading.optional(fields, &["teacher"]),
        room: reading.optional(fields, &["room", "location"]),
    })
}

/// The timetable of these parts. What breaks a rule of timetables is told with the line of the part.
pub(super) fn assemble(
    reading: &mut Reading,
    (cycle, cycle_at): (Cycle, Option<At>),
    subjects: Vec<(Subject, At)>,
    schedules: Vec<Placed>,
) -> Timetable {
    let (subjects, subject_places): (Vec<_>, Vec<_>) = subjects.into_iter().unzip();
    let mut places = Vec::new();
    let mut plain = Vec::new();
    for (schedule, at, lessons) in schedules {
        plain.push(schedule);
        places.push((at, lessons));
    }
    let timetable = Timetable { description: None, cycle, subjects, schedules: plain };
    for problem in timetable.problems() {
        let at = match (problem.schedule, problem.lesson) {
            (Some(schedule), Some(lesson)) => places[schedule].1[lesson],
            (Some(schedule), None) => places[schedule].0,
            _ => {
                let place = timetable.subjects.iter().rposition(|subject| subject.name == problem.name);
                match place.map(|index| subject_places[index]).or(cycle_at) {
                    Some(at) => at,
                    None => {
                        reading.problems.push(FileProblem::of_file(problem.rule.into()));
                        continue;
                    }
                }
            }
        };
        let name = name_of(&problem, &timetable);
        reading.fatal(at, problem.rule.into(), &name);
    }
    timetable
}

/// What a message about a problem names: for a day its number, else the subject or schedule.
fn name_of(problem: &Problem, timetable: &Timetable) -> String {
    let Some(schedule) = problem.schedule.map(|index| &timetable.schedules[index]) else {
        return problem.name.clone();
    };
    if problem.rule == Rule::Day {
        let last_day = timetable.cycle.working_days();
        let mut before = BTreeSet::new();
        let is_wrong = |day: &&u16| !(1..=last_day).contains(*day) || !before.insert(**day);
        let wrong: BTreeSet<&u16> = schedule.days.iter().filter(is_wrong).collect();
        return wrong.into_iter().map(u16::to_string).collect::<Vec<_>>().join(", ");
    }
    problem.name.clone()
}
