//! The events of a file.

use std::collections::{BTreeMap, BTreeSet};

use icalendar::{Component as _, Event, EventLike as _};
use kernel::texts::Language;

use super::lines::{self, Component, Line};
use super::problem::{FileProblem, Problems};
use super::times::{FileTime, Zones, minutes, reclocked};
use super::{COLOR, COUNTDOWN, MAX_EVENTS};
use crate::model::content::{Content, MAX_DESCRIPTION, MAX_LOCATION, MAX_REMINDER, MAX_REMINDERS, MAX_TITLE};
use crate::model::moment::Moment;
use crate::texts;

/// Events of a file that cannot be read, before the rest of it is not looked at.
const MAX_UNREADABLE: usize = 50;
/// Parts of calendars that people may miss.
const NO_EVENTS: [&str; 2] = ["VTODO", "VJOURNAL"];
/// The longest UID, in bytes.
const MAX_UID: usize = 255;

/// An event of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileEvent {
    /// The line of its BEGIN.
    pub(crate) line: usize,
    /// Its UID; empty for none.
    pub(crate) uid: String,
    /// The time of its series that it stands for.
    pub(crate) recurrence_id: Option<Moment>,
    pub(crate) content: Content,
}

/// What a file gives.
#[derive(Clone, Debug)]
pub(crate) struct ReadFile {
    /// Series and single events before the times of series that differ.
    pub(crate) events: Vec<FileEvent>,
    /// The times of series of the file that differ and could not be read: the UID, and the time that it stands for, `None`
    /// when not even that could be read.
    pub(crate) unread: BTreeSet<(String, Option<Moment>)>,
    /// In the order of the file, at most 200 and one that tells of more.
    pub(crate) problems: Vec<FileProblem>,
}

/// Reads a file. Times without a zone are in `portal`, an IANA name. What cannot be read is among the problems; an event
/// with a fatal one is not among the events.
pub(crate) fn read(bytes: &[u8], portal: &str, language: Language) -> ReadFile {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return ReadFile::unusable(vec![FileProblem::file(&texts::FILE_ENCODING)]);
    };
    let calendars = match lines::parse(text.strip_prefix('\u{feff}').unwrap_or(text)) {
        Ok(calendars) => calendars,
        Err(problem) => return ReadFile::unusable(vec![problem]),
    };
    let is_event = |part: &&Component| part.name == "VEVENT";
    let mut all = calendars.iter().flat_map(|calendar| &calendar.parts).filter(is_event);
    if let Some(too_many) = all.nth(MAX_EVENTS) {
        let why = texts::FILE_EVENTS.with("max", MAX_EVENTS);
        return ReadFile::unusable(vec![FileProblem::line(too_many.number, why)]);
    }
    let mut reader = Reader {
        zones: Zones::default(),
        language,
        unread: Vec::new(),
        cancelled: Vec::new(),
        problems: Problems::default(),
    };
    let mut events = Vec::new();
    for calendar in &calendars {
        reader.zones = Zones::of(calendar, portal);
        for part in calendar.parts.iter().filter(|part| NO_EVENTS.contains(&&*part.name)) {
            let why = texts::FILE_NO_EVENT.with("name", &part.name);
            reader.problems.push(FileProblem::warning(part.number, why));
        }
        for part in calendar.parts.iter().filter(is_event) {
            events.extend(reader.event(part));
            // A file in which nothing is right would keep the reader busy for nothing.
            if reader.problems.fatal() >= MAX_UNREADABLE {
                let mut problems = reader.problems.in_order();
                let why = texts::FILE_PROBLEMS.with("max", MAX_UNREADABLE);
                problems.push(FileProblem::line(part.number, why));
                return ReadFile::unusable(problems);
            }
        }
    }
    reader.joined(events)
}

impl ReadFile {
    fn unusable(problems: Vec<FileProblem>) -> Self {
        Self { events: Vec::new(), unread: BTreeSet::new(), problems }
    }
}

