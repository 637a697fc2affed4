//! What an event is, when it happens, and how a series is changed; pure.

pub(crate) mod content;
pub(crate) mod expand;
pub(crate) mod moment;
pub(crate) mod rule;
pub(crate) mod series;
pub(crate) mod walk;

use jiff::civil::Date;
use kernel::Result;
use kernel::dates;
use kernel::texts::{Language, Message};

use crate::texts;

/// Events of a class, and of a member; deleted ones do not count.
pub(crate) const MAX_EVENTS: i64 = 5000;
/// Stored occurrences of a class, and of a member.
pub(crate) const MAX_OCCURRENCES: i64 = 60_000;
/// Days that are looked at at once.
pub(crate) const MAX_DAYS: i32 = 62;
/// Feeds of a member.
pub(crate) const MAX_FEEDS: i64 = 10;

/// Something that an event may not say.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    /// The field that says it, as the API names it.
    pub(crate) field: &'static str,
    /// What is wrong.
    pub(crate) why: Message,
}

impl Fault {
    pub(crate) fn new(field: &'static str, why: impl Into<Message>) -> Self {
        Self { field, why: why.into() }
    }
}

impl From<Fault> for kernel::ApiError {
    fn from(Fault { why, .. }: Fault) -> Self {
        texts::INVALID
            .with("problem", why.localized(Language::Chinese))
            .with("problem_en", why.localized(Language::English))
    }
}

/// Whether a date is one that the calendar has.
pub(crate) fn is_known(date: Date) -> bool {
    dates::YEARS.contains(&date.year())
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
    let fits = (0..MAX_DAYS).contains(&(until - from).get_days());
    if fits { Ok(()) } else { Err(texts::RANGE_INVALID.with("max", MAX_DAYS)) }
}
