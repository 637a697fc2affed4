//! What an event says, and the rules for it.

use jiff::tz::TimeZone;
use kernel::texts::Text;
use serde::{Deserialize, Serialize};

use super::Fault;
use super::moment::Moment;
use super::rule::Rule;
use crate::texts;

/// The longest title, in characters.
pub(crate) const MAX_TITLE: usize = 120;
/// The longest description, in characters.
pub(crate) const MAX_DESCRIPTION: usize = 4000;
/// The longest place, in characters.
pub(crate) const MAX_LOCATION: usize = 200;
/// The longest category, in characters.
const MAX_CATEGORY: usize = 30;
/// The longest event, in days.
pub(crate) const MAX_SPAN_DAYS: i64 = 366;
/// Reminders of an event.
pub(crate) const MAX_REMINDERS: usize = 5;
/// The earliest reminder, in minutes before the beginning: four weeks.
pub(crate) const MAX_REMINDER: i64 = 28 * 24 * 60;
/// Occurrences that are left out of a series.
pub(crate) const MAX_EXDATES: usize = 1000;
/// The minutes of a day.
const DAY: i64 = 24 * 60;
/// The minutes of an event on the clock whose end nobody says.
const USUAL_MINUTES: i64 = 60;

/// What an event says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Content {
    /// 1–120 characters.
    pub(crate) title: String,
    /// At most 4,000 characters; line breaks are kept.
    pub(crate) description: String,
    /// At most 200 characters.
    pub(crate) location: String,
    /// Whether it takes whole days.
    pub(crate) all_day: bool,
    /// When it begins, in its zone.
    pub(crate) starts: Moment,
    /// When it ends, in its zone; of whole days the beginning of the last one.
    pub(crate) ends: Moment,
    /// The IANA name of its zone.
    pub(crate) zone: String,
    /// The RRULE; empty for none.
    pub(crate) rule: String,
    /// The occurrences that are left out, in order.
    pub(crate) exdates: Vec<Moment>,
    /// At most 30 characters; empty for none.
    pub(crate) category: String,
    /// `#rrggbb`; empty for none.
    pub(crate) color: String,
    /// Minutes before the beginning, the greatest first. Of whole days it may be less than 0: after their beginning.
    pub(crate) reminders: Vec<i64>,
    /// Whether the countdowns show it.
    pub(crate) in_countdown: bool,
}

impl Content {
    /// The same, trimmed and in order, if it keeps the rules.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub(crate) fn checked(mut self) -> Result<Self, Fault> {
        self.title = line("title", &self.title, MAX_TITLE, &texts::TITLE_INVALID)?;
        if self.title.is_empty() {
            return Err(Fault::new("title", &texts::TITLE_INVALID));
        }
        self.description = text(&self.description)?;
        self.location = line("location", &self.location, MAX_LOCATION, &texts::LOCATION_INVALID)?;
        self.category = line("category", &self.category, MAX_CATEGORY, &texts::CATEGORY_INVALID)?;
        self.color = color(&self.color)?;
        let zone = self.time_zone()?;
        self.check_times(&zone)?;
        self.reminders.sort_unstable_by(|one, other| other.cmp(one));
        self.reminders.dedup();
        let least = if self.all_day { 1 - DAY } else { 0 };
        let fits = self.reminders.iter().all(|minutes| (least..=MAX_REMINDER).contains(minutes));
        if self.reminders.len() > MAX_REMINDERS || !fits {
            return Err(Fault::new("reminders", &texts::REMINDERS_INVALID));
        }
        self.exdates.sort_unstable();
        self.exdates.dedup();
        if self.exdates.len() > MAX_EXDATES {
            return Err(Fault::new("exdates", texts::EXDATES_TOO_MANY.with("max", MAX_EXDATES)));
        }
        if self.rule.is_empty() {
            self.exdates.clear();
        } else {
            self.rule = Rule::parse(&self.rule, &self, &zone)?.text().to_owned();
        }
        Ok(self)
    }

    fn check_times(&self, zone: &TimeZone) -> Result<(), Fault> {
        if self.ends < self.starts || self.duration_ms(zone) < 0 {
            return Err(Fault::new("ends", &texts::ENDS_EARLY));
        }
        if self.ends.minutes_since(self.starts) > MAX_SPAN_DAYS * DAY {
            return Err(Fault::new("ends", texts::TOO_LONG.with("max", MAX_SPAN_DAYS)));
        }
        Ok(())
    }

    /// # Errors
    /// For a name that is no zone.
    pub(crate) fn time_zone(&self) -> Result<TimeZone, Fault> {
        let zone = TimeZone::get(&self.zone).ok();
        zone.ok_or_else(|| Fault::new("zone", texts::ZONE_UNKNOWN.with("zone", &self.zone)))
    }

    /// How long it takes, in milliseconds; of whole days that of their number of days without a change of clocks.
    pub(crate) fn duration_ms(&self, zone: &TimeZone) -> i64 {
        self.ends.instant(zone) - self.starts.instant(zone)
    }

    /// The days from its first to its last one; 0 for one day.
    pub(crate) fn span_days(&self) -> i64 {
        self.ends.minutes_since(self.starts) / DAY
    }

    /// With another beginning. It is as long as before, and the days that a weekly rule names move along. What is left
    /// out of a series stays where it is until [`series::moved`](super::series::moved) moves it.
    pub(crate) fn starting(&self, starts: Moment, all_day: bool) -> Self {
        // One whole day is no time on the clock.
        let is_one_day = self.all_day && !all_day && self.span_days() == 0;
        let length = if is_one_day { USUAL_MINUTES } else { self.ends.minutes_since(self.starts) };
        let whole = |at: Moment| if all_day { Moment::of_day(at.date()) } else { at };
        let rule = self.rule_on(starts).unwrap_or_else(|| self.rule.clone());
        let starts = whole(starts);
        Self { starts, ends: whole(starts.plus_minutes(length)), all_day, rule, ..self.clone() }
    }

    /// The rule after a move to another day; `None` where the rule goes on as it is.
    fn rule_on(&self, starts: Moment) -> Option<String> {
        let (from, to) = (self.starts.date(), starts.date());
        let rule = Rule::read(&self.rule, self, &self.time_zone().ok()?).ok()?;
        let shifted = || rule.shifted(i64::from((to - from).get_days())).text().to_owned();
        (!rule.keeps_days(from, to)).then(shifted)
    }
}

/// Without control characters, in one line.
fn line(field: &'static str, raw: &str, max: usize, refusal: &'static Text) -> Result<String, Fault> {
    let line = raw.trim();
    if line.chars().count() > max || line.chars().any(char::is_control) {
        return Err(Fault::new(field, refusal));
    }
    Ok(line.to_owned())
}

fn text(raw: &str) -> Result<String, Fault> {
    // Line breaks as browsers and files write them.
    let text = raw.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.trim();
    let forbidden = |c: char| c.is_control() && c != '\n' && c != '\t';
    if text.chars().count() > MAX_DESCRIPTION || text.chars().any(forbidden) {
        return Err(Fault::new("description", &texts::DESCRIPTION_INVALID));
    }
    Ok(text.to_owned())
}

fn color(raw: &str) -> Result<String, Fault> {
    let digits = raw.strip_prefix('#').filter(|digits| digits.len() == 6);
    let fits = raw.is_empty() || digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
    if fits { Ok(raw.to_ascii_lowercase()) } else { Err(Fault::new("color", &texts::COLOR_INVALID)) }
}
