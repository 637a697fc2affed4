//! What differs on single days, and the public days that an admin entered.
//!
//! A row that cannot be read is an error: a day that counted as a usual one would lose what was said of it.

use std::collections::BTreeMap;

use jiff::civil::Date;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{ApiError, AppTx, Result, p, statements};
use school_clock::{DayChange, PublicDay};
use serde::{Deserialize, Serialize};

statements! {
    /// All of a class.
    CHANGES = "select day, change from timetable_day_changes where class = $1 order by day";
    /// One.
    CHANGE = "select change from timetable_day_changes where class = $1 and day = $2";
    /// How many there are.
    COUNT_CHANGES = "select count(*) from timetable_day_changes where class = $1";
    /// Sets one.
    SET_CHANGE = "insert into timetable_day_changes (class, day, change, updated_at, updated_by)
                  values ($1, $2, $3, $4, $5)
                  on conflict (class, day) do update set change = excluded.change, updated_at = excluded.updated_at,
                      updated_by = excluded.updated_by";
    /// Removes one.
    REMOVE_CHANGE = "delete from timetable_day_changes where class = $1 and day = $2";
    /// The public days of all years that an admin entered.
    PUBLIC_YEARS = "select year, days from timetable_public_years order by year";
    /// Sets a year.
    SET_PUBLIC_YEAR = "insert into timetable_public_years (year, days, updated_at) values ($1, $2, $3)
                       on conflict (year) do update set days = excluded.days, updated_at = excluded.updated_at";
    /// Removes a year.
    REMOVE_PUBLIC_YEAR = "delete from timetable_public_years where year = $1";
}

/// A public day as it is stored.
#[derive(Serialize, Deserialize)]
struct StoredPublicDay {
    date: String,
    name: String,
    off: bool,
}

/// All days of a class that differ.
///
/// # Errors
/// When the database is away, or a row cannot be read.
pub(crate) fn changes(read: &mut Read, class: &str) -> Result<BTreeMap<Date, DayChange>> {
    let rows: Vec<(Date, String)> = read.all(&CHANGES, p![class])?;
    rows.into_iter().map(|(day, change)| Ok((day, parse(&change)?))).collect()
}

/// What differs on a day of a class.
///
/// # Errors
/// When the database is away, or the row cannot be read.
pub(crate) fn change(read: &mut Read, class: &str, day: Date) -> Result<Option<DayChange>> {
    let row: Option<String> = read.opt(&CHANGE, p![class, day])?;
    row.map(|change| parse(&change)).transpose()
}

fn parse(change: &str) -> Result<DayChange> {
    serde_json::from_str(change).map_err(ApiError::internal)
}

/// On how many days of a class something differs.
pub(crate) fn count(read: &mut Read, class: &str) -> DbResult<i64> {
    read.one(&COUNT_CHANGES, p![class])
}

/// Sets what differs on a day; `None` makes it a usual one.
pub(crate) fn set_change(
    tx: &mut AppTx,
    class: &str,
    day: Date,
    change: Option<&DayChange>,
    by: UserId,
) -> Result<()> {
    let now = tx.now();
    match change {
        Some(change) => {
            let json = serde_json::to_string(change).map_err(ApiError::internal)?;
            tx.exec(&SET_CHANGE, p![class, day, json, now, by])?
        }
        None => tx.exec(&REMOVE_CHANGE, p![class, day])?,
    };
    Ok(())
}

/// The public days of the years that an admin entered.
///
/// # Errors
/// When the database is away, or a row cannot be read.
pub(crate) fn public_years(read: &mut Read) -> Result<BTreeMap<i16, Vec<PublicDay>>> {
    let rows: Vec<(i64, String)> = read.all(&PUBLIC_YEARS, p![])?;
    let parse = |(year, json): (i64, String)| {
        let stored: Vec<StoredPublicDay> = serde_json::from_str(&json).map_err(ApiError::internal)?;
        let day = |day: StoredPublicDay| {
            let date = day.date.parse().map_err(ApiError::internal)?;
            Ok(PublicDay { date, name: day.name, off: day.off })
        };
        let days = stored.into_iter().map(day).collect::<Result<_>>()?;
        Ok((i16::try_from(year).map_err(ApiError::internal)?, days))
    };
    rows.into_iter().map(parse).collect()
}

/// Sets the public days of a year.
///
/// # Errors
/// When the database is away.
pub(crate) fn set_public_year(tx: &mut Tx, year: i16, days: &[PublicDay], now: i64) -> Result<()> {
    let stored = |day: &PublicDay| StoredPublicDay {
        date: day.date.to_string(),
        name: day.name.clone(),
        off: day.off,
    };
    let stored: Vec<_> = days.iter().map(stored).collect();
    let json = serde_json::to_string(&stored).map_err(ApiError::internal)?;
    tx.exec(&SET_PUBLIC_YEAR, p![i64::from(year), json, now])?;
    Ok(())
}

pub(crate) fn remove_public_year(tx: &mut Tx, year: i64) -> DbResult<()> {
    tx.exec(&REMOVE_PUBLIC_YEAR, p![year])?;
    Ok(())
}
