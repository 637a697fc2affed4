//! Which class a request is about, and who may change what it has.

use jiff::civil::Date;
use kernel::dates;
use kernel::http::{Caller, Requires};
use kernel::scope::Scope;
use kernel::user::{Permission, UserFacts};
use kernel::{ApiError, Result};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{MANAGE_DUTY, texts};

/// Names manage_duty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ManageDuty;

impl Requires for ManageDuty {
    fn permission() -> &'static Permission {
        &MANAGE_DUTY
    }
}

/// Which class is looked at.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichClass {
    /// The class, two digits. Only for admins of all classes; for others the own class.
    pub(crate) class: Option<String>,
}

/// The class that a request is about: the caller's own, or the one that an admin of all classes names.
///
/// # Errors
/// 400 for what is no class and for an admin who names none, 403 for a class that is not the caller's.
pub(crate) fn class_of(caller: &Caller, named: Option<&str>) -> Result<String> {
    let facts = &caller.facts;
    let own = Scope::of(facts);
    let Some(named) = named else {
        return own.class().map(str::to_owned).ok_or_else(|| texts::CLASS_MISSING.err());
    };
    let scope = Scope::managed(facts, Some(named))?;
    Ok(scope.class().unwrap_or(named).to_owned())
}

/// # Errors
/// 404 for what belongs to a class that the member does not see.
pub(crate) fn check_seen(facts: &UserFacts, class: &str) -> Result<()> {
    let is_seen = facts.is_admin || Scope::of(facts).class() == Some(class);
    if is_seen { Ok(()) } else { Err(ApiError::not_found()) }
}

/// Whether the member may change what a class that they see has.
pub(crate) fn may_manage(facts: &UserFacts, class: &str) -> bool {
    check_seen(facts, class).is_ok() && facts.may(&MANAGE_DUTY)
}

/// Reads `YYYY-MM-DD` between 1900 and 2199.
///
/// # Errors
/// 400 naming the field.
pub(crate) fn parse_date(field: &'static str, raw: &str) -> Result<Date> {
    dates::parse_date(raw).ok_or_else(|| texts::DATE_INVALID.with("field", field))
}

/// A name without blanks at its ends and without control characters.
///
/// # Errors
/// 400 for an empty or too long one.
pub(crate) fn checked_name(raw: &str, max: usize) -> Result<String> {
    let name = raw.trim();
    if !(1..=max).contains(&name.chars().count()) || name.chars().any(char::is_control) {
        return Err(texts::NAME_INVALID.with("max", max));
    }
    Ok(name.to_owned())
}

/// A line that may be empty.
///
/// # Errors
/// 400 for a too long one, or one with control characters.
pub(crate) fn checked_line(field: &'static str, raw: &str, max: usize) -> Result<String> {
    let line = raw.trim();
    if line.chars().count() > max || line.chars().any(char::is_control) {
        return Err(texts::TEXT_TOO_LONG.with("field", field).with("max", max));
    }
    Ok(line.to_owned())
}

/// A day some days before or after another; the same where the calendar ends.
pub(crate) fn plus(date: Date, days: i64) -> Date {
    date.checked_add(jiff::Span::new().days(days)).unwrap_or(date)
}
