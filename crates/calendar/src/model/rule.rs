//! Rules of repetition: the RRULE of RFC 5545, read and walked by the library `rrule`.
//!
//! A rule is walked on the clock of the event, without a zone: "every day at 8" is at 8 whatever the clocks do. What
//! instants these local times are is decided afterwards.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use rrule::RRuleSet;

use super::content::Content;
use super::moment::Moment;
use super::walk::{Steps, Walk};
use super::{Fault, is_known};
use crate::texts;

/// The longest rule, in bytes.
const MAX_RULE: usize = 500;
/// Occurrences of a rule on one day.
const MAX_PER_DAY: usize = 8;
/// The greatest COUNT.
const MAX_COUNT: u32 = 5000;
/// The greatest INTERVAL.
const MAX_INTERVAL: u32 = 1000;
/// How far a rule is walked to its first time: about ten years of days, or all years.
const FIRST: u64 = 500;
/// The days of the week, as RFC 5545 names them, from Monday on.
const DAYS: [&str; 7] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
/// A Monday before all others.
const MONDAY: Date = Date::constant(1900, 1, 1);
/// What a rule may consist of, beside FREQ, UNTIL, COUNT and INTERVAL.
const PARTS: &[&str] =
    &["BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYMONTHDAY", "BYDAY", "BYHOUR", "BYMINUTE", "BYSETPOS", "WKST"];

/// A rule that yields something.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    /// As it is stored.
    text: String,
    /// The frequency, in its spelling of RFC 5545.
    freq: String,
    interval: i64,
    count: Option<u32>,
    /// The last local time that it may yield.
    until: Option<Moment>,
    /// Its other parts, each with the semicolon before it.
    others: String,
}

