//! Content lines and the components that they make, with their places in the file.

use icalendar::Property;

use super::problem::FileProblem;
use super::{COLOR, COUNTDOWN};
use crate::texts;

/// The longest content line, unfolded, in bytes: a description of 4,000 characters takes 16,000.
const MAX_LINE: usize = 64 * 1024;
/// Lines of a file: one of 2 MiB whose lines are folded at 75 bytes has less than a third of it.
const MAX_LINES: usize = 100_000;
/// The properties that are asked for. Others are checked, and not kept: some files are full of them.
const KNOWN: &[&str] = &[
    "CATEGORIES",
    "DESCRIPTION",
    "DTEND",
    "DTSTART",
    "DURATION",
    "EXDATE",
    "LOCATION",
    "RDATE",
    "RECURRENCE-ID",
    "RRULE",
    "STATUS",
    "SUMMARY",
    "TRIGGER",
    "TZID",
    "TZOFFSETTO",
    "UID",
    "X-LIC-LOCATION",
    "X-WR-TIMEZONE",
    COLOR,
    COUNTDOWN,
];
/// Levels of components: a calendar, an event, an alarm, and one more.
const MAX_DEPTH: usize = 4;

/// A content line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The number of its first line in the file, from 1.
    pub(super) number: usize,
    /// What it says. The name is in upper case.
    property: Property,
}

impl Line {
    pub(super) fn name(&self) -> &str {
        self.property.key()
    }

    pub(super) fn value(&self) -> &str {
        self.property.value()
    }

    /// A parameter by its name in upper case, without quotes.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        let found = self.property.params().values().find(|known| known.key().eq_ignore_ascii_case(name));
        found.map(|parameter| parameter.value().trim_matches('"')).filter(|value| !value.is_empty())
    }

    pub(super) fn property(&self) -> &Property {
        &self.property
    }
}

/// A component, such as an event.
#[derive(Clone, Debug)]
pub(super) struct Component {
    /// In upper case.
    pub(super) name: String,
    /// The line of its BEGIN.
    pub(super) number: usize,
    pub(super) lines: Vec<Line>,
    pub(super) parts: Vec<Component>,
}

impl Component {
    /// The first line of a name.
    pub(super) fn find(&self, name: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.name() == name)
    }

    /// All lines of a name.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Line> {
        self.lines.iter().filter(move |line| line.name() == name)
    }
}

/// The calendars of a file.
///
/// # Errors
/// The first thing because of which the file cannot be read.
pub(super) fn parse(text: &str) -> Result<Vec<Component>, FileProblem> {
    let mut calendars = Vec::new();
    let mut open: Vec<Component> = Vec::new();
    for (number, line) in unfolded(text) {
        if number > MAX_LINES {
            return Err(FileProblem::file(texts::FILE_LINES.with("max", MAX_LINES)));
        }
        if line.len() > MAX_LINE {
            return Err(FileProblem::line(number, texts::FILE_LINE_LONG.with("max", MAX_LINE)));
        }
        if line.trim().is_empty() {
            continue;
        }
        let (name, value) = line.split_once(':').unwrap_or((&line, ""));
        match name.to_ascii_uppercase().as_str() {
            "BEGIN" => {
                let name = value.trim().to_ascii_uppercase();
                if open.is_empty() && name != "VCALENDAR" {
                    return Err(FileProblem::line(number, &texts::FILE_NO_CALENDAR));
                }
                if open.len() >= MAX_DEPTH {
                    return Err(FileProblem::line(number, texts::FILE_DEEP.with("max", MAX_DEPTH)));
                }
                open.push(Component { name, number, lines: Vec::new(), parts: Vec::new() });
            }
            "END" => {
                let name = value.trim().to_ascii_uppercase();
                let is_open = open.iter().any(|one| one.name == name);
                let nesting = || FileProblem::line(number, texts::FILE_NESTING.with("name", short(&name)));
                let ended = open.pop().filter(|_| is_open).ok_or_else(nesting)?;
                if ended.name != name {
                    let why = texts::FILE_OPEN.with("name", short(&ended.name));
                    return Err(FileProblem::line(ended.number, why));
                }
                match open.last_mut() {
                    Some(parent) => parent.parts.push(ended),
                    None => calendars.push(ended),
                }
            }
            _ => {
                let component = open.last_mut();
                let component =
                    component.ok_or_else(|| FileProblem::line(number, &texts::FILE_NO_CALENDAR))?;
                component.lines.extend(read(number, &line)?);
            }
        }
    }
    if let Some(left) = open.last() {
        return Err(FileProblem::line(left.number, texts::FILE_OPEN.with("name", short(&left.name))));
    }
    if calendars.is_empty() {
        return Err(FileProblem::file(&texts::FILE_NO_CALENDAR));
    }
    Ok(calendars)
}

fn short(name: &str) -> String {
    name.chars().take(20).collect()
}

/// Reads a content line by the library, which knows what is escaped in which property by its name in upper case. `None` for
/// a property that nobody asks for.
fn read(number: usize, line: &str) -> Result<Option<Line>, FileProblem> {
    let unreadable = || FileProblem::line(number, &texts::FILE_LINE);
    let end = line.find([':', ';']).ok_or_else(unreadable)?;
    let name = line[..end].to_ascii_uppercase();
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if name.is_empty() || !name.chars().all(fits) || !line.contains(':') {
        return Err(unreadable());
    }
    if !KNOWN.contains(&&*name) {
        return Ok(None);
    }
    let property: Property = format!("{name}{}", &line[end..]).parse().map_err(|_| unreadable())?;
    Ok(Some(Line { number, property }))
}

/// The content lines of a file with the numbers of their first lines: a line that begins with a blank goes on the one
/// before it.
fn unfolded(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut lines = text.split('\n').enumerate().peekable();
    std::iter::from_fn(move || {
        let (index, first) = lines.next()?;
        let mut line = first.trim_end_matches('\r').to_owned();
        while let Some((_, more)) = lines.next_if(|(_, next)| next.starts_with([' ', '\t'])) {
            line.push_str(more[1..].trim_end_matches('\r'));
        }
        Some((index + 1, line))
    })
}