struct Reader {
    /// Those of the calendar that is read.
    zones: Zones,
    language: Language,
    /// The UIDs of times of series that could not be read, and the times that they stand for.
    unread: Vec<(String, Option<FileTime>)>,
    /// The UIDs of events that were cancelled; with the time, where it is one time of a series.
    cancelled: Vec<(String, Option<FileTime>)>,
    problems: Problems,
}

impl Reader {
    fn event(&mut self, part: &Component) -> Option<FileEvent> {
        let title = self.line(part, "SUMMARY", MAX_TITLE);
        let untitled = || kernel::texts::Message::from(&texts::FILE_UNTITLED).localized(self.language);
        let title = if title.is_empty() { untitled() } else { title };
        if part.find("STATUS").is_some_and(|line| line.value().eq_ignore_ascii_case("CANCELLED")) {
            self.cancel(part, &title);
            return None;
        }
        match self.content(part, &title) {
            Ok(event) => Some(event),
            Err(problem) => {
                if let Some(line) = part.find("RECURRENCE-ID") {
                    self.unread.push((uid(part), self.zones.time(line).ok()));
                }
                self.problems.push(problem.of(&title));
                None
            }
        }
    }

    /// Leaves out an event that was cancelled, or a time of a series.
    fn cancel(&mut self, part: &Component, title: &str) {
        match part.find("RECURRENCE-ID").map(|line| self.zones.time(line)).transpose() {
            Ok(time) => {
                if time.is_none() {
                    self.problems.push(FileProblem::warning(part.number, &texts::FILE_CANCELLED).of(title));
                }
                self.cancelled.push((uid(part), time));
            }
            Err(problem) => self.problems.push(problem.of(title)),
        }
    }

    fn content(&mut self, part: &Component, title: &str) -> Result<FileEvent, FileProblem> {
        let missing = |name| FileProblem::line(part.number, texts::FILE_MISSING.with("name", name));
        let begins = part.find("DTSTART").ok_or_else(|| missing("DTSTART"))?;
        let starts = self.zones.time(begins)?;
        // The days of a rule are those of the zone in which it is written.
        let is_single = part.find("RRULE").is_none() && part.find("RECURRENCE-ID").is_none();
        let starts = if is_single { self.zones.local(starts) } else { starts };
        let ends = self.ends(part, &starts)?;
        let recurrence_id = part.find("RECURRENCE-ID");
        let recurrence_id = recurrence_id.map(|line| self.zones.time(line)).transpose()?;
        let mut exdates = Vec::new();
        for line in part.all("EXDATE") {
            exdates.extend(self.zones.times(line)?.into_iter().map(|time| inside(&time, &starts)));
        }
        for ignored in part.all("RDATE").chain(part.all("RRULE").skip(1)) {
            self.ignored(ignored, title);
        }
        let rule = part.find("RRULE").map(|line| line.value().to_owned()).unwrap_or_default();
        let content = Content {
            title: title.to_owned(),
            description: self.text(part),
            location: self.line(part, "LOCATION", MAX_LOCATION),
            all_day: starts.all_day,
            starts: starts.at,
            ends,
            zone: starts.zone.clone(),
            rule: if recurrence_id.is_some() { String::new() } else { rule },
            exdates,
            category: category(part),
            color: color(part),
            reminders: self.reminders(part, &starts, title),
            in_countdown: part.find(COUNTDOWN).is_some_and(|line| line.value() == "TRUE"),
        };
        let content = content.checked().map_err(|fault| {
            let at = property(fault.field).find_map(|name| part.find(name));
            FileProblem::line(at.map_or(part.number, |line| line.number), fault.why)
        })?;
        let recurrence_id = recurrence_id.map(|time| inside(&time, &starts));
        Ok(FileEvent { line: part.number, uid: uid(part), recurrence_id, content })
    }

