//! What says which timetable holds on a date, and what is different there.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{ClockTime, Lesson, Timetable, Weeks};

/// A timetable with the dates on which it holds. A date that several terms name has the one that begins last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The first day.
    pub from: Date,
    /// The last day; without one it holds until the next term.
    pub until: Option<Date>,
    /// A day of the first week, or the first day of the first cycle; not after `from`.
    pub first_day: Date,
    /// What holds.
    pub timetable: Timetable,
}

/// What is different on one date for a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DayChange {
    /// What takes the place of the usual day.
    #[serde(flatten)]
    pub plan: DayPlan,
    /// What members read about the day, such as 运动会; at most 80 characters.
    #[serde(default)]
    pub note: String,
    /// Only lessons that begin then or later take place, for a day whose morning is free. `HH:MM`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub from: Option<ClockTime>,
    /// Only lessons that end then or earlier take place, for a half day. `HH:MM`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub until: Option<ClockTime>,
}

/// What takes the place of a usual day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "plan", rename_all = "snake_case")]
pub enum DayPlan {
    /// The lessons that the timetable has for the date, even on a public holiday.
    Usual,
    /// No lessons.
    Off,
    /// The lessons of another day, as when a Saturday is taught like a Thursday.
    AsDay {
        /// The weekday, 1–7, or the working day of the cycle.
        day: u16,
        /// Odd or even weeks; without it those of the date.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weeks: Option<Weeks>,
    },
    /// These lessons and no others.
    Lessons {
        /// The lessons in the order of their times.
        lessons: Vec<Lesson>,
    },
    /// Exams: these papers and no others.
    Exam {
        /// The papers in the order of their times.
        lessons: Vec<Lesson>,
    },
}

/// A day that is special for everybody in the country.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicDay {
    /// The date.
    pub date: Date,
    /// The name of the holiday that it belongs to.
    pub name: String,
    /// Whether it is off; a day that is not is a day of a weekend on which people work for the holiday.
    pub off: bool,
}
