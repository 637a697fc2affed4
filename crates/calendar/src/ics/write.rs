//! Writing events to a file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use icalendar::{Component as _, Event as IcsEvent, EventLike as _, Property};
use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};

use super::{COLOR, COUNTDOWN};
use crate::model::content::Content;
use crate::model::moment::Moment;
use crate::schedule::instant;
use crate::store::events::Event;

/// Who writes the files.
const PRODUCT: &str = "-//classportal//calendar//ZH";
/// How often programs are asked to read a feed again.
const REFRESH: &str = "PT15M";
/// Years after the last event for which changes of clocks are written.
const YEARS: i64 = 10;
/// Changes of clocks that are written of a zone.
const MAX_CHANGES: usize = 400;

/// The text of a file.
struct Writer(String);

/// Writes a calendar of a name. A series comes with its times that differ. The same events give the same bytes, whenever
/// they are written.
///
/// # Errors
/// When a property cannot be written.
pub(crate) fn write(name: &str, events: &[Event]) -> Result<String, fmt::Error> {
    let mut out = Writer(String::new());
    out.begin("VCALENDAR");
    out.line("VERSION", "2.0")?;
    out.line("PRODID", PRODUCT)?;
    out.line("CALSCALE", "GREGORIAN")?;
    out.line("METHOD", "PUBLISH")?;
    out.line("X-WR-CALNAME", name)?;
    out.parameter("REFRESH-INTERVAL", REFRESH, "VALUE", "DURATION")?;
    out.line("X-PUBLISHED-TTL", REFRESH)?;
    for (zone, span) in zones(events) {
        out.zone(zone, span)?;
    }
    // Times that differ are named by their series and the time that they stand for.
    let differing: BTreeSet<(&str, Moment)> =
        events.iter().filter_map(|event| Some((event.series_id.as_deref()?, event.recurrence_id?))).collect();
    let series: BTreeMap<&str, &Content> = events.iter().map(|event| (&*event.id, &event.content)).collect();
    let uids = uids(events);
    for event in events {
        let uid = uids.get(&*event.id).copied().unwrap_or(&event.uid);
        let of = event.series_id.as_deref().and_then(|id| series.get(id).copied());
        out.event(event, uid, of, &differing)?;
    }
    out.end("VCALENDAR");
    Ok(out.0)
}

/// The UIDs: where two calendars have the same one, because a file was imported into both, the second event goes by its
/// id.
fn uids(events: &[Event]) -> BTreeMap<&str, &str> {
    let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
    let mut own = BTreeMap::new();
    for event in events {
        let first = owners.entry(&event.uid).or_insert(&event.owner);
        let is_first = *first == event.owner;
        own.insert(
            &*event.id,
            if is_first { &*event.uid } else { event.series_id.as_deref().unwrap_or(&event.id) },
        );
    }
    own
}

/// The zones of the events that are not of whole days, each with the years in which they begin and end.
fn zones(events: &[Event]) -> BTreeMap<&str, (Timestamp, Timestamp)> {
    let mut zones: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    for content in events.iter().map(|event| &event.content).filter(|content| !content.all_day) {
        let at = content.starts.instant(&TimeZone::UTC);
        let span = zones.entry(&content.zone).or_insert((at, at));
        *span = (span.0.min(at), span.1.max(at));
    }
    let year = 366 * 86_400_000;
    zones
        .into_iter()
        .map(|(zone, (from, until))| (zone, (instant(from - year), instant(until + YEARS * year))))
        .collect()
}

impl Writer {
    fn begin(&mut self, name: &str) {
        self.0.extend(["BEGIN:", name, "\r\n"]);
    }

    fn end(&mut self, name: &str) {
        self.0.extend(["END:", name, "\r\n"]);
    }

    /// One content line, escaped and folded by the library.
    fn property(&mut self, property: Property) -> fmt::Result {
        let line: String = property.try_into()?;
        self.0.push_str(&line);
        Ok(())
    }

    fn line(&mut self, name: &str, value: &str) -> fmt::Result {
        self.property(Property::new(name, value))
    }

    fn parameter(&mut self, name: &str, value: &str, parameter: &str, of: &str) -> fmt::Result {
        self.property(Property::new(name, value).add_parameter(parameter, of).done())
    }

    /// A line whose text may be empty, and is left out then.
    fn text(&mut self, name: &str, value: &str) -> fmt::Result {
        if value.is_empty() { Ok(()) } else { self.line(name, value) }
    }

