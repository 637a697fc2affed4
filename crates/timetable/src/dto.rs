//! Timetables and days as they are answered.

use identity::user::Names;
use kernel::app::iso;
use kernel::http::double_option;
use school_clock::{DayChange, DayKind, DayLesson, SchoolDay, Timetable, Weeks};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::access::{Owner, OwnerKind};
use crate::calendar::ClassCalendar;
use crate::store::timetables::Row;

/// A timetable without its lessons.
#[derive(Serialize, ToSchema)]
pub(crate) struct TimetableInfo {
    /// The id of the timetable, a UUID.
    id: String,
    /// The name of the timetable, 1–40 characters.
    name: String,
    /// Whether it is the class's or the caller's own.
    owner: OwnerKind,
    /// The first day on which the timetable holds, `YYYY-MM-DD`.
    from: String,
    /// The last day on which it holds; null while no end is set.
    #[schema(required)]
    until: Option<String>,
    /// A day of the first week, or the first day of the first cycle, `YYYY-MM-DD`.
    first_day: String,
    /// The number of the revision, which grows with each save.
    revision: i64,
    /// Whether the timetable holds today.
    holds_today: bool,
    /// When the timetable was last changed, ISO 8601.
    updated_at: String,
    /// The real name of whoever changed it last; null when that account is gone.
    #[schema(required)]
    updated_by: Option<String>,
}

impl TimetableInfo {
    pub(crate) fn new(row: &Row, names: &Names, holds_today: bool) -> Self {
        Self {
            id: row.id.clone(),
            name: row.name.clone(),
            owner: Owner::of(row).map_or(OwnerKind::Class, |owner| owner.kind()),
            from: row.valid_from.to_string(),
            until: row.valid_until.clone(),
            first_day: row.first_day.to_string(),
            revision: row.revision,
            holds_today,
            updated_at: iso(row.updated_at),
            updated_by: (!row.updated_by.is_empty()).then(|| names.real(&row.updated_by)),
        }
    }
}

/// A timetable that was deleted. What it was is its revision before the last one.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeletedTimetable {
    /// The id of the timetable.
    id: String,
    /// The name of the timetable.
    name: String,
    /// Whether it was the class's or the caller's own.
    owner: OwnerKind,
    /// The first day on which it held, `YYYY-MM-DD`.
    from: String,
    /// The last day on which it held; null when no end was set.
    #[schema(required)]
    until: Option<String>,
    /// The number of the revision that brings it back.
    revision: i64,
    /// When it was deleted, ISO 8601.
    deleted_at: String,
}

impl DeletedTimetable {
    /// `None` for a timetable that is there.
    pub(crate) fn new(row: &Row) -> Option<Self> {
        Some(Self {
            id: row.id.clone(),
            name: row.name.clone(),
            owner: Owner::of(row)?.kind(),
            from: row.valid_from.to_string(),
            until: row.valid_until.clone(),
            revision: row.revision - 1,
            deleted_at: iso(row.deleted_at?),
        })
    }
}

/// A timetable with its lessons.
#[derive(Serialize, ToSchema)]
pub(crate) struct TimetableDetails {
    /// What the list says of it.
    #[serde(flatten)]
    pub(crate) info: TimetableInfo,
    /// The subjects and lessons.
    pub(crate) timetable: Timetable,
}

/// The lessons of a date.
#[derive(Serialize, ToSchema)]
pub(crate) struct Day {
    /// The date, `YYYY-MM-DD`.
    date: String,
    /// The number of the week in the term, from 1; null outside of terms.
    #[schema(required)]
    week: Option<i32>,
    /// Whether the week is odd or even; null outside of terms and in a cycle of days.
    #[schema(required)]
    weeks: Option<Weeks>,
    /// What kind of day it is.
    kind: DayKind,
    /// What members read about the day, such as the name of the holiday; may be empty.
    note: String,
    /// Whether people work on this day of a weekend for a holiday, and the class has not said what it teaches.
    make_up: bool,
    /// What is different for the class on this date; null on usual days.
    #[schema(required)]
    change: Option<DayChange>,
    /// The id of the class's timetable that holds; null outside of terms.
    #[schema(required)]
    timetable_id: Option<String>,
    /// The lessons in the order of their times.
    lessons: Vec<LessonOfDay>,
    /// The usual lessons of the class that do not take place, where single lessons of the day were changed. Nothing
    /// stands in their place.
    cancelled: Vec<LessonOfDay>,
}

