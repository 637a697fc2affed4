//! Times of iCalendar files.

use std::collections::HashMap;

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Span, SpanRelativeTo};

use super::lines::{Component, Line};
use super::problem::FileProblem;
use super::windows;
use crate::model::is_known;
use crate::model::moment::Moment;
use crate::texts;

/// The longest name of a zone, in bytes; those of the database have at most 40, and some programs put more before them.
const MAX_ZONE: usize = 255;
/// IANA zones with the offsets that are not of whole hours, for descriptions of zones that say no more.
const PART_HOURS: [(&str, &str); 8] = [
    ("-0930", "Pacific/Marquesas"),
    ("+0330", "Asia/Tehran"),
    ("+0430", "Asia/Kabul"),
    ("+0530", "Asia/Kolkata"),
    ("+0545", "Asia/Kathmandu"),
    ("+0630", "Asia/Yangon"),
    ("+0845", "Australia/Eucla"),
    ("+0930", "Australia/Darwin"),
];

/// The zones of a calendar of a file: its own names for them, as IANA names.
#[derive(Default)]
pub(super) struct Zones {
    own: HashMap<String, String>,
    /// That of times without a zone: the one that the calendar says, else the portal's.
    default: String,
    portal: String,
}

/// The zone of times in UTC.
const UTC: &str = "UTC";

/// A time of a file.
#[derive(Clone, Debug)]
pub(super) struct FileTime {
    pub(super) at: Moment,
    pub(super) all_day: bool,
    /// The IANA name of its zone; of whole days that of the portal.
    pub(super) zone: String,
}

impl Zones {
    /// Those that a calendar describes.
    pub(super) fn of(calendar: &Component, portal: &str) -> Self {
        let parts = calendar.parts.iter().filter(|part| part.name == "VTIMEZONE");
        let own = parts.filter_map(|zone| Some((zone.find("TZID")?.value().to_owned(), meant(zone)?)));
        let (own, portal) = (own.collect(), portal.to_owned());
        let mut zones = Self { own, default: portal.clone(), portal };
        let said = calendar.find("X-WR-TIMEZONE").and_then(|line| zones.named(line.value().trim()));
        zones.default = said.unwrap_or(zones.default);
        zones
    }

    /// The IANA name of what a file calls a zone.
    fn named(&self, name: &str) -> Option<String> {
        known(name).or_else(|| self.own.get(name).cloned())
    }

    /// A time in UTC on the clock of the portal, which is what people read; the instant is the same.
    pub(super) fn local(&self, time: FileTime) -> FileTime {
        let zone = self.portal.clone();
        if time.all_day || time.zone != UTC {
            return time;
        }
        FileTime { at: reclocked(time.at, UTC, &zone), all_day: false, zone }
    }

    /// Reads the time of a line.
    ///
    /// # Errors
    /// When it is none, or its zone is unknown.
    pub(super) fn time(&self, line: &Line) -> Result<FileTime, FileProblem> {
        self.value(line, line.value())
    }

    /// Reads the times of a line that may have several.
    ///
    /// # Errors
    /// When one of them is none, or its zone is unknown.
    pub(super) fn times(&self, line: &Line) -> Result<Vec<FileTime>, FileProblem> {
        line.value().split(',').map(|value| self.value(line, value)).collect()
    }

    fn value(&self, line: &Line, value: &str) -> Result<FileTime, FileProblem> {
        let value = value.trim();
        let unreadable = || {
            let shown: String = value.chars().take(40).collect();
            FileProblem::line(line.number, texts::FILE_TIME.with("name", line.name()).with("value", shown))
        };
        if value.len() == 8 {
            let date = Date::strptime("%Y%m%d", value).map_err(|_| unreadable())?;
            let at = Moment::of_day(Some(date).filter(|date| is_known(*date)).ok_or_else(unreadable)?);
            return Ok(FileTime { at, all_day: true, zone: self.portal.clone() });
        }
        let (local, utc) = value.strip_suffix('Z').map_or((value, false), |local| (local, true));
        let local = DateTime::strptime("%Y%m%dT%H%M%S", local).map_err(|_| unreadable())?;
        let local = Some(local).filter(|local| is_known(local.date())).ok_or_else(unreadable)?;
        let zone = match line.parameter("TZID") {
            _ if utc => UTC.to_owned(),
            None => self.default.clone(),
            Some(name) => self.named(name).ok_or_else(|| {
                let shown: String = name.chars().take(60).collect();
                FileProblem::line(line.number, texts::ZONE_UNKNOWN.with("zone", shown))
            })?,
        };
        Ok(FileTime { at: Moment::new(local), all_day: false, zone })
    }
}

/// The same instant on the clock of another zone.
pub(super) fn reclocked(at: Moment, from: &str, to: &str) -> Moment {
    let zone = |name: &str| TimeZone::get(name).unwrap_or(TimeZone::UTC);
    if from == to { at } else { Moment::at(crate::schedule::instant(at.instant(&zone(from))), &zone(to)) }
}

/// The zone of a name, as the database spells it: an IANA name, also at the end of a longer one, as some programs write it,
/// or a name of Windows.
fn known(name: &str) -> Option<String> {
    if name.len() > MAX_ZONE {
        return None;
    }
    let whole = std::iter::once(name);
    let ends = name.match_indices('/').map(|(at, _)| &name[at + 1..]);
    let found = whole.chain(ends).filter(|end| end.contains('/') || *end == UTC);
    let mut found = found.filter_map(|end| TimeZone::get(end).ok()?.iana_name().map(str::to_owned));
    found.next().or_else(|| windows::zone(name).map(str::to_owned))
}

/// What zone a description means: the IANA name that it gives itself, or one that is always the same time ahead of UTC.
fn meant(zone: &Component) -> Option<String> {
    let named =
        zone.find("X-LIC-LOCATION").or_else(|| zone.find("TZID")).and_then(|line| known(line.value()));
    if named.is_some() {
        return named;
    }
    let mut offsets =
        zone.parts.iter().filter_map(|part| part.find("TZOFFSETTO")).map(|line| line.value().trim());
    let offset = offsets.next()?;
    if offsets.any(|other| other != offset) {
        return None;
    }
    if offset.get(3..) != Some("00") {
        return PART_HOURS.iter().find(|(of, _)| *of == offset).map(|(_, zone)| (*zone).to_owned());
    }
    let hours: i32 = offset.get(..3)?.parse().ok()?;
    // These names of the database count the other way round.
    let name = format!("Etc/GMT{}{}", if hours > 0 { '-' } else { '+' }, hours.abs());
    Some(name).filter(|name| TimeZone::get(name).is_ok())
}

/// Reads a duration of a line in minutes.
///
/// # Errors
/// When it is none.
pub(super) fn minutes(line: &Line) -> Result<i64, FileProblem> {
    let value = line.value().trim();
    let span = value.parse::<Span>().ok();
    let length = span.and_then(|span| span.to_duration(SpanRelativeTo::days_are_24_hours()).ok());
    length.as_ref().map(SignedDuration::as_mins).ok_or_else(|| {
        let shown: String = value.chars().take(40).collect();
        let why = texts::FILE_DURATION.with("name", line.name()).with("value", shown);
        FileProblem::line(line.number, why)
    })
}
