//! The school clock: which lessons a class has on a date, and which of them is on at an instant.
//!
//! Everything here is a pure function of its arguments: nothing reads a clock, a file or a database, and nothing
//! is kept. [`Timetable`] is what a class writes down, [`Term`] says from when until when one holds, [`DayChange`]
//! what is different on one date, and [`PublicDay`] which days are holidays for everybody. [`SchoolCalendar`] is all
//! of that prepared for questions, and [`school_clock`] answers what is on.
//!
//! Widgets, the panel, reminders, quiet hours and duty all ask here, so that they never disagree.

mod calendar;
mod check;
mod clock;
mod cycle;
mod limits;
mod rules;
mod time;
mod timetable;

pub use calendar::{DayKind, DayLesson, SchoolCalendar, SchoolDay};
pub use check::{Problem, Rule, is_name, problems_of_day};
pub use clock::{NextLesson, Reading, State, instant, school_clock};
pub use limits::{MAX_CYCLE, MAX_DESCRIPTION, MAX_NAME, MAX_NOTE, YEARS};
pub use rules::{DayChange, DayPlan, PublicDay, Term};
pub use time::{ClockTime, NotATime};
pub use timetable::{Activity, Cycle, Lesson, Schedule, Span, Subject, Timetable, Weeks};