impl Rule {
    /// Reads the rule of an event that somebody enters.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(crate) fn parse(raw: &str, of: &Content, zone: &TimeZone) -> Result<Self, Fault> {
        let rule = Self::read(raw, of, zone)?;
        rule.check_density(of)?;
        let mut steps = Steps::of(FIRST);
        let mut walk = rule.walk(of.starts, &mut steps)?;
        match walk.next() {
            Some(_) => {}
            None if walk.is_over() => return Err(fault(&texts::RULE_EMPTY)),
            None => return Err(fault(&texts::RULE_RARE)),
        }
        Ok(rule)
    }

    /// Reads the rule of an event that was checked: whether it yields anything is not asked again.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(crate) fn read(raw: &str, of: &Content, zone: &TimeZone) -> Result<Self, Fault> {
        let mut rule = Self::parts(raw, of, zone)?;
        rule.text = rule.spelt(of.all_day, zone);
        Ok(rule)
    }

    /// As it is stored, and stands in iCalendar files.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    fn parts(raw: &str, of: &Content, zone: &TimeZone) -> Result<Self, Fault> {
        let raw = raw.trim().to_ascii_uppercase();
        let raw = raw.strip_prefix("RRULE:").unwrap_or(&raw);
        let bad =
            |part: &str| fault(texts::RULE_PART.with("part", part.chars().take(40).collect::<String>()));
        if raw.len() > MAX_RULE || !raw.is_ascii() {
            return Err(bad(raw));
        }
        let mut rule = Self {
            text: String::new(),
            freq: String::new(),
            interval: 1,
            count: None,
            until: None,
            others: String::new(),
        };
        let mut seen = Vec::new();
        for part in raw.split(';').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').ok_or_else(|| bad(part))?;
            if seen.contains(&name) || value.is_empty() {
                return Err(bad(part));
            }
            seen.push(name);
            let number =
                |max: u32| value.parse().ok().filter(|n| (1..=max).contains(n)).ok_or_else(|| bad(part));
            match name {
                "FREQ" => value.clone_into(&mut rule.freq),
                "INTERVAL" => rule.interval = i64::from(number(MAX_INTERVAL)?),
                "COUNT" => rule.count = Some(number(MAX_COUNT)?),
                "UNTIL" => rule.until = Some(until(value, of, zone).ok_or_else(|| bad(part))?),
                known if PARTS.contains(&known) => rule.others.extend([";", name, "=", value]),
                _ => return Err(bad(part)),
            }
        }
        match rule.freq.as_str() {
            "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY" => {}
            _ => return Err(fault(&texts::RULE_FREQ)),
        }
        if rule.count.is_some() && rule.until.is_some() {
            return Err(fault(&texts::RULE_TWO_ENDS));
        }
        if rule.until.is_some_and(|until| until < of.starts) {
            return Err(fault(&texts::RULE_ENDS_EARLY));
        }
        Ok(rule)
    }

    /// The value of one of its other parts.
    fn part(&self, name: &str) -> Option<&str> {
        self.others.split(';').find_map(|part| part.strip_prefix(name)?.strip_prefix('='))
    }

    /// # Errors
    /// For a rule that yields too much on one day.
    fn check_density(&self, of: &Content) -> Result<(), Fault> {
        let values = |name: &str| self.part(name).map(|values| values.split(',').count());
        let (hours, minutes) = (values("BYHOUR"), values("BYMINUTE"));
        if of.all_day && (hours.is_some() || minutes.is_some()) {
            return Err(fault(&texts::RULE_HOURS));
        }
        let times = hours.unwrap_or(1) * minutes.unwrap_or(1);
        if times > MAX_PER_DAY {
            return Err(fault(texts::RULE_DENSE.with("max", MAX_PER_DAY)));
        }
        Ok(())
    }

    fn spelt(&self, all_day: bool, zone: &TimeZone) -> String {
        let end = match (self.until, self.count) {
            (Some(until), _) => format!(";UNTIL={}", spell_until(until, all_day, zone)),
            (None, Some(count)) => format!(";COUNT={count}"),
            (None, None) => String::new(),
        };
        format!("{}{end}", self.without_end())
    }

    fn without_end(&self) -> String {
        let interval = if self.interval > 1 { format!(";INTERVAL={}", self.interval) } else { String::new() };
        format!("FREQ={}{interval}{}", self.freq, self.others)
    }

    /// The same rule with another end, as it is stored.
    pub(crate) fn ending(&self, end: RuleEnd, all_day: bool, zone: &TimeZone) -> String {
        let (until, count) = match end {
            RuleEnd::Until(until) => (Some(until), None),
            RuleEnd::Count(count) => (None, Some(count)),
        };
        Self { until, count, ..self.clone() }.spelt(all_day, zone)
    }

    /// How often it still yields something when so many have been; `None` for a rule without a count.
    pub(crate) fn count_after(&self, before: usize) -> Option<u32> {
        let count = self.count?;
        Some(count.saturating_sub(u32::try_from(before).unwrap_or(u32::MAX)))
    }

    /// Whether it ends before a time.
    pub(crate) fn ends_before(&self, at: Moment) -> bool {
        self.until.is_some_and(|until| until < at)
    }

    /// Walks what the rule yields for an event that begins then, in order. The time may be later than the end of the
    /// rule. The ends of the rule are kept here and not left to the library, which would look for a time after the end
    /// without saying how far it looked.
    ///
    /// # Errors
    /// When the library refuses the rule.
    pub(crate) fn walk<'a>(&self, starts: Moment, steps: &'a mut Steps) -> Result<Walk<'a>, Fault> {
        let set = if self.ends_before(starts) { None } else { Some(self.set(starts)?) };
        let times = set.map(|set| set.limit().into_iter());
        let period = self.period_days() * 24 * 60;
        Ok(Walk { times, before: starts, period, until: self.until, count: self.count, steps })
    }

    fn set(&self, starts: Moment) -> Result<RRuleSet, Fault> {
        let starts = starts.civil().strftime("%Y%m%dT%H%M%SZ");
        let text = format!("DTSTART:{starts}\nRRULE:{}", self.without_end());
        text.parse().map_err(|_| fault(&texts::RULE_INVALID))
    }

    /// The fewest days from one day, week, month or year at which it looks to the next one.
    fn period_days(&self) -> i64 {
        let days = match self.freq.as_str() {
            "DAILY" => 1,
            "WEEKLY" => 7,
            "MONTHLY" => 28,
            _ => 365,
        };
        days * self.interval
    }

    /// The months from one that it looks at to the next one; `None` for a rule of days or weeks.
    fn period_months(&self) -> Option<i64> {
        match self.freq.as_str() {
            "MONTHLY" => Some(self.interval),
            "YEARLY" => Some(self.interval * 12),
            _ => None,
        }
    }

    /// A beginning near a date from which the rule yields the same as from its own, from that date on: walking decades
    /// for one month is not needed. A rule that counts its times is walked from the beginning.
    pub(crate) fn anchor(&self, starts: Moment, near: Date) -> Moment {
        let latest = Moment::of_day(near).plus_days(-7).date();
        if self.count.is_some() || latest <= starts.date() {
            return starts;
        }
        let Some(step) = self.period_months() else {
            let days = i64::from((latest - starts.date()).get_days());
            return starts.plus_days(days - days % self.period_days());
        };
        // A month that has not the day of the beginning is passed over: the rule may say the day by its beginning alone.
        let all = (0..=months_between(starts.date(), latest) / step).rev();
        let mut all = all.map(|periods| starts.plus_months(periods * step));
        all.find(|at| at.date().day() == starts.date().day() && at.date() <= latest).unwrap_or(starts)
    }

    /// Whether it names the days of its months or years, and not its beginning.
    pub(crate) fn names_days(&self) -> bool {
        ["BYMONTHDAY", "BYDAY", "BYYEARDAY", "BYWEEKNO"].iter().any(|name| self.part(name).is_some())
    }

    /// Whether an event that begins on another day is on the same days by it, as far as it has begun then.
    pub(crate) fn keeps_days(&self, from: Date, to: Date) -> bool {
        let days = i64::from((to - from).get_days());
        match self.freq.as_str() {
            "DAILY" => days % self.interval == 0,
            "WEEKLY" => {
                let is_on = match self.part("BYDAY") {
                    Some(all) => all.split(',').any(|day| day == weekday(to)),
                    None => days % 7 == 0,
                };
                is_on && (self.week(to) - self.week(from)) % self.interval == 0
            }
            "MONTHLY" => {
                months_between(from, to) % self.interval == 0 && (self.names_days() || from.day() == to.day())
            }
            _ => {
                let is_same_month = self.part("BYMONTH").is_some() || from.month() == to.month();
                i64::from(to.year() - from.year()) % self.interval == 0
                    && (self.names_days() || (from.day() == to.day() && is_same_month))
            }
        }
    }

    /// The number of the week of a day, by the day on which the weeks of the rule begin.
    fn week(&self, day: Date) -> i64 {
        let first = self.part("WKST").and_then(place_of).unwrap_or(0);
        (i64::from((day - MONDAY).get_days()) - first).div_euclid(7)
    }

    /// The rule of an event that is moved by some days: the days of its weeks, and where they begin, move along. Days of
    /// months and years, and its end, stay.
    pub(crate) fn shifted(&self, days: i64) -> Self {
        let Some(named) = self.part("BYDAY").filter(|_| self.freq == "WEEKLY") else { return self.clone() };
        let place = |name: &str| place_of(name).map(|place| (place + days).rem_euclid(7));
        let mut places: Vec<_> = named.split(',').filter_map(place).collect();
        places.sort_unstable();
        let spelt = |place: i64| usize::try_from(place).ok().and_then(|place| DAYS.get(place)).copied();
        let places: Vec<_> = places.into_iter().filter_map(spelt).collect();
        let is_other =
            |part: &&str| !part.is_empty() && !part.starts_with("BYDAY=") && !part.starts_with("WKST=");
        let mut parts: Vec<String> = self.others.split(';').filter(is_other).map(str::to_owned).collect();
        parts.push(format!("BYDAY={}", places.join(",")));
        // Every week has each day once, wherever it begins.
        if self.interval > 1 {
            let first = place(self.part("WKST").unwrap_or("MO")).and_then(spelt).unwrap_or("MO");
            parts.push(format!("WKST={first}"));
        }
        let others = parts.into_iter().map(|part| format!(";{part}")).collect();
        let shifted = Self { others, ..self.clone() };
        let end = self.text.strip_prefix(&self.without_end()).unwrap_or_default();
        Self { text: format!("{}{end}", shifted.without_end()), ..shifted }
    }

    /// Whether it is another rule but for their ends, the order of what it says and where its weeks begin.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let parts = |rule: &Self| -> BTreeSet<Vec<String>> {
            let sorted = |part: &str| {
                let mut values: Vec<_> = part.split([',', '=']).map(str::to_owned).collect();
                values.sort_unstable();
                values
            };
            rule.others.split(';').filter(|part| !part.starts_with("WKST=")).map(sorted).collect()
        };
        (&self.freq, self.interval) == (&other.freq, other.interval) && parts(self) == parts(other)
    }

    /// Whether it is a rule of months or years.
    pub(crate) fn is_by_months(&self) -> bool {
        self.period_months().is_some()
    }
}

