//! The rules for what is kept of timetables; pure.

use std::collections::BTreeSet;

use jiff::civil::Date;
use kernel::Result;
use kernel::dates;
use school_clock::{Cycle, DayChange, DayPlan, Timetable, is_name, problems_of_day};

use crate::dto::DayToChange;
use crate::problems;
use crate::texts;

/// The most timetables of a class, and of a member; deleted ones do not count.
pub(crate) const MAX_TIMETABLES: i64 = 30;
/// The largest timetable, in bytes of JSON.
const MAX_CONTENT: usize = 256 * 1024;
/// The longest note of a day, in characters.
const MAX_NOTE: usize = 80;
/// The most days that are looked at, or changed, at once.
pub(crate) const MAX_DAYS: usize = 62;
/// The most dates that come with a timetable, as out of a file.
pub(crate) const MAX_DAYS_OF_FILE: usize = 400;
/// The most dates of a class that differ.
pub(crate) const MAX_CHANGED_DAYS: i64 = 2000;

/// # Errors
/// 400.
pub(crate) fn check_name(raw: &str) -> Result<String> {
    if is_name(raw) { Ok(raw.to_owned()) } else { Err(texts::NAME_INVALID.err()) }
}

/// Reads `YYYY-MM-DD` between 1900 and 2199.
///
/// # Errors
/// 400 with the name of the field.
pub(crate) fn parse_date(field: &'static str, raw: &str) -> Result<Date> {
    dates::parse_date(raw).ok_or_else(|| texts::DATE_INVALID.with("field", field))
}

/// # Errors
/// 400 for a range that ends before it begins or is longer than [`MAX_DAYS`].
pub(crate) fn check_range(from: Date, until: Date) -> Result<()> {
    let days = (until - from).get_days();
    let fits = usize::try_from(days).is_ok_and(|days| days < MAX_DAYS);
    if fits { Ok(()) } else { Err(texts::RANGE_INVALID.with("max", MAX_DAYS)) }
}

/// # Errors
/// 400 when the dates contradict each other.
pub(crate) fn check_dates(from: Date, until: Option<Date>, first_day: Date) -> Result<()> {
    if until.is_some_and(|until| until < from) {
        return Err(texts::ENDS_EARLY.err());
    }
    if first_day > from { Err(texts::FIRST_DAY_LATE.err()) } else { Ok(()) }
}

/// The JSON of a timetable that keeps the rules.
///
/// # Errors
/// 413 beyond 256 KiB, 400 naming the first problem.
pub(crate) fn check_timetable(timetable: &Timetable) -> Result<String> {
    let content = serde_json::to_string(timetable).map_err(kernel::ApiError::internal)?;
    // First: the rules are checked for what is small alone.
    if content.len() > MAX_CONTENT {
        return Err(texts::TOO_LARGE.err());
    }
    problems::refusal(&timetable.problems()).map_or(Ok(content), Err)
}

/// # Errors
/// 400 for a day without sense.
pub(crate) fn check_day_change(change: &DayChange) -> Result<()> {
    let forbidden = |c: char| c.is_control();
    if change.note.chars().count() > MAX_NOTE || change.note.chars().any(forbidden) {
        return Err(texts::NOTE_INVALID.err());
    }
    if let (Some(from), Some(until)) = (change.from, change.until)
        && until <= from
    {
        return Err(texts::HOURS_INVALID.err());
    }
    match &change.plan {
        DayPlan::Lessons { lessons } | DayPlan::Exam { lessons } => {
            problems::refusal(&problems_of_day(lessons)).map_or(Ok(()), Err)
        }
        DayPlan::AsDay { day, .. } if *day == 0 || *day > 366 => Err(texts::AS_DAY_INVALID.with("day", *day)),
        _ => Ok(()),
    }
}

/// Refuses the day of another plan that a timetable does not have, such as the ninth of a week.
///
/// # Errors
/// 400.
pub(crate) fn check_as_day(change: &DayChange, timetable: Option<&Timetable>) -> Result<()> {
    let DayPlan::AsDay { day, .. } = change.plan else { return Ok(()) };
    let Some(timetable) = timetable else { return Ok(()) };
    let has = match &timetable.cycle {
        Cycle::Weekly => (1..=7).contains(&day),
        Cycle::Days { spans, .. } => {
            let work = spans.iter().filter(|span| span.activity == school_clock::Activity::Work);
            (1..=work.map(|span| u32::from(span.count)).sum::<u32>()).contains(&u32::from(day))
        }
    };
    if has { Ok(()) } else { Err(texts::AS_DAY_INVALID.with("day", day)) }
}

/// The dates of some changes, each with its change.
///
/// # Errors
/// 400 for none, for more than `max`, for a date that is there twice, and for a day without sense.
pub(crate) fn check_days(days: Vec<DayToChange>, max: usize) -> Result<Vec<(Date, DayToChange)>> {
    if days.is_empty() {
        return Err(texts::NO_DAYS.err());
    }
    if days.len() > max {
        return Err(texts::TOO_MANY_DAYS.with("max", max));
    }
    let mut seen = BTreeSet::new();
    let check = |day: DayToChange| {
        let date = parse_date("date", &day.date)?;
        if !seen.insert(date) {
            return Err(texts::DAY_TWICE.with("date", date));
        }
        day.change.as_ref().map_or(Ok(()), check_day_change)?;
        Ok((date, day))
    };
    days.into_iter().map(check).collect()
}
