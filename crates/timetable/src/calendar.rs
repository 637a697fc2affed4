//! The school calendars of this portal.

use identity::level;
use jiff::civil::Date;
use kernel::Result;
use kernel::db::Read;
use kernel::user::UserId;
use school_clock::{DayPlan, PublicDay, SchoolCalendar, Term};

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

/// Which days are school days for a class. A class without a timetable has school from Monday to Friday but for public
/// holidays, and on the days of weekends on which people work for them; what was said of single days holds there too.
#[derive(Clone, Debug)]
pub struct SchoolDays {
    calendar: SchoolCalendar,
    has_timetable: bool,
}

impl SchoolDays {
    /// Whether the class has school on a date.
    #[must_use]
    pub fn contains(&self, date: Date) -> bool {
        if self.has_timetable {
            return self.calendar.is_school_day(date);
        }
        let day = self.calendar.day(date);
        let is_weekday = date.weekday().to_monday_one_offset() <= 5;
        match (day.change.map(|change| &change.plan), day.public) {
            (Some(DayPlan::Off), _) => false,
            (Some(DayPlan::Usual), _) | (None, None) => is_weekday,
            (Some(DayPlan::AsDay { .. } | DayPlan::Lessons { .. } | DayPlan::Exam { .. }), _) => true,
            (None, Some(public)) => !public.off,
        }
    }

    /// What members read about a date: what was said of it, else the name of the public holiday; empty for neither.
    #[must_use]
    pub fn note(&self, date: Date) -> String {
        self.calendar.day(date).note().to_owned()
    }
}

/// The school days of a class.
///
/// # Errors
/// When the database is away, or a row cannot be read.
pub fn school_days(read: &mut Read, class: &str) -> Result<SchoolDays> {
    let loaded = load(read, Some(class), None)?;
    Ok(SchoolDays { has_timetable: !loaded.class.is_empty(), calendar: loaded.calendar })
}

/// The school days by which the level feature counts check-ins.
pub(crate) static LEVEL_SCHOOL_DAYS: level::SchoolDaySource =
    level::SchoolDaySource(|read, class, from, until| {
        let days = school_days(read, class)?;
        let dates = from.series(jiff::Span::new().days(1)).take_while(|date| *date <= until);
        Ok(dates.filter(|date| days.contains(*date)).collect())
    });