impl Day {
    pub(crate) fn new(day: &SchoolDay<'_>, calendar: &ClassCalendar) -> Self {
        Self {
            date: day.date.to_string(),
            week: day.week,
            weeks: day.weeks,
            kind: day.kind,
            note: day.note().to_owned(),
            make_up: day.is_open_make_up(),
            change: day.change.cloned(),
            timetable_id: day.term.and_then(|term| calendar.id(term)).map(str::to_owned),
            lessons: day.lessons.iter().map(LessonOfDay::from).collect(),
            cancelled: day.cancelled.iter().map(LessonOfDay::from).collect(),
        }
    }
}

/// A lesson on a date.
#[derive(Serialize, ToSchema)]
pub(crate) struct LessonOfDay {
    /// When the lesson begins, `HH:MM` or `HH:MM:SS` in the portal's time zone.
    start: String,
    /// When the lesson ends.
    end: String,
    /// The name of the subject.
    subject: String,
    /// The name of the subject where little room is.
    #[schema(required)]
    short_name: Option<String>,
    /// Who teaches the lesson.
    #[schema(required)]
    teacher: Option<String>,
    /// Where the lesson is.
    #[schema(required)]
    room: Option<String>,
    /// The colour of the subject, `#rrggbb`.
    #[schema(required)]
    color: Option<String>,
    /// Whether the lesson is of the caller's own timetable.
    own: bool,
    /// Whether the usual day has no such lesson.
    changed: bool,
    /// The subject of the usual lesson in whose place it is; null where that is the same one, or there is none.
    #[schema(required)]
    instead_of: Option<String>,
}

impl From<&DayLesson<'_>> for LessonOfDay {
    fn from(lesson: &DayLesson<'_>) -> Self {
        let text = |text: Option<&str>| text.map(str::to_owned);
        Self {
            start: lesson.start.to_string(),
            end: lesson.end.to_string(),
            subject: lesson.subject.to_owned(),
            short_name: text(lesson.short_name),
            teacher: text(lesson.teacher),
            room: text(lesson.room),
            color: text(lesson.color),
            own: lesson.own,
            changed: lesson.changed,
            instead_of: text(lesson.instead_of),
        }
    }
}

/// A date with what is different for a class.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct DayChangeOf {
    /// The date, `YYYY-MM-DD`.
    #[schema(format = Date)]
    pub(crate) date: String,
    /// What is different; null on a usual day.
    #[schema(required)]
    pub(crate) change: Option<DayChange>,
}

/// A date with what is to be different for a class.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct DayToChange {
    /// The date, `YYYY-MM-DD`.
    #[schema(format = Date)]
    pub(crate) date: String,
    /// What is to be different; null makes it a usual day.
    // This makes the field required: without it, an absent one would be null.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    pub(crate) change: Option<DayChange>,
    /// What differed when the client read the day, null for a usual day: 409 when somebody changed it since. Without
    /// it the day is set whatever it is.
    #[serde(default, deserialize_with = "double_option")]
    pub(crate) seen: Option<Option<DayChange>>,
}

/// A timetable as it was saved.
#[derive(Serialize, ToSchema)]
pub(crate) struct SavedTimetable {
    /// The timetable.
    #[serde(flatten)]
    pub(crate) details: TimetableDetails,
    /// What differed before on the dates that were sent with it: `POST /api/timetable/{id}/undo` takes it.
    pub(crate) days_before: Vec<DayChangeOf>,
}

/// A public day.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct PublicDayEntry {
    /// The date, `YYYY-MM-DD`.
    #[schema(format = Date)]
    pub(crate) date: String,
    /// The name of the holiday that it belongs to, 1–40 characters.
    pub(crate) name: String,
    /// Whether it is off; a day that is not is a day of a weekend on which people work for the holiday.
    pub(crate) off: bool,
}