    /// When an event ends: by DTEND, by DURATION, else at once or with its day.
    fn ends(&self, part: &Component, starts: &FileTime) -> Result<Moment, FileProblem> {
        let ends = if let Some(line) = part.find("DTEND") {
            inside(&self.zones.time(line)?, starts)
        } else if let Some(line) = part.find("DURATION") {
            starts.at.plus_minutes(minutes(line)?)
        } else if starts.all_day {
            starts.at.plus_days(1)
        } else {
            starts.at
        };
        // In files, whole days end with the day after the last one. Some programs end them with their only day.
        Ok(if starts.all_day && ends > starts.at { ends.plus_days(-1) } else { ends })
    }

    /// A text of one line, cut where it is too long.
    fn line(&mut self, part: &Component, name: &str, max: usize) -> String {
        let Some(line) = part.find(name) else { return String::new() };
        let text = line.value().replace(['\n', '\r', '\t'], " ");
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        self.cut(line, text.trim(), max)
    }

    fn text(&mut self, part: &Component) -> String {
        let Some(line) = part.find("DESCRIPTION") else { return String::new() };
        let kept = |c: &char| !c.is_control() || *c == '\n' || *c == '\t';
        let text: String = line.value().chars().filter(kept).collect();
        self.cut(line, text.trim(), MAX_DESCRIPTION)
    }

    fn cut(&mut self, line: &Line, text: &str, max: usize) -> String {
        if text.chars().count() <= max {
            return text.to_owned();
        }
        let why = texts::FILE_CUT.with("name", line.name()).with("max", max);
        self.problems.push(FileProblem::warning(line.number, why));
        let cut: String = text.chars().take(max).collect();
        cut.trim_end().to_owned()
    }

    fn ignored(&mut self, line: &Line, title: &str) {
        let why = texts::FILE_IGNORED.with("name", line.name());
        self.problems.push(FileProblem::warning(line.number, why).of(title));
    }

    /// The alarms that are so much before the beginning.
    fn reminders(&mut self, part: &Component, starts: &FileTime, title: &str) -> Vec<i64> {
        let mut found = BTreeSet::new();
        for alarm in part.parts.iter().filter(|part| part.name == "VALARM") {
            match self.reminder(alarm, starts) {
                Some(ahead) if found.contains(&ahead) || found.len() < MAX_REMINDERS => {
                    found.insert(ahead);
                }
                _ => {
                    let problem = FileProblem::warning(alarm.number, &texts::FILE_REMINDER);
                    self.problems.push(problem.of(title));
                }
            }
        }
        found.into_iter().collect()
    }

    fn reminder(&self, alarm: &Component, starts: &FileTime) -> Option<i64> {
        let trigger = alarm.find("TRIGGER")?;
        if trigger.parameter("RELATED").is_some_and(|related| related.eq_ignore_ascii_case("END")) {
            return None;
        }
        let is_time = trigger.parameter("VALUE").is_some_and(|value| value.eq_ignore_ascii_case("DATE-TIME"));
        let ahead = if is_time {
            starts.at.minutes_since(inside(&self.zones.time(trigger).ok()?, starts))
        } else {
            -minutes(trigger).ok()?
        };
        let least = if starts.all_day { 1 - 24 * 60 } else { 0 };
        (least..=MAX_REMINDER).contains(&ahead).then_some(ahead)
    }

