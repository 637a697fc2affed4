//! The school calendars of this portal.

use jiff::civil::Date;
use kernel::Result;
use kernel::db::Read;
use kernel::user::UserId;
use school_clock::{PublicDay, SchoolCalendar, Term};

use crate::public_days;
use crate::store::timetables::Row;
use crate::store::{days, timetables};

/// A school calendar, with the timetables that it is made of.
pub(crate) struct ClassCalendar {
    pub(crate) calendar: SchoolCalendar,
    /// Those of the class, in the order of the calendar's terms.
    class: Vec<Row>,
    /// The member's own, in the order of their first days.
    own: Vec<Row>,
}

impl ClassCalendar {
    /// The id of a timetable of the class, by the number of its term.
    pub(crate) fn id(&self, term: usize) -> Option<&str> {
        self.class.get(term).map(|row| row.id.as_str())
    }

    /// Whether this timetable, of the class or the member, holds on a date.
    pub(crate) fn holds(&self, date: Date, id: &str) -> bool {
        [&self.class, &self.own].iter().any(|rows| holding(rows, date).is_some_and(|row| row.id == id))
    }
}

/// Of several timetables that name a date, in the order of their first days, the one that begins last.
pub(crate) fn holding(rows: &[Row], date: Date) -> Option<&Row> {
    rows.iter().rfind(|row| row.holds_on(date))
}

/// The school calendar of a class, or of one of its members: their own lessons take the place of those that they
/// overlap.
///
/// # Errors
/// When the database is away, or a row cannot be read.
pub(crate) fn load(read: &mut Read, class: Option<&str>, member: Option<UserId>) -> Result<ClassCalendar> {
    let of_class = class.map(|class| timetables::list(read, class, "")).transpose()?.unwrap_or_default();
    let own =
        member.map(|member| timetables::list(read, "", member.as_str())).transpose()?.unwrap_or_default();
    let changes = class.map(|class| days::changes(read, class)).transpose()?.unwrap_or_default();
    let terms = |rows: &[Row]| rows.iter().map(term).collect::<Result<Vec<Term>>>();
    let calendar = SchoolCalendar::new(terms(&of_class)?, terms(&own)?, changes, public_days_of(read)?);
    Ok(ClassCalendar { calendar, class: of_class, own })
}

fn term(row: &Row) -> Result<Term> {
    let timetable = serde_json::from_str(&row.content).map_err(kernel::ApiError::internal)?;
    Ok(Term { from: row.valid_from, until: row.until(), first_day: row.first_day, timetable })
}

/// The public days of every year: those that an admin entered, and the built-in ones of other years.
fn public_days_of(read: &mut Read) -> Result<Vec<PublicDay>> {
    let own = days::public_years(read)?;
    let built_in = public_days::all_built_in().filter(|day| !own.contains_key(&day.date.year()));
    Ok(built_in.cloned().chain(own.values().flatten().cloned()).collect())
}

/// The public holidays from one date to another, with the days of weekends on which people work for them, by dates.
///
/// # Errors
/// When the database is away, or a row cannot be read.
pub fn public_days(read: &mut Read, from: Date, until: Date) -> Result<Vec<PublicDay>> {
    let mut days = public_days_of(read)?;
    days.retain(|day| (from..=until).contains(&day.date));
    days.sort_by_key(|day| day.date);
    Ok(days)
}