    fn event(
        &mut self,
        event: &Event,
        uid: &str,
        series: Option<&Content>,
        differing: &BTreeSet<(&str, Moment)>,
    ) -> fmt::Result {
        let content = &event.content;
        self.begin("VEVENT");
        self.line("UID", uid)?;
        self.line("DTSTAMP", &utc(event.updated_at))?;
        self.line("CREATED", &utc(event.created_at))?;
        self.line("LAST-MODIFIED", &utc(event.updated_at))?;
        self.line("SEQUENCE", &(event.revision - 1).to_string())?;
        if let (Some(series), Some(at)) = (series, event.recurrence_id) {
            self.time("RECURRENCE-ID", &[at], series)?;
        }
        self.time("DTSTART", &[content.starts], content)?;
        // A time that ends as it begins has no DTEND, which must be later.
        let ends = if content.all_day { content.ends.plus_days(1) } else { content.ends };
        if ends > content.starts {
            self.time("DTEND", &[ends], content)?;
        }
        self.line("SUMMARY", &content.title)?;
        self.text("DESCRIPTION", &content.description)?;
        self.text("LOCATION", &content.location)?;
        if !content.category.is_empty() {
            let mut categories = IcsEvent::new();
            categories.categories([&content.category]);
            let found = categories.multi_properties().get("CATEGORIES").into_iter().flatten();
            found.cloned().try_for_each(|property| self.property(property))?;
        }
        self.text(COLOR, &content.color)?;
        if content.in_countdown {
            self.line(COUNTDOWN, "TRUE")?;
        }
        self.text("RRULE", &content.rule)?;
        let left_out = content.exdates.iter().copied();
        let left_out: Vec<_> = left_out.filter(|at| !differing.contains(&(&*event.id, *at))).collect();
        if !left_out.is_empty() {
            self.time("EXDATE", &left_out, content)?;
        }
        for minutes in &content.reminders {
            self.alarm(*minutes, &content.title)?;
        }
        self.end("VEVENT");
        Ok(())
    }

    /// Times of the zone of an event.
    fn time(&mut self, name: &str, times: &[Moment], of: &Content) -> fmt::Result {
        let format = if of.all_day { "%Y%m%d" } else { "%Y%m%dT%H%M%S" };
        let times: Vec<String> = times.iter().map(|at| at.civil().strftime(format).to_string()).collect();
        let (parameter, value) = if of.all_day { ("VALUE", "DATE") } else { ("TZID", &*of.zone) };
        self.parameter(name, &times.join(","), parameter, value)
    }

    fn alarm(&mut self, minutes: i64, title: &str) -> fmt::Result {
        let sign = if minutes > 0 { "-" } else { "" };
        self.begin("VALARM");
        self.line("ACTION", "DISPLAY")?;
        self.line("DESCRIPTION", title)?;
        self.line("TRIGGER", &format!("{sign}PT{}M", minutes.abs()))?;
        self.end("VALARM");
        Ok(())
    }

    /// What programs need to know of a zone: each time at which its clocks change, from one time to another.
    fn zone(&mut self, name: &str, (from, until): (Timestamp, Timestamp)) -> fmt::Result {
        let Ok(zone) = TimeZone::get(name) else { return Ok(()) };
        self.begin("VTIMEZONE");
        self.line("TZID", name)?;
        self.line("X-LIC-LOCATION", name)?;
        let first = zone.to_offset_info(from);
        let mut before = first.offset();
        self.observance(first.dst().is_dst(), from, before, before, first.abbreviation())?;
        for change in zone.following(from).take_while(|change| change.timestamp() < until).take(MAX_CHANGES) {
            let after = change.offset();
            self.observance(change.dst().is_dst(), change.timestamp(), before, after, change.abbreviation())?;
            before = after;
        }
        self.end("VTIMEZONE");
        Ok(())
    }

    fn observance(
        &mut self,
        is_summer: bool,
        at: Timestamp,
        before: Offset,
        after: Offset,
        name: &str,
    ) -> fmt::Result {
        let kind = if is_summer { "DAYLIGHT" } else { "STANDARD" };
        self.begin(kind);
        self.line("DTSTART", &before.to_datetime(at).strftime("%Y%m%dT%H%M%S").to_string())?;
        self.line("TZOFFSETFROM", &spelt(before))?;
        self.line("TZOFFSETTO", &spelt(after))?;
        self.line("TZNAME", name)?;
        self.end(kind);
        Ok(())
    }
}

fn utc(ms: i64) -> String {
    instant(ms).strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// `+0800`; with seconds where a zone of long ago has them.
fn spelt(offset: Offset) -> String {
    let seconds = offset.seconds();
    let (sign, seconds) = (if seconds < 0 { '-' } else { '+' }, seconds.abs());
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let rest = if rest > 0 { format!("{rest:02}") } else { String::new() };
    format!("{sign}{hours:02}{minutes:02}{rest}")
}