    /// Events without what contradicts itself, series before the times of them that differ. A time that differs is left
    /// out of its series.
    fn joined(mut self, events: Vec<FileEvent>) -> ReadFile {
        let (mut whole, mut differing): (Vec<_>, Vec<_>) =
            events.into_iter().partition(|event| event.recurrence_id.is_none());
        let mut by_uid: BTreeMap<String, usize> = BTreeMap::new();
        let mut kept: Vec<FileEvent> = Vec::new();
        for event in whole.drain(..) {
            if !event.uid.is_empty() && by_uid.contains_key(&event.uid) {
                self.twice(&event);
                continue;
            }
            if !event.uid.is_empty() {
                by_uid.insert(event.uid.clone(), kept.len());
            }
            kept.push(event);
        }
        let mut seen = BTreeSet::new();
        differing.retain(|event| {
            let is_first = seen.insert((event.uid.clone(), event.recurrence_id));
            if !is_first {
                self.twice(event);
            }
            is_first
        });
        for (uid, time) in &self.cancelled {
            let series = by_uid.get(uid).map(|index| &mut kept[*index].content);
            match (series, time) {
                (Some(series), Some(time)) => {
                    *series = crate::model::series::without(series, of_series(time, series));
                }
                (None, None) if !uid.is_empty() => differing.retain(|event| event.uid != *uid),
                _ => {}
            }
        }
        for event in &mut differing {
            let series = by_uid.get(&event.uid).map(|index| &mut kept[*index]);
            let series = series.filter(|series| !series.content.rule.is_empty());
            match (series, event.recurrence_id) {
                (Some(series), Some(at)) => {
                    let (all_day, zone) = (event.content.all_day, event.content.zone.clone());
                    let at = of_series(&FileTime { at, all_day, zone }, &series.content);
                    series.content = crate::model::series::without(&series.content, at);
                    event.recurrence_id = Some(at);
                }
                _ => {
                    let problem = FileProblem::warning(event.line, &texts::FILE_NO_SERIES);
                    self.problems.push(problem.of(&event.content.title));
                    (event.recurrence_id, event.uid) = (None, String::new());
                }
            }
        }
        let unread = self.unread.into_iter().filter_map(|(uid, time)| {
            let series = &kept[*by_uid.get(&uid)?].content;
            let at = time.map(|time| of_series(&time, series));
            Some((uid, at))
        });
        let unread = unread.collect();
        kept.extend(differing);
        ReadFile { events: kept, unread, problems: self.problems.in_order() }
    }

    fn twice(&mut self, event: &FileEvent) {
        let why = texts::FILE_UID_TWICE.with("uid", event.uid.chars().take(60).collect::<String>());
        self.problems.push(FileProblem::line(event.line, why).of(&event.content.title));
    }
}

/// A time on the clock of the event.
fn inside(time: &FileTime, of: &FileTime) -> Moment {
    if of.all_day {
        return Moment::of_day(time.at.date());
    }
    if time.all_day { time.at } else { reclocked(time.at, &time.zone, &of.zone) }
}

/// A time on the clock of a series.
fn of_series(time: &FileTime, series: &Content) -> Moment {
    match (series.all_day, time.all_day) {
        (true, _) => Moment::of_day(time.at.date()),
        (false, true) => time.at,
        (false, false) => reclocked(time.at, &time.zone, &series.zone),
    }
}

/// The UID of an event; empty for none, and for one that cannot be kept.
fn uid(part: &Component) -> String {
    let uid = part.find("UID").map(|line| line.value().trim().to_owned()).unwrap_or_default();
    if uid.len() > MAX_UID || uid.chars().any(char::is_control) { String::new() } else { uid }
}

/// The properties that say a field of the API.
fn property(field: &str) -> impl Iterator<Item = &'static str> {
    let names: &[&str] = match field {
        "title" => &["SUMMARY"],
        "description" => &["DESCRIPTION"],
        "location" => &["LOCATION"],
        "ends" => &["DTEND", "DURATION", "DTSTART"],
        "rule" => &["RRULE"],
        "exdates" => &["EXDATE"],
        "category" => &["CATEGORIES"],
        "color" => &[COLOR],
        _ => &["DTSTART"],
    };
    names.iter().copied()
}

/// The first category that fits.
fn category(part: &Component) -> String {
    let Some(line) = part.find("CATEGORIES") else { return String::new() };
    let mut event = Event::new();
    event.append_multi_property(line.property().clone());
    let all = event.get_categories().unwrap_or_default().into_iter();
    let mut all = all.map(|name| name.chars().filter(|c| !c.is_control()).take(30).collect::<String>());
    all.find(|name| !name.trim().is_empty()).unwrap_or_default()
}

fn color(part: &Component) -> String {
    let color = part.find(COLOR).map(|line| line.value().to_owned()).unwrap_or_default();
    let digits = color.strip_prefix('#').unwrap_or_default();
    let fits = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if fits { color } else { String::new() }
}
