//! The streak of school days. Which days those are says the feature that knows the timetables; this crate is below it.

use std::collections::BTreeSet;

use jiff::ToSpan as _;
use jiff::civil::Date;
use kernel::db::Read;
use kernel::user::UserId;
use kernel::{App, Result, feature};

use super::{model, store};

/// How far back check-ins count, in days: longer than a school year.
const MAX_DAYS: i32 = 400;

/// The school days of a class, two digits, from one date to another. A feature names its own in `Feature::provides`.
#[derive(Clone, Copy, Debug)]
pub struct SchoolDaySource(pub fn(&mut Read, &str, Date, Date) -> Result<BTreeSet<Date>>);

/// The number of school days in a row on which a member checked in; `None` where nothing says which days those are.
///
/// # Errors
/// When the database is away, or the timetable cannot be read.
pub(super) fn streak(read: &mut Read, app: &App, user: UserId, today: Date) -> Result<Option<i64>> {
    let Some(source) = feature::provided::<SchoolDaySource>(&app.features).next() else {
        return Ok(None);
    };
    let earliest = today.saturating_sub(MAX_DAYS.days());
    let checked_in = store::check_ins(read, user, earliest, today)?;
    let Some(first) = checked_in.first() else { return Ok(Some(0)) };
    let school_days = (source.0)(read, user.class(), *first, today)?;
    Ok(Some(model::school_day_streak(&checked_in, &school_days, today)))
}