/// Where a rule ends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RuleEnd {
    /// With the last local time.
    Until(Moment),
    /// With the number of times.
    Count(u32),
}

fn fault(why: impl Into<kernel::texts::Message>) -> Fault {
    Fault::new("rule", why)
}

/// The months from one date to another, by the calendar.
pub(crate) fn months_between(from: Date, to: Date) -> i64 {
    i64::from(to.year() - from.year()) * 12 + i64::from(to.month() - from.month())
}

/// The day of the week of a date, as RFC 5545 names it.
fn weekday(date: Date) -> &'static str {
    DAYS[usize::from(date.weekday().to_monday_zero_offset().unsigned_abs())]
}

/// The place in the week of a day of the week, from 0 for Monday.
fn place_of(name: &str) -> Option<i64> {
    DAYS.iter().position(|day| *day == name).and_then(|place| i64::try_from(place).ok())
}

/// UNTIL as a time on the clock of the event. One in UTC is what RFC 5545 asks for; a date ends with its day.
fn until(value: &str, of: &Content, zone: &TimeZone) -> Option<Moment> {
    let at = if value.len() == 8 {
        let date = Date::strptime("%Y%m%d", value).ok()?;
        let last =
            if of.all_day { date.to_datetime(jiff::civil::Time::midnight()) } else { date.at(23, 59, 0, 0) };
        Moment::new(last)
    } else if let Some(utc) = value.strip_suffix('Z') {
        let utc = DateTime::strptime("%Y%m%dT%H%M%S", utc).ok()?;
        Moment::at(TimeZone::UTC.to_timestamp(utc).ok()?, zone)
    } else {
        Moment::new(DateTime::strptime("%Y%m%dT%H%M%S", value).ok()?)
    };
    is_known(at.date()).then_some(if of.all_day { Moment::of_day(at.date()) } else { at })
}

fn spell_until(until: Moment, all_day: bool, zone: &TimeZone) -> String {
    if all_day {
        return until.date().strftime("%Y%m%d").to_string();
    }
    let at = Timestamp::from_millisecond(until.instant(zone)).unwrap_or(Timestamp::MAX);
    at.strftime("%Y%m%dT%H%M%SZ").to_string()
}
